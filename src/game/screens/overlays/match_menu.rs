//! The menu of a match, over the board: what is not needed at every move. And the field into which a game is pasted
//! where the clipboard cannot be read.

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use crate::game::analysis::review::played_only;
use crate::game::board_view::place::BoardArea;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::save_picture::SavePicture;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::play::match_state::Match;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::cpu_picker::close_after_choice;
use crate::game::screens::overlays::dialog::AskToRestart;
use crate::game::screens::overlays::reactions::close_after_saying;
use crate::game::screens::overlays::veil::spawn_card_over_screen;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Refocus, Weight, button, mark};
use crate::game::ui::clipboard::{CopyText, PasteText, Pasted};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::setting_row::spawn_switch;
use crate::game::ui::text_field::{TextField, text_field};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::{GameSystems, PlaySystems};
use crate::notation::AnyText;
use crate::online::Action;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<CopyMoves>().add_command::<OpenPasted>().add_systems(
        Update,
        (
            (copy_moves, clear_board, close_after_offer, take_pasted, open_pasted)
                .chain()
                .in_set(PlaySystems::Overlays)
                .after(close_after_choice)
                .before(close_after_saying),
            (
                // Who comes back from the settings comes back to the menu.
                spawn.run_if(resource_changed::<Overlay>.or_else(any_match_filter::<Added<BoardArea>>)),
                mark_menu,
            )
                .chain()
                .in_set(GameSystems::Look),
        )
            .run_if(in_state(Screen::Match)),
    );
}

/// Copies the moves of the match on the board.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyMoves;

/// Opens the game that was typed or pasted into the field.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
struct OpenPasted;

/// The root of the menu, or of the question what to paste.
#[derive(Component)]
struct MenuRoot;

/// The field into which a game is pasted.
#[derive(Component)]
struct PasteField;

const WIDTH: f32 = 400.0;
/// As many characters as a file may have bytes.
const MOST_CHARACTERS: usize = AnyText::MOST_BYTES;

/// The moves as text: squares alone where they say all, such as f5d6c3, and otherwise with the board.
pub(crate) fn moves_text(game: &Match) -> String {
    let record = &game.record;
    let squares: String = record.played().iter().map(|turn| turn.placement.square().to_string()).collect();
    let says_all = match AnyText::read(&squares) {
        Ok(AnyText::Game(read)) => *read.record() == played_only(record),
        _ => false,
    };
    if says_all { squares } else { played_only(record).to_string() }
}

fn copy_moves(
    mut wishes: MessageReader<CopyMoves>,
    game: Res<Match>,
    mut copies: MessageWriter<CopyText>,
    mut navigate: MessageWriter<Navigate>,
) {
    if wishes.read().last().is_some() {
        copies.write(CopyText(moves_text(&game)));
        navigate.write(Navigate::Close);
    }
}

/// Whoever wants a picture of the board sees it first.
fn clear_board(mut wishes: MessageReader<SavePicture>, overlay: Res<Overlay>, mut navigate: MessageWriter<Navigate>) {
    if wishes.read().last().is_some() && overlay.is_open() {
        navigate.write(Navigate::Close);
    }
}

/// What was pasted is opened like a file; where nothing can be read, there is a field.
fn take_pasted(mut pasted: MessageReader<Pasted>, overlay: Res<Overlay>, mut navigate: MessageWriter<Navigate>) {
    for Pasted(text) in pasted.read() {
        match (text, *overlay) {
            (Some(_), Overlay::MatchMenu | Overlay::PasteGame) => {
                navigate.write(Navigate::Close);
            }
            (None, Overlay::MatchMenu) => {
                navigate.write(Navigate::Open(Overlay::PasteGame));
            }
            _ => {}
        }
    }
}

fn open_pasted(
    mut wishes: MessageReader<OpenPasted>,
    fields: Query<&TextField, With<PasteField>>,
    mut pasted: MessageWriter<Pasted>,
) {
    if wishes.read().last().is_some() {
        let text = fields.iter().map(|field| field.text.clone()).find(|text| !text.trim().is_empty());
        pasted.write_batch(text.map(|text| Pasted(Some(text))));
    }
}

/// What the menu offers: what it is called, and what it does.
fn entries(game: &Match, online: &Online) -> Vec<(Phrase, OnPress)> {
    let mut entries = vec![(say!("menu-continue"), Navigate::Close.into())];
    if game.may_restart() {
        entries.push((say!("match-restart"), AskToRestart.into()));
    }
    entries.push((say!("games-heading"), Navigate::To(Screen::Games).into()));
    entries.push((say!("title-learn"), Navigate::To(Screen::Learn).into()));
    entries.push((say!("settings-heading"), Navigate::To(Screen::Settings).into()));
    entries.push((say!("menu-show-moves"), SettingCommand::ToggleLegalMarks.into()));
    entries.push((say!("menu-copy-moves"), CopyMoves.into()));
    entries.push((say!("picture-save"), SavePicture.into()));
    if game.room.is_none() {
        entries.push((say!("menu-paste"), PasteText.into()));
    }
    // Whoever plays with others at one screen says so.
    let may_resign = game.room.is_none() && game.you().is_some() && game.is_unfinished();
    if plays_in_room(game, online) {
        entries.push((say!("match-draw-label"), OnlineCommand::Ask(Action::OfferDraw).into()));
    }
    if may_resign || plays_in_room(game, online) {
        entries.push((say!("match-resign"), Navigate::Open(Overlay::ResignQuestion).into()));
    }
    if game.room.is_none() {
        entries.push((say!("match-new-game"), Navigate::To(Screen::NewGame).into()));
    }
    entries.push((say!("menu-title"), Navigate::To(Screen::Title).into()));
    entries
}

/// Whether the others can be offered a draw: nobody offers one already.
fn may_offer_draw(online: &Online) -> bool {
    let room = online.room().filter(|room| room.movers().count() > 1);
    room.and_then(|room| room.game()).is_some_and(|game| game.draw.is_none())
}

/// Whoever has offered a draw sees in the match what comes of it.
fn close_after_offer(
    mut wishes: MessageReader<OnlineCommand>,
    overlay: Res<Overlay>,
    mut navigate: MessageWriter<Navigate>,
) {
    let is_offered = wishes.read().any(|wish| *wish == OnlineCommand::Ask(Action::OfferDraw));
    if is_offered && *overlay == Overlay::MatchMenu {
        navigate.write(Navigate::Close);
    }
}

/// Whether one's own seat in the room is still to move.
fn plays_in_room(game: &Match, online: &Online) -> bool {
    game.room.is_some() && game.ending().is_none() && online.own_seat().is_some_and(|own| game.you() == Some(own))
}

fn spawn(
    overlay: Res<Overlay>,
    game: Res<Match>,
    online: Res<Online>,
    open: Query<Entity, With<MenuRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let was_open = !open.is_empty();
    open.iter().for_each(|root| commands.entity(root).despawn());
    let is_menu = match *overlay {
        Overlay::MatchMenu => true,
        Overlay::PasteGame => false,
        // The focus goes back to where it came from.
        Overlay::None if was_open => {
            refocus.0 = Some(say!("match-menu").identity());
            return;
        }
        _ => return,
    };
    refocus.0 = Some(if is_menu { say!("menu-continue") } else { say!("paste-field") }.identity());
    let root = (Name::new("match menu"), MenuRoot, DespawnOnExit(Screen::Match));
    spawn_card_over_screen(&mut commands, root, WIDTH, |card| {
        let content = Node { row_gap: px(8), ..pane_content() };
        spawn_scroll_area(card, Node { flex_shrink: 1.0, ..default() }, content, |area| {
            if is_menu {
                spawn_entries(area, &game, &online);
            } else {
                spawn_field(area);
            }
        });
    });
}

fn spawn_entries(area: &mut ChildSpawnerCommands, game: &Match, online: &Online) {
    for (number, (label, on_press)) in entries(game, online).into_iter().enumerate() {
        if on_press.message::<SettingCommand>().is_some() {
            spawn_switch(area, label, on_press);
            continue;
        }
        let weight = if number == 0 { Weight::Main } else { Weight::Plain };
        let mut entry = area.spawn(button(label.clone(), label, weight, percent(100), on_press));
        entry.entry::<Node>().and_modify(|mut node| node.flex_shrink = 0.0);
    }
}

fn spawn_field(area: &mut ChildSpawnerCommands) {
    area.spawn(worded(say!("menu-paste"), TextStyle::Heading, theme::TEXT));
    area.spawn(worded(say!("paste-words"), TextStyle::Small, theme::QUIET_TEXT));
    let field = text_field(say!("paste-field"), "", say!("paste-placeholder"), MOST_CHARACTERS, percent(100));
    area.spawn((field, PasteField));
    let row = Node { column_gap: px(theme::GAP), justify_content: JustifyContent::FlexEnd, ..default() };
    area.spawn((Pickable::IGNORE, row)).with_children(|row| {
        let cancel = say!("paste-cancel");
        row.spawn(button(cancel.clone(), cancel, Weight::Plain, Val::Auto, Navigate::Close));
        let open = say!("file-open-it");
        row.spawn(button(open.clone(), open, Weight::Main, Val::Auto, OpenPasted));
    });
}

/// Shows what is in force, and what cannot be done now.
fn mark_menu(
    (game, online): (Res<Match>, Res<Online>),
    settings: Res<Settings>,
    buttons: Query<(Entity, &OnPress, Has<Checked>, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    for (entity, on_press, is_chosen, is_disabled) in &buttons {
        if let Some(is_in_force) = on_press.message().and_then(|command| settings.has(command)) {
            mark::<Checked>(&mut commands, entity, is_chosen, is_in_force);
        } else if on_press.message::<CopyMoves>().is_some() {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, game.record.ply() == 0);
        } else if on_press.message::<AskToRestart>().is_some() {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !game.has_begun());
        } else if on_press.message() == Some(&OnlineCommand::Ask(Action::OfferDraw)) {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !may_offer_draw(&online));
        }
    }
}
