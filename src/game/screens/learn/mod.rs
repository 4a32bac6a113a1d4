//! What there is to learn: the first steps, and pages of rules and strategy with boards on which moves are played.

pub(in crate::game) mod moving_board;
pub(in crate::game) mod pages;

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::play::lesson::LessonCommand;
use crate::game::screens::learn::moving_board::{MovingBoard, ShowAgain};
use crate::game::screens::learn::pages::{Chapter, Figure, PAGES, Page};
use crate::game::screens::living_picture::PictureFrame;
use crate::game::screens::new_game::{fill, pane_content, spawn_pane};
use crate::game::screens::{screen_root, window_column};
use crate::game::settings::{Pace, Settings};
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::{BoardPicture, board_picture};
use crate::game::ui::button::{Refocus, Weight, bare_button, button, button_node};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::{GameSystems, PlaySystems};
use crate::rules::Board;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(moving_board::plugin)
        .init_resource::<ShownPage>()
        .add_command::<OpenPage>()
        .add_systems(Update, open_page.in_set(GameSystems::Play).after(PlaySystems::Games))
        .add_systems(OnEnter(Screen::Learn), spawn_contents)
        .add_systems(OnEnter(Screen::LearnPage), spawn_page);
}

/// Opens one of [`PAGES`].
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPage(pub usize);

/// The page that is shown, or was shown last.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ShownPage(Option<usize>);

/// As wide as anything gets.
const WIDEST: f32 = 1080.0;
/// The width that a tile and a figure want; narrower where there is no room.
const TILE: f32 = 250.0;
const FIGURE: f32 = 400.0;
/// The picture of a tile.
const PICTURE: f32 = 48.0;
/// The board of a figure, each of two that stand beside each other, and its frame.
const BOARD: f32 = 200.0;
const STILL_BOARD: f32 = 112.0;
const FRAME: f32 = 7.0;

fn open_page(mut wishes: MessageReader<OpenPage>, mut shown: ResMut<ShownPage>, mut navigate: MessageWriter<Navigate>) {
    if let Some(OpenPage(index)) = wishes.read().last().filter(|OpenPage(index)| *index < PAGES.len()) {
        *shown = ShownPage(Some(*index));
        navigate.write(Navigate::To(Screen::LearnPage));
    }
}

/// The screen with a card that scrolls, and buttons below.
fn spawn_screen(
    screen: Screen,
    commands: &mut Commands,
    content: impl FnOnce(&mut ChildSpawnerCommands),
    buttons: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let node = Node { align_items: AlignItems::Center, ..window_column(12.0) };
    let width = || Node { width: percent(100), max_width: px(WIDEST), ..default() };
    commands.spawn((screen_root(screen), node)).with_children(|root| {
        let body = Node { width: width().width, max_width: width().max_width, ..fill() };
        root.spawn((Pickable::IGNORE, body)).with_children(|body| {
            spawn_pane(body, fill(), |pane| {
                let column = Node { row_gap: px(16), ..pane_content() };
                spawn_scroll_area(pane, fill(), column, content);
            });
        });
        let row = Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: px(theme::GAP),
            row_gap: px(6),
            flex_shrink: 0.0,
            justify_content: JustifyContent::SpaceBetween,
            ..width()
        };
        root.spawn((Pickable::IGNORE, row)).with_children(buttons);
    });
}

/// What wraps into as many columns as there is room for.
fn columns() -> impl Bundle {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(theme::GAP),
        row_gap: px(theme::GAP),
        flex_shrink: 0.0,
        ..default()
    };
    (Pickable::IGNORE, node)
}

fn spawn_contents(shown: Res<ShownPage>, mut refocus: ResMut<Refocus>, mut commands: Commands) {
    let last = shown.0.and_then(|index| PAGES.get(index));
    refocus.0 = Some(last.map_or_else(|| say!("learn-first-steps"), Page::heading).identity());
    let content = |pane: &mut ChildSpawnerCommands| {
        pane.spawn(worded(say!("title-learn"), TextStyle::Heading, theme::TEXT));
        pane.spawn(columns()).with_children(|row| {
            let first = Board::from_rows(["BWB"]).ok();
            spawn_tile(row, say!("learn-first-steps"), say!("learn-first-steps-about"), first, LessonCommand::Start);
        });
        for (heading, chapter) in [(say!("learn-rules"), Chapter::Rules), (say!("learn-strategy"), Chapter::Strategy)] {
            pane.spawn(worded(heading, TextStyle::Section, theme::QUIET_TEXT));
            pane.spawn(columns()).with_children(|row| {
                for (index, page) in PAGES.iter().enumerate().filter(|(_, page)| page.chapter == chapter) {
                    let record = page.figures.first().and_then(Figure::record);
                    let picture = record.and_then(|record| Some(record.position_at(0)?.board().clone()));
                    spawn_tile(row, page.heading(), Phrase::nothing(), picture, OpenPage(index));
                }
            });
        }
    };
    spawn_screen(Screen::Learn, &mut commands, content, |row| {
        row.spawn(button(say!("new-game-back"), say!("new-game-back"), Weight::Plain, Val::Auto, Navigate::Back));
    });
}

fn spawn_tile(
    row: &mut ChildSpawnerCommands,
    caption: Phrase,
    about: Phrase,
    picture: Option<Board>,
    on_press: impl Into<OnPress>,
) {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(TILE),
        min_width: px(0),
        justify_content: JustifyContent::FlexStart,
        column_gap: px(12),
        padding: UiRect::axes(px(12), px(8)),
        ..button_node()
    };
    row.spawn(bare_button(caption.clone(), Weight::Plain, on_press, node)).with_children(|tile| {
        if let Some(board) = picture {
            tile.spawn(board_picture(board, Vec2::splat(PICTURE)));
        }
        let words = Node { flex_direction: FlexDirection::Column, flex_shrink: 1.0, min_width: px(0), ..default() };
        tile.spawn((Pickable::IGNORE, words)).with_children(|words| {
            words.spawn(worded(caption, TextStyle::Strong, theme::TEXT));
            if !about.is_nothing() {
                words.spawn(worded(about, TextStyle::Small, theme::QUIET_TEXT));
            }
        });
    });
}

fn spawn_page(shown: Res<ShownPage>, settings: Res<Settings>, mut refocus: ResMut<Refocus>, mut commands: Commands) {
    let index = shown.0.unwrap_or_default();
    let Some(page) = PAGES.get(index) else { return };
    let next = PAGES.get(index + 1);
    let moves = settings.pace() != Pace::Still;
    let content = |pane: &mut ChildSpawnerCommands| {
        pane.spawn(worded(page.heading(), TextStyle::Heading, theme::ACCENT));
        let node = Node { row_gap: px(20), column_gap: px(20), flex_wrap: FlexWrap::Wrap, ..default() };
        pane.spawn((Pickable::IGNORE, node)).with_children(|figures| {
            for figure in page.figures {
                spawn_figure(figures, figure, moves);
            }
        });
    };
    refocus.0 = Some(next.map_or_else(|| say!("learn-contents"), |_| say!("lesson-next")).identity());
    spawn_screen(Screen::LearnPage, &mut commands, content, |row| {
        let contents = Navigate::To(Screen::Learn);
        row.spawn(button(say!("learn-contents"), say!("learn-contents"), Weight::Plain, Val::Auto, contents));
        if moves {
            let caption = say!("learn-again");
            row.spawn(button(caption.clone(), caption, Weight::Plain, Val::Auto, ShowAgain));
        }
        if next.is_some() {
            let caption = say!("lesson-next");
            row.spawn(button(caption.clone(), caption, Weight::Main, Val::Auto, OpenPage(index + 1)));
        }
    });
}

/// A board and its sentence, beside each other where there is room. Where nothing is to move, the board before the
/// moves stands beside that after them.
fn spawn_figure(figures: &mut ChildSpawnerCommands, figure: &Figure, moves: bool) {
    let Some(moving) = figure.record().as_ref().and_then(MovingBoard::of) else { return };
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(FIGURE),
        min_width: px(0),
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        column_gap: px(14),
        row_gap: px(10),
        ..default()
    };
    figures.spawn((Pickable::IGNORE, node)).with_children(|row| {
        if moves {
            let start = moving.start().clone();
            spawn_board(row, start, BOARD, |picture| {
                picture.insert((Name::new("moving board"), moving));
            });
        } else {
            let pair = Node { column_gap: px(10), align_items: AlignItems::Center, flex_shrink: 0.0, ..default() };
            row.spawn((Pickable::IGNORE, pair)).with_children(|pair| {
                for board in [moving.start(), moving.end()] {
                    spawn_board(pair, board.clone(), STILL_BOARD, |_| {});
                }
            });
        }
        let words = Node { flex_grow: 1.0, flex_basis: px(150), min_width: px(0), ..default() };
        row.spawn((Pickable::IGNORE, words)).with_children(|words| {
            words.spawn(worded(figure.sentence(), TextStyle::Body, theme::TEXT));
        });
    });
}

/// A board in its frame, as wide as this, and as high as its rows want.
fn spawn_board(row: &mut ChildSpawnerCommands, board: Board, width: f32, dress: impl FnOnce(&mut EntityCommands)) {
    let squares = Vec2::new(f32::from(board.columns()), f32::from(board.rows()));
    let size = squares * (width / squares.max_element());
    let frame = Node {
        padding: px(FRAME).all(),
        border_radius: BorderRadius::all(px(theme::BUTTON_RADIUS)),
        flex_shrink: 0.0,
        ..default()
    };
    row.spawn((PictureFrame, frame)).with_children(|frame| {
        let node = Node { width: px(size.x), height: px(size.y), flex_shrink: 0.0, ..default() };
        dress(&mut frame.spawn((BoardPicture(board), Pickable::IGNORE, node)));
    });
}
