//! Fair queue of turns for the threads of the CPU players.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Turns that wait to be computed. Keys are served in rotation, so that a key with hundreds of turns delays another by
/// only one turn.
#[derive(Debug)]
pub(super) struct TurnQueue<K, T> {
    limits: TurnLimits,
    /// Turns of each key, oldest first. Keys without turns are removed.
    waiting: HashMap<K, VecDeque<T>>,
    /// Keys with turns; the first is served next.
    order: VecDeque<K>,
    /// Number of turns of each key being computed.
    under_way: HashMap<K, usize>,
    length: usize,
}

/// Limits of a [`TurnQueue`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnLimits {
    /// Maximum turns waiting.
    pub(super) waiting: usize,
    /// Maximum turns of one key waiting.
    pub(super) waiting_per_key: usize,
    /// Maximum turns of one key being computed at the same time.
    pub(super) under_way_per_key: usize,
}

impl<K: Copy + Eq + Hash, T> TurnQueue<K, T> {
    pub(super) fn new(limits: TurnLimits) -> Self {
        Self { limits, waiting: HashMap::new(), order: VecDeque::new(), under_way: HashMap::new(), length: 0 }
    }

    /// Adds a turn. Returns false if the queue or the key's share of it is full.
    #[must_use]
    pub(super) fn push(&mut self, key: K, turn: T) -> bool {
        let of_key = self.waiting.get(&key).map_or(0, VecDeque::len);
        if self.length >= self.limits.waiting || of_key >= self.limits.waiting_per_key {
            return false;
        }
        if of_key == 0 {
            self.order.push_back(key);
        }
        self.waiting.entry(key).or_default().push_back(turn);
        self.length += 1;
        true
    }

    /// Removes the next turn. It counts as under way until [`TurnQueue::finish`].
    pub(super) fn pop(&mut self) -> Option<(K, T)> {
        let may_run = |key: &K| self.under_way.get(key).is_none_or(|count| *count < self.limits.under_way_per_key);
        let at = self.order.iter().position(may_run)?;
        let key = self.order.remove(at)?;
        let turns = self.waiting.get_mut(&key)?;
        let turn = turns.pop_front()?;
        if turns.is_empty() {
            self.waiting.remove(&key);
        } else {
            self.order.push_back(key);
        }
        *self.under_way.entry(key).or_default() += 1;
        self.length -= 1;
        Some((key, turn))
    }

    /// Marks a turn of this key as computed.
    pub(super) fn finish(&mut self, key: K) {
        if let Some(count) = self.under_way.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.under_way.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: TurnLimits = TurnLimits { waiting: 100, waiting_per_key: 60, under_way_per_key: 2 };

    fn pop_all(queue: &mut TurnQueue<char, u32>) -> Vec<(char, u32)> {
        std::iter::from_fn(|| queue.pop().inspect(|(key, _)| queue.finish(*key))).collect()
    }

    #[test]
    fn keys_are_served_in_rotation() {
        let mut queue = TurnQueue::new(LIMITS);
        assert!((0..60).all(|turn| queue.push('a', turn)));
        assert!(queue.push('b', 0) && queue.push('c', 0) && queue.push('b', 1));
        let served = pop_all(&mut queue);
        assert_eq!(served[..5], [('a', 0), ('b', 0), ('c', 0), ('a', 1), ('b', 1)]);
        assert_eq!(served.len(), 63);
        assert_eq!(served[5..], (2..60).map(|turn| ('a', turn)).collect::<Vec<_>>(), "the oldest first");
        assert!(queue.waiting.is_empty() && queue.order.is_empty() && queue.under_way.is_empty());
    }

    #[test]
    fn a_full_queue_and_a_full_share_accept_no_more_turns() {
        let mut queue = TurnQueue::new(LIMITS);
        assert_eq!((0..70).filter(|turn| queue.push('a', *turn)).count(), 60);
        assert_eq!((0..70).filter(|turn| queue.push('b', *turn)).count(), 40);
        assert!(!queue.push('c', 0));
        assert_eq!(queue.pop(), Some(('a', 0)));
        assert!(queue.push('c', 0));
    }

    #[test]
    fn a_key_cannot_use_all_threads() {
        let mut queue = TurnQueue::new(LIMITS);
        assert!((0..3).all(|turn| queue.push('a', turn)));
        assert_eq!((queue.pop(), queue.pop(), queue.pop()), (Some(('a', 0)), Some(('a', 1)), None));
        assert!(queue.push('b', 0));
        assert_eq!(queue.pop(), Some(('b', 0)));
        queue.finish('a');
        assert_eq!(queue.pop(), Some(('a', 2)));
    }
}
