//! A thought as data: what is asked of a CPU player and what it answers, the same on a thread and in a web worker.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::Character;
use crate::rules::{Record, Square};

/// Asks a CPU player for a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkRequest {
    /// Comes back with the reply, so that an answer to an older question is recognised.
    pub id: u64,
    /// Who is asked.
    pub character: Character,
    /// The game so far, in the text notation of [`Record`].
    pub record: String,
    /// Everything random in the answer follows from this.
    pub seed: u64,
}

/// What a CPU player answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkReply {
    /// The id of the request.
    pub id: u64,
    /// The square it plays, or why there is none.
    pub square: Result<Square, String>,
}

/// Answers a request; the same request always gets the same reply.
#[must_use]
pub fn think(request: &ThinkRequest) -> ThinkReply {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(request.seed);
    let square = request.record.parse::<Record>().map_err(|error| error.to_string()).and_then(|record| {
        request.character.choose(record.position(), &mut rng).ok_or_else(|| "the game is over".to_owned())
    });
    ThinkReply { id: request.id, square }
}
