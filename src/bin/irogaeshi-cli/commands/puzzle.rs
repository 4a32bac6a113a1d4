//! Puzzles: positions to solve, listed in files, with their known answers.

use irogaeshi::cpu::classic::Bitboards;
use irogaeshi::notation::{Diagram, DiagramError, NotAScore, ObfError, is_comment, read_obf, read_score};
use irogaeshi::rules::{ParseSquareError, Square};
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    /// Name from the file, or the line number.
    pub(crate) name: String,
    pub(crate) position: Diagram,
    pub(crate) answer: Option<Answer>,
}

impl Puzzle {
    /// Position for the engine.
    pub(crate) fn bitboards(&self) -> Bitboards {
        Bitboards::of(self.position.board(), self.position.to_move())
    }
}

/// Known answer of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Discs by which the player to move wins with perfect play.
    pub(crate) score: i32,
    /// All moves with that score; empty if the file has none.
    pub(crate) best: Vec<Square>,
}

/// Error in a list of puzzles, with its line from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub(crate) struct PuzzleError {
    pub(crate) line: usize,
    pub(crate) problem: PuzzleProblem,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum PuzzleProblem {
    #[error("there is no column \"{0}\"")]
    NoColumn(&'static str),
    #[error("{found} columns, but the header has {expected}")]
    ColumnCount { found: usize, expected: usize },
    #[error(transparent)]
    Obf(#[from] ObfError),
    #[error(transparent)]
    Score(#[from] NotAScore),
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

const BOARD: &str = "board_a1_to_h8_rowmajor";
const SIDE_TO_MOVE: &str = "side_to_move";
const SCORE: &str = "best_score_for_side_to_move";
const BEST_MOVES: &str = "best_moves";
const NAME: &str = "id";

/// Reads the lines of a file: comma-separated values if the first line names the columns, otherwise OBF.
///
/// Ignores empty lines and comments.
pub(crate) fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let lines = text.lines().map(str::trim).enumerate().map(|(index, line)| (index + 1, line));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !is_comment(line)).peekable();
    let header = lines.next_if(|(_, line)| line.split(',').any(|column| column == BOARD));
    let columns = header.map(|(line, header)| at(line, Columns::read(header))).transpose()?;
    lines
        .map(|(line, text)| {
            let puzzle = match &columns {
                Some(columns) => columns.puzzle(line, text),
                None => read_line(line, text),
            };
            at(line, puzzle)
        })
        .collect()
}

fn at<T>(line: usize, result: Result<T, PuzzleProblem>) -> Result<T, PuzzleError> {
    result.map_err(|problem| PuzzleError { line, problem })
}

/// Column indices in a file of comma-separated values.
struct Columns {
    count: usize,
    board: usize,
    side_to_move: usize,
    score: Option<usize>,
    best_moves: Option<usize>,
    name: Option<usize>,
}

impl Columns {
    fn read(header: &str) -> Result<Self, PuzzleProblem> {
        let names: Vec<&str> = header.split(',').collect();
        let find = |name: &str| names.iter().position(|column| *column == name);
        let need = |name: &'static str| find(name).ok_or(PuzzleProblem::NoColumn(name));
        Ok(Self {
            count: names.len(),
            board: need(BOARD)?,
            side_to_move: need(SIDE_TO_MOVE)?,
            score: find(SCORE),
            best_moves: find(BEST_MOVES),
            name: find(NAME),
        })
    }

    fn puzzle(&self, line: usize, text: &str) -> Result<Puzzle, PuzzleProblem> {
        let values: Vec<&str> = text.split(',').map(str::trim).collect();
        if values.len() != self.count {
            return Err(PuzzleProblem::ColumnCount { found: values.len(), expected: self.count });
        }
        let score = self.score.map(|score| values[score]).filter(|score| !score.is_empty());
        let best = self.best_moves.map_or("", |best| values[best]);
        let answer = match score {
            Some(score) => {
                let best = best.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
                Some(Answer { score: read_score(score)?, best })
            }
            None => None,
        };
        Ok(Puzzle {
            name: self.name.map_or_else(|| line.to_string(), |name| values[name].to_owned()),
            position: format!("{} {}", values[self.board], values[self.side_to_move]).parse()?,
            answer,
        })
    }
}

/// Reads a line of OBF.
fn read_line(line: usize, text: &str) -> Result<Puzzle, PuzzleProblem> {
    let read = read_obf(text)?;
    let answer = read.scores.iter().map(|(_, score)| *score).max().map(|best_score| {
        let best = read.scores.iter().filter(|(_, score)| *score == best_score).map(|(square, _)| *square);
        Answer { score: best_score, best: best.collect() }
    });
    Ok(Puzzle { name: line.to_string(), position: read.position, answer })
}

#[cfg(test)]
mod tests {
    use irogaeshi::rules::Player;

    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    fn problem(text: &str) -> (usize, String) {
        let error = read_puzzles(text).expect_err("is refused");
        (error.line, error.problem.to_string())
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let text =
            format!("id,{BEST_MOVES},more,{SIDE_TO_MOVE},{SCORE},{BOARD}\n\na7,F5 D3,,X,-2,{START}\n,,,O,,{START}\n");
        let puzzles = read_puzzles(&text).expect("is a list");
        let best = ["f5", "d3"].map(|square| square.parse().expect("a square")).to_vec();
        assert_eq!(puzzles[0].name, "a7");
        assert_eq!(puzzles[0].answer, Some(Answer { score: -2, best }));
        assert_eq!((puzzles[1].answer.clone(), puzzles[1].position.to_move()), (None, Player::White));
        let bare = read_puzzles(&format!("{BOARD},{SIDE_TO_MOVE}\n{START},X\n")).expect("is a list");
        assert_eq!((bare[0].name.as_str(), bare[0].answer.clone()), ("2", None));
    }

    #[test]
    fn obf_names_moves_with_their_scores() {
        let text = format!("% a comment\n{START} X; f5:+2; d3:+2; c4:-8; % source\n{START} O;\n{START}O");
        let puzzles = read_puzzles(&text).expect("is a list");
        let best = ["f5", "d3"].map(|square| square.parse().expect("a square")).to_vec();
        assert_eq!(puzzles[0].answer, Some(Answer { score: 2, best }));
        assert_eq!(puzzles.iter().map(|puzzle| puzzle.name.as_str()).collect::<Vec<_>>(), ["2", "3", "4"]);
        assert!(
            puzzles[1..].iter().all(|puzzle| puzzle.answer.is_none() && puzzle.position.to_move() == Player::White)
        );
    }

    #[test]
    fn invalid_puzzles_are_refused_with_their_line() {
        let csv = |row: &str| problem(&format!("{BOARD},{SIDE_TO_MOVE},{SCORE},{BEST_MOVES}\n{row}\n"));
        assert_eq!(csv(&format!("{START},X")), (2, "2 columns, but the header has 4".to_owned()));
        assert_eq!(csv(&format!("{START},X,65,F5")).1, "\"65\" is not a score from -64 to 64");
        assert!(csv(&format!("{START},X,2,F5 Z0")).1.starts_with("\"Z0\" is not a square"));
        assert_eq!(csv(&format!("{START}-,X,2,F5")).1, "65 squares, but a position has 64");
        assert!(csv(&format!("{START},,2,F5")).1.starts_with("the player to move is missing"));
        assert_eq!(problem(BOARD), (1, format!("there is no column \"{SIDE_TO_MOVE}\"")));
        assert_eq!(problem(&format!("\n{START} X; f5+2")).0, 2);
        assert_eq!(problem(&format!("{START} X; f5+2")).1, "\"f5+2\" is not a move and its score, such as f5:+2");
        assert_eq!(problem(&format!("{START} X; f5:much")).1, "\"much\" is not a score from -64 to 64");
        assert_eq!(problem(&format!("{} X", "-".repeat(64))).1, "there is no disc on the board");
        assert!(problem("nonsense").1.starts_with("'n' is not a square"));
    }
}
