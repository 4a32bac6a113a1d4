//! Menu of a match over the board, with everything that is not needed at every move, and the field to paste a game into
//! if the clipboard cannot be read.

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use crate::game::analysis::review::can_be_reviewed;
use crate::game::board_view::board_root::BoardArea;
use crate::game::cpu_seat::programs::ProgramTrouble;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::input::shortcuts::shortcut_on;
use crate::game::library::library_command::LibraryCommand;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::dialog::AskToRestart;
use crate::game::screens::overlays::dialog::close_over_changed_match;
use crate::game::screens::overlays::share::commands::{CopyLink, CopyMoves};
use crate::game::screens::overlays::veil::spawn_card_over_screen;
use crate::game::settings::keys::Keys;
use crate::game::settings::switch::Switch;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, bare_button, button_node, main_button, mark, plain_button};
use crate::game::ui::clipboard::{PasteText, Pasted};
use crate::game::ui::icon::{Icon, icon};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::setting_row::spawn_switch;
use crate::game::ui::text_field::{TextField, text_field};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Border;
use crate::notation::{AnyText, TimeControl};
use crate::online::Action;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<OpenPasted>().add_systems(
        Update,
        (
            (take_pasted, handle_open_pasted).chain().in_set(PlaySystems::Overlays).after(close_over_changed_match),
            (
                // Also when the board appears, because the settings return to the menu they were opened from.
                spawn.run_if(
                    resource_changed::<Overlay>
                        .or_else(resource_changed::<LayoutSpace>)
                        .or_else(any_match_filter::<Added<BoardArea>>),
                ),
                mark_menu,
            )
                .chain()
                .in_set(GameSystems::Look),
        )
            .run_if(in_state(Screen::Match)),
    );
}

/// Opens the game in the field.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
struct OpenPasted;

/// Root of the menu, or of the dialog with the field.
#[derive(Component)]
struct MenuRoot;

/// Field to paste a game into.
#[derive(Component)]
struct PasteField;

/// Maximum width with groups side by side, and with groups below each other or the field.
const WIDTHS: (f32, f32) = (760.0, 400.0);
/// Padding left of an entry's icon, in logical pixels.
const ENTRY_INSET: f32 = 10.0;
/// As large as a file may be; a character has at least one byte.
const MAX_CHARACTERS: usize = AnyText::MAX_BYTES;

/// Closes the menu once text is pasted; if the clipboard cannot be read, opens the field instead.
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

fn handle_open_pasted(
    mut requests: MessageReader<OpenPasted>,
    fields: Query<&TextField, With<PasteField>>,
    mut pasted: MessageWriter<Pasted>,
) {
    if requests.read().last().is_some() {
        let text = fields.iter().map(|field| field.text.clone()).find(|text| !text.trim().is_empty());
        pasted.write_batch(text.map(|text| Pasted(Some(text))));
    }
}

struct MenuEntry {
    icon: Icon,
    caption: Phrase,
    on_press: OnPress,
}

impl MenuEntry {
    fn new(icon: Icon, caption: Phrase, on_press: impl Into<OnPress>) -> Self {
        Self { icon, caption, on_press: on_press.into() }
    }
}

/// Related entries below a heading.
struct MenuGroup {
    heading: Phrase,
    entries: Vec<MenuEntry>,
}

/// The entries of the menu, without its switches.
fn groups(game: &Match, online: &Online, trouble: &ProgramTrouble) -> [MenuGroup; 3] {
    let is_alone = game.room.is_none();
    let mut this_match = vec![MenuEntry::new(Icon::Play, say!("menu-continue"), Navigate::Close)];
    if game.may_restart() {
        this_match.push(MenuEntry::new(Icon::Restart, say!("match-restart"), AskToRestart));
    }
    if let Some((player, _)) = trouble.0 {
        let pick = Navigate::Open(Overlay::CpuPicker(player));
        this_match.push(MenuEntry::new(Icon::Redo, say!("program-trouble-other"), pick));
    }
    // Only for a single human: with several at one screen, resigning can be said aloud.
    let may_resign = is_alone && game.you().is_some() && game.is_unfinished();
    if plays_in_room(game, online) {
        let offer = OnPress::closing(OnlineCommand::Ask(Action::OfferDraw));
        this_match.push(MenuEntry::new(Icon::Draw, say!("match-draw-label"), offer));
        if game.clock.control().is_some_and(TimeControl::can_grow) {
            let give = OnPress::closing(OnlineCommand::Ask(Action::GiveTime));
            let minutes = Match::GIVEN_TIME.as_secs() / 60;
            this_match.push(MenuEntry::new(Icon::Clock, say!("menu-give-others-time", count = minutes), give));
        }
    }
    let permissions = game.permissions();
    if permissions.agree_draw {
        let ask = Navigate::Open(Overlay::DrawQuestion);
        this_match.push(MenuEntry::new(Icon::Draw, say!("menu-agree-draw"), ask));
    }
    if permissions.give_time {
        let give = OnPress::closing(MatchCommand::now(MatchChange::GiveTime));
        let minutes = Match::GIVEN_TIME.as_secs() / 60;
        this_match.push(MenuEntry::new(Icon::Clock, say!("menu-give-time", count = minutes), give));
    }
    if may_resign || plays_in_room(game, online) {
        let ask = Navigate::Open(Overlay::ResignQuestion);
        this_match.push(MenuEntry::new(Icon::Resign, say!("match-resign"), ask));
    }
    let mut record = vec![
        MenuEntry::new(Icon::Copy, say!("menu-copy-moves"), CopyMoves),
        MenuEntry::new(Icon::Copy, say!("menu-copy-link"), CopyLink),
    ];
    if is_alone {
        record.push(MenuEntry::new(Icon::Paste, say!("menu-paste"), PasteText));
    }
    record.push(MenuEntry::new(Icon::Share, say!("share-open"), Navigate::Open(Overlay::Share)));
    if is_alone {
        record.push(MenuEntry::new(Icon::Games, say!("game-library-find"), LibraryCommand::FindShown));
    }
    record.push(MenuEntry::new(Icon::Review, say!("result-review"), Navigate::To(Screen::Review)));
    let new_game = MenuEntry::new(Icon::New, say!("match-new-game"), Navigate::To(Screen::NewGame));
    let elsewhere = is_alone.then_some(new_game).into_iter().chain([
        MenuEntry::new(Icon::Games, say!("games-heading"), Navigate::To(Screen::Games)),
        MenuEntry::new(Icon::Learn, say!("title-learn"), Navigate::To(Screen::Learn)),
        MenuEntry::new(Icon::Settings, say!("settings-heading"), Navigate::To(Screen::Settings)),
        MenuEntry::new(Icon::Home, say!("menu-title"), Navigate::To(Screen::Title)),
    ]);
    [
        MenuGroup { heading: say!("menu-this-match"), entries: this_match },
        MenuGroup { heading: say!("menu-record"), entries: record },
        MenuGroup { heading: say!("menu-elsewhere"), entries: elsewhere.collect() },
    ]
}

fn switches() -> [(Phrase, SettingCommand); 3] {
    [
        (say!("menu-show-moves"), SettingCommand::Toggle(Switch::LegalMarks)),
        (say!("menu-show-counts"), SettingCommand::Toggle(Switch::Counts)),
        (say!("sound-mute"), SettingCommand::Toggle(Switch::Mute)),
    ]
}

/// Returns false if nobody else plays, or if a draw has already been offered.
fn may_offer_draw(online: &Online) -> bool {
    let room = online.room().filter(|room| room.movers().count() > 1);
    room.and_then(|room| room.game()).is_some_and(|game| game.draw.is_none())
}

/// Returns true if the match of the room runs and the player's own seat still moves.
fn plays_in_room(game: &Match, online: &Online) -> bool {
    game.room.is_some() && game.ending().is_none() && online.own_seat().is_some_and(|own| game.you() == Some(own))
}

fn spawn(
    overlay: Res<Overlay>,
    game: Res<Match>,
    (online, trouble): (Res<Online>, Res<ProgramTrouble>),
    (settings, space): (Res<Settings>, Res<LayoutSpace>),
    open: Query<Entity, With<MenuRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let was_open = !open.is_empty();
    // An on-screen keyboard resizes the window; respawning the field would lose the typed text.
    if was_open && *overlay == Overlay::PasteGame && !overlay.is_changed() {
        return;
    }
    open.iter().for_each(|root| commands.entity(root).despawn());
    let is_menu = match *overlay {
        Overlay::MatchMenu => true,
        Overlay::PasteGame => false,
        // Returns the focus to the button that opened the menu.
        Overlay::None if was_open => {
            refocus.0 = Some(say!("match-menu").identity());
            return;
        }
        _ => return,
    };
    refocus.0 = Some(if is_menu { say!("menu-continue") } else { say!("paste-field") }.identity());
    let place = (Name::new("match menu"), MenuRoot, DespawnOnExit(Screen::Match));
    let is_wide = is_menu && space.0.x >= WIDTHS.0;
    let width = if is_wide { WIDTHS.0 } else { WIDTHS.1 };
    spawn_card_over_screen(&mut commands, place, width, |card| {
        spawn_scroll_area(card, Node::default(), pane_content().padding(px(14).all()), |area| {
            if is_menu {
                spawn_groups(area, groups(&game, &online, &trouble), &settings.keys, is_wide);
                spawn_switches(area, is_wide);
            } else {
                spawn_field(area);
            }
        });
    });
}

/// Spawns the groups side by side in wide windows, otherwise below each other with two entries in a row.
fn spawn_groups(area: &mut ChildSpawnerCommands, groups: [MenuGroup; 3], keys: &Keys, is_wide: bool) {
    let row = if is_wide { Node::row(16) } else { Node::column(10) };
    area.spawn((Pickable::IGNORE, row.fixed())).with_children(|row| {
        for MenuGroup { heading, entries } in groups {
            let column = Node::column(4).grow().basis(if is_wide { px(0) } else { Val::Auto }).fixed();
            row.spawn((Pickable::IGNORE, column)).with_children(|group| {
                let inset = Node::default().margin(px(ENTRY_INSET).left());
                group.spawn((worded(heading, TextStyle::Small, theme::QUIET_TEXT), inset));
                let columns = if is_wide { 1 } else { 2 };
                let grid = Node::grid(RepeatedGridTrack::flex(columns, 1.0), 6, 2);
                group.spawn((Pickable::IGNORE, grid)).with_children(|grid| {
                    for entry in entries {
                        spawn_entry(grid, entry, keys, is_wide);
                    }
                });
            });
        }
    });
}

/// Spawns an entry with its icon and caption, and in a wide menu its key.
fn spawn_entry(grid: &mut ChildSpawnerCommands, entry: MenuEntry, keys: &Keys, is_wide: bool) {
    let MenuEntry { icon: picture, caption, on_press } = entry;
    let closes = on_press.message() == Some(&Navigate::Close);
    let key = shortcut_on(&on_press).map(|shortcut| Phrase::verbatim(keys.shown(shortcut)));
    let key = key.or_else(|| closes.then(|| say!("key-escape"))).filter(|_| is_wide);
    let kind = if closes { ButtonKind::Main } else { ButtonKind::Tile };
    let style = if closes { TextStyle::Strong } else { TextStyle::Body };
    let node = button_node().spaced(8).justify(JustifyContent::FlexStart).min_width(px(0));
    let node = node.inset(ENTRY_INSET - 1.0, 4);
    grid.spawn(bare_button(caption.clone(), kind, on_press, node)).with_children(|button| {
        button.spawn(icon(picture, 20.0, theme::TEXT));
        button.spawn((worded(caption, style, theme::TEXT), Node::default().min_width(px(0)).fill()));
        if let Some(key) = key {
            let key = |ink| (worded(key, TextStyle::Small, ink), TextLayout::no_wrap());
            if closes {
                button.spawn(key(theme::TEXT_ON_ACCENT));
            } else {
                // In a node of its own, because buttons recolour their texts.
                button.spawn((Pickable::IGNORE, Node::default(), children![key(theme::QUIET_TEXT)]));
            }
        }
    });
}

/// Spawns the switches, below a line that separates them from the commands.
fn spawn_switches(area: &mut ChildSpawnerCommands, is_wide: bool) {
    let row = if is_wide { Node::row(16) } else { Node::column(0) };
    let node = Node { border: px(1).top(), ..row.fixed().padding(px(6).top()) };
    area.spawn((Pickable::IGNORE, node, Border(theme::LINE))).with_children(|row| {
        for (caption, command) in switches() {
            row.spawn((Pickable::IGNORE, Node::column(0).grow()))
                .with_children(|place| spawn_switch(place, caption, command));
        }
    });
}

fn spawn_field(area: &mut ChildSpawnerCommands) {
    area.spawn(worded(say!("menu-paste"), TextStyle::Heading, theme::TEXT));
    area.spawn(worded(say!("paste-words"), TextStyle::Small, theme::QUIET_TEXT));
    let field = text_field(say!("paste-field"), "", say!("paste-placeholder"), MAX_CHARACTERS, percent(100));
    area.spawn((field, PasteField));
    area.spawn((Pickable::IGNORE, Node::row(theme::GAP).justify(JustifyContent::FlexEnd))).with_children(|row| {
        row.spawn(plain_button(say!("paste-cancel"), Navigate::Close));
        row.spawn(main_button(say!("file-open-it"), OpenPasted));
    });
}

/// Marks the switches that are on, and disables the commands that cannot be used now.
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
        } else if on_press.message() == Some(&Navigate::To(Screen::Review)) {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !can_be_reviewed(&game));
        } else if on_press.message() == Some(&OnlineCommand::Ask(Action::OfferDraw)) {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !may_offer_draw(&online));
        }
    }
}
