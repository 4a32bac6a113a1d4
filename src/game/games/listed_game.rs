//! A game in the list: everything that is shown and counted, without its positions.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cpu::CpuPlayer;
use crate::game::play::match_state::MatchMarks;
use crate::notation::{GameRecord, RecordedSeat};
use crate::rules::{Board, ByPlayer, Ending, Player, Rank, Tints, Variant};

/// The kind of players of a game, and where it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// One human at this screen against CPU players.
    Computer,
    /// Several humans at this screen.
    Here,
    /// In an online room.
    Online,
    /// CPU players alone.
    Watched,
    /// Imported from text.
    Elsewhere,
}

impl Mode {
    pub const ALL: [Self; 5] = [Self::Computer, Self::Here, Self::Online, Self::Watched, Self::Elsewhere];
}

/// Result of a game for the only human at this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// First place alone.
    Won,
    /// First place shared with others.
    Drawn,
    /// Any other place.
    Lost,
}

/// A game as it is listed and counted.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedGame {
    /// Name of its entry. Sorting by name sorts by the time when games began.
    pub name: String,
    /// Start of the game, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// Time of the last turn, likewise.
    pub changed_ms: u64,
    pub variant: Arc<Variant>,
    /// The final board.
    pub board: Board,
    pub tints: Tints,
    pub plies: usize,
    /// Player of each colour, if known.
    pub seats: ByPlayer<Option<RecordedSeat>>,
    /// Player names; empty for players who are called by their colour.
    pub names: ByPlayer<String>,
    /// Reason why it ended; `None` while it can be continued.
    pub ending: Option<Ending>,
    /// Places of all scored players, best first; empty while it can be continued.
    pub ranks: Vec<Rank>,
    pub mode: Mode,
    /// The only human at this screen, if there is just one.
    pub you: Option<Player>,
    pub marks: MatchMarks,
}

impl ListedGame {
    /// Lists the game of a record, saved under this name. `here` lists the players at this screen in a room's match.
    #[must_use]
    pub fn of(name: String, changed_ms: u64, game: &GameRecord, here: Option<&[Player]>, marks: MatchMarks) -> Self {
        let variant = game.variant();
        let has_lost = |player| game.forfeits().iter().any(|forfeit| forfeit.player == player);
        // A forfeited player was human; a CPU player has taken the seat since.
        let is_human = |player: &Player| game.seats()[*player] == Some(RecordedSeat::Human) || has_lost(*player);
        let at_screen: Vec<Player> = match here {
            Some(here) => here.to_vec(),
            None => variant.everybody().into_iter().filter(is_human).collect(),
        };
        let mode = match (here, at_screen.len()) {
            _ if marks.imported => Mode::Elsewhere,
            (Some(_), _) => Mode::Online,
            (None, 0) => Mode::Watched,
            (None, 1) => Mode::Computer,
            (None, _) => Mode::Here,
        };
        let you = match (mode, at_screen.as_slice()) {
            (Mode::Computer | Mode::Online, [you]) => Some(*you),
            _ => None,
        };
        // An imported game carries the dates when it was played, not those of its import.
        let date_elsewhere = game.started().filter(|_| marks.imported);
        let began_ms = game.started().map_or_else(|| began_ms(&name, changed_ms), |seconds| seconds * 1000);
        Self {
            began_ms,
            changed_ms: game.ended().or(date_elsewhere).map_or(changed_ms, |seconds| seconds * 1000),
            variant: Arc::clone(variant),
            board: game.record().position().board().clone(),
            tints: *game.record().variant().tints(),
            plies: game.record().ply(),
            seats: game.seats().clone(),
            names: game.names().clone(),
            ending: game.ending(),
            ranks: game.ranks().unwrap_or_default(),
            mode,
            you,
            marks,
            name,
        }
    }

    /// Returns whether the game can be continued.
    #[must_use]
    pub const fn goes_on(&self) -> bool {
        self.ending.is_none()
    }

    /// Returns whether the game can be reviewed.
    #[must_use]
    pub fn can_be_reviewed(&self) -> bool {
        self.plies > 0 && (self.ending.is_some() || self.marks.imported)
    }

    /// Result for the only human at this screen; `None` if there is no such human or the game has no result.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.ending? == Ending::Abandoned {
            return None;
        }
        let place = self.ranks.iter().find(|rank| Some(rank.player) == self.you)?.place;
        let first = self.ranks.iter().filter(|rank| rank.place == 1).count();
        Some(match (place, first) {
            (1, 1) => Outcome::Won,
            (1, _) => Outcome::Drawn,
            _ => Outcome::Lost,
        })
    }

    /// Discs of the only human at this screen, and of the best opponent.
    #[must_use]
    pub fn discs(&self) -> Option<(u16, u16)> {
        let mine = self.ranks.iter().find(|rank| Some(rank.player) == self.you)?.discs;
        let others = self.ranks.iter().filter(|rank| Some(rank.player) != self.you).map(|rank| rank.discs);
        Some((mine, self.variant.goal().best(others)?))
    }

    /// The CPU player that makes all moves other than the human's.
    #[must_use]
    pub fn opponent(&self) -> Option<CpuPlayer> {
        let mut cpus = self.variant.everybody().into_iter().filter(|player| Some(*player) != self.you).map(|player| {
            match &self.seats[player] {
                Some(RecordedSeat::Cpu(key)) => CpuPlayer::try_from(key).ok(),
                _ => None,
            }
        });
        let first = cpus.next().flatten()?;
        (self.mode == Mode::Computer && cpus.all(|cpu| cpu == Some(first))).then_some(first)
    }
}

/// Time at the beginning of an entry's name, which is when the game began.
fn began_ms(name: &str, changed_ms: u64) -> u64 {
    let digits = name.split('-').next().unwrap_or_default();
    // A match of the oldest versions has the time zero.
    digits.parse().ok().filter(|began| *began > 0).unwrap_or(changed_ms)
}

#[cfg(test)]
pub(super) use self::tests::{against, listed, played_out};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::EngineLevel;
    use crate::rules::Record;

    /// A game of this variant, played to its end with the first legal square each time.
    pub(in crate::game::games) fn played_out(key: &str, seat: impl Fn(Player) -> RecordedSeat) -> GameRecord {
        let mut record = Record::new(Variant::built_in(key).expect("is built in"));
        while let Some(player) = record.position().to_move() {
            let square = record.position().legal_squares().iter().next().expect("a legal square");
            record.play(player, square).expect("it is legal");
        }
        GameRecord::new(record).with_seats(|player| Some(seat(player)))
    }

    /// One human against this CPU player.
    pub(in crate::game::games) fn against(human: Player, cpu: CpuPlayer) -> impl Fn(Player) -> RecordedSeat {
        move |player| if player == human { RecordedSeat::Human } else { RecordedSeat::Cpu(cpu.into()) }
    }

    pub(in crate::game::games) fn listed(number: u64, game: &GameRecord) -> ListedGame {
        ListedGame::of(format!("{number:013}-0-0"), number, game, None, MatchMarks::default())
    }

    const CPU: CpuPlayer = CpuPlayer::Engine(EngineLevel::PLEASANT);

    #[test]
    fn among_whom_a_game_was_played_follows_from_its_seats() {
        let mode = |seat: &dyn Fn(Player) -> RecordedSeat| {
            let game = listed(1, &played_out("classic", seat));
            (game.mode, game.you, game.opponent())
        };
        let human = Player::White;
        assert_eq!(mode(&against(human, CPU)), (Mode::Computer, Some(human), Some(CPU)));
        assert_eq!(mode(&|_| RecordedSeat::Human), (Mode::Here, None, None));
        assert_eq!(mode(&|_| RecordedSeat::Cpu(CPU.into())), (Mode::Watched, None, None));
        let game = played_out("classic", |_| RecordedSeat::Human);
        let online = ListedGame::of("1".to_owned(), 1, &game, Some(&[human]), MatchMarks::default());
        assert_eq!((online.mode, online.you), (Mode::Online, Some(human)));
        let marks = MatchMarks { imported: true, ..MatchMarks::default() };
        let pasted = ListedGame::of("1".to_owned(), 1, &played_out("classic", against(human, CPU)), None, marks);
        assert_eq!((pasted.mode, pasted.you, pasted.outcome()), (Mode::Elsewhere, None, None));
    }

    #[test]
    fn of_two_one_has_won_what_the_other_has_lost() {
        let game = |human| listed(1, &played_out("classic", against(human, CPU)));
        let (black, white) = (game(Player::Black), game(Player::White));
        let discs = black.discs().expect("it is over");
        assert_eq!(white.discs(), Some((discs.1, discs.0)));
        let wanted = match discs.0.cmp(&discs.1) {
            std::cmp::Ordering::Greater => (Outcome::Won, Outcome::Lost),
            std::cmp::Ordering::Less => (Outcome::Lost, Outcome::Won),
            std::cmp::Ordering::Equal => (Outcome::Drawn, Outcome::Drawn),
        };
        assert_eq!(black.outcome().zip(white.outcome()), Some(wanted));
    }

    #[test]
    fn a_game_that_goes_on_was_neither_won_nor_lost() {
        let record = Record::new(Variant::built_in("classic").expect("is built in"));
        let game = listed(1, &GameRecord::new(record).with_seats(|player| Some(against(Player::Black, CPU)(player))));
        assert!(game.goes_on());
        assert_eq!((game.outcome(), game.discs(), game.can_be_reviewed()), (None, None, false));
    }

    #[test]
    fn the_name_of_an_entry_tells_when_its_game_began() {
        assert_eq!(began_ms("0000000000017-ab-0", 40), 17);
        for other in ["0000000000000-ab-3", "x", ""] {
            assert_eq!(began_ms(other, 40), 40, "{other}");
        }
    }
}
