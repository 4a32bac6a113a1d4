//! Accessibility tree for screen readers on the desktop: the board as a grid, spoken lines, and the states of controls.
//! It shows the same report as the page's mirror, and costs nothing until a screen reader asks for it.

use std::collections::{HashMap, HashSet};
use std::thread;
use std::time::Duration;

use accesskit::{Action, ActionData, Live, Node as TreeNode, Rect as Bounds, Role};
use bevy::a11y::{AccessibilityNode, AccessibilityRequested, AccessibilitySystems, ActionRequest};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::window::PrimaryWindow;
use bevy::winit::accessibility::WinitActionRequestHandlers;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use crate::game::accessibility::assistive_command::{self, AssistiveCommand};
use crate::game::accessibility::report::{
    BoardReport, ButtonKind, ButtonReport, CellReport, CurrentReport, FieldReport, Report,
};
use crate::game::accessibility::shown_texts::TextReport;
use crate::game::board_view::board_focus::{AccessibleSquare, BoardFocus, FocusSource};
use crate::game::frame::{EndSystems, GameSystems};
use crate::game::redraw::Frames;
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>()
        .add_systems(
            Update,
            (
                listen.run_if(has_window.and_then(run_once)),
                handle_action_requests
                    .in_set(GameSystems::Input)
                    .before(assistive_command::handle_assistive_commands)
                    .run_if(is_requested),
            ),
        )
        .add_systems(
            PostUpdate,
            follow_focus.after(UiSystems::Layout).before(AccessibilitySystems::Update).run_if(is_requested),
        )
        .add_systems(
            Last,
            (show_lines, show_texts, show_board, show_controls)
                .chain()
                .after(EndSystems::Report)
                .run_if(is_requested.and_then(has_news)),
        );
}

fn is_requested(requested: Res<AccessibilityRequested>) -> bool {
    requested.get()
}

/// Returns whether there is a window that a screen reader can send requests to.
fn has_window(handlers: Option<Res<WinitActionRequestHandlers>>) -> bool {
    handlers.is_some_and(|handlers| !handlers.is_empty())
}

/// Returns whether the tree must be brought in line with the report.
fn has_news(report: Res<CurrentReport>, trees: Query<(), With<Tree>>) -> bool {
    report.is_changed() || trees.is_empty()
}

/// Parent of all nodes of this file, which are read in their order below it.
#[derive(Component)]
struct Tree;

/// A line of text in the tree.
#[derive(Component, Clone, Copy)]
enum ReportLine {
    /// Name of the screen.
    Heading,
    News,
    Status,
    /// Every player's disc count.
    Standing,
    Question,
    Notice,
    Advice,
}

impl ReportLine {
    const ALL: [Self; 7] =
        [Self::Heading, Self::News, Self::Status, Self::Standing, Self::Question, Self::Notice, Self::Advice];

    /// Urgency with which screen readers announce a change of the line.
    const fn live(self) -> Live {
        match self {
            Self::Heading | Self::Standing => Live::Off,
            Self::News | Self::Status | Self::Advice => Live::Polite,
            Self::Question | Self::Notice => Live::Assertive,
        }
    }

    fn text(self, report: &Report) -> &str {
        let question = report.question.as_deref().unwrap_or_default();
        match self {
            Self::Heading => &report.heading,
            Self::News => &report.spoken.news,
            Self::Status => &report.status,
            Self::Standing => &report.standing,
            Self::Question => question,
            // A notice that asks something is already the question.
            Self::Notice => report.notice.as_deref().filter(|said| !question.contains(said)).unwrap_or_default(),
            Self::Advice => &report.spoken.advice,
        }
    }

    fn node(self, report: &Report) -> TreeNode {
        let text = self.text(report);
        let mut node = if matches!(self, Self::Heading) {
            let mut heading = TreeNode::new(Role::Heading);
            heading.set_label(text);
            heading.set_level(1);
            heading
        } else {
            // Screen readers read a label's value, not its name.
            let mut label = TreeNode::new(Role::Label);
            label.set_value(text);
            label
        };
        node.set_live(self.live());
        if text.is_empty() {
            node.set_hidden();
        }
        node
    }
}

fn show_lines(
    report: Res<CurrentReport>,
    trees: Query<(), With<Tree>>,
    mut lines: Query<(&ReportLine, &mut AccessibilityNode)>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    let Some(report) = &report.0 else { return };
    // Bevy passes on what is written here only in the next frame.
    frames.keep_drawing();
    if trees.is_empty() {
        commands.spawn((Tree, AccessibilityNode(TreeNode::new(Role::Group)))).with_children(|tree| {
            for line in ReportLine::ALL {
                tree.spawn((line, AccessibilityNode(line.node(report))));
            }
        });
    }
    for (line, mut node) in &mut lines {
        replace(&mut node, line.node(report));
    }
}

/// Group of the texts on the screen, with the texts it was made from.
#[derive(Component)]
struct Texts(Vec<TextReport>);

fn show_texts(
    report: Res<CurrentReport>,
    tree: Single<Entity, With<Tree>>,
    shown: Query<(Entity, &Texts)>,
    mut commands: Commands,
) {
    let Some(report) = &report.0 else { return };
    if shown.iter().any(|(_, Texts(texts))| *texts == report.texts) {
        return;
    }
    shown.iter().for_each(|(entity, _)| commands.entity(entity).despawn());
    let group = (Texts(report.texts.clone()), AccessibilityNode(TreeNode::new(Role::Group)), ChildOf(*tree));
    commands.spawn(group).with_children(|group| {
        for TextReport { is_heading, text } in &report.texts {
            let mut node = TreeNode::new(if *is_heading { Role::Heading } else { Role::Label });
            if *is_heading {
                node.set_label(text.as_str());
                node.set_level(2);
            } else {
                node.set_value(text.as_str());
            }
            group.spawn(AccessibilityNode(node));
        }
    });
}

/// Changes a node only if it differs, so that screen readers are not disturbed.
fn replace(node: &mut Mut<AccessibilityNode>, wanted: TreeNode) {
    if node.0 != wanted {
        node.0 = wanted;
    }
}

/// The grid of the board, with the squares it was made from.
#[derive(Component)]
struct Grid(Vec<Square>);

fn show_board(
    report: Res<CurrentReport>,
    window: Single<&Window, With<PrimaryWindow>>,
    tree: Single<Entity, With<Tree>>,
    mut grids: Query<(Entity, &Grid, &mut AccessibilityNode), Without<AccessibleSquare>>,
    mut cells: Query<(&AccessibleSquare, &mut AccessibilityNode), Without<Grid>>,
    mut commands: Commands,
) {
    let Some(report) = &report.0 else { return };
    let squares: Option<Vec<Square>> =
        report.board.as_ref().map(|board| board.cells.iter().map(|cell| cell.square).collect());
    let shown = grids.iter_mut().next().map(|(entity, grid, node)| (entity, &grid.0, node));
    let is_other = shown.as_ref().map(|(_, shown, _)| *shown) != squares.as_ref();
    match (shown, &report.board) {
        (Some((_, _, mut node)), Some(board)) if !is_other => {
            replace(&mut node, grid_node(board, report.question.is_some()));
            let by_square: HashMap<Square, &CellReport> = board.cells.iter().map(|cell| (cell.square, cell)).collect();
            for (AccessibleSquare(square), mut node) in &mut cells {
                if let Some(cell) = by_square.get(square) {
                    replace(&mut node, cell_node(cell, board, window.scale_factor()));
                }
            }
        }
        (shown, board) => {
            if let Some((entity, ..)) = shown {
                commands.entity(entity).despawn();
            }
            if let Some((board, squares)) = board.as_ref().zip(squares) {
                let node = grid_node(board, report.question.is_some());
                let grid = commands.spawn((Grid(squares), AccessibilityNode(node), ChildOf(*tree))).id();
                spawn_rows(grid, board, window.scale_factor(), &mut commands);
            }
        }
    }
}

fn spawn_rows(grid: Entity, board: &BoardReport, scale: f32, commands: &mut Commands) {
    for row in board.cells.chunk_by(|one, other| one.y == other.y) {
        let mut node = TreeNode::new(Role::Row);
        node.set_row_index(row[0].y.into());
        commands.spawn((AccessibilityNode(node), ChildOf(grid))).with_children(|parent| {
            for cell in row {
                parent.spawn((AccessibleSquare(cell.square), AccessibilityNode(cell_node(cell, board, scale))));
            }
        });
    }
}

fn grid_node(board: &BoardReport, is_behind_question: bool) -> TreeNode {
    let mut node = TreeNode::new(Role::Grid);
    node.set_label(board.label.as_str());
    node.set_column_count(board.columns.into());
    node.set_row_count(board.rows.into());
    if is_behind_question {
        node.set_hidden();
    }
    node
}

/// The node of a square. Bounds in the tree are in physical pixels.
fn cell_node(cell: &CellReport, board: &BoardReport, scale: f32) -> TreeNode {
    let (column, row) = (cell.x, cell.y);
    let area = board.area;
    let from = Vec2::new(area.left, area.top) + Vec2::new(f32::from(column), f32::from(row)) * area.cell;
    let corner = Vec2::new(area.within.left, area.within.top);
    let within = Rect::from_corners(corner, corner + Vec2::new(area.within.width, area.within.height));
    // Squares out of sight shrink to nothing at the edge of the board's area.
    let [min, max] = [from, from + area.cell].map(|corner| corner.clamp(within.min, within.max).as_dvec2());
    let (min, max) = (min * f64::from(scale), max * f64::from(scale));
    let mut node = TreeNode::new(Role::GridCell);
    node.set_label(cell.label.as_str());
    node.set_column_index(column.into());
    node.set_row_index(row.into());
    node.set_bounds(Bounds::new(min.x, min.y, max.x, max.y));
    node.add_action(Action::Click);
    node.add_action(Action::Focus);
    node
}

/// Adds to buttons and fields what Bevy leaves out: actions, states and contents. Controls behind a question are
/// hidden.
fn show_controls(
    report: Res<CurrentReport>,
    mut nodes: Query<(Entity, &mut AccessibilityNode), With<AccessibleLabel>>,
) {
    let Some(report) = &report.0 else { return };
    let buttons: HashMap<Entity, &ButtonReport> =
        report.buttons.iter().map(|button| (button.control.entity, button)).collect();
    let fields: HashMap<Entity, &FieldReport> =
        report.fields.iter().map(|field| (field.control.entity, field)).collect();
    let sliders: HashSet<Entity> = report.sliders.iter().map(|slider| slider.control.entity).collect();
    for (entity, mut node) in &mut nodes {
        let mut wanted = node.0.clone();
        wanted.clear_hidden();
        match (buttons.get(&entity), fields.get(&entity)) {
            // Bevy describes sliders completely.
            _ if sliders.contains(&entity) => {}
            (Some(button), _) => describe_button(&mut wanted, button),
            (_, Some(field)) => describe_field(&mut wanted, field),
            (None, None) => wanted.set_hidden(),
        }
        replace(&mut node, wanted);
    }
}

fn describe_button(node: &mut TreeNode, button: &ButtonReport) {
    node.add_action(Action::Click);
    node.add_action(Action::Focus);
    node.add_action(Action::ScrollIntoView);
    match button.control.description.as_str() {
        "" => node.clear_description(),
        description => node.set_description(description),
    }
    // Bevy reports the choice in force only once one is. Buttons that are never chosen must not become switches.
    if button.grid.is_some() {
        node.set_role(Role::RadioButton);
        node.set_toggled(button.chosen.into());
    } else if button.kind == ButtonKind::Switch {
        node.set_role(Role::Switch);
        node.set_toggled(button.chosen.into());
    }
}

fn describe_field(node: &mut TreeNode, field: &FieldReport) {
    node.add_action(Action::Focus);
    node.add_action(Action::SetValue);
    node.add_action(Action::ScrollIntoView);
    node.set_value(field.text.as_str());
    node.set_placeholder(field.placeholder.as_str());
}

/// Puts the focus on the square that the keyboard points at, unless a control has the focus.
fn follow_focus(
    report: Res<CurrentReport>,
    board_focus: Res<BoardFocus>,
    squares: Query<(Entity, &AccessibleSquare)>,
    nodes: Query<(), With<AccessibilityNode>>,
    mut focus: ResMut<InputFocus>,
) {
    // Clears a focus that screen readers do not know, such as the window at the start, because Bevy sends them nothing
    // until it is gone.
    if focus.get().is_some_and(|focused| !nodes.contains(focused)) {
        focus.clear();
    }
    if focus.get().is_some_and(|focused| !squares.contains(focused)) {
        return;
    }
    let is_behind = report.0.as_ref().is_none_or(|report| report.question.is_some());
    let pointed = board_focus.square.filter(|_| board_focus.source == FocusSource::Keyboard && !is_behind);
    let node = pointed.and_then(|pointed| squares.iter().find(|(_, square)| square.0 == pointed));
    match node.map(|(entity, _)| entity) {
        Some(entity) if focus.get() != Some(entity) => focus.set(entity, FocusCause::Navigated),
        None if focus.get().is_some() => focus.clear(),
        _ => {}
    }
}

fn handle_action_requests(
    mut requests: MessageReader<ActionRequest>,
    squares: Query<&AccessibleSquare>,
    nodes: Query<&AccessibilityNode>,
    mut commands: MessageWriter<AssistiveCommand>,
) {
    for ActionRequest(request) in requests.read() {
        let is_there = |entity: &Entity| nodes.get(*entity).is_ok_and(|node| !node.is_hidden());
        let Some(entity) = Entity::try_from_bits(request.target_node.0).filter(is_there) else { continue };
        let square = squares.get(entity).ok().map(|square| square.0);
        commands.write(match (request.action, square, &request.data) {
            (Action::Click, Some(square), _) => AssistiveCommand::Choose(square),
            (Action::Focus, Some(square), _) => AssistiveCommand::PointAt(square),
            (Action::Click, None, _) => AssistiveCommand::Press(entity),
            (Action::Focus, None, _) => AssistiveCommand::Focus(entity),
            (Action::ScrollIntoView, ..) => AssistiveCommand::Reveal(entity),
            (Action::SetValue, None, Some(ActionData::Value(text))) => AssistiveCommand::Type(entity, text.to_string()),
            (Action::SetValue, None, Some(ActionData::NumericValue(number))) => {
                AssistiveCommand::Type(entity, number.to_string())
            }
            (Action::Increment, None, _) => AssistiveCommand::Slide(entity, 1),
            (Action::Decrement, None, _) => AssistiveCommand::Slide(entity, -1),
            _ => continue,
        });
    }
}

/// Intervals for checking whether a screen reader is there, and whether it has sent a request.
const CHECK_INTERVALS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_millis(50));

/// Wakes the game when a screen reader sends a request. Bevy handles requests only in frames, and none are drawn at
/// rest.
fn listen(
    requested: Res<AccessibilityRequested>,
    handlers: Res<WinitActionRequestHandlers>,
    proxy: Res<EventLoopProxyWrapper>,
) {
    let (requested, proxy) = (requested.clone(), (**proxy).clone());
    let queues: Vec<_> = handlers.values().cloned().collect();
    let work = move || {
        let mut was_requested = false;
        loop {
            thread::sleep(if was_requested { CHECK_INTERVALS.1 } else { CHECK_INTERVALS.0 });
            let is_new = requested.get() && !was_requested;
            was_requested = requested.get();
            let has_request = queues.iter().any(|queue| queue.lock().is_ok_and(|queue| !queue.is_empty()));
            if (is_new || has_request) && proxy.send_event(WinitUserEvent::WakeUp).is_err() {
                // The window is closed.
                return;
            }
        }
    };
    if let Err(error) = thread::Builder::new().name("screen reader".to_owned()).spawn(work) {
        warn!("screen readers are only answered while something moves: {error}");
    }
}
