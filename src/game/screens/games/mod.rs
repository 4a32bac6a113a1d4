//! List of saved games, with the commands on the list and on the chosen game.

mod game_row;

use bevy::prelude::*;

use crate::game::flow::choose_file::ChooseFile;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::games::games_command::GamesCommand;
use crate::game::games::games_list::{GamesList, GamesListCommand};
use crate::game::games::listed_game::ListedGame;
use crate::game::input::intent::Intent;
use crate::game::screens::last_focus::LastFocus;
use crate::game::screens::new_game::{fill, pane_content, spawn_scrolling_pane};
use crate::game::screens::{screen_root, window_column};
use crate::game::text::say;
use crate::game::ui::button::{ButtonKind, PreviousFocus, Refocus, button, plain_button};
use crate::game::ui::clipboard::{PasteText, Pasted};
use crate::game::ui::layout::Layout;
use crate::game::ui::notice::Notice;
use crate::game::ui::pointing::Pointing;
use crate::game::ui::question::Questions;
use crate::game::ui::responsive::Orientation;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Games), spawn_screen).add_systems(
        Update,
        (
            (paste_by_key, report_empty_clipboard)
                .chain()
                .in_set(PlaySystems::Requests)
                .run_if(in_state(Screen::Games).or_else(in_state(Screen::Library))),
            show_games.in_set(GameSystems::Show).run_if(in_state(Screen::Games)),
        ),
    );
}

/// Scroll area of the list.
#[derive(Component)]
struct GamesContainer {
    /// Key of the control that had the focus when the list was last open.
    focus_before: Option<String>,
}

/// Maximum width; wider rows are hard to read at a glance.
const MAX_WIDTH: f32 = 860.0;

fn spawn_screen(last: Res<LastFocus>, mut refocus: ResMut<Refocus>, mut commands: Commands) {
    let back = say!("games-back").identity();
    // The back button does not get the focus again: after leaving through it, the list starts afresh.
    let focus_before = last.on(Screen::Games).filter(|key| *key != back).map(ToOwned::to_owned);
    refocus.0 = Some(back);
    let node = window_column(12.0).centred();
    commands.spawn((screen_root(Screen::Games), node)).with_children(|screen| {
        let pane = fill().width(percent(100)).max_width(px(MAX_WIDTH));
        let area = spawn_scrolling_pane(screen, pane, pane_content().grow(), |_| {});
        screen.commands().entity(area).insert(GamesContainer { focus_before });
        // In a narrow window the back button wraps to a line below the others.
        let row = Node::wrapping_row(theme::GAP, 6).wrap(FlexWrap::WrapReverse).fixed();
        let row = row.width(percent(100)).max_width(px(MAX_WIDTH));
        screen.spawn((Pickable::IGNORE, row)).with_children(|row| {
            row.spawn(plain_button(say!("games-back"), Navigate::To(Screen::Title)));
            let others = Node::row(theme::GAP).justify(JustifyContent::FlexEnd).grow();
            row.spawn((Pickable::IGNORE, others)).with_children(|row| {
                row.spawn(plain_button(say!("statistics-heading"), Navigate::To(Screen::Statistics)));
                let open = ChooseFile;
                row.spawn(button(say!("games-open"), say!("games-open-label"), ButtonKind::Plain, Val::Auto, open));
                let label = say!("games-paste-label");
                row.spawn(button(say!("games-paste"), label, ButtonKind::Main, Val::Auto, PasteText));
            });
        });
    });
}

/// Handles the key for pasting, wherever the focus is, also in the library.
fn paste_by_key(
    mut intents: MessageReader<Intent>,
    overlay: Res<Overlay>,
    questions: Questions,
    mut pastes: MessageWriter<PasteText>,
) {
    let is_wanted = intents.read().filter(|intent| **intent == Intent::Paste).count() > 0;
    if is_wanted && !overlay.is_open() && !questions.are_open() {
        pastes.write(PasteText);
    }
}

/// Reports an empty clipboard. Pasted text needs nothing here: it is opened like a file.
fn report_empty_clipboard(mut pasted: MessageReader<Pasted>, mut notices: MessageWriter<Notice>) {
    if pasted.read().any(|Pasted(text)| text.is_none()) {
        notices.write(Notice::trouble(say!("games-nothing-to-paste")));
    }
}

/// The part of the list that is shown; the rows are respawned when it changes.
#[derive(Clone, PartialEq)]
struct ShownGames {
    games: Vec<ListedGame>,
    chosen: Option<String>,
    first: usize,
    total: usize,
    hidden: usize,
    /// False for touch screens, which have no drag and drop.
    can_drop: bool,
    /// Names of damaged saves; `None` until all saves are read.
    damaged: Option<Vec<String>>,
}

/// Spawns the list, and respawns it when the games change.
fn show_games(
    (list, pointing, orientation): (Res<GamesList>, Res<Pointing>, Res<Orientation>),
    mut places: Query<(Entity, &mut GamesContainer, Has<Children>)>,
    (mut refocus, mut before): (ResMut<Refocus>, ResMut<PreviousFocus>),
    mut shown: Local<Option<ShownGames>>,
    mut commands: Commands,
) {
    let is_new = places.iter().any(|(.., is_filled)| !is_filled);
    let can_drop = !pointing.is_finger(*orientation);
    let is_same_pointing = shown.as_ref().is_none_or(|shown| shown.can_drop == can_drop);
    if !list.is_changed() && is_same_pointing && !is_new {
        return;
    }
    // The number of unreadable games is not known before the last one is read.
    let hidden = if list.is_whole() { list.unreadable() } else { 0 };
    let wanted = ShownGames {
        games: list.shown().to_vec(),
        chosen: list.chosen().map(ToOwned::to_owned),
        first: list.first(),
        total: list.total(),
        hidden,
        can_drop,
        damaged: list.is_whole().then(|| list.damaged().to_vec()),
    };
    // During an import the list is not refreshed, otherwise it would be laid out and announced in every frame.
    let is_turned_or_chosen =
        shown.as_ref().is_some_and(|shown| (shown.first, &shown.chosen) != (wanted.first, &wanted.chosen));
    if !is_new && (shown.as_ref() == Some(&wanted) || list.import_progress().is_some() && !is_turned_or_chosen) {
        return;
    }
    let is_turned = !is_new && shown.as_ref().is_some_and(|shown| shown.first != wanted.first);
    for (place, mut games, _) in &mut places {
        if !wanted.games.is_empty() {
            before.0 = games.focus_before.take();
        }
        if is_turned {
            commands.entity(place).insert(ScrollPosition::default());
        }
        commands.entity(place).despawn_children().with_children(|rows| spawn_games(rows, &wanted, list.now_ms()));
    }
    // Keyboard users start at the newest game.
    if is_turned || shown.as_ref().is_none_or(|shown| shown.games.is_empty()) || is_new {
        let newest = wanted.games.first().filter(|_| wanted.chosen.is_none());
        refocus.0 = newest.map(|game| game_row::key(game, wanted.first)).or(refocus.0.take());
    }
    *shown = Some(wanted);
}

fn spawn_games(rows: &mut ChildSpawnerCommands, shown: &ShownGames, now_ms: u64) {
    let head = Node::wrapping_row(theme::GAP, 4).centred().spread().fixed();
    rows.spawn((Pickable::IGNORE, head)).with_children(|head| {
        head.spawn(worded(say!("games-heading"), TextStyle::Heading, theme::TEXT));
        head.spawn((Pickable::IGNORE, Node::row(theme::GAP).centred())).with_children(|end| {
            if shown.total > 0 {
                end.spawn(worded(say!("games-count", count = shown.total), TextStyle::Small, theme::QUIET_TEXT));
            }
            end.spawn(plain_button(say!("game-library-heading"), Navigate::To(Screen::Library)));
        });
    });
    if shown.total == 0 {
        rows.spawn(worded(say!("games-none"), TextStyle::Body, theme::QUIET_TEXT));
    }
    for (index, game) in (shown.first..).zip(&shown.games) {
        let is_chosen = shown.chosen.as_ref() == Some(&game.name);
        game_row::spawn(rows, game, index, is_chosen, now_ms);
    }
    if shown.total > GamesList::PAGE_SIZE {
        spawn_turning(rows, shown);
    }
    if shown.hidden > 0 {
        rows.spawn(worded(say!("games-hidden", count = shown.hidden), TextStyle::Small, theme::QUIET_TEXT));
    }
    if let Some(damaged) = &shown.damaged {
        let (sentence, colour) = match damaged.first() {
            None => (say!("games-saves-whole"), theme::QUIET_TEXT),
            Some(first) => {
                let damaged = say!("games-saves-damaged", count = damaged.len(), first = first.as_str());
                (damaged, theme::BAD_MOVE)
            }
        };
        rows.spawn(worded(sentence, TextStyle::Small, colour));
    }
    let how_to_add = if shown.can_drop { say!("games-how-to-add") } else { say!("games-how-to-add-by-touch") };
    rows.spawn(worded(how_to_add, TextStyle::Small, theme::QUIET_TEXT));
    if shown.total > 0 {
        rows.spawn((Pickable::IGNORE, Node::wrapping_row(theme::GAP, 6).fixed())).with_children(|row| {
            let label = say!("games-save-all-label");
            row.spawn(button(say!("games-save-all"), label, ButtonKind::Plain, Val::Auto, GamesCommand::SaveAll));
            let label = say!("games-copy-all-label");
            row.spawn(button(say!("games-copy-all"), label, ButtonKind::Plain, Val::Auto, GamesCommand::CopyAll));
        });
    }
}

/// Spawns the buttons to newer and older games.
fn spawn_turning(rows: &mut ChildSpawnerCommands, shown: &ShownGames) {
    let node = Node::wrapping_row(theme::GAP, 6).middle().fixed();
    rows.spawn((Pickable::IGNORE, node)).with_children(|row| {
        if shown.first > 0 {
            let newer = GamesListCommand::ShowFrom(shown.first.saturating_sub(GamesList::PAGE_SIZE));
            row.spawn(button(say!("games-newer"), say!("games-newer-label"), ButtonKind::Plain, Val::Auto, newer));
        }
        let last = (shown.first + GamesList::PAGE_SIZE).min(shown.total);
        let part = say!("games-part", first = shown.first + 1, last = last);
        row.spawn(worded(part, TextStyle::Small, theme::QUIET_TEXT));
        if last < shown.total {
            let older = GamesListCommand::ShowFrom(last);
            row.spawn(button(say!("games-older"), say!("games-older-label"), ButtonKind::Plain, Val::Auto, older));
        }
    });
}
