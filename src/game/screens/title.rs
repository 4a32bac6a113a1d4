//! The title: the name of the game and the way in.

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::play::lesson::LessonCommand;
use crate::game::play::match_state::Match;
use crate::game::screens::screen_root;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Refocus, Weight, button};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{Room, filling};
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::game::ui::title_stone::TitleStonePlace;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), spawn_title).add_systems(
        Update,
        fit_parts
            .in_set(GameSystems::Look)
            .run_if(resource_changed::<Room>.or_else(any_match_filter::<Added<Part>>))
            .run_if(in_state(Screen::Title)),
    );
}

/// The parts of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node, Pickable::IGNORE)]
enum Part {
    Whole,
    Name,
    Stone,
    Ways,
}

/// The largest side of the stone's place, and the least.
const STONE: (f32, f32) = (190.0, 84.0);
/// The height of the words below the stone.
const WORDS: f32 = 230.0;
const GAP: f32 = 10.0;
/// The width of a way in.
const WAY: f32 = 240.0;
/// In a narrower room name and ways do not stand side by side.
const SIDE_BY_SIDE: f32 = 550.0;

fn spawn_title(game: Option<Res<Match>>, online: Res<Online>, mut refocus: ResMut<Refocus>, mut commands: Commands) {
    // That of a room has a way of its own.
    let has_unfinished = game.is_some_and(|game| game.room.is_none() && game.is_unfinished());
    let mut ways: Vec<(Phrase, OnPress)> = vec![
        (say!("title-play"), Navigate::To(Screen::NewGame).into()),
        (say!("title-play-online"), Navigate::To(Screen::Lobby).into()),
        (say!("title-learn"), LessonCommand::Start.into()),
    ];
    if has_unfinished {
        ways.insert(0, (say!("title-continue"), Navigate::To(Screen::Match).into()));
    }
    if online.room().is_some() {
        ways.insert(0, (say!("title-back-to-room"), OnlineCommand::Return.into()));
    }
    let mut others = vec![(say!("settings-heading"), Navigate::To(Screen::Settings))];
    // A page is left by leaving the page.
    if cfg!(not(target_arch = "wasm32")) {
        others.push((say!("title-quit"), Navigate::Quit));
    }
    refocus.0 = ways.first().map(|(caption, _)| caption.identity());
    let whole = Node { width: percent(100), height: percent(100), flex_direction: FlexDirection::Column, ..default() };
    let content = Node { flex_direction: FlexDirection::Column, padding: px(GAP).all(), ..default() };
    commands.spawn((screen_root(Screen::Title), whole)).with_children(|root| {
        spawn_scroll_area(root, filling(), content, |area| {
            area.spawn(Part::Whole).with_children(|screen| spawn_parts(screen, ways, others));
        });
    });
}

fn spawn_parts(screen: &mut ChildSpawnerCommands, ways: Vec<(Phrase, OnPress)>, others: Vec<(Phrase, Navigate)>) {
    screen.spawn(Part::Name).with_children(|name| {
        name.spawn((Part::Stone, TitleStonePlace));
        name.spawn(text("色返し", TextStyle::Characters, theme::TEXT));
        name.spawn(text("Irogaeshi", TextStyle::Title, theme::ACCENT));
        name.spawn((
            worded(say!("title-motto"), TextStyle::Body, theme::QUIET_TEXT),
            Node { margin: UiRect::vertical(px(14)), ..default() },
        ));
    });
    screen.spawn(Part::Ways).with_children(|list| {
        for (index, (caption, action)) in ways.into_iter().enumerate() {
            let weight = if index == 0 { Weight::Main } else { Weight::Plain };
            list.spawn(button(caption.clone(), caption, weight, px(WAY), action));
        }
        // Side by side, because low windows have no room for more below each other.
        let row = Node { column_gap: px(GAP), ..default() };
        list.spawn((Pickable::IGNORE, row)).with_children(|row| {
            let width = (WAY + GAP) / others.len() as f32 - GAP;
            for (caption, way) in others {
                row.spawn(button(caption.clone(), caption, Weight::Plain, px(width), way));
            }
        });
    });
}

/// Lays the parts out below each other, or side by side where the window is low; the stone gets what the words leave.
fn fit_parts(room: Res<Room>, mut parts: Query<(&Part, &mut Node, Option<&Children>)>) {
    let Room(size) = *room;
    let is_low = size.y < WORDS + STONE.1 + theme::TOUCH * 4.0 + GAP * 5.0 && size.x >= SIDE_BY_SIDE;
    let ways = parts.iter().find(|(part, ..)| **part == Part::Ways).and_then(|(.., children)| children);
    let ways = ways.map_or(0, RelationshipTarget::len) as f32 * (theme::TOUCH + GAP);
    let beside_stone = WORDS + GAP * 2.0 + if is_low { 0.0 } else { ways };
    let stone = (size.y - beside_stone).clamp(STONE.1, STONE.0);
    for (part, mut node, _) in &mut parts {
        let column = Node {
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        };
        *node = match part {
            Part::Whole => Node {
                flex_direction: if is_low { FlexDirection::Row } else { FlexDirection::Column },
                column_gap: px((size.x - SIDE_BY_SIDE + GAP).clamp(GAP, 64.0)),
                row_gap: px(0),
                // In the middle, and where there is no room, from the upper edge on.
                margin: UiRect::AUTO,
                flex_shrink: 0.0,
                ..column
            },
            Part::Name => Node { row_gap: px(4), ..column },
            Part::Stone => Node { width: px(stone), height: px(stone), ..default() },
            Part::Ways => Node { row_gap: px(GAP), ..column },
        };
    }
}
