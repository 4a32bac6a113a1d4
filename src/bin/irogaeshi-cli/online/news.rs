//! News that a player prints about its room, in words or as JSON.

use std::io::{self, Write};
use std::time::Duration;

use irogaeshi::online::{Change, Event, Refusal, Room, RoomLink, RoomMatch};
use irogaeshi::rules::{Ending, Player};
use serde::Serialize;

use crate::out::json::print_line;
use crate::out::line::one_line;

#[derive(Serialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub(crate) enum News<'a> {
    /// The player has joined a room.
    Joined { link: String, seat: Option<Player> },
    /// An event in the room.
    Event { event: &'a Event },
    /// The result of a match.
    Result { number: u32, ending: &'static str, ranks: Vec<PlayerRank> },
    /// The server has refused a command.
    Refused { refusal: &'a Refusal },
    /// The connection is lost. It is retried after a pause.
    Lost { why: String, pause_ms: u64 },
    /// The player is back in its room.
    Back,
    /// The player has played all its matches.
    Finished,
}

/// A player's rank in a match.
#[derive(Serialize)]
pub(crate) struct PlayerRank {
    #[serde(rename = "place")]
    number: u8,
    player: Player,
    discs: u16,
}

impl News<'_> {
    pub(crate) fn joined(link: &RoomLink, seat: Option<Player>) -> Self {
        Self::Joined { link: link.to_string(), seat }
    }

    pub(crate) fn lost(why: &str, pause: Duration) -> Self {
        Self::Lost { why: why.to_owned(), pause_ms: pause.as_millis() as u64 }
    }

    /// The result of a room's match, if it is over.
    pub(crate) fn result(game: &RoomMatch) -> Option<Self> {
        let (ending, _) = game.ended?;
        let ranks = game.ranks().unwrap_or_default().into_iter();
        let ranks = ranks.map(|rank| PlayerRank { number: rank.place, player: rank.player, discs: rank.discs });
        Some(Self::Result { number: game.number, ending: ending.key(), ranks: ranks.collect() })
    }

    /// Prints a line of JSON or words. News that matter only to programs have no words.
    pub(crate) fn print(&self, json: bool, room: Option<&Room>, out: &mut impl Write) -> io::Result<()> {
        if json {
            print_line(out, self)?;
        } else if let Some(words) = self.words(room) {
            writeln!(out, "{}", one_line(&words))?;
        }
        // A reader wants to see each line at once.
        out.flush()
    }

    fn words(&self, room: Option<&Room>) -> Option<String> {
        Some(match self {
            Self::Joined { link, seat: None } => format!("room {link}"),
            Self::Joined { link, seat: Some(seat) } => format!("room {link}, seat {}", seat.key()),
            Self::Event { event } => event_in_words(event, room?)?,
            Self::Result { ranks, .. } => {
                let places = ranks.iter().map(|rank| format!("{}. {} {}", rank.number, rank.player, rank.discs));
                format!("result: {}", places.collect::<Vec<_>>().join(", "))
            }
            // The player reads the new events and sends another command.
            Self::Refused { refusal: Refusal::Stale { .. } } => return None,
            Self::Refused { refusal } => format!("refused: {refusal}"),
            Self::Lost { why, pause_ms } => {
                format!("{why}; trying again in {:.1} s", Duration::from_millis(*pause_ms).as_secs_f64())
            }
            Self::Back => "back in the room".to_owned(),
            Self::Finished => "finished".to_owned(),
        })
    }
}

/// Describes an event that has been applied.
fn event_in_words(event: &Event, room: &Room) -> Option<String> {
    Some(match &event.change {
        Change::SeatTaken { player, name } => format!("{player}: {name} sits down"),
        Change::SeatLeft { player } => format!("{player}: the seat is free"),
        Change::SeatGivenToCpu { player, cpu } => format!("{player}: seat given to the CPU player {}", cpu.as_str()),
        Change::Started => match room.game() {
            Some(game) => format!("match {} begins: {}", game.number, names(game)),
            None => "a match begins".to_owned(),
        },
        Change::OpeningDrawn { moves } if moves.is_empty() => "the match starts as usual".to_owned(),
        Change::OpeningDrawn { moves } => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("the match starts with {}", moves.join(" "))
        }
        Change::SideChosen { player, takes_over: true } => format!("{player} takes over the other side"),
        Change::SideChosen { player, takes_over: false } => format!("{player} keeps the side"),
        Change::Moved { player, square, thinking_ms } => {
            format!("{player} {square}, {:.1} s", Duration::from_millis(*thinking_ms).as_secs_f64())
        }
        Change::Passed { player, thinking_ms } => {
            format!("{player} passes, {:.1} s", Duration::from_millis(*thinking_ms).as_secs_f64())
        }
        Change::TakebackAsked { player, to_ply } => format!("{player} asks to take back to move {}", to_ply + 1),
        Change::TakenBack { to_ply } => format!("taken back to move {}", to_ply + 1),
        Change::TakebackDeclined { player } => format!("{player} declines the takeback"),
        Change::DrawOffered { player } => format!("{player} offers a draw"),
        Change::DrawDeclined { player } => format!("{player} declines the draw"),
        Change::TimeGiven { player, given_ms } => {
            format!("{player} gives the others {} s", given_ms / 1000)
        }
        Change::Resigned { player } => format!("{player} resigns"),
        Change::TimeRanOut { player } => format!("{player} has no time left"),
        Change::Away { player, away: true } => format!("{player} is away"),
        Change::Away { player, away: false } => format!("{player} is back"),
        Change::Ended { ending: Ending::PlayedOut, .. } => "the match is over".to_owned(),
        Change::Ended { ending, .. } => format!("the match is over: {}", ending.key()),
        Change::RematchAgreed => "all agree to a rematch".to_owned(),
        Change::Closed => "the room is closed".to_owned(),
        Change::Created { .. }
        | Change::HostChanged { .. }
        | Change::Locked { .. }
        | Change::Renamed { .. }
        | Change::Ready { .. }
        | Change::TakebackGranted { .. }
        | Change::DrawAccepted { .. }
        | Change::Advice { .. }
        | Change::Rematch { .. } => return None,
    })
}

/// Players of a match, with their names.
fn names(game: &RoomMatch) -> String {
    let seats = game.seats.iter().filter(|(_, seat)| seat.is_some());
    let names = seats.map(|(player, _)| match game.names[player].as_str() {
        "" => player.to_string(),
        name => format!("{player} {name}"),
    });
    names.collect::<Vec<_>>().join(", ")
}
