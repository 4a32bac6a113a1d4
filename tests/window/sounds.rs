//! Sounds of the real program.

use crate::game::{Folder, Game, Options};
use crate::loudspeakers::Loudspeakers;
use crate::{PERSONS_ON_4, any_legal};

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_move_is_audible_and_no_stream_is_open_in_silence() {
    let home = Folder::new();
    let loudspeakers = Loudspeakers::new(&home);
    let mut game = Game::start(&Options { loudspeakers: Some(&loudspeakers), ..Options::default() });
    assert!(!loudspeakers.are_open(&game), "nothing has sounded yet");
    game.choose_match(&PERSONS_ON_4);
    let square = any_legal(&game);
    game.click_square(square);
    game.wait_for_ply(1);
    game.wait("the move is heard", |_| loudspeakers.have_sounded());
    game.wait("the stream is closed in silence", |game| !loudspeakers.are_open(game));
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_game_that_is_muted_opens_no_stream() {
    let home = Folder::new();
    let loudspeakers = Loudspeakers::new(&home);
    let mut game = Game::start(&Options { loudspeakers: Some(&loudspeakers), ..Options::default() });
    game.choose_match(&PERSONS_ON_4);
    game.press_keys(&["s"]);
    game.wait("the buttons have died away", |game| !loudspeakers.are_open(game));
    for ply in 1..=3 {
        let square = any_legal(&game);
        game.click_square(square);
        game.wait_for_ply(ply);
        assert!(!loudspeakers.are_open(&game), "muted");
    }
}
