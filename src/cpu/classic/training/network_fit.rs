//! Fits a network that corrects an evaluation to the scores of positions.

use std::array;
use std::collections::HashMap;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cpu::classic::board::bitboards::Shape;
use crate::cpu::classic::evaluation::correction_network::{CorrectionLayer, CorrectionNetwork};
use crate::cpu::classic::evaluation::layout::{Configurations, Layout};
use crate::cpu::classic::evaluation::parts::PARTS;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::memory::fetch_soon;
use crate::cpu::classic::training::sample::Sample;
use crate::cpu::hidden_layer::{UNITS, Units, Weights, step};

/// Unit of errors and outputs during the fit, in discs, so that weights and steps have usual magnitudes.
const DISCS: f32 = 10.0;

/// Maximum of an error, so that inexplicable positions do not dominate.
const MAX_ERROR: f32 = 2.0;

/// Initial sums of squared gradients, of weights and of outputs, so that the first steps are not too long.
const FIRST_SQUARES: [f32; 2] = [0.2, 0.1];

/// Value of one integer step of a weight, in parts of a disc, as root mean square over all phases.
const STEP_PARTS: f32 = 3.0;

/// Weights of a configuration, and the sums of their squared gradients.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row {
    weights: [f32; UNITS],
    squares: [f32; UNITS],
}

/// Fits a network by stochastic gradient descent with AdaGrad: after each position, every weight takes a step against
/// its gradient, the shorter the larger its past gradients (Duchi, Hazan and Singer, Adaptive subgradient methods, JMLR
/// 12, 2011, section 1.1).
///
/// The values of the evaluation are fixed; the network learns their residuals.
pub struct NetworkFit {
    evaluation: Arc<Evaluation>,
    layouts: HashMap<Shape, Arc<Layout>>,
    /// Representative of each configuration, whose weights it shares.
    representatives: &'static [u32],
    rows: Vec<Row>,
    outputs: [CorrectionLayer; PHASES],
    squares: [CorrectionLayer; PHASES],
    /// Integer steps in a weight of 1, for each unit; set once the weights are rounded and frozen.
    scales: Option<[f32; UNITS]>,
}

impl NetworkFit {
    /// An untrained network for an evaluation with fixed values.
    #[must_use]
    pub fn new(evaluation: &Evaluation, seed: u64) -> Self {
        let representatives = evaluation.boards().patterns().representatives();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let [row, outputs] = FIRST_SQUARES;
        // The constant effect of the biases is learnt first, by all weights. An initial offset to cancel it made the
        // network learn less in the end.
        let unlearnt = CorrectionLayer { units: Units::unlearnt(&mut rng), offset: 0.0 };
        Self {
            evaluation: Arc::new(evaluation.without_network()),
            layouts: HashMap::new(),
            rows: vec![Row { weights: [0.0; UNITS], squares: [row; UNITS] }; representatives.len()],
            representatives,
            outputs: [unlearnt; PHASES],
            squares: [CorrectionLayer { units: Units::all(outputs), offset: outputs }; PHASES],
            scales: None,
        }
    }

    /// Takes a gradient step for a position; `rate` is the length of the first steps, as a fraction of a weight.
    pub fn learn(&mut self, sample: &Sample, rate: f32) {
        let Self { evaluation, layouts, representatives, rows, outputs, squares, scales } = self;
        let layout = layouts.entry(sample.shape).or_insert_with(|| evaluation.layout(sample.shape));
        let (phase, indices) = (sample.phase(), layout.feature_indices(&Configurations::of(sample.board, layout)));
        let null_index = representatives.len() - 1;
        let indices = indices.0.map(|index| representatives[index as usize] as usize);
        for index in indices {
            fetch_soon(&rows[index].weights);
            fetch_soon(&rows[index].squares);
        }
        let parts: i32 = indices.iter().map(|index| i32::from(evaluation.phase_values(phase)[*index])).sum();
        let mut sums = [0.0; UNITS];
        for index in indices {
            for (sum, weight) in sums.iter_mut().zip(&rows[index].weights) {
                *sum += weight;
            }
        }
        let (outputs, squares) = (&mut outputs[phase], &mut squares[phase]);
        let parts = parts + layout.offset(sample.board.discs().count_ones());
        let missed = f32::from(sample.score) - parts as f32 / PARTS as f32;
        let error = (outputs.output(&sums) - missed / DISCS).clamp(-MAX_ERROR, MAX_ERROR);
        let gradients = outputs.units.learn(&mut squares.units, &sums, error, rate);
        step(&mut outputs.offset, &mut squares.offset, error, rate);
        if scales.is_some() {
            return;
        }
        for row in indices.into_iter().filter(|index| *index != null_index) {
            let Row { weights, squares } = &mut rows[row];
            for unit in 0..UNITS {
                step(&mut weights[unit], &mut squares[unit], gradients[unit], rate);
            }
        }
    }

    /// Rounds the weights as in a file. From then on only the outputs learn, to compensate for the common effect of
    /// rounding on the positions of a phase.
    pub fn round_weights(&mut self) {
        let scales = self.scales_of_steps();
        for row in &mut self.rows {
            row.weights = array::from_fn(|unit| f32::from(steps(row.weights[unit], scales[unit])) / scales[unit]);
        }
        self.scales = Some(scales);
    }

    /// Integer steps in a weight of 1, for each unit.
    ///
    /// A unit with larger weights and smaller outputs is equivalent. The scales are chosen so that a step has the same
    /// effect for each unit.
    fn scales_of_steps(&self) -> [f32; UNITS] {
        array::from_fn(|unit| {
            let squares = self.outputs.iter().map(|of| of.units.above[unit].powi(2) + of.units.below[unit].powi(2));
            (squares.sum::<f32>() / (2 * PHASES) as f32).sqrt() * DISCS * PARTS as f32 / STEP_PARTS
        })
    }

    /// Evaluation with the learnt network, with weights rounded as in a file.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        let unit_scales = self.scales.unwrap_or_else(|| self.scales_of_steps());
        let rows = self.representatives.iter().map(|row| &self.rows[*row as usize].weights);
        let weights: Vec<Weights> =
            rows.map(|row| array::from_fn(|unit| steps(row[unit], unit_scales[unit]))).collect();
        let parts = DISCS * PARTS as f32;
        let outputs = array::from_fn(|phase| {
            let CorrectionLayer { units: Units { biases, above, below }, offset } = self.outputs[phase];
            // Phases without samples get no correction.
            let is_learnt = self.squares[phase].offset > FIRST_SQUARES[1];
            let scaled = |numbers: [f32; UNITS]| {
                array::from_fn(|unit| if is_learnt { numbers[unit] * parts / unit_scales[unit] } else { 0.0 })
            };
            let biases = array::from_fn(|unit| biases[unit] * unit_scales[unit]);
            CorrectionLayer {
                units: Units { biases, above: scaled(above), below: scaled(below) },
                offset: if is_learnt { offset * parts } else { 0.0 },
            }
        });
        let network = CorrectionNetwork::new(self.evaluation.boards().patterns(), &weights, &outputs);
        self.evaluation.without_network().with_network(Some(network))
    }
}

/// Rounds a weight to integer steps.
fn steps(weight: f32, scale: f32) -> i8 {
    (weight * scale).round() as i8
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::cpu::classic::board::bitboards::Bitboards;
    use crate::cpu::classic::evaluation::boards::Boards;
    use crate::cpu::classic::training::fit::{Detail, Fit, assembled};

    /// Full boards with random discs in the corners and in the centre. The score tells whether the same player leads in
    /// both, so the value of a corner depends on discs that no pattern sees together.
    fn samples(count: usize, seed: u64) -> Vec<Sample> {
        const SETS: [u64; 2] = [0x8100_0000_0000_0081, 0x0000_0018_1800_0000];
        const OTHERS: u64 = 0xAA55_AA55_AA55_AA55 & !(SETS[0] | SETS[1]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let sample = |_| {
            let own = OTHERS | rng.random::<u64>() & (SETS[0] | SETS[1]);
            let lead = |set: u64| (own & set).count_ones() as i8 - 2;
            let score = 5 * SETS.map(lead).into_iter().map(i8::signum).product::<i8>();
            Sample { board: Bitboards { own, other: !own }, shape: Shape::FULL, score }
        };
        (0..count).map(sample).collect()
    }

    fn mean_error(evaluation: &Evaluation, samples: &[Sample]) -> f64 {
        let miss = |sample: &Sample| (evaluation.evaluate(sample.board, sample.shape) - i32::from(sample.score)).abs();
        samples.iter().map(miss).map(f64::from).sum::<f64>() / samples.len() as f64
    }

    fn learnt(evaluation: &Evaluation, samples: &[Sample], seed: u64) -> Evaluation {
        let mut fit = NetworkFit::new(evaluation, seed);
        for sample in samples {
            fit.learn(sample, 0.02);
        }
        fit.round_weights();
        for sample in samples {
            fit.learn(sample, 0.005);
        }
        fit.evaluation()
    }

    #[test]
    fn a_network_learns_what_no_sum_can_say() {
        let fresh = samples(500, 2);
        let mut fit = Fit::new(&Evaluation::blank(Boards::Full), PHASES - 1, &samples(4000, 3), &[], Detail::FULL);
        fit.run(10, |_, _| {});
        let values = assembled(Boards::Full, &vec![fit.values(); PHASES]);
        let network = learnt(&values, &samples(30_000, 1), 0);
        let [null_index, before, after] =
            [Evaluation::blank(Boards::Full), values, network].map(|evaluation| mean_error(&evaluation, &fresh));
        assert!(before > 0.7 * null_index && after < 0.5 * before, "{null_index}, {before}, {after}");
    }

    #[test]
    fn the_same_seed_and_positions_give_the_same_network() {
        let evaluation = Evaluation::built_in();
        let samples = samples(200, 3);
        let file = |seed| learnt(&evaluation, &samples, seed).to_file();
        assert!(file(1) == file(1) && file(1) != file(2));
    }

    #[test]
    fn an_untrained_network_corrects_nothing() {
        for boards in Boards::ALL {
            let evaluation = Evaluation::built_in_on(crate::rules::Goal::Most, boards);
            let (plain, corrected) = (evaluation.without_network(), learnt(&evaluation, &[], 0));
            for Sample { board, shape, .. } in samples(200, 4) {
                assert_eq!(corrected.evaluate(board, shape), plain.evaluate(board, shape), "{board:x?}");
            }
        }
    }
}
