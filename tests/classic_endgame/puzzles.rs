//! Tables of positions with solutions.

use irogaeshi::cpu::classic::Bitboards;
use irogaeshi::notation::Diagram;
use irogaeshi::rules::Square;

/// A position with its solution.
pub(crate) struct Puzzle {
    pub(crate) name: String,
    pub(crate) board: Bitboards,
    pub(crate) score: i32,
    /// All moves that reach the score.
    pub(crate) best: Vec<Square>,
}

/// Positions of a table in the format of `tests/data/ffo-1-19.csv`.
pub(crate) fn puzzles(table: &str) -> Vec<Puzzle> {
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().expect("the table has a header").split(',').collect();
    let column = |name| header.iter().position(|column| *column == name).expect("the table has the column");
    let (suite, id, mover) = (column("suite"), column("id"), column("side_to_move"));
    let (board, score, best) =
        (column("board_a1_to_h8_rowmajor"), column("best_score_for_side_to_move"), column("best_moves"));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let diagram: Diagram = format!("{} {}", fields[board], fields[mover]).parse().expect("a position");
            Puzzle {
                name: format!("{} {}", fields[suite], fields[id]),
                board: Bitboards::of(diagram.board(), diagram.to_move()),
                score: fields[score].parse().expect("a score"),
                best: fields[best].split_whitespace().map(|name| name.parse().expect("a square")).collect(),
            }
        })
        .collect()
}
