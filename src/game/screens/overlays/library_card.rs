//! A game of the library: what is known of it, its title and tags, and what can be done with it.

use bevy::prelude::*;
use bevy::ui::Checked;

use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::library::game_library::GameLibrary;
use crate::game::library::library_command::LibraryCommand;
use crate::game::screens::library::library_row::row_key;
use crate::game::screens::library::seen_game::SeenGame;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::{PictureTints, board_picture};
use crate::game::ui::button::{ButtonKind, PreviousFocus, Refocus, captioned_button, main_button, mark, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::text_field::{TextField, text_field};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::library::{Game, GameId};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            save_texts.run_if(resource_changed::<Overlay>),
            spawn.run_if(resource_changed::<Overlay>),
            mark_favourite.run_if(resource_changed::<GameLibrary>.or_else(any_match_filter::<Added<LibraryCardRoot>>)),
        )
            .chain()
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Library)),
    );
}

/// Root of the card of this game.
#[derive(Component)]
struct LibraryCardRoot(GameId);

#[derive(Component)]
struct TitleField;

#[derive(Component)]
struct TagsField;

const WIDTH: f32 = 480.0;
const PICTURE: f32 = 128.0;
/// As many characters as the library keeps.
const MAX_TITLE: usize = 100;
const MAX_TAGS: usize = 400;

/// Saves title and tags of a card that is closed.
fn save_texts(
    overlay: Res<Overlay>,
    library: Res<GameLibrary>,
    cards: Query<&LibraryCardRoot>,
    titles: Query<&TextField, With<TitleField>>,
    tags: Query<&TextField, With<TagsField>>,
    mut commands: MessageWriter<LibraryCommand>,
) {
    for id in cards.iter().map(|card| card.0).filter(|id| *overlay != Overlay::LibraryGame(*id)) {
        let Some(game) = library.library().and_then(|library| library.game(id)) else { continue };
        for title in titles.iter().map(|field| field.text.trim()).filter(|title| *title != game.title()) {
            commands.write(LibraryCommand::Name(id, title.to_owned()));
        }
        for field in &tags {
            let wanted = tags_in(&field.text);
            let had: Vec<&str> = game.tags().collect();
            let gone = had.iter().filter(|tag| !wanted.contains(*tag)).map(|tag| (*tag, false));
            let new = wanted.iter().filter(|tag| !had.contains(*tag)).map(|tag| (*tag, true));
            for (tag, is_added) in gone.chain(new) {
                commands.write(LibraryCommand::Tag(id, tag.to_owned(), is_added));
            }
        }
    }
}

/// The tags in the text of a field, separated by commas of any script.
fn tags_in(text: &str) -> Vec<&str> {
    let mut tags: Vec<&str> = text.split([',', '、', '，']).map(str::trim).filter(|tag| !tag.is_empty()).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

fn spawn(
    overlay: Res<Overlay>,
    library: Res<GameLibrary>,
    open: Query<(Entity, &LibraryCardRoot)>,
    (mut refocus, mut before): (ResMut<Refocus>, ResMut<PreviousFocus>),
    mut commands: Commands,
) {
    for (root, LibraryCardRoot(id)) in &open {
        commands.entity(root).despawn();
        refocus.0 = Some(say!("game-library-search").identity());
        before.0 = Some(row_key(*id));
    }
    let Overlay::LibraryGame(id) = *overlay else { return };
    let Some(game) = library.library().and_then(|library| library.game(id)) else { return };
    refocus.0 = Some(say!("games-show").identity());
    let root = (Name::new("library game"), LibraryCardRoot(id), DespawnOnExit(Screen::Library));
    spawn_card_over_screen(&mut commands, root, WIDTH, |card| spawn_card(card, &game, library.now_ms()));
}

fn mark_favourite(library: Res<GameLibrary>, buttons: Query<(Entity, &OnPress, Has<Checked>)>, mut commands: Commands) {
    for (entity, on_press, is_checked) in &buttons {
        if let Some(LibraryCommand::Mark(id)) = on_press.message() {
            let game = library.library().and_then(|library| library.game(*id));
            mark::<Checked>(&mut commands, entity, is_checked, game.is_some_and(|game| game.is_favourite()));
        }
    }
}

fn spawn_card(card: &mut ChildSpawnerCommands, game: &Game<'_>, now_ms: u64) {
    let seen = SeenGame::of(game, None, now_ms);
    let id = game.id();
    spawn_card_head(card, |head| {
        head.spawn((worded(seen.players, TextStyle::Strong, theme::TEXT), Node::default().min_width(px(0)).fill()));
    });
    let content = Node { row_gap: px(theme::GAP), ..pane_content() };
    spawn_scroll_area(card, Node::default(), content, |area| {
        area.spawn((Pickable::IGNORE, Node::row(14).fixed())).with_children(|row| {
            let tints = PictureTints(*game.variant().tints());
            row.spawn((board_picture(seen.board, Vec2::splat(PICTURE)), tints));
            row.spawn((Pickable::IGNORE, Node::column(6).min_width(px(0)).fill())).with_children(|words| {
                words.spawn(worded(seen.result, TextStyle::Body, theme::TEXT));
                words.spawn(worded(say!("game-library-plies", count = game.plies()), TextStyle::Small, theme::TEXT));
                words.spawn(worded(seen.about, TextStyle::Small, theme::QUIET_TEXT));
            });
        });
        let title = say!("game-library-title");
        area.spawn((text_field(title.clone(), game.title(), title, MAX_TITLE, percent(100)), TitleField));
        let tags = game.tags().collect::<Vec<_>>().join(", ");
        let field = text_field(say!("game-library-tags"), &tags, say!("game-library-tags"), MAX_TAGS, percent(100));
        area.spawn((field, TagsField));
        let row = Node::wrapping_row(theme::GAP, 6).justify(JustifyContent::FlexEnd).fixed();
        area.spawn((Pickable::IGNORE, row)).with_children(|row| {
            let mut add = |caption: Phrase, on_press: OnPress| {
                row.spawn(captioned_button(caption, ButtonKind::Plain, Val::Auto, on_press));
            };
            add(say!("games-delete"), OnPress::closing(LibraryCommand::Remove(vec![id])));
            add(say!("games-copy"), LibraryCommand::Copy(id).into());
            add(say!("game-library-mark"), LibraryCommand::Mark(id).into());
            if game.plies() > 0 {
                row.spawn(plain_button(say!("result-review"), LibraryCommand::Review(id)));
            }
            row.spawn(main_button(say!("games-show"), LibraryCommand::Open(id)));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_separated_by_commas() {
        assert_eq!(tags_in("club, tiger ,club,, 面白い、終盤"), ["club", "tiger", "終盤", "面白い"]);
        assert!(tags_in(" , ").is_empty());
    }
}
