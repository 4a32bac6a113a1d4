//! Overlay with the ways to hand a game on: to the clipboard, as a file, and as a picture.

pub(in crate::game) mod commands;
pub(in crate::game) mod game_picture;
mod link;
mod link_code;
mod opener;
mod shown_game;

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use self::commands::{CopyLink, CopyMoves, ShareCommand, Sharing};
use self::game_picture::GamePicture;
use self::opener::opener;
use self::shown_game::ShownGame;
use crate::game::board_view::shown_record::shown_has_changed;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::frame::GameSystems;
use crate::game::library::library_command::LibraryCommand;
use crate::game::play::match_state::Match;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, ControlKey, Refocus, button, mark, plain_button, spawn_segments};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::share_bar::{filled_node, spawn_share_bar};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::notation::GameFormat;
use crate::pictures::{PictureFormat, PictureSize};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(commands::plugin).add_systems(
        Update,
        (
            spawn.run_if(resource_changed::<Overlay>),
            // Afterwards, because it decides where the focus returns to between the two overlays.
            link_code::show.run_if(
                resource_changed::<Overlay>.or_else(resource_changed::<LayoutSpace>).or_else(shown_has_changed),
            ),
            (mark_buttons, show_progress)
                .chain()
                .run_if(resource_changed::<Sharing>.or_else(any_match_filter::<Added<ShareRoot>>)),
        )
            .chain()
            .in_set(GameSystems::Look),
    );
}

#[derive(Component)]
struct ShareRoot;

/// Place of the progress of an animation, empty while none is made.
#[derive(Component)]
struct ProgressPlace;

#[derive(Component)]
struct ProgressFill;

const WIDTH: f32 = 492.0;
/// Width of a button before the space that is left is shared.
const BUTTON: f32 = 120.0;
/// The same of a button that copies: all fit into one row, or two into each.
const COPY_BUTTON: f32 = 106.0;

fn spawn(
    overlay: Res<Overlay>,
    game: ShownGame,
    open: Query<Entity, With<ShareRoot>>,
    controls: Query<&ControlKey>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let is_wanted = *overlay == Overlay::Share;
    if is_wanted != open.is_empty() {
        return;
    }
    open.iter().for_each(|root| commands.entity(root).despawn());
    if !is_wanted {
        refocus.0 = Some(opener(&controls));
        return;
    }
    let Some(game) = game.whole() else { return };
    refocus.0 = Some(say!("menu-copy-link").identity());
    spawn_card_over_screen(&mut commands, (Name::new("share"), ShareRoot), WIDTH, |card| spawn_card(card, &game));
}

fn spawn_card(card: &mut ChildSpawnerCommands, game: &Match) {
    spawn_card_head(card, |head| {
        head.spawn((worded(say!("share-open"), TextStyle::Strong, theme::TEXT), Node::default().grow()));
    });
    let content = Node { row_gap: px(14), ..pane_content() };
    spawn_scroll_area(card, Node::default(), content, |area| {
        spawn_section(area, say!("share-copy"), |section| {
            spawn_buttons(section, |row| {
                let copy = ShareCommand::CopyPosition;
                for (caption, label, on_press) in [
                    (say!("share-moves"), say!("menu-copy-moves"), OnPress::from(CopyMoves)),
                    (say!("share-position"), say!("share-copy-position"), copy.into()),
                    (say!("share-link"), say!("menu-copy-link"), CopyLink.into()),
                    (say!("share-qr"), say!("share-qr-label"), Navigate::Open(Overlay::LinkCode).into()),
                ] {
                    spawn_button(row, (caption, label), COPY_BUTTON, on_press, true);
                }
            });
        });
        spawn_section(area, say!("share-file"), |section| {
            let record = game.to_game_record();
            let (fit, unfit): (Vec<_>, Vec<_>) =
                GameFormat::ALL.into_iter().partition(|format| format.write(&record).is_some());
            spawn_buttons(section, |row| {
                for format in GameFormat::ALL {
                    let label = say!("share-save-as", format = words_of_file(format));
                    let captions = (words_of_file(format), label);
                    spawn_button(row, captions, BUTTON, ShareCommand::Save(format), fit.contains(&format));
                }
            });
            if !unfit.is_empty() {
                let formats = Phrase::list(unfit.into_iter().map(words_of_file));
                section.spawn(worded(say!("share-unfit", formats = formats), TextStyle::Small, theme::QUIET_TEXT));
            }
        });
        spawn_section(area, say!("share-picture"), |section| {
            let sizes = PictureSize::ALL.map(|size| {
                let pixels = size.width().to_string();
                let label = say!("share-size", pixels = pixels.as_str());
                (say!("share-pixels", pixels = pixels.as_str()), label, ShareCommand::ChooseSize(size))
            });
            spawn_segments(section, Node::row(0).fixed(), sizes);
            spawn_buttons(section, |row| {
                for format in PictureFormat::ALL {
                    let captions = (words_of_picture(format), label_of_picture(format));
                    spawn_button(row, captions, BUTTON, ShareCommand::Draw(format), true);
                }
            });
            section.spawn((ProgressPlace, Pickable::IGNORE, Node::column(8).fixed()));
        });
        // A room's match goes on without a player who looks elsewhere.
        if game.room.is_none() || game.ending().is_some() {
            spawn_section(area, say!("game-library-heading"), |section| {
                let find = say!("game-library-find");
                spawn_buttons(section, |row| {
                    spawn_button(row, (find.clone(), find), BUTTON, LibraryCommand::FindShown, true);
                });
            });
        }
    });
}

fn words_of_file(format: GameFormat) -> Phrase {
    match format {
        GameFormat::Grid => say!("share-grid"),
        format => Phrase::verbatim(format.name()),
    }
}

fn words_of_picture(format: PictureFormat) -> Phrase {
    match format {
        PictureFormat::Gif => say!("share-animation"),
        format => Phrase::verbatim(format.key().to_uppercase()),
    }
}

fn label_of_picture(format: PictureFormat) -> Phrase {
    say!("share-save-as", format = words_of_picture(format))
}

fn spawn_section(area: &mut ChildSpawnerCommands, heading: Phrase, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    area.spawn((Pickable::IGNORE, Node::column(6).fixed())).with_children(|section| {
        section.spawn(worded(heading, TextStyle::Strong, theme::ACCENT));
        content(section);
    });
}

fn spawn_buttons(section: &mut ChildSpawnerCommands, buttons: impl FnOnce(&mut ChildSpawnerCommands)) {
    section.spawn((Pickable::IGNORE, Node::wrapping_row(8, 8).fixed())).with_children(buttons);
}

fn spawn_button(
    row: &mut ChildSpawnerCommands,
    (caption, label): (Phrase, Phrase),
    width: f32,
    on_press: impl Into<OnPress>,
    is_lit: bool,
) {
    let mut spawned = row.spawn(button(caption, label, ButtonKind::Plain, Val::Auto, on_press));
    spawned.entry::<Node>().and_modify(move |mut node| {
        node.flex_grow = 1.0;
        node.flex_basis = px(width);
    });
    if !is_lit {
        spawned.insert(InteractionDisabled);
    }
}

/// Marks the chosen size, and disables pictures while an animation is made.
fn mark_buttons(
    sharing: Res<Sharing>,
    buttons: Query<(Entity, &OnPress, Has<Checked>, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    for (entity, on_press, is_checked, is_disabled) in &buttons {
        match on_press.message() {
            Some(ShareCommand::ChooseSize(size)) => {
                mark::<Checked>(&mut commands, entity, is_checked, *size == sharing.size);
            }
            Some(ShareCommand::Draw(_)) => {
                mark::<InteractionDisabled>(&mut commands, entity, is_disabled, sharing.making.is_some());
            }
            _ => {}
        }
    }
}

fn show_progress(
    sharing: Res<Sharing>,
    places: Query<(Entity, Option<&Children>), With<ProgressPlace>>,
    mut fills: Query<&mut Node, With<ProgressFill>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let share = sharing.making.as_ref().map(GamePicture::share);
    for (place, children) in &places {
        let is_shown = children.is_some_and(|children| !children.is_empty());
        match share {
            Some(share) if !is_shown => {
                refocus.0 = Some(say!("paste-cancel").identity());
                commands.entity(place).with_children(|place| spawn_progress(place, share));
            }
            None if is_shown => {
                refocus.0 = Some(label_of_picture(PictureFormat::Gif).identity());
                commands.entity(place).despawn_children();
            }
            _ => {}
        }
    }
    let Some(share) = share else { return };
    for mut fill in &mut fills {
        *fill = filled_node(share);
    }
}

fn spawn_progress(place: &mut ChildSpawnerCommands, share: f32) {
    spawn_share_bar(place, share, ProgressFill);
    place.spawn((Pickable::IGNORE, Node::row(theme::GAP).centred().spread())).with_children(|row| {
        // Without a number, because screen readers speak a text again that changes.
        row.spawn(worded(say!("share-making"), TextStyle::Small, theme::QUIET_TEXT));
        row.spawn(plain_button(say!("paste-cancel"), ShareCommand::Stop));
    });
}
