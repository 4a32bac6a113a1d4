//! Multi-ProbCut: where a shallow search says that a deep one will most likely end outside the window, the deep one is
//! spared (Buro, Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello, 1997).

use std::sync::LazyLock;

use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::search::machine::Machine;
use crate::cpu::classic::search::state::Search;
use crate::cpu::classic::search::table::{Found, Key, NO_MOVE};

/// How many standard deviations the shallow score must lie outside the window, by certainty; at the last nothing is
/// spared.
const DEVIATIONS: [f32; 5] = [0.8, 1.5, 2.0, 2.6, 3.3];

/// The certainty at which nothing is spared.
pub(crate) const CERTAIN: u8 = DEVIATIONS.len() as u8;

/// A glance may lie this many standard deviations of it on the wrong side of what a shallow search must reach.
const HOPE: f32 = 0.6;

/// From this depth on it is worth a shallow search.
const FROM: u32 = 3;

const DEPTHS: usize = 64;

/// The standard deviation of the difference of a deep and a shallow search, in discs, by their depths.
type Errors = [[f32; DEPTHS]; DEPTHS];

/// In the middle of the game, and where the deep search is to the end of the game.
static ERRORS: LazyLock<Box<[Errors; 2]>> = LazyLock::new(|| {
    let mut errors = Box::new([[[0.0; DEPTHS]; DEPTHS]; 2]);
    for deep in 1..DEPTHS {
        for shallow in 0..deep {
            let [midgame, end] = errors.as_mut();
            midgame[deep][shallow] = MIDGAME.error(deep, shallow);
            end[deep][shallow] = END.error(deep, shallow);
        }
    }
    errors
});

/// How deep the shallow search is: about half as deep, with the same player to move at the end.
const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

/// A model of the errors: `scale * (deep - shallow)^distance * (shallow + 1)^shallow`.
struct Model {
    scale: f32,
    distance: f32,
    shallow: f32,
}

/// Measured by `irogaeshi-cli train probcut`.
const MIDGAME: Model = Model { scale: 3.19, distance: 0.233, shallow: -0.256 };
const END: Model = Model { scale: 5.49, distance: 0.105, shallow: -0.204 };

impl Model {
    fn error(&self, deep: usize, shallow: usize) -> f32 {
        let (distance, shallow) = ((deep - shallow) as f32, (shallow + 1) as f32);
        self.scale * distance.powf(self.distance) * shallow.powf(self.shallow)
    }
}

impl<M: Machine> Search<'_, '_, M> {
    /// A bound that a shallow search makes likely enough, on either side of alpha.
    #[inline(always)]
    pub(crate) fn probable_cutoff(&mut self, node: &Node, depth: u32, is_to_end: bool, alpha: i32) -> Option<i32> {
        let deviations = *DEVIATIONS.get(usize::from(self.certainty))?;
        if depth < FROM {
            return None;
        }
        let shallow = shallow_depth(depth);
        let glance = self.glance(node);
        let errors = &ERRORS[usize::from(is_to_end)][depth as usize];
        let margin = (deviations * errors[shallow as usize]).round() as i32;
        // A shallow search that will not get there need not be tried.
        let hope = (errors[0] * HOPE) as i32;
        let above = alpha + 1 + margin;
        let found = if above <= 64 && glance > alpha + 1 - hope + margin / 2 {
            let score = M::null_window(self, node, shallow, above - 1);
            if self.is_stopped || score < above {
                return None;
            }
            Found {
                lower: (alpha + 1) as i8,
                upper: 64,
                depth: depth as u8,
                certainty: self.certainty,
                best: [NO_MOVE; 2],
            }
        } else if alpha - margin >= -64 && glance <= alpha + hope - margin / 2 {
            let score = M::null_window(self, node, shallow, alpha - margin);
            if self.is_stopped || score > alpha - margin {
                return None;
            }
            Found { lower: -64, upper: alpha as i8, depth: depth as u8, certainty: self.certainty, best: [NO_MOVE; 2] }
        } else {
            return None;
        };
        self.table.put(Key::of(node.board), found, 1);
        Some(if found.lower > -64 { found.lower.into() } else { found.upper.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Platforms round powers differently: a number that is about to be rounded to discs must not be so near to an edge
    /// that this decides, or the same question would get another answer elsewhere.
    #[test]
    fn no_margin_is_near_a_rounding_edge() {
        const NEAR: f32 = 1e-3;
        let distance = |value: f32, edge: f32| (value - edge - (value - edge).round()).abs();
        for errors in ERRORS.iter() {
            for depth in FROM..DEPTHS as u32 {
                let errors = &errors[depth as usize];
                let hope = errors[0] * HOPE;
                assert!(distance(hope, 0.0) > NEAR, "depth {depth}: {hope}");
                for deviations in DEVIATIONS {
                    let margin = deviations * errors[shallow_depth(depth) as usize];
                    assert!(distance(margin, 0.5) > NEAR, "depth {depth}, {deviations} deviations: {margin}");
                }
            }
        }
    }
}
