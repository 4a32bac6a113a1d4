//! Plans which stones move, how and when, so that the board shows another position.
//!
//! Any position can follow any other: the plan is their difference. If a single turn made the difference, the plan
//! shows that turn. A wave starts at the placed stone and runs line by line, near to far, with overlap. Captured stones
//! that never turn rock as it passes, a wild stone serves while its line turns, and an explosion runs along the lines
//! like a fuse.

use std::collections::HashMap;

use crate::rules::{Board, Direction, Disc, Line, Square, Turn};

/// Seconds at the calm pace until a placed stone lies.
pub(crate) const PLACE_SECONDS: f32 = 0.18;
/// Seconds a stone takes to turn over, or to rock if it never turns.
const TURN_SECONDS: f32 = 0.44;
/// Seconds a wild stone takes to turn to the mover's face, and again to turn back.
const SERVE_SECONDS: f32 = 0.28;
/// Seconds from ignition until nothing is left of a stone. The light rises and falls only once in this time. Even at
/// double speed that stays well below three flashes a second, the limit for people with photosensitive epilepsy.
pub(crate) const EXPLODE_SECONDS: f32 = 1.1;
/// Delay in seconds between neighbouring stones of a line.
const STEP_SECONDS: f32 = 0.085;
/// Delay in seconds between lines.
const LINE_SECONDS: f32 = 0.05;
/// Seconds the fire takes from one stone to the next. All lines burn at the same time.
const FUSE_SECONDS: f32 = 0.05;

/// Maximum number of stones that move in a turn where drawing is slow: the placed one and those that begin first.
const FEW: usize = 3;
/// Duration of a change without motion, in seconds. Not zero, because a tween without a duration ignores its delay.
const AT_ONCE: f32 = 0.001;

/// Part of one stone in the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) square: Square,
    /// Seconds at the calm pace before it begins.
    pub(crate) delay: f32,
    /// Duration in seconds at the calm pace.
    pub(crate) seconds: f32,
    pub(crate) change: Change,
}

/// Change of a stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    /// Is put down.
    Place(Disc),
    /// Is taken away.
    Remove(Disc),
    /// Turns over.
    Turn {
        /// Face that was up.
        from: Disc,
        /// Face that comes up.
        to: Disc,
        /// Direction in which it rolls.
        towards: Direction,
    },
    /// Is captured but never turns: tips a little and comes back.
    Rock {
        disc: Disc,
        /// Direction in which it tips.
        towards: Direction,
    },
    /// A wild stone flanks for the mover: turns to the mover's face, and back once its line has turned.
    Serve {
        /// The wild disc.
        disc: Disc,
        /// The mover's face.
        face: Disc,
        /// Direction of the first roll; it rolls back the other way.
        towards: Direction,
        /// Fraction of the duration spent turning to the mover's face, and again turning back.
        turning: f32,
    },
    /// Becomes a bomb and bursts.
    Explode {
        /// Disc before.
        disc: Disc,
        /// Disc it becomes.
        bomb: Disc,
    },
    /// Is put down and explodes at once, because its placement set off the bomb.
    Detonate {
        /// Disc before.
        disc: Disc,
        /// Disc it becomes.
        bomb: Disc,
    },
}

impl Change {
    /// Disc on the square before the change.
    pub(crate) const fn before(self) -> Option<Disc> {
        match self {
            Self::Place(_) | Self::Detonate { .. } => None,
            Self::Turn { from: disc, .. }
            | Self::Remove(disc)
            | Self::Rock { disc, .. }
            | Self::Serve { disc, .. }
            | Self::Explode { disc, .. } => Some(disc),
        }
    }

    /// Disc on the square after the change.
    pub(crate) const fn after(self) -> Option<Disc> {
        match self {
            Self::Remove(_) | Self::Explode { .. } | Self::Detonate { .. } => None,
            Self::Place(disc) | Self::Turn { to: disc, .. } | Self::Rock { disc, .. } | Self::Serve { disc, .. } => {
                Some(disc)
            }
        }
    }
}

/// Plans how the shown discs become those of a board. `turn` is the turn that made the difference, if a single one did.
pub(crate) fn plan(shown: &HashMap<Square, Disc>, board: &Board, turn: Option<&Turn>) -> Vec<Step> {
    let mut steps = turn.map(|turn| score(shown, board, turn)).unwrap_or_default();
    let played: HashMap<Square, Option<Disc>> = steps.iter().map(|step| (step.square, step.change.after())).collect();
    let beyond = shown.keys().copied().filter(|square| !board.has(*square));
    steps.extend(board.squares().chain(beyond).filter(|square| !played.contains_key(square)).filter_map(|square| {
        let (seconds, change) = match (shown.get(&square).copied(), board.disc(square)) {
            (None, Some(disc)) => (PLACE_SECONDS, Change::Place(disc)),
            (Some(disc), None) => (PLACE_SECONDS, Change::Remove(disc)),
            (Some(from), Some(to)) if from != to => (TURN_SECONDS, Change::Turn { from, to, towards: Direction::East }),
            _ => return None,
        };
        Some(Step { square, delay: 0.0, seconds, change })
    }));
    steps
}

/// The same plan where drawing is slow: few stones move; each of the others changes at once, halfway through its time.
pub(crate) fn with_few_moving(mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_by(|one, other| one.delay.total_cmp(&other.delay));
    for step in steps.iter_mut().skip(FEW) {
        step.delay += step.seconds / 2.0;
        step.seconds = AT_ONCE;
    }
    steps
}

/// Changes made by a turn to the shown stones, line by line.
fn score(shown: &HashMap<Square, Disc>, board: &Board, turn: &Turn) -> Vec<Step> {
    // A pass changes no disc.
    let Some(placement) = &turn.placement else { return Vec::new() };
    let mover = placement.player().disc();
    let bomb = placement.captured().find_map(|square| shown.get(&square).copied().filter(|disc| disc.is_bomb()));
    let mut steps = Vec::new();
    if let (true, Some(bomb)) = (placement.explodes(), bomb) {
        let seconds = PLACE_SECONDS + EXPLODE_SECONDS;
        let change = Change::Detonate { disc: mover, bomb };
        steps.push(Step { square: placement.square(), delay: 0.0, seconds, change });
        steps.extend(placement.lines().flat_map(|line| fuse(shown, line, bomb)));
    } else {
        let change = Change::Place(mover);
        steps.push(Step { square: placement.square(), delay: 0.0, seconds: PLACE_SECONDS, change });
        steps.extend(placement.lines().enumerate().flat_map(|(index, line)| wave(shown, board, index, line, mover)));
    }
    steps
}

/// One line of an ordinary move: captured discs near to far, and the flanker if it is wild.
fn wave(shown: &HashMap<Square, Disc>, board: &Board, line_index: usize, line: Line, mover: Disc) -> Vec<Step> {
    let towards = line.direction;
    // The wave touches the first stone just before the placed one lies.
    let start = LINE_SECONDS.mul_add(line_index as f32, PLACE_SECONDS * 0.75);
    let delay = |index: usize| STEP_SECONDS.mul_add(index as f32, start);
    let captured = line.captured().enumerate().filter_map(|(index, square)| {
        let disc = *shown.get(&square)?;
        let change = if board.turns(disc) {
            Change::Turn { from: disc, to: mover, towards }
        } else {
            Change::Rock { disc, towards }
        };
        Some(Step { square, delay: delay(index), seconds: TURN_SECONDS, change })
    });
    let flanker = line.flanker().and_then(|square| {
        let disc = shown.get(&square).copied().filter(|disc| disc.is_wild())?;
        let turned = delay(usize::from(line.length) - 1) + TURN_SECONDS;
        let seconds = turned + SERVE_SECONDS;
        let change = Change::Serve { disc, face: mover, towards, turning: SERVE_SECONDS / seconds };
        Some(Step { square, delay: 0.0, seconds, change })
    });
    captured.chain(flanker).collect()
}

/// One line of an explosion: captured discs and flanker, near to far.
fn fuse(shown: &HashMap<Square, Disc>, line: Line, bomb: Disc) -> Vec<Step> {
    let burning = line.captured().chain(line.flanker()).enumerate();
    burning
        .filter_map(|(index, square)| {
            let disc = *shown.get(&square)?;
            let delay = FUSE_SECONDS.mul_add(index as f32 + 1.0, PLACE_SECONDS);
            Some(Step { square, delay, seconds: EXPLODE_SECONDS, change: Change::Explode { disc, bomb } })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Player, Position, Variant};

    fn discs(board: &Board) -> HashMap<Square, Disc> {
        board.squares().filter_map(|square| Some((square, board.disc(square)?))).collect()
    }

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// Plan of Black playing a1 on a board whose rows are separated by slashes.
    fn score_of_a1(rows: &str) -> HashMap<Square, Step> {
        let board = rows.replace('/', "\n");
        let variant: Variant = format!("name: x\nplayers: black white\nboard:\n{board}\n").parse().unwrap();
        let mut position = Position::start(variant);
        let before = discs(position.board());
        let turn = position.play(Player::Black, square("a1")).unwrap();
        let steps = plan(&before, position.board(), Some(&turn));
        for (square, disc) in &before {
            let after = steps.iter().find(|step| step.square == *square).map(|step| step.change.after());
            assert_eq!(after.unwrap_or(Some(*disc)), position.board().disc(*square), "{square} of {rows}");
        }
        let count = steps.len();
        let by_square: HashMap<Square, Step> = steps.into_iter().map(|step| (step.square, step)).collect();
        assert_eq!(by_square.len(), count, "every stone has one part in {rows}");
        by_square
    }

    #[test]
    fn a_turn_places_one_stone_and_turns_the_captured_ones_near_to_far() {
        let steps = score_of_a1(".WWB/....");
        assert_eq!(steps.len(), 3);
        let [placed, near, far] = ["a1", "b1", "c1"].map(|name| steps[&square(name)]);
        assert_eq!(placed.change, Change::Place(Disc::Black));
        let turned = Change::Turn { from: Disc::White, to: Disc::Black, towards: Direction::East };
        assert_eq!((near.change, far.change), (turned, turned));
        assert!(placed.delay < near.delay && near.delay < far.delay);
        assert!(far.delay < near.delay + near.seconds, "the wave overlaps");
    }

    #[test]
    fn captured_stones_that_never_turn_rock_at_their_time_in_the_wave() {
        let steps = score_of_a1(".CWGB");
        let times = ["b1", "c1", "d1"].map(|name| steps[&square(name)].delay);
        assert!(times.is_sorted());
        for (name, disc) in [("b1", Disc::Cyan), ("d1", Disc::Green)] {
            assert_eq!(steps[&square(name)].change, Change::Rock { disc, towards: Direction::East });
        }
        assert!(!steps.contains_key(&square("e1")), "a flanker of one's own has no part");
    }

    #[test]
    fn a_wild_flanker_serves_from_the_placement_until_its_line_has_turned() {
        let steps = score_of_a1(".WWG/W.../B...");
        let (wild, far) = (steps[&square("d1")], steps[&square("c1")]);
        let Change::Serve { disc, face, turning, .. } = wild.change else { panic!("{wild:?}") };
        assert_eq!((disc, face), (Disc::Green, Disc::Black));
        assert!(wild.delay.abs() < f32::EPSILON);
        let turns_back = wild.seconds * (1.0 - turning);
        assert!((turns_back - (far.delay + far.seconds)).abs() < 1e-5);
    }

    #[test]
    fn an_explosion_runs_along_all_lines_to_their_flankers() {
        // E33 of the colour rules, plus a line flanked by a wild disc.
        let steps = score_of_a1(".RB/CW./B.G");
        assert_eq!(steps.len(), 7);
        for (name, disc) in [("b1", Disc::Red), ("c1", Disc::Black), ("a2", Disc::Cyan), ("a3", Disc::Black)] {
            assert_eq!(steps[&square(name)].change, Change::Explode { disc, bomb: Disc::Red });
        }
        assert_eq!(steps[&square("c3")].change, Change::Explode { disc: Disc::Green, bomb: Disc::Red });
        let played = steps[&square("a1")];
        assert_eq!(played.change, Change::Detonate { disc: Disc::Black, bomb: Disc::Red });
        let end = |name: &str| steps[&square(name)].delay + steps[&square(name)].seconds;
        assert!(end("a1") < end("b1") && end("b1") < end("c1"), "it bursts from the placed stone outwards");
    }

    #[test]
    fn few_stones_move_where_drawing_is_slow_and_all_end_as_they_would() {
        for rows in [".WWWB/W..../W..../W..../B....", ".WWG/W.../B...", ".RB/CW./B.G"] {
            let steps: Vec<Step> = score_of_a1(rows).into_values().collect();
            let few = with_few_moving(steps.clone());
            let is_seen = |step: &&Step| step.seconds > 0.1;
            assert_eq!((few.len(), few.iter().filter(is_seen).count()), (steps.len(), FEW), "{rows}");
            assert!(
                few.iter().filter(is_seen).any(|step| step.square == square("a1")),
                "the placed stone is one of them"
            );
            let end = |steps: &[Step]| steps.iter().map(|step| step.delay + step.seconds).fold(0.0, f32::max);
            assert!(end(&few) <= end(&steps), "{rows}: nothing takes longer");
            for step in steps {
                assert!(few.iter().any(|one| (one.square, one.change) == (step.square, step.change)), "{step:?}");
            }
        }
    }

    #[test]
    fn every_turn_of_a_game_leads_from_one_board_to_the_next() {
        for (seed, key) in ["classic", "colour", "five", "colour", "five", "five-published"].into_iter().enumerate() {
            let mut position = Position::start(Variant::built_in(key).unwrap());
            let mut dice = seed;
            while let Some(player) = position.to_move() {
                let legal: Vec<Square> = position.legal_squares().iter().collect();
                dice = dice * 31 % 1009 + 7;
                let mut shown = discs(position.board());
                let turn = position.play(player, legal[dice % legal.len()]).unwrap();
                for step in plan(&shown.clone(), position.board(), Some(&turn)) {
                    assert_eq!(step.change.before(), shown.get(&step.square).copied(), "{step:?}");
                    match step.change.after() {
                        Some(disc) => shown.insert(step.square, disc),
                        None => shown.remove(&step.square),
                    };
                }
                assert_eq!(shown, discs(position.board()), "after {turn:?}");
            }
        }
    }

    #[test]
    fn any_board_follows_from_any_other() {
        let one: Board = "BW.\n.AR\n".parse().unwrap();
        let other: Board = "WWB\n...\n".parse().unwrap();
        let mut shown = discs(&one);
        for step in plan(&shown.clone(), &other, None) {
            assert_eq!(step.change.before(), shown.get(&step.square).copied());
            match step.change.after() {
                Some(disc) => shown.insert(step.square, disc),
                None => shown.remove(&step.square),
            };
        }
        assert_eq!(shown, discs(&other));
        assert!(plan(&shown, &other, None).is_empty());
    }
}
