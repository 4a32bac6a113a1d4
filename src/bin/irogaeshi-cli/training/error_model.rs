//! Differences between shallow and deep searches, and a formula for them.

use irogaeshi::cpu::training::PHASES;
use std::collections::BTreeMap;
use std::fmt;

/// Difference between a deep and a shallow search of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Difference {
    /// Phase of the game of the position.
    pub(crate) phase: usize,
    /// Depths of the two searches in plies.
    pub(crate) deep: u32,
    pub(crate) shallow: u32,
    /// Score of the deep search less that of the shallow one, in discs.
    pub(crate) discs: f64,
}

/// Statistics of a pair of depths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measurement {
    pub(crate) deep: u32,
    pub(crate) shallow: u32,
    pub(crate) positions: u32,
    pub(crate) mean: f64,
    /// Root mean square of the differences. Not reduced by the mean, since the search takes the mean to be zero.
    pub(crate) deviation: f64,
}

impl Measurement {
    /// Statistics of each pair of depths, in order.
    pub(crate) fn measure(differences: impl IntoIterator<Item = Difference>) -> Vec<Self> {
        let mut sums: BTreeMap<(u32, u32), (u32, f64, f64)> = BTreeMap::new();
        for Difference { deep, shallow, discs, .. } in differences {
            let (positions, sum, squares) = sums.entry((deep, shallow)).or_default();
            *positions += 1;
            *sum += discs;
            *squares += discs.powi(2);
        }
        let measurement = |((deep, shallow), (positions, sum, squares)): ((u32, u32), (u32, f64, f64))| {
            let count = f64::from(positions);
            Self { deep, shallow, positions, mean: sum / count, deviation: (squares / count).sqrt() }
        };
        sums.into_iter().map(measurement).collect()
    }
}

/// The formula `factor * (deep - shallow)^distance * (shallow + 1)^depth`, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ErrorModel {
    factor: f64,
    distance: f64,
    depth: f64,
}

/// Rounds of fitting the phases and the model in turn. Each depends on the other; they hardly change after this many.
const ROUNDS: usize = 4;

/// A model of the errors in all phases of the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PhasedModel {
    pub(crate) model: ErrorModel,
    /// Factor on the model's errors by phase; `None` if too little was measured.
    pub(crate) phases: [Option<f64>; PHASES],
}

impl PhasedModel {
    /// Fits the model to errors divided by the phases' factors, and the factors to the model, in turn. `None` as in
    /// [`ErrorModel::fit`].
    pub(crate) fn fit(differences: &[Difference]) -> Option<Self> {
        let mut fitted = Self { model: ErrorModel { factor: 1.0, distance: 0.0, depth: 0.0 }, phases: [None; PHASES] };
        for _ in 0..ROUNDS {
            let alike = differences.iter().map(|difference| {
                let share: f64 = fitted.phases[difference.phase].unwrap_or(1.0);
                Difference { discs: difference.discs / share, ..*difference }
            });
            let model = ErrorModel::fit(&Measurement::measure(alike))?;
            let mut sums = [(0_u32, 0.0); PHASES];
            for Difference { phase, deep, shallow, discs } in differences {
                let (count, squares) = &mut sums[*phase];
                *count += 1;
                *squares += (discs / model.deviation(*deep, *shallow)).powi(2);
            }
            let phases =
                sums.map(|(count, squares)| (count >= MIN_POSITIONS).then(|| (squares / f64::from(count)).sqrt()));
            fitted = Self { model, phases };
        }
        Some(fitted)
    }
}

/// Minimum number of positions, since fewer do not determine a deviation well enough.
const MIN_POSITIONS: u32 = 20;

impl ErrorModel {
    /// Fits the logarithms of the deviations by least squares, weighted by the number of positions. `None` if too few
    /// pairs of depths were measured to determine the three parameters.
    pub(crate) fn fit(measured: &[Measurement]) -> Option<Self> {
        let mut equations = [[0.0; 4]; 3];
        for pair in measured.iter().filter(|pair| pair.positions >= MIN_POSITIONS && pair.deviation > 0.0) {
            let [distance, depth] = logarithms(pair.deep, pair.shallow);
            let terms = [1.0, distance, depth, pair.deviation.ln()];
            for (equation, own) in equations.iter_mut().zip(terms) {
                for (sum, other) in equation.iter_mut().zip(terms) {
                    *sum += f64::from(pair.positions) * own * other;
                }
            }
        }
        let [factor, distance, depth] = solve(equations)?;
        Some(Self { factor: factor.exp(), distance, depth })
    }

    /// The model's deviation for two depths.
    pub(crate) fn deviation(&self, deep: u32, shallow: u32) -> f64 {
        let [distance, depth] = logarithms(deep, shallow);
        self.factor * (self.distance * distance + self.depth * depth).exp()
    }
}

/// Written in the form of the search's code.
impl fmt::Display for ErrorModel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { factor, distance, depth } = self;
        let [distance, depth] = [distance, depth].map(|exponent| (exponent * 256.0).round());
        write!(formatter, "{factor:.2} * (deep - shallow)^({distance}/256) * (shallow + 1)^({depth}/256)")
    }
}

fn logarithms(deep: u32, shallow: u32) -> [f64; 2] {
    [f64::from(deep - shallow).ln(), f64::from(shallow + 1).ln()]
}

/// Solves three linear equations by elimination; `None` if they do not determine the unknowns.
fn solve(mut equations: [[f64; 4]; 3]) -> Option<[f64; 3]> {
    let largest =
        equations.iter().flat_map(|equation| &equation[..3]).fold(0.0, |most: f64, term| most.max(term.abs()));
    for column in 0..3 {
        let pivot = (column..3).max_by(|a, b| equations[*a][column].abs().total_cmp(&equations[*b][column].abs()))?;
        equations.swap(column, pivot);
        let row = equations[column];
        if row[column].abs() <= 1e-9 * largest {
            return None;
        }
        for equation in equations.iter_mut().skip(column + 1) {
            let factor = equation[column] / row[column];
            for (term, own) in equation.iter_mut().zip(row) {
                *term -= factor * own;
            }
        }
    }
    let mut solution = [0.0; 3];
    for row in (0..3).rev() {
        let known: f64 = (row + 1..3).map(|column| equations[row][column] * solution[column]).sum();
        solution[row] = (equations[row][3] - known) / equations[row][row];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deviation(deep: u32, shallow: u32, deviation: f64) -> Measurement {
        Measurement { deep, shallow, positions: 100, mean: 0.0, deviation }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn a_known_model_is_found() {
        let known = ErrorModel { factor: 6.7, distance: 0.3, depth: -0.45 };
        let pairs = (2..12).flat_map(|deep| (0..deep).map(move |shallow| (deep, shallow)));
        let mut deviations: Vec<Measurement> =
            pairs.map(|(deep, shallow)| deviation(deep, shallow, known.deviation(deep, shallow))).collect();
        // Has too few positions to count, so its value must not matter.
        deviations.push(Measurement { positions: MIN_POSITIONS - 1, ..deviation(20, 1, 1000.0) });
        let found = ErrorModel::fit(&deviations).expect("is reported");
        assert!(near(found.factor, 6.7) && near(found.distance, 0.3) && near(found.depth, -0.45), "{found:?}");
        assert!(near(known.deviation(8, 3), 6.7 * 5.0_f64.powf(0.3) * 4.0_f64.powf(-0.45)));
        assert_eq!(found.to_string(), "6.70 * (deep - shallow)^(77/256) * (shallow + 1)^(-115/256)");
    }

    #[test]
    fn pairs_of_more_positions_weigh_more() {
        let [few, many] = [MIN_POSITIONS, 100 * MIN_POSITIONS].map(|positions| {
            let odd = Measurement { positions, ..deviation(4, 2, 9.0) };
            let others = [(6, 2), (8, 4), (8, 2), (10, 4)].map(|(deep, shallow)| deviation(deep, shallow, 3.0));
            ErrorModel::fit(&[&others[..], &[odd]].concat()).expect("is reported").deviation(4, 2)
        });
        assert!(few < many && many < 9.0 + 1e-6, "{few}, {many}");
    }

    #[test]
    fn too_few_pairs_tell_nothing() {
        assert_eq!(ErrorModel::fit(&[]), None);
        assert_eq!(ErrorModel::fit(&[deviation(4, 2, 3.0), deviation(6, 2, 3.5)]), None);
        // The distance is the same everywhere, so nothing is known about others.
        assert_eq!(ErrorModel::fit(&[3, 4, 5, 6].map(|deep| deviation(deep, deep - 2, 3.0))), None);
    }

    #[test]
    fn differences_are_measured_by_pairs_of_depths() {
        let difference = |deep, discs| Difference { phase: 0, deep, shallow: 1, discs };
        let measured = Measurement::measure([difference(3, 3.0), difference(5, 2.0), difference(3, -1.0)]);
        let of_three = Measurement { deep: 3, shallow: 1, positions: 2, mean: 1.0, deviation: 5.0_f64.sqrt() };
        assert_eq!(measured, [of_three, Measurement { positions: 1, mean: 2.0, ..deviation(5, 1, 2.0) }]);
    }

    #[test]
    fn a_phase_that_errs_twice_as_much_is_found() {
        let known = ErrorModel { factor: 2.0, distance: 0.25, depth: -0.5 };
        // Late in the game only deep searches err. The effect of the depth must not be attributed to the phase.
        let pairs = (2..12).flat_map(|deep| (0..deep).map(move |shallow| (deep, shallow)));
        let differences: Vec<Difference> = pairs
            .flat_map(|(deep, shallow)| {
                let difference = move |phase, share| {
                    let discs = share * known.deviation(deep, shallow);
                    std::iter::repeat_n(Difference { phase, deep, shallow, discs }, MIN_POSITIONS as usize)
                };
                difference(3, 1.0).chain(difference(9, 2.0).take(if deep > 6 { MIN_POSITIONS as usize } else { 0 }))
            })
            .collect();
        let PhasedModel { model, phases } = PhasedModel::fit(&differences).expect("is reported");
        let [early, late] = [3, 9].map(|phase: usize| phases[phase].expect("was measured"));
        assert!((late / early - 2.0).abs() < 0.01, "{early} and {late}");
        assert!((early * model.deviation(8, 4) - known.deviation(8, 4)).abs() < 0.01, "{model:?}");
        assert_eq!(phases.iter().flatten().count(), 2);
    }
}
