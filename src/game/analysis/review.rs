//! The review of a finished or imported match: its findings, and the position on the board.
//!
//! The match stays untouched: the review steps through a copy of its record. A better line is a record of its own, so
//! that the copy keeps its position.

use bevy::prelude::*;

use crate::cpu::{Answer, Measure, MoveReview, MoveScores, NoAnswer, Question, Review, ThinkNews, ThinkRequest};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::{Screen, comes_from_settings, match_is_left};
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::match_time::fresh_seed;
use crate::game::play::opened_game::{ShownFirst, is_position_named};
use crate::game::play::watching::set_watched_speed;
use crate::game::redraw::Frames;
use crate::game::thinker::CpuWorker;
use crate::rules::{ByPlayer, Player, Record, Turn};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ReviewStep>()
        .add_command::<PlayOn>()
        // A visit to the settings usually returns to the same position, so it does not start the review again.
        .add_systems(OnEnter(Screen::Review), begin.run_if(not(comes_from_settings).or_else(is_position_named)))
        .add_systems(OnExit(Screen::Review), stop.run_if(not(in_state(Screen::Settings))))
        .add_systems(
            OnExit(Screen::Settings),
            stop.run_if(not(in_state(Screen::Review)).and_then(resource_exists::<Reviewing>)),
        )
        .add_systems(
            Update,
            (
                receive.in_set(GameSystems::Think),
                handle_play_on.in_set(PlaySystems::Setup).after(set_watched_speed),
                handle_review_steps.in_set(GameSystems::Play).after(PlaySystems::Setup),
            )
                .run_if(in_state(Screen::Review)),
        );
    app.add_systems(Update, release_memory.in_set(GameSystems::Navigate).run_if(match_is_left));
    app.insert_non_send(Reviewer::default());
}

/// Number of worst moves to point out.
pub(crate) const MAX_WORST_MOVES: usize = 3;

/// The match under review.
#[derive(Resource, Clone, Debug)]
pub struct Reviewing {
    /// A copy at the current position; later turns are undone.
    game: Match,
    /// The better line while it is shown: the match up to that point, then the better moves.
    line: Option<Record>,
    found: Review,
    /// Id of the open request.
    waiting_for: Option<u64>,
    /// Reason why no more can be found.
    problem: Option<NoAnswer>,
}

/// The worker for reviews, separate from that of the CPU players.
#[derive(Default)]
struct Reviewer {
    worker: CpuWorker,
    /// Id of the last request. News about older ones is ignored.
    last_id: u64,
}

/// A step to another position.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewStep {
    /// To the beginning.
    First,
    /// One ply back.
    Back,
    /// One ply forward.
    On,
    /// To the end.
    Last,
    /// To the position before this turn, counted from 0.
    To(usize),
    /// Into the line that is better than the move played next.
    Better,
    /// From the better line back to the position where it leaves the match.
    Match,
}

/// Begins a new match from the position on the board. The reviewed match stays as it is.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayOn;

/// Value of a position with best play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// Lead in discs of the [leader](Reviewing::leader).
    Lead(i32),
    /// Expected share of the win of each player.
    Shares(ByPlayer<f32>),
}

impl Reviewing {
    /// Starts a review at the end of a match, without findings.
    fn of(game: &Match) -> Self {
        let game = Match { record: played_only(&game.record), ..game.clone() };
        Self { game, line: None, found: Review::default(), waiting_for: None, problem: None }
    }

    /// Record shown on the board: the match or the better line.
    #[must_use]
    pub fn shown(&self) -> &Record {
        self.line.as_ref().unwrap_or(&self.game.record)
    }

    /// The better line at its current position; `None` while the match is shown.
    #[must_use]
    pub const fn line(&self) -> Option<&Record> {
        self.line.as_ref()
    }

    /// The better line instead of the move played next, at its first position; `None` if none is known.
    #[must_use]
    pub fn better_line(&self) -> Option<Record> {
        let found = self.found.of(self.ply()).filter(|found| found.is_lossy())?;
        let mut line = self.game.record.clone();
        // Plays as much of the line as is legal, because a search may leave it incomplete.
        line.play_squares(&found.best_line).ok();
        let is_another = line.position_at(self.ply() + 1) != self.game.record.position_at(self.ply() + 1);
        (is_another && line.jump(self.ply())).then_some(line)
    }

    /// Record of the match at the current position, or at the position where the better line leaves it.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.game.record
    }

    /// The match under review at the current position. It is independent of the match on the board.
    pub(crate) const fn game(&self) -> &Match {
        &self.game
    }

    /// All turns of the match, whatever the current position.
    pub(crate) fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.record().played().iter().chain(self.record().undone())
    }

    pub(crate) fn turn(&self, ply: usize) -> Option<&Turn> {
        self.turns().nth(ply)
    }

    /// Findings so far.
    #[must_use]
    pub const fn found(&self) -> &Review {
        &self.found
    }

    /// Index of the turn that was played in the current position.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.game.record.ply()
    }

    /// Number of turns of the match.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.game.record.ply() + self.game.record.undone().len()
    }

    /// Finding about the move played in the current position; `None` in a better line, where no move was played.
    #[must_use]
    pub fn move_here(&self) -> Option<&MoveReview> {
        self.found.of(self.ply()).filter(|_| self.line.is_none())
    }

    /// Value of the current position; `None` if not known yet.
    #[must_use]
    pub fn standing_here(&self) -> Option<Standing> {
        // A line is best play, so it keeps the value of the position where it leaves the match.
        self.standings().get(self.ply()).copied().flatten()
    }

    /// Measure in which the moves are judged.
    #[must_use]
    pub fn measure(&self) -> Measure {
        Measure::of(self.game.record.variant())
    }

    /// Number of placements of the match. Free passes are not reviewed.
    #[must_use]
    pub fn placements(&self) -> usize {
        self.turns().filter(|turn| turn.placement.is_some()).count()
    }

    /// Returns whether all moves are reviewed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.found.moves.len() == self.placements()
    }

    #[must_use]
    pub fn problem(&self) -> Option<&NoAnswer> {
        self.problem.as_ref()
    }

    /// Returns whether findings are still to come.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.waiting_for.is_some()
    }

    /// The player whose lead is shown, the first in turn order.
    #[must_use]
    pub fn leader(&self) -> Option<Player> {
        self.game.record.variant().players().first().copied()
    }

    /// Returns whether the position on the board has a player to move.
    pub(crate) fn can_be_played_on(&self) -> bool {
        self.shown().position().to_move().is_some()
    }

    /// Values of all positions from the start on; `None` for those not known yet. A position in which somebody passed
    /// by choice has the value of the next one.
    #[must_use]
    pub fn standings(&self) -> Vec<Option<Standing>> {
        let mut standings = vec![None; self.plies() + 1];
        let is_pass: Vec<bool> = self.turns().map(|turn| turn.placement.is_none()).collect();
        let last = is_pass.iter().rposition(|is_pass| !is_pass);
        for found in &self.found.moves {
            let sign = if Some(found.player) == self.leader() { 1 } else { -1 };
            let [before, after] = match found.scores {
                MoveScores::Lead { played, best } => [best, played].map(|lead| Standing::Lead(sign * lead)),
                MoveScores::Shares { played, best } => [best, played].map(Standing::Shares),
            };
            standings[found.ply] = Some(before);
            if Some(found.ply) == last {
                standings[found.ply + 1..].fill(Some(after));
            }
        }
        for ply in (0..is_pass.len()).rev().filter(|ply| is_pass[*ply]) {
            standings[ply] = standings[ply].or(standings[ply + 1]);
        }
        standings
    }

    /// Returns whether the match or line shown goes on after the position on the board.
    pub(crate) fn can_go_on(&self) -> bool {
        !self.shown().undone().is_empty()
    }

    /// Goes on by one ply.
    pub(super) fn go_on(&mut self) {
        self.go_to(self.target(ReviewStep::On));
    }

    /// Position to which a step leads.
    fn target(&self, step: ReviewStep) -> Place {
        let line = self.line.as_ref().map(|line| (line.ply(), line.ply() + line.undone().len()));
        match (step, line) {
            (ReviewStep::First, _) => Place::Match(0),
            (ReviewStep::Last, _) => Place::Match(self.plies()),
            (ReviewStep::To(ply), _) => Place::Match(ply.min(self.plies())),
            (ReviewStep::Back, Some((ply, _))) if ply > self.ply() + 1 => Place::Line(ply - 1),
            (ReviewStep::Back, Some(_)) | (ReviewStep::Match, _) => Place::Match(self.ply()),
            (ReviewStep::On, Some((ply, last))) => Place::Line((ply + 1).min(last)),
            (ReviewStep::Better, Some((ply, _))) => Place::Line(ply),
            (ReviewStep::Better, None) => Place::Line(self.ply() + 1),
            (ReviewStep::Back, None) => Place::Match(self.ply().saturating_sub(1)),
            (ReviewStep::On, None) => Place::Match((self.ply() + 1).min(self.plies())),
        }
    }

    /// Current position.
    pub(super) fn place(&self) -> Place {
        self.line.as_ref().map_or(Place::Match(self.ply()), |line| Place::Line(line.ply()))
    }

    /// Goes to another position. Stays if the better line is unknown.
    pub(super) fn go_to(&mut self, place: Place) {
        match place {
            Place::Match(ply) => {
                self.line = None;
                self.game.record.jump(ply);
            }
            Place::Line(ply) => {
                self.line = self.line.take().or_else(|| self.better_line());
                if let Some(line) = &mut self.line {
                    line.jump(ply);
                }
            }
        }
    }
}

/// A position as the number of turns before it, in the match or in the better line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Match(usize),
    Line(usize),
}

/// The record without the turns that were taken back.
pub(crate) fn played_only(record: &Record) -> Record {
    let mut played = Record::new(record.variant().clone());
    for turn in record.played() {
        // Each turn was legal when it was played.
        if played.make(turn.player, turn.chosen()).is_err() {
            break;
        }
    }
    played
}

/// Returns whether a match can be reviewed: it has at least one turn, and is over, however it ended, or was imported.
pub(crate) fn can_be_reviewed(game: &Match) -> bool {
    game.record.ply() > 0 && (game.ending().is_some() || game.marks.imported)
}

/// Resumes the review of this match, or begins it.
fn begin(
    game: Res<Match>,
    mut first: ResMut<ShownFirst>,
    reviewing: Option<ResMut<Reviewing>>,
    mut reviewer: NonSendMut<Reviewer>,
    mut matches: MessageWriter<MatchCommand>,
    mut commands: Commands,
) {
    if game.ending().is_none() {
        matches.write(MatchCommand::now(MatchChange::NoteAdvice));
    }
    let mut fresh = Reviewing::of(&game);
    let first = first.0.take().filter(|(id, _)| *id == game.id);
    let begins_at = Place::Match(first.map_or(fresh.ply(), |(_, ply)| ply));
    if let Some(mut known) = reviewing
        && known.is_complete()
        && known.game.record.variant() == fresh.game.record.variant()
        && known.turns().eq(fresh.turns())
    {
        known.game = fresh.game;
        known.go_to(begins_at);
        return;
    }
    reviewer.last_id += 1;
    let id = reviewer.last_id;
    fresh.waiting_for = Some(id);
    reviewer.worker.ask(ThinkRequest { id, record: fresh.game.record.to_string(), question: Question::Review });
    fresh.go_to(begins_at);
    commands.insert_resource(fresh);
}

fn stop(mut reviewing: ResMut<Reviewing>, mut reviewer: NonSendMut<Reviewer>) {
    reviewer.worker.stop();
    reviewing.waiting_for = None;
}

fn release_memory(mut reviewer: NonSendMut<Reviewer>) {
    reviewer.worker.release_memory();
}

fn receive(mut reviewer: NonSendMut<Reviewer>, mut reviewing: ResMut<Reviewing>, mut frames: ResMut<Frames>) {
    if reviewing.is_open() {
        frames.poll_soon();
    }
    for news in reviewer.worker.take_news() {
        if reviewing.waiting_for != Some(news.id()) {
            continue;
        }
        match news {
            ThinkNews::SoFar(_, Answer::Review(review)) => reviewing.found = review,
            ThinkNews::Reply(reply) => {
                reviewing.waiting_for = None;
                match reply.answer {
                    Ok(Answer::Review(review)) => reviewing.found = review,
                    Ok(other) => error!("a review was asked for, and {other:?} came"),
                    Err(reason) => reviewing.problem = Some(reason),
                }
            }
            ThinkNews::SoFar(..) | ThinkNews::Progress(..) => {}
        }
    }
}

pub(super) fn handle_play_on(
    mut requests: MessageReader<PlayOn>,
    reviewing: Res<Reviewing>,
    time: Res<Time<Real>>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    if requests.read().last().is_some() && reviewing.can_be_played_on() {
        let next = reviewing.game.played_on(played_only(reviewing.shown()), fresh_seed(&time));
        matches.write(MatchCommand::now(MatchChange::Replace(Box::new(next))));
        navigate.write(Navigate::To(Screen::Match));
    }
}

pub(super) fn handle_review_steps(mut steps: MessageReader<ReviewStep>, mut reviewing: ResMut<Reviewing>) {
    for step in steps.read() {
        let target = reviewing.target(*step);
        let is_known =
            matches!(target, Place::Match(_)) || reviewing.line.is_some() || reviewing.better_line().is_some();
        if is_known && target != reviewing.place() {
            reviewing.go_to(target);
        }
    }
}
