//! The static evaluation: the sum of pattern values by phase, an offset by the number of empties, and the correction of
//! a network.

use std::sync::Arc;

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::board::geometry::symmetries;
use crate::cpu::classic::evaluation::boards::Boards;
use crate::cpu::classic::evaluation::correction_network::CorrectionNetwork;
use crate::cpu::classic::evaluation::feature_indices::{Adder, OneByOne};
use crate::cpu::classic::evaluation::layout::{Configurations, Layout};
use crate::cpu::classic::evaluation::parity::Parity;
use crate::cpu::classic::evaluation::partial_evaluation::PartialEvaluation;
use crate::cpu::classic::evaluation::parts::PARTS;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::memory::room_in_large_pages;
use crate::rules::Goal;

/// A trained evaluation for one goal. An engine plays for the goal of its evaluation.
pub struct Evaluation {
    pub(super) goal: Goal,
    pub(super) boards: Boards,
    /// Number of values in each phase.
    pub(super) feature_count: usize,
    /// Values of all configurations and the null value by phase, in parts of a disc. Stored twice: for the first player
    /// to move, and for the second. One more value follows, because vectors read two at a time.
    pub(super) values: Box<[i16]>,
    /// Offsets by the number of empties, for each board that has them. A board stands for all its symmetric images.
    pub(super) parities: Vec<(Shape, Parity)>,
    /// Network that corrects the sum, if any.
    pub(super) network: Option<CorrectionNetwork>,
}

impl Evaluation {
    /// Kind of boards for which it has patterns. Other boards get a rougher evaluation.
    #[must_use]
    pub const fn boards(&self) -> Boards {
        self.boards
    }

    /// Placements of its patterns on a board of a shape.
    pub(crate) fn layout(&self, shape: Shape) -> Arc<Layout> {
        let layout = Layout::new(self.boards, shape);
        match self.parities.iter().find(|(of, _)| symmetries(of.0).contains(&shape.0)) {
            Some((_, parity)) => Arc::new(layout.with_parity(parity, shape)),
            None => layout,
        }
    }

    /// Goal of its games.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the same values for games with another goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// Evaluation that considers all positions even.
    #[must_use]
    pub fn blank(boards: Boards) -> Self {
        Self::new(boards, &vec![0; boards.patterns().feature_count() * PHASES])
    }

    /// Creates an evaluation from the values of all configurations and the null value, phase by phase, in [`PARTS`] of
    /// a disc, for the player whose discs are the digits 1.
    pub(crate) fn new(boards: Boards, values: &[i16]) -> Self {
        let feature_count = boards.patterns().feature_count();
        let mut both = room_in_large_pages(PHASES * 2 * feature_count + 1);
        for first in values.chunks_exact(feature_count) {
            both.extend_from_slice(first);
            both.extend(boards.patterns().exchanged().iter().map(|index| first[*index as usize]));
        }
        both.push(0);
        Self {
            goal: Goal::Most,
            boards,
            feature_count,
            values: both.into_boxed_slice(),
            parities: Vec::new(),
            network: None,
        }
    }

    /// Values of all configurations and the null value in a phase, in [`PARTS`] of a disc.
    ///
    /// # Panics
    /// If there is no such phase.
    #[doc(hidden)]
    #[must_use]
    pub fn phase_values(&self, phase: usize) -> &[i16] {
        &self.values(phase, true)[..self.feature_count]
    }

    /// Values of a phase, and the next value.
    #[inline(always)]
    fn values(&self, phase: usize, is_first: bool) -> &[i16] {
        &self.values[(phase * 2 + usize::from(!is_first)) * self.feature_count..][..=self.feature_count]
    }

    /// Returns the same values with another network, or none.
    pub(crate) fn with_network(self, network: Option<CorrectionNetwork>) -> Self {
        Self { network, ..self }
    }

    /// Offsets by the number of empties, for each board that has them.
    #[doc(hidden)]
    #[must_use]
    pub fn parities(&self) -> &[(Shape, Parity)] {
        &self.parities
    }

    /// Returns the evaluation with these offsets by the number of empties, for at most 255 boards.
    #[doc(hidden)]
    #[must_use]
    pub fn with_parities(&self, parities: &[(Shape, Parity)]) -> Self {
        let (values, network) = (self.values.clone(), self.network.clone());
        Self { values, parities: parities.to_vec(), network, ..*self }
    }

    /// Returns the same values without the network.
    #[must_use]
    pub fn without_network(&self) -> Self {
        Self { values: self.values.clone(), parities: self.parities.clone(), network: None, ..*self }
    }

    /// Adds `discs` to every position of each phase, for the player to move; on 8 x 8 rounded to an eighth of a disc.
    ///
    /// A pattern adds a value to every position once for each of its placements, so the offset is divided by their
    /// number and added to all values of one pattern.
    pub(crate) fn with_offsets(&self, discs: &[f64; PHASES]) -> Self {
        let (configurations, placements) = self.boards.patterns().for_offsets();
        let mut values = Vec::with_capacity(self.feature_count * PHASES);
        for (phase, discs) in discs.iter().enumerate() {
            let begin = values.len();
            values.extend_from_slice(self.phase_values(phase));
            let parts = (discs * f64::from(PARTS) / placements as f64).round() as i16;
            for value in &mut values[begin..][configurations.clone()] {
                *value = value.saturating_add(parts);
            }
        }
        let (parities, network) = (self.parities.clone(), self.network.clone());
        Self { goal: self.goal, parities, network, ..Self::new(self.boards, &values) }
    }

    /// Static evaluation: expected final score of the player to move, in discs, without search.
    ///
    /// # Panics
    /// If a square has discs of both players.
    #[must_use]
    pub fn evaluate(&self, board: Bitboards, shape: Shape) -> i32 {
        self.evaluate_on(&self.layout(shape), board)
    }

    /// Like [`Self::evaluate`], for a board on which the patterns are already placed.
    pub(crate) fn evaluate_on(&self, layout: &Layout, board: Bitboards) -> i32 {
        let configurations = Configurations::of(board, layout);
        self.partial_evaluation(layout, &configurations, board.discs().count_ones(), true, OneByOne).score()
    }

    /// Evaluation of a position with known configurations; `is_first` as in
    /// [`Node`](crate::cpu::classic::evaluation::node::Node). `adder` is the processor's way to compute the sums.
    #[inline(always)]
    pub(crate) fn partial_evaluation<A: Adder>(
        &self,
        layout: &Layout,
        configurations: &Configurations,
        discs: u32,
        is_first: bool,
        adder: A,
    ) -> PartialEvaluation<'_, A> {
        let (phase, feature_indices) = (layout.phase(discs), layout.feature_indices(configurations));
        let sum = adder.sum(self.values(phase, is_first), &feature_indices) + layout.offset(discs);
        PartialEvaluation {
            adder,
            network: self.network.as_ref(),
            phase,
            feature_indices,
            is_first,
            sum,
            most: layout.most(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::array;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::board::bitboards::Squares;
    use crate::cpu::classic::evaluation::made_up::{SHAPES, all_built_in, made_up};
    use crate::cpu::classic::evaluation::node::Node;

    #[test]
    fn parity_adds_to_each_number_of_empties_what_it_says() {
        let parity = Parity::from_discs(&array::from_fn(|empties| empties as f64 / 8.0 - 4.0));
        for (goal, shape) in Goal::ALL.into_iter().flat_map(|goal| [Shape::FULL, SHAPES[1]].map(|shape| (goal, shape)))
        {
            let built_in = Evaluation::built_in_for(goal, shape);
            let [plain, changed] = [vec![], vec![(shape, parity)]].map(|parities| built_in.with_parities(&parities));
            let layouts = [&plain, &changed].map(|evaluation| evaluation.layout(shape));
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            for _ in 0..300 {
                let discs = shape.0 & (dice.random::<u64>() | dice.random::<u64>());
                let own = discs & dice.random::<u64>();
                let board = Bitboards { own, other: discs & !own };
                let before = plain.evaluate_on(&layouts[0], board);
                let offset = board.empties(shape).count_ones() as i32 * PARTS / 8 - 4 * PARTS;
                let expected = (f64::from(offset) / f64::from(PARTS)).round() as i32;
                if before.abs() < layouts[0].most() - 8 {
                    let added = changed.evaluate_on(&layouts[1], board) - before;
                    assert!((added - expected).abs() <= 1, "{board:x?}: {added}, not {expected}");
                }
            }
        }
    }

    #[test]
    fn mirrored_positions_are_worth_the_same() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let made_up = Boards::ALL.map(|boards| Arc::new(made_up(boards, 2)));
        let evaluations: Vec<Arc<Evaluation>> = all_built_in().into_iter().chain(made_up).collect();
        for evaluation in evaluations {
            let shapes = match evaluation.boards() {
                Boards::Full => vec![Shape::FULL],
                Boards::Any => SHAPES.into_iter().chain([Shape::FULL]).collect(),
            };
            for shape in shapes {
                let layouts = symmetries(shape.0).map(|image| evaluation.layout(Shape(image)));
                let most = shape.0.count_ones() as i32 - 2;
                let mut different = 0;
                for _ in 0..300 {
                    let discs: u64 = shape.0 & (dice.random::<u64>() | dice.random::<u64>() & dice.random::<u64>());
                    let own = discs & dice.random::<u64>();
                    let board = Bitboards { own, other: discs & !own };
                    let images = board.symmetries().into_iter().zip(&layouts);
                    let scores: Vec<i32> =
                        images.map(|(image, layout)| evaluation.evaluate_on(layout, image)).collect();
                    assert_eq!(scores, [scores[0]; 8], "{board:x?} on {shape:x?}");
                    assert!(scores[0].abs() <= most);
                    different += u32::from(scores[0] != 0 && scores[0].abs() < most);
                }
                assert!(different > 30, "hardly any position on {shape:x?} was worth anything: {different}");
            }
        }
    }

    #[test]
    fn a_position_is_worth_the_same_however_it_came_about() {
        for shape in SHAPES.into_iter().chain([Shape::FULL]) {
            let evaluation = Evaluation::built_in_for(Goal::Most, shape);
            let layout = evaluation.layout(shape);
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            for _ in 0..8 {
                // The usual starting position fits on all of them.
                let mut node = Node::new(Bitboards::START, &layout);
                while !node.board.is_over(shape) {
                    let moves: Vec<usize> = Squares(node.board.legal_moves(shape)).collect();
                    node = if moves.is_empty() {
                        node.passed()
                    } else {
                        let square = moves[dice.random_range(0..moves.len())];
                        node.played(&layout, square, node.board.flips(square))
                    };
                    let discs = node.board.discs().count_ones();
                    let partial =
                        evaluation.partial_evaluation(&layout, &node.configurations, discs, node.is_first, OneByOne);
                    let score = partial.score();
                    assert_eq!(score, evaluation.evaluate(node.board, shape), "{:x?} on {shape:x?}", node.board);
                    for alpha in -64..64 {
                        let bound = partial.bound(alpha);
                        let is_one = if bound > alpha { (alpha + 1..=score).contains(&bound) } else { bound >= score };
                        assert!(is_one, "{bound} for {score}, alpha {alpha}: {:x?} on {shape:x?}", node.board);
                    }
                }
            }
        }
    }

    #[test]
    fn an_offset_is_worth_the_same_to_every_position_of_a_phase() {
        let offsets = array::from_fn(|phase| phase as f64 - 7.0);
        for (goal, shape) in Goal::ALL.into_iter().flat_map(|goal| [Shape::FULL, SHAPES[1]].map(|shape| (goal, shape)))
        {
            let evaluation = Evaluation::built_in_for(goal, shape);
            let changed = evaluation.with_offsets(&offsets);
            assert_eq!((changed.goal(), changed.boards()), (evaluation.goal(), evaluation.boards()));
            let (layout, squares) = (evaluation.layout(shape), Squares(shape.0).collect::<Vec<_>>());
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut seen = [0; PHASES];
            for _ in 0..600 {
                let discs: u64 = (0..dice.random_range(4..=64))
                    .fold(0, |discs, _| discs | 1 << squares[dice.random_range(0..squares.len())]);
                let own = discs & dice.random::<u64>();
                let board = Bitboards { own, other: discs & !own };
                let (before, at) = (evaluation.evaluate_on(&layout, board), layout.phase(discs.count_ones()));
                if before.abs() < layout.most() - 8 {
                    assert_eq!(changed.evaluate_on(&layout, board), before + at as i32 - 7, "{board:x?}");
                    seen[at] += 1;
                }
            }
            assert!(seen.iter().filter(|count| **count > 10).count() > 7, "{seen:?}");
        }
    }

    #[test]
    #[should_panic(expected = "a square has a disc of one player at most")]
    fn an_impossible_position_has_no_value() {
        let _ = Evaluation::blank(Boards::Full).evaluate(Bitboards { own: !0, other: !0 }, Shape::FULL);
    }
}
