//! The library of games in every size of a window, with what lies over it.

use irogaeshi::game::{GameLibrary, LibraryCommand, Navigate, Overlay, Screen, StoragePlugin, TextSize};

use crate::every_size::screen_check::{SAMPLE_SIZES, SIZES, check_screen_of, enter};
use crate::every_size::store_of_games;
use crate::harness::{TestGame, classic, humans};

fn open(game: &mut TestGame) {
    game.act(Navigate::To(Screen::Library));
    // The finished matches come into it. All of them have a row, since a few beyond those in sight have one.
    game.run_until("the games are there", 200, |game| {
        game.world_mut().resource::<GameLibrary>().results().found.len() == 5
    });
    game.steps(5);
}

fn check(name: &str, sizes: &[(u32, u32)], text_size: TextSize, act: impl Fn(&mut TestGame)) {
    let (width, height) = sizes[0];
    let game = TestGame::in_window_with(width, height, StoragePlugin::with_store(store_of_games(5)));
    check_screen_of(game, text_size, sizes, name, |game| {
        open(game);
        act(game);
        game.steps(8);
    });
}

#[test]
fn the_library_fits_every_window() {
    check("the library", &SIZES, TextSize::default(), |_| {});
    check("the library at 200 %", &[(320, 568), (844, 390), (3840, 2160)], TextSize::from(200), |_| {});
}

#[test]
fn a_position_in_the_library_fits_every_window() {
    check("a position in the library", &SAMPLE_SIZES, TextSize::default(), |game| {
        enter(game, classic(6, humans()));
        game.act(LibraryCommand::FindShown);
    });
}

#[test]
fn the_filter_of_the_library_fits_every_window() {
    check("the filter of the library", &SAMPLE_SIZES, TextSize::default(), |game| {
        game.act(Navigate::Open(Overlay::LibraryFilter));
    });
}

#[test]
fn the_card_of_a_game_fits_every_window() {
    check("a game of the library", &SAMPLE_SIZES, TextSize::default(), |game| {
        let first = game.world_mut().resource::<GameLibrary>().results().found[0].id;
        game.act(Navigate::Open(Overlay::LibraryGame(first)));
    });
}
