//! Progress bar for an import of games, below every screen.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::games::games_list::GamesList;
use crate::game::library::game_library::GameLibrary;
use crate::game::screens::pad_legend;
use crate::game::text::say;
use crate::game::ui::layout::{Layout, footer_line};
use crate::game::ui::responsive::Footer;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Fill;

pub(super) fn plugin(app: &mut App) {
    let systems = show.in_set(GameSystems::Look).after(pad_legend::spawn).run_if(
        resource_changed::<GamesList>.or_else(resource_changed::<GameLibrary>).or_else(state_changed::<Screen>),
    );
    app.add_systems(Update, systems);
}

/// Root of the bar and its caption.
#[derive(Component)]
struct AddingLine;

/// Filled part of the bar.
#[derive(Component)]
struct AddingBar;

/// Height of the line, in logical pixels.
const HEIGHT: f32 = 28.0;
/// Width and height of the bar, in logical pixels.
const BAR: (f32, f32) = (120.0, 4.0);

/// Shows or updates the bar. The caption has no percentage because screen readers would announce every change.
fn show(
    list: Res<GamesList>,
    (library, screen): (Res<GameLibrary>, Res<State<Screen>>),
    lines: Query<Entity, With<AddingLine>>,
    mut bars: Query<&mut Node, With<AddingBar>>,
    mut footer: ResMut<Footer>,
    mut commands: Commands,
) {
    // The library shows its own progress.
    let of_library = library.progress().filter(|_| *screen.get() != Screen::Library);
    let adding = list.import_progress().or(of_library);
    footer.set_if_neq(Footer { progress: if adding.is_some() { HEIGHT } else { 0.0 }, ..*footer });
    let Some(hundredths) = adding else {
        lines.iter().for_each(|line| commands.entity(line).despawn());
        return;
    };
    let width = percent(hundredths as f32);
    for mut bar in &mut bars {
        if bar.width != width {
            bar.width = width;
        }
    }
    if lines.is_empty() {
        let line = footer_line(HEIGHT, footer.legend, theme::GAP);
        let root = (Name::new("adding games"), AddingLine, Pickable::IGNORE, GlobalZIndex(4));
        commands.spawn((root, line, Fill(theme::SUNKEN))).with_children(|line| {
            let words = worded(say!("games-adding"), TextStyle::Small, theme::QUIET_TEXT);
            line.spawn((words, TextLayout::no_wrap()));
            let bar = Node::default().size(BAR.0, BAR.1).fixed();
            let done = Node::default().width(width).height(percent(100));
            let done = (AddingBar, Pickable::IGNORE, done, Fill(theme::ACCENT));
            line.spawn((Pickable::IGNORE, bar, Fill(theme::RAISED), children![done]));
        });
    }
}
