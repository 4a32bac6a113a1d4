//! Fields of the text of a variant, common to the usual text and the text on one line.

use super::format::{self, TEXT_FORMAT, USUAL, WITH_FREE_PASSES};
use super::variant::check_distinct;
use super::{
    Board, BoardError, ByPlayer, CutIn, Goal, ParseGoalError, ParsePlayerError, Player, Tints, Variant, VariantError,
    VariantProblem,
};

/// Checks a version.
///
/// # Errors
/// [`VariantProblem::NewerFormat`] or [`VariantProblem::NotAFormat`].
pub(super) fn read_format(text: &str) -> Result<(), VariantProblem> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(1..=TEXT_FORMAT) => Ok(()),
        // A number too large for `u32` is a newer format too.
        Ok(1..) | Err(_) if is_number => Err(VariantProblem::NewerFormat(text.to_owned())),
        _ => Err(VariantProblem::NotAFormat(text.to_owned())),
    }
}

/// Fields of a variant's text as they are read, each with its line.
#[derive(Default)]
pub(super) struct VariantFields<'a> {
    has_format: bool,
    name: Option<(usize, &'a str)>,
    about: Option<&'a str>,
    players: Option<(usize, Vec<Player>)>,
    cut_ins: Option<(usize, Vec<CutIn>)>,
    turns: Option<Vec<Player>>,
    scored: Option<(usize, Vec<Player>)>,
    goal: Option<Goal>,
    free_pass: Option<bool>,
    tints: Option<Tints>,
    board: Option<(usize, Board)>,
}

impl<'a> VariantFields<'a> {
    /// Takes a field, other than the board, in this line.
    ///
    /// # Errors
    /// The problem with it.
    pub(super) fn set(&mut self, line: usize, key: &str, value: &'a str) -> Result<(), VariantError> {
        let at = |problem| VariantError { line, problem };
        let twice = match key {
            // The version is already checked.
            format::KEY => std::mem::replace(&mut self.has_format, true),
            format::TINTS => {
                self.tints = Some(Tints::from(value.to_owned()));
                false
            }
            foreign if foreign.starts_with(format::FOREIGN_KEYS) => false,
            "name" => self.name.replace((line, value)).is_some(),
            "about" => self.about.replace(value).is_some(),
            "players" => self.players.replace((line, read_players(value).map_err(at)?)).is_some(),
            "cut-ins" => self.cut_ins.replace((line, read_cut_ins(value).map_err(at)?)).is_some(),
            "turns" => self.turns.replace(read_players(value).map_err(at)?).is_some(),
            "scored" => self.scored.replace((line, read_players(value).map_err(at)?)).is_some(),
            "goal" => {
                let goal = value.parse().map_err(|error: ParseGoalError| at(error.into()))?;
                self.goal.replace(goal).is_some()
            }
            "passes" => self.free_pass.replace(read_passes(value).map_err(at)?).is_some(),
            unknown => return Err(at(VariantProblem::UnknownKey(unknown.to_owned()))),
        };
        if twice { Err(at(VariantProblem::GivenTwice(key.to_owned()))) } else { Ok(()) }
    }

    /// Takes the board whose key is in this line, with the line of each row.
    ///
    /// # Errors
    /// The problem with it.
    pub(super) fn set_board(
        &mut self,
        line: usize,
        rows: impl Iterator<Item = (usize, &'a str)> + Clone,
    ) -> Result<(), VariantError> {
        let board = Board::from_rows(rows.clone().map(|(_, row)| row)).map_err(|error| {
            let wrong = error_row(&error).and_then(|row| rows.clone().nth(row - 1));
            VariantError { line: wrong.map_or(line, |(row_line, _)| row_line), problem: error.into() }
        })?;
        let twice = self.board.replace((line, board)).is_some();
        let problem = || VariantProblem::GivenTwice("board".to_owned());
        if twice { Err(VariantError { line, problem: problem() }) } else { Ok(()) }
    }

    /// Builds the variant.
    ///
    /// # Errors
    /// The problem with it; a missing key is reported in the last line.
    pub(super) fn finish(self, last_line: usize) -> Result<Variant, VariantError> {
        let missing = |key| VariantError { line: last_line, problem: VariantProblem::Missing(key) };
        let (name_line, name) = self.name.ok_or_else(|| missing("name"))?;
        let (players_line, players) = self.players.ok_or_else(|| missing("players"))?;
        let (_, board) = self.board.ok_or_else(|| missing("board"))?;
        let turns = self.turns.map(|turns| ByPlayer::from_fn(|player| turns.contains(&player)));
        let board = board.with_turning(turns.unwrap_or(Board::TURNING_BY_DEFAULT));
        let (cut_ins_line, cut_ins) = self.cut_ins.unwrap_or((players_line, Vec::new()));
        let (scored_line, scored) = self.scored.unwrap_or_else(|| (players_line, players.clone()));
        let variant = Variant::new(name, board, players, cut_ins, scored).map_err(|problem| {
            let line = match problem {
                VariantProblem::Missing(_) => name_line,
                VariantProblem::NobodyScored | VariantProblem::ScoredDoesNotPlay(_) => scored_line,
                VariantProblem::NotACutIn(_)
                | VariantProblem::CutInTwice(_)
                | VariantProblem::TooManyCutIns
                | VariantProblem::CutInTakesTurns(_) => cut_ins_line,
                _ => players_line,
            };
            VariantError { line, problem }
        })?;
        let variant = variant.with_about(self.about.unwrap_or_default()).with_goal(self.goal.unwrap_or_default());
        let variant = variant.with_free_pass(self.free_pass.unwrap_or_default());
        Ok(variant.with_tints(&self.tints.unwrap_or_default()))
    }
}

fn error_row(error: &BoardError) -> Option<usize> {
    match error {
        BoardError::RowTooLong { row } | BoardError::RowLength { row, .. } | BoardError::UnknownLetter { row, .. } => {
            Some(*row)
        }
        BoardError::TooManyRows => Some(usize::from(super::Square::MAX_SIDE) + 1),
        BoardError::NoRows | BoardError::NoSquares | BoardError::TooManyBombs { .. } => None,
    }
}

fn read_players(text: &str) -> Result<Vec<Player>, VariantProblem> {
    let players = text.split_whitespace().map(str::parse).collect::<Result<Vec<Player>, ParsePlayerError>>()?;
    check_distinct(&players)?;
    Ok(players)
}

/// Values of the key `passes`.
const FREE: &str = "free";
const FORCED: &str = "forced";

fn read_passes(text: &str) -> Result<bool, VariantProblem> {
    match text {
        FREE => Ok(true),
        FORCED => Ok(false),
        other => Err(VariantProblem::UnknownPasses(other.to_owned())),
    }
}

fn read_cut_ins(text: &str) -> Result<Vec<CutIn>, VariantProblem> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let read_one = |part: &str| {
        let not_a_cut_in = || VariantProblem::NotACutIn(part.trim().to_owned());
        let (number, name) = part.trim().split_once(char::is_whitespace).ok_or_else(not_a_cut_in)?;
        let move_number = number.parse().map_err(|_| not_a_cut_in())?;
        Ok(CutIn { move_number, player: name.trim().parse()? })
    };
    text.split(',').map(read_one).collect()
}

/// Fields of the text of a variant, without the board, in the order in which they are written.
pub(super) fn fields_of(variant: &Variant) -> Vec<(&'static str, String)> {
    let join = |players: &[Player]| players.iter().map(|player| player.key()).collect::<Vec<_>>().join(" ");
    let version = if variant.free_pass() { WITH_FREE_PASSES } else { USUAL };
    let mut fields = vec![(format::KEY, version.to_string()), ("name", variant.name().to_owned())];
    if !variant.about().is_empty() {
        fields.push(("about", variant.about().to_owned()));
    }
    fields.push(("players", join(variant.players())));
    if !variant.cut_ins().is_empty() {
        let cut_in = |cut_in: &CutIn| format!("{} {}", cut_in.move_number, cut_in.player.key());
        fields.push(("cut-ins", variant.cut_ins().iter().map(cut_in).collect::<Vec<_>>().join(", ")));
    }
    let turning = variant.board().turning();
    if *turning != Board::TURNING_BY_DEFAULT {
        let turns: Vec<Player> = turning.iter().filter(|(_, turns)| **turns).map(|(player, _)| player).collect();
        fields.push(("turns", join(&turns)));
    }
    fields.push(("scored", join(variant.scored())));
    if variant.goal() != Goal::default() {
        fields.push(("goal", variant.goal().key().to_owned()));
    }
    if variant.free_pass() {
        fields.push(("passes", FREE.to_owned()));
    }
    if !variant.tints().is_empty() {
        fields.push((format::TINTS, variant.tints().to_string()));
    }
    fields
}
