//! Layout of the screens and scale of the interface, from the size of the window.

use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::window::PrimaryWindow;

use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::settings::Settings;
use crate::game::settings::text_size::TextSize;
use crate::game::ui::layout::Layout;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Orientation>()
        .init_resource::<LayoutSpace>()
        .init_resource::<TextGrowth>()
        .init_resource::<Footer>()
        .init_resource::<Header>()
        .init_resource::<UiScale>()
        .add_systems(PreUpdate, fit_to_window)
        .add_systems(PostUpdate, keep_edges_free.before(UiSystems::Layout));
}

/// Arrangement of a board and its panel.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Orientation {
    #[default]
    Landscape,
    /// The panel is beside the board, without a line to spare, as on a phone held sideways.
    Low,
    /// Parts of the panel are above the board, the rest below it.
    Portrait,
    /// Not everything fits: the board is on top, and the rest scrolls below it.
    Small,
}

impl Orientation {
    /// Returns true if the panel is beside the board.
    pub(crate) const fn is_beside(self) -> bool {
        matches!(self, Self::Landscape | Self::Low)
    }

    /// Grid of a screen with a head, a board of this shape, and a panel beside it or below it, there with this minimum
    /// height.
    pub(crate) fn screen(self, board: Vec2, widths: BoardAndPanel, min_panel: f32, space: Vec2) -> Node {
        match self {
            Self::Landscape | Self::Low => widths.screen(vec![GridTrack::auto(), GridTrack::flex(1.0)]),
            Self::Portrait => board_over_panel(board, min_panel, space),
            Self::Small => board_above_panel(),
        }
    }

    /// Grid of a screen with a board of this shape, including its frame. Beside each other, board and panel are one
    /// centred group with a constant gap. Otherwise the board takes the full width and the panel the remaining height,
    /// but at least `min_panel`.
    pub(crate) fn screen_around(self, board: Vec2, widths: BoardAndPanel, min_panel: f32, space: Vec2) -> Node {
        match self {
            Self::Landscape | Self::Low => Node {
                grid_template_columns: vec![GridTrack::px(widths.board), GridTrack::px(widths.panel)],
                justify_content: JustifyContent::Center,
                padding: px(widths.gap).all(),
                column_gap: px(widths.gap),
                ..panel_beside_board(widths.panel, vec![GridTrack::auto(), GridTrack::flex(1.0)])
            },
            Self::Portrait => rows_around_board(space.x * board.y / board.x, min_panel).padding(px(8).vertical()),
            Self::Small => board_above_panel(),
        }
    }

    /// Grid area of the board in such a screen.
    pub(crate) fn board_place(self) -> Node {
        if self.is_beside() {
            Node { grid_row: GridPlacement::start_span(1, 2), ..shrinking(place(1, 1)) }
        } else {
            shrinking(place(1, 2))
        }
    }

    /// Grid area of the head.
    pub(crate) fn head_place(self) -> Node {
        if self.is_beside() { place(2, 1) } else { place(1, 1) }
    }

    /// Grid area of the panel.
    pub(crate) fn panel_place(self) -> Node {
        panel(if self.is_beside() { place(2, 2) } else { place(1, 3) })
    }
}

/// Space for the current screen, in logical pixels of the interface.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct LayoutSpace(pub(crate) Vec2);

/// Factor by which the interface is larger than usual: the chosen text size, limited by the available space.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextGrowth(pub(crate) f32);

impl Default for TextGrowth {
    fn default() -> Self {
        Self(1.0)
    }
}

/// Widths of a board and of the panel beside it, and the gap around both, in logical pixels of the interface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoardAndPanel {
    pub(crate) board: f32,
    pub(crate) panel: f32,
    gap: f32,
}

impl BoardAndPanel {
    /// Divides the space between a board of this shape, including its frame, and a panel with this minimum and maximum
    /// width.
    /// Large text narrows the panel, not the board, down to [`MIN_PANEL`].
    pub(crate) fn around(board: Vec2, panel_widths: (f32, f32), space: Vec2, growth: TextGrowth) -> Self {
        let gap = SCREEN_GAP / growth.0;
        let least = min_panel(panel_widths.0, growth.0);
        let square = ((space - Vec2::new(least + 3.0 * gap, 2.0 * gap)) / board).min_element().max(0.0);
        let panel = (space.x - 3.0 * gap - square * board.x).clamp(least, panel_widths.1);
        Self { board: square * board.x, panel, gap }
    }

    /// Grid with the board on the left and a panel with these rows on the right.
    pub(crate) fn screen(self, rows: Vec<RepeatedGridTrack>) -> Node {
        panel_beside_board(self.panel, rows).spaced(self.gap).padding(px(self.gap).all())
    }

    /// Divides the space between a board of this shape and a panel of the usual width.
    pub(crate) fn with_usual_panel(board: Vec2, space: Vec2, growth: TextGrowth) -> Self {
        let width = panel_width(space);
        Self::around(board, (width, width), space, growth)
    }

    /// Returns true if two words of large text hardly fit side by side.
    pub(crate) fn is_panel_narrow(self) -> bool {
        self.panel < MIN_PANEL_FOR_TWO_WORDS
    }
}

/// Minimum width of a panel after the interface has grown by this factor.
fn min_panel(usual: f32, growth: f32) -> f32 {
    (usual / growth.max(1.0)).max(MIN_PANEL.min(usual))
}

/// Heights of the lines along the lower edge of the window, in logical pixels of the interface; screens leave them
/// free.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Footer {
    /// Legend of the gamepad's buttons, the lowest line.
    pub(crate) legend: f32,
    /// Progress bar of long operations.
    pub(crate) progress: f32,
}

impl Footer {
    const fn height(self) -> f32 {
        self.legend + self.progress
    }
}

/// Height of the notice along the upper edge of the window, in logical pixels of the interface. The screen leaves it
/// free, or the overlay if one is open.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Header(pub(crate) f32);

impl Header {
    /// Height that the screen leaves free; 0 while an overlay covers it.
    fn over_screen(self, overlay: Overlay) -> f32 {
        if overlay.takes_keys() { 0.0 } else { self.0 }
    }
}

/// Root of a screen: fills the window, except for header and footer.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct FillsWindow;

/// Root of an overlay, with this padding around its content, in logical pixels of the interface.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct CoversWindow(pub(crate) f32);

fn keep_edges_free(
    (footer, header, overlay): (Res<Footer>, Res<Header>, Res<Overlay>),
    space: Res<LayoutSpace>,
    mut roots: Query<&mut Node, With<FillsWindow>>,
    mut covers: Query<(&CoversWindow, &mut Node), Without<FillsWindow>>,
) {
    let over_screen = header.over_screen(*overlay);
    let is_all_free = footer.height() + over_screen <= 0.0;
    let (top, height) = if is_all_free { (Val::Auto, Val::Auto) } else { (px(over_screen), px(space.0.y)) };
    for mut node in &mut roots {
        if (node.top, node.max_height) != (top, height) {
            (node.top, node.max_height) = (top, height);
        }
    }
    for (CoversWindow(around), mut node) in &mut covers {
        let padding = UiRect { top: px(around + header.0), ..px(*around).all() };
        if node.padding != padding {
            node.padding = padding;
        }
    }
}

impl Default for LayoutSpace {
    fn default() -> Self {
        Self(LANDSCAPE)
    }
}

/// Sizes in logical pixels at which the interface has scale 1, by the shape of the window.
const LANDSCAPE: Vec2 = Vec2::new(1180.0, 740.0);
const LOW: Vec2 = Vec2::new(760.0, 440.0);
const PORTRAIT: Vec2 = Vec2::new(376.0, 700.0);
/// Maximum scale in a low window, because a larger interface would need more space.
const MAX_LOW_SCALE: f32 = 0.85;
/// In lower landscape windows, no line is to spare; see [`Orientation::Low`].
const MIN_LANDSCAPE_HEIGHT: f32 = 640.0;
/// Maximum scale; larger text would be obtrusive.
const MAX_SCALE: f32 = 2.6;

/// Width of the panel beside a board, including its three gaps.
const PANEL_WITH_GAPS: f32 = 384.0 + 48.0;
/// The same if a panel of the usual width would leave too little for the board.
const NARROW_PANEL_WITH_GAPS: f32 = 336.0 + 48.0;
/// Maximum height of everything above and below a board, in logical pixels of the interface.
const MAX_AROUND_BOARD: f32 = 430.0;
/// Gap between parts that are below each other, and to the edges of the window.
const EDGE: f32 = 8.0;
/// Gap between a board, the panel beside it and the edges of the window.
const SCREEN_GAP: f32 = 16.0;
/// Minimum width of a panel beside a board even with large text: two buttons with the longest captions.
const MIN_PANEL: f32 = 208.0;
/// Below this width, the parts of a panel are below each other.
const MIN_PANEL_FOR_TWO_WORDS: f32 = 300.0;
/// Minimum side of the board, as a share of the shorter side of the window.
const MIN_BOARD_SHARE: f32 = 0.45;

/// Minimum shorter side of the space, in logical pixels of the interface, however large the chosen text: on screens
/// that scroll, and on screens with a board.
const MIN_SPACES: (f32, f32) = (300.0, 360.0);

/// Returns the arrangement, the scale, and the growth compared with the usual scale.
fn fit(window: Vec2, screen: Screen, text_size: TextSize) -> (Orientation, f32, TextGrowth) {
    let lies = window.x >= window.y * 1.05;
    let fitting = |size: Vec2| (window / size).min_element();
    let scale = if lies { fitting(LANDSCAPE).max(fitting(LOW).min(MAX_LOW_SCALE)) } else { fitting(PORTRAIT) };
    let usual = scale.clamp(screen.min_scale(), MAX_SCALE);
    let min_space = if screen.has_board() { MIN_SPACES.1 } else { MIN_SPACES.0 };
    let largest = (window.min_element() / min_space).max(usual);
    let scale = (usual * text_size.factor()).clamp(screen.min_scale(), largest);
    let (space, growth) = (window / scale, scale / usual);
    let orientation = match lies {
        true if space.x - min_panel(NARROW_PANEL_WITH_GAPS, growth) < MIN_BOARD_SHARE * space.y => Orientation::Small,
        true if space.y < MIN_LANDSCAPE_HEIGHT => Orientation::Low,
        true => Orientation::Landscape,
        false if space.y - MAX_AROUND_BOARD < MIN_BOARD_SHARE * space.x => Orientation::Small,
        false => Orientation::Portrait,
    };
    (orientation, scale, TextGrowth(growth))
}

fn fit_to_window(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    (screen, footer): (Res<State<Screen>>, Res<Footer>),
    (header, overlay): (Res<Header>, Res<Overlay>),
    settings: Res<Settings>,
    mut orientation: ResMut<Orientation>,
    (mut space, mut growth): (ResMut<LayoutSpace>, ResMut<TextGrowth>),
    mut scale: ResMut<UiScale>,
) {
    if let Some(window) = window {
        let (fitting, factor, larger) = fit(window.size(), *screen.get(), settings.text_size);
        orientation.set_if_neq(fitting);
        growth.set_if_neq(larger);
        space.set_if_neq(LayoutSpace(
            window.size() / factor - Vec2::new(0.0, footer.height() + header.over_screen(*overlay)),
        ));
        if scale.0.to_bits() != factor.to_bits() {
            scale.0 = factor;
        }
    }
}

/// Usual width of a panel beside a board; less if it would leave too little for the board.
fn panel_width(space: Vec2) -> f32 {
    let with_gaps =
        if space.x - PANEL_WITH_GAPS < MIN_BOARD_SHARE * space.y { NARROW_PANEL_WITH_GAPS } else { PANEL_WITH_GAPS };
    with_gaps - 3.0 * SCREEN_GAP
}

/// Grid with the board on the left and a panel of this width and these rows on the right.
fn panel_beside_board(width: f32, rows: Vec<RepeatedGridTrack>) -> Node {
    Node {
        grid_template_columns: vec![GridTrack::flex(1.0), GridTrack::px(width)],
        padding: px(SCREEN_GAP).all(),
        column_gap: px(SCREEN_GAP),
        row_gap: px(12),
        ..whole_grid(rows)
    }
}

/// Grid of one column, with the board in one of these rows.
fn parts_around_board(rows: Vec<RepeatedGridTrack>) -> Node {
    let columns = vec![GridTrack::flex(1.0)];
    Node { grid_template_columns: columns, padding: px(EDGE).all(), row_gap: px(EDGE), ..whole_grid(rows) }
}

/// Grid with a board of this shape in full width above a panel that takes the remaining height, but at least
/// `min_panel`. Its rows do not depend on the panel's content, so the board does not move.
pub(crate) fn board_over_panel(board: Vec2, min_panel: f32, space: Vec2) -> Node {
    rows_around_board((space.x - 2.0 * EDGE) * board.y / board.x, min_panel)
}

/// Grid of a head, a board with this maximum height, and a panel with this minimum height.
fn rows_around_board(board: f32, min_panel: f32) -> Node {
    let (none, whole) = (MinTrackSizingFunction::Px(0.0), MaxTrackSizingFunction::Px(board));
    let (least, rest) = (MinTrackSizingFunction::Px(min_panel), MaxTrackSizingFunction::Fraction(1.0));
    parts_around_board(vec![GridTrack::auto(), GridTrack::minmax(none, whole), GridTrack::minmax(least, rest)])
}

/// Grid with a heading, the board, and a panel that scrolls below it.
pub(crate) fn board_above_panel() -> Node {
    parts_around_board(vec![GridTrack::auto(), GridTrack::flex(2.0), GridTrack::flex(1.0)])
}

fn whole_grid(rows: Vec<RepeatedGridTrack>) -> Node {
    Node { width: percent(100), height: percent(100), display: Display::Grid, grid_template_rows: rows, ..default() }
}

/// A grid area; column and row count from 1.
pub(crate) fn place(column: i16, row: i16) -> Node {
    Node { grid_column: GridPlacement::start(column), grid_row: GridPlacement::start(row), ..default() }
}

/// An area that its content cannot enlarge.
pub(crate) fn shrinking(place: Node) -> Node {
    place.min_width(px(0)).min_height(px(0))
}

/// Distance of the focus ring from the edge of its control.
pub(crate) const RING: f32 = 4.0;

/// An area that clips its content, with space for focus rings.
pub(crate) fn panel(place: Node) -> Node {
    shrinking(place).margin(px(-RING).all())
}

/// A node as high as its content if that fits, otherwise as high as the available space.
pub(crate) fn filling() -> Node {
    Node::default().min_height(px(0)).grow()
}

/// A part of a panel that keeps its full height.
pub(crate) fn whole_line() -> Node {
    Node::default().fixed()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREENS: [Screen; 15] = [
        Screen::Title,
        Screen::NewGame,
        Screen::Match,
        Screen::Review,
        Screen::Editor,
        Screen::Lobby,
        Screen::NewRoom,
        Screen::Room,
        Screen::Settings,
        Screen::Games,
        Screen::Library,
        Screen::Statistics,
        Screen::Quests,
        Screen::Simulator,
        Screen::Learn,
    ];

    fn fit(window: Vec2, screen: Screen) -> (Orientation, f32) {
        let (orientation, scale, _) = super::fit(window, screen, TextSize::default());
        (orientation, scale)
    }

    #[test]
    fn texts_grow_as_chosen_as_far_as_there_is_space() {
        let scale = |window: (f32, f32), percent| {
            SCREENS.map(|screen| super::fit(Vec2::from(window), screen, TextSize::from(percent)).1)
        };
        for window in [(1280.0, 800.0), (2560.0, 1440.0), (3840.0, 2160.0)] {
            for (usual, large) in scale(window, 100).into_iter().zip(scale(window, 200)) {
                assert!((large / usual - 2.0).abs() < 0.01, "{usual} becomes {large} in {window:?}");
            }
        }
        for window in [(320.0, 568.0), (390.0, 844.0), (844.0, 390.0), (320.0, 320.0)] {
            for (usual, large) in scale(window, 100).into_iter().zip(scale(window, 200)) {
                assert!(large >= usual, "{usual} becomes {large} in {window:?}");
            }
        }
    }

    #[test]
    fn orientations_of_phones_and_desktops_are_recognised() {
        for screen in SCREENS {
            let orientation = |width, height| fit(Vec2::new(width, height), screen).0;
            // Screens whose interface does not shrink count as small on the smallest phones.
            let least_height = if screen.has_board() { 0.0 } else { 640.0 };
            let standing = [(320.0, 568.0), (360.0, 560.0), (360.0, 640.0), (390.0, 844.0), (768.0, 1024.0)];
            for (width, height) in standing.into_iter().filter(|(_, height)| *height >= least_height) {
                assert_eq!(orientation(width, height), Orientation::Portrait, "{width} x {height}");
            }
            for (width, height) in [(1024.0, 700.0), (1280.0, 800.0), (1920.0, 1080.0), (3840.0, 2160.0)] {
                assert_eq!(orientation(width, height), Orientation::Landscape, "{width} x {height}");
            }
        }
    }

    #[test]
    fn a_board_has_space_on_a_landscape_phone_and_in_a_tiny_window() {
        for (width, height) in [(568.0, 320.0), (667.0, 375.0), (844.0, 390.0), (932.0, 430.0)] {
            assert_eq!(fit(Vec2::new(width, height), Screen::Match).0, Orientation::Low, "{width} x {height}");
        }
        for (width, height) in [(320.0, 320.0), (360.0, 320.0), (320.0, 400.0)] {
            assert_eq!(fit(Vec2::new(width, height), Screen::Match).0, Orientation::Small, "{width} x {height}");
        }
    }

    #[test]
    fn the_interface_grows_with_the_window_and_is_never_too_small() {
        for screen in SCREENS {
            let scale = |width, height| fit(Vec2::new(width, height), screen).1;
            assert!(scale(2560.0, 1440.0) > scale(1280.0, 800.0));
            assert!(scale(200.0, 200.0) >= screen.min_scale());
        }
    }

    #[test]
    fn menu_controls_are_never_smaller_than_a_finger() {
        for size in [(320.0, 320.0), (360.0, 640.0), (844.0, 390.0), (360.0, 560.0)] {
            for screen in SCREENS.into_iter().filter(|screen| !screen.has_board()) {
                assert!(fit(Vec2::from(size), screen).1 >= 1.0, "{screen:?} in {size:?}");
            }
        }
    }
}
