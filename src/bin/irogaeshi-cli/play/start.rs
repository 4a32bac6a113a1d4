//! Start of a game on the command line: board, players, and moves to continue from.

use std::path::Path;
use std::sync::Arc;

use irogaeshi::cpu::{CpuPlayer, EngineLevel, TreeLevel};
use irogaeshi::notation::{AnyText, Reading, transcript_of};
use irogaeshi::rules::{ByPlayer, DrawnBoard, Goal, Record, Variant, parse_moves};

use crate::arena::contender::Contender;
use crate::failure::Failure;
use crate::out::files::{FileError, read_at_most};
use crate::out::line::say;
use crate::play::game::{Game, Seat};
use crate::variant::find_variant;

/// Name of a human among the players.
const HUMAN: &str = "human";

/// Key of the board that is played by default.
const USUAL_BOARD: &str = "classic";

#[derive(clap::Args)]
pub(crate) struct StartArguments {
    /// Board: a built-in one, or a file that describes one [default: classic].
    ///
    /// `irogaeshi-cli boards` lists the built-in boards, such as classic, classic-4 to classic-26, colour and five.
    /// random and chaos draw a new board; random-12345 is always the same.
    #[arg(long, value_name = "NAME|FILE", alias = "variant")]
    board: Option<String>,
    /// Let the fewest discs win.
    #[arg(long)]
    reverse: bool,
    /// Players in the order of play, such as human,expert.
    ///
    /// Each is "human" or a player as in `match`: a CPU player of `irogaeshi-cli players`, the engine as engine:100ms
    /// or engine:d8, or another program as "gtp:program arguments". Players that are not named are CPU players of
    /// middling strength. By default you play first.
    #[arg(long, value_name = "PLAYERS", default_value = HUMAN, hide_default_value = true)]
    players: String,
    /// Continue after these moves, such as f5d6c3, or from a file.
    ///
    /// A file holds moves, a position, a game or a board in any format that the game reads.
    #[arg(long, value_name = "MOVES|FILE")]
    from: Option<String>,
}

impl StartArguments {
    /// Creates the game.
    ///
    /// # Errors
    /// If the board, a player or the moves are refused.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        let record = self.record()?;
        let seats = seats(&self.players, record.variant())?;
        Ok(Game::new(record, seats))
    }

    fn record(&self) -> Result<Record, Failure> {
        let Some(from) = &self.from else { return Ok(Record::new(self.variant()?)) };
        let (name, text) = match read_at_most(Path::new(from), AnyText::MAX_BYTES) {
            Ok(bytes) => {
                let text = AnyText::decode(&bytes).map_err(|error| format!("{from}: {error}"))?;
                (format!("{from}: "), text.to_owned())
            }
            Err(FileError::Unreadable { .. }) => (String::new(), from.clone()),
            Err(other) => return Err(other.into()),
        };
        // Moves are played on any board.
        if parse_moves(&text).is_ok() {
            let mut record = Record::new(self.variant()?);
            record.play_moves(&text).map_err(|error| format!("{name}{error}"))?;
            return Ok(record);
        }
        let reading = Reading::of(&text).map_err(|error| format!("{name}{error}"))?;
        if self.board.is_some() || self.reverse {
            return Err(format!("{name}{} has its own board: omit --board and --reverse", reading.kind).into());
        }
        if let Some(remark) = reading.remark {
            say(&remark.to_string());
        }
        Ok(match reading.content {
            AnyText::Variant(variant) => Record::new(*variant),
            AnyText::Game(game) => game.into_record(),
        })
    }

    fn variant(&self) -> Result<Variant, Failure> {
        self.variant_of(self.board.as_deref())
    }

    fn variant_of(&self, board: Option<&str>) -> Result<Variant, Failure> {
        let variant = find_variant(board.unwrap_or(USUAL_BOARD))?;
        Ok(if self.reverse { variant.with_goal(Goal::Fewest) } else { variant })
    }

    /// The command that continues a game; `None` if no command can name its board.
    pub(crate) fn command(&self, record: &Record) -> Option<String> {
        // A board drawn for this game is named by its key.
        let drawn = DrawnBoard::read_name(record.variant().name()).map(|(kind, seed)| kind.key_of(seed));
        let board = if self.from.is_none() { drawn.or_else(|| self.board.clone()) } else { self.board.clone() };
        let is_own = self.variant_of(board.as_deref()).is_ok_and(|variant| variant == **record.variant());
        let quoted = |text: &str| if text.contains([' ', '"', '\'']) { format!("{text:?}") } else { text.to_owned() };
        let board = board.map(|board| format!(" --board {}", quoted(&board))).unwrap_or_default();
        let goal = if self.reverse { " --reverse" } else { "" };
        let is_usual = self.players == HUMAN;
        let players = if is_usual { String::new() } else { format!(" --players {}", quoted(&self.players)) };
        let moves = transcript_of(record);
        is_own.then(|| format!("irogaeshi-cli play{board}{goal}{players} --from {moves}"))
    }
}

/// Reads the players in the order of play.
fn seats(text: &str, variant: &Arc<Variant>) -> Result<ByPlayer<Seat>, Failure> {
    let everybody = variant.everybody();
    let usual: Contender = usual_player(variant).key().parse()?;
    let mut seats = ByPlayer::from_fn(|_| Seat::Cpu(usual.clone()));
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    if names.len() > everybody.len() {
        let players = everybody.iter().map(|player| player.key()).collect::<Vec<_>>().join(", ");
        let (given, board) = (names.len(), variant.name());
        return Err(format!("{given} players are named, but {board} has {}: {players}", everybody.len()).into());
    }
    for (player, name) in everybody.into_iter().zip(names) {
        if name.eq_ignore_ascii_case(HUMAN) {
            seats[player] = Seat::Human;
            continue;
        }
        let contender: Contender = name.parse()?;
        if !contender.suits(variant) {
            return Err(format!("{contender} cannot play {}", variant.name()).into());
        }
        seats[player] = Seat::Cpu(contender);
    }
    Ok(seats)
}

/// A CPU player of middling strength for a board, the one that the game proposes.
fn usual_player(variant: &Variant) -> CpuPlayer {
    let pleasant = CpuPlayer::Engine(EngineLevel::PLEASANT);
    if pleasant.suits(variant) { pleasant } else { CpuPlayer::Tree(TreeLevel::Casual) }
}
