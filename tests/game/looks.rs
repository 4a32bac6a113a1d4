//! What the interface shows of discs and boards, and the choice of their colours.

use irogaeshi::game::{Action, DiscIcon, Match, Palette};
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
fn colours_are_chosen() {
    let mut game = TestGame::new();
    for palette in Palette::ALL {
        game.act(Action::ChoosePalette(palette));
        assert_eq!(game.settings().palette, palette);
    }
}
