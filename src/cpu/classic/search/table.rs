//! The transposition table, which stores search results for positions reached again.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::cpu::classic::board::bitboards::Bitboards;
use crate::cpu::classic::memory::{fetch_soon, room_in_large_pages};

/// Bounds of a score, and the best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// Search depth in plies.
    pub(crate) depth: u8,
    /// Level of selectivity, as in [`Budget::FULL_WIDTH`](crate::cpu::Budget::FULL_WIDTH); higher levels
    /// prune less.
    pub(crate) selectivity: u8,
    /// Best move, and the best move before it; [`NO_MOVE`] if unknown.
    pub(crate) best: [u8; 2],
}

/// Marks an unknown move.
pub(crate) const NO_MOVE: u8 = 64;

/// Hash of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    bucket: u64,
    /// Distinguishes positions in the same bucket. Two positions share it with a probability of 2^-64.
    mark: u64,
}

impl Key {
    #[inline(always)]
    pub(crate) const fn mark(self) -> u64 {
        self.mark
    }

    /// Hashes a position by two independent products; the multipliers are digits of the golden ratio and of pi.
    #[inline(always)]
    pub(crate) const fn of(board: Bitboards) -> Self {
        let product = (board.own ^ 0x9E37_79B9_7F4A_7C15) as u128 * (board.other ^ 0x2437_54D2_1B83_8D11) as u128;
        let mark = product as u64 ^ (product >> 64) as u64;
        let bucket = (board.own.wrapping_mul(0xA409_3822_299F_31D1)
            ^ board.other.wrapping_mul(0x082E_FA98_EC4E_6C89).rotate_left(32))
        .wrapping_mul(0x4528_21E6_38D0_1377);
        Self { bucket, mark }
    }
}

/// An entry of two words: the result, and the mark of the position combined with it. If two threads write at once, the
/// words do not match and the entry is ignored (Hyatt and Mann, ICGA Journal 25(1), 2002).
#[derive(Default)]
struct Entry {
    sealed_mark: AtomicU64,
    found: AtomicU64,
}

/// The entries searched for one position: a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A transposition table of fixed size, shared by threads without locks.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    /// Shift that turns the hash of a key into the index of a bucket.
    shift: u32,
    age: u8,
}

/// Contents of an entry: besides [`Found`], the age of the table when it was written, and the binary logarithm of its
/// cost in nodes.
struct Contents {
    found: Found,
    age: u8,
    cost: u8,
}

impl Contents {
    #[inline(always)]
    fn unpacked(word: u64) -> Self {
        let [lower, upper, depth, selectivity, best, second, age, cost] = word.to_le_bytes();
        let found =
            Found { lower: lower.cast_signed(), upper: upper.cast_signed(), depth, selectivity, best: [best, second] };
        Self { found, age, cost }
    }

    #[inline(always)]
    fn packed(&self) -> u64 {
        let Found { lower, upper, depth, selectivity, best: [best, second] } = self.found;
        u64::from_le_bytes([
            lower.cast_unsigned(),
            upper.cast_unsigned(),
            depth,
            selectivity,
            best,
            second,
            self.age,
            self.cost,
        ])
    }

    /// Value of keeping the entry: old entries are replaced first, then cheap ones.
    #[inline(always)]
    fn priority(&self, age: u8) -> u32 {
        u32::from(self.age == age) << 16 | u32::from(self.cost) << 8 | u32::from(self.found.depth)
    }
}

impl Table {
    /// Allocates a table of about this size: the next lower power of two, but at least 4096 bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let bits = (bytes.max(4096) / size_of::<Bucket>()).ilog2();
        let mut buckets = room_in_large_pages(1 << bits);
        buckets.extend((0..1_u32 << bits).map(|_| Bucket::default()));
        Self { buckets: buckets.into_boxed_slice(), shift: u64::BITS - bits, age: 0 }
    }

    /// Ages all entries: they are still found, but are replaced by newer ones first.
    pub(crate) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Number of times the table has aged.
    #[cfg(test)]
    pub(crate) const fn age(&self) -> u8 {
        self.age
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[Entry; 4] {
        // The shift keeps the index within bounds; the mask tells the compiler so.
        &self.buckets[(key.bucket >> self.shift) as usize & (self.buckets.len() - 1)].0
    }

    /// Prefetches the bucket of a position into the processor's cache.
    #[inline(always)]
    pub(crate) fn fetch_soon(&self, key: Key) {
        fetch_soon(self.bucket(key));
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: Key) -> Option<Found> {
        for entry in self.bucket(key) {
            let word = entry.found.load(Ordering::Relaxed);
            if entry.sealed_mark.load(Ordering::Relaxed) ^ word == key.mark {
                return Some(Contents::unpacked(word).found);
            }
        }
        None
    }

    /// Stores the bounds of a position's score, found by searching `nodes` nodes.
    ///
    /// If the entry has the same depth and selectivity, the bounds are intersected; a deeper or less selective entry
    /// stays.
    #[inline(always)]
    pub(crate) fn put(&self, key: Key, found: Found, nodes: u64) {
        let cost = (u64::BITS - nodes.leading_zeros()) as u8;
        let bucket = self.bucket(key);
        let mut least = (u32::MAX, &bucket[0]);
        for entry in bucket {
            let word = entry.found.load(Ordering::Relaxed);
            let contents = Contents::unpacked(word);
            if entry.sealed_mark.load(Ordering::Relaxed) ^ word == key.mark {
                let contents =
                    Contents { found: merged(contents.found, found), age: self.age, cost: cost.max(contents.cost) };
                return entry.write(key, contents.packed());
            }
            let priority = contents.priority(self.age);
            if priority < least.0 {
                least = (priority, entry);
            }
        }
        least.1.write(key, Contents { found, age: self.age, cost }.packed());
    }
}

impl Entry {
    #[inline(always)]
    fn write(&self, key: Key, word: u64) {
        self.sealed_mark.store(key.mark ^ word, Ordering::Relaxed);
        self.found.store(word, Ordering::Relaxed);
    }
}

/// Combines two results for the same position.
#[inline(always)]
fn merged(old: Found, new: Found) -> Found {
    let best = match new.best[0] {
        NO_MOVE => old.best,
        best if best == old.best[0] => old.best,
        best => [best, old.best[0]],
    };
    if (old.depth, old.selectivity) == (new.depth, new.selectivity) {
        // Contradictory bounds come from selective searches; the newer ones count.
        let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
        if lower <= upper {
            return Found { lower, upper, best, ..new };
        }
    }
    if (old.depth, old.selectivity) > (new.depth, new.selectivity) {
        Found { best, ..old }
    } else {
        Found { best, ..new }
    }
}
