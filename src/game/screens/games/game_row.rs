//! Row of a saved game: its final board, result, players and date.

use bevy::prelude::*;
use bevy::ui::Checked;

use crate::game::games::games_command::GamesCommand;
use crate::game::games::games_list::GamesListCommand;
use crate::game::games::listed_game::{ListedGame, Outcome};
use crate::game::screens::game_words::{about, called, result, score};
use crate::game::screens::pictured_row::{line_of_parts, row_node, spawn_pictured};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, ControlKey, bare_button, captioned_button};
use crate::game::ui::disc_icon::printed_disc;
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};

const PICTURE: f32 = 68.0;
const DISC: f32 = 18.0;

/// Spawns the row of the game with this index in the list, from 0.
pub(super) fn spawn(rows: &mut ChildSpawnerCommands, game: &ListedGame, index: usize, is_chosen: bool, now_ms: u64) {
    let label = label(game, index, now_ms);
    let choose = GamesListCommand::Choose(game.name.clone());
    let mut row = rows.spawn(bare_button(label, ButtonKind::Plain, choose, row_node()));
    row.insert(ControlKey(key(game, index)));
    if is_chosen {
        row.insert(Checked);
    }
    row.with_children(|row| {
        spawn_pictured(row, (&game.board, &game.tints), PICTURE, |words| {
            let ink = if game.outcome() == Some(Outcome::Won) { theme::ACCENT } else { theme::TEXT };
            // The line may wrap between the winner and the score, but not within the score.
            words.spawn(line_of_parts(5.0)).with_children(|line| {
                line.spawn(worded(result(game), TextStyle::Strong, ink));
                if let Some(score) = score(game) {
                    line.spawn(worded(score, TextStyle::Strong, ink));
                }
            });
            words.spawn(line_of_parts(10.0)).with_children(|line| {
                for player in game.variant.everybody() {
                    line.spawn((Pickable::IGNORE, Node::row(5).centred())).with_children(|pair| {
                        pair.spawn(printed_disc(player.disc(), DISC));
                        pair.spawn(worded(called(game, player), TextStyle::Small, theme::TEXT));
                    });
                }
            });
            words.spawn(worded(about(game, now_ms), TextStyle::Small, theme::QUIET_TEXT));
        });
    });
    if is_chosen {
        spawn_buttons(rows, game);
    }
}

/// Spawns the buttons of the chosen game.
fn spawn_buttons(rows: &mut ChildSpawnerCommands, game: &ListedGame) {
    let node = Node::wrapping_row(theme::GAP, 6).justify(JustifyContent::FlexEnd).fixed().margin(px(8).bottom());
    rows.spawn((Pickable::IGNORE, node)).with_children(|row| {
        let name = || game.name.clone();
        let mut add = |caption: Phrase, kind: ButtonKind, command: GamesCommand| {
            row.spawn(captioned_button(caption, kind, Val::Auto, command));
        };
        add(say!("games-delete"), ButtonKind::Plain, GamesCommand::Delete(name()));
        add(say!("games-copy"), ButtonKind::Plain, GamesCommand::Copy(name()));
        if game.can_be_reviewed() {
            add(say!("result-review"), ButtonKind::Plain, GamesCommand::Review(name()));
        }
        let open = if game.goes_on() { say!("games-continue") } else { say!("games-show") };
        add(open, ButtonKind::Main, GamesCommand::Open(name()));
    });
}

/// Identity of the row's button, independent of the current time.
pub(super) fn key(game: &ListedGame, index: usize) -> String {
    label(game, index, game.changed_ms).identity()
}

/// Accessible label: the whole row in words.
fn label(game: &ListedGame, index: usize, now_ms: u64) -> Phrase {
    let players = game.variant.everybody().into_iter().map(|player| called(game, player));
    let result = match score(game) {
        Some(score) => say!("games-outcome", outcome = result(game), discs = score),
        None => result(game),
    };
    say!("games-row", number = index + 1, result = result, players = Phrase::list(players), about = about(game, now_ms))
}
