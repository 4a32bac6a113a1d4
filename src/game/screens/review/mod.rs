//! Review of a match: the board at any of its positions, the graph, the worst moves in words, and all moves with their
//! losses.

mod graph;
mod move_list;

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use self::move_list::{Lists, MoveGrid, columns};
use crate::cpu::Measure;
use crate::game::analysis::advice::percent_text;
use crate::game::analysis::final_lead::FinalLead;
use crate::game::analysis::replay::{Replay, ReplayCommand};
use crate::game::analysis::review::{PlayOn, ReviewStep, Reviewing, Standing};
use crate::game::board_view::board_root::{BoardArea, whole_board};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::{EndSystems, GameSystems};
use crate::game::play::match_state::Match;
use crate::game::screens::overlays::dialog::outcome_sentence;
use crate::game::screens::screen_root;
use crate::game::settings::Settings;
use crate::game::text::clock_face::{ClockFace, spoken_time};
use crate::game::text::worded::{Labelled, Worded};
use crate::game::text::words::review_words;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, ControlKey, bare_button, button, button_node, mark};
use crate::game::ui::icon::{Icon, icon};
use crate::game::ui::layout::Layout;
use crate::game::ui::notice::NoticeContainer;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{BoardAndPanel, LayoutSpace, Orientation, RING, TextGrowth, filling, whole_line};
use crate::game::ui::screen_status::ScreenStatus;
use crate::game::ui::scroll::{set_scrolling, spawn_scroll_area};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tooltip::Tooltip;
use crate::rules::{Player, Record, Turn};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((graph::plugin, move_list::plugin));
    app.init_resource::<Sentence>().add_systems(OnEnter(Screen::Review), spawn_review_screen).add_systems(
        Update,
        (
            fit_parts.run_if(
                resource_changed::<LayoutSpace>
                    .or_else(resource_changed::<TextGrowth>)
                    .or_else(any_match_filter::<Added<ReviewPart>>),
            ),
            (find_sentence, show_texts, offer_line, mark_buttons).chain().run_if(
                resource_exists_and_changed::<Reviewing>
                    .or_else(resource_changed::<Orientation>)
                    .or_else(any_match_filter::<Added<ReviewPart>>),
            ),
            show_replay.run_if(resource_changed::<Replay>.or_else(any_match_filter::<Added<ReviewPart>>)),
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Review)),
    );
    app.add_systems(Last, report_status.in_set(EndSystems::Status).run_if(in_state(Screen::Review)));
}

/// The area that scrolls the whole panel if there is little space.
#[derive(Component)]
struct PanelArea;

/// A part of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node, Pickable::IGNORE)]
enum ReviewPart {
    Root,
    Board,
    Title,
    /// Scrolls if there is not enough space.
    Panel,
    Graph,
    Sentence,
    Steps,
    /// A button that steps through the match or replays it.
    Step,
    /// Another button in the row of steps.
    OtherButton,
    Lists,
}

/// The button that opens the better line, and returns from it.
#[derive(Component)]
struct LineButton;

/// The button that starts and stops the replay.
#[derive(Component)]
struct ReplayButton;

/// The icon on [`ReplayButton`].
#[derive(Component)]
struct ReplayIcon;

/// The button with the speed of the replay.
#[derive(Component)]
struct SpeedButton;

/// The caption of [`SpeedButton`].
#[derive(Component)]
struct SpeedText;

/// Caption that depends on the state or on the layout.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Caption {
    /// Of [`LineButton`].
    Line,
    /// Of the button that begins a new match at this position.
    PlayOn,
}

/// Comment on the shown position.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct Sentence {
    /// The move that it is about.
    heading: Phrase,
    /// Time spent on the move, in matches with a clock.
    time: Option<Duration>,
    words: Phrase,
}

impl Sentence {
    /// Heading, time and comment in one phrase.
    fn all(&self) -> Phrase {
        let Self { heading, words, .. } = self.clone();
        let heading = match self.time {
            Some(time) => say!("review-heading-took", heading = heading, time = spoken_time(time.as_millis() as u64)),
            None => heading,
        };
        if words.is_nothing() { heading } else { say!("review-sentence", heading = heading, words = words) }
    }
}

/// A text that changes with the review.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum ReviewText {
    /// Progress, and afterwards the result of the review.
    Summary,
    /// The shown move.
    Heading,
    /// Time spent on it.
    Time,
    /// The comment.
    Words,
}

/// Height of the graph beside the board, and below it.
const GRAPH: (f32, f32) = (148.0, 72.0);
/// Minimum height of the comment: its heading, and two lines of small text.
const SENTENCE: f32 = 60.0;
/// Minimum height of the lists below the board: two of the worst moves.
const MIN_LISTS_HEIGHT: f32 = 112.0;
/// Minimum height of the panel below the board, with its gaps.
const MIN_PANEL_HEIGHT: f32 = GRAPH.1 + SENTENCE + 2.0 * theme::TOUCH + ROW_GAP + MIN_LISTS_HEIGHT + 3.0 * 8.0;
/// Gap between the two rows of buttons.
const ROW_GAP: f32 = 5.0;

/// The buttons that step through the match: caption, label and step.
fn steps() -> [(&'static str, Phrase, ReviewStep); 4] {
    [
        ("|◀", say!("review-first"), ReviewStep::First),
        ("◀", say!("review-back"), ReviewStep::Back),
        ("▶", say!("review-on"), ReviewStep::On),
        ("▶|", say!("review-last"), ReviewStep::Last),
    ]
}

fn spawn_review_screen(game: Res<Match>, mut commands: Commands) {
    commands.spawn((screen_root(Screen::Review), ReviewPart::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), ReviewPart::Board, BoardArea));
        let to_match = Navigate::To(Screen::Match);
        let leave = (say!("review-leave"), say!("review-back-to-match"));
        let leave = button(leave.0, leave.1, ButtonKind::Plain, Val::Auto, to_match);
        root.spawn((
            ReviewPart::Title,
            children![
                (worded(say!("result-review"), TextStyle::Heading, theme::TEXT), TextLayout::no_wrap()),
                (worded("", TextStyle::Small, theme::QUIET_TEXT), ReviewText::Summary, Node::default().fill()),
                share_button(),
                leave,
            ],
        ));
        root.spawn(ReviewPart::Panel).with_children(|place| {
            let content = Node::column(8).padding(px(RING).all());
            let area = spawn_scroll_area(place, filling(), content, |panel| spawn_panel(panel, &game));
            place.commands().entity(area).insert(PanelArea);
            place.spawn(NoticeContainer);
        });
    });
}

fn spawn_panel(panel: &mut ChildSpawnerCommands, game: &Match) {
    panel.spawn(ReviewPart::Graph).with_children(|place| graph::spawn(place, game.record.variant()));
    let words = (worded("", TextStyle::Small, theme::QUIET_TEXT), ReviewText::Words);
    panel.spawn((ReviewPart::Sentence, Name::new("sentence"), children![heading_line(), words]));
    panel.spawn(ReviewPart::Steps).with_children(|row| {
        for (caption, label, step) in steps() {
            let step = button(caption, label, ButtonKind::Plain, Val::Auto, step);
            row.spawn((step, ReviewPart::Step, Pickable::default()));
        }
        spawn_replay_buttons(row);
        let line = bare_button(say!("review-better"), ButtonKind::Main, ReviewStep::Better, button_node());
        row.spawn((line, LineButton, ReviewPart::OtherButton, Pickable::default()))
            .insert(ControlKey(say!("review-better").identity()))
            .with_child((worded("", TextStyle::Strong, theme::TEXT), TextLayout::no_wrap(), Caption::Line));
        let play_on = bare_button(say!("review-play-on"), ButtonKind::Plain, PlayOn, button_node());
        let caption = (worded("", TextStyle::Body, theme::TEXT), TextLayout::no_wrap(), Caption::PlayOn);
        row.spawn((play_on, ReviewPart::OtherButton, Pickable::default())).with_child(caption);
    });
    panel.spawn(ReviewPart::Lists).with_children(|place| move_list::spawn(place, game));
}

/// The button that starts and stops the replay, and its speed.
fn spawn_replay_buttons(row: &mut ChildSpawnerCommands) {
    let toggle = bare_button(say!("replay-play"), ButtonKind::Plain, ReplayCommand::Toggle, button_node());
    row.spawn((toggle, ReplayButton, ReviewPart::Step, Pickable::default()))
        .insert(ControlKey(say!("replay-play").identity()))
        .with_child((icon(Icon::Play, 20.0, theme::TEXT), ReplayIcon));
    let speed = bare_button("", ButtonKind::Plain, ReplayCommand::NextSpeed, button_node());
    let caption = (worded("", TextStyle::Small, theme::TEXT), TextLayout::no_wrap(), SpeedText);
    row.spawn((speed, SpeedButton, ReviewPart::Step, Pickable::default()))
        .insert(ControlKey(say!("option-speed").identity()))
        .with_child(caption);
}

/// Button that opens the ways to hand the game on; it has space for its icon only.
fn share_button() -> impl Bundle {
    let node = button_node().min_width(px(theme::TOUCH)).padding(UiRect::ZERO);
    (
        bare_button(say!("share-open"), ButtonKind::Plain, Navigate::Open(Overlay::Share), node),
        Tooltip(say!("share-open")),
        children![icon(Icon::Share, 20.0, theme::TEXT)],
    )
}

/// The shown move, and the time spent on it at the end of the line.
fn heading_line() -> impl Bundle {
    let row = Node::row(theme::GAP).align(AlignItems::Baseline).spread();
    let heading = (worded("", TextStyle::Strong, theme::TEXT), ReviewText::Heading);
    let time = (worded("", TextStyle::Small, theme::QUIET_TEXT), ReviewText::Time, TextLayout::no_wrap());
    (Pickable::IGNORE, row, children![heading, (time, Node::default().fixed())])
}

fn fit_parts(
    (orientation, space, growth): (Res<Orientation>, Res<LayoutSpace>, Res<TextGrowth>),
    (reviewing, settings): (Option<Res<Reviewing>>, Res<Settings>),
    mut parts: Query<(Entity, &ReviewPart, &mut Node, Option<&ChildOf>)>,
    panels: Query<Entity, With<PanelArea>>,
    lists: Query<Entity, With<Lists>>,
    mut grids: Query<&mut Node, (With<MoveGrid>, Without<ReviewPart>)>,
    mut commands: Commands,
) {
    let Some(reviewing) = reviewing else { return };
    let board = reviewing.record().position().board();
    let board = whole_board(settings.facing.size((board.columns(), board.rows())));
    let widths = BoardAndPanel::with_usual_panel(board, space.0, *growth);
    let is_narrow = orientation.is_beside() && widths.is_panel_narrow();
    for (_, part, mut node, _) in &mut parts {
        *node = fitted(*part, *orientation, board, widths, space.0);
    }
    let found = |wanted: ReviewPart| parts.iter().find(|(_, part, ..)| **part == wanted);
    if let (Some((root, ..)), Some((title, _, _, place)), Ok(area)) =
        (found(ReviewPart::Root), found(ReviewPart::Title), panels.single())
    {
        // In the root the board is the first child and the title the second.
        let (wanted, index) = if is_narrow { (area, 0) } else { (root, 1) };
        if place.is_none_or(|place| place.parent() != wanted) {
            commands.entity(wanted).insert_children(index, &[title]);
        }
    }
    for mut grid in &mut grids {
        grid.grid_template_columns = columns(is_narrow);
    }
    // With little space, the lists scroll together with the rest of the panel.
    let is_small = is_narrow || *orientation == Orientation::Small;
    panels.iter().for_each(|area| set_scrolling(&mut commands, area, is_small));
    lists.iter().for_each(|area| set_scrolling(&mut commands, area, !is_small));
}

fn fitted(part: ReviewPart, orientation: Orientation, board: Vec2, widths: BoardAndPanel, space: Vec2) -> Node {
    let is_narrow = orientation.is_beside() && widths.is_panel_narrow();
    match part {
        ReviewPart::Root => orientation.screen(board, widths, MIN_PANEL_HEIGHT, space),
        ReviewPart::Board => orientation.board_place(),
        ReviewPart::Title if is_narrow => Node { row_gap: px(4), ..title_node(whole_line()).wrap(FlexWrap::Wrap) },
        ReviewPart::Title => title_node(orientation.head_place()),
        ReviewPart::Panel if is_narrow => {
            Node { grid_row: GridPlacement::start_span(1, 2), ..orientation.panel_place().stacked(0) }
        }
        ReviewPart::Panel => orientation.panel_place().stacked(0),
        ReviewPart::Graph if orientation == Orientation::Landscape => whole_line().height(px(GRAPH.0)),
        ReviewPart::Graph => whole_line().height(px(GRAPH.1)),
        ReviewPart::Sentence => sentence_node(whole_line()),
        ReviewPart::Steps => Node::wrapping_row(5, ROW_GAP).fixed(),
        // The steps and the replay fill a row, with the two other buttons below.
        ReviewPart::Step => step_node(percent(13), 0.0),
        ReviewPart::OtherButton => step_node(percent(40), 4.0),
        ReviewPart::Lists if is_narrow => whole_line().stacked(0),
        ReviewPart::Lists if orientation == Orientation::Small => whole_line().stacked(0),
        ReviewPart::Lists => filling().stacked(0).basis(px(0)),
    }
}

fn title_node(place: Node) -> Node {
    place.spaced(theme::GAP).centred().spread().padding(px(4).horizontal())
}

fn sentence_node(place: Node) -> Node {
    place.stacked(2).min_height(px(SENTENCE)).padding(px(4).horizontal())
}

/// A button with this minimum width that grows with its row.
fn step_node(least: Val, inset: f32) -> Node {
    button_node().grow().basis(least).inset(inset, 6)
}

/// The opponent of a player in a match of two.
fn opponent(game: &Match, player: Player) -> Phrase {
    let others = game.record.variant().players().iter().filter(|other| **other != player);
    Phrase::list(others.map(|other| game.called(*other)))
}

/// A move, such as "12. White c4".
fn move_words(game: &Match, turn: &Turn) -> Phrase {
    let (number, player) = (turn.move_number, game.called(turn.player));
    match turn.square() {
        Some(square) => say!("review-move", number = number, player = player, square = square),
        None => say!("move-passed", number = number, player = player),
    }
}

/// Comment inside the better line: the move shown there, the rest of the line, and who is ahead.
fn line_sentence(reviewing: &Reviewing, line: &Record) -> Sentence {
    let game = reviewing.game();
    let last = line.last_turn().map_or_else(Phrase::nothing, |turn| move_words(game, turn));
    let turns = line.played().iter().chain(line.undone()).skip(reviewing.ply());
    let squares: Vec<String> = turns.map(|turn| turn.chosen().to_string()).collect();
    let (done, count) = (line.ply() - reviewing.ply(), squares.len());
    let ahead = match (reviewing.standing_here().unwrap_or(Standing::Lead(0)), line.variant().players()) {
        (Standing::Lead(lead @ 1..), [first, ..]) => say!("review-ahead", player = game.called(*first), discs = lead),
        (Standing::Lead(lead @ ..=-1), [_, second, ..]) => {
            say!("review-ahead", player = game.called(*second), discs = -lead)
        }
        (Standing::Lead(_), _) => say!("review-even"),
        (Standing::Shares(shares), _) => Phrase::list(line.variant().scored().iter().map(|player| {
            say!("review-player-share", player = game.called(*player), percent = percent_text(shares[*player]))
        })),
    };
    Sentence {
        heading: say!("review-line-move", last = last, done = done, count = count),
        time: None,
        words: say!("review-line", squares = squares.join(" "), ahead = ahead),
    }
}

fn report_status(sentence: Res<Sentence>, mut status: ResMut<ScreenStatus>) {
    status.set_if_neq(sentence.all().into());
}

fn find_sentence(reviewing: Res<Reviewing>, mut sentence: ResMut<Sentence>) {
    if let Some(line) = reviewing.line() {
        sentence.set_if_neq(line_sentence(&reviewing, line));
        return;
    }
    let game = reviewing.game();
    let found = reviewing.move_here();
    let turn = reviewing.record().undone().first();
    let (heading, words) = match (turn, found) {
        (None, _) => {
            let counts = reviewing.record().position().counts();
            let players = reviewing.record().variant().scored();
            let discs = players.iter().map(|player| counts[*player].to_string()).collect::<Vec<_>>().join(" – ");
            let words = match reviewing.measure() {
                _ if !reviewing.is_complete() => Phrase::nothing(),
                Measure::Discs => match FinalLead::of(reviewing.record().position()) {
                    Some(FinalLead { lead, .. }) => Phrase::sentences([
                        say!("spoken-sentence", words = losses(&reviewing)),
                        say!("review-empties", lead = lead),
                    ]),
                    None => losses(&reviewing),
                },
                Measure::Shares => {
                    let parts = [accuracies(&reviewing), losses(&reviewing)];
                    Phrase::sentences(parts.map(|words| say!("spoken-sentence", words = words)))
                }
            };
            let outcome = match reviewing.record().position().to_move() {
                Some(player) if game.ending().is_none() => say!("match-to-move", player = game.called(player)),
                _ => outcome_sentence(game),
            };
            (say!("review-outcome", outcome = outcome, discs = discs), words)
        }
        (Some(turn), found) => {
            let player = game.called(turn.player);
            let words = found.map(|found| review_words(found, &player, &opponent(game, found.player)));
            let unknown = if turn.placement.is_none() { say!("review-pass") } else { say!("review-not-yet") };
            (move_words(game, turn), words.unwrap_or(unknown))
        }
    };
    let has_clock = game.clock.control().is_some();
    let time = turn.and_then(|_| game.time_of(reviewing.ply())).filter(|_| has_clock);
    sentence.set_if_neq(Sentence { heading, time, words });
}

/// Progress of the review; afterwards the accuracy of both players. With more players, the comment at the end has it.
fn summary(reviewing: &Reviewing, orientation: Orientation) -> Phrase {
    let moves = &reviewing.found().moves;
    if let Some(problem) = reviewing.problem() {
        return say!("review-none", problem = problem);
    }
    if !reviewing.is_complete() {
        return say!("review-progress", done = moves.len(), all = reviewing.placements());
    }
    match reviewing.measure() {
        Measure::Discs if orientation == Orientation::Landscape => accuracies(reviewing),
        Measure::Discs => short_accuracies(reviewing),
        Measure::Shares => Phrase::nothing(),
    }
}

/// The accuracy of each player in turn order, in percent.
fn found_accuracies(reviewing: &Reviewing) -> impl Iterator<Item = (Player, String)> {
    let variant = reviewing.record().variant();
    let found = reviewing.found().accuracies(variant);
    variant.scored().iter().filter_map(move |player| Some((*player, format!("{:.0}", found[*player]?))))
}

/// Accuracies without names, such as "Accuracy: 84 % – 71 %".
fn short_accuracies(reviewing: &Reviewing) -> Phrase {
    let parts: Vec<String> = found_accuracies(reviewing).map(|(_, percent)| format!("{percent}\u{a0}%")).collect();
    say!("review-accuracy", players = parts.join(" – "))
}

/// Accuracies with names, such as "Accuracy: Black 84 % and White 71 %".
fn accuracies(reviewing: &Reviewing) -> Phrase {
    let parts = found_accuracies(reviewing).map(|(player, percent)| {
        say!("review-player-share", player = reviewing.game().called(player), percent = percent)
    });
    say!("review-accuracy", players = Phrase::list(parts))
}

/// Each player's average loss per move, in discs or in percentage points.
fn losses(reviewing: &Reviewing) -> Phrase {
    let variant = reviewing.record().variant();
    let parts = variant.scored().iter().map(|player| {
        let lost: Vec<u32> = reviewing
            .found()
            .moves
            .iter()
            .filter(|found| found.player == *player)
            .map(|found| found.loss().amount())
            .collect();
        let average = f64::from(lost.iter().sum::<u32>()) / lost.len().max(1) as f64;
        (reviewing.game().called(*player), format!("{average:.1}"))
    });
    match reviewing.measure() {
        Measure::Discs => {
            let players = parts.map(|(player, lost)| say!("review-player-lost", player = player, discs = lost));
            say!("review-discs-lost", losses = Phrase::list(players))
        }
        Measure::Shares => {
            let players = parts.map(|(player, lost)| say!("review-player-share", player = player, percent = lost));
            say!("review-shares-lost", losses = Phrase::list(players))
        }
    }
}

fn show_texts(
    (reviewing, sentence, orientation): (Res<Reviewing>, Res<Sentence>, Res<Orientation>),
    mut texts: Query<(&ReviewText, &mut Worded)>,
) {
    for (part, mut text) in &mut texts {
        let words = match part {
            ReviewText::Summary => summary(&reviewing, *orientation),
            ReviewText::Heading => sentence.heading.clone(),
            ReviewText::Time => {
                let face = sentence.time.map(|time| ClockFace::of_seconds(time.as_secs()));
                face.map_or_else(Phrase::nothing, |face| say!("review-took", time = face))
            }
            ReviewText::Words => sentence.words.clone(),
        };
        text.set_if_neq(Worded(words));
    }
}

/// Shows on the buttons of the replay whether it plays, and how fast.
fn show_replay(
    replay: Res<Replay>,
    mut icons: Query<&mut Icon, With<ReplayIcon>>,
    mut toggles: Query<&mut Labelled, With<ReplayButton>>,
    mut captions: Query<&mut Worded, With<SpeedText>>,
    mut speeds: Query<&mut Labelled, (With<SpeedButton>, Without<ReplayButton>)>,
) {
    let (picture, label) =
        if replay.is_playing() { (Icon::Pause, say!("replay-stop")) } else { (Icon::Play, say!("replay-play")) };
    icons.iter_mut().for_each(|mut shown| _ = shown.set_if_neq(picture));
    toggles.iter_mut().for_each(|mut shown| _ = shown.set_if_neq(Labelled(label.clone())));
    let moves = || (f32::from(replay.speed.percent()) / 100.0).to_string();
    captions.iter_mut().for_each(|mut shown| _ = shown.set_if_neq(Worded(say!("replay-speed", moves = moves()))));
    let speed = say!("replay-speed-label", moves = moves());
    speeds.iter_mut().for_each(|mut shown| _ = shown.set_if_neq(Labelled(speed.clone())));
}

/// Switches the button between the better line and the way back. Captions are short where there is little space.
fn offer_line(
    reviewing: Res<Reviewing>,
    orientation: Res<Orientation>,
    mut captions: Query<(&Caption, &mut Worded)>,
    mut buttons: Query<(&mut OnPress, &mut Labelled), With<LineButton>>,
) {
    let is_in_line = reviewing.line().is_some();
    let has_room = *orientation == Orientation::Landscape;
    for (caption, mut text) in &mut captions {
        let words = match (caption, is_in_line, has_room) {
            (Caption::Line, false, true) => say!("review-better"),
            (Caption::Line, false, false) => say!("review-better-short"),
            (Caption::Line, true, true) => say!("review-match"),
            (Caption::Line, true, false) => say!("review-match-short"),
            (Caption::PlayOn, _, true) => say!("review-play-on"),
            (Caption::PlayOn, _, false) => say!("review-play-on-short"),
        };
        text.set_if_neq(Worded(words));
    }
    for (mut on_press, mut label) in &mut buttons {
        let (step, words) = if is_in_line {
            (ReviewStep::Match, say!("review-match"))
        } else {
            (ReviewStep::Better, say!("review-better"))
        };
        on_press.set_if_neq(step.into());
        label.set_if_neq(Labelled(words));
    }
}

fn mark_buttons(
    reviewing: Res<Reviewing>,
    buttons: Query<(Entity, &OnPress, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    for (entity, on_press, is_disabled) in &buttons {
        let leads_nowhere = match on_press.message() {
            _ if on_press.message::<PlayOn>().is_some() => !reviewing.can_be_played_on(),
            Some(ReviewStep::On) => !reviewing.can_go_on(),
            Some(ReviewStep::First | ReviewStep::Back) => reviewing.shown().ply() == 0,
            Some(ReviewStep::Last) => reviewing.line().is_none() && reviewing.ply() == reviewing.plies(),
            Some(ReviewStep::Better) => reviewing.better_line().is_none(),
            Some(ReviewStep::To(_) | ReviewStep::Match) | None => continue,
        };
        mark::<InteractionDisabled>(&mut commands, entity, is_disabled, leads_nowhere);
    }
}
