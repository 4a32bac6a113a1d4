//! The CPU players' turns: asks while the stones still turn, answers when they lie, the delay is over, and what was
//! announced has been read.
//!
//! The thinking itself happens elsewhere, on a thread or in a web worker; see `thinker`.

use std::time::Duration;

use bevy::prelude::*;

use super::banner::Announcement;
use super::thinker::Thinker;
use super::{GameSystems, Match, Motion, MoveIntent, Screen, Seat, Settings};
use crate::cpu::{ThinkReply, ThinkRequest};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Thought>()
        .add_message::<Replied>()
        .add_systems(
            Update,
            ((ask.run_if(resource_exists_and_changed::<Match>), receive, take_reply, answer)
                .chain()
                .in_set(GameSystems::Input),)
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(OnExit(Screen::Match), |mut thought: ResMut<Thought>| thought.forget());
    app.insert_non_send(Thinker::default());
}

/// A CPU player has replied. Tests write this too.
#[derive(Message, Clone, Debug)]
pub struct Replied(pub ThinkReply);

/// What is being thought about.
#[derive(Resource, Debug, Default)]
pub(super) struct Thought {
    /// Counts requests, so that a reply to an older one is recognised.
    last_id: u64,
    waiting_for: Option<u64>,
    answer: Option<Square>,
    /// How long the stones have lain still.
    rested: Duration,
}

impl Thought {
    /// Whether a move is still to come.
    pub(super) const fn is_pending(&self) -> bool {
        self.waiting_for.is_some() || self.answer.is_some()
    }

    fn forget(&mut self) {
        *self = Self { last_id: self.last_id, ..Self::default() };
    }
}

/// Asks whenever the match has changed; whatever was asked before is stale then.
fn ask(game: Res<Match>, mut thought: ResMut<Thought>, mut thinker: NonSendMut<Thinker>) {
    thought.forget();
    if let Some((_, Seat::Cpu(character))) = game.to_move() {
        thought.last_id += 1;
        thought.waiting_for = Some(thought.last_id);
        // The move number keeps the turns of one match apart and an undone turn the same when it comes again.
        let seed = game.seed.wrapping_add(u64::from(game.record.position().move_number()));
        let record = game.record.to_string();
        thinker.ask(ThinkRequest { id: thought.last_id, character, record, seed });
    }
}

fn receive(mut thinker: NonSendMut<Thinker>, mut replies: MessageWriter<Replied>) {
    replies.write_batch(thinker.take_replies().map(Replied));
}

fn take_reply(mut replies: MessageReader<Replied>, mut thought: ResMut<Thought>) {
    for Replied(reply) in replies.read() {
        if thought.waiting_for == Some(reply.id) {
            thought.waiting_for = None;
            match &reply.square {
                Ok(square) => thought.answer = Some(*square),
                Err(reason) => error!("the CPU player gave no move: {reason}"),
            }
        }
    }
}

fn answer(
    time: Res<Time>,
    game: Res<Match>,
    settings: Res<Settings>,
    motions: Query<(), With<Motion>>,
    announcement: Res<Announcement>,
    mut thought: ResMut<Thought>,
    mut intents: MessageWriter<MoveIntent>,
) {
    if !thought.is_pending() {
        return;
    }
    if motions.is_empty() {
        thought.rested += time.delta();
    }
    if thought.rested >= settings.cpu_delay
        && motions.is_empty()
        && !announcement.is_fresh()
        && let Some((player, Seat::Cpu(_))) = game.to_move()
        && let Some(square) = thought.answer.take()
    {
        intents.write(MoveIntent { player, square });
    }
}
