//! Notices: sentences that belong to no single screen. Screens with a board show them in the panel, all others in a
//! strip along the upper edge of the window, for which they leave space.

use std::time::Duration;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiSystems};
use bevy::ui_widgets::Activate;

use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::{Screen, next_screen};
use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{main_button, over_everything, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{Header, RING};
use crate::game::ui::rise::Rise;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Fill};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notices>()
        .add_command::<Notice>()
        .add_command::<CloseNotice>()
        .add_message::<NextAction>()
        .add_observer(report_press)
        .add_observer(close_answered)
        .add_systems(
            Update,
            (
                handle_close_notice.in_set(GameSystems::Play),
                (
                    close_read,
                    receive_notices,
                    remove_expired_news,
                    show_notice.run_if(
                        resource_changed::<Notices>
                            .or_else(resource_changed::<Overlay>)
                            .or_else(any_match_filter::<Added<NoticeContainer>>)
                            .or_else(any_component_removed::<NoticeContainer>),
                    ),
                )
                    .chain()
                    .in_set(GameSystems::Look),
            ),
        )
        .add_systems(PostUpdate, measure_strip.after(UiSystems::Layout));
}

/// Place for notices in a panel: as high as the current notice, and empty without one.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Node = empty_place(), Pickable::IGNORE)]
pub(crate) struct NoticeContainer;

fn empty_place() -> Node {
    Node::default().fixed()
}

/// Closes the current notice.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseNotice;

/// Time on the screen after which a notice counts as read when the player goes on.
const READING_TIME: Duration = Duration::from_secs(1);
/// Time before news disappears.
const NEWS_TIME: Duration = Duration::from_secs(7);
/// Time before news with an offer disappears.
const OFFER_TIME: Duration = Duration::from_secs(20);
/// Maximum width; longer lines are hard to read.
const WIDTH: f32 = 520.0;
/// Padding of a notice in the strip, and in a panel.
const PADDING: (f32, f32) = (14.0, 8.0);

/// A sentence for the player.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Notice {
    pub sentence: Phrase,
    kind: NoticeKind,
    matter: Option<Matter>,
    /// Caption and message of a button.
    offer: Option<(Phrase, OnPress)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoticeKind {
    /// Stays until it is closed or the player goes on.
    Trouble,
    /// The same, for words of another person.
    Message,
    /// Also disappears by itself.
    News,
}

/// A lasting state, on which only the newest notice is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    /// Saving of matches, settings and drafts.
    Saving,
}

impl Notice {
    /// Reports a failure or asks for an answer; stays until it is closed or the player goes on.
    #[must_use]
    pub fn trouble(sentence: impl Into<Phrase>) -> Self {
        Self { sentence: sentence.into(), kind: NoticeKind::Trouble, matter: None, offer: None }
    }

    /// Reports success; disappears by itself.
    #[must_use]
    pub fn news(sentence: impl Into<Phrase>) -> Self {
        Self { kind: NoticeKind::News, ..Self::trouble(sentence) }
    }

    /// Passes on words of another person; stays until it is closed or the player goes on.
    #[must_use]
    pub fn message(sentence: impl Into<Phrase>) -> Self {
        Self { kind: NoticeKind::Message, ..Self::trouble(sentence) }
    }

    /// Adds a button.
    #[must_use]
    pub fn offering(self, caption: impl Into<Phrase>, on_press: impl Into<OnPress>) -> Self {
        Self { offer: Some((caption.into(), on_press.into())), ..self }
    }

    /// Replaces earlier notices on this matter. A notice of trouble then stays until it is closed or replaced, even if
    /// the player goes on.
    #[must_use]
    pub(crate) fn about(self, matter: Matter) -> Self {
        Self { matter: Some(matter), ..self }
    }

    /// Returns true for a notice that must be answered first.
    fn is_question(&self) -> bool {
        self.kind == NoticeKind::Trouble && self.offer.is_some()
    }

    /// Returns true for a notice that survives both the player's next action and later notices.
    fn lasts(&self) -> bool {
        self.is_question() || self.kind == NoticeKind::Trouble && self.matter.is_some()
    }
}

/// A notice to be read. Times count from the start of the game.
#[derive(Clone, Debug)]
struct Waiting {
    notice: Notice,
    came: Duration,
    /// Time at which it appeared on the screen.
    shown: Option<Duration>,
}

impl Waiting {
    /// Returns true once it has been on the screen long enough to be closed by the next action.
    fn is_read(&self, now: Duration) -> bool {
        !self.notice.lasts() && self.shown.is_some_and(|shown| now >= shown + READING_TIME)
    }
}

/// Notices that are still to be read, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notices {
    waiting: Vec<Waiting>,
    /// Time at which the current notice disappears, since the start of the game; `None` if it stays.
    until: Option<Duration>,
}

impl Notices {
    /// The current sentence.
    #[must_use]
    pub fn shown(&self) -> Option<&Phrase> {
        self.first().map(|notice| &notice.sentence)
    }

    fn first(&self) -> Option<&Notice> {
        self.place().map(|place| &self.waiting[place].notice)
    }

    /// Index of the current notice: the first question, otherwise the first of those that came last.
    fn place(&self) -> Option<usize> {
        let last = self.waiting.last()?.came;
        let question = self.waiting.iter().position(|waiting| waiting.notice.is_question());
        question.or_else(|| self.waiting.iter().position(|waiting| waiting.came == last))
    }

    fn add(&mut self, notice: Notice, now: Duration) {
        self.waiting.retain(|waiting| {
            let old = &waiting.notice;
            let is_replaced = *old == notice || notice.matter.is_some() && old.matter == notice.matter;
            // News is dropped when another notice comes, all others once they have been read.
            !is_replaced && (old.kind != NoticeKind::News && !waiting.is_read(now))
        });
        self.waiting.push(Waiting { notice, came: now, shown: None });
        self.start_countdown(now);
    }

    /// Removes a notice that is no longer true.
    pub(crate) fn withdraw(&mut self, sentence: &Phrase, now: Duration) {
        let is_shown = self.shown() == Some(sentence);
        self.waiting.retain(|waiting| waiting.notice.sentence != *sentence);
        if is_shown {
            self.start_countdown(now);
        }
    }

    fn close(&mut self, now: Duration) {
        if let Some(place) = self.place() {
            self.waiting.remove(place);
        }
        self.start_countdown(now);
    }

    /// Closes notices that have been read when the player does something else.
    fn close_read(&mut self, now: Duration) {
        self.waiting.retain(|waiting| !waiting.is_read(now));
        self.start_countdown(now);
    }

    fn start_countdown(&mut self, now: Duration) {
        let news = self.first().filter(|notice| notice.kind == NoticeKind::News);
        self.until = news.map(|notice| now + if notice.offer.is_some() { OFFER_TIME } else { NEWS_TIME });
    }
}

#[derive(Component)]
struct NoticeRoot;

/// The strip along the upper edge of the window.
#[derive(Component)]
struct Strip;

#[derive(Component)]
struct NoticeOffer;

pub(crate) fn receive_notices(
    time: Res<Time<Real>>,
    mut messages: MessageReader<Notice>,
    mut notices: ResMut<Notices>,
    mut frames: ResMut<Frames>,
) {
    for notice in messages.read() {
        notices.add(notice.clone(), time.elapsed());
        frames.keep_drawing();
    }
}

fn handle_close_notice(time: Res<Time<Real>>, mut requests: MessageReader<CloseNotice>, mut notices: ResMut<Notices>) {
    for CloseNotice in requests.read() {
        notices.close(time.elapsed());
    }
}

/// The player goes on, so earlier notices count as read.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NextAction;

/// Pressing any control outside the notice is a next action.
fn report_press(
    activate: On<Activate>,
    parents: Query<&ChildOf>,
    roots: Query<(), With<NoticeRoot>>,
    mut actions: MessageWriter<NextAction>,
) {
    if !parents.iter_ancestors(activate.entity).any(|ancestor| roots.contains(ancestor)) {
        actions.write(NextAction);
    }
}

/// Closes notices that were read before the player went on or changed the screen.
fn close_read(
    time: Res<Time<Real>>,
    mut actions: MessageReader<NextAction>,
    (next, overlay): (Res<NextState<Screen>>, Res<Overlay>),
    mut notices: ResMut<Notices>,
) {
    let now = time.elapsed();
    let is_next = actions.read().count() > 0 || next_screen(&next).is_some() || overlay.is_changed();
    if is_next && notices.waiting.iter().any(|waiting| waiting.is_read(now)) {
        notices.close_read(now);
    }
}

/// Closes the notice when its offer is pressed.
fn close_answered(
    activate: On<Activate>,
    time: Res<Time<Real>>,
    offers: Query<(), With<NoticeOffer>>,
    mut notices: ResMut<Notices>,
) {
    if offers.contains(activate.entity) {
        notices.close(time.elapsed());
    }
}

fn remove_expired_news(time: Res<Time<Real>>, mut notices: ResMut<Notices>, mut frames: ResMut<Frames>) {
    let Some(until) = notices.until else { return };
    let left = until.saturating_sub(time.elapsed());
    if left.is_zero() {
        notices.close(time.elapsed());
        frames.keep_drawing();
    } else {
        frames.wake_in(left);
    }
}

/// Reserves the height of the strip above the screen.
fn measure_strip(strips: Query<&ComputedNode, With<Strip>>, mut header: ResMut<Header>, mut frames: ResMut<Frames>) {
    let height = strips.iter().map(|node| node.size().y * node.inverse_scale_factor).fold(0.0, f32::max);
    if header.set_if_neq(Header(height)) {
        frames.keep_drawing();
    }
}

fn show_notice(
    time: Res<Time<Real>>,
    mut notices: ResMut<Notices>,
    overlay: Res<Overlay>,
    roots: Query<Entity, With<NoticeRoot>>,
    places: Query<Entity, With<NoticeContainer>>,
    mut commands: Commands,
) {
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let Some(index) = notices.place() else { return };
    let Waiting { notice, shown, .. } = &mut notices.bypass_change_detection().waiting[index];
    shown.get_or_insert(time.elapsed());
    if notice.is_question() {
        return ask(&mut commands, notice);
    }
    // Not under an overlay, because that covers the panel too.
    if let Some(place) = places.iter().next().filter(|_| !overlay.takes_keys()) {
        let root = Node::default().width(percent(100)).margin(px(RING).all());
        let root = (Name::new("notice"), NoticeRoot, Pickable::IGNORE, root, ChildOf(place));
        commands.spawn(root).with_children(|root| spawn_card(root, notice, true));
        return;
    }
    let padding = UiRect { bottom: px(0), ..px(theme::GAP).all() };
    let root = Node::default().justify(JustifyContent::Center).width(percent(100)).padding(padding).absolute();
    commands
        .spawn((Name::new("notice"), NoticeRoot, Strip, TabGroup::new(1), Pickable::IGNORE, GlobalZIndex(5), root))
        .with_children(|root| spawn_card(root, notice, false));
}

/// Shows a notice that must be answered, above everything else and blocking its input.
fn ask(commands: &mut Commands, notice: &Notice) {
    let node = over_everything(AlignItems::FlexStart).padding(px(theme::GAP).all());
    let group = TabGroup { order: 1, modal: true };
    let veil = (Name::new("notice"), NoticeRoot, group, Fill(theme::VEIL), GlobalZIndex(5), node);
    commands.spawn((veil, Pickable::default())).with_children(|root| spawn_card(root, notice, false));
}

fn spawn_card(root: &mut ChildSpawnerCommands, notice: &Notice, is_in_panel: bool) {
    let padding = if is_in_panel { PADDING.1 } else { PADDING.0 };
    let has_offer = notice.offer.is_some();
    let edge = if notice.kind == NoticeKind::Trouble { theme::REFUSED } else { theme::ACCENT };
    let stacked = Node::column(padding).align(AlignItems::Stretch);
    let parts = if has_offer { stacked } else { Node::row(theme::GAP).centred() };
    let node = Node {
        flex_grow: if is_in_panel { 1.0 } else { 0.0 },
        border: UiRect { left: px(5), ..px(1).all() },
        ..parts.max_width(px(WIDTH)).padding(px(padding).all()).rounded(theme::CARD_RADIUS)
    };
    root.spawn((
        Rise::DOWN,
        Pickable::default(),
        node,
        Fill(theme::PANEL),
        Border(edge),
        BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.5), px(0), px(8), px(0), px(30)),
    ))
    .with_children(|card| {
        let words = worded(notice.sentence.clone(), TextStyle::Body, theme::TEXT);
        card.spawn((words, Node::default().grow()));
        let row = Node::row(theme::GAP).justify(JustifyContent::FlexEnd).fixed();
        card.spawn((Pickable::IGNORE, row)).with_children(|row| {
            let close = if notice.is_question() { say!("notice-leave-it") } else { say!("notice-ok") };
            row.spawn(plain_button(close, CloseNotice));
            if let Some((caption, on_press)) = &notice.offer {
                row.spawn((NoticeOffer, main_button(caption.clone(), on_press.clone())));
            }
        });
    });
}
