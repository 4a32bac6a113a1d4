//! What commands rest upon and events change: the reason why a command can be decided twice and happen once.
//!
//! A command is refused as stale when a fact that it rests upon has changed after the last event that its sender saw,
//! and each command that is not refused changes one of those facts. So a copy that arrives later never happens again,
//! however long ago that was, and what was once refused stays refused: as long as nothing has changed the answer is the
//! same, and afterwards the copy is stale. Commands that rest upon different facts do not disturb each other.

use super::{Action, Change, DeviceId};
use crate::rules::Player;

/// Something that is so in a room until an event changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fact {
    /// Whether a match is being prepared, played, or over, and which.
    Phase,
    /// Who the host is.
    Host,
    /// Whether seats can be taken.
    Lock,
    /// The turns that are played.
    Record,
    /// Where the human at this device sits, or that they do not.
    Place(DeviceId),
    /// Who sits there.
    Seat(Player),
    /// What the human there is called.
    Name(Player),
    /// Whether the human there is ready.
    Ready(Player),
    /// Whether the human there agrees to advice.
    Advice(Player),
    /// Whether the human there is away.
    Away(Player),
    /// Whether the human there agrees to another match.
    Rematch(Player),
    /// Whether a player asks to take turns back.
    Takeback,
    /// What the human there says to that.
    TakebackAnswer(Player),
    /// Whether a player offers a draw.
    Draw,
    /// What the human there says to that.
    DrawAnswer(Player),
}

impl Action {
    /// What it rests upon, asked by a device whose human sits in the seat `own`.
    pub(super) fn rests_on(&self, device: Option<DeviceId>, own: Option<Player>) -> Vec<Fact> {
        let mut facts = match self {
            Self::TakeSeat { player, .. } => vec![Fact::Phase, Fact::Lock, Fact::Seat(*player)],
            Self::Leave | Self::Close => vec![Fact::Phase, Fact::Host],
            Self::SetLocked { .. } => vec![Fact::Phase, Fact::Host, Fact::Lock],
            Self::SeatCpu { player, .. } | Self::FreeSeat { player } => {
                vec![Fact::Phase, Fact::Host, Fact::Seat(*player)]
            }
            Self::Move { .. } | Self::RunOut { .. } => vec![Fact::Phase, Fact::Record],
            Self::GiveAbsentSeat { player } | Self::SetAway { player, .. } | Self::RemoveAbsent { player } => {
                vec![Fact::Phase, Fact::Seat(*player), Fact::Away(*player)]
            }
            Self::AskTakeback { .. } | Self::AnswerTakeback { .. } => vec![Fact::Phase, Fact::Takeback],
            Self::OfferDraw | Self::AnswerDraw { .. } => vec![Fact::Phase, Fact::Draw],
            Self::Rename { .. } | Self::Resign => Vec::new(),
            Self::SetReady { .. } | Self::SetAdvice { .. } | Self::SetRematch { .. } => vec![Fact::Phase],
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
    /// What it changes, where `moved` is the device whose human sits down or gets up by it.
    pub(super) fn facts(&self, moved: Option<DeviceId>) -> Vec<Fact> {
        match self {
            Self::Created { .. } | Self::Started | Self::RematchAgreed => {
                let seats = Player::ALL.map(Fact::Seat);
                [&[Fact::Phase, Fact::Record, Fact::Takeback, Fact::Draw], &seats[..]].concat()
            }
            // A name that was one request too many in a match stays refused after it.
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
            // During a match, other hands play on, and what was asked of all has lapsed.
            Self::SeatGivenToCpu { player, .. } | Self::Resigned { player } | Self::TimeRanOut { player } => {
                vec![Fact::Seat(*player), Fact::Record, Fact::Takeback, Fact::Draw]
            }
            Self::Renamed { player, .. } => vec![Fact::Name(*player)],
            Self::Ready { player, .. } => vec![Fact::Ready(*player)],
            Self::Advice { player, .. } => vec![Fact::Advice(*player)],
            Self::Away { player, .. } => vec![Fact::Away(*player)],
            Self::Rematch { player, .. } => vec![Fact::Rematch(*player)],
            Self::Moved { .. } => vec![Fact::Record],
            Self::TakenBack { .. } => vec![Fact::Record, Fact::Takeback, Fact::Draw],
            Self::TakebackAsked { .. } | Self::TakebackDeclined { .. } => vec![Fact::Takeback],
            Self::TakebackGranted { player } => vec![Fact::TakebackAnswer(*player)],
            Self::DrawOffered { .. } | Self::DrawDeclined { .. } => vec![Fact::Draw],
            Self::DrawAccepted { player } => vec![Fact::DrawAnswer(*player)],
        }
    }
}
