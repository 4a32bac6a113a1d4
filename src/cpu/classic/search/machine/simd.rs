//! Vector versions of `board::flips` and `evaluation::feature_indices`.
//!
//! Each type here proves that the processor has the instructions of its functions, since only `detect` creates it. This
//! makes the calls sound. The sums read values at indices, which are first compared with the number of values;
//! everything else in this file is pure arithmetic.
#![expect(
    unsafe_code,
    reason = "calling functions that are compiled for more than the least processor is unsafe, and so is gathering"
)]

use std::arch::x86_64::{
    __m256i, __m512i, _mm_add_epi32, _mm_cvtsi128_si64, _mm_extract_epi32, _mm_loadu_si128, _mm_or_si128,
    _mm_unpackhi_epi64, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_cmpeq_epi32, _mm256_cmpeq_epi64, _mm256_cvtepi8_epi16, _mm256_extracti128_si256,
    _mm256_i32gather_epi32, _mm256_loadu_si256, _mm256_lzcnt_epi64, _mm256_max_epu32, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi32, _mm256_sllv_epi64, _mm256_srai_epi32, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_sub_epi64,
    _mm256_ternarylogic_epi64, _mm512_add_epi32, _mm512_and_si512, _mm512_castsi512_si256, _mm512_cmpge_epu32_mask,
    _mm512_extracti64x4_epi64, _mm512_i32gather_epi32, _mm512_loadu_si512, _mm512_max_epu32, _mm512_reduce_add_epi32,
    _mm512_rolv_epi64, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setr_epi64, _mm512_setzero_si512,
    _mm512_slli_epi32, _mm512_srai_epi32, _mm512_ternarylogic_epi64,
};
use std::array;

use crate::cpu::classic::board::bitboards::Bitboards;
use crate::cpu::classic::board::flips::{BETWEEN, RAYS, STEPS};
use crate::cpu::classic::evaluation::feature_indices::{Adder, FeatureIndices, LANES};
use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::search::machine::Machine;
use crate::cpu::classic::search::processor::Processor;
use crate::cpu::classic::search::state::Search;
use crate::cpu::hidden_layer::{UNITS, Weights};

/// A processor with AVX2 and the bit instructions of its generation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// A processor with AVX-512, including leading-zero counts and ternary logic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx2 {
    pub(crate) fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        is_there.then_some(Self(()))
    }
}

impl Avx512 {
    pub(crate) fn detect() -> Option<Self> {
        let is_there = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        is_there.then_some(Self(()))
    }
}

/// Implements [`Processor`] and [`Machine`] with functions compiled for these features, including flips and moves.
macro_rules! machine {
    ($machine:ident, $features:literal, $flips:ident, $reached:ident, $sum:ident) => {
        impl Adder for $machine {
            #[inline(always)]
            fn sum(self, values: &[i16], indices: &FeatureIndices) -> i32 {
                // SAFETY: `self` proves that the processor has the features.
                unsafe { $sum(values, indices) }
            }

            #[inline(always)]
            fn unit_sums(self, weights: &[Weights], indices: &FeatureIndices) -> [i16; UNITS] {
                // SAFETY: as above.
                unsafe { unit_sums_avx2(weights, indices) }
            }
        }

        impl Processor for $machine {
            #[inline(always)]
            fn flips(self, own: u64, other: u64, square: usize) -> u64 {
                // SAFETY: `self` proves that the processor has the features.
                unsafe { $flips(own, other, square) }
            }

            #[inline(always)]
            fn reached(self, own: u64, other: u64) -> u64 {
                // SAFETY: as above.
                unsafe { $reached(own, other) }
            }
        }

        impl Machine for $machine {
            #[inline(always)]
            fn five_empties(search: &mut Search<'_, '_, Self>, board: Bitboards, odd: u64, alpha: i32) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(search: &mut Search<'_, '_, $machine>, board: Bitboards, odd: u64, alpha: i32) -> i32 {
                    search.five_empties_here(board, odd, alpha)
                }
                // SAFETY: the search holds a `Self`.
                unsafe { compiled(search, board, odd, alpha) }
            }

            #[inline(always)]
            fn six_empties(
                search: &mut Search<'_, '_, Self>,
                board: Bitboards,
                moves: u64,
                odd: u64,
                alpha: i32,
            ) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(
                    search: &mut Search<'_, '_, $machine>,
                    board: Bitboards,
                    moves: u64,
                    odd: u64,
                    alpha: i32,
                ) -> i32 {
                    search.six_empties_here(board, moves, odd, alpha)
                }
                // SAFETY: as above.
                unsafe { compiled(search, board, moves, odd, alpha) }
            }

            #[inline(always)]
            fn fastest_first(
                search: &mut Search<'_, '_, Self>,
                board: Bitboards,
                moves: u64,
                odd: u64,
                alpha: i32,
            ) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(
                    search: &mut Search<'_, '_, $machine>,
                    board: Bitboards,
                    moves: u64,
                    odd: u64,
                    alpha: i32,
                ) -> i32 {
                    search.fastest_first_here(board, moves, odd, alpha)
                }
                // SAFETY: as above.
                unsafe { compiled(search, board, moves, odd, alpha) }
            }

            #[inline(always)]
            fn null_window(search: &mut Search<'_, '_, Self>, node: &Node, depth: u32, alpha: i32) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(search: &mut Search<'_, '_, $machine>, node: &Node, depth: u32, alpha: i32) -> i32 {
                    search.null_window_here(node, depth, alpha)
                }
                // SAFETY: as above.
                unsafe { compiled(search, node, depth, alpha) }
            }

            #[inline(always)]
            fn window(search: &mut Search<'_, '_, Self>, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(
                    search: &mut Search<'_, '_, $machine>,
                    node: &Node,
                    depth: u32,
                    alpha: i32,
                    beta: i32,
                ) -> i32 {
                    search.window_here(node, depth, alpha, beta)
                }
                // SAFETY: as above.
                unsafe { compiled(search, node, depth, alpha, beta) }
            }
        }
    };
}

machine!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt", flips_avx2, reached_avx2, sum_avx2);
machine!(
    Avx512,
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512bw,avx512vl",
    flips_avx512,
    reached_avx512,
    sum_avx512
);

#[inline]
#[target_feature(enable = "avx2")]
fn all(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_avx2(own: u64, other: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let (own, other) = (all(own), all(other));

    let up = lanes(rays.up);
    let end = _mm256_andnot_si256(other, up);
    let first = _mm256_and_si256(end, _mm256_sub_epi64(_mm256_setzero_si256(), end));
    let flank = _mm256_and_si256(first, own);
    let before = _mm256_and_si256(_mm256_add_epi64(flank, all(!0)), up);
    let flips_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(flank, _mm256_setzero_si256()), before);

    // Downwards there is no lowest bit to isolate, so the run is filled step by step.
    let down = lanes(rays.down);
    let step = lanes(STEPS);
    let two_steps = _mm256_add_epi64(step, step);
    let start = all(1 << square);
    let run = _mm256_and_si256(other, down);
    let pairs = _mm256_and_si256(run, _mm256_srlv_epi64(run, step));
    let mut fill = _mm256_and_si256(run, _mm256_srlv_epi64(start, step));
    fill = _mm256_or_si256(fill, _mm256_and_si256(run, _mm256_srlv_epi64(fill, step)));
    fill = _mm256_or_si256(fill, _mm256_and_si256(pairs, _mm256_srlv_epi64(fill, two_steps)));
    fill = _mm256_or_si256(fill, _mm256_and_si256(pairs, _mm256_srlv_epi64(fill, two_steps)));
    let end = _mm256_andnot_si256(fill, _mm256_and_si256(down, _mm256_srlv_epi64(fill, step)));
    let is_open = _mm256_cmpeq_epi64(_mm256_and_si256(end, own), _mm256_setzero_si256());
    let flips_down = _mm256_andnot_si256(is_open, fill);

    union(_mm256_or_si256(flips_up, flips_down))
}

#[inline]
#[target_feature(enable = "avx2")]
fn reached_avx2(own: u64, other: u64) -> u64 {
    let step = lanes(STEPS);
    let two_steps = _mm256_add_epi64(step, step);
    let own = all(own);
    let between = _mm256_and_si256(all(other), lanes(BETWEEN));
    let mut up = _mm256_and_si256(between, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(between, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(between, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(between, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(between, _mm256_sllv_epi64(between, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    union(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)))
}

/// a & b & c, for `ternarylogic`.
const ALL_THREE: i32 = 0x80;
/// a & !b & c.
const FIRST_AND_LAST: i32 = 0x20;
/// a | (b & c).
const OR_BOTH: i32 = 0xF8;

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512bw,avx512vl")]
fn flips_avx512(own: u64, other: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let (own, other) = (all(own), all(other));

    let up = lanes(rays.up);
    let end = _mm256_andnot_si256(other, up);
    let negated = _mm256_sub_epi64(_mm256_setzero_si256(), end);
    let flank = _mm256_ternarylogic_epi64::<ALL_THREE>(end, negated, own);
    let is_open = _mm256_cmpeq_epi64(flank, _mm256_setzero_si256());
    let flips_up = _mm256_ternarylogic_epi64::<FIRST_AND_LAST>(_mm256_add_epi64(flank, all(!0)), is_open, up);

    let down = lanes(rays.down);
    let end = _mm256_andnot_si256(other, down);
    let first = _mm256_srlv_epi64(all(1 << 63), _mm256_lzcnt_epi64(end));
    let flank = _mm256_and_si256(first, own);
    let after = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(flank, flank));
    union(_mm256_ternarylogic_epi64::<OR_BOTH>(flips_up, after, down))
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512bw,avx512vl")]
fn reached_avx512(own: u64, other: u64) -> u64 {
    // Rotations handle both directions of an axis. Bits rotated around the end of the word land on edges, which
    // `between` masks out. The final step is not masked, but starts on squares in `BETWEEN`, from which no step leaves
    // the board.
    let step = _mm512_setr_epi64(1, 8, 9, 7, 63, 56, 55, 57);
    let two_steps = _mm512_setr_epi64(2, 16, 18, 14, 62, 48, 46, 50);
    let [a, b, c, d] = BETWEEN.map(u64::cast_signed);
    let own = _mm512_set1_epi64(own.cast_signed());
    let between = _mm512_and_si512(_mm512_set1_epi64(other.cast_signed()), _mm512_setr_epi64(a, b, c, d, a, b, c, d));
    let mut fill = _mm512_and_si512(between, _mm512_rolv_epi64(own, step));
    fill = _mm512_ternarylogic_epi64::<OR_BOTH>(fill, between, _mm512_rolv_epi64(fill, step));
    let pairs = _mm512_and_si512(between, _mm512_rolv_epi64(between, step));
    fill = _mm512_ternarylogic_epi64::<OR_BOTH>(fill, pairs, _mm512_rolv_epi64(fill, two_steps));
    fill = _mm512_ternarylogic_epi64::<OR_BOTH>(fill, pairs, _mm512_rolv_epi64(fill, two_steps));
    let reached = _mm512_rolv_epi64(fill, step);
    union(_mm256_or_si256(_mm512_castsi512_si256(reached), _mm512_extracti64x4_epi64::<1>(reached)))
}

/// Index of the last value. All gathered indices must be smaller, because each gathered number holds a value and the
/// next one.
#[inline(always)]
fn last_index(values: &[i16]) -> i32 {
    i32::try_from(values.len().saturating_sub(1)).unwrap_or(i32::MAX)
}

#[cold]
fn refuse_indices() -> ! {
    panic!("a place is not before that of the last value")
}

#[inline]
#[target_feature(enable = "avx2")]
fn sum_avx2(values: &[i16], indices: &FeatureIndices) -> i32 {
    let (eights, _) = indices.0.as_chunks::<8>();
    // SAFETY: eight numbers of 32 bits are as large as a vector, and any bits are valid.
    let vectors: [__m256i; LANES / 8] = array::from_fn(|at| unsafe { _mm256_loadu_si256(eights[at].as_ptr().cast()) });
    let most = vectors.into_iter().fold(_mm256_setzero_si256(), |most, indices| _mm256_max_epu32(most, indices));
    let last = _mm256_set1_epi32(last_index(values));
    let is_behind = _mm256_cmpeq_epi32(_mm256_max_epu32(most, last), most);
    if _mm256_movemask_epi8(is_behind) != 0 {
        refuse_indices();
    }
    let mut sum = _mm256_setzero_si256();
    for indices in vectors {
        // SAFETY: each index and the next one are within the values.
        let pairs = unsafe { _mm256_i32gather_epi32::<2>(values.as_ptr().cast(), indices) };
        // The value at the index is the lower half.
        sum = _mm256_add_epi32(sum, _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs)));
    }
    let halves = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let quarters = _mm_add_epi32(halves, _mm_unpackhi_epi64(halves, halves));
    _mm_extract_epi32::<0>(quarters) + _mm_extract_epi32::<1>(quarters)
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512bw,avx512vl")]
fn sum_avx512(values: &[i16], indices: &FeatureIndices) -> i32 {
    let (sixteens, _) = indices.0.as_chunks::<16>();
    // SAFETY: sixteen numbers of 32 bits are as large as a vector, and any bits are valid.
    let vectors: [__m512i; LANES / 16] =
        array::from_fn(|at| unsafe { _mm512_loadu_si512(sixteens[at].as_ptr().cast()) });
    let most = vectors.into_iter().fold(_mm512_setzero_si512(), |most, indices| _mm512_max_epu32(most, indices));
    if _mm512_cmpge_epu32_mask(most, _mm512_set1_epi32(last_index(values))) != 0 {
        refuse_indices();
    }
    let mut sum = _mm512_setzero_si512();
    for indices in vectors {
        // SAFETY: each index and the next one are within the values.
        let pairs = unsafe { _mm512_i32gather_epi32::<2>(indices, values.as_ptr().cast()) };
        // The value at the index is the lower half.
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(pairs)));
    }
    _mm512_reduce_add_epi32(sum)
}

#[inline]
#[target_feature(enable = "avx2")]
fn unit_sums_avx2(weights: &[Weights], indices: &FeatureIndices) -> [i16; UNITS] {
    // Four sums at a time, so that no addition waits for the one before it.
    let mut sums = [_mm256_setzero_si256(); 4];
    for four in indices.0.as_chunks::<4>().0 {
        for (sum, index) in sums.iter_mut().zip(four) {
            // SAFETY: sixteen numbers of 8 bits are as large as the vector, and any bits are valid.
            let weights = unsafe { _mm_loadu_si128(weights[*index as usize].as_ptr().cast()) };
            *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(weights));
        }
    }
    let sum = _mm256_add_epi16(_mm256_add_epi16(sums[0], sums[1]), _mm256_add_epi16(sums[2], sums[3]));
    let mut unit_sums = [0; UNITS];
    // SAFETY: sixteen numbers of 16 bits are as large as the vector.
    unsafe { _mm256_storeu_si256(unit_sums.as_mut_ptr().cast(), sum) };
    unit_sums
}
