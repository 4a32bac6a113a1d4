//! The review of a finished match: what is found out about it, and which of its positions is looked at.
//!
//! The match itself stays as it is: the review looks at a copy of its record, jumped to the position that is shown.

use bevy::prelude::*;

use crate::cpu::classic::suits_engine;
use crate::cpu::{Answer, MoveReview, NoAnswer, Question, Review, ThinkNews, ThinkRequest};
use crate::game::GameSystems;
use crate::game::flow::screen::{Screen, comes_from_settings};
use crate::game::flow::woken::AddCommand;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::thinker::Thinker;
use crate::rules::{Player, Record, Turn};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ReviewStep>()
        // Who looks at the settings comes back to the position that was looked at, as a rule.
        .add_systems(OnEnter(Screen::Review), begin.run_if(not(comes_from_settings)))
        .add_systems(OnExit(Screen::Review), stop.run_if(not(in_state(Screen::Settings))))
        .add_systems(
            OnExit(Screen::Settings),
            stop.run_if(not(in_state(Screen::Review)).and_then(resource_exists::<Reviewing>)),
        )
        .add_systems(
            Update,
            (receive.in_set(GameSystems::Think), step.in_set(GameSystems::Play)).run_if(in_state(Screen::Review)),
        );
    app.insert_non_send(Reviewer::default());
}

/// How many of the worst moves are pointed out.
pub(crate) const WORST: usize = 3;

/// The match that is reviewed.
#[derive(Resource, Clone, Debug)]
pub struct Reviewing {
    /// A copy, at the position that is looked at; what comes after it is undone.
    game: Match,
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
}

impl Reviewing {
    /// The review of a match that is over begins with nothing known, at its end.
    fn of(game: &Match) -> Self {
        let game = Match { record: played_only(&game.record), ..game.clone() };
        Self { game, found: Review::default(), waiting_for: None, problem: None }
    }

    /// The record at the position that is looked at.
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

    /// What is found out about the move that was played in the position that is looked at.
    #[must_use]
    pub fn move_here(&self) -> Option<&MoveReview> {
        self.found.of(self.ply())
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

    /// By how many discs the [leader](Self::leader) wins with best play from each position on, the start first; `None`
    /// where that is not known yet.
    #[must_use]
    pub fn leads(&self) -> Vec<Option<i32>> {
        let leader = self.leader();
        let mut leads = vec![None; self.plies() + 1];
        for found in &self.found.moves {
            let sign = |player| if Some(player) == leader { 1 } else { -1 };
            leads[found.ply] = Some(sign(found.player) * found.best_score);
            if found.ply + 1 == self.plies() {
                leads[found.ply + 1] = Some(sign(found.player) * found.score);
            }
        }
        leads
    }

    fn target(&self, step: ReviewStep) -> usize {
        match step {
            ReviewStep::First => 0,
            ReviewStep::Back => self.ply().saturating_sub(1),
            ReviewStep::On => (self.ply() + 1).min(self.plies()),
            ReviewStep::Last => self.plies(),
            ReviewStep::To(ply) => ply.min(self.plies()),
        }
    }
}

/// The record without what was taken back.
fn played_only(record: &Record) -> Record {
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

/// Whether a match can be reviewed: it is over, and the engine knows its variant.
pub(crate) fn can_be_reviewed(game: &Match) -> bool {
    game.record.ply() > 0 && game.record.position().to_move().is_none() && suits_engine(game.record.variant())
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
        known.game = fresh.game;
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

fn step(mut steps: MessageReader<ReviewStep>, mut reviewing: ResMut<Reviewing>) {
    for step in steps.read() {
        let target = reviewing.target(*step);
        if target != reviewing.ply() {
            reviewing.game.record.jump(target);
        }
    }
}
