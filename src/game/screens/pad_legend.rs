//! Legend of the gamepad's buttons, below every screen while a gamepad is in use.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::input::pad::PadInUse;
use crate::game::input::ui_navigation::has_menu;
use crate::game::play::lesson::Lesson;
use crate::game::settings::Settings;
use crate::game::settings::keys::{Keys, Shortcut};
use crate::game::text::{Phrase, say};
use crate::game::ui::layout::{Layout, footer_line};
use crate::game::ui::responsive::{Footer, LayoutSpace};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Fill};

pub(super) fn plugin(app: &mut App) {
    let is_other =
        resource_changed::<PadInUse>.or_else(resource_changed::<LayoutSpace>).or_else(state_changed::<Screen>);
    let is_other = is_other.or_else(resource_changed::<Settings>);
    app.add_systems(Update, spawn.in_set(GameSystems::Look).run_if(is_other));
}

#[derive(Component)]
pub(super) struct Legend;

/// Height of the line, in logical pixels.
const HEIGHT: f32 = 34.0;
/// Width to reserve for one button with its caption.
const ENTRY: f32 = 112.0;

/// The buttons that work on a screen and what they do, most important first.
fn entries(screen: Screen, is_lesson: bool, pad: PadInUse, keys: &Keys) -> Vec<(Phrase, Phrase)> {
    let [lower, right, ..] = pad.labels();
    let button = |shortcut| keys.pad_button(shortcut).map(|button| pad.label(button));
    let named = |shortcut: Shortcut| button(shortcut).map(|character| (character, shortcut.name()));
    let back_and_on = |words| match (button(Shortcut::Undo), button(Shortcut::Redo)) {
        (Some(one), Some(other)) => Some((say!("pad-two", one = one, other = other), words)),
        _ => None,
    };
    let others = || Some((say!("pad-triggers"), say!("pad-buttons")));
    let (choose, more) = match screen {
        Screen::Match => (
            say!("keys-place"),
            vec![back_and_on(say!("pad-undo-redo")), named(Shortcut::Hint), named(Shortcut::Analysis), others()],
        ),
        Screen::Editor => (say!("keys-paint"), vec![back_and_on(say!("pad-undo-redo")), others()]),
        Screen::Review => (
            say!("pad-press"),
            vec![back_and_on(say!("pad-steps")), Some((say!("pad-down"), say!("review-better-short"))), others()],
        ),
        _ => (say!("pad-press"), Vec::new()),
    };
    let start = if has_menu(screen, is_lesson) { say!("match-menu") } else { say!("shortcut-settings") };
    let fixed = [(lower, choose), (right, say!("keys-back"))];
    fixed.into_iter().chain(more.into_iter().flatten()).chain([(say!("pad-start"), start)]).collect()
}

pub(super) fn spawn(
    pad: Res<PadInUse>,
    (space, settings): (Res<LayoutSpace>, Res<Settings>),
    (screen, lesson): (Res<State<Screen>>, Option<Res<Lesson>>),
    legends: Query<Entity, With<Legend>>,
    mut footer: ResMut<Footer>,
    mut commands: Commands,
) {
    legends.iter().for_each(|legend| commands.entity(legend).despawn());
    let is_shown = *pad != PadInUse::None;
    footer.set_if_neq(Footer { legend: if is_shown { HEIGHT } else { 0.0 }, ..*footer });
    if !is_shown {
        return;
    }
    let line = footer_line(HEIGHT, 0.0, 18.0);
    let fitting = (space.0.x / ENTRY).floor() as usize;
    let legend = (Name::new("pad legend"), Legend, Pickable::IGNORE, GlobalZIndex(4), Fill(theme::SUNKEN));
    commands.spawn((legend, line)).with_children(|line| {
        let entries = entries(*screen.get(), lesson.is_some(), *pad, &settings.keys);
        for (button, words) in entries.into_iter().take(fitting) {
            line.spawn((Pickable::IGNORE, Node::row(7).centred().fixed())).with_children(|entry| {
                let glyph = Node::default().middle().bordered().round();
                let glyph = glyph.height(px(24)).min_width(px(24)).padding(px(6).horizontal());
                let paint = (Fill(theme::RAISED), Border(theme::QUIET_TEXT));
                entry.spawn((Pickable::IGNORE, glyph, paint)).with_children(|glyph| {
                    glyph.spawn((worded(button, TextStyle::Small, theme::TEXT), TextLayout::no_wrap()));
                });
                entry.spawn((worded(words, TextStyle::Small, theme::QUIET_TEXT), TextLayout::no_wrap()));
            });
        }
    });
}
