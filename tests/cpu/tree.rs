//! The tree search: moves in solvable positions, limits and stops, and matches against other players.

use std::ops::ControlFlow;
use std::sync::Arc;

use irogaeshi::cpu::{
    Character, CpuPlayer, Decision, Progress, Score, TreeLevel, WorkLimit, never_stop, single_thread,
};
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

fn decide(player: CpuPlayer, position: &Position, limit: WorkLimit) -> Decision {
    player.choose(position, limit, &mut dice(1), &mut never_stop, &single_thread).expect("the game goes on")
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
            let decision = decide(MASTER, &position, WorkLimit::Exactly(3000));
            let value = exact.iter().find(|(square, _)| *square == decision.square).expect("a legal square").1;
            assert_eq!(value, best, "{} on\n{}", decision.square, position.board());
            if let Some(Score::Wins(share)) = decision.outlook.map(|outlook| outlook.score) {
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
        let decision = LEGEND.choose(&position, WorkLimit::Own, &mut dice(1), &mut on_progress, &two_more);
        let square = decision.expect("the game goes on").square;
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
    let decision = LEGEND.choose(&position, WorkLimit::Own, &mut dice(1), &mut on_progress, &two_more);
    let outlook = decision.expect("the game goes on").outlook.expect("there is a choice");
    // Even a thread that starts late makes some playouts.
    assert!(own == 800 && outlook.nodes >= own + 16, "{} playouts, {own} of the first", outlook.nodes);
    assert!(matches!(outlook.score, Score::Wins(share) if (0.1..0.9).contains(&share)), "{:?}", outlook.score);
}

#[test]
fn a_move_without_choice_is_played_at_once() {
    let variant: Variant = "name: x\nplayers: black white\nboard:\n.WB\n".parse().expect("a variant");
    let position = Position::start(variant);
    for player in [MASTER, CpuPlayer::Tree(TreeLevel::Beginner), CpuPlayer::Loser] {
        let decision = decide(player, &position, WorkLimit::Own);
        assert_eq!((decision.square.to_string().as_str(), decision.outlook), ("a1", None));
    }
}

#[test]
fn a_decision_tells_what_it_saw() {
    let position = Position::start(built_in("colour"));
    let decision = decide(MASTER, &position, WorkLimit::Exactly(300));
    let outlook = decision.outlook.expect("there is a choice");
    assert!((150..=300).contains(&outlook.nodes), "it stops early only once no other move can overtake the best");
    assert!(matches!(outlook.score, Score::Wins(share) if (0.1..0.9).contains(&share)), "{:?}", outlook.score);
    assert_eq!(outlook.line[0], decision.square);
    assert!(outlook.depth >= 2 && outlook.line.len() <= outlook.depth as usize);
    let mut after = position;
    for square in outlook.line {
        let player = after.to_move().expect("the line does not go past the end");
        after.play(player, square).expect("the line is legal");
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
        let decision =
            player.choose(&position, WorkLimit::Exactly(5000), &mut dice(1), &mut on_progress, &single_thread);
        let decision = decision.expect("it names the best move that it knows");
        assert!(position.legal_squares().contains(decision.square));
        let nodes = decision.outlook.expect("it looks ahead").nodes;
        assert_eq!(seen.last().map(|(done, _)| *done), Some(nodes), "nothing happens after the stop");
        assert!(seen.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[1].0 - pair[0].0 <= 16), "{seen:?}");
        assert!(seen.iter().all(|(done, of)| done <= of && *of <= 5000), "{seen:?}");
    }
}

#[test]
fn a_limit_bounds_the_playouts() {
    let position = Position::start(built_in("classic"));
    for (limit, most) in [(WorkLimit::AtMost(50), 50), (WorkLimit::Exactly(70), 70), (WorkLimit::AtMost(0), 1)] {
        let nodes = decide(MASTER, &position, limit).outlook.expect("it looks ahead").nodes;
        assert!((1..=most).contains(&nodes), "{nodes} playouts with {limit:?}");
    }
    let beginner = decide(CpuPlayer::Tree(TreeLevel::Beginner), &position, WorkLimit::AtMost(1000));
    assert!(beginner.outlook.is_none_or(|outlook| outlook.nodes <= TreeLevel::Beginner.playouts()));
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
            let choose = || player.choose(&position, WorkLimit::AtMost(30), &mut dice(seed), &mut never_stop, &single_thread);
            let decision = choose();
            prop_assert_eq!(decision.is_some(), position.to_move().is_some());
            let legal = position.legal_squares();
            prop_assert!(decision.iter().all(|decision| legal.contains(decision.square)), "{} plays {:?}", player, decision);
            prop_assert_eq!(choose(), decision);
        }
    }
}

/// Winners of this many games between these players; `None` for a draw.
fn wins(
    variant: &Arc<Variant>,
    games: u64,
    cpu: impl Fn(Player, u64) -> (CpuPlayer, WorkLimit),
) -> Vec<Option<Player>> {
    let play = |game| {
        let mut rng = dice(game);
        let mut position = Position::start(variant.clone());
        while let Some(player) = position.to_move() {
            let (cpu, limit) = cpu(player, game);
            let decision =
                cpu.choose(&position, limit, &mut rng, &mut never_stop, &single_thread).expect("the game goes on");
            position.play(player, decision.square).expect("a legal square");
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
    let random = (CpuPlayer::Character(Character::Random), WorkLimit::Own);
    for (key, goal, seats) in
        [("colour", Goal::Most, &[Black, White, Ash][..]), ("classic-6", Goal::Fewest, &[Black, White])]
    {
        let variant = Arc::new(built_in(key).with_goal(goal));
        for seat in seats {
            let won =
                wins(&variant, 2, |player, _| if player == *seat { (MASTER, WorkLimit::Exactly(100)) } else { random });
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
                White => decide(CpuPlayer::Loser, &position, WorkLimit::Exactly(20_000)).square,
                _ => decide(Character::Greedy.into(), &position, WorkLimit::Own).square,
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
    let decision = decide(MASTER, &position, WorkLimit::Exactly(100));
    let score = decision.outlook.expect("there is a choice").score;
    assert!(matches!(score, Score::Discs(share) if (0.02..0.5).contains(&share)), "{score:?}");
}

#[test]
fn a_weak_level_misses_wins_that_the_strongest_finds() {
    let variant = built_in("classic-6");
    let mut missed = Vec::new();
    for position in endings(&variant, 5, 60) {
        let exact = exact(&position);
        let is_win = |square| exact.iter().any(|(other, value)| *other == square && *value == 1);
        if exact.iter().any(|(_, value)| *value == 1) && exact.iter().any(|(_, value)| *value < 1) {
            let errs = |level| !is_win(decide(CpuPlayer::Tree(level), &position, WorkLimit::AtMost(1000)).square);
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
    let limit = WorkLimit::Exactly(60);
    let mut won = 0;
    for (game, seat) in (0..3).flat_map(|game| [Black, White, Ash].map(|seat| (game, seat))) {
        let (mut position, mut rng) = (Position::start(variant.clone()), dice(game));
        while let Some(player) = position.to_move() {
            let decision = if player == seat {
                MASTER.choose(&position, limit, &mut rng, &mut never_stop, &single_thread)
            } else {
                MASTER.choose_without_engine(&position, limit, &mut rng, &mut never_stop, &single_thread)
            };
            position.play(player, decision.expect("the game goes on").square).expect("a legal square");
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
    let find =
        |seed| MASTER.choose(&position, WorkLimit::Exactly(300), &mut dice(seed), &mut never_stop, &single_thread);
    let found: Vec<Decision> = (0..4).map(|seed| find(seed).expect("the game goes on")).collect();
    let scores: Vec<Score> = found.iter().filter_map(|decision| Some(decision.outlook.as_ref()?.score)).collect();
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
            let (limit, mut rng) = (WorkLimit::Exactly(100), dice(3));
            if is_judged {
                player.choose(position, limit, &mut rng, &mut never_stop, &single_thread)
            } else {
                player.choose_without_engine(position, limit, &mut rng, &mut never_stop, &single_thread)
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
