//! A thought as data: what is asked of a CPU player and what it answers, the same on a thread and in a web worker.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::{CpuPlayer, Decision, Limit, Progress, Watch};
use crate::rules::{Position, Record};

/// Asks a CPU player for a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkRequest {
    /// Comes back with the reply, so that an answer to an older question is recognised.
    pub id: u64,
    /// Who is asked.
    pub player: CpuPlayer,
    /// The game so far, in the text notation of [`Record`].
    pub record: String,
    /// Everything random in the answer follows from this.
    pub seed: u64,
}

/// What a CPU player answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThinkReply {
    /// The id of the request.
    pub id: u64,
    /// What it plays, or why nothing.
    pub decision: Result<Decision, String>,
}

/// What comes back from wherever a CPU player thinks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThinkNews {
    /// It is still thinking about the request with this id.
    Progress(u64, Progress),
    /// It has decided.
    Reply(ThinkReply),
}

/// Answers a request; the same request and limit always get the same reply, unless the watch stops the thought.
#[must_use]
pub fn think(request: &ThinkRequest, limit: Limit, watch: &mut Watch<'_>) -> ThinkReply {
    reply(request, |position, rng| request.player.choose(position, limit, rng, watch))
}

/// As [`think`], by [`CpuPlayer::choose_without_engine`].
#[must_use]
pub fn think_without_engine(request: &ThinkRequest, limit: Limit, watch: &mut Watch<'_>) -> ThinkReply {
    reply(request, |position, rng| request.player.choose_without_engine(position, limit, rng, watch))
}

fn reply(
    request: &ThinkRequest,
    choose: impl FnOnce(&Position, &mut Xoshiro256PlusPlus) -> Option<Decision>,
) -> ThinkReply {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(request.seed);
    let decision = request.record.parse::<Record>().map_err(|error| error.to_string()).and_then(|record| {
        let position = record.position();
        choose(position, &mut rng).ok_or_else(|| match position.to_move() {
            None => "the game is over".to_owned(),
            Some(_) => format!("{} does not play {}", request.player.name(), record.variant().name()),
        })
    });
    ThinkReply { id: request.id, decision }
}
