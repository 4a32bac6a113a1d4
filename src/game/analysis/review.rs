//! The review of a finished match: what is found out about it, and which of its positions is looked at.
//!
//! The match itself stays as it is: the review looks at a copy of its record, jumped to the position that is shown. The
//! line that would have been better is a record of its own, which leaves that of the match where it is.

use bevy::prelude::*;

use crate::cpu::{Answer, Measure, MoveReview, NoAnswer, Question, Review, ThinkNews, ThinkRequest, Worth};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::{Screen, comes_from_settings, match_is_left};
use crate::game::flow::woken::AddCommand;
use crate::game::play::match_command::{MatchChange, MatchCommand, fresh_seed};
use crate::game::play::match_state::Match;
use crate::game::play::watching::set_watched_speed;
use crate::game::redraw::Frames;
use crate::game::thinker::Thinker;
use crate::game::{GameSystems, PlaySystems};
use crate::rules::{ByPlayer, Player, Record, Turn};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ReviewStep>()
        .add_command::<PlayOn>()
        // Who looks at the settings comes back to the position that was looked at, as a rule.
        .add_systems(OnEnter(Screen::Review), begin.run_if(not(comes_from_settings)))
        .add_systems(OnExit(Screen::Review), stop.run_if(not(in_state(Screen::Settings))))
        .add_systems(
            OnExit(Screen::Settings),
            stop.run_if(not(in_state(Screen::Review)).and_then(resource_exists::<Reviewing>)),
        )
        .add_systems(
            Update,
            (
                receive.in_set(GameSystems::Think),
                play_on.in_set(PlaySystems::Setup).after(set_watched_speed),
                step.in_set(GameSystems::Play).after(PlaySystems::Setup),
            )
                .run_if(in_state(Screen::Review)),
        );
    app.add_systems(Update, give_back.in_set(GameSystems::Navigate).run_if(match_is_left));
    app.insert_non_send(Reviewer::default());
}

/// How many of the worst moves are pointed out.
pub(crate) const WORST: usize = 3;

/// The match that is reviewed.
#[derive(Resource, Clone, Debug)]
pub struct Reviewing {
    /// A copy, at the position that is looked at; what comes after it is undone.
    game: Match,
    /// The line that is looked at instead: the match up to there, and then what would have been better.
    line: Option<Record>,
    found: Review,
    /// The request that is not answered yet.
    waiting_for: Option<u64>,
    /// Why nothing more can be found out.
    problem: Option<NoAnswer>,
}

/// Finds reviews out, as the CPU players' thinker works moves out.
#[derive(Default)]
struct Reviewer {
    thinker: Thinker,
    /// Counts requests, so that news of an older one are recognised.
    last_id: u64,
}

/// A way to another position of the match.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewStep {
    /// To the beginning.
    First,
    /// One ply back.
    Back,
    /// One ply on.
    On,
    /// To the end.
    Last,
    /// To the position before this turn, counted from 0.
    To(usize),
    /// Into the line that would have been better than the move that was played next.
    Better,
    /// From there back to where it leaves the match.
    Match,
}

/// Begins a new match at the position that is looked at. The one that is reviewed stays as it is.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayOn;

/// What a position is worth with best play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// The discs by which the [leader](Reviewing::leader) wins.
    Lead(i32),
    /// The share of the win of each player who can win.
    Shares(ByPlayer<f32>),
}

impl Reviewing {
    /// The review of a match that is over begins with nothing known, at its end.
    fn of(game: &Match) -> Self {
        let game = Match { record: played_only(&game.record), ..game.clone() };
        Self { game, line: None, found: Review::default(), waiting_for: None, problem: None }
    }

    /// What is looked at: the match, or the line that would have been better.
    #[must_use]
    pub fn shown(&self) -> &Record {
        self.line.as_ref().unwrap_or(&self.game.record)
    }

    /// The line that would have been better, at the position of it that is looked at; `None` while the match is.
    #[must_use]
    pub const fn line(&self) -> Option<&Record> {
        self.line.as_ref()
    }

    /// The line that would have been better than the move that was played next, at its beginning; `None` where none
    /// is known.
    #[must_use]
    pub fn better_line(&self) -> Option<Record> {
        let found = self.found.of(self.ply()).filter(|found| found.is_lossy())?;
        let mut line = self.game.record.clone();
        // As far as it can be played: the search may have ended it where it says nothing.
        line.play_squares(&found.best_line).ok();
        let is_another = line.position_at(self.ply() + 1) != self.game.record.position_at(self.ply() + 1);
        (is_another && line.jump(self.ply())).then_some(line)
    }

    /// The record of the match, at the position that is looked at, or from which the line leaves it.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.game.record
    }

    /// The match that is reviewed, at the position that is looked at. Whatever becomes of the match on the board
    /// meanwhile, the review is of this one.
    pub(crate) const fn game(&self) -> &Match {
        &self.game
    }

    /// All turns of the match, whichever position is looked at.
    pub(crate) fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.record().played().iter().chain(self.record().undone())
    }

    /// One of them, by its index.
    pub(crate) fn turn(&self, ply: usize) -> Option<&Turn> {
        self.turns().nth(ply)
    }

    /// What is found out so far.
    #[must_use]
    pub const fn found(&self) -> &Review {
        &self.found
    }

    /// Which position is looked at: the one before the turn with this index.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.game.record.ply()
    }

    /// How many turns the match has.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.game.record.ply() + self.game.record.undone().len()
    }

    /// What is found out about the move that was played in the position that is looked at; nothing in a line, where
    /// none was.
    #[must_use]
    pub fn move_here(&self) -> Option<&MoveReview> {
        self.found.of(self.ply()).filter(|_| self.line.is_none())
    }

    /// What the position is worth that is looked at; `None` where that is not known yet.
    #[must_use]
    pub fn standing_here(&self) -> Option<Standing> {
        // A line is best play, so that its end is that of the position from which it leaves the match.
        self.standings().get(self.ply()).copied().flatten()
    }

    /// What it counts.
    #[must_use]
    pub fn measure(&self) -> Measure {
        Measure::of(self.game.record.variant())
    }

    /// Whether all moves are reviewed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.found.moves.len() == self.plies()
    }

    /// Why nothing more can be found out, in words.
    #[must_use]
    pub fn problem(&self) -> Option<&NoAnswer> {
        self.problem.as_ref()
    }

    /// Whether something is still to be found out.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.waiting_for.is_some()
    }

    /// The player by whose lead the match is told: the first one of the turn order.
    #[must_use]
    pub fn leader(&self) -> Option<Player> {
        self.game.record.variant().players().first().copied()
    }

    /// Whether somebody is to move in the position that is looked at.
    pub(crate) fn can_be_played_on(&self) -> bool {
        self.shown().position().to_move().is_some()
    }

    /// What each position is worth, the start first; `None` where that is not known yet.
    #[must_use]
    pub fn standings(&self) -> Vec<Option<Standing>> {
        let mut standings = vec![None; self.plies() + 1];
        for found in &self.found.moves {
            let sign = if Some(found.player) == self.leader() { 1 } else { -1 };
            let [before, after] = match found.worth {
                Worth::Lead { played, best } => [best, played].map(|lead| Standing::Lead(sign * lead)),
                Worth::Shares { played, best } => [best, played].map(Standing::Shares),
            };
            standings[found.ply] = Some(before);
            if found.ply + 1 == self.plies() {
                standings[found.ply + 1] = Some(after);
            }
        }
        standings
    }

    /// Where a step leads.
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

    /// What is looked at now.
    fn place(&self) -> Place {
        self.line.as_ref().map_or(Place::Match(self.ply()), |line| Place::Line(line.ply()))
    }

    /// Looks at another place. A line that is not known is not looked at.
    fn look_at(&mut self, place: Place) {
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

/// A position that is looked at: how many turns lead to it, in the match or in the line that would have been better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Match(usize),
    Line(usize),
}

/// The record without what was taken back.
pub(crate) fn played_only(record: &Record) -> Record {
    let mut played = Record::new(record.variant().clone());
    for turn in record.played() {
        let placement = &turn.placement;
        // It was legal when it was played.
        if played.play(placement.player(), placement.square()).is_err() {
            break;
        }
    }
    played
}

/// Returns whether a match can be reviewed: it is over, however it ended.
pub(crate) fn can_be_reviewed(game: &Match) -> bool {
    game.record.ply() > 0 && game.ending().is_some()
}

/// Takes up the review of the match, or begins it.
fn begin(
    game: Res<Match>,
    reviewing: Option<ResMut<Reviewing>>,
    mut reviewer: NonSendMut<Reviewer>,
    mut commands: Commands,
) {
    let mut fresh = Reviewing::of(&game);
    if let Some(mut known) = reviewing
        && known.found.moves.len() == fresh.plies()
        && known.game.record.variant() == fresh.game.record.variant()
        && known.game.record.played().iter().chain(known.game.record.undone()).eq(fresh.game.record.played())
    {
        (known.game, known.line) = (fresh.game, None);
        return;
    }
    reviewer.last_id += 1;
    let id = reviewer.last_id;
    fresh.waiting_for = Some(id);
    reviewer.thinker.ask(ThinkRequest { id, record: fresh.game.record.to_string(), question: Question::Review });
    commands.insert_resource(fresh);
}

fn stop(mut reviewing: ResMut<Reviewing>, mut reviewer: NonSendMut<Reviewer>) {
    reviewer.thinker.stop();
    reviewing.waiting_for = None;
}

fn give_back(mut reviewer: NonSendMut<Reviewer>) {
    reviewer.thinker.give_back();
}

fn receive(mut reviewer: NonSendMut<Reviewer>, mut reviewing: ResMut<Reviewing>, mut frames: ResMut<Frames>) {
    if reviewing.is_open() {
        frames.look_at_thought();
    }
    for news in reviewer.thinker.take_news() {
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

fn play_on(
    mut wishes: MessageReader<PlayOn>,
    reviewing: Res<Reviewing>,
    time: Res<Time<Real>>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    if wishes.read().last().is_some() && reviewing.can_be_played_on() {
        let next = reviewing.game.played_on(played_only(reviewing.shown()), fresh_seed(&time));
        matches.write(MatchCommand::now(MatchChange::Replace(Box::new(next))));
        navigate.write(Navigate::To(Screen::Match));
    }
}

fn step(mut steps: MessageReader<ReviewStep>, mut reviewing: ResMut<Reviewing>) {
    for step in steps.read() {
        let target = reviewing.target(*step);
        let is_known =
            matches!(target, Place::Match(_)) || reviewing.line.is_some() || reviewing.better_line().is_some();
        if is_known && target != reviewing.place() {
            reviewing.look_at(target);
        }
    }
}
