//! Row of a game in the library: its final board, or the one searched for, its result, players and origin.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::screens::library::seen_game::SeenGame;
use crate::game::screens::pictured_row::spawn_pictured;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, ControlKey, bare_button, button_node};
use crate::game::ui::layout::Layout;
use crate::game::ui::shortened_text::shortened_text;
use crate::game::ui::theme::{self, TextStyle};
use crate::game::ui::tone::Tone;
use crate::library::{Game, GameId};

const PICTURE: f32 = 60.0;
/// Gap between two rows.
const GAP: f32 = 6.0;

/// Place of a row in the list.
pub(super) fn node(top: f32, height: f32) -> Node {
    let node = button_node().spaced(12).justify(JustifyContent::FlexStart).inset(10, 8).absolute().clip();
    Node { top: px(top), left: px(0), right: px(0), height: px(height - GAP), ..node }
}

/// Identity of a row's button.
pub(in crate::game::screens) fn row_key(id: GameId) -> String {
    format!("library-game-{}", id.0)
}

/// Spawns the row of a game, with its index and the number of games found.
pub(super) fn spawn(
    commands: &mut Commands,
    game: &Game<'_>,
    ply: Option<u16>,
    (index, count): (usize, usize),
    now_ms: u64,
) -> Entity {
    let seen = SeenGame::of(game, ply, now_ms);
    let place = (say!("game-library-place", number = index + 1, count = count), seen.about.clone());
    let label = say!(
        "game-library-row",
        place = place.0,
        result = seen.result.clone(),
        players = seen.players.clone(),
        about = place.1
    );
    let open = Navigate::Open(Overlay::LibraryGame(game.id()));
    let mut row = commands.spawn(bare_button(label, ButtonKind::Plain, open, Node::default()));
    row.insert(ControlKey(row_key(game.id())));
    row.with_children(|row| {
        spawn_pictured(row, (&seen.board, game.variant().tints()), PICTURE, |lines| {
            let title = Some(game.title()).filter(|title| !title.is_empty());
            line(lines, seen.players, TextStyle::Strong, theme::TEXT);
            line(lines, seen.result, TextStyle::Small, theme::TEXT);
            let about = title.map_or(seen.about.clone(), |title| {
                say!("games-about", before = Phrase::verbatim(title), next = seen.about.clone())
            });
            line(lines, about, TextStyle::Small, theme::QUIET_TEXT);
        });
    });
    row.id()
}

fn line(lines: &mut ChildSpawnerCommands, words: Phrase, style: TextStyle, tone: Tone) {
    lines
        .spawn((Pickable::IGNORE, Node::default().width(percent(100)).fixed().clip()))
        .with_child(shortened_text(words, style, tone));
}
