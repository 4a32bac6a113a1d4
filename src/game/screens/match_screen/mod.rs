//! Match screen: the board, the players, the coming turns, the status line, the moves and the buttons.

mod advice_panel;
mod bubbles;
mod heading;
mod lesson_offer;
mod lesson_panel;
mod losses;
pub(in crate::game) mod move_list;
mod players;
mod presence;
mod result;
mod result_button;
mod room_line;
mod room_result;
mod room_tools;
pub(in crate::game) mod score_bar;
mod swap_question;
mod tally;
mod tool;
mod tools;
pub(in crate::game) mod turn_list;

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use crate::game::analysis::advice::{Advice, AdviceCommand};
use crate::game::board_view::banner::Announcement;
use crate::game::board_view::board_root::{BoardArea, whole_board};
use crate::game::board_view::phase::MatchPhase;
use crate::game::cpu_seat::programs::ProgramTrouble;
use crate::game::cpu_seat::turns::ThinkingProgress;
use crate::game::flow::screen::Screen;
use crate::game::frame::{EndSystems, GameSystems};
use crate::game::input::typed_square::TypedName;
use crate::game::play::lesson::{Lesson, LessonOffer};
use crate::game::play::match_command::{CommandRefused, MatchChange, MatchCommand};
use crate::game::play::match_permissions::AdvicePermission;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::play::watching::{WatchCommand, Watching};
use crate::game::screens::match_screen::move_list::MoveScrolling;
use crate::game::screens::match_screen::room_line::RoomLine;
use crate::game::screens::match_screen::room_tools::RoomTools;
use crate::game::screens::overlays::dialog::outcome_sentence;
use crate::game::screens::screen_root;
use crate::game::screens::turn_entry::has_wide_turns;
use crate::game::settings::Settings;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::mark;
use crate::game::ui::layout::Layout;
use crate::game::ui::notice::NoticeContainer;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{BoardAndPanel, LayoutSpace, Orientation, RING, TextGrowth, filling, whole_line};
use crate::game::ui::screen_status::ScreenStatus;
use crate::game::ui::scroll::{WithoutBar, fade_edges, spawn_scroll_area};
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        advice_panel::plugin,
        lesson_offer::plugin,
        lesson_panel::plugin,
        losses::plugin,
        players::plugin,
    ));
    app.add_plugins((heading::plugin, move_list::plugin, tools::plugin, turn_list::plugin));
    app.add_plugins((bubbles::plugin, presence::plugin, result::plugin, room_tools::plugin, room_line::plugin));
    app.add_plugins((score_bar::plugin, swap_question::plugin));
    app.init_resource::<Status>().init_resource::<NarrowPanel>();
    app.add_systems(OnEnter(Screen::Match), spawn_match_screen).add_systems(
        Update,
        (
            (fit_parts.after(find_status), arrange_panel).chain().run_if(
                resource_changed::<LayoutSpace>
                    .or_else(resource_changed::<TextGrowth>)
                    .or_else(advice_is_shown_or_hidden)
                    .or_else(resource_changed::<RoomLine>)
                    .or_else(resource_changed::<Status>)
                    .or_else(resource_changed::<MatchPhase>)
                    .or_else(resource_changed::<Settings>)
                    .or_else(resource_exists_and_changed::<Match>)
                    .or_else(any_match_filter::<Added<MatchPart>>),
            ),
            (find_status, show_status).chain(),
            mark_buttons,
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
    app.add_systems(Last, report_status.in_set(EndSystems::Status).run_if(in_state(Screen::Match)));
}

/// Run condition; the advice has a part of its own only while it is shown.
fn advice_is_shown_or_hidden(advice: Res<Advice>, mut shown: Local<bool>) -> bool {
    std::mem::replace(&mut *shown, advice.kind().is_some()) != *shown
}

/// A part of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
enum MatchPart {
    Root,
    Board,
    /// Never scrolls, except in a narrow panel.
    Head,
    Title,
    Players,
    /// The bar of disc counts.
    Score,
    /// Scrolls if there is not enough space.
    Panel,
    /// The sentences of an exercise.
    Lesson,
    Turns,
    Status,
    /// News about the room of an online match.
    RoomLine,
    Advice,
    /// The question whether to take over the opponent's side, while it is open.
    SwapQuestion,
    /// Shown once the match is over.
    Result,
    /// Lessons for newcomers, in place of the moves until the first one.
    LessonOffer,
    Moves,
    /// The buttons of a match that is not a lesson.
    Tools,
    LessonButtons,
}

/// Set if large text leaves little width beside the board: all parts are then below each other and scroll.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct NarrowPanel(bool);

/// The scroll area of the panel.
#[derive(Component)]
struct PanelArea;

#[derive(Component)]
struct StatusText;

/// The current state of the match in one sentence.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct Status(Phrase);

/// Minimum and maximum width of the panel beside the board, in logical pixels of the interface.
const PANEL_WIDTHS: (f32, f32) = (320.0, 400.0);
/// Minimum width of a panel for all buttons of a room with free passes side by side.
const MIN_WIDTH_FOR_ROOM_TOOLS: f32 = 380.0;
/// Minimum height of the panel below the board: with a result of two players, and of more.
const PANEL_HEIGHTS: (f32, f32) = (150.0, 176.0);
/// Minimum height of that panel for a row of moves below everything else, for the same two cases.
const MOVES_IN_PANEL: (f32, f32) = (184.0, 230.0);
/// Extra height once the match is over, because its buttons may need two lines.
const RESULT_IN_PANEL: f32 = 144.0;
/// Approximate height of everything above the board in that layout, including the edges of the window.
const HEAD_HEIGHT: f32 = 100.0;
/// Minimum height of a low window that leaves space for a row of moves below the cards of more than two players.
const MIN_LOW_HEIGHT_FOR_MOVES: f32 = 440.0;
/// Side margin of the head and the panel when the board fills the width.
const EDGE: f32 = 8.0;
/// Minimum heights of an exercise's panel below the board: four lines of text and the buttons, and for more than two
/// players the list of turns as well.
const LESSON_PANELS: (f32, f32) = (180.0, 244.0);

fn spawn_match_screen(game: Res<Match>, lesson: Option<Res<Lesson>>, settings: Res<Settings>, mut commands: Commands) {
    commands.spawn((screen_root(Screen::Match), MatchPart::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), MatchPart::Board, BoardArea));
        root.spawn((MatchPart::Head, Pickable::IGNORE)).with_children(|head| {
            if lesson.is_none() {
                let title = children![heading::title_line(), presence::watching_text()];
                head.spawn((MatchPart::Title, Pickable::IGNORE, title));
            }
            head.spawn((MatchPart::Players, Pickable::IGNORE)).with_children(|players| {
                players::spawn_cards(players, &game);
            });
            head.spawn((MatchPart::Score, Pickable::IGNORE)).with_children(|place| score_bar::spawn(place, &game));
        });
        root.spawn((MatchPart::Panel, Pickable::IGNORE)).with_children(|panel| {
            let content = Node::column(8).padding(px(RING).all());
            // Spawned first, so that the Tab key reaches them first; the reversed column shows them at the bottom.
            if let Some(lesson) = &lesson {
                let mut place = panel.spawn((MatchPart::LessonButtons, Pickable::IGNORE));
                place.with_children(|buttons| lesson_panel::spawn_buttons(buttons, lesson, &settings));
            } else {
                let mut tools = panel.spawn((MatchPart::Tools, Pickable::IGNORE));
                if game.room.is_some() {
                    tools.insert(RoomTools);
                }
            }
            panel.spawn(NoticeContainer);
            let area =
                spawn_scroll_area(panel, filling(), content, |panel| spawn_panel(panel, &game, lesson.as_deref()));
            let mut commands = panel.commands();
            commands.entity(area).insert(PanelArea);
            fade_edges(&mut commands, area, theme::BACKGROUND);
        });
    });
}

fn spawn_panel(panel: &mut ChildSpawnerCommands, game: &Match, lesson: Option<&Lesson>) {
    panel.spawn((Name::new("turns"), MatchPart::Turns, Pickable::IGNORE));
    if let Some(lesson) = lesson {
        let mut place = panel.spawn((MatchPart::Lesson, Pickable::IGNORE));
        place.with_children(|words| lesson_panel::spawn_words(words, lesson));
    }
    let status = (worded("", TextStyle::Body, theme::TEXT), StatusText);
    panel.spawn((Name::new("status"), MatchPart::Status, Pickable::IGNORE, children![status]));
    panel.spawn((Name::new("room line"), MatchPart::RoomLine, Pickable::IGNORE));
    panel.spawn((Name::new("advice"), MatchPart::Advice, Pickable::IGNORE)).with_children(advice_panel::spawn_words);
    panel.spawn((MatchPart::SwapQuestion, Pickable::IGNORE));
    panel.spawn((MatchPart::Result, Pickable::IGNORE));
    panel.spawn((Name::new("lesson offer"), MatchPart::LessonOffer, Pickable::IGNORE));
    panel.spawn((MatchPart::Moves, Pickable::IGNORE)).with_children(|place| move_list::spawn(place, game));
}

/// Lays out the parts beside the board, or above and below it.
fn fit_parts(
    (orientation, space, growth): (Res<Orientation>, Res<LayoutSpace>, Res<TextGrowth>),
    (game, phase): (Res<Match>, Res<MatchPhase>),
    (lesson, offer): (Option<Res<Lesson>>, Res<LessonOffer>),
    (advice, line, settings, status): (Res<Advice>, Res<RoomLine>, Res<Settings>, Res<Status>),
    (mut scrolling, mut narrow): (ResMut<MoveScrolling>, ResMut<NarrowPanel>),
    mut parts: Query<(&MatchPart, &mut Node)>,
) {
    let is_over = result::is_shown(*phase, lesson.as_deref());
    let is_asked = swap_question::is_shown(*phase, &game);
    let is_offered = lesson.is_none() && lesson_offer::is_shown(&offer, &game);
    // Small layouts have space for one line: the line of the room replaces the advice, and either replaces the status
    // line. The result hides status and advice.
    let has_room = *orientation == Orientation::Landscape;
    let of_two = game.record.variant().everybody().len() == 2;
    let board = game.record.position().board();
    let squares = settings.facing.size((board.columns(), board.rows()));
    let board = whole_board(squares);
    let widths = BoardAndPanel::around(board, PANEL_WIDTHS, space.0, *growth);
    let is_narrow = orientation.is_beside() && widths.is_panel_narrow();
    narrow.set_if_neq(NarrowPanel(is_narrow));
    scrolling.set_if_neq(match move_scrolling(*orientation, &game, is_over, squares, space.0) {
        _ if is_narrow => MoveScrolling::WithPanel,
        scrolling => scrolling,
    });
    let layout =
        MatchLayout { orientation: *orientation, is_narrow, scrolling: *scrolling, board, widths, space: space.0 };
    for (part, mut node) in &mut parts {
        let mut fitted = fitted(*part, layout, &game);
        let is_hidden = match part {
            // Cards above the board show the counts side by side, and small layouts have no line to spare.
            MatchPart::Score => !has_room || lesson.is_some() || !settings.counts && !is_over,
            MatchPart::Turns => is_over || is_asked || lesson.is_some() && of_two,
            // In an exercise it shows only a typed square, or why a square was refused.
            MatchPart::Status if lesson.is_some() => status.0.is_nothing(),
            MatchPart::Status => is_over || is_asked || !has_room && (advice.kind().is_some() || line.is_shown()),
            MatchPart::Advice => {
                let is_covered = is_asked || !has_room && (is_over || line.is_shown());
                is_covered || advice.kind().is_none()
            }
            // Beside the board its space is reserved, otherwise the other parts would move when it appears.
            MatchPart::RoomLine => !line.is_shown() && (is_over || !has_room || game.room.is_none()),
            MatchPart::SwapQuestion => !is_asked,
            MatchPart::Result => !is_over,
            MatchPart::LessonOffer => !is_offered,
            MatchPart::Moves => is_asked || is_offered || lesson.is_some(),
            _ => false,
        };
        if is_hidden {
            fitted.display = Display::None;
        }
        if *node != fitted {
            *node = fitted;
        }
    }
}

/// The list of moves scrolls by itself if the panel has space for one row below everything else.
fn move_scrolling(
    orientation: Orientation,
    game: &Match,
    is_over: bool,
    squares: (u8, u8),
    space: Vec2,
) -> MoveScrolling {
    let of_two = game.record.variant().everybody().len() == 2;
    let has_room = match orientation {
        Orientation::Landscape => true,
        // A result fills a low panel, and so do the parts about more than two players.
        Orientation::Low => !is_over && (of_two || space.y >= MIN_LOW_HEIGHT_FOR_MOVES),
        Orientation::Portrait => {
            let board = whole_board(squares);
            let needed = if of_two { MOVES_IN_PANEL.0 } else { MOVES_IN_PANEL.1 };
            let needed = if is_over { needed + RESULT_IN_PANEL } else { needed };
            space.y - HEAD_HEIGHT - space.x * board.y / board.x >= needed
        }
        Orientation::Small => false,
    };
    if has_room { MoveScrolling::ByItself } else { MoveScrolling::WithPanel }
}

/// Moves the head into the scrolling panel if that is narrow, because both together are too high. Hides the scrollbar
/// where lines fill the whole width of the panel.
fn arrange_panel(
    (narrow, orientation): (Res<NarrowPanel>, Res<Orientation>),
    parts: Query<(Entity, &MatchPart, Option<&ChildOf>)>,
    areas: Query<(Entity, Has<WithoutBar>), With<PanelArea>>,
    mut commands: Commands,
) {
    let found = |wanted: MatchPart| parts.iter().find(|(_, part, _)| **part == wanted);
    let (Some((root, ..)), Some((head, _, place)), Ok((area, is_barless))) =
        (found(MatchPart::Root), found(MatchPart::Head), areas.single())
    else {
        return;
    };
    mark::<WithoutBar>(&mut commands, area, is_barless, *orientation != Orientation::Landscape);
    // In the root the board is the first child and the head the second.
    let (wanted, index) = if narrow.0 { (area, 0) } else { (root, 1) };
    if place.is_none_or(|place| place.parent() != wanted) {
        commands.entity(wanted).insert_children(index, &[head]);
    }
}

/// Sizes that decide how the parts share the window.
#[derive(Clone, Copy, Debug)]
struct MatchLayout {
    orientation: Orientation,
    is_narrow: bool,
    scrolling: MoveScrolling,
    /// Columns and rows of the board with its frame.
    board: Vec2,
    widths: BoardAndPanel,
    space: Vec2,
}

fn fitted(part: MatchPart, layout: MatchLayout, game: &Match) -> Node {
    let MatchLayout { orientation, is_narrow, scrolling, board, widths, space } = layout;
    let is_beside = orientation.is_beside();
    let edge = if orientation == Orientation::Portrait { EDGE } else { 0.0 };
    let inset = if is_beside { UiRect::horizontal(px(4)) } else { UiRect::DEFAULT };
    let middle = if is_beside { JustifyContent::Default } else { JustifyContent::Center };
    let button_margin = UiRect::new(px(RING), px(RING), px(4), px(RING));
    match part {
        MatchPart::Root => {
            let is_of_two = game.record.variant().everybody().len() == 2;
            let heights = if game.exercise.is_some() { LESSON_PANELS } else { PANEL_HEIGHTS };
            let least = if is_of_two { heights.0 } else { heights.1 };
            orientation.screen_around(board, widths, least, space)
        }
        MatchPart::Board => orientation.board_place(),
        MatchPart::Head if is_narrow => whole_line().stacked(8),
        MatchPart::Head => {
            orientation.head_place().stacked(if is_beside { 12 } else { 8 }).margin(px(edge).horizontal())
        }
        MatchPart::Panel => {
            let place = orientation.panel_place().margin(UiRect::axes(px(edge - RING), px(-RING)));
            let grid_row = if is_narrow { GridPlacement::start_span(1, 2) } else { place.grid_row };
            Node { grid_row, flex_direction: FlexDirection::ColumnReverse, ..place }
        }
        MatchPart::Result | MatchPart::SwapQuestion | MatchPart::Score => whole_line().padding(inset),
        MatchPart::Title if orientation == Orientation::Small => Node { display: Display::None, ..default() },
        MatchPart::Title => Node::row(12).justify(middle).wrap(FlexWrap::Wrap).padding(inset),
        MatchPart::Lesson => {
            let is_roomy = orientation == Orientation::Landscape && !is_narrow;
            let margin = UiRect::top(px(if is_roomy { 14 } else { 0 }));
            // The scrollbar covers the right edge.
            let padding = UiRect { right: px(8), ..inset };
            whole_line().stacked(8).padding(padding).margin(margin)
        }
        MatchPart::Players if is_narrow => Node::column(4),
        MatchPart::Players if orientation == Orientation::Landscape => Node::column(theme::GAP),
        MatchPart::Players => Node::row(5),
        MatchPart::Turns => {
            let wrap = if is_narrow { FlexWrap::Wrap } else { FlexWrap::NoWrap };
            whole_line().spaced(4).align(AlignItems::FlexEnd).justify(middle).wrap(wrap)
        }
        MatchPart::Status if game.exercise.is_some() => whole_line().padding(inset),
        MatchPart::Status if is_beside => {
            // High enough for every message that this board can cause, so that nothing moves.
            let height = px(if has_wide_turns(game.record.variant()) { 44 } else { 24 });
            let line = whole_line().spaced(theme::GAP).centred().spread();
            line.min_height(height).padding(inset)
        }
        // As high as the advice that may replace it, so that the board does not move.
        MatchPart::Status => advice_node(whole_line()).justify(middle),
        // Text above the buttons, because they do not fit side by side.
        MatchPart::Advice | MatchPart::RoomLine if is_narrow => {
            Node { padding: inset, display: Display::Grid, row_gap: px(6), ..whole_line() }
        }
        MatchPart::Advice | MatchPart::LessonOffer | MatchPart::RoomLine => advice_node(whole_line()).padding(inset),
        MatchPart::Moves if scrolling == MoveScrolling::WithPanel => whole_line().stacked(0),
        MatchPart::Moves => filling().stacked(0).min_height(px(move_list::MIN_HEIGHT)).basis(px(0)),
        MatchPart::LessonButtons => {
            if is_narrow { whole_line().stacked(8) } else { whole_line().spaced(8) }.margin(button_margin)
        }
        MatchPart::Tools => {
            // Watched matches and those with free passes have one more button.
            let gap = if game.is_watched() || game.record.variant().free_pass() { 8 } else { 14 };
            let gap = if is_narrow { 4 } else { gap };
            // The additional button leaves captions too little width: large ones, and the longer ones of a room.
            let least = if game.room.is_some() { MIN_WIDTH_FOR_ROOM_TOOLS } else { PANEL_WIDTHS.0 };
            let is_tight = is_beside && game.record.variant().free_pass() && widths.panel < least;
            let wrap = if is_narrow || is_tight { FlexWrap::Wrap } else { FlexWrap::NoWrap };
            Node::wrapping_row(gap, 4).wrap(wrap).fixed().margin(button_margin)
        }
    }
}

/// Node of the advice. It has the height of a button even without one, so that the board does not move.
fn advice_node(place: Node) -> Node {
    place.spaced(8).centred().min_height(px(theme::TOUCH + 4.0))
}

fn find_status(
    game: Res<Match>,
    phase: Res<MatchPhase>,
    lesson: Option<Res<Lesson>>,
    (typed, thinking, watching): (Res<TypedName>, Res<ThinkingProgress>, Res<Watching>),
    trouble: Res<ProgramTrouble>,
    mut refusals: MessageReader<CommandRefused>,
    mut refused: Local<Option<Phrase>>,
    mut status: ResMut<Status>,
) {
    // A refusal is shown until the match changes.
    if game.is_changed() {
        *refused = None;
    }
    if let Some((_, reason)) = refusals.read().filter_map(CommandRefused::illegal_placement).last() {
        *refused = Some(say!("match-not-there", reason = reason));
    }
    let sentence = if !typed.text().is_empty() {
        say!("match-typed", typed = typed.text())
    } else if let Some(refused) = refused.as_ref() {
        refused.clone()
    } else if lesson.is_some() {
        // The lesson's own text says the rest.
        Phrase::nothing()
    } else {
        match (game.to_move(), *phase) {
            (Some(_), _) if game.awaits_start() => say!("match-draws-start"),
            (Some(_), _) if game.swap_question().is_some() => swap_question::question(&game),
            // The result is not given away while the last discs still turn.
            (None, MatchPhase::Over) => outcome_sentence(&game),
            (None, _) => Phrase::nothing(),
            (Some(_), MatchPhase::Thinking) if watching.must_wait(&game) => say!("watch-paused"),
            (Some((player, Seat::Cpu(_))), MatchPhase::Thinking) if thinking.is_loading => {
                say!("match-waits-for-program", player = game.called(player))
            }
            (Some(_), MatchPhase::Thinking) if trouble.0.is_some() => say!("program-stuck"),
            (Some((player, Seat::Cpu(_) | Seat::Program(_))), MatchPhase::Thinking) => {
                say!("match-thinking", player = game.called(player))
            }
            (Some((player, _)), _) if game.you() == Some(player) => say!("match-your-move"),
            (Some((player, _)), _) => say!("match-to-move", player = game.called(player)),
        }
    };
    status.set_if_neq(Status(sentence));
}

/// Shows the status, preceded by the effects of the last turn: an explosion, passes or a cut-in.
fn show_status(
    (status, announcement): (Res<Status>, Res<Announcement>),
    (game, phase): (Res<Match>, Res<MatchPhase>),
    mut texts: Query<&mut Worded, With<StatusText>>,
) {
    let exploded = game.record.last_turn().filter(|turn| turn.explodes() && *phase != MatchPhase::Flipping);
    let exploded = exploded.and_then(|turn| Some((turn.square()?, turn.vanished())));
    let exploded = exploded.map(|(square, count)| say!("match-exploded", square = square, count = count));
    let happened = exploded.into_iter().chain(announcement.phrases());
    let happened = happened.map(|phrase| say!("spoken-sentence", words = phrase));
    let words = Phrase::sentences(happened.chain(std::iter::once(status.0.clone())));
    for mut text in &mut texts {
        text.set_if_neq(Worded(words.clone()));
    }
}

/// Reports the status to screen readers, preceded by the exercise of a lesson and by passes or a cut-in.
fn report_status(
    (status, announcement): (Res<Status>, Res<Announcement>),
    (game, phase, lesson): (Res<Match>, Res<MatchPhase>, Option<Res<Lesson>>),
    mut shown: ResMut<ScreenStatus>,
) {
    let ended = |words| say!("spoken-sentence", words = words);
    let exercise = lesson
        .iter()
        .flat_map(|lesson| [ended(lesson.place_words()), lesson.words(&game, *phase != MatchPhase::Flipping)]);
    let words = exercise.chain(announcement.phrases().map(ended)).chain(std::iter::once(status.0.clone()));
    let words = Phrase::sentences(words);
    shown.set_if_neq(ScreenStatus { heading: lesson.as_ref().map(|lesson| lesson.page().heading()), words });
}

fn mark_buttons(
    game: Res<Match>,
    advice: Res<Advice>,
    buttons: Query<(Entity, &OnPress, Has<InteractionDisabled>, Has<Checked>)>,
    mut commands: Commands,
) {
    let allowed = game.permissions();
    for (entity, on_press, is_disabled, is_chosen) in &buttons {
        if let Some(command) = on_press.message::<MatchCommand>() {
            let is_allowed = match command.change {
                MatchChange::TakeBack => allowed.take_back,
                MatchChange::Redo => allowed.redo,
                MatchChange::Pass => allowed.pass,
                _ => true,
            };
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !is_allowed);
        } else if let Some(command) = on_press.message::<WatchCommand>() {
            let is_over = game.ending().is_some();
            let is_allowed = match command {
                WatchCommand::Step => !is_over || allowed.redo,
                WatchCommand::TogglePause => !is_over,
                WatchCommand::NextSpeed => true,
            };
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !is_allowed);
        } else if let Some(AdviceCommand::Toggle(kind)) = on_press.message() {
            let is_on = advice.kind() == Some(*kind);
            let is_allowed = is_on || allowed.advice != AdvicePermission::No && !game.is_blocked();
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !is_allowed);
            mark::<Checked>(&mut commands, entity, is_chosen, is_on);
        }
    }
}
