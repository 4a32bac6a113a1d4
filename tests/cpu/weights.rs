//! The players with square weights: their moves and their outlook.

use std::ops::ControlFlow;

use irogaeshi::cpu::{Budget, Control, CpuPlayer, Progress, Report, Score, Thinker, Weights};
use irogaeshi::rules::{Position, Variant};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

fn decide(weights: Weights, position: &Position, seed: u64) -> Report {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let player = CpuPlayer::Weights(weights);
    let chosen = Thinker::default().choose(player, position, Budget::TO_THE_END, &mut rng, &mut Control::new());
    chosen.expect("the game goes on")
}

#[test]
fn they_are_offered_only_for_two_players_on_the_full_8_by_8_board() {
    let suits = |variant: &Variant| Weights::ALL.map(|weights| CpuPlayer::Weights(weights).suits(variant));
    for key in Variant::built_in_keys() {
        let expected = ["classic", "classic-8", "inside", "outside"].contains(&key.as_str());
        assert_eq!(suits(&Variant::built_in(&key).expect("is built in")), [expected; 3], "{key}");
    }
    let board = |rows: &str| {
        let others = "........\n".repeat(7);
        format!("name: x\nplayers: black white\nboard:\n{rows}\n{others}").parse::<Variant>().expect("a variant")
    };
    assert_eq!(suits(&board("..BWA...")), [false; 3]);
    assert_eq!(suits(&board("..BWG...")), [false; 3]);
    assert_eq!(suits(&board("#.BW...#")), [false; 3]);
    assert_eq!(suits(&board("..BW....")), [true; 3]);
    let with_cyan = board("..BW....").to_string().replace("players: black white", "players: black cyan");
    assert_eq!(suits(&with_cyan.replace("scored: black white", "").parse().expect("a variant")), [false; 3]);
    let both_turn = with_cyan.replace("scored: black white", "turns: black cyan").replace("..BW....", "..BC....");
    assert_eq!(suits(&both_turn.parse().expect("a variant")), [true; 3]);
}

#[test]
fn a_game_follows_from_its_seeds_and_every_move_says_what_it_saw() {
    let game = |seed| {
        let mut position = Position::start(Variant::classic(8).expect("a side"));
        let mut squares = Vec::new();
        while let Some(player) = position.to_move() {
            let weights = Weights::ALL[squares.len() % 2];
            let report = decide(weights, &position, seed + squares.len() as u64);
            assert!(matches!(report.score(), Some(Score::Points(_))));
            assert_eq!(report.depth, weights.plies() + 1);
            assert!(report.lines[0].moves.len() as u32 <= report.depth && report.nodes > 0);
            let square = report.square().expect("there is a move");
            position.play(player, square).expect("a legal square");
            squares.push(square);
        }
        squares
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(100));
}

#[test]
fn a_stopped_thought_still_names_a_move() {
    let position = Position::start(Variant::classic(8).expect("a side"));
    let mut shown = Vec::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut on_progress = |progress: Progress| {
        shown.push((progress.done, progress.of));
        if progress.done == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let control = &mut Control::new().on_progress(&mut on_progress);
    let three = CpuPlayer::Weights(Weights::Three);
    let report = Thinker::default().choose(three, &position, Budget::TO_THE_END, &mut rng, control);
    assert_eq!(shown, [(1, 4), (2, 4)]);
    let first_two: Vec<_> = position.legal_squares().iter().take(2).collect();
    assert!(first_two.contains(&report.and_then(|report| report.square()).expect("the game goes on")));
}
