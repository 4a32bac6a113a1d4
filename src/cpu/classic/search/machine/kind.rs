//! The kinds of processors for which the search is compiled, and the choice among them.

#[cfg(target_arch = "x86_64")]
use crate::cpu::classic::search::machine::simd;
use crate::cpu::classic::search::machine::{Machine, Portable};

/// A task to run on some machine.
pub(crate) trait Task {
    type Output;

    fn run(self, machine: impl Machine) -> Self::Output;
}

/// Kinds of processors for which the search is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineKind {
    /// Any processor.
    Portable,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl MachineKind {
    /// All kinds compiled into this program, the fastest first.
    pub const ALL: &[Self] = &[
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        Self::Portable,
    ];

    /// Display name: the manufacturers' name of the vector instructions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "AVX-512",
        }
    }

    /// Runs a task on a processor of this kind; `None` if it is not available.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(clippy::unnecessary_wraps, reason = "elsewhere there is nothing but what every processor is")
    )]
    pub(crate) fn run<T: Task>(self, task: T) -> Option<T::Output> {
        match self {
            Self::Portable => Some(task.run(Portable)),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => simd::Avx2::detect().map(|machine| task.run(machine)),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => simd::Avx512::detect().map(|machine| task.run(machine)),
        }
    }

    /// Returns whether this processor is of this kind.
    #[must_use]
    pub fn is_available(self) -> bool {
        struct Nothing;
        impl Task for Nothing {
            type Output = ();
            fn run(self, _: impl Machine) {}
        }
        self.run(Nothing).is_some()
    }

    /// Fastest kind that is available.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.iter().copied().find(|kind| kind.is_available()).unwrap_or(Self::Portable)
    }
}

#[cfg(test)]
mod tests {
    use std::array;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::evaluation::feature_indices::{FeatureIndices, LANES};
    use crate::cpu::hidden_layer::{UNITS, Weights};

    /// Flips on each empty square, and the reached squares, of each position.
    struct Answers<'a>(&'a [(u64, u64)]);

    impl Task for Answers<'_> {
        type Output = Vec<u64>;

        fn run(self, machine: impl Machine) -> Vec<u64> {
            let answers = self.0.iter().flat_map(|(own, other)| {
                let squares = (0..64).filter(move |square| (own | other) >> square & 1 == 0);
                let flips = squares.map(move |square| machine.flips(*own, *other, square));
                flips.chain([machine.reached(*own, *other)])
            });
            answers.collect()
        }
    }

    /// Test words: rows with each pattern of eight, columns, borders, runs that end at a corner, and random ones.
    fn words() -> Vec<u64> {
        let column = 0x0101_0101_0101_0101_u64;
        let fixed = [0, !0, 0xFF, 0xFF << 56, column, column << 7, 0x8142_2418_1824_4281, 0x007E_7E7E_7E7E_7E00];
        let rows = (0..=u8::MAX).map(|row| u64::from(row) * column);
        let columns = (0..64).map(|low| !0 << low);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let random = std::iter::repeat_with(|| dice.next_u64()).take(200).collect::<Vec<_>>();
        fixed.into_iter().chain(rows).chain(columns).chain(random).collect()
    }

    #[test]
    fn every_machine_flips_and_reaches_the_same() {
        let words = words();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut positions = Vec::new();
        for word in &words {
            let (mask, sparse) = (dice.next_u64(), dice.next_u64() & dice.next_u64() & dice.next_u64());
            // Positions with all but a few squares taken, and with only a few taken.
            for (own, other) in [(*word, !word), (*word & mask, !word), (*word & sparse, !word), (*word, !word & mask)]
            {
                positions.extend([(own & !sparse, other & !sparse), (own, other), (other, own)]);
            }
        }
        let expected = MachineKind::Portable.run(Answers(&positions)).expect("every processor is one");
        for kind in MachineKind::ALL {
            if let Some(answers) = kind.run(Answers(&positions)) {
                assert!(answers == expected, "{kind:?} differs");
            }
        }
    }

    /// Sums of the values at these indices.
    struct Sums<'a>(&'a [i16], &'a [FeatureIndices]);

    impl Task for Sums<'_> {
        type Output = Vec<i32>;

        fn run(self, machine: impl Machine) -> Vec<i32> {
            self.1.iter().map(|indices| machine.sum(self.0, indices)).collect()
        }
    }

    #[test]
    fn every_machine_adds_up_the_same() {
        const LAST: u32 = 400_000;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(3);
        let values: Vec<i16> = (0..=LAST).map(|_| dice.random()).chain([i16::MIN, i16::MAX]).collect();
        let at_random = std::iter::repeat_with(|| FeatureIndices(array::from_fn(|_| dice.random_range(0..=LAST + 1))));
        let ends = [0, LAST + 1].map(|index| FeatureIndices([index; LANES]));
        let indices: Vec<FeatureIndices> = at_random.take(500).chain(ends).collect();
        let expected: Vec<i32> = indices
            .iter()
            .map(|indices| indices.0.map(|index| i32::from(values[index as usize])).iter().sum())
            .collect();
        for kind in MachineKind::ALL {
            if let Some(sums) = kind.run(Sums(&values, &indices)) {
                assert!(sums == expected, "{kind:?} differs");
            }
        }
    }

    /// Sums of the weights at these indices.
    struct UnitSums<'a>(&'a [Weights], &'a [FeatureIndices]);

    impl Task for UnitSums<'_> {
        type Output = Vec<[i16; UNITS]>;

        fn run(self, machine: impl Machine) -> Self::Output {
            self.1.iter().map(|indices| machine.unit_sums(self.0, indices)).collect()
        }
    }

    #[test]
    fn every_machine_adds_up_the_same_for_each_unit() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(4);
        let weights: Vec<Weights> =
            (0..1000).map(|_| dice.random()).chain([[i8::MIN; UNITS], [i8::MAX; UNITS]]).collect();
        let at_random = std::iter::repeat_with(|| FeatureIndices(array::from_fn(|_| dice.random_range(0..1002))));
        let indices: Vec<FeatureIndices> =
            at_random.take(500).chain([1000, 1001].map(|index| FeatureIndices([index; LANES]))).collect();
        let sum = |indices: &FeatureIndices, unit: usize| -> i16 {
            indices.0.iter().map(|index| i16::from(weights[*index as usize][unit])).sum()
        };
        let expected: Vec<_> = indices.iter().map(|indices| array::from_fn(|unit| sum(indices, unit))).collect();
        for kind in MachineKind::ALL {
            if let Some(sums) = kind.run(UnitSums(&weights, &indices)) {
                assert!(sums == expected, "{kind:?} differs");
            }
        }
    }

    #[test]
    fn no_machine_reads_behind_the_values() {
        let values = [1; 100];
        for index in [99, 100, 1 << 30, 1 << 31, u32::MAX] {
            for lane in [0, 7, 8, LANES - 1] {
                let indices = [FeatureIndices(array::from_fn(|at| if at == lane { index } else { 0 }))];
                for kind in MachineKind::ALL.iter().filter(|kind| kind.is_available()) {
                    let sums = std::panic::catch_unwind(|| kind.run(Sums(&values, &indices)));
                    assert!(sums.is_err(), "{kind:?}: {index} in lane {lane}");
                    let of_units = std::panic::catch_unwind(|| kind.run(UnitSums(&[[1; UNITS]; 99], &indices)));
                    assert!(of_units.is_err(), "{kind:?}: {index} in lane {lane}, of units");
                }
            }
        }
    }

    #[test]
    fn the_best_machine_is_the_first_that_runs() {
        struct Nothing;
        impl Task for Nothing {
            type Output = ();
            fn run(self, _: impl Machine) {}
        }
        let best = MachineKind::best();
        assert!(best.run(Nothing).is_some());
        assert!(MachineKind::ALL.iter().take_while(|kind| **kind != best).all(|kind| kind.run(Nothing).is_none()));
        assert_eq!(MachineKind::ALL.last(), Some(&MachineKind::Portable));
    }
}
