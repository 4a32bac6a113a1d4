//! Error messages for refused room commands and failed connections.

use crate::game::text::{Phrase, say};
use crate::online::{Failure, OptionsProblem, Refusal};

impl From<&Refusal> for Phrase {
    /// A sentence that says why a room has refused a command.
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Stale { .. } | Refusal::Ahead { .. } | Refusal::OtherPly { .. } => say!("room-has-changed"),
            Refusal::Illegal { square, .. } => say!("room-illegal", square = *square),
            Refusal::IllegalPass { .. } => say!("room-illegal-pass"),
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
            Refusal::StartNotDrawn => say!("room-start-not-drawn"),
            Refusal::SideNotChosen => say!("room-side-not-chosen"),
            Refusal::NothingToTakeBack => say!("room-nothing-to-take-back"),
            Refusal::NothingToAnswer => say!("room-nothing-to-answer"),
            Refusal::NobodyToAsk => say!("room-nobody-to-ask"),
            Refusal::FixedClock => say!("room-fixed-clock"),
            Refusal::TooOften => say!("room-too-often"),
            Refusal::OnlyMoves => say!("room-only-moves"),
            Refusal::NotAway => say!("room-not-away"),
            Refusal::TooEarly { .. } => say!("room-too-early"),
            Refusal::BadOptions { problem } => problem.into(),
            // Only servers or faulty clients cause the others, so they share one sentence.
            Refusal::NotServer | Refusal::NotForServer | Refusal::NotUnderstood { .. } | Refusal::Other => {
                say!("room-refused")
            }
        }
    }
}

impl From<&OptionsProblem> for Phrase {
    /// A sentence that says why a room cannot be made.
    fn from(problem: &OptionsProblem) -> Self {
        match problem {
            OptionsProblem::NobodyCanMove => say!("room-nobody-can-move"),
            OptionsProblem::Clock => say!("room-clock"),
            OptionsProblem::Start => say!("room-start"),
            OptionsProblem::Swap => say!("room-swap"),
            OptionsProblem::Absence => say!("room-absence"),
            OptionsProblem::Substitute => say!("room-no-such-cpu"),
        }
    }
}

impl From<&Failure> for Phrase {
    /// A sentence that says why the server has closed the connection.
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::NoSuchRoom => say!("room-not-found"),
            Failure::RoomFull => say!("room-full"),
            Failure::TooManyRooms => say!("online-too-many-rooms"),
            Failure::ServerFull => say!("online-server-full"),
            Failure::TooFast => say!("online-too-fast"),
            Failure::TooSlow => say!("online-too-slow"),
            Failure::TooLarge => say!("online-too-large"),
            Failure::NoVersion | Failure::OtherVersion | Failure::NotUnderstood { .. } => say!("online-other-version"),
            Failure::Refused { refusal } => refusal.into(),
            Failure::NotInRoom | Failure::Other => say!("room-refused"),
        }
    }
}
