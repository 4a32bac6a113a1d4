//! Recipes for evaluations: the games of each generation, and the samples that it fits.

use std::fmt;
use std::sync::Arc;

use irogaeshi::cpu::classic::{Bitboards, Boards, Evaluation, Shape, bitboards};
use irogaeshi::cpu::training::{Detail, Label, PARTS, Sample, SelfPlay};
use irogaeshi::rules::{Goal, Position, Variant};

use crate::training::scale::Scale;

/// A way to make an evaluation. Each generation plays with the evaluation of the one before.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) goal: Goal,
    pub(crate) boards: Boards,
    /// Continues from the built-in evaluation: the first generation plays with it, and each fit is drawn towards the
    /// values that its generation played with. Otherwise training and each fit start from zero.
    pub(crate) goes_on: bool,
    pub(crate) generations: &'static [Generation],
    pub(crate) games_a_shard: u32,
    /// Maximum number of steps of a fit.
    pub(crate) steps: u32,
}

/// One way of playing games, and of fitting an evaluation to them.
#[derive(Debug)]
pub(crate) struct Generation {
    pub(crate) play: SelfPlay,
    /// Number of games at scale 1.
    games: u32,
    /// Number of generations, this one and those before it, whose unsolved samples are fitted. Solved samples of all
    /// generations are fitted, since they are true regardless of the players.
    unsolved: usize,
    pub(crate) detail: Detail,
}

/// One shard in this many is held out.
const HELD_OUT: usize = 16;

/// Returns whether the games of a shard are held out, to judge the fits by games they have not seen.
///
/// Whole shards are held out because positions of one game are alike. A fit that had seen some of them would know more
/// about the others than about those of a new game.
pub(crate) const fn is_held_out(shard: usize) -> bool {
    shard.is_multiple_of(HELD_OUT)
}

/// Defaults shared by the generations.
const USUAL: SelfPlay = SelfPlay {
    random_plies: (1, 24),
    depth: 1,
    label: Label::Outcome,
    early_strays: 0,
    exact_from: 14,
    solved_games: 100,
    strays: 20,
};

/// Evaluation for ordinary games, from scratch.
static FULL: Recipe = Recipe {
    goal: Goal::Most,
    boards: Boards::Full,
    goes_on: false,
    generations: &[
        Generation {
            play: SelfPlay { random_plies: (4, 40), depth: 1, label: Label::Outcome, exact_from: 14, ..USUAL },
            games: 40_000,
            unsolved: 1,
            detail: Detail::FULL,
        },
        Generation {
            play: SelfPlay { random_plies: (2, 26), depth: 2, label: Label::Outcome, exact_from: 14, ..USUAL },
            games: 120_000,
            unsolved: 1,
            detail: Detail::FULL,
        },
        Generation {
            play: SelfPlay { random_plies: (1, 24), depth: 4, label: Label::Outcome, exact_from: 16, ..USUAL },
            games: 60_000,
            unsolved: 1,
            detail: Detail::FULL,
        },
        Generation {
            play: SelfPlay { random_plies: (1, 24), depth: 8, label: Label::Search, exact_from: 16, ..USUAL },
            games: 40_000,
            unsolved: 1,
            detail: Detail::FULL,
        },
        Generation {
            play: SelfPlay { random_plies: (1, 24), depth: 8, label: Label::Search, exact_from: 16, ..USUAL },
            games: 150_000,
            unsolved: 2,
            detail: Detail { ridge: 15, ..Detail::FULL },
        },
    ],
    games_a_shard: 500,
    steps: 40,
};

/// Continued training of the built-in evaluation.
static FURTHER: Recipe = Recipe {
    goal: Goal::Most,
    boards: Boards::Full,
    goes_on: true,
    generations: &[Generation {
        play: MANY,
        games: 1_600_000,
        unsolved: 1,
        detail: Detail { ridge: 30, grain: 2, ..Detail::FULL },
    }],
    games_a_shard: 500,
    steps: 40,
};

/// Many quick games. In the same time, more games teach more than deeper searches.
const MANY: SelfPlay = SelfPlay {
    random_plies: (1, 30),
    depth: 4,
    label: Label::TwoSearches,
    early_strays: 10,
    solved_games: 20,
    ..USUAL
};

/// Continued training of the evaluation for games that the fewest discs win.
static REVERSE_FURTHER: Recipe = Recipe {
    goal: Goal::Fewest,
    generations: &[
        Generation { play: MANY, games: 100_000, unsolved: 1, detail: Detail { ridge: 30, ..COARSE } },
        Generation { play: MANY, games: 300_000, unsolved: 1, detail: Detail { ridge: 30, ..FINE } },
    ],
    ..FURTHER
};

/// Continued training of the evaluation for all other boards.
static ANY_FURTHER: Recipe = Recipe {
    boards: Boards::Any,
    generations: &[
        Generation { play: MANY, games: 200_000, unsolved: 1, detail: Detail { ridge: 30, ..Detail::FULL } },
        Generation { play: MANY, games: 600_000, unsolved: 1, detail: Detail { ridge: 30, grain: 8, ..LINES } },
    ],
    ..FURTHER
};

/// The same for games that the fewest discs win.
static ANY_REVERSE_FURTHER: Recipe = Recipe { goal: Goal::Fewest, ..ANY_FURTHER };

/// Detail good enough to play with until the last generation.
const COARSE: Detail = Detail { is_small: true, grain: 16, least_seen: 200, ridge: 5 };

/// Detail that fits in a file beside the other evaluation.
const FINE: Detail = Detail { is_small: true, grain: 8, least_seen: 50, ridge: 5 };

/// Evaluation for games that the fewest discs win, from scratch.
static REVERSE: Recipe = Recipe {
    goal: Goal::Fewest,
    boards: Boards::Full,
    goes_on: false,
    generations: &[
        Generation {
            play: SelfPlay { random_plies: (4, 40), depth: 1, label: Label::Outcome, exact_from: 12, ..USUAL },
            games: 20_000,
            unsolved: 1,
            detail: COARSE,
        },
        Generation {
            play: SelfPlay { random_plies: (2, 26), depth: 2, label: Label::Outcome, exact_from: 12, ..USUAL },
            games: 40_000,
            unsolved: 1,
            detail: COARSE,
        },
        Generation {
            play: SelfPlay { random_plies: (1, 24), depth: 4, label: Label::Outcome, exact_from: 12, ..USUAL },
            games: 40_000,
            unsolved: 1,
            detail: COARSE,
        },
        Generation {
            play: SelfPlay { random_plies: (1, 24), depth: 6, label: Label::Search, exact_from: 14, ..USUAL },
            games: 15_000,
            unsolved: 2,
            detail: FINE,
        },
    ],
    games_a_shard: 500,
    steps: 40,
};

/// Evaluation for all other boards, from scratch.
static ANY: Recipe = Recipe {
    goal: Goal::Most,
    boards: Boards::Any,
    goes_on: false,
    generations: &ANY_GENERATIONS,
    games_a_shard: 500,
    steps: 40,
};

/// The same for games that the fewest discs win.
static ANY_REVERSE: Recipe = Recipe { goal: Goal::Fewest, ..ANY };

/// Generations that play all boards in turn, so that each has about a thirtieth of the games.
static ANY_GENERATIONS: [Generation; 4] = [
    Generation {
        play: SelfPlay { random_plies: (4, 40), depth: 1, label: Label::Outcome, exact_from: 12, ..USUAL },
        games: 60_000,
        unsolved: 1,
        detail: LINES,
    },
    Generation {
        play: SelfPlay { random_plies: (2, 26), depth: 2, label: Label::Outcome, exact_from: 12, ..USUAL },
        games: 80_000,
        unsolved: 1,
        detail: LINES,
    },
    Generation {
        play: SelfPlay { random_plies: (1, 24), depth: 4, label: Label::Outcome, exact_from: 13, ..USUAL },
        games: 80_000,
        unsolved: 1,
        detail: LINES,
    },
    Generation {
        play: SelfPlay { random_plies: (1, 24), depth: 5, label: Label::Search, exact_from: 13, ..USUAL },
        games: 60_000,
        unsolved: 2,
        detail: LINES,
    },
];

/// Detail that fits in a file of lines and corners.
const LINES: Detail = Detail { is_small: false, grain: 4, least_seen: 10, ridge: 10 };

/// A training of seconds, to test everything but the strength.
static TINY: Recipe = Recipe {
    goal: Goal::Most,
    boards: Boards::Full,
    goes_on: false,
    generations: &[
        Generation {
            play: SelfPlay { random_plies: (20, 50), depth: 1, label: Label::Outcome, exact_from: 5, ..USUAL },
            games: 12,
            unsolved: 1,
            detail: Detail::FULL,
        },
        Generation {
            play: SelfPlay { random_plies: (20, 40), depth: 2, label: Label::Search, exact_from: 6, ..USUAL },
            games: 12,
            unsolved: 2,
            detail: Detail::FULL,
        },
    ],
    games_a_shard: 3,
    steps: 3,
};

/// The same, continued from the built-in evaluation.
static TINY_FURTHER: Recipe = Recipe { goes_on: true, ..TINY };

/// Names of the recipes on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum RecipeName {
    /// Ordinary games, from scratch.
    Full,
    /// Ordinary games, continued from the built-in evaluation.
    Further,
    /// Games that the fewest discs win, from scratch.
    Reverse,
    /// Games that the fewest discs win, continued.
    ReverseFurther,
    /// All other boards, from scratch.
    Any,
    /// All other boards, continued.
    AnyFurther,
    /// All other boards, the fewest discs win, from scratch.
    AnyReverse,
    /// All other boards, the fewest discs win, continued.
    AnyReverseFurther,
    #[value(hide = true)]
    Tiny,
    #[value(hide = true)]
    TinyFurther,
}

impl RecipeName {
    pub(crate) fn recipe(self) -> &'static Recipe {
        match self {
            Self::Full => &FULL,
            Self::Further => &FURTHER,
            Self::Reverse => &REVERSE,
            Self::ReverseFurther => &REVERSE_FURTHER,
            Self::Any => &ANY,
            Self::AnyFurther => &ANY_FURTHER,
            Self::AnyReverse => &ANY_REVERSE,
            Self::AnyReverseFurther => &ANY_REVERSE_FURTHER,
            Self::Tiny => &TINY,
            Self::TinyFurther => &TINY_FURTHER,
        }
    }
}

/// Start positions and boards of a training's games, used in turn. For any board, those of all built-in variants that
/// the engine can play.
pub(crate) fn starts(boards: Boards) -> Vec<(Bitboards, Shape)> {
    let keys = Variant::shelves().flat_map(|shelf| shelf.keys);
    let starts = keys.filter_map(|key| bitboards(&Position::start(Variant::built_in(&key)?)));
    match boards {
        Boards::Full => vec![(Bitboards::START, Shape::FULL)],
        Boards::Any => starts.collect(),
    }
}

impl Recipe {
    /// The evaluation of the first generation.
    pub(crate) fn begin(&self) -> Arc<Evaluation> {
        if self.goes_on {
            Evaluation::built_in_on(self.goal, self.boards)
        } else {
            Arc::new(Evaluation::blank(self.boards).with_goal(self.goal))
        }
    }

    /// Number of shards of a generation: at least two, since one is held out.
    pub(crate) fn shards(&self, generation: usize, Scale(scale): Scale) -> usize {
        let games = f64::from(self.generations[generation].games) * scale;
        (games / f64::from(self.games_a_shard)).ceil().max(2.0) as usize
    }

    /// Returns whether `generation` fits a sample of the games of generation `sample_of`.
    pub(crate) fn fits(&self, generation: usize, sample_of: usize, sample: &Sample) -> bool {
        let is_recent = sample_of + self.generations[generation].unsolved > generation;
        sample_of <= generation && (is_recent || self.generations[sample_of].is_solved(sample))
    }
}

impl Generation {
    /// Returns whether the score of a sample of its games is exact.
    pub(crate) fn is_solved(&self, sample: &Sample) -> bool {
        sample.empties() <= self.play.exact_from
    }
}

/// Writes the whole recipe, one line for each generation.
impl fmt::Display for Recipe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { goal, boards, goes_on, generations, games_a_shard, steps } = self;
        writeln!(
            formatter,
            "{games_a_shard} games a shard, 1 of {HELD_OUT} shards held out, at most {steps} steps a fit"
        )?;
        if *goes_on {
            writeln!(formatter, "on from the evaluation {:016x}", self.begin().checksum())?;
        }
        if *goal == Goal::Fewest {
            writeln!(formatter, "the fewest discs win")?;
        }
        if *boards == Boards::Any {
            writeln!(formatter, "on boards of all shapes in turn")?;
        }
        for (index, generation) in generations.iter().enumerate() {
            writeln!(formatter, "generation {index}: {generation}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { play, games, unsolved, detail } = self;
        let SelfPlay { random_plies: (fewest, most), depth, label, early_strays, exact_from, solved_games, strays } =
            play;
        let label = match label {
            Label::Outcome => "the outcome",
            Label::Search => "the search",
            Label::TwoSearches => "the mean of the two deepest searches",
        };
        let early_strays = match early_strays {
            0 => String::new(),
            _ => format!(", {early_strays} % of the moves random"),
        };
        let solved_games = match solved_games {
            100 => String::new(),
            _ => format!(" in {solved_games} % of the games"),
        };
        let others = match unsolved {
            1 => "this generation".to_owned(),
            _ => format!("the last {unsolved} generations"),
        };
        write!(
            formatter,
            "{games} games; {fewest} to {most} random plies, then depth {depth}, scored by {label}{early_strays}; \
             solved from {exact_from} empties on{solved_games}, {strays} % of the moves there random; \
             fitted: all solved samples so far, others of {others}"
        )?;
        let Detail { is_small, grain, least_seen, ridge } = detail;
        write!(formatter, ", drawn to the values before as by {ridge} positions")?;
        if *is_small {
            write!(formatter, "; corners of nine squares, edges and lines alone")?;
        }
        if *detail != (Detail { ridge: *ridge, ..Detail::FULL }) {
            write!(formatter, "; what is seen {least_seen} times or more, valued in {grain}/{PARTS} of a disc")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::scale::NotAScale;

    fn sample(empties: u32) -> Sample {
        Sample { board: Bitboards { own: u64::MAX << empties, other: 0 }, shape: Shape::FULL, score: 0 }
    }

    #[test]
    fn every_generation_fits_what_is_solved_and_what_is_recent() {
        // Positions that generation 2 solves but generation 1 does not.
        let between = sample(16);
        assert!(!FULL.fits(2, 1, &between) && FULL.fits(3, 2, &between));
        for of in 0..5 {
            assert!(FULL.fits(4, of, &sample(14)), "{of}");
            assert_eq!(FULL.fits(4, of, &sample(30)), of >= 3, "{of}");
            assert_eq!(FULL.fits(3, of, &sample(30)), of == 3, "{of}");
        }
        assert!(!FULL.fits(2, 3, &sample(3)), "what is not played yet is not fitted");
    }

    #[test]
    fn a_scale_multiplies_the_games() {
        let shards = |scale: &str| FULL.shards(0, scale.parse().expect("a scale"));
        assert_eq!(["1", "2", "0.5", "0.012", "1e-9"].map(shards), [80, 160, 40, 2, 2]);
        for bad in ["", "0", "-1", "nan", "inf", "101", "one"] {
            assert_eq!(bad.parse::<Scale>(), Err(NotAScale(bad.to_owned())));
        }
    }

    #[test]
    fn recipes_tell_what_they_do() {
        let text = FULL.to_string();
        assert_eq!(text.lines().count(), 1 + FULL.generations.len());
        assert!(
            text.contains(
                "generation 3: 40000 games; 1 to 24 random plies, then depth 8, scored by the search; solved from 16 \
                 empties on, 20 % of the moves there random; fitted: all solved samples so far, others of this generation"
            ),
            "{text}"
        );
        assert_ne!(text, TINY.to_string());
        let further = FURTHER.to_string();
        assert!(!text.contains("on from") && further.contains("on from the evaluation "), "{further}");
        let reverse = REVERSE.to_string();
        assert!(reverse.contains("\nthe fewest discs win\ngeneration 0"), "{reverse}");
        assert!(reverse.contains("lines alone; what is seen 50 times or more, valued in 8/32 of a disc"), "{reverse}");
    }
}
