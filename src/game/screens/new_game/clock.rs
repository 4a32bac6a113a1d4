//! Choice of a time control: a preset, or the parts of an own one.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::room_setup::{RoomSetup, RoomSetupCommand};
use crate::game::play::own_clock::{MoveTime, OwnClock, OwnClockChange, OwnClockPart};
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::screens::new_game::heading;
use crate::game::text::names::clock_name;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::spawn_segments;
use crate::game::ui::layout::{Layout, fitting_columns};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::Reveal;
use crate::game::ui::slider::{Slider, spawn_slider};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::notation::TimeControl;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(handle_slider_changes).add_systems(
        Update,
        show_own.in_set(GameSystems::Show).after(super::spawn_screen).run_if(in_state(Screen::NewGame)),
    );
}

/// Days per move that online matches offer as well.
const DAYS_A_MOVE: [u16; 2] = [1, 3];
/// Minimum width of a choice, so that two fit on the narrowest phone, and maximum width of a line, enough for five.
const WIDTHS: (f32, f32) = (124.0, 640.0);

/// Container of the parts of an own clock; empty while a preset is chosen.
#[derive(Component)]
pub(in crate::game::screens) struct OwnClockRows;

/// Slider of a part of an own clock.
#[derive(Component)]
pub(in crate::game::screens) struct OwnClockSlider(OwnClockPart);

/// Explanation of the time for each move.
#[derive(Component)]
pub(in crate::game::screens) struct MoveTimeAbout;

pub(super) fn spawn(parent: &mut ChildSpawnerCommands) {
    let change = SetupCommand::ChangeOwnClock(OwnClockChange::Choose);
    spawn_choices(parent, [], SetupCommand::ChooseClock, change, say!("clock-about"));
}

/// Spawns the choice for a room, which includes days per move.
pub(in crate::game::screens) fn spawn_for_room(parent: &mut ChildSpawnerCommands) {
    spawn_choices(
        parent,
        DAYS_A_MOVE.map(TimeControl::correspondence),
        RoomSetupCommand::ChooseClock,
        RoomSetupCommand::ChangeOwnClock(OwnClockChange::Choose),
        say!("clock-about-room"),
    );
}

fn spawn_choices<P: Into<OnPress>>(
    parent: &mut ChildSpawnerCommands,
    longer: impl IntoIterator<Item = TimeControl>,
    choose: impl Fn(Option<TimeControl>) -> P,
    choose_own: P,
    about: Phrase,
) {
    parent.spawn((Pickable::IGNORE, Node::column(6).fixed())).with_children(|part| {
        let head = Node::row(theme::GAP).align(AlignItems::Baseline).wrap(FlexWrap::Wrap);
        part.spawn((Pickable::IGNORE, head)).with_children(|head| {
            head.spawn(heading(say!("clock-heading")));
            head.spawn(worded(about, TextStyle::Small, theme::QUIET_TEXT));
        });
        let clocks = std::iter::once(None).chain(TimeControl::PRESETS.into_iter().chain(longer).map(Some));
        let presets = clocks.map(|clock| (clock_name(clock), choose(clock)));
        let choices = presets.chain(std::iter::once((say!("clock-own"), choose_own))).map(|(caption, choose)| {
            let label = say!("option-choice", option = say!("clock-heading"), choice = caption.clone());
            (caption, label, choose)
        });
        let lines = Node::grid(fitting_columns(WIDTHS.0), 0, 0).max_width(px(WIDTHS.1));
        spawn_segments(part, lines, choices);
        part.spawn((OwnClockRows, Pickable::IGNORE, Node::column(6).max_width(px(WIDTHS.1))));
    });
}

/// Returns whether the change leads to the clock as it is; `None` if it is a number rather than a choice.
pub(in crate::game::screens) fn is_chosen(own: OwnClock, change: OwnClockChange) -> Option<bool> {
    match change {
        OwnClockChange::Choose => Some(own.is_chosen),
        OwnClockChange::Kind(kind) => Some(own.kind == kind),
        OwnClockChange::Set(..) => None,
    }
}

/// The own clock of the screen's setup.
fn own_clock(screen: Screen, setup: &MatchSetup, rooms: &RoomSetup) -> OwnClock {
    if screen == Screen::NewRoom { rooms.own_clock } else { setup.own_clock }
}

/// Shows the parts of the own clock while it is chosen, in view when it becomes so, and keeps them up to date.
pub(in crate::game::screens) fn show_own(
    (setup, rooms, screen): (Res<MatchSetup>, Res<RoomSetup>, Res<State<Screen>>),
    places: Query<(Entity, Ref<OwnClockRows>, Has<Children>)>,
    mut sliders: Query<(&OwnClockSlider, &mut Slider)>,
    mut abouts: Query<&mut Worded, With<MoveTimeAbout>>,
    mut commands: Commands,
) {
    let own = own_clock(*screen.get(), &setup, &rooms);
    for (entity, place, is_filled) in &places {
        if own.is_chosen && !is_filled {
            let mut rows = commands.entity(entity);
            rows.with_children(|rows| spawn_own(rows, own, *screen.get()));
            // A screen that opens with an own clock starts at its top.
            if !place.is_added() {
                rows.insert(Reveal);
            }
        } else if is_filled && !own.is_chosen {
            commands.entity(entity).despawn_children();
        }
    }
    for (OwnClockSlider(part), mut slider) in &mut sliders {
        slider.set_if_neq(slider_at(own, *part));
    }
    for mut about in &mut abouts {
        about.set_if_neq(Worded(about_move_time(own.kind)));
    }
}

fn spawn_own(rows: &mut ChildSpawnerCommands, own: OwnClock, screen: Screen) {
    let kinds = [(MoveTime::Increment, say!("own-clock-increment")), (MoveTime::ByoYomi, say!("own-clock-byo-yomi"))];
    let kinds = kinds.map(|(kind, caption)| {
        let change = OwnClockChange::Kind(kind);
        let choose = if screen == Screen::NewRoom {
            OnPress::from(RoomSetupCommand::ChangeOwnClock(change))
        } else {
            OnPress::from(SetupCommand::ChangeOwnClock(change))
        };
        (caption.clone(), say!("option-choice", option = say!("clock-own"), choice = caption), choose)
    });
    spawn_segments(rows, Node::default().wrap(FlexWrap::Wrap), kinds);
    for part in OwnClockPart::ALL {
        let caption = match part {
            OwnClockPart::MainTime => say!("own-clock-main"),
            OwnClockPart::MoveTime => say!("own-clock-move"),
        };
        spawn_slider(rows, &caption, slider_at(own, part), OwnClockSlider(part));
    }
    rows.spawn((MoveTimeAbout, worded(about_move_time(own.kind), TextStyle::Small, theme::QUIET_TEXT)));
}

fn about_move_time(kind: MoveTime) -> Phrase {
    match kind {
        MoveTime::Increment => say!("own-clock-increment-about"),
        MoveTime::ByoYomi => say!("own-clock-byo-yomi-about"),
    }
}

fn slider_at(own: OwnClock, part: OwnClockPart) -> Slider {
    let words = match own.seconds(part) {
        seconds if seconds >= 60 && seconds.is_multiple_of(60) => say!("own-clock-minutes", count = seconds / 60),
        seconds => say!("own-clock-seconds", count = seconds),
    };
    Slider { value: own.index(part), range: own.range(part), step: 1, words }
}

/// Applies a slider's value to the setup of the screen.
fn handle_slider_changes(
    change: On<ValueChange<u16>>,
    sliders: Query<&OwnClockSlider>,
    screen: Res<State<Screen>>,
    mut setups: MessageWriter<SetupCommand>,
    mut rooms: MessageWriter<RoomSetupCommand>,
) {
    let Ok(OwnClockSlider(part)) = sliders.get(change.source) else { return };
    let wanted = OwnClockChange::Set(*part, change.value);
    if *screen.get() == Screen::NewRoom {
        rooms.write(RoomSetupCommand::ChangeOwnClock(wanted));
    } else {
        setups.write(SetupCommand::ChangeOwnClock(wanted));
    }
}
