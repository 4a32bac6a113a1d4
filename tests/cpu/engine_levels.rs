//! The levels of the engine: names, errors, and limits of their searches.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use irogaeshi::cpu::{Budget, Control, CpuPlayer, EngineLevel, Progress, Report, Thinker, TreeLevel};
use irogaeshi::rules::{Goal, Outcome, Position, Square, Variant};

use crate::support::dice::{any_legal_square, dice};

fn built_in(key: &str) -> Variant {
    Variant::built_in(key).expect("is built in")
}

fn player(key: &str) -> CpuPlayer {
    key.parse().expect("a player")
}

/// A position after this many random plies.
fn after(variant: &Arc<Variant>, plies: usize, seed: u64) -> Position {
    let (mut position, mut dice) = (Position::start(variant.clone()), dice(seed));
    for _ in 0..plies {
        let Some(square) = any_legal_square(&position, &mut dice) else { break };
        position.play(position.to_move().expect("there is a move"), square).expect("a legal square");
    }
    position
}

fn decide(player: CpuPlayer, position: &Position, budget: Budget, seed: u64) -> Report {
    let chosen = Thinker::default().choose(player, position, budget, &mut dice(seed), &mut Control::new());
    chosen.expect("the game goes on")
}

#[test]
fn there_are_many_and_only_the_strongest_play_by_the_clock() {
    let levels: Vec<EngineLevel> = EngineLevel::all().collect();
    assert!(levels.len() >= 10);
    // Only the strongest level has no limit but the clock.
    let (strongest, others) = levels.split_last().expect("there are levels");
    assert!(strongest.time().is_some_and(|time| time.as_secs() >= 1));
    assert!(others.iter().all(|level| level.time().is_none()));
    let strongest = [CpuPlayer::Engine(*strongest), CpuPlayer::Tree(TreeLevel::STRONGEST)];
    for cpu in CpuPlayer::all() {
        assert_eq!(cpu.time().is_some(), strongest.contains(&cpu), "{cpu}");
    }
}

#[test]
fn a_screen_offers_either_the_levels_of_the_engine_or_those_of_the_tree() {
    let is_tree = |cpu: &CpuPlayer| matches!(cpu, CpuPlayer::Tree(_));
    let is_engine = |cpu: &CpuPlayer| matches!(cpu, CpuPlayer::Engine(_));
    for key in Variant::built_in_keys() {
        for goal in Goal::ALL {
            let variant = built_in(&key).with_goal(goal);
            let offered: Vec<CpuPlayer> = CpuPlayer::offered(&variant).collect();
            assert!(offered.iter().all(|cpu| cpu.suits(&variant)), "{key}");
            assert_ne!(offered.iter().any(is_tree), offered.iter().any(is_engine), "{key}");
            let others = |cpus: &mut dyn Iterator<Item = CpuPlayer>| -> Vec<CpuPlayer> {
                cpus.filter(|cpu| !is_tree(cpu) && !is_engine(cpu)).collect()
            };
            let suiting = others(&mut CpuPlayer::all().filter(|cpu| cpu.suits(&variant)));
            assert_eq!(others(&mut offered.into_iter()), suiting, "{key}");
        }
    }
    for key in ["classic", "classic-6", "octagon", "heart"] {
        for goal in Goal::ALL {
            assert!(CpuPlayer::offered(&built_in(key).with_goal(goal)).any(|cpu| is_engine(&cpu)), "{key}");
        }
    }
    for key in ["five", "classic-10", "hotaru"] {
        assert!(CpuPlayer::offered(&built_in(key)).any(|cpu| is_tree(&cpu)), "{key}");
    }
}

#[test]
fn the_lowest_level_loses_to_those_far_above_it() {
    let (mut points, mut games) = (0.0, 0);
    let variant = Arc::new(built_in("classic"));
    let lowest = CpuPlayer::Engine(EngineLevel::all().next().expect("there are levels"));
    let above = EngineLevel::all().map(CpuPlayer::Engine).nth(5).expect("there are more");
    for seed in 0..6 {
        for is_first in [true, false] {
            let mut position = after(&variant, 6, seed);
            let mut dice = dice(100 + seed);
            let own = variant.players()[usize::from(!is_first)];
            while let Some(mover) = position.to_move() {
                let cpu = if mover == own { lowest } else { above };
                let budget = cpu.budget(&position);
                let report = Thinker::default().choose(cpu, &position, budget, &mut dice, &mut Control::new());
                let square = report.and_then(|report| report.square()).expect("the game goes on");
                position.play(mover, square).expect("a legal square");
            }
            points += match position.outcome() {
                Some(Outcome::Win(winner)) if winner == own => 1.0,
                Some(Outcome::Draw) => 0.5,
                _ => 0.0,
            };
            games += 1;
        }
    }
    assert!(points <= f64::from(games) / 4.0, "{points} of {games}");
}

#[test]
fn a_seed_and_a_limit_lead_to_the_same_move_and_seeds_to_different_ones() {
    let variant = Arc::new(built_in("classic"));
    let mut differ = 0;
    for level in EngineLevel::all().map(CpuPlayer::Engine) {
        for (plies, nodes) in [(8, 3000), (30, 500)] {
            let position = after(&variant, plies, 3);
            let budget = level.budget(&position).with_nodes(nodes);
            let report = decide(level, &position, budget, 1);
            assert!(report.square().is_some_and(|square| position.legal_squares().contains(square)));
            assert_eq!(decide(level, &position, budget, 1), report, "{level}");
            let differs = |seed| decide(level, &position, budget, seed).square() != report.square();
            differ += usize::from((2..10).any(differs));
        }
    }
    assert!(differ >= 10, "weak levels err by their seed: {differ}");
}

#[test]
fn the_watch_stops_a_thought_at_once_with_the_best_so_far() {
    let variant = Arc::new(built_in("classic"));
    for (plies, looks) in [(6, 1), (6, 12), (20, 4)] {
        let position = after(&variant, plies, 5);
        let mut seen: Vec<Progress> = Vec::new();
        let mut on_progress = |progress: Progress| {
            seen.push(progress);
            if seen.len() >= looks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let oracle = player("oracle");
        let control = &mut Control::new().on_progress(&mut on_progress);
        let report = Thinker::default().choose(oracle, &position, oracle.budget(&position), &mut dice(1), control);
        let square = report.and_then(|report| report.square()).expect("it names the best move that it knows");
        assert!(position.legal_squares().contains(square));
        assert_eq!(seen.len(), looks, "it does not go on after the stop");
        assert!(seen.is_sorted_by_key(|progress| progress.done), "{seen:?}");
        assert!(seen.iter().all(|progress| progress.done <= progress.of && progress.of > 0), "{seen:?}");
    }
    // Levels that search each move by itself report its index as their progress.
    let position = after(&variant, 10, 5);
    let mut seen: Vec<Progress> = Vec::new();
    let mut on_progress = |progress: Progress| {
        seen.push(progress);
        if progress.done == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let club = player("club");
    let control = &mut Control::new().on_progress(&mut on_progress);
    let report = Thinker::default().choose(club, &position, club.budget(&position), &mut dice(3), control);
    let square = report.and_then(|report| report.square());
    assert!(square.is_some_and(|square| position.legal_squares().contains(square)));
    let (last, before) = seen.split_last().expect("it is looked at");
    assert!(last.done == 1 && !before.is_empty() && before.iter().all(|progress| progress.done == 0), "{seen:?}");
}

#[test]
fn only_a_thought_that_the_clock_ends_takes_threads() {
    let position = after(&Arc::new(built_in("classic")), 56, 2);
    let (lent, helped) = (Cell::new(0), AtomicUsize::new(0));
    let threads = |help: &(dyn Fn() + Sync), work: &mut dyn FnMut()| {
        lent.set(lent.get() + 1);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                help();
                helped.fetch_add(1, Ordering::Relaxed);
            });
            work();
        });
    };
    for player in CpuPlayer::all() {
        let own = player.budget(&position);
        for budget in [own, own.at_most(u64::MAX)] {
            lent.set(0);
            let control = &mut Control::new().with_threads(&threads);
            assert!(Thinker::default().choose(player, &position, budget, &mut dice(1), control).is_some());
            let takes_threads = player.time().is_some() && budget == own;
            assert_eq!(lent.get(), usize::from(takes_threads), "{player} with {budget:?}");
        }
    }
    // Oracle and Legend.
    assert_eq!(helped.into_inner(), 2);
}

#[test]
fn results_of_one_move_help_with_the_next() {
    let oracle = player("oracle");
    let report = |position: &Position, thinker: &mut Thinker| {
        let chosen = thinker.choose(oracle, position, oracle.budget(position), &mut dice(1), &mut Control::new());
        chosen.expect("the game goes on")
    };
    let mut kept = Thinker::default();
    for goal in Goal::ALL {
        let (mut with, mut without) = (0, 0);
        for seed in 1..=4 {
            let mut position = after(&Arc::new(built_in("classic").with_goal(goal)), 44, seed);
            for square in report(&position, &mut kept).lines[0].moves.iter().take(2) {
                let player = position.to_move().expect("the line does not go past the end");
                position.play(player, *square).expect("the line is legal");
            }
            let (known, anew) = (report(&position, &mut kept), report(&position, &mut Thinker::default()));
            assert_eq!((known.score(), known.depth), (anew.score(), anew.depth), "{goal:?}, seed {seed}");
            (with, without) = (with + known.nodes, without + anew.nodes);
            kept.forget();
            assert_eq!(report(&position, &mut kept), anew, "{goal:?}, seed {seed}: nothing is known any more");
            kept.forget();
        }
        assert!(with * 2 < without, "{goal:?}: {with} positions in place of {without}");
    }
}

#[test]
fn a_move_without_choice_is_played_at_once() {
    let variant: Variant = "name: x\nplayers: black white\nboard:\n.WB\n".parse().expect("a variant");
    let position = Position::start(variant);
    for level in EngineLevel::all().map(CpuPlayer::Engine) {
        let report = decide(level, &position, level.budget(&position), 1);
        assert_eq!(report, Report::from("a1".parse::<Square>().expect("a square")));
    }
}

#[test]
fn a_rating_holds_in_ordinary_reversi_alone() {
    let ordinary = built_in("classic");
    let ratings: Vec<i32> = CpuPlayer::all().filter_map(|player| player.rating(&ordinary)).collect();
    assert_eq!(ratings.len(), EngineLevel::all().count());
    assert!(ratings.is_sorted() && ratings[0] > 0, "{ratings:?}");
    assert_eq!(player("expert").rating(&ordinary), None, "it was not measured");
    for other in [ordinary.with_goal(Goal::Fewest), built_in("classic-6"), built_in("colour"), built_in("octagon")] {
        assert!(CpuPlayer::all().all(|player| player.rating(&other).is_none()), "{}", other.name());
    }
}
