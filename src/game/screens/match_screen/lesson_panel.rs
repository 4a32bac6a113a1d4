//! Page of a lesson beside the board: its number, the task, the verdict and the buttons.

use bevy::prelude::*;
use bevy::text::FontSize;

use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::lesson::pages::Progress;
use crate::game::play::lesson::{Lesson, LessonCommand, verdict};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::screens::match_screen::tool::{Tool, spawn_groups};
use crate::game::screens::match_screen::{NarrowPanel, fit_parts};
use crate::game::settings::Settings;
use crate::game::text::say;
use crate::game::text::worded::Worded;
use crate::game::ui::button::{ButtonKind, Refocus, plain_button};
use crate::game::ui::icon::{Icon, icon};
use crate::game::ui::layout::{Layout, show_if};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{LayoutSpace, Orientation};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Fill;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            show_progress,
            fit_words.after(fit_parts).run_if(
                resource_changed::<LayoutSpace>
                    .or_else(resource_changed::<NarrowPanel>)
                    .or_else(any_match_filter::<Added<LessonText>>),
            ),
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match))
            .run_if(resource_exists::<Lesson>),
    );
}

/// The task, or the comment on the moves that were played.
#[derive(Component)]
struct LessonText;

/// The line that says whether an exercise is solved or missed.
#[derive(Component)]
struct VerdictLine(Progress);

/// Height of a page's progress bar, and size of a verdict's icon, in logical pixels.
const BAR: f32 = 4.0;
const VERDICT: f32 = 22.0;
/// Font sizes of the sentences beside a large board, and where there is less space.
const LARGE_FONT: f32 = 20.0;
const MEDIUM_FONT: f32 = 18.0;
/// Minimum height that a portrait window must have beyond its width for medium text below the board.
const MIN_HEIGHT_BEYOND_WIDTH: f32 = 400.0;

pub(super) fn spawn_words(parent: &mut ChildSpawnerCommands, lesson: &Lesson) {
    let line = || Node::row(8).centred();
    parent.spawn((Pickable::IGNORE, line())).with_children(|line| {
        line.spawn((worded(lesson.place_words(), TextStyle::Small, theme::QUIET_TEXT), TextLayout::no_wrap()));
        let (place, count) = lesson.place();
        for number in 1..=count {
            let tone = if number <= place { theme::ACCENT } else { theme::RAISED };
            line.spawn((Pickable::IGNORE, Node::default().height(px(BAR)).grow().round(), Fill(tone)));
        }
    });
    parent.spawn(worded(lesson.page().heading(), TextStyle::Heading, theme::ACCENT));
    for (progress, picture, colour) in
        [(Progress::Solved, Icon::Tick, theme::GOOD_MOVE), (Progress::Missed, Icon::Cross, theme::BAD_MOVE)]
    {
        let line = Node { display: Display::None, ..line() };
        parent.spawn((VerdictLine(progress), Pickable::IGNORE, line)).with_children(|line| {
            line.spawn(icon(picture, VERDICT, colour));
            line.spawn(worded(verdict(progress).unwrap_or_default(), TextStyle::Strong, colour));
        });
    }
    let text = (worded("", TextStyle::Body, theme::TEXT), LessonText);
    parent.spawn((Name::new("lesson"), children![text], Node::default()));
}

/// Spawns the buttons to other pages and to try again, and the main button that goes on.
pub(super) fn spawn_buttons(row: &mut ChildSpawnerCommands, lesson: &Lesson, settings: &Settings) {
    let again = MatchCommand::now(MatchChange::Restart);
    let mut tools = vec![
        Tool::plain(Icon::StepBack, say!("lesson-previous"), LessonCommand::Previous).only_if(lesson.has_previous()),
        Tool::plain(Icon::Restart, say!("lesson-again"), again),
        Tool::new(Icon::Games, say!("lesson-pages"), say!("learn-contents"), Navigate::To(Screen::Learn)),
    ];
    let leave = if lesson.interrupts_a_match() { say!("review-back-to-match") } else { say!("lesson-choose-board") };
    if lesson.interrupts_a_match() && !lesson.is_at_end() {
        tools.push(Tool::new(Icon::Leave, say!("lesson-match"), leave.clone(), LessonCommand::End));
    }
    let count = tools.len() as f32;
    let group = Node { flex_grow: count, flex_basis: px(0), ..default() };
    row.spawn((Pickable::IGNORE, group)).with_children(|group| spawn_groups(group, vec![tools], settings));
    let (caption, on_press) =
        if lesson.is_at_end() { (leave, LessonCommand::End) } else { (say!("lesson-next"), LessonCommand::Next) };
    row.spawn(plain_button(caption, on_press)).entry::<Node>().and_modify(|mut node| {
        node.flex_grow = 2.0;
        node.flex_basis = px(0);
    });
}

/// Highlights the main button and gives it the keyboard focus: the one that goes on once the exercise is solved, the
/// one to try again once it is missed.
fn show_progress(
    (lesson, game, phase): (Res<Lesson>, Res<Match>, Res<MatchPhase>),
    mut last: Local<Option<Progress>>,
    mut texts: Query<&mut Worded, With<LessonText>>,
    mut lines: Query<(&VerdictLine, &mut Node)>,
    mut buttons: Query<(&OnPress, &mut ButtonKind)>,
    added: Query<(), Added<LessonText>>,
    mut refocus: ResMut<Refocus>,
) {
    let progress = lesson.progress(&game, *phase != MatchPhase::Flipping);
    for mut text in &mut texts {
        text.set_if_neq(Worded(lesson.page().words(progress)));
    }
    for (VerdictLine(shown), mut node) in &mut lines {
        show_if(*shown == progress, &mut node);
    }
    if last.replace(progress) == Some(progress) && added.is_empty() {
        return;
    }
    for (on_press, mut kind) in &mut buttons {
        let main_in = match (on_press.message::<LessonCommand>(), on_press.message::<MatchCommand>()) {
            (Some(LessonCommand::Next | LessonCommand::End), _) => Progress::Solved,
            (_, Some(MatchCommand { change: MatchChange::Restart, .. })) => Progress::Missed,
            _ => continue,
        };
        kind.set_if_neq(if main_in == progress { ButtonKind::Main } else { ButtonKind::Plain });
    }
    refocus.0 = match progress {
        Progress::Open => return,
        Progress::Missed => Some(say!("lesson-again").identity()),
        Progress::Solved if !lesson.is_at_end() => Some(say!("lesson-next").identity()),
        Progress::Solved if lesson.interrupts_a_match() => Some(say!("review-back-to-match").identity()),
        Progress::Solved => Some(say!("lesson-choose-board").identity()),
    };
}

fn fit_words(
    (orientation, space, narrow): (Res<Orientation>, Res<LayoutSpace>, Res<NarrowPanel>),
    mut texts: Query<&mut TextFont, With<LessonText>>,
) {
    for mut font in &mut texts {
        font.font_size = match *orientation {
            _ if narrow.0 => TextStyle::Body.font().font_size,
            Orientation::Landscape => FontSize::Px(LARGE_FONT),
            Orientation::Low => FontSize::Px(MEDIUM_FONT),
            Orientation::Portrait if space.0.y - space.0.x >= MIN_HEIGHT_BEYOND_WIDTH => FontSize::Px(MEDIUM_FONT),
            Orientation::Portrait | Orientation::Small => TextStyle::Body.font().font_size,
        };
    }
}
