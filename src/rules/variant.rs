//! A variant, which fixes the board, players, turn order and scoring of a game.

use serde::{Deserialize, Serialize};

use super::format;
use super::label::{label, one_line};
use super::{Board, ByPlayer, Goal, Outcome, Player, Tints, VariantProblem};

/// A placement made out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutIn {
    /// Number of the placement, from 1.
    pub move_number: u32,
    /// Player who makes it.
    pub player: Player,
}

/// The fixed rules of a game: board, starting discs, turn order, cut-ins, scored players and goal.
///
/// The text form has a few `key: value` lines and ends with the board; lines that begin with `;` are comments:
///
/// ```
/// # use irogaeshi::rules::Variant;
/// let variant: Variant = "
/// ; the smallest board
/// name: Four by four
/// players: black white
/// board:
/// ....
/// .WB.
/// .BW.
/// ....
/// ".parse().unwrap();
/// assert_eq!(variant.scored(), variant.players());
/// assert_eq!(variant.to_string().parse(), Ok(variant));
/// ```
///
/// `scored:` names the players who can win; by default, all of `players:`. `cut-ins: 10 cyan, 30 yamabuki` names
/// placements out of turn. `turns:` names the players whose discs turn when captured; by default, black, white and ash.
/// With `goal: fewest`, the fewest discs win. `passes: free` allows [free passes](Variant::free_pass). `about:`
/// explains the variant to players in one line. `format:` is the version of the format. `x-tints:` has the [`Tints`];
/// other keys that begin with `x-` are reserved for other programs and ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Variant {
    name: String,
    about: String,
    board: Board,
    players: Vec<Player>,
    cut_ins: Vec<CutIn>,
    scored: Vec<Player>,
    goal: Goal,
    free_pass: bool,
    tints: Tints,
}

impl Variant {
    /// Maximum size in bytes of the text of a variant or record, which bounds the time to read it.
    ///
    /// The limits below keep the text of every valid variant, and of every record of it, under this size.
    pub const MAX_BYTES: usize = format::MAX_BYTES;

    /// Maximum number of characters of a name; longer names are cut.
    pub const MAX_NAME_LETTERS: usize = 64;

    /// Maximum number of characters of an explanation; longer ones are cut.
    pub const MAX_ABOUT_LETTERS: usize = 500;

    /// Maximum number of cut-ins.
    pub const MAX_CUT_INS: usize = format::MAX_CUT_INS;

    /// Creates a variant after checking that it can be played.
    ///
    /// # Errors
    /// A [`VariantProblem`] if it cannot be played.
    pub fn new(
        name: impl Into<String>,
        board: Board,
        players: Vec<Player>,
        cut_ins: Vec<CutIn>,
        scored: Vec<Player>,
    ) -> Result<Self, VariantProblem> {
        if players.len() < 2 {
            return Err(VariantProblem::TooFewPlayers);
        }
        check_distinct(&players)?;
        check_distinct(&scored)?;
        if cut_ins.len() > Self::MAX_CUT_INS {
            return Err(VariantProblem::TooManyCutIns);
        }
        for (index, cut_in) in cut_ins.iter().enumerate() {
            if cut_in.move_number == 0 {
                return Err(VariantProblem::NotACutIn(format!("0 {}", cut_in.player.key())));
            }
            if players.contains(&cut_in.player) {
                return Err(VariantProblem::CutInTakesTurns(cut_in.player));
            }
            if cut_ins[..index].iter().any(|earlier| earlier.move_number == cut_in.move_number) {
                return Err(VariantProblem::CutInTwice(cut_in.move_number));
            }
        }
        if scored.is_empty() {
            return Err(VariantProblem::NobodyScored);
        }
        let plays = |player: &Player| players.contains(player) || cut_ins.iter().any(|cut_in| cut_in.player == *player);
        if let Some(idle) = scored.iter().copied().find(|player| !plays(player)) {
            return Err(VariantProblem::ScoredDoesNotPlay(idle));
        }
        // Accepts names that [`label`] would refuse, because older versions saved boards under such names.
        let name = one_line(&name.into(), Self::MAX_NAME_LETTERS);
        if name.is_empty() {
            return Err(VariantProblem::Missing("name"));
        }
        let (about, goal, tints) = (String::new(), Goal::default(), Tints::default());
        Ok(Self { name, about, board, players, cut_ins, scored, goal, free_pass: false, tints })
    }

    /// Returns the variant with an explanation for players, which may be empty.
    #[must_use]
    pub fn with_about(self, about: &str) -> Self {
        Self { about: label(about, Self::MAX_ABOUT_LETTERS), ..self }
    }

    /// Returns the variant under another name, cut after [`Variant::MAX_NAME_LETTERS`], and without its explanation.
    /// Keeps the old name if nothing in the new one is visible.
    #[must_use]
    pub fn renamed(&self, name: &str) -> Self {
        let name = label(name, Self::MAX_NAME_LETTERS);
        let name = if name.is_empty() { self.name.clone() } else { name };
        Self { name, about: String::new(), ..self.clone() }
    }

    /// Returns the variant on another board.
    #[must_use]
    pub fn with_board(self, board: Board) -> Self {
        let tints = self.tints.fitting(&board);
        Self { board, tints, ..self }
    }

    /// Returns the variant with another goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// Returns the variant with or without [free passes](Variant::free_pass).
    #[must_use]
    pub fn with_free_pass(self, free_pass: bool) -> Self {
        Self { free_pass, ..self }
    }

    /// Returns the variant with these tints, as far as they fit its board.
    #[must_use]
    pub fn with_tints(self, tints: &Tints) -> Self {
        Self { tints: tints.fitting(&self.board), ..self }
    }

    /// Name, on one line of at most [`Variant::MAX_NAME_LETTERS`] characters.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Explanation for players, in one line; may be empty.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Board at the start of the game.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Players who take turns, in turn order.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Placements made out of turn.
    #[must_use]
    pub fn cut_ins(&self) -> &[CutIn] {
        &self.cut_ins
    }

    /// Players whose discs count.
    #[must_use]
    pub fn scored(&self) -> &[Player] {
        &self.scored
    }

    /// Goal of the game.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns whether the player to move may pass although they can place a disc.
    ///
    /// A pass is not a placement, so the move number stays and cut-ins wait. The turn goes to the next player of the
    /// order who can place a disc. A player who passes a cut-in forfeits it: the order goes on where it was delayed.
    /// Besides the usual end, the game is over when everybody who could make the next placement has passed in a row:
    /// each player of the turn order who can place a disc and, if a cut-in was due, the player who cuts in.
    #[must_use]
    pub const fn free_pass(&self) -> bool {
        self.free_pass
    }

    /// Tints of squares and kinds of holes.
    #[must_use]
    pub const fn tints(&self) -> &Tints {
        &self.tints
    }

    /// Returns whether two variants are the same game, whatever their names and tints.
    ///
    /// ```
    /// # use irogaeshi::rules::{Goal, Variant};
    /// let classic = Variant::classic(8).unwrap();
    /// assert!(classic.is_same_game(&classic.clone().with_about("Another text.")));
    /// assert!(!classic.is_same_game(&classic.clone().with_goal(Goal::Fewest)));
    /// ```
    #[must_use]
    pub fn is_same_game(&self, other: &Self) -> bool {
        self.board == other.board && self.is_played_alike(other)
    }

    /// Returns whether two variants have the same squares and rules, whatever discs they start with.
    ///
    /// ```
    /// # use irogaeshi::rules::Variant;
    /// let [ash, green, cut_ins] = ["colour-2", "colour-3", "colour-4"].map(|key| Variant::built_in(key).unwrap());
    /// assert!(ash.is_played_alike(&green) && !ash.is_same_game(&green));
    /// assert!(!ash.is_played_alike(&cut_ins));
    /// ```
    #[must_use]
    pub fn is_played_alike(&self, other: &Self) -> bool {
        let Self { name: _, about: _, board, players, cut_ins, scored, goal, free_pass, tints: _ } = self;
        board.has_squares_of(&other.board)
            && board.turning() == other.board.turning()
            && *players == other.players
            && *cut_ins == other.cut_ins
            && *scored == other.scored
            && *goal == other.goal
            && *free_pass == other.free_pass
    }

    /// Returns whether this is ordinary reversi: 8 x 8 with the usual discs, two players, no free passes, and the most
    /// discs win.
    ///
    /// ```
    /// # use irogaeshi::rules::{Goal, Variant};
    /// let classic = Variant::classic(8).unwrap();
    /// assert!(classic.is_ordinary() && !classic.with_goal(Goal::Fewest).is_ordinary());
    /// ```
    #[must_use]
    pub fn is_ordinary(&self) -> bool {
        let is_usual = Self::classic(8).is_some_and(|classic| classic.board == self.board);
        is_usual && self.goal == Goal::Most && !self.free_pass && self.everybody().len() == 2
    }

    /// Returns whether two players, whose discs turn, play all by themselves for the most or the fewest discs: no other
    /// discs, no cut-ins.
    ///
    /// ```
    /// # use irogaeshi::rules::Variant;
    /// let [octagon, colour] = ["octagon", "colour"].map(|key| Variant::built_in(key).unwrap());
    /// assert!(octagon.is_for_two() && !colour.is_for_two());
    /// ```
    #[must_use]
    pub fn is_for_two(&self) -> bool {
        let belongs = |player: &Player| self.players.contains(player) && self.board.turns(player.disc());
        let discs = || self.board.squares().filter_map(|square| self.board.disc(square));
        self.players.len() == 2
            && self.scored.len() == 2
            && self.cut_ins.is_empty()
            && self.players.iter().all(belongs)
            && discs().all(|disc| disc.player().is_some_and(|player| belongs(&player)))
    }

    /// Outcome of a game with these disc counts.
    ///
    /// ```
    /// # use irogaeshi::rules::{ByPlayer, Outcome, Player, Variant};
    /// let colour = Variant::built_in("colour").unwrap();
    /// let mut counts = ByPlayer::default();
    /// (counts[Player::Black], counts[Player::White], counts[Player::Cyan]) = (12, 9, 20);
    /// assert_eq!(colour.outcome(&counts), Outcome::Win(Player::Black));
    /// counts[Player::White] = 12;
    /// assert_eq!(colour.outcome(&counts), Outcome::Draw);
    /// ```
    #[must_use]
    pub fn outcome(&self, counts: &ByPlayer<u16>) -> Outcome {
        let best = self.goal.best(self.scored.iter().map(|player| counts[*player]));
        let mut leaders = self.scored.iter().filter(|player| Some(counts[**player]) == best);
        match (leaders.next(), leaders.next()) {
            (Some(winner), None) => Outcome::Win(*winner),
            _ => Outcome::Draw,
        }
    }

    /// A player's share of the win with these final counts: 1 for a sole winner, an equal part if several win, 0 for
    /// everyone else.
    ///
    /// ```
    /// # use irogaeshi::rules::{ByPlayer, Player, Variant};
    /// let colour = Variant::built_in("colour").unwrap();
    /// let counts = ByPlayer::new([12, 12, 9, 20, 0]);
    /// assert_eq!(colour.share_of_win(Player::White, &counts), 0.5);
    /// assert_eq!(colour.share_of_win(Player::Cyan, &counts), 0.0);
    /// ```
    #[must_use]
    pub fn share_of_win(&self, player: Player, counts: &ByPlayer<u16>) -> f32 {
        let best = self.goal.best(self.scored.iter().map(|player| counts[*player]));
        let winners = || self.scored.iter().filter(|player| Some(counts[**player]) == best);
        if winners().any(|winner| *winner == player) { 1.0 / winners().count() as f32 } else { 0.0 }
    }

    /// All players: first in turn order, then those who only cut in.
    #[must_use]
    pub fn everybody(&self) -> Vec<Player> {
        let mut everybody = self.players.clone();
        for cut_in in &self.cut_ins {
            if !everybody.contains(&cut_in.player) {
                everybody.push(cut_in.player);
            }
        }
        everybody
    }

    /// Player who cuts in at this move number.
    #[must_use]
    pub fn cut_in_at(&self, move_number: u32) -> Option<Player> {
        self.cut_ins.iter().find(|cut_in| cut_in.move_number == move_number).map(|cut_in| cut_in.player)
    }

    /// Players who may make the placement with this number, by precedence: a player who cuts in, then the turn order
    /// from `next_in_order` on. Each comes with the next index of the turn order after the move; a cut-in leaves it
    /// unchanged, because it only delays the others. After a free pass since the last placement, nobody cuts in: the
    /// player either has passed or cannot place a disc.
    pub(super) fn due(
        &self,
        move_number: u32,
        next_in_order: usize,
        free_passes: u8,
    ) -> impl Iterator<Item = (Player, usize)> {
        let mut cut_in = self.cut_in_at(move_number).filter(|_| free_passes == 0);
        let mut index = next_in_order;
        let mut remaining = self.players.len();
        // Chained iterators would be slower; playouts call this for each move.
        std::iter::from_fn(move || {
            if let Some(player) = cut_in.take() {
                return Some((player, next_in_order));
            }
            remaining = remaining.checked_sub(1)?;
            let player = self.players[index];
            index = if index + 1 == self.players.len() { 0 } else { index + 1 };
            Some((player, index))
        })
    }
}

/// Refuses a list that names a player twice.
pub(super) fn check_distinct(players: &[Player]) -> Result<(), VariantProblem> {
    match players.iter().enumerate().find(|(index, player)| players[..*index].contains(player)) {
        Some((_, player)) => Err(VariantProblem::PlayerTwice(*player)),
        None => Ok(()),
    }
}
