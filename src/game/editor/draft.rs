//! A variant in the making: all that a variant says, also while it cannot be played.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::editor::grid::Grid;
use crate::game::library::board_file::{NobodyCanMove, check_first_move};
use crate::game::text::{Phrase, say};
use crate::rules::{
    Board, BoardError, ByPlayer, Cell, CutIn, Direction, Goal, Player, Square, Variant, VariantProblem, turns_text,
};

/// A variant in the making.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// What an older version saved may lack a field.
#[serde(default)]
pub struct Draft {
    name: String,
    about: String,
    grid: Grid,
    players: Vec<Player>,
    cut_ins: Vec<CutIn>,
    scored: Vec<Player>,
    goal: Goal,
    /// Whose discs turn; drafts of older versions do not say it.
    turning: ByPlayer<bool>,
    /// Under which name it is among the player's own boards, if it was opened from there or kept there.
    file: Option<String>,
}

/// Why a draft cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DraftProblem {
    /// Only holes.
    #[error("there is nothing to play on; paint some squares")]
    NoSquares,
    /// Not even one move.
    #[error(transparent)]
    NobodyCanMove(#[from] NobodyCanMove),
    /// Nothing to call it.
    #[error("the board has no name")]
    NoName,
    /// Players, cut-ins or score.
    #[error(transparent)]
    Variant(VariantProblem),
    /// The board itself.
    #[error(transparent)]
    Board(BoardError),
}

impl From<&DraftProblem> for Phrase {
    fn from(problem: &DraftProblem) -> Self {
        match problem {
            DraftProblem::NoSquares => say!("draft-no-squares"),
            DraftProblem::NobodyCanMove(_) => say!("draft-nobody-can-move"),
            DraftProblem::NoName => say!("draft-no-name"),
            DraftProblem::Variant(problem) => problem.into(),
            DraftProblem::Board(error) => error.into(),
        }
    }
}

/// What a player does in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Moves in turn.
    TakesTurns,
    /// Moves out of turn, at certain move numbers.
    CutsIn,
    /// Does not play.
    StaysOut,
}

/// A change of a draft other than painting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// This many columns more, or fewer.
    Columns(i8),
    /// This many rows more, or fewer.
    Rows(i8),
    /// Everything one place further.
    Shift(Direction),
    /// No discs any more.
    ClearDiscs,
    /// A square wherever there is none.
    FillHoles,
    /// Gives a player this role, or takes it away again.
    ToggleRole(Player, Role),
    /// A player moves one place earlier in turn order; the first becomes the last.
    Earlier(Player),
    /// Whether a player's discs count, or no longer.
    ToggleScored(Player),
    /// Whether a player's discs turn when they are captured, or no longer.
    ToggleTurning(Player),
    /// What wins.
    Goal(Goal),
    /// One more cut-in of this player.
    AddCutIn(Player),
    /// No longer the cut-in at this place of the list.
    RemoveCutIn(usize),
    /// The cut-in at this place of the list comes this many moves later, or earlier.
    MoveCutIn(usize, i32),
    /// What it is called.
    Name(String),
    /// What it is, in a line.
    About(String),
    /// Another variant altogether, and its name among the player's own boards.
    Open(Box<Variant>, Option<String>),
    /// A copy of another variant, under this name.
    Copy(Box<Variant>, String),
    /// A board of this size without discs, for two, under this name.
    Empty(String),
}

/// The side of a board that nobody has given another size.
const USUAL_SIDE: u8 = 8;
/// Where a first cut-in is put, and how far behind the last one the next.
const USUAL_CUT_IN: u32 = 10;
/// The last move at which somebody can be made to cut in: no board of 16 x 16 is played for longer without bombs.
const LAST_CUT_IN: u32 = 256;

impl Default for Draft {
    fn default() -> Self {
        let players = vec![Player::Black, Player::White];
        Self {
            name: String::new(),
            about: String::new(),
            grid: Grid::filled(USUAL_SIDE, USUAL_SIDE, Cell::Empty),
            scored: players.clone(),
            players,
            cut_ins: Vec::new(),
            goal: Goal::default(),
            turning: Board::USUALLY_TURNING,
            file: None,
        }
    }
}

impl Draft {
    /// As many characters as a name can have: a longer one would find no room on any screen.
    pub const LONGEST_NAME: usize = 40;
    /// As many characters as the line about a board can have.
    pub const LONGEST_ABOUT: usize = 120;

    /// A copy of a variant, and its name among the player's own boards if it is one of them.
    #[must_use]
    pub fn of(variant: &Variant, file: Option<String>) -> Self {
        Self {
            name: variant.name().to_owned(),
            about: variant.about().to_owned(),
            grid: variant.board().into(),
            players: variant.players().to_vec(),
            cut_ins: variant.cut_ins().to_vec(),
            scored: variant.scored().to_vec(),
            goal: variant.goal(),
            turning: *variant.board().turning(),
            file,
        }
    }

    /// The variant that it is.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn variant(&self) -> Result<Variant, DraftProblem> {
        let rows: Vec<String> = self.grid.row_texts().collect();
        let board = Board::from_rows(rows.iter().map(String::as_str)).map_err(|problem| match problem {
            BoardError::NoSquares => DraftProblem::NoSquares,
            problem => DraftProblem::Board(problem),
        })?;
        let board = board.with_turning(self.turning);
        let (players, cut_ins, scored) = (self.players.clone(), self.cut_ins.clone(), self.scored.clone());
        let variant = Variant::new(&self.name, board, players, cut_ins, scored).map_err(|problem| match problem {
            VariantProblem::Missing(_) => DraftProblem::NoName,
            problem => DraftProblem::Variant(problem),
        })?;
        let variant = variant.with_about(&self.about).with_goal(self.goal);
        check_first_move(&variant)?;
        Ok(variant)
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is, in a line; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// What is at each place.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Those who take turns, in turn order.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The placements that are made out of turn, in the order in which they were added.
    #[must_use]
    pub fn cut_ins(&self) -> &[CutIn] {
        &self.cut_ins
    }

    /// Those whose discs count.
    #[must_use]
    pub fn scored(&self) -> &[Player] {
        &self.scored
    }

    /// Whose discs turn when they are captured.
    #[must_use]
    pub const fn turning(&self) -> &ByPlayer<bool> {
        &self.turning
    }

    /// What wins.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Its name among the player's own boards, if it is one of them.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Says under which name it is among the player's own boards.
    pub(super) fn set_file(&mut self, file: Option<String>) {
        self.file = file;
    }

    /// What a player does.
    #[must_use]
    pub fn role(&self, player: Player) -> Role {
        if self.players.contains(&player) {
            Role::TakesTurns
        } else if self.cut_ins.iter().any(|cut_in| cut_in.player == player) {
            Role::CutsIn
        } else {
            Role::StaysOut
        }
    }

    /// Puts something at a place.
    pub fn paint(&mut self, place: Square, cell: Cell) {
        self.grid.set(place, cell);
    }

    /// Makes a change. One that is impossible, such as a 17th column, changes nothing.
    pub fn apply(&mut self, edit: Edit) {
        match edit {
            Edit::Columns(by) => {
                self.grid = self.grid.resized(self.grid.columns().saturating_add_signed(by), self.grid.rows());
            }
            Edit::Rows(by) => {
                self.grid = self.grid.resized(self.grid.columns(), self.grid.rows().saturating_add_signed(by));
            }
            Edit::Shift(direction) => self.grid = self.grid.shifted(direction),
            Edit::ClearDiscs => self.grid.map(|cell| if cell == Cell::Hole { Cell::Hole } else { Cell::Empty }),
            Edit::FillHoles => self.grid.map(|cell| if cell == Cell::Hole { Cell::Empty } else { cell }),
            Edit::ToggleRole(player, role) => {
                self.give_role(player, if self.role(player) == role { Role::StaysOut } else { role });
            }
            Edit::Earlier(player) => {
                if let Some(turn) = self.players.iter().position(|other| *other == player) {
                    let player = self.players.remove(turn);
                    self.players.insert(turn.checked_sub(1).unwrap_or(self.players.len()), player);
                    self.order_scored();
                }
            }
            Edit::ToggleScored(player) => {
                if self.scored.contains(&player) {
                    self.scored.retain(|other| *other != player);
                } else if self.role(player) != Role::StaysOut {
                    self.scored.push(player);
                    self.order_scored();
                }
            }
            Edit::ToggleTurning(player) => self.turning[player] = !self.turning[player],
            Edit::Goal(goal) => self.goal = goal,
            Edit::AddCutIn(player) => self.add_cut_in(player),
            Edit::RemoveCutIn(index) => self.remove_cut_in(index),
            Edit::MoveCutIn(index, by) => self.move_cut_in(index, by),
            Edit::Name(name) => self.name = cut(&name, Self::LONGEST_NAME),
            Edit::About(about) => self.about = cut(&about, Self::LONGEST_ABOUT),
            Edit::Open(variant, file) => *self = Self::of(&variant, file),
            Edit::Copy(variant, name) => {
                *self = Self::of(&variant, None);
                self.name = cut(&name, Self::LONGEST_NAME);
            }
            Edit::Empty(name) => {
                let grid = Grid::filled(self.grid.columns(), self.grid.rows(), Cell::Empty);
                *self = Self { name, grid, ..Self::default() };
            }
        }
    }

    fn give_role(&mut self, player: Player, role: Role) {
        self.players.retain(|other| *other != player);
        self.cut_ins.retain(|cut_in| cut_in.player != player);
        self.scored.retain(|other| *other != player);
        match role {
            Role::TakesTurns => {
                self.players.push(player);
                self.scored.push(player);
            }
            Role::CutsIn => self.add_cut_in(player),
            Role::StaysOut => {}
        }
        self.order_scored();
    }

    fn add_cut_in(&mut self, player: Player) {
        if self.players.contains(&player) {
            return;
        }
        let after = self.cut_ins.iter().map(|cut_in| cut_in.move_number).max().unwrap_or(0);
        let wanted = after.saturating_add(USUAL_CUT_IN).min(LAST_CUT_IN);
        let free = (wanted..=LAST_CUT_IN).chain((1..wanted).rev()).find(|number| self.is_free(*number));
        self.cut_ins.extend(free.map(|move_number| CutIn { move_number, player }));
    }

    fn remove_cut_in(&mut self, index: usize) {
        if index < self.cut_ins.len() {
            let player = self.cut_ins.remove(index).player;
            if self.role(player) == Role::StaysOut {
                self.scored.retain(|other| *other != player);
            }
        }
    }

    /// The next number in that direction at which nobody else cuts in.
    fn move_cut_in(&mut self, index: usize, by: i32) {
        let Some(CutIn { move_number: now, .. }) = self.cut_ins.get(index).copied() else { return };
        let last = LAST_CUT_IN.max(now);
        let wanted = now.saturating_add_signed(by).clamp(1, last);
        let free = if by > 0 {
            (wanted..=last).find(|number| self.is_free(*number))
        } else {
            (1..=wanted).rev().find(|number| self.is_free(*number))
        };
        if let Some(free) = free {
            self.cut_ins[index].move_number = free;
        }
    }

    fn is_free(&self, move_number: u32) -> bool {
        self.cut_ins.iter().all(|cut_in| cut_in.move_number != move_number)
    }

    /// Names the scored in turn order, and behind them those who only cut in.
    fn order_scored(&mut self) {
        let order = |player: &Player| {
            let turn = self.players.iter().position(|other| other == player);
            let cut_in = self.cut_ins.iter().position(|cut_in| cut_in.player == *player);
            turn.unwrap_or(self.players.len() + cut_in.unwrap_or_default())
        };
        self.scored.sort_by_key(order);
    }
}

/// The beginning of a text, on one line.
fn cut(text: &str, longest: usize) -> String {
    text.chars().filter(|character| !character.is_control() && !turns_text(*character)).take(longest).collect()
}
