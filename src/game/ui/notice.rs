//! Notices: sentences that concern no single screen, shown over whatever screen there is.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::game::GameSystems;
use crate::game::flow::woken::AddCommand;
use crate::game::redraw::Frames;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{Orientation, PANEL, Room};
use crate::game::ui::rise::Rise;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notices>()
        .add_command::<Notice>()
        .add_command::<CloseNotice>()
        .add_observer(close_answered)
        .add_systems(
            Update,
            (
                close_notice.in_set(GameSystems::Play),
                (
                    take_notices,
                    take_news_away,
                    show_notice.run_if(resource_changed::<Notices>),
                    fit_notice.run_if(resource_changed::<Room>),
                )
                    .chain()
                    .in_set(GameSystems::Look),
            ),
        );
}

/// Closes the notice that is shown.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseNotice;

/// How long news stays when nobody closes it.
const NEWS: Duration = Duration::from_secs(7);
/// And how long if something can be done about them.
const OFFER: Duration = Duration::from_secs(20);
/// As wide as a sentence is read well.
const WIDTH: f32 = 520.0;
/// And no narrower than this, if there is room.
const LEAST_WIDTH: f32 = 240.0;

/// A sentence for whoever plays.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Notice {
    /// What is to be said.
    pub sentence: Phrase,
    kind: Kind,
    /// What can be done about it: a button's caption, and what it does.
    offer: Option<(Phrase, OnPress)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Stays until somebody closes it.
    Trouble,
    /// Goes away by itself.
    News,
}

impl Notice {
    /// Something did not work, or needs an answer: the notice stays until it is closed.
    #[must_use]
    pub fn trouble(sentence: impl Into<Phrase>) -> Self {
        Self { sentence: sentence.into(), kind: Kind::Trouble, offer: None }
    }

    /// Something worked: the notice goes away by itself.
    #[must_use]
    pub fn news(sentence: impl Into<Phrase>) -> Self {
        Self { kind: Kind::News, ..Self::trouble(sentence) }
    }

    /// With a button that does something about it.
    #[must_use]
    pub fn offering(self, caption: impl Into<Phrase>, on_press: impl Into<OnPress>) -> Self {
        Self { offer: Some((caption.into(), on_press.into())), ..self }
    }
}

/// The notices that are still to be read; the first is shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notices {
    waiting: VecDeque<Notice>,
    /// Until when the one that is shown stays, since the start of the game, if it goes away by itself.
    until: Option<Duration>,
}

impl Notices {
    /// What is said now.
    #[must_use]
    pub fn shown(&self) -> Option<&Phrase> {
        self.waiting.front().map(|notice| &notice.sentence)
    }

    /// Takes back what is true no longer.
    pub(crate) fn withdraw(&mut self, sentence: &Phrase, now: Duration) {
        let is_shown = self.shown() == Some(sentence);
        self.waiting.retain(|notice| notice.sentence != *sentence);
        if is_shown {
            self.start_countdown(now);
        }
    }

    fn close(&mut self, now: Duration) {
        self.waiting.pop_front();
        self.start_countdown(now);
    }

    fn start_countdown(&mut self, now: Duration) {
        let news = self.waiting.front().filter(|notice| notice.kind == Kind::News);
        self.until = news.map(|notice| now + if notice.offer.is_some() { OFFER } else { NEWS });
    }
}

/// The root of the notice that is shown.
#[derive(Component)]
struct NoticeRoot;

/// The button that does what the notice offers.
#[derive(Component)]
struct Offer;

/// Takes in what is to be said.
pub(crate) fn take_notices(
    time: Res<Time<Real>>,
    mut messages: MessageReader<Notice>,
    mut notices: ResMut<Notices>,
    mut frames: ResMut<Frames>,
) {
    for notice in messages.read() {
        // News is old when something else is to be said.
        notices.waiting.retain(|waiting| waiting.kind == Kind::Trouble && waiting != notice);
        notices.waiting.push_back(notice.clone());
        notices.start_countdown(time.elapsed());
        frames.keep_drawing();
    }
}

fn close_notice(time: Res<Time<Real>>, mut wishes: MessageReader<CloseNotice>, mut notices: ResMut<Notices>) {
    for CloseNotice in wishes.read() {
        notices.close(time.elapsed());
    }
}

/// Pressing the offered button also closes the notice.
fn close_answered(
    activate: On<Activate>,
    time: Res<Time<Real>>,
    offers: Query<(), With<Offer>>,
    mut notices: ResMut<Notices>,
) {
    if offers.contains(activate.entity) {
        notices.close(time.elapsed());
    }
}

fn take_news_away(time: Res<Time<Real>>, mut notices: ResMut<Notices>, mut frames: ResMut<Frames>) {
    let Some(until) = notices.until else { return };
    let left = until.saturating_sub(time.elapsed());
    if left.is_zero() {
        notices.close(time.elapsed());
        frames.keep_drawing();
    } else {
        frames.wake_in(left);
    }
}

/// Leaves free what stands beside the board: notices lie over the board alone, where that is not too narrow.
fn width_of(orientation: Orientation, Room(room): Room) -> Val {
    let beside_panel = room.x - PANEL;
    if orientation.is_beside() && beside_panel >= LEAST_WIDTH { px(beside_panel) } else { percent(100) }
}

fn fit_notice(orientation: Res<Orientation>, room: Res<Room>, mut roots: Query<&mut Node, With<NoticeRoot>>) {
    // A question covers all of the window.
    for mut node in roots.iter_mut().filter(|node| node.height == Val::Auto) {
        node.width = width_of(*orientation, *room);
    }
}

fn show_notice(
    notices: Res<Notices>,
    orientation: Res<Orientation>,
    room: Res<Room>,
    shown: Query<Entity, With<NoticeRoot>>,
    mut commands: Commands,
) {
    shown.iter().for_each(|root| commands.entity(root).despawn());
    let Some(notice) = notices.waiting.front() else { return };
    let is_question = notice.kind == Kind::Trouble && notice.offer.is_some();
    let edge = if notice.kind == Kind::Trouble { theme::REFUSED } else { theme::ACCENT };
    commands
        .spawn((
            Name::new("notice"),
            NoticeRoot,
            // A question must be answered, whatever lies below: neither keys nor pointers reach past it.
            TabGroup { order: 1, modal: is_question },
            if is_question { Pickable::default() } else { Pickable::IGNORE },
            BackgroundColor(if is_question { theme::VEIL } else { Color::NONE }),
            GlobalZIndex(5),
            Node {
                position_type: PositionType::Absolute,
                width: if is_question { percent(100) } else { width_of(*orientation, *room) },
                height: if is_question { percent(100) } else { Val::Auto },
                align_items: AlignItems::FlexStart,
                padding: px(theme::GAP).all(),
                justify_content: JustifyContent::Center,
                ..default()
            },
        ))
        .with_children(|root| {
            root.spawn((
                Rise::DOWN,
                Pickable::default(),
                Node {
                    max_width: px(WIDTH),
                    flex_direction: if notice.offer.is_some() { FlexDirection::Column } else { FlexDirection::Row },
                    align_items: if notice.offer.is_some() { AlignItems::Stretch } else { AlignItems::Center },
                    padding: px(14).all(),
                    column_gap: px(theme::GAP),
                    row_gap: px(theme::GAP),
                    border: UiRect { left: px(5), ..px(1).all() },
                    border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
                    ..default()
                },
                BackgroundColor(theme::PANEL),
                BorderColor::all(edge),
                BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.5), px(0), px(8), px(0), px(30)),
            ))
            .with_children(|card| {
                let words = worded(notice.sentence.clone(), TextStyle::Body, theme::TEXT);
                card.spawn((words, Node { flex_shrink: 1.0, ..default() }));
                let row = Node {
                    column_gap: px(theme::GAP),
                    justify_content: JustifyContent::FlexEnd,
                    flex_shrink: 0.0,
                    ..default()
                };
                card.spawn((Pickable::IGNORE, row)).with_children(|row| {
                    let close = if is_question { say!("notice-leave-it") } else { say!("notice-ok") };
                    row.spawn(button(close.clone(), close, Weight::Plain, Val::Auto, CloseNotice));
                    if let Some((caption, on_press)) = &notice.offer {
                        row.spawn((
                            Offer,
                            button(caption.clone(), caption.clone(), Weight::Main, Val::Auto, on_press.clone()),
                        ));
                    }
                });
            });
        });
}
