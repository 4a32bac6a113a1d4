//! What the interface shows of discs and boards, and the choice of their colours.

use irogaeshi::game::{Action, BoardPicture, DiscIcon, Match, Palette, Screen, VariantChoice};
use irogaeshi::rules::{Disc, Variant};

use crate::harness::{TestGame, persons};

#[test]
fn every_player_is_shown_with_their_disc() {
    let colour = Variant::built_in("colour").expect("the variant is built in");
    let mut game = TestGame::with(Match::new(colour, persons(), 1));
    let mut discs: Vec<Disc> = game.all::<DiscIcon>().into_iter().map(|icon| icon.0).collect();
    discs.sort_by_key(|disc| disc.letter());
    discs.dedup();
    assert_eq!(discs, [Disc::Ash, Disc::Black, Disc::Cyan, Disc::White, Disc::Yamabuki]);
}

#[test]
fn the_board_of_a_new_game_is_pictured() {
    let mut game = TestGame::new();
    game.act(Action::ShowNewGame);
    game.run_until("the choices are shown", 5, |game| game.screen() == Screen::NewGame);
    for side in Variant::classic_sides() {
        game.act(Action::ChooseVariant(VariantChoice::BuiltIn(format!("classic-{side}"))));
        game.step();
        let board = Variant::classic(side).expect("a side that can be chosen").board().clone();
        assert_eq!(game.all::<BoardPicture>(), [BoardPicture(board)]);
    }
}

#[test]
fn colours_are_chosen() {
    let mut game = TestGame::new();
    for palette in Palette::ALL {
        game.act(Action::ChoosePalette(palette));
        assert_eq!(game.settings().palette, palette);
    }
}
