//! Tells small discs which of them turn and whether they have symbols, as the current screen needs it.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::game::board_view::shown_record::ShownRecord;
use crate::game::editor::Editor;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_state::Online;
use crate::game::play::setup::MatchSetup;
use crate::game::settings::Settings;
use crate::game::ui::symbols::SymbolsShown;
use crate::game::ui::turning_discs::Turning;
use crate::rules::{Board, Disc, Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (follow_screen, show_symbols).in_set(GameSystems::Show));
}

fn follow_screen(
    shown: ShownRecord,
    screen: Res<State<Screen>>,
    setup: Res<MatchSetup>,
    editor: Res<Editor>,
    online: Res<Online>,
    mut turning: ResMut<Turning>,
) {
    let is_on = match screen.get() {
        Screen::Match | Screen::Review | Screen::Settings => {
            shown.record().map(|record| *record.position().board().turning())
        }
        Screen::Editor => editor.draft().map(|draft| *draft.turning()),
        // Reading the variant is costly, so it is read only when it may have changed.
        Screen::NewGame | Screen::NewRoom if setup.is_changed() || screen.is_changed() => {
            setup.variant().ok().map(|variant| *variant.board().turning())
        }
        Screen::NewGame | Screen::NewRoom => None,
        Screen::Room => online.room().map(|room| *room.options().variant.board().turning()),
        // On other screens a disc represents a player, not a board.
        _ => Some(Board::TURNING_BY_DEFAULT),
    };
    if let Some(is_on) = is_on {
        turning.set_if_neq(Turning(is_on));
    }
}

/// Shows symbols if the settings ask for them with this number of colours. Screens without a board of their own count
/// all colours, since their discs can be of any.
fn show_symbols(
    shown: ShownRecord,
    screen: Res<State<Screen>>,
    settings: Res<Settings>,
    setup: Res<MatchSetup>,
    online: Res<Online>,
    mut symbols: ResMut<SymbolsShown>,
) {
    let colours = match screen.get() {
        Screen::Match | Screen::Review | Screen::Settings => shown.record().map(|record| colours(record.variant())),
        Screen::NewGame | Screen::NewRoom if setup.is_changed() || screen.is_changed() || settings.is_changed() => {
            setup.variant().ok().map(|variant| colours(&variant))
        }
        Screen::NewGame | Screen::NewRoom => None,
        Screen::Room => online.room().map(|room| colours(&room.options().variant)),
        _ => Some(Disc::ALL.len()),
    };
    if let Some(colours) = colours {
        symbols.set_if_neq(SymbolsShown(settings.symbols.shows(colours)));
    }
}

/// Number of disc colours that can appear in matches of a variant.
fn colours(variant: &Variant) -> usize {
    let board = variant.board();
    let lying = board.squares().filter_map(|square| board.disc(square));
    let placed = variant.everybody().into_iter().map(Player::disc);
    lying.chain(placed).map(|disc| disc as u8).collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_on_the_board_and_those_to_come() {
        let of = |key| colours(&Variant::built_in(key).expect("is built in"));
        assert_eq!(of("classic"), 2);
        assert_eq!(of("five"), 7, "wild discs and bombs as well");
        assert!(of("colour-3") > 2);
    }
}
