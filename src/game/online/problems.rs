//! Why a wish came to nothing, in words.

use crate::game::text::{Phrase, say};
use crate::online::{OptionsProblem, Refusal};

impl From<&Refusal> for Phrase {
    /// Why a room refused something, as a sentence.
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Stale { .. } | Refusal::Ahead { .. } | Refusal::OtherPly { .. } => say!("room-has-changed"),
            Refusal::Illegal { square, .. } => say!("room-illegal", square = *square),
            Refusal::OutOfTime => say!("room-out-of-time"),
            Refusal::Closed => say!("room-closed"),
            Refusal::NoMatch => say!("room-no-match"),
            Refusal::MatchGoesOn => say!("room-match-goes-on"),
            Refusal::MatchOver => say!("room-match-over"),
            Refusal::NotOver => say!("room-not-over"),
            Refusal::SeatTaken { player } => say!("room-seat-taken", player = *player),
            Refusal::NoSuchSeat { player } => say!("room-no-such-seat", player = *player),
            Refusal::SeatEmpty { player } => say!("room-seat-empty", player = *player),
            Refusal::Locked => say!("room-locked"),
            Refusal::NotSeated => say!("room-not-seated"),
            Refusal::NotYourSeat { player } => say!("room-not-your-seat", player = *player),
            Refusal::NotHost => say!("room-not-host"),
            Refusal::NoSuchCpu => say!("room-no-such-cpu"),
            Refusal::Already => say!("room-already"),
            Refusal::NothingToTakeBack => say!("room-nothing-to-take-back"),
            Refusal::NothingToAnswer => say!("room-nothing-to-answer"),
            Refusal::NobodyToAsk => say!("room-nobody-to-ask"),
            Refusal::NotAway => say!("room-not-away"),
            Refusal::TooEarly { .. } => say!("room-too-early"),
            Refusal::BadOptions { problem } => problem.into(),
            // What only servers and what no client ever asks for has no words of its own.
            Refusal::NotServer | Refusal::NotForServer | Refusal::Other => say!("room-refused"),
        }
    }
}

impl From<&OptionsProblem> for Phrase {
    /// Why a room cannot be made, as a sentence.
    fn from(problem: &OptionsProblem) -> Self {
        match problem {
            OptionsProblem::NobodyCanMove => say!("room-nobody-can-move"),
            OptionsProblem::Clock => say!("room-clock"),
            OptionsProblem::Absence => say!("room-absence"),
            OptionsProblem::Substitute => say!("room-no-such-cpu"),
        }
    }
}

/// Why a server closes the line, as a sentence.
pub(super) fn failure(code: &str) -> Phrase {
    match code {
        "no_such_room" => say!("room-not-found"),
        "other_version" | "no_version" | "not_understood" => say!("online-other-version"),
        "too_large" => say!("online-too-large"),
        "too_many" | "too_fast" => say!("online-too-busy"),
        code => serde_json::from_value::<Refusal>(serde_json::json!({ "code": code }))
            .map_or_else(|_| say!("room-refused"), |refusal| (&refusal).into()),
    }
}
