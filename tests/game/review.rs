//! The review of a finished match: offered if there is something to review, filled in step by step, and explored by
//! keys, pointer and finger without changing the match.

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    Curve, Match, MatchPhase, MoveVerdict, Navigate, PlayOn, ReviewStep, Reviewing, ScoreGraph, Screen, Seat,
    SetupCommand, Standing,
};
use irogaeshi::notation::{GameRecord, TimeControl};
use irogaeshi::online::Clock;
use irogaeshi::rules::{Ending, Goal, Player, Position, Record, Turn, Variant};

use crate::harness::{
    Control, MAX_MOTION_STEPS, MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans, played, random_game,
};

/// A match of random moves on the smallest board, which is solved completely at once.
fn finished(seed: u64) -> Match {
    let variant = Variant::classic(4).expect("an even side");
    Match { record: random_game(&variant, seed), ..classic(4, humans()) }
}

/// Seed of a match in which at least three moves lost something.
const LOSSY: u64 = 3;

fn reviewing(game: &mut TestGame) -> &Reviewing {
    game.world_mut().resource::<Reviewing>()
}

fn show_review(game: &mut TestGame) {
    game.run_until("the match is over", 1_000, |game| game.phase() == MatchPhase::Over);
    game.act(Navigate::To(Screen::Review));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.steps(3);
}

fn wait_for_review(game: &mut TestGame) {
    game.run_until("everything is found out", MAX_THINKING_STEPS, |game| !reviewing(game).is_open());
    game.steps(3);
}

/// The complete review of a match.
fn reviewed(seed: u64) -> TestGame {
    let mut game = TestGame::with_settings(finished(seed), at_once());
    show_review(&mut game);
    wait_for_review(&mut game);
    game
}

/// Discs by which the first player leads, for each position.
fn leads(reviewing: &Reviewing) -> Vec<Option<i32>> {
    let lead = |standing: Standing| match standing {
        Standing::Lead(lead) => lead,
        Standing::Shares(_) => panic!("two players lead: {standing:?}"),
    };
    reviewing.standings().into_iter().map(|standing| standing.map(lead)).collect()
}

/// The board of a record at a ply, in the letters of the rules.
fn board_at(record: &Record, ply: usize) -> Vec<String> {
    let position: &Position = record.position_at(ply).expect("the record has the ply");
    position.board().row_texts().collect()
}

#[test]
fn a_review_of_a_match_with_clocks_shows_the_time_of_each_move() {
    let times: Vec<_> = (1..20).map(|ply| Some(Duration::from_secs(ply * 61))).collect();
    let with_clock = |control| Match { clock: Clock::new(control), times: times.clone(), ..finished(LOSSY) };
    let fischer = Some(TimeControl::Fischer { base_ms: 600_000, increment_ms: 5_000 });
    for (control, said) in [(fischer, Some(("took 2:02", "after 2 minutes and 2 seconds"))), (None, None)] {
        let mut game = TestGame::with_settings(with_clock(control), at_once());
        show_review(&mut game);
        game.act(ReviewStep::To(1));
        game.steps(3);
        let words = game.text_below("sentence").expect("it is shown");
        assert_eq!(words.contains("took"), said.is_some(), "{words}");
        if let Some((shown, spoken)) = said {
            assert!(words.contains(shown) && game.status().contains(spoken), "{words}; {}", game.status());
        }
        game.act(ReviewStep::Last);
        game.steps(3);
        assert!(!game.text_below("sentence").expect("it is shown").contains("took"));
    }
}

#[test]
fn a_finished_match_is_reviewed_to_its_start_and_not_changed() {
    let mut game = TestGame::with_settings(finished(LOSSY), at_once());
    game.run_until("the result is shown", 1_000, |game| game.names().contains(&"button result-review".to_owned()));
    let before = game.game().record.clone();
    show_review(&mut game);
    wait_for_review(&mut game);
    let plies = before.ply();
    let found = reviewing(&mut game).clone();
    assert_eq!((found.plies(), found.ply(), found.found().moves.len()), (plies, plies, plies));

    // The graph agrees with the reviewed moves, and ends with the result.
    let leads = leads(&found);
    assert_eq!(leads.len(), plies + 1);
    let counts = before.position().counts();
    let [black, white] = [0, 1].map(|index| i32::from(counts[before.variant().players()[index]]));
    let empties = i32::try_from(before.position().board().empties().count()).expect("few");
    let lead = black - white + (black - white).signum() * empties;
    assert_eq!(leads[plies], Some(lead));
    let graphs = game.all::<ScoreGraph>();
    let Curve::Leads { leads: shown, .. } = &graphs[0].curve else { panic!("two players lead: {graphs:?}") };
    let scale = shown[plies].expect("is known") / lead as f32;
    for (shown, lead) in shown.iter().zip(&leads) {
        let expected = lead.expect("is known") as f32 * scale;
        assert!((shown.expect("is known") - expected).abs() < 1e-4);
        assert!(expected.abs() <= 1.0);
    }
    let worst: Vec<usize> = found.found().worst(3).into_iter().map(|worst| worst.ply).collect();
    assert_eq!((worst.len(), &graphs[0].marked), (3, &worst));

    for ply in [0, plies / 2, plies] {
        game.act(ReviewStep::To(ply));
        game.steps(3);
        assert_eq!(game.shown(), board_at(&before, ply), "at ply {ply}");
        assert_eq!(game.game().record, before, "the match is shown, not undone");
    }
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is back", 10, |game| game.screen() == Screen::Match);
    game.steps(3);
    assert_eq!(game.game().record, before);
    game.assert_shows_record();
    let names = game.names();
    for way in ["button result-review", "button result-rematch"] {
        assert!(names.contains(&way.to_owned()), "the result is shown again: {way}");
    }
}

#[test]
fn only_finished_matches_are_reviewed() {
    for game in [played(classic(8, humans()), "f5 d6 c3"), classic(8, humans())] {
        let what = game.record.to_string();
        let mut game = TestGame::with_settings(game, at_once());
        game.steps(20);
        assert!(!game.names().contains(&"button result-review".to_owned()), "{what}");
        game.act(Navigate::To(Screen::Review));
        game.steps(5);
        assert_eq!(game.screen(), Screen::Match, "{what}");
    }
}

/// A match of three moves with this ending.
fn ended_early(ending: Ending) -> Match {
    Match { ended_early: Some(ending), ..played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6 c3") }
}

#[test]
fn a_match_that_ended_early_can_be_reviewed_from_its_list_of_moves() {
    for ending in
        [Ending::Resigned(Player::Black), Ending::OutOfTime(Player::White), Ending::DrawAgreed, Ending::Abandoned]
    {
        let mut game = TestGame::in_window(1280, 800);
        *game.settings() = at_once();
        game.enter(ended_early(ending));
        game.run_until("the match is over", MAX_MOTION_STEPS, |game| game.phase() == MatchPhase::Over);
        game.steps(5);
        assert!(!game.control("Review").disabled, "{ending:?}");
        game.click_on("2.  White  d6");
        game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
        game.steps(3);
        assert_eq!(reviewing(&mut game).ply(), 1, "{ending:?}: the list leads to the move");
        game.press(Key::End);
        assert_eq!(reviewing(&mut game).ply(), 3);
        wait_for_review(&mut game);
        assert_eq!(reviewing(&mut game).found().moves.len(), 3, "{ending:?}");
    }
}

#[test]
fn a_match_for_the_fewest_discs_is_reviewed_in_discs() {
    let variant = Variant::classic(4).expect("an even side").with_goal(Goal::Fewest);
    let mut game =
        TestGame::with_settings(Match { record: random_game(&variant, LOSSY), ..classic(4, humans()) }, at_once());
    show_review(&mut game);
    wait_for_review(&mut game);
    let position = game.game().record.position();
    let counts = position.counts();
    let [black, white] = [0, 1].map(|index| i32::from(counts[variant.players()[index]]));
    let empties = i32::try_from(position.board().empties().count()).expect("few");
    // The player with fewer discs leads.
    let lead = white - black + (white - black).signum() * empties;
    assert_eq!(leads(reviewing(&mut game)).last(), Some(&Some(lead)));
}

/// Three players on a small board, and one who cuts in.
const THREE: &str = "name: Three\nplayers: black white ash\ncut-ins: 5 cyan\nscored: black white ash\nboard:\n\
    ......\n..WA..\n..BWA.\n.CABW.\n..AB..\n......\n";

#[test]
fn a_match_of_several_players_is_reviewed_in_shares_of_the_win() {
    let variant: Variant = THREE.parse().expect("a variant");
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(Match { record: random_game(&variant, 2), ..classic(4, humans()) });
    show_review(&mut game);
    wait_for_review(&mut game);
    let found = reviewing(&mut game).clone();
    let plies = found.plies();
    assert_eq!(found.found().moves.len(), plies);
    let graphs = game.all::<ScoreGraph>();
    let Curve::Shares { discs, bands } = &graphs[0].curve else { panic!("many share the win: {graphs:?}") };
    assert_eq!(discs.as_slice(), variant.scored().iter().map(|player| player.disc()).collect::<Vec<_>>());
    for (standing, bands) in found.standings().into_iter().zip(bands) {
        let Some(Standing::Shares(shares)) = standing else { panic!("many share the win: {standing:?}") };
        let heights = bands.expect("is known").heights;
        assert!((heights.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{heights:?}");
        let shown = variant.scored().iter().zip(heights);
        assert!(shown.into_iter().all(|(player, height)| (shares[*player] - height).abs() < 1e-6), "{shares:?}");
    }
    // At the end it says what each player lost, and the winner has the whole share.
    let shown_text = game.text_below("sentence").expect("a sentence");
    assert!(shown_text.contains("Accuracy: Black ") && shown_text.contains("Lost per move: Black "), "{shown_text}");
    let counts = found.record().position().counts();
    let Some(Standing::Shares(shares)) = found.standings()[plies] else { panic!("the end is known") };
    for player in variant.scored() {
        assert!((shares[*player] - variant.share_of_win(*player, &counts)).abs() < 1e-6, "{player}");
    }
    let lossy = found.found().moves.iter().filter(|found| found.is_lossy()).count();
    assert!(lossy > 0, "random moves lose something");
    for found in &found.found().moves {
        game.act(ReviewStep::To(found.ply));
        game.steps(3);
        let shown_text = game.text_below("sentence").expect("a sentence");
        let is_scored = variant.scored().contains(&found.player);
        assert_eq!(shown_text.contains("cannot win"), !is_scored, "{shown_text}");
        assert_eq!(shown_text.contains("was better by"), found.is_lossy(), "{shown_text}");
        let marked = game.marks_on(&found.square.to_string()).judged;
        let expected = match (is_scored, found.is_lossy()) {
            (true, false) => MoveVerdict::Best,
            (true, true) => MoveVerdict::Lossy,
            (false, _) => MoveVerdict::Unknown,
        };
        assert_eq!(marked, Some(expected), "{found:?}");
        assert_eq!(game.control("Show the better line").disabled, !found.is_lossy(), "{found:?}");
    }
}

#[test]
fn the_review_shows_accuracy_and_average_losses() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(finished(LOSSY));
    show_review(&mut game);
    wait_for_review(&mut game);
    let found = reviewing(&mut game).found().clone();
    let variant = game.game().record.variant().clone();
    let accuracies = found.accuracies(&variant);
    let [black, white] = [Player::Black, Player::White].map(|player| accuracies[player].expect("both moved"));
    game.steps(3);
    let summary = format!("Accuracy: Black {black:.0} % and White {white:.0} %");
    let shown_text = game.text_below("screen Review").expect("it is shown");
    // Numbers and units are joined by no-break spaces.
    let shown_text = shown_text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown_text.contains(&summary), "{summary} in {shown_text}");
    let average = |player| {
        let lost: Vec<u32> =
            found.moves.iter().filter(|found| found.player == player).map(|found| found.loss().amount()).collect();
        f64::from(lost.iter().sum::<u32>()) / lost.len() as f64
    };
    let losses =
        format!("Discs lost per move: Black {:.1} and White {:.1}", average(Player::Black), average(Player::White));
    let shown_text = game.text_below("sentence").expect("it is shown");
    assert!(shown_text.contains(&losses), "{losses} in {shown_text}");
}

#[test]
fn the_board_marks_the_played_move_and_the_better_one() {
    let mut game = reviewed(LOSSY);
    let found = reviewing(&mut game).found().clone();
    for found in &found.moves {
        game.act(ReviewStep::To(found.ply));
        game.steps(3);
        let [played, best] = [found.square, found.best()].map(|square| game.marks_on(&square.to_string()));
        assert_eq!(best.judged, Some(MoveVerdict::Best), "{found:?}");
        assert_eq!(best.ghost.map(|ghost| ghost.disc), Some(found.player.disc()));
        if found.is_lossy() {
            assert_eq!(played.judged, Some(MoveVerdict::Lossy), "{found:?}");
        }
        let shown_text = game.text_below("sentence").expect("a sentence");
        assert!(shown_text.contains(&found.square.to_string()), "{shown_text}");
        assert_eq!(shown_text.contains("was better by"), found.is_lossy(), "{shown_text}");
    }
}

#[test]
fn keys_step_through_the_match_and_escape_leads_back() {
    let mut game = reviewed(LOSSY);
    let plies = reviewing(&mut game).plies();
    let steps = [
        (Key::ArrowRight, plies),
        (Key::ArrowLeft, plies - 1),
        (Key::ArrowLeft, plies - 2),
        (Key::ArrowRight, plies - 1),
        (Key::Home, 0),
        (Key::ArrowLeft, 0),
        (Key::ArrowRight, 1),
        (Key::End, plies),
    ];
    for (key, ply) in steps {
        game.press(key.clone());
        assert_eq!(reviewing(&mut game).ply(), ply, "after {key:?}");
    }
    game.press(Key::Escape);
    game.run_until("the match is back", 10, |game| game.screen() == Screen::Match);
}

#[test]
fn stepping_turns_the_stones_as_in_the_match() {
    let mut game = TestGame::with(finished(LOSSY));
    show_review(&mut game);
    game.act(ReviewStep::Back);
    game.steps(5);
    assert!(game.is_moving());
    game.rest();
    game.press(Key::ArrowRight);
    assert!(game.is_moving());
    game.rest();
    assert_eq!(game.shown(), board_at(&game.game().record.clone(), game.ply()));
}

#[test]
fn a_review_is_kept_until_another_match_is_over() {
    let mut game = reviewed(LOSSY);
    let found = reviewing(&mut game).found().clone();
    game.act(Navigate::To(Screen::Match));
    game.steps(5);
    show_review(&mut game);
    assert!(!reviewing(&mut game).is_open());
    assert_eq!(*reviewing(&mut game).found(), found);
    game.act(Navigate::To(Screen::Match));
    game.steps(5);
    game.enter(finished(LOSSY + 1));
    show_review(&mut game);
    wait_for_review(&mut game);
    let record = game.game().record.clone();
    let played: Vec<_> = record.played().iter().filter_map(Turn::square).collect();
    let mut found: Vec<_> = reviewing(&mut game).found().moves.iter().map(|found| found.square).collect();
    found.reverse();
    assert_eq!(found, played);
}

#[test]
fn a_review_that_was_left_starts_again() {
    let variant = Variant::classic(8).expect("an even side");
    let game = Match { record: random_game(&variant, 5), ..classic(8, humans()) };
    let mut game = TestGame::with_settings(game, at_once());
    show_review(&mut game);
    assert!(reviewing(&mut game).is_open(), "there is more to find out than that");
    game.act(Navigate::To(Screen::Match));
    game.steps(5);
    assert!(!reviewing(&mut game).is_open());
    show_review(&mut game);
    assert!(reviewing(&mut game).is_open());
    game.run_until("something is found out", MAX_THINKING_STEPS, |game| reviewing(game).found().moves.len() > 3);
    // Results appear as they are found, the end first.
    let leads = leads(reviewing(&mut game));
    assert!(leads[0].is_none() && leads.last().expect("an end").is_some());
    let last = game.ply() - 1;
    game.act(ReviewStep::To(0));
    game.steps(3);
    let square = game.game().record.played()[0].chosen().to_string();
    assert_eq!(game.marks_on(&square).judged, Some(MoveVerdict::Unknown));
    game.act(ReviewStep::To(last));
    game.steps(3);
    let square = game.game().record.played()[last].chosen().to_string();
    assert_ne!(game.marks_on(&square).judged, Some(MoveVerdict::Unknown));
    game.act(Navigate::To(Screen::Title));
    game.steps(5);
    assert_eq!(game.screen(), Screen::Title);
}

const SIZES: [(u32, u32); 5] = [(1280, 800), (800, 600), (390, 844), (360, 640), (2560, 1440)];

fn reviewed_in_window(width: u32, height: u32) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    *game.settings() = at_once();
    game.enter(finished(LOSSY));
    show_review(&mut game);
    wait_for_review(&mut game);
    game
}

/// Area of the graph in the window.
fn graph_area(game: &mut TestGame) -> Rect {
    let world = game.world_mut();
    let mut graphs = world.query_filtered::<(&ComputedNode, &UiGlobalTransform), With<ScoreGraph>>();
    let (node, at) = graphs.single(world).expect("one graph");
    Rect::from_center_size(at.translation, node.size())
}

#[test]
fn everything_fits_windows_of_every_size() {
    for (width, height) in SIZES {
        let mut game = reviewed_in_window(width, height);
        let window = Rect::new(0.0, 0.0, width as f32, height as f32);
        let graph = graph_area(&mut game);
        assert_eq!(window.union(graph), window, "{width} x {height}");
        assert!(graph.width() > 240.0 && graph.height() > 50.0, "{width} x {height}: {graph:?}");
        let buttons = game.report().buttons.clone();
        let labels = ["Go to the start", "Previous move", "Next move", "Go to the end", "Back to the match"];
        let fixed: Vec<_> = buttons.iter().filter(|button| labels.contains(&button.label.as_str())).collect();
        assert!(fixed.len() == 5 && fixed.iter().all(|button| button.is_seen()), "four steps and the way back");
        for (index, button) in fixed.iter().enumerate() {
            assert_eq!(window.union(button.area()), window, "{width} x {height}: {}", button.label);
            for other in &fixed[..index] {
                assert!(button.area().intersect(other.area()).is_empty(), "{} on {}", button.label, other.label);
            }
            assert!(button.area().intersect(graph).is_empty());
        }
        let worst = buttons.iter().filter(|button| button.label.contains("was better by"));
        let seen: Vec<bool> = worst.map(Control::is_seen).collect();
        // A phone may have to scroll to the third.
        assert!(seen.len() == 3 && seen[0] && seen[1] && (seen[2] || height > width), "{width} x {height}: {seen:?}");
        for (words, place, button) in game.words_in_buttons() {
            let grown = button.inflate(1.0);
            assert_eq!(grown.union(place), grown, "{width} x {height}: \"{words}\" is cut off");
        }
    }
}

#[test]
fn pressing_and_dragging_in_the_graph_goes_to_the_ply_there() {
    for (width, height) in [(1280, 800), (390, 844)] {
        let mut game = reviewed_in_window(width, height);
        let plies = reviewing(&mut game).plies();
        let graph = graph_area(&mut game);
        let at = |share: f32| Vec2::new(graph.min.x + graph.width() * share, graph.center().y);
        game.click_at(at(0.5));
        assert!(reviewing(&mut game).ply().abs_diff(plies / 2) <= 1);
        game.drag_mouse(at(0.5), at(0.001));
        assert_eq!(reviewing(&mut game).ply(), 0);
        game.drag_finger(at(0.2), at(0.999), 6);
        assert_eq!(reviewing(&mut game).ply(), plies);
        game.tap(at(0.001));
        assert_eq!(reviewing(&mut game).ply(), 0);
        // Clicking the board does not play on.
        let record = game.game().record.clone();
        let middle = game.report().middle("a1");
        game.click_at(middle);
        assert_eq!((reviewing(&mut game).ply(), &game.game().record), (0, &record));
    }
}

#[test]
fn each_listed_move_leads_to_its_position() {
    let mut game = reviewed_in_window(1280, 800);
    let worst: Vec<usize> = reviewing(&mut game).found().worst(3).into_iter().map(|worst| worst.ply).collect();
    let buttons = game.report().buttons.clone();
    let labels: Vec<String> =
        buttons.iter().map(|button| button.label.clone()).filter(|label| label.contains("was better by")).collect();
    for (label, ply) in labels.iter().zip(worst) {
        game.click_on(label);
        assert_eq!(reviewing(&mut game).ply(), ply, "{label}");
        assert!(game.control(label).chosen);
        assert!(game.report().status.contains("was better by"), "{}", game.report().status);
    }
    let losses: Vec<String> =
        buttons.iter().map(|button| button.label.clone()).filter(|label| label.starts_with("2. ")).collect();
    let all = losses.iter().find(|label| !label.contains("was better by")).expect("every move has its button");
    game.scroll_to(all);
    game.click_on(all);
    assert_eq!(reviewing(&mut game).ply(), 1);
    game.click_on("Previous move");
    assert_eq!(reviewing(&mut game).ply(), 0);
    assert!(game.control("Go to the start").disabled && !game.control("Go to the end").disabled);
    game.click_on("Back to the match");
    game.run_until("the match is back", 10, |game| game.screen() == Screen::Match);
    game.steps(3);
    game.click_on("Review");
    assert_eq!(game.screen(), Screen::Review);
}

#[test]
fn replacing_the_match_does_not_disturb_the_review() {
    let mut game = reviewed(LOSSY);
    let short = played(classic(4, humans()), "a2").record;
    game.write(SetupCommand::Load(Box::new(GameRecord::new(short).into())));
    // The review changes in the same frame.
    game.world_mut().resource_mut::<Reviewing>().set_changed();
    game.step();
    game.run_until("the other match is shown", 5, |game| game.screen() == Screen::Match);
    // The other seat is a CPU player's, which may have moved by now.
    assert!(game.moves().starts_with("a2"), "{}", game.moves());
}

/// A review at one of its worst moves, with a better line of at least two moves.
fn at_worst_move() -> TestGame {
    let mut game = reviewed(LOSSY);
    let found = reviewing(&mut game).found().clone();
    let worst = found.worst(3).into_iter().find(|worst| worst.best_line.len() > 1).expect("a line");
    game.act(ReviewStep::To(worst.ply));
    game.steps(3);
    game
}

#[test]
fn the_better_line_is_stepped_through_on_the_board_and_back() {
    let mut game = at_worst_move();
    let before = game.game().record.clone();
    let found = reviewing(&mut game).move_here().expect("it is known").clone();
    let at_branch = game.shown();
    let mut expected = reviewing(&mut game).record().clone();
    game.press(Key::ArrowDown);
    game.steps(3);
    for (number, square) in found.best_line.iter().enumerate() {
        let player = expected.position().to_move().expect("the line goes on");
        expected.play(player, *square).expect("a legal line");
        assert_eq!(game.shown(), board_at(&expected, expected.ply()), "after {} moves of the line", number + 1);
        let shown_text = game.text_below("sentence").expect("a sentence");
        assert!(shown_text.contains(&format!("({} of {})", number + 1, found.best_line.len())), "{shown_text}");
        assert!(shown_text.contains(&square.to_string()), "{shown_text}");
        assert_eq!(reviewing(&mut game).ply(), found.ply, "the list and the graph stay at the move");
        game.press(Key::ArrowRight);
        game.steps(3);
    }
    assert_eq!(game.shown(), board_at(&expected, expected.ply()), "a line ends where it ends");
    for _ in 1..found.best_line.len() {
        game.press(Key::ArrowLeft);
    }
    game.steps(3);
    assert!(reviewing(&mut game).line().is_some());
    game.press(Key::ArrowLeft);
    game.steps(3);
    assert_eq!((game.shown(), reviewing(&mut game).line()), (at_branch.clone(), None));
    game.press(Key::ArrowDown);
    assert!(reviewing(&mut game).line().is_some());
    game.press(Key::ArrowUp);
    game.steps(3);
    assert_eq!((game.shown(), reviewing(&mut game).line()), (at_branch, None));
    assert_eq!(game.game().record, before, "the match stays as it was");
}

#[test]
fn stepping_through_the_match_leaves_the_line() {
    for step in [ReviewStep::First, ReviewStep::Last, ReviewStep::To(2)] {
        let mut game = at_worst_move();
        game.act(ReviewStep::Better);
        assert!(reviewing(&mut game).line().is_some());
        game.act(step);
        game.steps(3);
        let ply = reviewing(&mut game).ply();
        assert!(reviewing(&mut game).line().is_none(), "{step:?}");
        assert_eq!(game.shown(), board_at(&game.game().record.clone(), ply), "{step:?}");
    }
}

#[test]
fn a_line_is_offered_only_if_a_move_was_better() {
    let mut game = reviewed_in_window(1280, 800);
    let found = reviewing(&mut game).found().clone();
    for found in &found.moves {
        game.act(ReviewStep::To(found.ply));
        game.steps(4);
        assert_eq!(game.control("Show the better line").disabled, !found.is_lossy(), "{found:?}");
        if !found.is_lossy() {
            game.act(ReviewStep::Better);
            assert!(reviewing(&mut game).line().is_none());
        }
    }
    game.act(ReviewStep::To(found.worst(1)[0].ply));
    game.steps(4);
    game.click_on("Show the better line");
    assert!(reviewing(&mut game).line().is_some());
    game.steps(4);
    game.click_on("Back to the game");
    assert!(reviewing(&mut game).line().is_none());
}

#[test]
fn playing_on_starts_a_new_match_at_the_shown_position() {
    let fischer = Some(TimeControl::Fischer { base_ms: 600_000, increment_ms: 5_000 });
    let seats = cpu_plays(Player::White, Character::Greedy);
    let over = Match { seats, clock: Clock::new(fischer), ..finished(LOSSY) };
    let mut game = TestGame::with_settings(over, at_once());
    show_review(&mut game);
    wait_for_review(&mut game);
    let before = game.game().clone();
    let is_blacks = |ply: &usize| before.record.position_at(*ply).and_then(Position::to_move) == Some(Player::Black);
    let ply = (1..before.record.ply()).find(is_blacks).expect("Black moves again");
    game.act(ReviewStep::To(ply));
    game.act(PlayOn);
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.steps(3);
    let now = game.game().clone();
    assert_eq!((now.record.played(), now.record.undone()), (&before.record.played()[..ply], &[][..]));
    assert_eq!((&now.seats, &now.names), (&before.seats, &before.names));
    assert_eq!(now.clock.remaining(Player::White, 0), Some(600_000));
    assert!(now.seed != before.seed && now.marks.has_help(), "it is another match, and counts as helped");
    assert_eq!(game.shown(), board_at(&before.record, ply));
}

#[test]
fn a_spectator_can_play_on_from_a_line_too() {
    let mut over = finished(LOSSY);
    for player in [Player::Black, Player::White] {
        over.seats[player] = Seat::Cpu(Character::Greedy.into());
    }
    let mut game = TestGame::with_settings(over, at_once());
    show_review(&mut game);
    wait_for_review(&mut game);
    let worst = reviewing(&mut game).found().worst(1)[0].clone();
    game.act(ReviewStep::To(worst.ply));
    game.act(ReviewStep::Better);
    let to_move = reviewing(&mut game).shown().position().to_move();
    game.act(PlayOn);
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.steps(3);
    let squares: Vec<_> = game.game().record.played().iter().filter_map(Turn::square).collect();
    assert_eq!((squares.len(), squares[worst.ply]), (worst.ply + 1, worst.best()));
    assert_eq!(game.game().human_to_move(), to_move);
}

#[test]
fn the_final_position_cannot_be_played_on() {
    let mut game = reviewed_in_window(1280, 800);
    assert!(game.control("Play on from here").disabled);
    let before = game.game().record.clone();
    game.act(PlayOn);
    game.steps(5);
    assert_eq!((game.screen(), &game.game().record), (Screen::Review, &before));
    game.click_on("Previous move");
    game.steps(3);
    game.click_on("Play on from here");
    assert_eq!(game.screen(), Screen::Match);
    assert_eq!(game.game().record.ply(), before.ply() - 1);
}

#[test]
fn the_list_follows_the_shown_position() {
    for (width, height) in [(1280, 800), (390, 844)] {
        let mut game = reviewed_in_window(width, height);
        let found = reviewing(&mut game).found().clone();
        let worst: Vec<usize> = found.worst(3).into_iter().map(|worst| worst.ply).collect();
        for ply in (0..reviewing(&mut game).plies()).rev() {
            game.act(ReviewStep::To(ply));
            game.steps(5);
            let chosen: Vec<Control> = game.report().controls().filter(|control| control.chosen).cloned().collect();
            assert!(chosen.iter().any(Control::is_seen), "ply {ply} in {width} x {height}");
            assert_eq!(chosen.len(), 1 + usize::from(worst.contains(&ply)));
        }
    }
}
