//! The library of games: a search field, the games found, and how they went on from a position.

mod explorer;
mod game_list;
pub(super) mod library_row;
mod notes;
pub(super) mod seen_game;

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use crate::game::flow::choose_file::ChooseFile;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::library::game_library::GameLibrary;
use crate::game::library::library_command::LibraryCommand;
use crate::game::screens::last_focus::LastFocus;
use crate::game::screens::new_game::{fill, spawn_pane};
use crate::game::screens::{screen_root, window_column};
use crate::game::text::say;
use crate::game::ui::button::{ButtonKind, PreviousFocus, Refocus, button, plain_button};
use crate::game::ui::clipboard::PasteText;
use crate::game::ui::layout::Layout;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::text_field::text_field;
use crate::game::ui::theme;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((explorer::plugin, game_list::plugin, notes::plugin))
        .add_systems(OnEnter(Screen::Library), spawn_screen);
}

/// Maximum width; wider rows are hard to read at a glance.
const MAX_WIDTH: f32 = 860.0;
/// Maximum number of characters to search for.
const MAX_CHARACTERS: usize = 400;

fn spawn_screen(
    library: Res<GameLibrary>,
    last: Res<LastFocus>,
    (mut refocus, mut before): (ResMut<Refocus>, ResMut<PreviousFocus>),
    place: Res<game_list::LastPlace>,
    mut commands: Commands,
) {
    before.0 = last.on(Screen::Library).map(ToOwned::to_owned);
    refocus.0 = Some(say!("game-library-search").identity());
    commands.spawn((screen_root(Screen::Library), window_column(12.0).centred())).with_children(|screen| {
        let pane = fill().width(percent(100)).max_width(px(MAX_WIDTH));
        spawn_pane(screen, pane, |pane| {
            let top = Node::column(8).fixed().padding(UiRect::new(px(16), px(20), px(14), px(8)));
            pane.spawn((Pickable::IGNORE, top)).with_children(|top| {
                notes::spawn_head(top);
                top.spawn((Pickable::IGNORE, Node::row(theme::GAP))).with_children(|row| {
                    let text = &library.filter().text;
                    let label = say!("game-library-search");
                    let field = text_field(label.clone(), text, label, MAX_CHARACTERS, Val::Auto);
                    row.spawn(field)
                        .observe(|change: On<ValueChange<String>>, mut commands: Commands| {
                            commands.write_message(LibraryCommand::Search(change.value.clone()));
                        })
                        .entry::<Node>()
                        .and_modify(|mut node| {
                            node.flex_grow = 1.0;
                            node.flex_basis = px(0);
                            node.min_width = px(0);
                        });
                    row.spawn(plain_button(say!("game-library-filter"), Navigate::Open(Overlay::LibraryFilter)));
                });
            });
            let content = Node::column(8).padding(UiRect::new(px(16), px(20), px(4), px(18)));
            spawn_scroll_area(pane, fill(), content, |area| {
                notes::spawn(area);
                explorer::spawn(area);
                game_list::spawn(area);
            });
        });
        spawn_buttons(screen);
    });
    game_list::scroll_to(&mut commands, place.0);
}

fn spawn_buttons(screen: &mut ChildSpawnerCommands) {
    let row = Node::wrapping_row(theme::GAP, 6).wrap(FlexWrap::WrapReverse).fixed();
    screen.spawn((Pickable::IGNORE, row.width(percent(100)).max_width(px(MAX_WIDTH)))).with_children(|row| {
        row.spawn(plain_button(say!("games-back"), Navigate::Back));
        let others = Node::row(theme::GAP).justify(JustifyContent::FlexEnd).grow();
        row.spawn((Pickable::IGNORE, others)).with_children(|row| {
            row.spawn(button(say!("games-open"), say!("games-open-label"), ButtonKind::Plain, Val::Auto, ChooseFile));
            let label = say!("games-paste-label");
            row.spawn(button(say!("games-paste"), label, ButtonKind::Plain, Val::Auto, PasteText));
        });
    });
}
