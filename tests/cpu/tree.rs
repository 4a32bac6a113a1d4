//! The tree search: moves in solvable positions, limits and stops, and matches against other players.

use std::ops::ControlFlow;
use std::sync::Arc;

use irogaeshi::cpu::{Budget, Character, Control, CpuPlayer, Progress, Report, Score, Thinker, TreeLevel};
use irogaeshi::rules::{Goal, Outcome, Player, Position, Square, Variant};
use proptest::prelude::*;

use crate::support::dice::{any_legal_square, dice};
use crate::support::random_games::{any_variant, random_record};

use Player::{Ash, Black, Cyan, White};

const MASTER: CpuPlayer = CpuPlayer::Tree(TreeLevel::Master);
const LEGEND: CpuPlayer = CpuPlayer::Tree(TreeLevel::Legend);

fn built_in(key: &str) -> Variant {
    Variant::built_in(key).expect("is built in")
}

fn decide(player: CpuPlayer, position: &Position, budget: Budget) -> Report {
    let chosen = Thinker::default().choose(player, position, budget, &mut dice(1), &mut Control::new());
    chosen.expect("the game goes on")
}

fn chosen(player: CpuPlayer, position: &Position, budget: Budget) -> Square {
    decide(player, position, budget).square().expect("there is a move")
}

/// The value of every move for the player to move, with perfect play for the win: 1, 0 for a draw, or -1.
fn exact(position: &Position) -> Vec<(Square, i32)> {
    let Some(player) = position.to_move() else { return Vec::new() };
    let value = |square| {
        let mut next = position.clone();
        next.play(player, square).expect("a legal square");
        match (next.outcome(), next.to_move()) {
            (Some(Outcome::Draw), _) => 0,
            (Some(Outcome::Win(winner)), _) => {
                if winner == player {
                    1
                } else {
                    -1
                }
            }
            (None, mover) => {
                let best = exact(&next).into_iter().map(|(_, value)| value).max().expect("the game goes on");
                if mover == Some(player) { best } else { -best }
            }
        }
    };
    position.legal_squares().iter().map(|square| (square, value(square))).collect()
}

/// The position with this many empties of each random game.
fn endings(variant: &Variant, empties: usize, games: u64) -> impl Iterator<Item = Position> {
    let variant = variant.clone();
    (0..games).filter_map(move |seed| {
        let record = random_record(variant.clone(), seed, usize::MAX);
        let mut positions = (0..=record.ply()).rev().filter_map(|ply| record.position_at(ply));
        positions.find(|position| position.board().empties().count() == empties).cloned()
    })
}

#[test]
fn the_end_of_a_game_is_played_exactly() {
    for goal in Goal::ALL {
        let variant = built_in("classic-6").with_goal(goal);
        let mut choices = 0;
        for position in endings(&variant, 7, 40) {
            let exact = exact(&position);
            let Some(best) = exact.iter().map(|(_, value)| *value).max() else { continue };
            let report = decide(MASTER, &position, Budget::positions(3000));
            let chosen = report.square().expect("there is a move");
            let value = exact.iter().find(|(square, _)| *square == chosen).expect("a legal square").1;
            assert_eq!(value, best, "{chosen} on\n{}", position.board());
            if let Some(Score::Wins(share)) = report.score() {
                assert!((share - [0.0, 0.5, 1.0][(best + 1) as usize]).abs() < 0.1, "told {share} for {best}");
                choices += usize::from(exact.iter().any(|(_, value)| *value < best));
            }
        }
        assert!(choices >= 5, "only {choices} of the positions could be played wrong");
    }
}

/// Runs the work on two extra threads.
fn two_more(help: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(help);
        }
        work();
    });
}

#[test]
fn several_threads_play_the_end_of_a_game_exactly() {
    let variant = built_in("classic-6");
    let mut choices = 0;
    for position in endings(&variant, 6, 20) {
        let exact = exact(&position);
        let Some(best) = exact.iter().map(|(_, value)| *value).max() else { continue };
        let mut on_progress = |progress: Progress| {
            if progress.done >= 2000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let control = &mut Control::new().on_progress(&mut on_progress).with_threads(&two_more);
        let report = Thinker::default().choose(LEGEND, &position, LEGEND.budget(&position), &mut dice(1), control);
        let square = report.and_then(|report| report.square()).expect("the game goes on");
        assert!(exact.contains(&(square, best)), "{square} on\n{}", position.board());
        choices += usize::from(exact.iter().any(|(_, value)| *value < best));
    }
    assert!(choices >= 3, "only {choices} of the positions could be played wrong");
}

#[test]
fn results_of_several_threads_are_added_up() {
    let position = Position::start(built_in("colour"));
    let mut own = 0;
    let mut on_progress = |progress: Progress| {
        own = progress.done;
        if own >= 800 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let control = &mut Control::new().on_progress(&mut on_progress).with_threads(&two_more);
    let report = Thinker::default().choose(LEGEND, &position, LEGEND.budget(&position), &mut dice(1), control);
    let report = report.expect("the game goes on");
    // Even a thread that starts late makes some playouts.
    assert!(own == 800 && report.nodes >= u64::from(own) + 16, "{} playouts, {own} of the first", report.nodes);
    assert!(matches!(report.score(), Some(Score::Wins(share)) if (0.1..0.9).contains(&share)), "{report:?}");
}

#[test]
fn a_move_without_choice_is_played_at_once() {
    let variant: Variant = "name: x\nplayers: black white\nboard:\n.WB\n".parse().expect("a variant");
    let position = Position::start(variant);
    for player in [MASTER, CpuPlayer::Tree(TreeLevel::Beginner), CpuPlayer::Loser] {
        let report = decide(player, &position, player.budget(&position));
        assert_eq!(report, Report::from("a1".parse::<Square>().expect("a square")));
    }
}

#[test]
fn a_decision_tells_what_it_saw() {
    let position = Position::start(built_in("colour"));
    let report = decide(MASTER, &position, Budget::positions(300));
    assert!((150..=300).contains(&report.nodes), "it stops early only once no other move can overtake the best");
    assert!(matches!(report.score(), Some(Score::Wins(share)) if (0.1..0.9).contains(&share)), "{report:?}");
    let [line] = report.lines.as_slice() else { panic!("one line: {report:?}") };
    assert!(report.depth >= 2 && line.moves.len() <= report.depth as usize);
    let mut after = position;
    for square in &line.moves {
        let player = after.to_move().expect("the line does not go past the end");
        after.play(player, *square).expect("the line is legal");
    }
}

#[test]
fn the_watch_sees_how_far_it_is_and_stops_it_at_once() {
    let position = Position::start(built_in("five"));
    for player in [MASTER, CpuPlayer::Loser, CpuPlayer::MonteCarlo] {
        let mut seen: Vec<(u32, u32)> = Vec::new();
        let mut on_progress = |progress: Progress| {
            seen.push((progress.done, progress.of));
            if seen.len() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let control = &mut Control::new().on_progress(&mut on_progress);
        let report = Thinker::default().choose(player, &position, Budget::positions(5000), &mut dice(1), control);
        let report = report.expect("it names the best move that it knows");
        assert!(report.square().is_some_and(|square| position.legal_squares().contains(square)));
        let last = seen.last().map(|(done, _)| u64::from(*done));
        assert_eq!(last, Some(report.nodes), "nothing happens after the stop");
        assert!(seen.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[1].0 - pair[0].0 <= 16), "{seen:?}");
        assert!(seen.iter().all(|(done, of)| done <= of && *of <= 5000), "{seen:?}");
    }
}

#[test]
fn a_limit_bounds_the_playouts() {
    let position = Position::start(built_in("classic"));
    let own = MASTER.budget(&position);
    for (budget, most) in [(own.at_most(50), 50), (own.with_nodes(70), 70), (own.at_most(0), 1)] {
        let nodes = decide(MASTER, &position, budget).nodes;
        assert!((1..=most).contains(&nodes), "{nodes} playouts with {budget:?}");
    }
    let beginner = CpuPlayer::Tree(TreeLevel::Beginner);
    let report = decide(beginner, &position, beginner.budget(&position).at_most(1000));
    assert!(report.nodes <= TreeLevel::Beginner.playouts().into());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everybody_plays_a_legal_move_in_every_variant_and_the_same_again(
        variant in any_variant(),
        seed: u64,
        ply in 0..40_usize,
    ) {
        let position = random_record(variant, seed, ply).position().clone();
        // Players that search by plies ignore this limit, and would take minutes on a large board.
        for player in CpuPlayer::all().filter(|player| !matches!(player, CpuPlayer::Weights(_))) {
            let budget = player.budget(&position).at_most(30);
            let choose =
                || Thinker::default().choose(player, &position, budget, &mut dice(seed), &mut Control::new());
            let report = choose();
            prop_assert_eq!(report.is_some(), position.to_move().is_some());
            let legal = position.legal_squares();
            let is_legal = |report: &Report| report.square().is_some_and(|square| legal.contains(square));
            prop_assert!(report.iter().all(is_legal), "{} plays {:?}", player, report);
            prop_assert_eq!(choose(), report);
        }
    }
}

/// Winners of this many games between these players; `None` for a draw.
fn wins(variant: &Arc<Variant>, games: u64, cpu: impl Fn(Player, u64) -> (CpuPlayer, Budget)) -> Vec<Option<Player>> {
    let play = |game| {
        let mut rng = dice(game);
        let mut position = Position::start(variant.clone());
        while let Some(player) = position.to_move() {
            let (cpu, budget) = cpu(player, game);
            let report = Thinker::default().choose(cpu, &position, budget, &mut rng, &mut Control::new());
            let square = report.and_then(|report| report.square()).expect("the game goes on");
            position.play(player, square).expect("a legal square");
        }
        match position.outcome() {
            Some(Outcome::Win(winner)) => Some(winner),
            _ => None,
        }
    };
    (0..games).map(play).collect()
}

#[test]
fn it_beats_random_players_from_every_seat() {
    let random = (CpuPlayer::Character(Character::Random), Budget::TO_THE_END);
    for (key, goal, seats) in
        [("colour", Goal::Most, &[Black, White, Ash][..]), ("classic-6", Goal::Fewest, &[Black, White])]
    {
        let variant = Arc::new(built_in(key).with_goal(goal));
        for seat in seats {
            let won =
                wins(&variant, 2, |player, _| if player == *seat { (MASTER, Budget::positions(100)) } else { random });
            assert_eq!(won, [Some(*seat); 2], "{key}, {goal:?}");
        }
    }
}

#[test]
fn the_loser_owns_next_to_nothing_in_the_end() {
    let variant = Arc::new(built_in("classic-6"));
    let discs = |game: u64| {
        let (mut position, mut dice) = (Position::start(variant.clone()), dice(game));
        while let Some(player) = position.to_move() {
            let square = match player {
                _ if position.move_number() <= 4 => any_legal_square(&position, &mut dice).expect("a move is legal"),
                White => {
                    let budget = CpuPlayer::Loser.budget(&position).with_nodes(20_000);
                    chosen(CpuPlayer::Loser, &position, budget)
                }
                _ => chosen(Character::Greedy.into(), &position, Budget::TO_THE_END),
            };
            position.play(player, square).expect("a legal square");
        }
        position.counts()[White]
    };
    let all: Vec<u16> = (0..8).map(discs).collect();
    // Over a hundred games, the mean is 5.3 discs.
    assert!(all.iter().sum::<u16>() <= 7 * all.len() as u16, "the loser has {all:?} discs");
}

#[test]
fn players_who_only_cut_in_count_their_own_discs() {
    let mut position = Position::start(built_in("colour"));
    let mut rng = dice(4);
    while position.to_move() != Some(Cyan) {
        let player = position.to_move().expect("Cyan cuts in");
        let square = Character::Random.choose(&position, &mut rng).expect("the game goes on");
        position.play(player, square).expect("a legal square");
    }
    let score = decide(MASTER, &position, Budget::positions(100)).score();
    assert!(matches!(score, Some(Score::Discs(share)) if (0.02..0.5).contains(&share)), "{score:?}");
}

#[test]
fn a_weak_level_misses_wins_that_the_strongest_finds() {
    let variant = built_in("classic-6");
    let mut missed = Vec::new();
    for position in endings(&variant, 5, 60) {
        let exact = exact(&position);
        let is_win = |square| exact.iter().any(|(other, value)| *other == square && *value == 1);
        if exact.iter().any(|(_, value)| *value == 1) && exact.iter().any(|(_, value)| *value < 1) {
            let errs = |level| {
                let player = CpuPlayer::Tree(level);
                !is_win(chosen(player, &position, player.budget(&position).at_most(1000)))
            };
            missed.push([TreeLevel::Beginner, TreeLevel::Master].map(errs));
        }
    }
    let count = |level: usize| missed.iter().filter(|errs| errs[level]).count();
    assert!(missed.len() >= 5, "only {} of the positions have a win to miss", missed.len());
    assert!(count(0) >= missed.len() / 4, "the beginner misses {} of {}", count(0), missed.len());
    assert_eq!(count(1), 0);
}

#[test]
fn a_network_beats_playouts_where_there_is_one() {
    let variant = Arc::new(built_in("colour"));
    let (budget, control) = (Budget::positions(60), &mut Control::new());
    let mut won = 0;
    for (game, seat) in (0..3).flat_map(|game| [Black, White, Ash].map(|seat| (game, seat))) {
        let (mut position, mut rng) = (Position::start(variant.clone()), dice(game));
        while let Some(player) = position.to_move() {
            let report = if player == seat {
                Thinker::default().choose(MASTER, &position, budget, &mut rng, control)
            } else {
                MASTER.choose_without_engine(&position, budget, &mut rng, control)
            };
            let square = report.and_then(|report| report.square()).expect("the game goes on");
            position.play(player, square).expect("a legal square");
        }
        won += u32::from(position.outcome() == Some(Outcome::Win(seat)));
    }
    // Three wins would be fair, but for draws.
    assert!(won >= 5, "it won {won} of 9 games");
}

#[test]
fn no_two_searches_by_a_network_are_alike() {
    // Otherwise all threads would find the same, and all matches between CPU players would be equal.
    let position = Position::start(built_in("five"));
    let budget = Budget::positions(300);
    let find = |seed| Thinker::default().choose(MASTER, &position, budget, &mut dice(seed), &mut Control::new());
    let found: Vec<Report> = (0..4).map(|seed| find(seed).expect("the game goes on")).collect();
    let scores: Vec<Score> = found.iter().filter_map(Report::score).collect();
    assert_eq!(scores.len(), found.len());
    for (index, score) in scores.iter().enumerate() {
        assert!(!scores[..index].contains(score), "{scores:?}");
    }
}

#[test]
fn near_the_end_and_for_weak_levels_a_network_is_not_asked() {
    let variant = built_in("colour");
    let alike = |level: TreeLevel, position: &Position| {
        let player = CpuPlayer::Tree(level);
        let [judged, unjudged] = [true, false].map(|is_judged| {
            let (budget, mut rng, control) = (Budget::positions(100), dice(3), &mut Control::new());
            if is_judged {
                Thinker::default().choose(player, position, budget, &mut rng, control)
            } else {
                player.choose_without_engine(position, budget, &mut rng, control)
            }
        });
        judged == unjudged
    };
    for position in endings(&variant, 18, 5) {
        assert!(alike(TreeLevel::Expert, &position), "{}", position.board());
    }
    assert!(endings(&variant, 19, 5).any(|position| !alike(TreeLevel::Expert, &position)));
    let start = Position::start(variant);
    assert!(alike(TreeLevel::Skilled, &start) && !alike(TreeLevel::Expert, &start));
}
