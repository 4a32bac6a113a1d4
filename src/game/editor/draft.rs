//! A draft of a variant, which may be incomplete or unplayable.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::editor::grid::Grid;
use crate::game::editor::paint::Paint;
use crate::game::own_boards::board_file::{NobodyCanMove, check_first_move};
use crate::game::text::{Phrase, say};
use crate::rules::{
    Board, BoardError, ByPlayer, Cell, CutIn, Direction, Goal, Player, Square, Tints, Variant, VariantProblem,
    is_direction_mark,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Drafts of older versions may lack a field.
#[serde(default)]
pub struct Draft {
    name: String,
    about: String,
    grid: Grid,
    players: Vec<Player>,
    cut_ins: Vec<CutIn>,
    scored: Vec<Player>,
    goal: Goal,
    free_pass: bool,
    /// Players whose discs turn when they are captured. Drafts of older versions do not say it.
    turning: ByPlayer<bool>,
    tints: Tints,
    /// File name among the player's own boards, if the draft was opened from there or saved there.
    file: Option<String>,
}

/// Reason why a draft cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DraftProblem {
    /// The board consists only of holes.
    #[error("there is nothing to play on; paint some squares")]
    NoSquares,
    #[error(transparent)]
    NobodyCanMove(#[from] NobodyCanMove),
    #[error("the board has no name")]
    NoName,
    /// Something is wrong with players, cut-ins or scoring.
    #[error(transparent)]
    Variant(VariantProblem),
    /// Something is wrong with the board itself.
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

/// Role of a player in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    TakesTurns,
    /// Places discs out of turn, at certain move numbers.
    CutsIn,
    /// Does not play.
    StaysOut,
}

/// A change of a draft, other than painting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Adds columns; negative numbers remove them.
    Columns(i8),
    /// Adds rows; negative numbers remove them.
    Rows(i8),
    /// Moves everything by one place.
    Shift(Direction),
    ClearDiscs,
    /// Turns every hole into an empty square.
    FillHoles,
    /// Gives a player this role, or takes it away.
    ToggleRole(Player, Role),
    /// Moves a player one place earlier in turn order; the first becomes the last.
    Earlier(Player),
    /// Toggles whether a player's discs count.
    ToggleScored(Player),
    /// Toggles whether a player's discs turn when they are captured.
    ToggleTurning(Player),
    Goal(Goal),
    /// Toggles whether players may pass by choice.
    ToggleFreePass,
    AddCutIn(Player),
    /// Removes the cut-in with this index.
    RemoveCutIn(usize),
    /// Moves the cut-in with this index later or, for a negative number, earlier.
    MoveCutIn(usize, i32),
    Name(String),
    /// Changes the one-line description.
    About(String),
    /// Replaces the draft with a variant, and its file name if it is one of the player's own boards.
    Open(Box<Variant>, Option<String>),
    /// Replaces the draft with a copy of a variant, under this name.
    Copy(Box<Variant>, String),
    /// Replaces the draft with an empty board of the same size for two players, under this name.
    Empty(String),
}

/// Default side of a board.
const DEFAULT_SIDE: u8 = 8;
/// Default move number of the first cut-in, and distance of further ones from the last.
const DEFAULT_CUT_IN: u32 = 10;
/// Last move number for a cut-in. Without bombs, no game on the largest board has more moves.
const MAX_CUT_IN: u32 = Square::COUNT as u32;

impl Default for Draft {
    fn default() -> Self {
        let players = vec![Player::Black, Player::White];
        Self {
            name: String::new(),
            about: String::new(),
            grid: Grid::filled(DEFAULT_SIDE, DEFAULT_SIDE, Cell::Empty),
            scored: players.clone(),
            players,
            cut_ins: Vec::new(),
            goal: Goal::default(),
            free_pass: false,
            turning: Board::TURNING_BY_DEFAULT,
            tints: Tints::default(),
            file: None,
        }
    }
}

impl Draft {
    /// Maximum length of a name, in characters. Screens have no room for more.
    pub const MAX_NAME_LENGTH: usize = 40;
    /// Maximum length of a description, in characters.
    pub const MAX_ABOUT_LENGTH: usize = 120;

    /// A draft of a variant. `file` is set if it is one of the player's own boards.
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
            free_pass: variant.free_pass(),
            turning: *variant.board().turning(),
            tints: *variant.tints(),
            file,
        }
    }

    /// Builds the variant.
    ///
    /// # Errors
    /// The reason why the draft cannot be played.
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
        let variant = variant.with_about(&self.about).with_goal(self.goal).with_free_pass(self.free_pass);
        let variant = variant.with_tints(&self.tints);
        check_first_move(&variant)?;
        Ok(variant)
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The one-line description; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Tints of squares and kinds of holes, each on a place that it fits.
    #[must_use]
    pub const fn tints(&self) -> &Tints {
        &self.tints
    }

    /// The area around a place that this paint fills: the same cell or, for a tint, the same look.
    #[must_use]
    pub fn area(&self, place: Square, paint: Paint) -> Vec<Square> {
        let look = |place| (self.grid.cell(place) == Cell::Hole, self.tints.get(place));
        self.grid.area(place, |other| match paint {
            Paint::Cell(_) => self.grid.cell(other) == self.grid.cell(place),
            Paint::Tint(_) => look(other) == look(place),
        })
    }

    /// Players who take turns, in turn order.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Placements out of turn, in the order in which they were added.
    #[must_use]
    pub fn cut_ins(&self) -> &[CutIn] {
        &self.cut_ins
    }

    /// Players whose discs count.
    #[must_use]
    pub fn scored(&self) -> &[Player] {
        &self.scored
    }

    /// Players whose discs turn when they are captured.
    #[must_use]
    pub const fn turning(&self) -> &ByPlayer<bool> {
        &self.turning
    }

    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns whether players may pass by choice.
    #[must_use]
    pub const fn free_pass(&self) -> bool {
        self.free_pass
    }

    /// File name, if the draft is one of the player's own boards.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    pub(super) fn set_file(&mut self, file: Option<String>) {
        self.file = file;
    }

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

    /// Paints a place. A kind of hole makes a hole of a square; a tint leaves a hole as it is.
    pub fn paint(&mut self, place: Square, paint: Paint) {
        if !self.grid.has(place) {
            return;
        }
        match paint {
            Paint::Cell(cell) => self.grid.set(place, cell),
            Paint::Tint(Some(tint)) if tint.is_of_hole() => {
                self.grid.set(place, Cell::Hole);
                self.tints.set(place, Some(tint));
            }
            Paint::Tint(Some(tint)) if !tint.fits(self.grid.cell(place)) => {}
            Paint::Tint(tint) => self.tints.set(place, tint),
        }
        self.remove_unfit_tint(place);
    }

    fn remove_unfit_tint(&mut self, place: Square) {
        if self.tints.get(place).is_some_and(|tint| !tint.fits(self.grid.cell(place))) {
            self.tints.set(place, None);
        }
    }

    /// Replaces the grid, and moves each tint to where its place has gone.
    fn replace_grid(&mut self, grid: Grid, target: impl Fn(&Grid, &Grid, Square) -> Option<Square>) {
        let mut tints = Tints::default();
        for (place, tint) in self.tints.iter() {
            if let Some(target) = target(&self.grid, &grid, place).filter(|target| grid.has(*target)) {
                tints.set(target, Some(tint));
            }
        }
        (self.grid, self.tints) = (grid, tints);
    }

    /// Makes a change. An impossible one, such as a 17th column, is ignored.
    pub fn apply(&mut self, edit: Edit) {
        match edit {
            Edit::Columns(by) => {
                let resized = self.grid.resized(self.grid.columns().saturating_add_signed(by), self.grid.rows());
                self.replace_grid(resized, Grid::place_on);
            }
            Edit::Rows(by) => {
                let resized = self.grid.resized(self.grid.columns(), self.grid.rows().saturating_add_signed(by));
                self.replace_grid(resized, Grid::place_on);
            }
            Edit::Shift(direction) => {
                let shifted = self.grid.shifted(direction);
                self.replace_grid(shifted, |grid, _, place| grid.place_beside(place, direction));
            }
            Edit::ClearDiscs => self.grid.map(|cell| if cell == Cell::Hole { Cell::Hole } else { Cell::Empty }),
            Edit::FillHoles => {
                self.grid.map(|cell| if cell == Cell::Hole { Cell::Empty } else { cell });
                self.grid.places().for_each(|place| self.remove_unfit_tint(place));
            }
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
            Edit::ToggleFreePass => self.free_pass = !self.free_pass,
            Edit::AddCutIn(player) => self.add_cut_in(player),
            Edit::RemoveCutIn(index) => self.remove_cut_in(index),
            Edit::MoveCutIn(index, by) => self.move_cut_in(index, by),
            Edit::Name(name) => self.name = cut(&name, Self::MAX_NAME_LENGTH),
            Edit::About(about) => self.about = cut(&about, Self::MAX_ABOUT_LENGTH),
            Edit::Open(variant, file) => *self = Self::of(&variant, file),
            Edit::Copy(variant, name) => {
                *self = Self::of(&variant, None);
                self.name = cut(&name, Self::MAX_NAME_LENGTH);
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
        let wanted = after.saturating_add(DEFAULT_CUT_IN).min(MAX_CUT_IN);
        let free = (wanted..=MAX_CUT_IN).chain((1..wanted).rev()).find(|number| self.is_free(*number));
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

    /// Moves a cut-in to the next free move number in this direction.
    fn move_cut_in(&mut self, index: usize, by: i32) {
        let Some(CutIn { move_number: now, .. }) = self.cut_ins.get(index).copied() else { return };
        let last = MAX_CUT_IN.max(now);
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

    /// Sorts the scored players: first by turn order, then those who only cut in.
    fn order_scored(&mut self) {
        let order = |player: &Player| {
            let turn = self.players.iter().position(|other| other == player);
            let cut_in = self.cut_ins.iter().position(|cut_in| cut_in.player == *player);
            turn.unwrap_or(self.players.len() + cut_in.unwrap_or_default())
        };
        self.scored.sort_by_key(order);
    }
}

/// Cuts a text to a length, and drops control characters such as line breaks.
fn cut(text: &str, longest: usize) -> String {
    text.chars().filter(|character| !character.is_control() && !is_direction_mark(*character)).take(longest).collect()
}
