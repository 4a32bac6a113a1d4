//! The order of motions: captured discs that turn or rock, wild discs, explosions and their traces.

use irogaeshi::game::{Ghost, Match, MatchChange, MatchCommand, MatchPhase, Pace, Preview, Settings, SoundCue};
use irogaeshi::rules::{Disc, Player};

use crate::harness::{MAX_MOTION_STEPS, TestGame, on_board, square};

/// Boards on which Black plays a1, with rows separated by slashes: one for each kind of turn.
const PLAIN: &str = ".WAWB";
const IMMOVABLE: &str = ".CWYB";
const WILD: &str = ".WGAGW.";
const EXPLODING: &str = ".RWBB/WA..A/W.GB./G...Y/WB...";
const EACH: [&str; 4] = [PLAIN, IMMOVABLE, WILD, EXPLODING];

/// Longer than any of these turns takes, in frames.
const WHOLE: usize = 200;

fn match_on(rows: &str) -> Match {
    on_board(rows, "black white ash")
}

fn still() -> Settings {
    Settings { pace: Some(Pace::Still), ..Settings::default() }
}

fn shown(game: &mut TestGame) -> String {
    game.shown().join("/")
}

/// The display in every frame from the turn until everything is at rest, without repetitions.
fn film_of_a1(game: &mut TestGame) -> Vec<String> {
    game.play("a1");
    let mut film = vec![shown(game)];
    while game.is_moving() {
        game.step();
        film.push(shown(game));
    }
    film.dedup();
    film
}

#[test]
fn captured_discs_turn_one_after_the_other() {
    let mut game = TestGame::with(match_on(PLAIN));
    assert_eq!(film_of_a1(&mut game), ["BWAWB", "BBAWB", "BBBWB", "BBBBB"]);
    game.assert_shows_record();
}

#[test]
fn captured_discs_that_never_turn_rock_in_the_wave_and_stay() {
    let mut game = TestGame::with(match_on(IMMOVABLE));
    game.play("a1");
    let mut began: Vec<&str> = Vec::new();
    while game.is_moving() {
        assert_eq!(game.shown()[0].replace('W', "B"), "BCBYB", "nothing but c1 takes another colour");
        for name in ["b1", "c1", "d1"] {
            if game.progress_on(name).is_some_and(|progress| progress > 0.0) && !began.contains(&name) {
                began.push(name);
            }
        }
        game.step();
    }
    assert_eq!(began, ["b1", "c1", "d1"]);
    game.assert_shows_record();
}

#[test]
fn a_rocking_disc_counts() {
    let mut game = TestGame::with(on_board(".CYC", "black cyan"));
    game.intend(Player::Black, "a1");
    assert_eq!(game.take_messages().turns, [], "nothing flanks");
    let mut game = TestGame::with(on_board(".CCB", "black cyan"));
    game.play("a1");
    for _ in 0..WHOLE {
        assert_eq!(game.counts()[Player::Cyan], 2);
        game.step();
    }
}

#[test]
fn a_wild_flanker_takes_the_movers_colour_while_it_serves() {
    let mut game = TestGame::with(match_on(WILD));
    let film = film_of_a1(&mut game);
    assert_eq!(film, ["BWGAGW.", "BWGABW.", "BBGABW.", "BBGBBW.", "BBGBGW."]);
    game.assert_shows_record();
}

#[test]
fn a_serving_disc_is_not_counted() {
    let mut game = TestGame::with(match_on(WILD));
    game.play("a1");
    let mut counts = vec![game.counts()[Player::Black]];
    while game.is_moving() {
        game.step();
        counts.push(game.counts()[Player::Black]);
    }
    counts.dedup();
    assert_eq!(counts, [1, 2, 3]);
}

#[test]
fn everything_that_an_explosion_involves_turns_red_and_vanishes() {
    // E29, E30, E32 and E33 of the colour rules: before, while everything burns, after.
    for (before, burning, after) in [
        (".RB/W../B..", "RRR/R../R..", ".../.../..."),
        (EXPLODING, "RRRRB/RR..A/R.RB./R...Y/WB...", "....B/....A/...B./....Y/WB..."),
        (".RB/RR./B.B", "RRR/RR./R.R", ".../.../..."),
        (".RB/C../B..", "RRR/R../R..", ".../.../..."),
    ] {
        let mut game = TestGame::with(match_on(before));
        let film = film_of_a1(&mut game);
        assert_eq!(film.first(), Some(&before.replacen('.', "B", 1)), "the disc is put down");
        assert!(film.contains(&burning.to_owned()), "{burning} is in {film:?}");
        assert_eq!(film.last().map(String::as_str), Some(after));
        for moment in &film {
            let is_involved = |(index, _): &(usize, char)| burning.as_bytes()[*index] == b'R';
            let others = |rows: &str| rows.char_indices().filter(|place| !is_involved(place)).collect::<Vec<_>>();
            assert_eq!(others(moment), others(before), "other discs stay unchanged");
        }
        game.assert_shows_record();
    }
}

#[test]
fn a_bomb_in_an_unclosed_line_does_nothing() {
    // E31 of the colour rules.
    let mut game = TestGame::with(match_on(".R./W../B.."));
    assert_eq!(film_of_a1(&mut game), ["BR./W../B..", "BR./B../B.."]);
    assert_eq!(game.scorched(), []);
    assert!(!game.take_messages().cues.contains(&SoundCue::Exploded));
}

#[test]
fn exploding_discs_are_counted_until_they_vanish() {
    let mut game = TestGame::with(match_on(".RWBB/W..../B...."));
    game.play("a1");
    let mut counts = vec![(game.counts()[Player::Black], game.counts()[Player::White])];
    while game.is_moving() {
        let is_whole = shown(&mut game).matches('.').count() == 7;
        assert!(!is_whole || counts.last() == Some(&(4, 2)), "burning discs count: {counts:?}");
        game.step();
        counts.push((game.counts()[Player::Black], game.counts()[Player::White]));
    }
    counts.dedup();
    assert_eq!(counts.first(), Some(&(4, 2)), "the placed disc counts while it is there");
    assert_eq!(counts.last(), Some(&(1, 0)));
    let is_falling = |pair: &[(u16, u16)]| pair[0].0 >= pair[1].0 && pair[0].1 >= pair[1].1;
    assert!(counts.windows(2).all(is_falling), "{counts:?}");
    assert!(counts.len() > 2, "they roll: {counts:?}");
}

#[test]
fn the_empty_square_of_an_explosion_stays_marked() {
    let mut game = TestGame::with(match_on("#.RB.WA#W"));
    game.play("b1");
    game.rest();
    game.step();
    assert_eq!(shown(&mut game), "#....WA#W");
    assert!(game.marks_on("b1").last);
    for settings in [Settings::default(), still()] {
        let mut game = TestGame::with_settings(match_on(EXPLODING), settings);
        game.play("a1");
        game.rest();
        game.step();
        assert!(game.marks_on("a1").last);
        assert!(!game.marks_on("b1").last);
    }
}

#[test]
fn scorches_appear_when_an_explosion_bursts_and_fade() {
    let involved = ["a1", "b1", "c1", "d1", "a2", "b2", "a3", "c3", "a4"].map(square);
    let mut game = TestGame::with(match_on(EXPLODING));
    game.play("a1");
    while game.scorched().is_empty() {
        let gone = shown(&mut game).matches('.').count() + 1 - EXPLODING.matches('.').count();
        assert!(gone <= 1, "{gone} discs burst before that");
        game.step();
    }
    assert!(game.is_moving(), "it scorches while it bursts, not afterwards");
    assert_eq!(game.scorched(), involved);
    game.rest();
    assert_eq!(game.scorched(), involved);
    let frames = game.run_until("the scorch is gone", MAX_MOTION_STEPS, |game| game.scorched().is_empty());
    assert!(frames > 100, "it can be seen for longer than {frames} frames");
}

/// A board on which an explosion in the first row leaves moves only to Black.
const AND_GOES_ON: &str = ".RB.W/..WB.";

#[test]
fn the_next_turn_removes_a_scorch() {
    for settings in [Settings::default(), still()] {
        let mut game = TestGame::with_settings(match_on(AND_GOES_ON), settings);
        game.play("a1");
        game.rest();
        game.step();
        assert_eq!(game.scorched(), ["a1", "b1", "c1"].map(square));
        let next = game.position().legal_squares().iter().next().expect("the game goes on").to_string();
        game.play(&next);
        assert_eq!(game.scorched(), []);
    }
}

#[test]
fn without_motion_a_scorch_does_not_fade() {
    let mut game = TestGame::with_settings(match_on(EXPLODING), still());
    game.play("a1");
    game.steps(MAX_MOTION_STEPS);
    assert_eq!(game.scorched().len(), 9);
}

#[test]
fn a_match_put_on_the_screen_is_not_scorched() {
    let mut game = match_on(AND_GOES_ON);
    game.record.play_moves("a1").expect("a legal move");
    let mut game = TestGame::with(game);
    game.steps(10);
    assert_eq!(game.scorched(), []);
    assert!(game.marks_on("a1").last);
}

#[test]
fn an_explosion_shakes_the_board_and_leaves_it_in_place() {
    let mut game = TestGame::with(match_on(EXPLODING));
    let place = game.board_at();
    game.play("a1");
    let mut reach = 0.0_f32;
    for _ in 0..WHOLE {
        let offset = game.board_at().distance(place);
        assert!(offset < 0.01 || !game.scorched().is_empty(), "the blast shakes it, nothing before");
        reach = reach.max(offset);
        game.step();
    }
    assert!(reach > 0.5, "by {reach} pixels");
    assert!(game.board_at().abs_diff_eq(place, 0.01));
}

#[test]
fn an_explosion_is_heard_when_it_bursts() {
    let mut game = TestGame::with(match_on(EXPLODING));
    game.play("a1");
    game.steps(20);
    assert_eq!(game.take_messages().sounds(), ["Placed"]);
    game.run_until("it bursts", WHOLE, |game| !game.scorched().is_empty());
    game.rest();
    assert_eq!(game.take_messages().sounds(), ["Exploded"]);
}

#[test]
fn nothing_moves_without_motion() {
    for rows in EACH {
        let mut game = TestGame::with_settings(match_on(rows), still());
        let place = game.board_at();
        game.play("a1");
        assert!(!game.is_moving());
        game.assert_shows_record();
        let explodes = rows == EXPLODING;
        let sounds: &[&str] = if explodes { &["Placed", "Exploded"] } else { &["Placed"] };
        let received = game.take_messages().sounds();
        assert!(received.starts_with(&sounds.iter().map(ToString::to_string).collect::<Vec<_>>()), "{received:?}");
        for _ in 0..50 {
            assert_eq!(game.board_at(), place);
            assert_eq!(game.scorched().is_empty(), !explodes);
            game.step();
        }
        game.act(MatchCommand::now(MatchChange::TakeBack));
        assert!(!game.is_moving());
        game.assert_shows_record();
        assert_eq!(game.scorched(), []);
    }
}

#[test]
fn an_undo_at_any_moment_restores_everything() {
    for rows in EACH {
        let mut game = TestGame::with(match_on(rows));
        let before = (game.shown(), game.counts());
        for frames in (0..WHOLE).step_by(17) {
            game.play("a1");
            game.steps(frames);
            game.act(MatchCommand::now(MatchChange::TakeBack));
            assert_eq!(game.scorched(), [], "{frames} frames after a1 on {rows}");
            game.rest();
            game.step();
            assert_eq!((game.shown(), game.counts()), before, "{frames} frames after a1 on {rows}");
            game.assert_shows_record();
        }
    }
}

#[test]
fn a_redo_at_any_moment_of_an_undo_shows_the_turn_again() {
    for rows in EACH {
        let mut game = TestGame::with(match_on(rows));
        for (played, undone) in [(1, 1), (20, 10), (40, 3), (60, 30), (90, 10), (130, 20)] {
            game.play("a1");
            game.steps(played);
            game.act(MatchCommand::now(MatchChange::TakeBack));
            game.steps(undone);
            game.act(MatchCommand::now(MatchChange::Redo));
            game.rest();
            game.step();
            game.assert_shows_record();
            assert_eq!(game.scorched().is_empty(), rows != EXPLODING);
            game.act(MatchCommand::now(MatchChange::TakeBack));
            game.rest();
            game.assert_shows_record();
        }
    }
}

#[test]
fn undone_motions_run_backwards() {
    for (rows, name, frames) in [(PLAIN, "b1", 40), (IMMOVABLE, "b1", 30), (WILD, "e1", 50), (EXPLODING, "b1", 60)] {
        let mut game = TestGame::with(match_on(rows));
        game.play("a1");
        game.steps(frames);
        let come = game.progress_on(name).expect("it moves");
        assert!(come > 0.1, "it has come some way: {come}");
        game.act(MatchCommand::now(MatchChange::TakeBack));
        let mut last = game.progress_on(name).expect("it still moves");
        assert!((last - come).abs() < 0.06, "from {come} to {last} on {rows}");
        while let Some(progress) = game.progress_on(name) {
            assert!((0.0..0.06).contains(&(last - progress)), "from {last} to {progress} on {rows}");
            last = progress;
            game.step();
        }
        assert!(last < 0.1, "it went back to where it began, not only to {last}");
    }
}

#[test]
fn an_undone_explosion_is_heard_only_if_it_burst() {
    for (frames, blasts) in [(30, 0), (120, 1)] {
        let mut game = TestGame::with(match_on(EXPLODING));
        game.play("a1");
        game.steps(frames);
        game.act(MatchCommand::now(MatchChange::TakeBack));
        game.rest();
        game.act(MatchCommand::now(MatchChange::Redo));
        game.rest();
        game.step();
        let received = game.take_messages().cues.iter().filter(|cue| **cue == SoundCue::Exploded).count();
        assert_eq!(received, blasts, "undone after {frames} frames");
        assert!(!game.scorched().is_empty(), "an explosion that is shown again scorches again");
    }
}

#[test]
fn a_click_at_any_moment_completes_the_turn() {
    for rows in EACH {
        for frames in [0, 5, 20, 40, 70, 90, 110] {
            let mut game = TestGame::with(match_on(rows));
            game.play("a1");
            game.steps(frames);
            if !game.is_moving() {
                continue;
            }
            game.click("a1");
            assert!(!game.is_moving());
            game.assert_shows_record();
            game.steps(WHOLE);
            game.assert_shows_record();
            let received = game.take_messages();
            let blasts = received.cues.iter().filter(|cue| **cue == SoundCue::Exploded).count();
            assert_eq!(blasts, usize::from(rows == EXPLODING), "{frames} frames after a1 on {rows}");
            assert_eq!(received.refusals, [], "impatience is no mistake");
        }
    }
}

#[test]
fn the_next_player_need_not_wait_for_scorches() {
    let mut game = TestGame::with(match_on(AND_GOES_ON));
    game.play("a1");
    while game.is_moving() {
        assert_eq!(game.phase(), MatchPhase::Flipping);
        game.step();
    }
    game.step();
    assert_eq!(game.phase(), MatchPhase::Waiting, "a scorch does not delay the next move");
}

#[test]
fn pointing_at_a_square_previews_every_part_of_the_move() {
    let mut game = TestGame::with(match_on(".WCGB/W..../A..../G...."));
    game.point_at("a1");
    game.step();
    let marks = &game.legal_moves().marks;
    let of = |name| marks.get(&square(name)).copied();
    assert_eq!(
        ["b1", "c1", "d1", "e1"].map(of),
        [Preview::Turns, Preview::Stays, Preview::Stays, Preview::Flanks].map(Some)
    );
    assert_eq!(["a2", "a3", "a4"].map(of), [Preview::Turns, Preview::Turns, Preview::Serves].map(Some));
    assert_eq!(marks.len(), 7);
    assert_eq!(game.marks_on("a1").ghost, Some(Ghost { disc: Disc::Black, explodes: false }));
    game.point_at("c3");
    game.step();
    assert!(game.legal_moves().marks.is_empty());
}

#[test]
fn pointing_at_an_explosion_previews_the_vanishing_discs() {
    let mut game = TestGame::with(match_on(EXPLODING));
    game.point_at("a1");
    game.step();
    let mut marked: Vec<_> = game.legal_moves().marks.iter().map(|(square, mark)| (*square, *mark)).collect();
    marked.sort_by_key(|(square, _)| *square);
    let vanishing = ["b1", "c1", "d1", "a2", "b2", "a3", "c3", "a4"].map(|name| (square(name), Preview::Explodes));
    assert_eq!(marked, vanishing);
    assert_eq!(game.marks_on("a1").ghost, Some(Ghost { disc: Disc::Black, explodes: true }));
}
