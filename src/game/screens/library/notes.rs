//! Heading of the library with the number of games, and notes above the list: problems, choices in force, progress.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::{EndSystems, GameSystems};
use crate::game::library::collection::collection_name;
use crate::game::library::filter::LibraryFilter;
use crate::game::library::game_library::{GameLibrary, LibraryState};
use crate::game::library::library_command::LibraryCommand;
use crate::game::screens::{Containers, respawn};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::plain_button;
use crate::game::ui::layout::Layout;
use crate::game::ui::screen_status::ScreenStatus;
use crate::game::ui::share_bar::{filled_node, spawn_share_bar};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::library::Library;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_count, show_notes, fill_bar).chain().in_set(GameSystems::Show).run_if(in_state(Screen::Library)),
    )
    .add_systems(
        Last,
        write_status
            .in_set(EndSystems::Status)
            .run_if(in_state(Screen::Library).and_then(resource_changed::<GameLibrary>)),
    );
}

/// Place of the number of games.
#[derive(Component)]
struct CountPlace;

/// Place of the notes.
#[derive(Component)]
struct NotesPlace;

/// Filled part of the bar of an import or export.
#[derive(Component)]
struct ProgressFill;

/// The notes; they are respawned when these change.
#[derive(Clone, Debug, Default, PartialEq)]
struct Notes {
    problem: Option<Phrase>,
    /// Set if the library cannot be opened.
    has_failed: bool,
    filter: Option<Phrase>,
    is_working: bool,
    is_empty: bool,
}

pub(super) fn spawn_head(parent: &mut ChildSpawnerCommands) {
    let head = Node::row(theme::GAP).align(AlignItems::Baseline).spread().wrap(FlexWrap::Wrap).fixed();
    parent.spawn((Pickable::IGNORE, head)).with_children(|head| {
        head.spawn(worded(say!("game-library-heading"), TextStyle::Heading, theme::TEXT));
        head.spawn((CountPlace, Pickable::IGNORE, Node::default()));
    });
}

pub(super) fn spawn(parent: &mut ChildSpawnerCommands) {
    parent.spawn((NotesPlace, Pickable::IGNORE, Node::column(6).fixed()));
}

/// Number of games found, of all, or that the library is being opened.
fn count_words(library: &GameLibrary) -> Phrase {
    let Some(games) = library.library() else {
        return match library.state() {
            LibraryState::Failed(_) => Phrase::nothing(),
            LibraryState::Opening | LibraryState::Open => say!("game-library-opening"),
        };
    };
    let found = library.results().found.len();
    if library.filter().is_everything() || found == games.len() {
        say!("games-count", count = games.len())
    } else {
        say!("game-library-found", count = found, all = games.len())
    }
}

fn show_count(
    library: Res<GameLibrary>,
    places: Containers<CountPlace>,
    mut shown: Local<Phrase>,
    mut commands: Commands,
) {
    respawn(places, &mut *shown, count_words(&library), &mut commands, |place, words| {
        place.spawn(worded(words.clone(), TextStyle::Small, theme::QUIET_TEXT));
    });
}

/// The choices in force besides the text, in words.
fn filter_words(filter: &LibraryFilter) -> Option<Phrase> {
    let favourites = filter.favourites.then(|| say!("game-library-favourites"));
    let collection = filter.collection.as_deref().map(collection_name);
    let parts: Vec<Phrase> = favourites.into_iter().chain(collection).collect();
    (!parts.is_empty()).then(|| say!("game-library-only", choices = Phrase::list(parts)))
}

fn show_notes(
    library: Res<GameLibrary>,
    places: Containers<NotesPlace>,
    mut shown: Local<Notes>,
    mut commands: Commands,
) {
    let failure = match library.state() {
        LibraryState::Failed(problem) => Some(Phrase::sentences([say!("game-library-not-opened"), problem.into()])),
        LibraryState::Opening | LibraryState::Open => None,
    };
    let games = library.library();
    let wanted = Notes {
        has_failed: failure.is_some(),
        problem: failure.or_else(|| library.problem().map(Phrase::from)),
        filter: filter_words(library.filter()),
        is_working: library.progress().is_some(),
        is_empty: games.is_some_and(Library::is_empty) && library.results().number > 0,
    };
    respawn(places, &mut *shown, wanted, &mut commands, |place, notes| {
        if let Some(problem) = &notes.problem {
            place.spawn(worded(problem.clone(), TextStyle::Small, theme::BAD_MOVE));
        }
        if notes.has_failed {
            spawn_line(place, |line| {
                line.spawn(plain_button(say!("games-try-again"), LibraryCommand::TryAgain));
            });
        }
        if let Some(filter) = &notes.filter {
            spawn_line(place, |line| {
                line.spawn((
                    worded(filter.clone(), TextStyle::Small, theme::TEXT),
                    Node::default().min_width(px(0)).fill(),
                ));
                line.spawn(plain_button(say!("game-library-show-all"), LibraryCommand::ShowAll));
            });
        }
        if notes.is_working {
            spawn_share_bar(place, 0.0, ProgressFill);
            spawn_line(place, |line| {
                // Without a number, because screen readers speak a text again that changes.
                line.spawn(worded(say!("game-library-working"), TextStyle::Small, theme::QUIET_TEXT));
                line.spawn(plain_button(say!("paste-cancel"), LibraryCommand::Stop));
            });
        } else if notes.is_empty {
            place.spawn(worded(say!("game-library-none"), TextStyle::Body, theme::QUIET_TEXT));
            place.spawn(worded(say!("game-library-how-to-add"), TextStyle::Small, theme::QUIET_TEXT));
        }
    });
}

fn spawn_line(place: &mut ChildSpawnerCommands, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    place.spawn((Pickable::IGNORE, Node::row(theme::GAP).centred().spread())).with_children(content);
}

fn fill_bar(library: Res<GameLibrary>, mut bars: Query<&mut Node, With<ProgressFill>>) {
    let Some(percent) = library.progress() else { return };
    for mut bar in &mut bars {
        let wanted = filled_node(percent as f32 / 100.0);
        if bar.width != wanted.width {
            *bar = wanted;
        }
    }
}

fn write_status(library: Res<GameLibrary>, mut status: ResMut<ScreenStatus>) {
    status.set_if_neq(count_words(&library).into());
}
