//! Notices: sentences that concern no single screen. A screen with a board has a place for them in its panel; on all
//! others they stand in a strip at the upper edge of the window, which the screen leaves free.

use std::time::Duration;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiSystems};
use bevy::ui_widgets::Activate;

use crate::game::GameSystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::woken::AddCommand;
use crate::game::redraw::Frames;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button, over_everything};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{Header, RING};
use crate::game::ui::rise::Rise;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notices>()
        .add_command::<Notice>()
        .add_command::<CloseNotice>()
        .add_message::<NextAction>()
        .add_message::<Navigate>()
        .add_observer(go_on_by_press)
        .add_observer(close_answered)
        .add_systems(
            Update,
            (
                close_notice.in_set(GameSystems::Play),
                (
                    close_read,
                    take_notices,
                    take_news_away,
                    show_notice.run_if(
                        resource_changed::<Notices>
                            .or_else(resource_changed::<Overlay>)
                            .or_else(any_match_filter::<Added<NoticePlace>>)
                            .or_else(any_component_removed::<NoticePlace>),
                    ),
                )
                    .chain()
                    .in_set(GameSystems::Look),
            ),
        )
        .add_systems(PostUpdate, measure_strip.after(UiSystems::Layout));
}

/// The place for notices in a panel, as high as the notice that is shown and nothing where there is none.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Node = empty_place(), Pickable::IGNORE)]
pub(crate) struct NoticePlace;

fn empty_place() -> Node {
    Node { flex_shrink: 0.0, ..default() }
}

/// Closes the notice that is shown.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseNotice;

/// Time on the screen after which a notice counts as read when the player goes on.
const READ: Duration = Duration::from_secs(1);
/// How long news stays when nobody closes it.
const NEWS: Duration = Duration::from_secs(7);
/// And how long if something can be done about them.
const OFFER: Duration = Duration::from_secs(20);
/// As wide as a sentence is read well.
const WIDTH: f32 = 520.0;
/// The distance of a notice's words from its edges: in the strip, and in a panel.
const PADDING: (f32, f32) = (14.0, 8.0);

/// A sentence for whoever plays.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Notice {
    /// What is to be said.
    pub sentence: Phrase,
    kind: Kind,
    matter: Option<Matter>,
    /// What can be done about it: a button's caption, and what it does.
    offer: Option<(Phrase, OnPress)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Stays until somebody closes it or goes on.
    Trouble,
    /// The same, and goes away by itself.
    News,
}

/// A state that lasts, of which only the newest notice is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    /// Saving of matches, settings and drafts.
    Saving,
}

impl Notice {
    /// Something did not work, or needs an answer: the notice stays until it is closed or the player goes on.
    #[must_use]
    pub fn trouble(sentence: impl Into<Phrase>) -> Self {
        Self { sentence: sentence.into(), kind: Kind::Trouble, matter: None, offer: None }
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

    /// Replaces what was said of this matter. As trouble it stays until it is closed or replaced, whatever is done.
    #[must_use]
    pub(crate) fn about(self, matter: Matter) -> Self {
        Self { matter: Some(matter), ..self }
    }

    /// True for a notice that must be answered before anything else is done.
    fn is_question(&self) -> bool {
        self.kind == Kind::Trouble && self.offer.is_some()
    }

    /// True for a notice that outlives the next action and the next notice.
    fn lasts(&self) -> bool {
        self.is_question() || self.kind == Kind::Trouble && self.matter.is_some()
    }
}

/// A notice that has come in. Times are since the start of the game.
#[derive(Clone, Debug)]
struct Waiting {
    notice: Notice,
    came: Duration,
    /// When it was put on the screen, if it was.
    shown: Option<Duration>,
}

impl Waiting {
    /// True once it was on the screen long enough to go with the next action.
    fn is_read(&self, now: Duration) -> bool {
        !self.notice.lasts() && self.shown.is_some_and(|shown| now >= shown + READ)
    }
}

/// The notices that are still to be read, in the order in which they came.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notices {
    waiting: Vec<Waiting>,
    /// Until when the one that is shown stays, since the start of the game, if it goes away by itself.
    until: Option<Duration>,
}

impl Notices {
    /// What is said now.
    #[must_use]
    pub fn shown(&self) -> Option<&Phrase> {
        self.first().map(|notice| &notice.sentence)
    }

    fn first(&self) -> Option<&Notice> {
        self.place().map(|place| &self.waiting[place].notice)
    }

    /// The place of the one that is shown: the first question, else the first of those that came last.
    fn place(&self) -> Option<usize> {
        let last = self.waiting.last()?.came;
        let question = self.waiting.iter().position(|waiting| waiting.notice.is_question());
        question.or_else(|| self.waiting.iter().position(|waiting| waiting.came == last))
    }

    fn add(&mut self, notice: Notice, now: Duration) {
        self.waiting.retain(|waiting| {
            let old = &waiting.notice;
            let is_replaced = *old == notice || notice.matter.is_some() && old.matter == notice.matter;
            // News is old when something else is said, trouble once it was read.
            !is_replaced && (old.kind == Kind::Trouble && !waiting.is_read(now))
        });
        self.waiting.push(Waiting { notice, came: now, shown: None });
        self.start_countdown(now);
    }

    /// Takes back what is true no longer.
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

    /// Closes what has been read by whoever does something else.
    fn close_read(&mut self, now: Duration) {
        self.waiting.retain(|waiting| !waiting.is_read(now));
        self.start_countdown(now);
    }

    fn start_countdown(&mut self, now: Duration) {
        let news = self.first().filter(|notice| notice.kind == Kind::News);
        self.until = news.map(|notice| now + if notice.offer.is_some() { OFFER } else { NEWS });
    }
}

/// The root of the notice that is shown.
#[derive(Component)]
struct NoticeRoot;

/// The strip at the upper edge of the window.
#[derive(Component)]
struct Strip;

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
        notices.add(notice.clone(), time.elapsed());
        frames.keep_drawing();
    }
}

fn close_notice(time: Res<Time<Real>>, mut wishes: MessageReader<CloseNotice>, mut notices: ResMut<Notices>) {
    for CloseNotice in wishes.read() {
        notices.close(time.elapsed());
    }
}

/// The player goes on: what was said before has been read.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NextAction;

/// A press on any other control is the next action.
fn go_on_by_press(
    activate: On<Activate>,
    parents: Query<&ChildOf>,
    roots: Query<(), With<NoticeRoot>>,
    mut actions: MessageWriter<NextAction>,
) {
    if !parents.iter_ancestors(activate.entity).any(|ancestor| roots.contains(ancestor)) {
        actions.write(NextAction);
    }
}

/// Takes away what was shown before the player went on, or went elsewhere.
fn close_read(
    time: Res<Time<Real>>,
    mut actions: MessageReader<NextAction>,
    mut ways: MessageReader<Navigate>,
    mut notices: ResMut<Notices>,
) {
    let now = time.elapsed();
    let is_next = actions.read().count() + ways.read().count() > 0;
    if is_next && notices.waiting.iter().any(|waiting| waiting.is_read(now)) {
        notices.close_read(now);
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

/// Leaves to the strip the height that its notice takes.
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
    places: Query<Entity, With<NoticePlace>>,
    mut commands: Commands,
) {
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let Some(index) = notices.place() else { return };
    let Waiting { notice, shown, .. } = &mut notices.bypass_change_detection().waiting[index];
    shown.get_or_insert(time.elapsed());
    if notice.is_question() {
        return ask(&mut commands, notice);
    }
    // An overlay covers the panel too.
    if let Some(place) = places.iter().next().filter(|_| !overlay.takes_keys()) {
        let root = Node { width: percent(100), margin: px(RING).all(), ..default() };
        commands.spawn((Name::new("notice"), NoticeRoot, Pickable::IGNORE, root, ChildOf(place))).with_children(
            |root| {
                spawn_card(root, notice, true);
            },
        );
        return;
    }
    let root = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        padding: UiRect::new(px(theme::GAP), px(theme::GAP), px(theme::GAP), px(0)),
        justify_content: JustifyContent::Center,
        ..default()
    };
    commands
        .spawn((Name::new("notice"), NoticeRoot, Strip, TabGroup::new(1), Pickable::IGNORE, GlobalZIndex(5), root))
        .with_children(|root| spawn_card(root, notice, false));
}

/// Shows a notice that must be answered, whatever lies below: neither keys nor pointers reach past it.
fn ask(commands: &mut Commands, notice: &Notice) {
    let node = Node { padding: px(theme::GAP).all(), ..over_everything(AlignItems::FlexStart) };
    let group = TabGroup { order: 1, modal: true };
    let veil = (Name::new("notice"), NoticeRoot, group, BackgroundColor(theme::VEIL), GlobalZIndex(5), node);
    commands.spawn((veil, Pickable::default())).with_children(|root| spawn_card(root, notice, false));
}

/// Spawns the sentence and the buttons.
fn spawn_card(root: &mut ChildSpawnerCommands, notice: &Notice, is_in_panel: bool) {
    let padding = if is_in_panel { PADDING.1 } else { PADDING.0 };
    let has_offer = notice.offer.is_some();
    let edge = if notice.kind == Kind::Trouble { theme::REFUSED } else { theme::ACCENT };
    root.spawn((
        Rise::DOWN,
        Pickable::default(),
        Node {
            max_width: px(WIDTH),
            flex_grow: if is_in_panel { 1.0 } else { 0.0 },
            flex_direction: if has_offer { FlexDirection::Column } else { FlexDirection::Row },
            align_items: if has_offer { AlignItems::Stretch } else { AlignItems::Center },
            padding: px(padding).all(),
            column_gap: px(theme::GAP),
            row_gap: px(padding),
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
        card.spawn((words, Node { flex_grow: 1.0, flex_shrink: 1.0, ..default() }));
        let row = Node {
            column_gap: px(theme::GAP),
            justify_content: JustifyContent::FlexEnd,
            flex_shrink: 0.0,
            ..default()
        };
        card.spawn((Pickable::IGNORE, row)).with_children(|row| {
            let close = if notice.is_question() { say!("notice-leave-it") } else { say!("notice-ok") };
            row.spawn(button(close.clone(), close, Weight::Plain, Val::Auto, CloseNotice));
            if let Some((caption, on_press)) = &notice.offer {
                let button = button(caption.clone(), caption.clone(), Weight::Main, Val::Auto, on_press.clone());
                row.spawn((Offer, button));
            }
        });
    });
}
