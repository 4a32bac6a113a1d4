//! Margins of Multi-ProbCut: the models of the differences between deep and shallow searches.

use std::array;
use std::sync::LazyLock;

use crate::cpu::budget::Budget;
use crate::cpu::classic::evaluation::boards::Boards;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::rules::Goal;

/// Number of levels of selectivity.
const SELECTIVITY_LEVELS: usize = Budget::FULL_WIDTH as usize;

/// Minimum depth for which a shallow search pays off.
pub(crate) const FROM: u32 = 3;

const DEPTHS: usize = 64;

/// Depth of the shallow search: about half, with the same player to move at the end.
pub(crate) const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

/// A model of the standard deviation of the difference between a deep and a shallow search, in discs:
/// `scale * (deep - shallow)^(distance / 256) * (shallow + 1)^(shallow / 256)`, times the factor of the phase.
struct Model {
    scale: f64,
    distance: i32,
    shallow: i32,
    /// Factor by the phase of the searched position, because scores vary less early in the game.
    phases: [f64; PHASES],
}

/// Parameters of the pruning, for an evaluation of some goal and boards.
struct ProbCutParameters {
    /// ProbCut thresholds: how many standard deviations the shallow score must lie outside the window, by level of
    /// selectivity.
    deviations: [f64; SELECTIVITY_LEVELS],
    /// Number of standard deviations by which the static evaluation may miss the target of the shallow search;
    /// otherwise that search is not tried.
    evaluation_tolerance: f64,
    /// Models of the midgame, and of deep searches that reach the end of the game.
    models: [Model; 2],
}

/// Ordinary reversi on 8 x 8. The midgame model was measured by `irogaeshi-cli train probcut` with its default
/// positions and a depth of 10; the endgame model in the same way, with an older evaluation. Matches determined the
/// rest (docs/lab), including that errors shrank to 0.85 times twice, with a later evaluation and with its
/// network. The first threshold is for long searches limited by the clock.
const USUAL: ProbCutParameters = ProbCutParameters {
    deviations: [0.75, 1.1, 2.0, 2.6, 3.3],
    evaluation_tolerance: 0.56,
    models: [
        Model {
            scale: 2.6501,
            distance: 82,
            shallow: -81,
            phases: [0.40, 0.46, 0.50, 0.57, 0.66, 0.80, 0.86, 0.92, 1.13, 1.28, 1.40, 1.45, 1.47, 1.22, 1.09],
        },
        Model { scale: 3.9665, distance: 27, shallow: -52, phases: [1.0; PHASES] },
    ],
};

/// Boards of other shapes, measured in the same way with their evaluation and a depth of 9. Its errors are larger,
/// especially early in the game.
const ANY_BOARD: ProbCutParameters = ProbCutParameters {
    deviations: [0.5, 1.1, 2.0, 2.6, 3.3],
    evaluation_tolerance: 0.4,
    models: [
        Model {
            scale: 5.45,
            distance: 70,
            shallow: -89,
            phases: [0.97, 1.08, 1.10, 1.04, 1.04, 1.10, 1.06, 1.04, 0.98, 1.00, 0.93, 0.87, 0.88, 0.77, 0.72],
        },
        Model { scale: 5.28, distance: 58, shallow: -93, phases: [1.0; PHASES] },
    ],
};

/// Reverse reversi on every board. Uses the errors of ordinary games with an older evaluation, because those of reverse
/// games depend less on the phase and are about as large.
const REVERSE: ProbCutParameters = ProbCutParameters {
    deviations: [0.8, 1.5, 2.0, 2.6, 3.3],
    evaluation_tolerance: 0.6,
    models: [
        Model { scale: 3.19, distance: 60, shallow: -66, phases: [1.0; PHASES] },
        Model { scale: 5.49, distance: 27, shallow: -52, phases: [1.0; PHASES] },
    ],
};

impl Model {
    fn error(&self, phase: usize, deep: usize, shallow: usize) -> f64 {
        let by_distance = power((deep - shallow) as f64, self.distance);
        self.scale * self.phases[phase] * by_distance * power((shallow + 1) as f64, self.shallow)
    }
}

/// Power with an exponent in 256ths, by square roots and products. All platforms round those alike, unlike `powf`, so
/// that the same search has the same result everywhere.
fn power(base: f64, parts: i32) -> f64 {
    let (mut root, mut product) = (base, 1.0);
    for bit in (0..8).rev() {
        root = root.sqrt();
        if parts.unsigned_abs() >> bit & 1 == 1 {
            product *= root;
        }
    }
    if parts < 0 { 1.0 / product } else { product }
}

/// Margins in discs for searches of one depth.
#[derive(Clone, Copy)]
pub(crate) struct Margin {
    /// Minimum distance of the shallow score from the window, by level of selectivity.
    pub(crate) window_margin: [i8; SELECTIVITY_LEVELS],
    /// Maximum distance of the static evaluation from the shallow search's target, on the wrong side.
    pub(crate) evaluation_tolerance: i8,
}

/// Margins by phase and depth: in the midgame, and for deep searches that reach the end of the game.
pub(crate) struct Margins(pub(crate) [[[Margin; DEPTHS]; PHASES]; 2]);

static USUAL_MARGINS: LazyLock<Box<Margins>> = LazyLock::new(|| Margins::of(&USUAL));
static ANY_BOARD_MARGINS: LazyLock<Box<Margins>> = LazyLock::new(|| Margins::of(&ANY_BOARD));
static REVERSE_MARGINS: LazyLock<Box<Margins>> = LazyLock::new(|| Margins::of(&REVERSE));

impl Margins {
    /// Margins for games with this goal and an evaluation for these boards.
    pub(crate) fn with(goal: Goal, boards: Boards) -> &'static Self {
        match (goal, boards) {
            (Goal::Most, Boards::Full) => &USUAL_MARGINS,
            (Goal::Most, Boards::Any) => &ANY_BOARD_MARGINS,
            (Goal::Fewest, _) => &REVERSE_MARGINS,
        }
    }

    fn of(parameters: &ProbCutParameters) -> Box<Self> {
        let margin = |model: &Model, phase, depth: usize| {
            if depth < FROM as usize {
                return Margin { window_margin: [i8::MAX; SELECTIVITY_LEVELS], evaluation_tolerance: 0 };
            }
            let error = model.error(phase, depth, shallow_depth(depth as u32) as usize);
            Margin {
                window_margin: parameters.deviations.map(|deviations| (deviations * error).round() as i8),
                evaluation_tolerance: (parameters.evaluation_tolerance * model.error(phase, depth, 0)) as i8,
            }
        };
        let by_depth = |model, phase| array::from_fn(|depth| margin(model, phase, depth));
        Box::new(Self(array::from_fn(|kind| array::from_fn(|phase| by_depth(&parameters.models[kind], phase)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_one() {
        for (base, parts) in [(1.0, 77), (4.0, 128), (9.0, -128), (5.0, 82), (20.0, -81), (63.0, 0), (2.0, 255)] {
            let exact = f64::powf(base, f64::from(parts) / 256.0);
            assert!((power(base, parts) / exact - 1.0).abs() < 1e-12, "{base} to the power of {parts}/256");
        }
    }

    #[test]
    fn margins_grow_with_selectivity_and_are_never_negative() {
        for (goal, boards) in Goal::ALL.into_iter().flat_map(|goal| Boards::ALL.map(|boards| (goal, boards))) {
            for margin in Margins::with(goal, boards).0.as_flattened().as_flattened() {
                assert!(
                    margin.window_margin.is_sorted()
                        && margin.window_margin[0] >= 0
                        && margin.evaluation_tolerance >= 0
                );
            }
        }
    }
}
