//! Index of the lessons: all pages, grouped by chapter.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::lesson::pages::{Chapter, PAGES, Page};
use crate::game::play::lesson::{LastPage, LessonCommand};
use crate::game::screens::new_game::{pane_content, spawn_pane};
use crate::game::screens::{screen_root, window_column};
use crate::game::text::say;
use crate::game::ui::board_picture::board_picture;
use crate::game::ui::button::{ButtonKind, Refocus, bare_button, button, button_node, main_button, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    let fits_again = in_state(Screen::Learn).and_then(resource_changed::<LayoutSpace>);
    app.add_systems(OnEnter(Screen::Learn), show_pages)
        .add_systems(Update, show_pages.in_set(GameSystems::Look).run_if(fits_again));
}

/// Maximum width of the card and minimum width of a chapter, in logical pixels of the interface.
const MAX_WIDTH: f32 = 1180.0;
const MIN_CHAPTER_WIDTH: f32 = 170.0;
/// Minimum space for large tiles.
const MIN_FOR_LARGE_TILES: Vec2 = Vec2::new(1000.0, 640.0);
/// Minimum height for a heading; in lower windows, its line goes to the pages.
const MIN_HEIGHT_FOR_HEADING: f32 = 480.0;

/// Sizes of the index, chosen by the available space.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct IndexSizes {
    /// Minimum width of a tile, and the side of the board in it.
    tile: f32,
    picture: f32,
    /// Style of the tile's name.
    style: TextStyle,
    /// Padding between the tiles and the edge of the card.
    inset: f32,
    has_heading: bool,
}

impl IndexSizes {
    fn fitting(space: Vec2) -> Self {
        let has_heading = space.y >= MIN_HEIGHT_FOR_HEADING;
        if space.cmpge(MIN_FOR_LARGE_TILES).all() {
            Self { tile: 200.0, picture: 68.0, style: TextStyle::Body, inset: 18.0, has_heading }
        } else {
            Self { tile: 150.0, picture: 32.0, style: TextStyle::Small, inset: 10.0, has_heading }
        }
    }
}

/// Spawns the index, and respawns it when the available space requires other sizes.
fn show_pages(
    last: Res<LastPage>,
    space: Res<LayoutSpace>,
    roots: Query<(Entity, &IndexSizes)>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let look = IndexSizes::fitting(space.0);
    if roots.iter().any(|(_, shown)| *shown == look) {
        return;
    }
    roots.iter().for_each(|(root, _)| commands.entity(root).despawn());
    let first = PAGES.first().map(Page::heading);
    let page = last.0.and_then(|index| PAGES.get(index)).map(Page::heading);
    refocus.0 = page.or(first).map(|heading| heading.identity());
    let width = || Node::default().width(percent(100)).max_width(px(MAX_WIDTH)).fixed();
    let node = window_column(12.0).middle();
    commands.spawn((screen_root(Screen::Learn), look, node)).with_children(|root| {
        // Only as high as the pages, so that the buttons below stay close to them.
        spawn_pane(root, Node { flex_shrink: 1.0, ..width() }, |pane| {
            let padding = UiRect { right: px(20), ..px(look.inset).all() };
            spawn_scroll_area(pane, Node::default(), pane_content().padding(padding), |content| {
                if look.has_heading {
                    content.spawn(worded(say!("title-learn"), TextStyle::Heading, theme::TEXT));
                }
                let chapters = Node::wrapping_row(16, 12).align(AlignItems::FlexStart).fixed();
                content.spawn((Pickable::IGNORE, chapters)).with_children(|chapters| {
                    for chapter in Chapter::ALL {
                        spawn_chapter(chapters, chapter, look);
                    }
                });
            });
        });
        root.spawn((Pickable::IGNORE, width().spread().spaced(6))).with_children(|row| {
            row.spawn(button(
                say!("new-game-back"),
                say!("new-game-back"),
                ButtonKind::Plain,
                Val::Auto,
                Navigate::Back,
            ));
            row.spawn(plain_button(say!("quests-heading"), Navigate::To(Screen::Quests)));
            row.spawn(main_button(say!("learn-begin"), LessonCommand::Open(0)));
        });
    });
}

/// Spawns the heading of a chapter and its pages, in as many columns as fit.
fn spawn_chapter(chapters: &mut ChildSpawnerCommands, chapter: Chapter, look: IndexSizes) {
    let node = Node::column(6).min_width(px(0)).grow().basis(px(MIN_CHAPTER_WIDTH));
    let grid = Node::grid(
        vec![RepeatedGridTrack::minmax(
            GridTrackRepetition::AutoFill,
            MinTrackSizingFunction::Px(look.tile),
            MaxTrackSizingFunction::Fraction(1.0),
        )],
        6,
        6,
    );
    chapters.spawn((Pickable::IGNORE, node)).with_children(|column| {
        column.spawn(worded(chapter.heading(), TextStyle::Section, theme::QUIET_TEXT));
        column.spawn((Pickable::IGNORE, grid)).with_children(|tiles| {
            for (index, page) in chapter.pages() {
                spawn_tile(tiles, index, page, look);
            }
        });
    });
}

fn spawn_tile(tiles: &mut ChildSpawnerCommands, index: usize, page: &Page, look: IndexSizes) {
    let node = button_node().spaced(10).justify(JustifyContent::FlexStart).min_width(px(0)).inset(8, 5);
    let button = bare_button(page.heading(), ButtonKind::Plain, LessonCommand::Open(index), node);
    tiles.spawn(button).with_children(|tile| {
        if let Some(board) = page.board() {
            tile.spawn(board_picture(board, Vec2::splat(look.picture)));
        }
        let words = worded(page.heading(), look.style, theme::TEXT);
        tile.spawn((Pickable::IGNORE, Node::default().min_width(px(0)), children![words]));
    });
}
