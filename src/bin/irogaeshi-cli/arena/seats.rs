//! Contenders of the seats in a match.

use irogaeshi::programs::ProgramError;
use irogaeshi::rules::{ByPlayer, ParsePlayerError, Player, Variant};
use thiserror::Error;

use crate::arena::contender::{Contender, ContenderError, Seated};
use crate::arena::games::GamesArguments;
use crate::failure::Refusal;

/// Contender of seats that are not named.
const USUAL: &str = "random";

/// A contender for each player, including players not in the variant.
#[derive(Clone, Debug)]
pub(crate) struct Seats(ByPlayer<Contender>);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SeatsError {
    #[error("\"{0}\" is not a seat; a seat is a player and who plays it, such as \"black=tree:200ms\"")]
    NotASeat(String),
    #[error("\"{0}\" is not a player; the players are {players}", players = Player::ALL.map(Player::key).join(", "))]
    UnknownPlayer(String),
    #[error("{0} is seated twice")]
    SeatedTwice(Player),
    #[error("{player} does not play in {variant}; its players are {everybody}")]
    DoesNotPlay { player: Player, variant: String, everybody: String },
    #[error("{contender} cannot play {variant}")]
    Unsuited { contender: String, variant: String },
    #[error(transparent)]
    Contender(#[from] ContenderError),
}

impl Refusal for SeatsError {}

impl Seats {
    /// Parses seats such as `cyan=minimum,black=tree:200ms`.
    pub(crate) fn read(text: &str, variant: &Variant) -> Result<Self, SeatsError> {
        let everybody = variant.everybody();
        let mut named: Vec<Player> = Vec::new();
        let mut seats = Self::all(&USUAL.parse()?, variant)?;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, contender) = part.split_once('=').ok_or_else(|| SeatsError::NotASeat(part.to_owned()))?;
            let name = name.trim();
            let player: Player = name.parse().map_err(|ParsePlayerError(name)| SeatsError::UnknownPlayer(name))?;
            if !everybody.contains(&player) {
                return Err(SeatsError::DoesNotPlay {
                    player,
                    variant: variant.name().to_owned(),
                    everybody: everybody.iter().map(|player| player.key()).collect::<Vec<_>>().join(", "),
                });
            }
            if named.contains(&player) {
                return Err(SeatsError::SeatedTwice(player));
            }
            named.push(player);
            seats.0[player] = suited(contender.parse()?, variant)?;
        }
        Ok(seats)
    }

    /// Puts the same contender on every seat.
    pub(crate) fn all(contender: &Contender, variant: &Variant) -> Result<Self, SeatsError> {
        let contender = suited(contender.clone(), variant)?;
        Ok(Self(ByPlayer::from_fn(|_| contender.clone())))
    }

    /// Puts these two on the two scored seats.
    pub(crate) fn of_two(contenders: [&Contender; 2], variant: &Variant) -> Result<Self, SeatsError> {
        let mut seats = Self::all(contenders[0], variant)?;
        for (player, contender) in variant.scored().iter().zip(contenders) {
            seats.0[*player] = suited(contender.clone(), variant)?;
        }
        Ok(seats)
    }

    /// Prepares the contenders of this variant's players.
    ///
    /// # Errors
    /// If a program cannot be started.
    pub(crate) fn sit_down(&self, variant: &Variant, games: &GamesArguments) -> Result<Party, ProgramError> {
        let mut party = ByPlayer::from_fn(|_| None);
        for player in variant.everybody() {
            party[player] = Some(self.0[player].sit_down(games.patience(), games.knows_book())?);
        }
        Ok(Party(party))
    }

    /// The contender of this player.
    pub(crate) fn contender(&self, player: Player) -> &Contender {
        &self.0[player]
    }
}

/// Contenders of a match, ready to play.
pub(crate) struct Party(ByPlayer<Option<Seated>>);

impl Party {
    /// Starts a new game with all contenders.
    pub(crate) fn begin(&mut self) {
        for player in Player::ALL {
            if let Some(seated) = &mut self.0[player] {
                seated.begin();
            }
        }
    }

    /// The contender of this seat under this seating.
    ///
    /// # Panics
    /// If the seat has no player in the party's variant.
    pub(crate) fn seated(&mut self, seating: Seating, seat: Player) -> &mut Seated {
        self.0[seating.0[seat]].as_mut().expect("everybody who plays has a seat")
    }
}

/// Maps each seat to the player whose contender sits there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seating(ByPlayer<Player>);

impl Seating {
    /// Moves the contenders of these players on by `by` of their seats. All others keep their own.
    pub(crate) fn rotated(players: &[Player], by: usize) -> Self {
        let mut seating = ByPlayer::from_fn(|player| player);
        for (index, player) in players.iter().enumerate() {
            seating[players[(index + by) % players.len()]] = *player;
        }
        Self(seating)
    }
}

fn suited(contender: Contender, variant: &Variant) -> Result<Contender, SeatsError> {
    if contender.suits(variant) {
        Ok(contender)
    } else {
        Err(SeatsError::Unsuited { contender: contender.to_string(), variant: variant.name().to_owned() })
    }
}
