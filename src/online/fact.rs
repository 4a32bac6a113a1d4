//! Facts: what commands depend on and events change. They let a command arrive twice but take effect only once.
//!
//! A command is refused as stale if a fact that it depends on has changed after the last event that its sender saw.
//! Every obeyed command changes one of its own facts. So a repeated copy never takes effect again, however late it
//! comes. A refusal stays a refusal, too: while nothing changes the answer is the same, and afterwards the copy is
//! stale. Commands that depend on different facts do not disturb each other.

use super::{Action, Change, DeviceId};
use crate::rules::Player;

/// Part of a room's state that stays the same until an event changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fact {
    /// The phase of the room: waiting, playing or over, and of which match.
    Phase,
    /// The host.
    Host,
    /// The lock against newcomers.
    Lock,
    /// The turns played.
    Record,
    /// The seat of the human at this device, or none.
    Place(DeviceId),
    /// The occupant of a seat.
    Seat(Player),
    /// The name of the human in a seat.
    Name(Player),
    /// Readiness of the human in a seat.
    Ready(Player),
    /// Consent to hints by the human in a seat.
    Advice(Player),
    /// Absence of the human in a seat.
    Away(Player),
    /// Consent to a rematch by the human in a seat.
    Rematch(Player),
    /// Time given by a player.
    Given(Player),
    /// The open takeback request, if any.
    Takeback,
    /// A player's answer to the takeback request.
    TakebackAnswer(Player),
    /// The open draw offer, if any.
    Draw,
    /// A player's answer to the draw offer.
    DrawAnswer(Player),
}

impl Action {
    /// The facts that the action depends on, if asked by a device whose human has the seat `own`.
    pub(super) fn rests_on(&self, device: Option<DeviceId>, own: Option<Player>) -> Vec<Fact> {
        let mut facts = match self {
            Self::TakeSeat { player, .. } => vec![Fact::Phase, Fact::Lock, Fact::Seat(*player)],
            Self::Leave | Self::Close => vec![Fact::Phase, Fact::Host],
            Self::SetLocked { .. } => vec![Fact::Phase, Fact::Host, Fact::Lock],
            Self::SeatCpu { player, .. } | Self::FreeSeat { player } => {
                vec![Fact::Phase, Fact::Host, Fact::Seat(*player)]
            }
            Self::Move { .. }
            | Self::Pass { .. }
            | Self::ChooseSide { .. }
            | Self::Begin { .. }
            | Self::RunOut { .. } => vec![Fact::Phase, Fact::Record],
            Self::GiveAbsentSeat { player } | Self::SetAway { player, .. } | Self::RemoveAbsent { player } => {
                vec![Fact::Phase, Fact::Seat(*player), Fact::Away(*player)]
            }
            Self::AskTakeback { .. } | Self::AnswerTakeback { .. } => vec![Fact::Phase, Fact::Takeback],
            Self::OfferDraw | Self::AnswerDraw { .. } => vec![Fact::Phase, Fact::Draw],
            Self::Rename { .. } | Self::Resign => Vec::new(),
            Self::SetReady { .. } | Self::SetAdvice { .. } | Self::SetRematch { .. } | Self::GiveTime => {
                vec![Fact::Phase]
            }
        };
        let rests_on_host =
            matches!(self, Self::SetLocked { .. } | Self::Close | Self::SeatCpu { .. } | Self::FreeSeat { .. });
        if rests_on_host {
            return facts;
        }
        facts.extend(device.map(Fact::Place));
        let of_own: fn(Player) -> Vec<Fact> = match self {
            Self::Rename { .. } => |own| vec![Fact::Seat(own), Fact::Name(own)],
            Self::SetReady { .. } => |own| vec![Fact::Seat(own), Fact::Ready(own)],
            Self::SetAdvice { .. } => |own| vec![Fact::Seat(own), Fact::Advice(own)],
            Self::GiveTime => |own| vec![Fact::Seat(own), Fact::Given(own)],
            Self::SetRematch { .. } => |own| vec![Fact::Seat(own), Fact::Rematch(own)],
            Self::AnswerTakeback { .. } => |own| vec![Fact::Seat(own), Fact::TakebackAnswer(own)],
            Self::AnswerDraw { .. } => |own| vec![Fact::Seat(own), Fact::DrawAnswer(own)],
            _ => |own| vec![Fact::Seat(own)],
        };
        facts.extend(own.into_iter().flat_map(of_own));
        facts
    }
}

impl Change {
    /// The facts that the change affects. `moved` is the device whose human takes or leaves a seat by it.
    pub(super) fn facts(&self, moved: Option<DeviceId>) -> Vec<Fact> {
        match self {
            Self::Created { .. } | Self::Started | Self::RematchAgreed => {
                let seats = Player::ALL.map(Fact::Seat);
                [&[Fact::Phase, Fact::Record, Fact::Takeback, Fact::Draw], &seats[..]].concat()
            }
            // A renaming that exceeded the limit of requests in a match must stay refused after it.
            Self::Ended { .. } => {
                let names = Player::ALL.map(Fact::Name);
                [&[Fact::Phase, Fact::Record, Fact::Takeback, Fact::Draw], &names[..]].concat()
            }
            Self::Closed => vec![Fact::Phase, Fact::Record, Fact::Takeback, Fact::Draw],
            Self::HostChanged { .. } => vec![Fact::Host],
            Self::Locked { .. } => vec![Fact::Lock],
            Self::SeatTaken { player, .. } | Self::SeatLeft { player } => {
                moved.map(Fact::Place).into_iter().chain([Fact::Seat(*player)]).collect()
            }
            // During a match the player no longer moves, and open offers have lapsed.
            Self::SeatGivenToCpu { player, .. } | Self::Resigned { player } | Self::TimeRanOut { player } => {
                vec![Fact::Seat(*player), Fact::Record, Fact::Takeback, Fact::Draw]
            }
            Self::Renamed { player, .. } => vec![Fact::Name(*player)],
            Self::Ready { player, .. } => vec![Fact::Ready(*player)],
            Self::TimeGiven { player, .. } => vec![Fact::Given(*player)],
            Self::Advice { player, .. } => vec![Fact::Advice(*player)],
            Self::Away { player, .. } => vec![Fact::Away(*player)],
            Self::Rematch { player, .. } => vec![Fact::Rematch(*player)],
            Self::OpeningDrawn { .. } | Self::Moved { .. } | Self::Passed { .. } => vec![Fact::Record],
            // The turns stay, but other devices make the next ones.
            Self::SideChosen { .. } => {
                let seats = Player::ALL.map(Fact::Seat);
                [&[Fact::Record, Fact::Takeback, Fact::Draw], &seats[..]].concat()
            }
            Self::TakenBack { .. } => vec![Fact::Record, Fact::Takeback, Fact::Draw],
            Self::TakebackAsked { .. } | Self::TakebackDeclined { .. } => vec![Fact::Takeback],
            Self::TakebackGranted { player } => vec![Fact::TakebackAnswer(*player)],
            Self::DrawOffered { .. } | Self::DrawDeclined { .. } => vec![Fact::Draw],
            Self::DrawAccepted { player } => vec![Fact::DrawAnswer(*player)],
        }
    }
}
