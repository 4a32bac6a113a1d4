//! Who sits on which seat in a match of the terminal tool.

use irogaeshi::rules::{ByPlayer, ParsePlayerError, Player, Variant};
use thiserror::Error;

use crate::arena::contender::{Contender, ContenderError, Seated};
use crate::arena::games::GamesArguments;
use crate::failure::Failure;
use crate::programs::program::ProgramError;

/// Who plays on a seat that is not named.
const USUAL: &str = "random";

/// A contender for each player; those who do not play in the variant have one as well.
#[derive(Clone, Debug)]
pub(crate) struct Seats(ByPlayer<Contender>);

/// Why a text does not say who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SeatsError {
    #[error("\"{0}\" is not a seat; a seat is a player and who plays it, such as \"black=tree:200ms\"")]
    NotASeat(String),
    #[error("\"{0}\" is not a player; the players are {players}", players = Player::ALL.map(Player::key).join(", "))]
    UnknownPlayer(String),
    #[error("{0} is seated twice")]
    SeatedTwice(Player),
    #[error("{player} does not play in {variant}; those who do are {everybody}")]
    DoesNotPlay { player: Player, variant: String, everybody: String },
    #[error("{contender} cannot play {variant}")]
    Unsuited { contender: String, variant: String },
    #[error(transparent)]
    Contender(#[from] ContenderError),
}

impl From<SeatsError> for Failure {
    fn from(error: SeatsError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Seats {
    /// Reads seats such as `cyan=minimum,black=tree:200ms`.
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

    /// The same contender on every seat.
    pub(crate) fn all(contender: &Contender, variant: &Variant) -> Result<Self, SeatsError> {
        let contender = suited(contender.clone(), variant)?;
        Ok(Self(ByPlayer::from_fn(|_| contender.clone())))
    }

    /// These two on the two scored seats.
    pub(crate) fn of_two(contenders: [&Contender; 2], variant: &Variant) -> Result<Self, SeatsError> {
        let mut seats = Self::all(contenders[0], variant)?;
        for (player, contender) in variant.scored().iter().zip(contenders) {
            seats.0[*player] = suited(contender.clone(), variant)?;
        }
        Ok(seats)
    }

    /// Lets those who play this variant take their seats.
    ///
    /// # Errors
    /// When a program cannot be started.
    pub(crate) fn sit_down(&self, variant: &Variant, games: &GamesArguments) -> Result<Party, ProgramError> {
        let mut party = ByPlayer::from_fn(|_| None);
        for player in variant.everybody() {
            party[player] = Some(self.0[player].sit_down(games.patience(), games.knows_book())?);
        }
        Ok(Party(party))
    }

    /// Who plays for this player.
    pub(crate) fn contender(&self, player: Player) -> &Contender {
        &self.0[player]
    }
}

/// The contenders of a match, seated.
pub(crate) struct Party(ByPlayer<Option<Seated>>);

impl Party {
    /// Tells everybody that a new game begins.
    pub(crate) fn begin(&mut self) {
        for player in Player::ALL {
            if let Some(seated) = &mut self.0[player] {
                seated.begin();
            }
        }
    }

    /// Who plays on this seat under this seating.
    ///
    /// # Panics
    /// When nobody plays on that seat in the variant that the party sat down for.
    pub(crate) fn seated(&mut self, seating: Seating, seat: Player) -> &mut Seated {
        self.0[seating.0[seat]].as_mut().expect("everybody who plays has a seat")
    }
}

/// Whose contender sits on which seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seating(ByPlayer<Player>);

impl Seating {
    /// Everybody on their own seat, those of these players moved on by this many of their seats.
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
