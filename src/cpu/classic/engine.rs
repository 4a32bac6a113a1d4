//! The engine: what is asked of it, and what it finds.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::bitboards::{Bitboards, Shape};
use super::evaluation::{Evaluation, Node};
use super::machine::{Machine, MachineKind, Task};
use super::search::Search;
use super::table::{Key, NO_MOVE, Table};

/// How far the engine looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// How many plies, where the end of the game is further away.
    pub depth: u32,
    /// From how many empties on it plays perfectly.
    pub exact_from: u32,
    /// How many nodes it visits at most.
    pub nodes: u64,
}

impl Reach {
    /// To the end of the game, however long it takes.
    pub const TO_THE_END: Self = Self { depth: 60, exact_from: 60, nodes: u64::MAX };
}

/// What the engine found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it expects the game to go on: squares by their bits, the best move first. Passes are left out.
    pub line: Vec<u8>,
    /// The discs by which the player to move is expected to win.
    pub score: i32,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// Whether that is the end of the game, and the score certain.
    pub is_exact: bool,
    /// How many positions it has visited.
    pub nodes: u64,
}

/// A search program for two players, with what it remembers.
pub struct Engine {
    evaluation: Arc<Evaluation>,
    table: Table,
    machine: MachineKind,
}

impl Engine {
    /// An engine whose transposition table takes about so many bytes.
    #[must_use]
    pub fn new(evaluation: Arc<Evaluation>, table_bytes: usize) -> Self {
        Self { evaluation, table: Table::new(table_bytes), machine: MachineKind::best() }
    }

    /// Searches on this kind of processor; where the processor at hand is not of it, nothing is found.
    #[must_use]
    pub fn on(self, machine: MachineKind) -> Self {
        Self { machine, ..self }
    }

    /// Forgets all that it remembers.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The best move; `None` if the player to move has none. `tell` is told each better answer on the way, and by
    /// `look`, which is asked often, the search can be ended: then the last answer counts.
    pub fn search(
        &mut self,
        board: Bitboards,
        shape: Shape,
        reach: Reach,
        tell: &mut dyn FnMut(&Finding),
        look: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<Finding> {
        self.table.grow_old();
        let Self { evaluation, table, machine } = self;
        machine.run(Deepening { board, shape, reach, evaluation, table, tell, look }).flatten()
    }
}

/// A search ply by ply deeper.
struct Deepening<'a> {
    board: Bitboards,
    shape: Shape,
    reach: Reach,
    evaluation: &'a Evaluation,
    table: &'a Table,
    tell: &'a mut dyn FnMut(&Finding),
    look: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

/// How many plies before the end the search leaps to it.
const LEAP: u32 = 8;

impl Task for Deepening<'_> {
    type Output = Option<Finding>;

    fn run(self, machine: impl Machine) -> Option<Finding> {
        let Self { board, shape, reach, evaluation, table, tell, look } = self;
        let first = board.legal_moves(shape).checked_ilog2()?;
        let mut found = Finding { line: vec![first as u8], score: 0, depth: 0, is_exact: false, nodes: 0 };
        let empties = board.empties(shape).count_ones();
        let last = if empties <= reach.exact_from { empties } else { reach.depth.min(empties) };
        let mut search = Search::new(machine, shape, table, evaluation, reach.nodes, look);
        let mut depth = 0;
        while depth < last {
            depth = if depth + 1 + LEAP > empties { last } else { depth + 1 };
            let is_exact = depth == empties;
            let width = if is_exact { 1 } else { 4 };
            let (score, best) = search.aspire(&Node::new(board), depth, found.score, width);
            if search.is_stopped {
                break;
            }
            let line = line_of(table, board, shape, best);
            found = Finding { line, score, depth, is_exact, nodes: search.nodes };
            tell(&found);
        }
        found.nodes = search.nodes;
        Some(found)
    }
}

/// The moves that the table knows as best, one after the other.
fn line_of(table: &Table, board: Bitboards, shape: Shape, best: u8) -> Vec<u8> {
    let (mut line, mut board, mut square) = (Vec::new(), board, best);
    while square != NO_MOVE && board.legal_moves(shape) >> square & 1 == 1 {
        line.push(square);
        board = board.played(square.into(), board.flips(square.into()));
        if board.legal_moves(shape) == 0 {
            board = board.passed();
        }
        square = table.get(Key::of(board)).map_or(NO_MOVE, |found| found.best[0]);
    }
    line
}
