//! Tree search policy with random playouts from the leaves.
//!
//! Descends by UCT, blended with all-moves-as-first values (RAVE) while a move has few visits. Random moves prefer
//! squares with a higher mean payoff for their player in this search (MAST).

use rand::Rng;

use crate::cpu::playouts::guide::{End, Guide, Node, Visit};
use crate::cpu::playouts::square_worth::SquareWorth;
use crate::cpu::playouts::stakes::Stakes;
use crate::rules::{ByPlayer, FastPosition, Player, SquareSet};

/// Weight of exploring moves with few visits.
const EXPLORATION: f32 = 0.2;
/// Number of visits from which a move's own mean counts more than its RAVE mean.
const LATER_WEIGHT: f32 = 100.0;

pub(super) struct ByPlayouts<'a> {
    stakes: Stakes<'a>,
    square_worth: SquareWorth,
}

impl<'a> ByPlayouts<'a> {
    pub(super) fn new(stakes: Stakes<'a>) -> Self {
        Self { stakes, square_worth: SquareWorth::new() }
    }
}

impl Guide for ByPlayouts<'_> {
    const VISITS_TO_EXPAND: u32 = 2;

    fn stakes(&self) -> &Stakes<'_> {
        &self.stakes
    }

    fn expand(&mut self, _: &FastPosition, _: Player, _: SquareSet, _: &mut [Node], _: &mut impl Rng) {}

    /// UCT: mean value plus an exploration bonus that shrinks with each visit.
    fn promise(&self, before: &Node, _children: &[Node]) -> impl Fn(&Node) -> f32 {
        let exploration = EXPLORATION * log2(before.visits + 1).sqrt();
        move |after| mean_worth(after) + exploration / (after.visits as f32 + 1.0).sqrt()
    }

    fn mean(&self, after: &Node) -> f32 {
        mean_worth(after)
    }

    fn judge(&mut self, visit: &mut Visit, rng: &mut impl Rng) -> End {
        let rank = |player, square| self.square_worth.of(player, square);
        while let Some((player, square)) = visit.position.play_better_of_two(rng, rank) {
            visit.played[player].insert(square);
        }
        self.end(&visit.position.counts())
    }

    fn end(&self, counts: &ByPlayer<u16>) -> End {
        End { worth: self.stakes.worth(counts), told: self.stakes.told(counts) }
    }

    /// Adds a visit to the RAVE statistics of its later moves, and to the statistics of squares.
    fn learn(&mut self, nodes: &mut [Node], visit: &Visit, end: &End) {
        for index in &visit.path {
            let Some(mover) = nodes[*index].mover else { continue };
            let children = nodes[*index].children();
            for after in &mut nodes[children] {
                if visit.played[mover].contains(after.square) {
                    after.later_visits += 1;
                    after.later_worth += f64::from(end.worth[mover]);
                }
            }
        }
        for player in Player::ALL {
            for square in visit.played[player] {
                self.square_worth.learn(player, square, end.worth[player]);
            }
        }
    }
}

/// Mean value of a move for the player who makes it; the maximum while nothing is known.
fn mean_worth(node: &Node) -> f32 {
    let mean = |sum: f64, count: u32| (sum / f64::from(count)) as f32;
    match (node.visits, node.later_visits) {
        (0, 0) => 1.0,
        (0, later) => mean(node.later_worth, later),
        (visits, 0) => mean(node.worth, visits),
        (visits, later) => {
            let (now, then) = (visits as f32, later as f32);
            let share = then / (then + now + then * now / LATER_WEIGHT);
            (1.0 - share) * mean(node.worth, visits) + share * mean(node.later_worth, later)
        }
    }
}

/// Base-2 logarithm of a positive number, linear between the powers of two. The library's logarithm may differ in the
/// last bit from machine to machine.
fn log2(number: u32) -> f32 {
    let exponent = number.ilog2();
    exponent as f32 + (number as f32 / (1_u64 << exponent) as f32 - 1.0)
}
