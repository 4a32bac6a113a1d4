//! Status line of an online match: the connection, requests of the others, absence. It does not take the keyboard, and
//! disappears by itself.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use crate::cpu::CpuPlayer;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::{ConnectionStatus, Online};
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::screens::match_screen::MatchPart;
use crate::game::screens::online::connection_line::connection_words;
use crate::game::screens::online::room_seats::seat_name;
use crate::game::text::clock_face::ClockFace;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::{Action, Offer, Phase, Room, RoomMatch};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomLine>()
        .init_resource::<WithoutAdvice>()
        .add_command::<DeclineAdvice>()
        .add_systems(Update, handle_decline_advice.in_set(PlaySystems::Arrivals))
        .add_systems(
            Update,
            (find_line, show_line)
                .chain()
                .in_set(GameSystems::Look)
                .before(super::fit_parts)
                .run_if(in_state(Screen::Match)),
        );
}

/// Declines hints for the current match; the question is not asked again.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
struct DeclineAdvice;

/// The match in which the player has declined hints, by its number in the room.
#[derive(Resource, Default)]
struct WithoutAdvice(Option<u32>);

/// Content of the line: text and buttons.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct RoomLine {
    words: Phrase,
    buttons: Vec<ActionButton>,
}

#[derive(Clone, Debug, PartialEq)]
struct ActionButton {
    caption: Phrase,
    label: Phrase,
    on_press: OnPress,
    is_disabled: bool,
}

impl ActionButton {
    fn new(caption: Phrase, on_press: impl Into<OnPress>) -> Self {
        Self { label: caption.clone(), caption, on_press: on_press.into(), is_disabled: false }
    }
}

impl RoomLine {
    pub(super) fn is_shown(&self) -> bool {
        !self.words.is_nothing()
    }

    fn with(words: Phrase, buttons: impl IntoIterator<Item = ActionButton>) -> Self {
        Self { words, buttons: buttons.into_iter().collect() }
    }

    fn asks(words: Phrase, agree: impl Into<OnPress>, decline: impl Into<OnPress>) -> Self {
        let agree = ActionButton::new(say!("room-agree"), agree);
        Self::with(words, [agree, ActionButton::new(say!("room-decline"), decline)])
    }
}

fn ask(action: Action) -> OnPress {
    OnPress::new(OnlineCommand::Ask(action))
}

fn leave() -> ActionButton {
    ActionButton::new(say!("room-leave"), Navigate::To(Screen::Lobby))
}

fn handle_decline_advice(
    mut requests: MessageReader<DeclineAdvice>,
    online: Res<Online>,
    mut without: ResMut<WithoutAdvice>,
) {
    if requests.read().count() > 0 {
        without.0 = online.room().and_then(Room::game).map(|game| game.number);
    }
}

/// Duration of the message that the connection is back.
const BACK: Duration = Duration::from_secs(3);

fn find_line(
    online: Res<Online>,
    game: Res<Match>,
    without: Res<WithoutAdvice>,
    time: Res<Time<Real>>,
    (mut was_lost, mut back_until): (Local<bool>, Local<Duration>),
    mut line: ResMut<RoomLine>,
    mut frames: ResMut<Frames>,
) {
    let now = time.elapsed();
    let is_lost = matches!(online.connection, ConnectionStatus::Lost { .. });
    if std::mem::replace(&mut *was_lost, is_lost) && online.connection == ConnectionStatus::Open {
        *back_until = now + BACK;
    }
    let room = online.room().filter(|room| game.room.is_some_and(|shown| shown.code == room.code()));
    let found = room.and_then(|room| {
        if is_lost {
            return Some(RoomLine::with(connection_words(&online, now, &mut frames), []));
        }
        let news_left = back_until.saturating_sub(now);
        if !news_left.is_zero() {
            frames.wake_in(news_left);
            return Some(RoomLine::with(say!("news-back"), []));
        }
        match room.phase() {
            Phase::Playing => line_of_match(&online, room, &without, now, &mut frames),
            Phase::Closed => Some(RoomLine::with(say!("room-closed"), [])),
            // The result shows who wants a rematch.
            Phase::Over | Phase::Waiting => None,
        }
    });
    line.set_if_neq(found.unwrap_or_default());
}

fn line_of_match(
    online: &Online,
    room: &Room,
    without: &WithoutAdvice,
    now: Duration,
    frames: &mut Frames,
) -> Option<RoomLine> {
    let game = room.game()?;
    let name = |player: Player| seat_name(player, &room.seats()[player]);
    let watching = RoomLine::with(say!("room-you-watch"), [leave()]);
    let Some(own) = online.own_seat() else { return Some(watching) };
    let seat = &room.seats()[own];
    let Some(human) = seat.mover() else {
        let cpu = CpuPlayer::try_from(seat.cpu.as_ref()?).map_or_else(|_| say!("seat-cpu"), Phrase::from);
        return Some(RoomLine::with(say!("room-you-have-lost", cpu = cpu), [leave()]));
    };
    if let Some(line) = offers(game, own, name) {
        return Some(line);
    }
    let asks_for_advice = |other: &(Player, &crate::online::Human)| other.0 != own && other.1.advice;
    if let Some((player, _)) =
        room.movers().find(asks_for_advice).filter(|_| !human.advice && without.0 != Some(game.number))
    {
        let words = say!("room-asks-advice", player = name(player));
        return Some(RoomLine::asks(words, ask(Action::SetAdvice { agree: true }), DeclineAdvice));
    }
    if let Some(line) = absence(online, room, own, now, frames) {
        return Some(line);
    }
    if let Some(trouble) = &online.trouble {
        return Some(RoomLine::with(trouble.clone(), []));
    }
    let waits_for_advice = human.advice && !room.allows_advice();
    let withdraw = ActionButton::new(say!("room-withdraw"), ask(Action::SetAdvice { agree: false }));
    waits_for_advice.then(|| RoomLine::with(say!("room-you-ask-advice"), [withdraw]))
}

/// A request for a takeback or a draw: a question to the player, or the player's own request.
fn offers(game: &RoomMatch, own: Player, name: impl Fn(Player) -> Phrase) -> Option<RoomLine> {
    let line = |offer: &Offer, theirs: Phrase, ours: Phrase, answer: fn(bool) -> Action| {
        if offer.waits_for(own) {
            Some(RoomLine::asks(theirs, ask(answer(true)), ask(answer(false))))
        } else if offer.by == own {
            Some(RoomLine::with(ours, [ActionButton::new(say!("room-withdraw"), ask(answer(false)))]))
        } else {
            None
        }
    };
    let takeback = game.takeback.as_ref().and_then(|(offer, to_ply)| {
        // Moves are numbered from 1, as in the list of moves.
        let theirs = say!("room-asks-takeback", player = name(offer.by), number = to_ply + 1);
        let ours = say!("room-you-ask-takeback");
        line(offer, theirs, ours, |agree| Action::AnswerTakeback { agree })
    });
    let draw = || {
        let offer = game.draw.as_ref()?;
        let theirs = say!("room-offers-draw", player = name(offer.by));
        line(offer, theirs, say!("room-you-offer-draw"), |agree| Action::AnswerDraw { agree })
    };
    takeback.or_else(draw)
}

/// Reports an absent player, and offers to let a CPU player take over once that is allowed.
fn absence(online: &Online, room: &Room, own: Player, now: Duration, frames: &mut Frames) -> Option<RoomLine> {
    let (player, human) = room.movers().find(|(player, human)| *player != own && human.away_since_ms.is_some())?;
    let now_ms = online.server_ms(now)?;
    let left_ms = room.absence_ends_ms(human)?.saturating_sub(now_ms);
    let away_ms = now_ms.saturating_sub(human.away_since_ms?);
    // Updates the line every second.
    frames.wake_in(Duration::from_millis(1000 - away_ms % 1000));
    let away = say!(
        "room-away-for",
        player = seat_name(player, &room.seats()[player]),
        time = ClockFace::of_seconds(away_ms / 1000)
    );
    let caption = if left_ms > 0 {
        say!("room-cpu-plays-on-in", time = ClockFace::of_seconds(left_ms.div_ceil(1000)))
    } else {
        say!("room-cpu-plays-on")
    };
    let give_to_cpu = ActionButton {
        caption,
        label: say!("room-cpu-plays-on-label", player = player),
        on_press: ask(Action::GiveAbsentSeat { player }),
        is_disabled: left_ms > 0,
    };
    Some(RoomLine::with(away, [give_to_cpu]))
}

/// Updates the line if its content has changed.
fn show_line(
    line: Res<RoomLine>,
    parts: Query<(Entity, &MatchPart, Has<Children>)>,
    mut shown: Local<RoomLine>,
    mut texts: Query<&mut Worded, With<LineText>>,
    mut commands: Commands,
) {
    let Some((place, _, is_filled)) = parts.iter().find(|(_, part, _)| **part == MatchPart::RoomLine) else { return };
    if is_filled == line.is_shown() && *shown == *line {
        return;
    }
    // If only the text changed, the buttons are not respawned, so that they keep the focus.
    let is_same = is_filled && shown.buttons == line.buttons;
    shown.clone_from(&line);
    if is_same {
        for mut text in &mut texts {
            text.set_if_neq(Worded(line.words.clone()));
        }
        return;
    }
    commands.entity(place).despawn_children();
    if line.is_shown() {
        commands.entity(place).with_children(|place| spawn_line(place, &line));
    }
}

#[derive(Component)]
struct LineText;

fn spawn_line(place: &mut ChildSpawnerCommands, line: &RoomLine) {
    let words = Node::default().min_width(px(0)).fill();
    place.spawn((LineText, worded(line.words.clone(), TextStyle::Small, theme::ACCENT), words));
    for entry in &line.buttons {
        let (caption, label, on_press) = (entry.caption.clone(), entry.label.clone(), entry.on_press.clone());
        let mut button = place.spawn(button(caption, label, ButtonKind::Plain, Val::Auto, on_press));
        if entry.is_disabled {
            button.insert(InteractionDisabled);
        }
    }
}
