//! Text format of variants.

use std::fmt;
use std::str::FromStr;

use super::format::{self, TEXT_FORMAT};
use super::variant::check_distinct;
use super::{
    Board, BoardError, ByPlayer, CutIn, Goal, ParseGoalError, ParsePlayerError, Player, Variant, VariantError,
    VariantProblem,
};

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > Self::MAX_BYTES {
            return Err(VariantError { line: 1, problem: VariantProblem::TooLong });
        }
        check_format(text)?;
        VariantText::read(text.lines().enumerate().map(|(index, line)| (index + 1, line)))
    }
}

impl TryFrom<String> for Variant {
    type Error = VariantError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Variant> for String {
    fn from(variant: Variant) -> Self {
        variant.to_string()
    }
}

/// Refuses a text of a newer format before reading the rest, because a newer text may contain anything.
///
/// # Errors
/// [`VariantProblem::NewerFormat`] or [`VariantProblem::NotAFormat`].
pub(super) fn check_format(text: &str) -> Result<(), VariantError> {
    let value = |line: &str| {
        line.split_once(':').filter(|(key, _)| key.trim() == format::KEY).map(|(_, value)| read_format(value.trim()))
    };
    let mut formats = text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, value(line)?)));
    formats.try_for_each(|(line, format)| format.map_err(|problem| VariantError { line, problem }))
}

/// Checks a version.
fn read_format(text: &str) -> Result<(), VariantProblem> {
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
struct VariantText<'a> {
    has_format: bool,
    name: Option<(usize, &'a str)>,
    about: Option<&'a str>,
    players: Option<(usize, Vec<Player>)>,
    cut_ins: Option<(usize, Vec<CutIn>)>,
    turns: Option<Vec<Player>>,
    scored: Option<(usize, Vec<Player>)>,
    goal: Option<Goal>,
    board: Option<(usize, Board)>,
}

impl<'a> VariantText<'a> {
    fn read(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Variant, VariantError> {
        let mut fields = Self::default();
        let mut last_line = 1;
        let mut lines = lines.map(|(line, text)| (line, text.trim())).peekable();
        while let Some((line, text)) = lines.next() {
            last_line = line;
            if text.is_empty() || text.starts_with(';') {
                continue;
            }
            let at = |problem| VariantError { line, problem };
            let (key, value) = text
                .split_once(':')
                .map(|(key, value)| (key.trim(), value.trim()))
                .ok_or_else(|| at(VariantProblem::NotAField(text.to_owned())))?;
            let twice = match key {
                // The version is already checked.
                format::KEY => std::mem::replace(&mut fields.has_format, true),
                foreign if foreign.starts_with(format::FOREIGN_KEYS) => false,
                "name" => fields.name.replace((line, value)).is_some(),
                "about" => fields.about.replace(value).is_some(),
                "players" => fields.players.replace((line, read_players(value).map_err(at)?)).is_some(),
                "cut-ins" => fields.cut_ins.replace((line, read_cut_ins(value).map_err(at)?)).is_some(),
                "turns" => fields.turns.replace(read_players(value).map_err(at)?).is_some(),
                "scored" => fields.scored.replace((line, read_players(value).map_err(at)?)).is_some(),
                "goal" => {
                    let goal = value.parse().map_err(|error: ParseGoalError| at(error.into()))?;
                    fields.goal.replace(goal).is_some()
                }
                "board" if !value.is_empty() => return Err(at(VariantProblem::BoardOnSameLine)),
                "board" => {
                    let mut rows = Vec::new();
                    while let Some((row_line, row)) = lines.next_if(|(_, text)| is_row(text)) {
                        last_line = row_line;
                        rows.push(row);
                    }
                    let board = Board::from_rows(rows).map_err(|error| VariantError {
                        line: line + error_row(&error).unwrap_or(0),
                        problem: error.into(),
                    })?;
                    fields.board.replace((line, board)).is_some()
                }
                unknown => return Err(at(VariantProblem::UnknownKey(unknown.to_owned()))),
            };
            if twice {
                return Err(at(VariantProblem::GivenTwice(key.to_owned())));
            }
        }
        fields.finish(last_line)
    }

    fn finish(self, last_line: usize) -> Result<Variant, VariantError> {
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
        Ok(variant.with_about(self.about.unwrap_or_default()).with_goal(self.goal.unwrap_or_default()))
    }
}

/// Rows end at an empty line, a comment or the next field.
fn is_row(text: &str) -> bool {
    !text.is_empty() && !text.starts_with(';') && !text.contains(':')
}

fn error_row(error: &BoardError) -> Option<usize> {
    match error {
        BoardError::RowTooLong { row } | BoardError::RowLength { row, .. } | BoardError::UnknownLetter { row, .. } => {
            Some(*row)
        }
        BoardError::TooManyRows => Some(usize::from(super::Square::MAX_SIDE) + 1),
        BoardError::NoRows | BoardError::NoSquares => None,
    }
}

fn read_players(text: &str) -> Result<Vec<Player>, VariantProblem> {
    let players = text.split_whitespace().map(str::parse).collect::<Result<Vec<Player>, ParsePlayerError>>()?;
    check_distinct(&players)?;
    Ok(players)
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

impl fmt::Display for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |players: &[Player]| players.iter().map(|player| player.key()).collect::<Vec<_>>().join(" ");
        writeln!(formatter, "{}: {TEXT_FORMAT}", format::KEY)?;
        writeln!(formatter, "name: {}", self.name())?;
        if !self.about().is_empty() {
            writeln!(formatter, "about: {}", self.about())?;
        }
        writeln!(formatter, "players: {}", join(self.players()))?;
        if !self.cut_ins().is_empty() {
            let cut_ins = self
                .cut_ins()
                .iter()
                .map(|cut_in| format!("{} {}", cut_in.move_number, cut_in.player.key()))
                .collect::<Vec<_>>()
                .join(", ");
            writeln!(formatter, "cut-ins: {cut_ins}")?;
        }
        if *self.board().turning() != Board::TURNING_BY_DEFAULT {
            formatter.write_str("turns:")?;
            for (player, _) in self.board().turning().iter().filter(|(_, turns)| **turns) {
                write!(formatter, " {}", player.key())?;
            }
            writeln!(formatter)?;
        }
        writeln!(formatter, "scored: {}", join(self.scored()))?;
        if self.goal() != Goal::default() {
            writeln!(formatter, "goal: {}", self.goal().key())?;
        }
        writeln!(formatter, "board:")?;
        write!(formatter, "{}", self.board())
    }
}
