//! Notices: sentences that concern no single screen, shown over whatever screen there is.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::theme::{self, TextStyle, text};
use super::widget::{Weight, button};
use super::{Action, GameSystems};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notices>().add_message::<Notice>().add_systems(
        Update,
        (
            close_notice.in_set(GameSystems::Play),
            (take_notices, count_down, show_notice.run_if(resource_changed::<Notices>))
                .chain()
                .in_set(GameSystems::Look),
        ),
    );
}

/// How long news stays when nobody closes it.
const NEWS: Duration = Duration::from_secs(7);
/// As wide as a sentence is read well.
const WIDTH: f32 = 520.0;

/// A sentence for whoever plays.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What is to be said.
    pub sentence: String,
    kind: Kind,
    /// What can be done about it: a button's caption, and what it does.
    offer: Option<(String, Action)>,
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
    pub fn trouble(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), kind: Kind::Trouble, offer: None }
    }

    /// Something worked: the notice goes away by itself.
    #[must_use]
    pub fn news(sentence: impl Into<String>) -> Self {
        Self { kind: Kind::News, ..Self::trouble(sentence) }
    }

    /// With a button that does something about it.
    #[must_use]
    pub fn offering(self, caption: impl Into<String>, action: Action) -> Self {
        Self { offer: Some((caption.into(), action)), ..self }
    }
}

/// The notices that are still to be read; the first is shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notices {
    waiting: VecDeque<Notice>,
    /// How long the one that is shown still stays, if it goes away by itself.
    left: Option<Timer>,
}

impl Notices {
    /// What is said now.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        self.waiting.front().map(|notice| notice.sentence.as_str())
    }

    /// Whether the one that is shown will go away by itself.
    pub(super) fn is_counting_down(&self) -> bool {
        self.left.is_some()
    }

    fn start_countdown(&mut self) {
        let is_news = self.waiting.front().is_some_and(|notice| notice.kind == Kind::News);
        self.left = is_news.then(|| Timer::new(NEWS, TimerMode::Once));
    }
}

/// The root of the notice that is shown.
#[derive(Component)]
struct NoticeRoot;

fn take_notices(mut messages: MessageReader<Notice>, mut notices: ResMut<Notices>) {
    for notice in messages.read() {
        // News is old when something else is to be said.
        notices.waiting.retain(|waiting| waiting.kind == Kind::Trouble && waiting != notice);
        notices.waiting.push_back(notice.clone());
        notices.start_countdown();
    }
}

fn close_notice(mut actions: MessageReader<Action>, mut notices: ResMut<Notices>) {
    for action in actions.read() {
        let is_answer =
            notices.waiting.front().and_then(|notice| notice.offer.as_ref()).is_some_and(|(_, offer)| offer == action);
        if is_answer || *action == Action::CloseNotice {
            notices.waiting.pop_front();
            notices.start_countdown();
        }
    }
}

fn count_down(time: Res<Time<Real>>, mut notices: ResMut<Notices>) {
    let is_over =
        notices.bypass_change_detection().left.as_mut().is_some_and(|left| left.tick(time.delta()).is_finished());
    if is_over {
        notices.waiting.pop_front();
        notices.start_countdown();
    }
}

fn show_notice(notices: Res<Notices>, shown: Query<Entity, With<NoticeRoot>>, mut commands: Commands) {
    shown.iter().for_each(|root| commands.entity(root).despawn());
    let Some(notice) = notices.waiting.front() else { return };
    let is_question = notice.kind == Kind::Trouble && notice.offer.is_some();
    let edge = if notice.kind == Kind::Trouble { theme::REFUSED } else { theme::ACCENT };
    commands
        .spawn((
            Name::new("notice"),
            NoticeRoot,
            // A question must be answered, whatever lies below.
            TabGroup { order: 1, modal: is_question },
            Pickable::IGNORE,
            GlobalZIndex(5),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                padding: px(theme::GAP).all(),
                justify_content: JustifyContent::Center,
                ..default()
            },
        ))
        .with_children(|root| {
            root.spawn((
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
                let words = text(&notice.sentence, TextStyle::Body, theme::TEXT);
                card.spawn((words, Node { flex_shrink: 1.0, ..default() }));
                let row = Node {
                    column_gap: px(theme::GAP),
                    justify_content: JustifyContent::FlexEnd,
                    flex_shrink: 0.0,
                    ..default()
                };
                card.spawn((Pickable::IGNORE, row)).with_children(|row| {
                    let close = if is_question { "Leave it" } else { "OK" };
                    row.spawn(button(close, close, Weight::Plain, Val::Auto, Action::CloseNotice));
                    if let Some((caption, action)) = &notice.offer {
                        row.spawn(button(caption, caption, Weight::Main, Val::Auto, action.clone()));
                    }
                });
            });
        });
}
