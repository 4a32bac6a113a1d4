//! Matches that ended early, here, in a room or elsewhere: walked, reviewed, continued and copied like others.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdviceCommand, AdviceKind, ColourAssignment, CopyMoves, CopyText, FileOffered, Match, MatchChange, MatchCommand,
    MatchPhase, Navigate, PlayOn, ReviewStep, Reviewing, Screen, Seat, Settings, ShowMove, Terms,
};
use irogaeshi::notation::{GameRecord, RecordedSeat};
use irogaeshi::online::Action;
use irogaeshi::rules::{Ending, Forfeit, ForfeitReason, Player, Record, Variant};

use crate::harness::{
    ANNA, MAX_MOTION_STEPS, MAX_THINKING_STEPS, ME, TestGame, TestRoom, at_once, classic, cpu_plays, humans, played,
    random_game,
};
use crate::online_screens::{open_match, playing_room};

const ENDINGS: [Ending; 4] =
    [Ending::Resigned(Player::Black), Ending::OutOfTime(Player::White), Ending::DrawAgreed, Ending::Abandoned];

/// Three players on a small board, and one who cuts in.
const THREE: &str = "name: Three\nplayers: black white ash\ncut-ins: 5 cyan\nscored: black white ash\nboard:\n\
    ......\n..WA..\n..BWA.\n.CABW.\n..AB..\n......\n";

fn in_window(game: Match) -> TestGame {
    let mut test = TestGame::in_window(1280, 800);
    *test.settings() = at_once();
    test.enter(game);
    until_over(&mut test);
    test
}

fn until_over(game: &mut TestGame) {
    game.run_until("the match is over", MAX_MOTION_STEPS, |game| game.phase() == MatchPhase::Over);
    game.steps(5);
}

fn reviewing(game: &mut TestGame) -> Reviewing {
    game.world_mut().resource::<Reviewing>().clone()
}

/// The last text that was copied.
fn copied(game: &mut TestGame) -> String {
    let texts = game.world_mut().resource_mut::<Messages<CopyText>>().drain().collect::<Vec<_>>();
    texts.into_iter().next_back().expect("something is copied").0
}

/// Walks the ended match on the board, has it reviewed, copies it and continues it from before its last move.
fn assert_is_a_game(game: &mut TestGame, what: &str) {
    let before = game.game().clone();
    let plies = before.record.ply();
    game.act(CopyMoves);
    game.step();
    let squares: String = before.record.played().iter().map(|turn| turn.chosen().to_string()).collect();
    let text = copied(game);
    assert!(text == squares || text == before.record.to_string(), "{what}: {text}");

    let second = before.record.played()[1].chosen().to_string();
    let labels = game.labels();
    let entry = labels.iter().find(|label| label.starts_with("2. ") && label.contains(&second)).expect("it is listed");
    game.scroll_to(entry);
    game.click_on(entry);
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.steps(3);
    assert_eq!(reviewing(game).ply(), 1, "{what}: the list leads to the move");
    for (key, ply) in [(Key::ArrowRight, 2), (Key::Home, 0), (Key::End, plies), (Key::ArrowLeft, plies - 1)] {
        game.press(key);
        assert_eq!(reviewing(game).ply(), ply, "{what}");
    }
    game.run_until("everything is found out", MAX_THINKING_STEPS, |game| !reviewing(game).is_open());
    let found = reviewing(game);
    assert_eq!((found.problem(), found.found().moves.len()), (None, plies), "{what}");
    assert!(found.standings().iter().all(Option::is_some), "{what}: the graph is whole");

    game.act(ReviewStep::Last);
    game.steps(3);
    let shown_text = game.text_below("sentence").expect("it is shown");
    assert!(!shown_text.contains("You"), "{what}: {shown_text}");
    game.click_on("Play on from here");
    game.run_until("a match is shown", 10, |game| game.screen() == Screen::Match);
    let now = game.game();
    assert_eq!((now.ending(), now.room, now.forfeits.as_slice()), (None, None, &[][..]), "{what}");
    assert_eq!(now.record.played()[..plies], *before.record.played(), "{what}");
    assert!(now.id != before.id && now.has_human(), "{what}");
}

#[test]
fn a_classic_match_is_a_game_however_it_ended() {
    for ending in ENDINGS {
        let record = played(classic(8, humans()), "f5 d6 c3 d3").record;
        let game = Match { record, ended_early: Some(ending), ..classic(8, humans()) };
        assert_is_a_game(&mut in_window(game), &format!("{ending:?}"));
    }
}

#[test]
fn a_colour_match_that_players_left_is_a_game() {
    let variant: Variant = THREE.parse().expect("a variant");
    let whole = random_game(&variant, 2);
    let record = Record::from_moves(variant.clone(), whole.moves().into_iter().take(5)).expect("legal moves");
    let gone = |player, ply, reason| Forfeit { player, ply, reason };
    let forfeits =
        vec![gone(Player::Ash, 3, ForfeitReason::Resigned), gone(Player::White, 5, ForfeitReason::OutOfTime)];
    for ending in [Ending::OutOfTime(Player::White), Ending::Abandoned] {
        let board = Match::new(variant.clone(), humans(), 1);
        let mut seats = humans();
        seats[Player::Ash] = Seat::Cpu(Character::Greedy.into());
        let game =
            Match { record: record.clone(), seats, forfeits: forfeits.clone(), ended_early: Some(ending), ..board };
        assert_is_a_game(&mut in_window(game), &format!("{ending:?}"));
    }
}

/// A room's match on this board that was ended, at the device of one of its players.
fn ended_in_room(board: &str, moves: usize, end: impl Fn(&mut TestRoom)) -> (TestRoom, TestGame) {
    let mut room = playing_room(board, moves);
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    open_match(&mut game, room.known_at(ME));
    end(&mut room);
    game.set_online(room.known_at(ME));
    until_over(&mut game);
    (room, game)
}

#[test]
fn a_match_that_ended_early_in_a_room_continues_as_a_local_match_alone() {
    let ends: [(&str, fn(&mut TestRoom)); 3] = [
        ("resigned", |room| _ = room.ask(ANNA, Action::Resign)),
        ("agreed", |room| _ = room.ask(ANNA, Action::OfferDraw).ask(ME, Action::AnswerDraw { agree: true })),
        ("closed", |room| _ = room.server(Action::Close)),
    ];
    for (what, end) in ends {
        let (room, mut game) = ended_in_room("classic-8", 4, end);
        let ended = game.game().clone();
        assert!(ended.room.is_some() && ended.ended_early.is_some(), "{what}");
        assert!(!ended.permissions().take_back, "{what}: nobody alone takes back the end of a room's match");
        for change in [MatchChange::TakeBack, MatchChange::Redo, MatchChange::GoTo(1), MatchChange::Restart] {
            game.act(MatchCommand::now(change));
            assert_eq!(*game.game(), ended, "{what}");
        }
        assert_is_a_game(&mut game, what);
        let local = game.game().id;
        game.set_online(room.known_at(ME));
        game.steps(20);
        assert_eq!((game.game().id, game.game().room), (local, None), "{what}: the room leaves it alone");
    }
}

#[test]
fn a_match_of_five_that_players_left_in_a_room_is_walked_and_continued() {
    let (_, mut game) = ended_in_room("five", 8, |room| _ = room.ask(ANNA, Action::Resign).server(Action::Close));
    let ended = game.game().clone();
    assert_eq!((ended.ending(), ended.forfeits.len()), (Some(Ending::Abandoned), 1));
    let result = game.text_below("result").expect("it is shown");
    assert!(result.starts_with("The match was abandoned") && !result.contains("win"), "{result}");
    game.act(ShowMove(2));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.steps(3);
    assert_eq!(reviewing(&mut game).ply(), 2);
    game.press(Key::End);
    game.act(PlayOn);
    game.run_until("a match is shown", 10, |game| game.screen() == Screen::Match);
    let now = game.game();
    assert_eq!((now.ending(), now.room, now.forfeits.len()), (None, None, 0));
    // A CPU player may have moved by now.
    assert!(now.record.moves().starts_with(&ended.record.moves()), "{}", now.record);
    assert!(now.has_human() && now.seats.iter().all(|(_, seat)| *seat != Seat::Remote));
}

/// Text of a game by a human with Black, who has resigned, against a CPU player.
fn resigned_json() -> String {
    let mut record = Record::new(Variant::classic(8).expect("a side"));
    record.play_moves("f5 d6 c3 d3").expect("legal moves");
    let seat = |player| match player {
        Player::Black => RecordedSeat::Human,
        _ => RecordedSeat::Cpu(irogaeshi::cpu::CpuPlayer::from(Character::Greedy).into()),
    };
    let game = GameRecord::new(record).with_seats(|player| Some(seat(player)));
    game.with_ending(Ending::Resigned(Player::Black)).expect("Black can move").to_string()
}

fn offered(text: &str) -> TestGame {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.write(FileOffered { name: "game".to_owned(), content: Ok(text.as_bytes().to_vec()) });
    game.run_until("the game is opened", 20, |game| game.screen() == Screen::Match);
    game
}

#[test]
fn an_imported_game_that_ended_early_is_a_game_of_others() {
    let ggf = |result: &str| format!("(;GM[Othello]PB[Anna]PW[Ben]RE[{result}]TY[8]B[F5]W[D6]B[C3]W[D3];)");
    let pgn = "[Event \"Club\"]\n[Black \"Anna\"]\n[White \"Ben\"]\n[Result \"0-1\"]\n[Termination \"time forfeit\"]\n\n\
        1. f5 d6 2. c3 d3 0-1\n";
    for text in [ggf("-64.0:r"), ggf("+64.0:t"), ggf("+0.0:s"), pgn.to_owned(), resigned_json()] {
        let mut game = offered(&text);
        until_over(&mut game);
        let ended = game.game().clone();
        assert!(ended.ended_early.is_some() && ended.you().is_none(), "{text}");
        let result = game.text_below("result").expect("it is shown");
        assert!(!result.contains("You"), "{result}");
        assert_is_a_game(&mut game, &text);
    }
}

#[test]
fn a_game_of_others_sounds_like_neither_victory_nor_defeat_of_anybody_here() {
    let mut game = offered(&resigned_json());
    until_over(&mut game);
    let sounds = game.take_messages().sounds();
    assert!(!sounds.contains(&"Lost".to_owned()), "{sounds:?}");
}

#[test]
fn a_continued_game_of_others_belongs_to_the_human_here() {
    let mut game = offered(&resigned_json());
    until_over(&mut game);
    game.act(Navigate::To(Screen::Review));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.act(PlayOn);
    game.run_until("a match is shown", 10, |game| game.screen() == Screen::Match);
    assert_eq!(game.game().you(), Some(Player::Black));
    game.act(MatchCommand::now(MatchChange::Resign(Player::Black)));
    until_over(&mut game);
    let result = game.text_below("result").expect("it is shown");
    assert!(result.contains("You resigned"), "{result}");

    // To undo and redo the end of somebody's game is not to play it.
    let whole = random_game(&Variant::classic(4).expect("a side"), 3);
    let seat = |player| match player {
        Player::Black => RecordedSeat::Human,
        _ => RecordedSeat::Cpu(irogaeshi::cpu::CpuPlayer::from(Character::Greedy).into()),
    };
    let mut game = offered(&GameRecord::new(whole).with_seats(|player| Some(seat(player))).to_string());
    until_over(&mut game);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(2);
    assert_eq!(game.game().ending(), None);
    game.act(MatchCommand::now(MatchChange::Redo));
    until_over(&mut game);
    assert_eq!(game.game().you(), None);
}

#[test]
fn an_imported_game_that_stops_in_the_middle_can_be_reviewed() {
    let mut game = offered("(;GM[Othello]PB[Anna]PW[Ben]TY[8]B[F5]W[D6]B[C3];)");
    game.rest();
    game.steps(3);
    assert_eq!((game.game().ending(), game.moves().as_str()), (None, "f5 d6 c3"));
    let entry = game.labels().into_iter().find(|label| label.starts_with("2. ")).expect("it is listed");
    game.click_on(&entry);
    game.steps(5);
    assert_eq!((game.screen(), game.ply()), (Screen::Match, 2), "the list steps within the match");
    game.act(MatchCommand::now(MatchChange::Redo));
    game.act(Navigate::To(Screen::Review));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.run_until("everything is found out", MAX_THINKING_STEPS, |game| !reviewing(game).is_open());
    game.steps(3);
    assert_eq!(reviewing(&mut game).found().moves.len(), 3);
    let shown_text = game.text_below("sentence").expect("it is shown");
    assert!(shown_text.starts_with("Ben to move"), "{shown_text}");
    assert!(game.game().marks.advised, "who reads it has had help");
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is back", 10, |game| game.screen() == Screen::Match);
    assert_eq!((game.game().ending(), game.moves().as_str()), (None, "f5 d6 c3"));
}

#[test]
fn a_hint_asked_for_during_the_turn_of_a_cpu_player_comes_with_the_own_turn() {
    let settings = Settings { cpu_delay: std::time::Duration::from_millis(300), ..at_once() };
    let board = played(classic(8, cpu_plays(Player::Black, Character::Greedy)), "f5 d6");
    let mut game = TestGame::with_settings(board, settings);
    assert_eq!(game.ply(), 2, "the CPU player takes its time");
    game.act(AdviceCommand::Toggle(AdviceKind::Hint));
    game.until_ply(3);
    game.run_until("there is a hint", MAX_THINKING_STEPS, |game| game.advice().found().is_some());
    game.act(AdviceCommand::PlayBest);
    game.until_ply(4);
    assert_eq!(game.advice().kind(), None, "it was about one position");
}

#[test]
fn hint_and_analysis_are_disabled_while_a_question_holds_the_match() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    let terms = Terms { sides: ColourAssignment::Swap, ..Terms::default() };
    game.enter(Match { terms, ..classic(8, cpu_plays(Player::Black, Character::Greedy)) });
    game.until_ply(1);
    let square = game.legal_moves().squares.iter().next().expect("a legal square").to_string();
    game.play(&square);
    game.rest();
    game.steps(5);
    assert!(game.game().swap_question().is_some());
    for label in ["Hint", "Analysis"] {
        assert!(game.control(label).disabled, "{label}");
    }
    game.act(AdviceCommand::Toggle(AdviceKind::Hint));
    game.step();
    assert_eq!(game.advice().kind(), None);
    game.act(MatchCommand::now(MatchChange::DecideSwap(true)));
    game.steps(5);
    assert!(!game.control("Analysis").disabled);
}
