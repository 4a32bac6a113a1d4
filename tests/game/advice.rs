//! Hints and analysis: what they show, when they disappear, and who must agree.

use irogaeshi::cpu::{Character, Line, Report, Score};
use irogaeshi::game::{
    AdviceCommand, AdviceKind, Match, MatchChange, MatchCommand, MatchPhase, Navigate, Screen, Seat, Settings, TextSize,
};
use irogaeshi::rules::{Player, SquareSet, Variant};

use crate::harness::{
    MAX_MOTION_STEPS, MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans, played, random_game,
};

const HINT: AdviceCommand = AdviceCommand::Toggle(AdviceKind::Hint);
const ANALYSIS: AdviceCommand = AdviceCommand::Toggle(AdviceKind::Analysis);

/// A match of a human with Black, who is to move, against a CPU player.
fn against_cpu() -> TestGame {
    let game = played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6");
    TestGame::with_settings(game, at_once())
}

fn until_found(game: &mut TestGame) -> Report {
    game.run_until("there is advice", MAX_THINKING_STEPS, |game| game.advice().found().is_some());
    game.advice().found().expect("there is advice").clone()
}

fn shown(game: &TestGame) -> SquareSet {
    game.advice().shown().iter().filter_map(Line::square).collect()
}

#[test]
fn a_hint_shows_the_best_square_until_a_move_is_played() {
    let mut game = against_cpu();
    game.act(HINT);
    let best = until_found(&mut game).lines[0].moves[0];
    assert_eq!(shown(&game), SquareSet::from_iter([best]));
    game.act(AdviceCommand::PlayBest);
    game.until_ply(4);
    assert_eq!((game.advice().kind(), game.advice().found()), (None, None));
    let hinted = game.game().record.played()[2].clone();
    assert_eq!(hinted.player, Player::Black);
    let square = hinted.square().expect("a hint is a square");
    assert!(game.game().record.position_at(2).is_some_and(|before| before.legal_squares().contains(square)));
}

#[test]
fn an_analysis_ranks_all_legal_squares_and_continues_after_a_turn() {
    let mut game = against_cpu();
    game.act(ANALYSIS);
    for ply in [4, 6] {
        let found = until_found(&mut game);
        assert_eq!(shown(&game), game.legal_moves().squares);
        assert!(found.lines.iter().all(|line| line.lead().is_some()));
        let next = game.legal_moves().squares.iter().last().expect("there is a move");
        game.play(&next.to_string());
        assert!(game.advice().found().is_none(), "it was about another position");
        game.until_ply(ply);
    }
    game.act(ANALYSIS);
    assert_eq!(game.advice().kind(), None);
    assert_eq!(shown(&game), SquareSet::default());
}

#[test]
fn an_analysis_deepens_to_the_end_of_the_game() {
    let mut game = TestGame::with_settings(classic(4, cpu_plays(Player::White, Character::Greedy)), at_once());
    game.act(ANALYSIS);
    game.run_until("all is known", MAX_THINKING_STEPS, |game| {
        game.advice().found().is_some_and(|found| found.is_exact)
    });
    // All four openings are equivalent, and lose by 3 to 11 on 4 x 4, which counts as 10: empty squares go to the
    // winner.
    assert!(game.advice().shown().iter().all(|line| line.lead() == Some(-10)), "{:?}", game.advice());
}

#[test]
fn boards_that_the_engine_cannot_play_are_analysed_by_the_tree_search() {
    for key in ["colour", "classic-10"] {
        let variant = Variant::built_in(key).expect("is built in");
        let mut seats = cpu_plays(Player::White, Character::Greedy);
        for player in variant.everybody() {
            if player != Player::Black {
                seats[player] = Seat::Cpu(Character::Greedy.into());
            }
        }
        let mut game = TestGame::with_settings(Match::new(variant, seats, 1), at_once());
        game.act(HINT);
        until_found(&mut game);
        assert!(matches!(game.advice().shown()[0].score, Some(Score::Wins(_))), "{key}: {:?}", game.advice());
    }
}

#[test]
fn advice_among_several_humans_needs_the_agreement_of_all() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.act(HINT);
    game.steps(4);
    assert_eq!(game.advice().kind(), None);
    game.act(Navigate::Close);
    game.act(ANALYSIS);
    game.act(AdviceCommand::Agree);
    until_found(&mut game);
    // Agreement holds for this match, but not for the next.
    game.act(HINT);
    assert_eq!(game.advice().kind(), Some(AdviceKind::Hint));
    game.act(MatchCommand::now(MatchChange::Restart));
    game.steps(4);
    game.act(HINT);
    game.steps(4);
    assert_eq!(game.advice().kind(), None);
}

#[test]
fn spectators_of_cpu_players_may_see_an_analysis() {
    let mut seats = cpu_plays(Player::White, Character::Greedy);
    seats[Player::Black] = Seat::Cpu(Character::Greedy.into());
    let mut game = TestGame::with_settings(classic(6, seats), at_once());
    game.act(ANALYSIS);
    assert_eq!(game.advice().kind(), Some(AdviceKind::Analysis));
    game.until_over();
    assert_eq!(shown(&game), SquareSet::default());
}

#[test]
fn hint_and_analysis_are_disabled_at_the_end() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    let board = classic(4, cpu_plays(Player::White, Character::Greedy));
    let variant = (**board.record.variant()).clone();
    game.enter(Match { record: random_game(&variant, 3), ..board });
    game.run_until("the match is over", MAX_MOTION_STEPS, |game| game.phase() == MatchPhase::Over);
    game.steps(5);
    for label in ["Hint", "Analysis"] {
        assert!(game.control(label).disabled, "{label}");
    }
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(5);
    assert!(!game.control("Hint").disabled && !game.control("Analysis").disabled);
}

#[test]
fn after_a_resignation_an_analysis_does_not_count_as_help() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, humans()), "f5 d6 c3"));
    game.act(MatchCommand::now(MatchChange::Resign(Player::White)));
    game.run_until("the match is over", MAX_MOTION_STEPS, |game| game.phase() == MatchPhase::Over);
    game.steps(5);
    game.click_on("Analysis");
    let found = until_found(&mut game);
    game.steps(3);
    let legal = game.position().legal_squares();
    assert_eq!(found.lines.iter().filter_map(Line::square).collect::<SquareSet>(), legal);
    let shown_text = game.text_below("advice").expect("it is shown below the result");
    assert!(shown_text.contains("Best: "), "{shown_text}");
    assert!(!game.game().marks.advised, "the match was over");
    game.click_on("Undo");
    game.steps(5);
    assert_eq!((game.moves().as_str(), game.game().ending()), ("f5 d6 c3", None));
    assert_eq!(game.advice().kind(), None, "both play again, and nobody has agreed to it");
}

#[test]
fn leaving_the_screen_ends_advice() {
    let mut game = against_cpu();
    game.act(ANALYSIS);
    until_found(&mut game);
    game.act(Navigate::To(Screen::Title));
    game.run_until("the title is shown", 10, |game| game.screen() == Screen::Title);
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 10, |game| game.screen() == Screen::Match);
    assert_eq!((game.advice().kind(), game.advice().found()), (None, None));
}

#[test]
fn the_opening_is_named() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    let opening = |game: &TestGame| game.report_json()["opening"].as_str().map(ToOwned::to_owned);
    assert_eq!(opening(&game), None);
    for (name, expected) in [("f5", None), ("d6", Some("Perpendicular")), ("c3", Some("Perpendicular"))] {
        game.play(name);
        game.rest();
        game.steps(2);
        assert_eq!(opening(&game).as_deref(), expected, "after {name}");
    }
    game.play("d3");
    game.play("c4");
    game.steps(2);
    assert_eq!(opening(&game).as_deref(), Some("Tiger"));
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(4);
    assert_ne!(opening(&game).as_deref(), Some("Tiger"));
}

#[test]
fn a_line_of_moves_is_shown_whole_if_it_fits_on_two_rows() {
    for (width, height, text_size) in [(1280, 800, 140), (390, 844, 100), (768, 1024, 150)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = Settings { text_size: TextSize::from(text_size), ..at_once() };
        game.enter(played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6"));
        game.act(HINT);
        game.run_until("it looked far", MAX_THINKING_STEPS, |game| {
            game.advice().found().is_some_and(|found| found.depth >= 8)
        });
        game.steps(5);
        let report = game.report_json();
        let advice = report["advice"].as_str().expect("there is advice");
        let shown = game.text_below("advice").expect("there is a place for it");
        let line = shown.lines().find(|line| line.contains(" moves ahead: ")).expect("there is a line");
        assert!(advice.ends_with(line), "{width} x {height}: {line:?} of {advice:?}");
    }
}

#[test]
fn squares_show_their_values() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6"));
    game.click_on("Analysis");
    until_found(&mut game);
    game.steps(2);
    let report = game.report_json();
    let advice = report["advice"].as_str().expect("there is advice");
    assert!(advice.starts_with("Best: ") && advice.contains(" moves ahead: "), "{advice}");
    let cells = report["board"]["cells"].as_array().expect("there are cells");
    assert!(cells.iter().all(|cell| cell["worth"].is_string() == (cell["legal"] == true)), "{report}");
    game.click_on(&format!("Play {}", game.advice().best().and_then(Line::square).expect("is found")));
    game.until_ply(4);
}
