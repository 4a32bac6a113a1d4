//! A game between humans and contenders: its record, its seats, and who decides next.

use irogaeshi::rules::{ByPlayer, Outcome, PlayError, Player, Position, Record, Square, SquareSet, Turn};

use crate::arena::contender::Contender;

/// Maker of a player's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Human,
    Cpu(Contender),
}

/// Next step of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Human(Player),
    Cpu(Player),
    Over(Outcome),
}

/// A game in progress or over, with the turns that can be redone.
pub(crate) struct Game {
    record: Record,
    seats: ByPlayer<Seat>,
}

impl Game {
    pub(crate) const fn new(record: Record, seats: ByPlayer<Seat>) -> Self {
        Self { record, seats }
    }

    pub(crate) const fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn position(&self) -> &Position {
        self.record.position()
    }

    pub(crate) fn seat(&self, player: Player) -> &Seat {
        &self.seats[player]
    }

    pub(crate) fn next(&self) -> Next {
        let position = self.position();
        match position.to_move() {
            Some(player) if *self.seat(player) == Seat::Human => Next::Human(player),
            Some(player) => Next::Cpu(player),
            None => Next::Over(position.variant().outcome(&position.counts())),
        }
    }

    /// Returns whether something would be lost by leaving.
    pub(crate) fn is_in_progress(&self) -> bool {
        self.record.ply() > 0 && self.position().to_move().is_some()
    }

    /// Plays a square for the player to move.
    ///
    /// # Errors
    /// A [`PlayError`] if the move is illegal; the game is then unchanged.
    pub(crate) fn play(&mut self, square: Square) -> Result<&Turn, PlayError> {
        let player = self.position().to_move().ok_or(PlayError::GameOver)?;
        self.record.play(player, square)
    }

    /// Passes for the player to move.
    ///
    /// # Errors
    /// A [`PlayError`] if the player cannot pass; the game is then unchanged.
    pub(crate) fn pass(&mut self) -> Result<&Turn, PlayError> {
        let player = self.position().to_move().ok_or(PlayError::GameOver)?;
        self.record.pass(player)
    }

    /// Goes back to the last decision of a human; `false` if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let earlier = (0..self.record.ply()).rev().find(|ply| self.is_decided_by_human(*ply));
        earlier.is_some_and(|ply| self.record.jump(ply))
    }

    /// Goes forward to the next decision of a human, or to the last undone turn; `false` if no turn is undone.
    pub(crate) fn redo(&mut self) -> bool {
        let (ply, undone) = (self.record.ply(), self.record.undone().len());
        let mut later = ply + 1..=ply + undone;
        let last = later.clone().next_back();
        later.find(|ply| self.is_decided_by_human(*ply)).or(last).is_some_and(|ply| self.record.jump(ply))
    }

    fn is_decided_by_human(&self, ply: usize) -> bool {
        let mover = self.record.position_at(ply).and_then(Position::to_move);
        mover.is_some_and(|player| *self.seat(player) == Seat::Human)
    }

    /// Starts again from the first position.
    pub(crate) fn restart(&mut self) {
        self.record = Record::new(self.record.variant().clone());
    }

    /// Discs that took another colour in the last turn.
    pub(crate) fn flipped(&self) -> SquareSet {
        let Some(placement) = self.record.last_turn().and_then(|turn| turn.placement) else { return SquareSet::EMPTY };
        let board = self.position().board();
        let has_turned = |square: &Square| board.disc(*square) == Some(placement.player().disc());
        placement.captured().filter(has_turned).collect()
    }

    /// Players who passed just before the current position.
    pub(crate) fn passes(&self) -> Vec<Player> {
        match self.record.last_turn() {
            Some(turn) => turn.passes.clone(),
            None => Position::opening_passes(self.record.variant().clone()),
        }
    }

    /// Name of a player for display, such as `Black (you)`.
    pub(crate) fn name(&self, player: Player) -> String {
        format!("{player} ({})", self.role(player))
    }

    /// Maker of a player's moves for display, such as `you` or `expert`.
    pub(crate) fn role(&self, player: Player) -> String {
        match self.seat(player) {
            Seat::Human if self.humans() == 1 => "you".to_owned(),
            Seat::Human => "human".to_owned(),
            Seat::Cpu(contender) => contender.to_string(),
        }
    }

    pub(crate) fn humans(&self) -> usize {
        let everybody = self.record.variant().everybody();
        everybody.into_iter().filter(|player| *self.seat(*player) == Seat::Human).count()
    }

    /// The last turn in words, such as `White plays d6 and turns 1 disc. Black passes.`; empty before the first.
    pub(crate) fn news(&self) -> String {
        let turn = self.record.last_turn().map(|turn| self.in_words(turn));
        let passes = self.passes().into_iter().map(|player| format!("{player} passes."));
        turn.into_iter().chain(passes).collect::<Vec<_>>().join(" ")
    }

    fn in_words(&self, turn: &Turn) -> String {
        let player = turn.player;
        let Some(square) = turn.square() else { return format!("{player} passes by choice.") };
        if turn.explodes() {
            return format!("{player} plays {square}: an explosion takes {}.", discs(turn.vanished()));
        }
        match self.flipped().len() {
            0 => format!("{player} plays {square}."),
            flipped => format!("{player} plays {square} and turns {}.", discs(flipped)),
        }
    }

    /// The result in words, such as `Black wins.`
    pub(crate) fn result(outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(player) => format!("{player} wins."),
            Outcome::Draw => "The game is a draw.".to_owned(),
        }
    }

    /// All counts in words, such as `Black 12, White 9`.
    pub(crate) fn counts(&self) -> String {
        let counts = self.position().counts();
        let everybody = self.record.variant().everybody().into_iter();
        everybody.map(|player| format!("{player} {}", counts[player])).collect::<Vec<_>>().join(", ")
    }
}

/// A number of discs in words.
fn discs(count: usize) -> String {
    if count == 1 { "1 disc".to_owned() } else { format!("{count} discs") }
}

#[cfg(test)]
pub(crate) mod tests {
    use irogaeshi::rules::Variant;

    use super::*;

    /// A game on a board, with these players in the order of play.
    pub(crate) fn game(board: &str, players: &[&str]) -> Game {
        let variant = Variant::built_in(board).unwrap_or_else(|| board.parse().expect("a board"));
        let everybody = variant.everybody();
        let seats = ByPlayer::from_fn(|player| {
            let index = everybody.iter().position(|other| *other == player).unwrap_or_default();
            match players[index.min(players.len() - 1)] {
                "human" => Seat::Human,
                cpu => Seat::Cpu(cpu.parse().expect("a CPU player")),
            }
        });
        Game::new(Record::new(variant), seats)
    }

    pub(crate) fn played(mut game: Game, moves: &str) -> Game {
        game.record.play_moves(moves).expect("legal moves");
        game
    }

    fn moves(game: &Game) -> String {
        irogaeshi::notation::transcript_of(game.record())
    }

    #[test]
    fn undo_goes_back_to_the_last_decision_of_a_human() {
        let mut game = played(game("classic", &["human", "random"]), "f5d6c3d3");
        assert_eq!(game.next(), Next::Human(Player::Black));
        assert!(game.undo());
        assert_eq!((moves(&game).as_str(), game.next()), ("f5d6", Next::Human(Player::Black)));
        assert!(game.undo() && !game.undo());
        assert_eq!(moves(&game), "");
        assert!(game.redo());
        assert_eq!(moves(&game), "f5d6");
        assert!(game.redo() && !game.redo());
        assert_eq!(moves(&game), "f5d6c3d3");
    }

    #[test]
    fn undo_while_a_cpu_player_moves_takes_back_the_humans_move() {
        let mut game = played(game("classic", &["human", "random"]), "f5d6c3");
        assert_eq!(game.next(), Next::Cpu(Player::White));
        assert!(game.undo());
        assert_eq!(moves(&game), "f5d6");
        assert!(game.redo());
        assert_eq!((moves(&game).as_str(), game.next()), ("f5d6c3", Next::Cpu(Player::White)));
    }

    #[test]
    fn two_humans_take_back_move_by_move_and_nobody_takes_back_for_cpu_players() {
        let mut humans = played(game("classic", &["human"]), "f5d6c3");
        assert!(humans.undo());
        assert_eq!(moves(&humans), "f5d6");
        let mut watched = played(game("classic", &["random"]), "f5d6c3");
        assert!(!watched.undo());
        assert_eq!(moves(&watched), "f5d6c3");
    }

    #[test]
    fn turns_are_told_in_words() {
        let game = played(game("classic", &["human", "pupil"]), "f5");
        assert_eq!(game.news(), "Black plays f5 and turns 1 disc.");
        assert_eq!(
            (game.name(Player::Black), game.name(Player::White)),
            ("Black (you)".into(), "White (pupil)".into())
        );
        assert_eq!(game.counts(), "Black 4, White 1");
    }

    #[test]
    fn passes_and_explosions_are_told() {
        let passing = game("name: x\nplayers: ash white black\nboard:\n.WB#.WB\n", &["human"]);
        assert_eq!(passing.news(), "Ash passes. White passes.");
        let exploded = played(game("name: x\nplayers: black white\nboard:\n.RB.WB\n", &["human"]), "a1");
        assert_eq!(exploded.news(), "Black plays a1: an explosion takes 3 discs. White passes.");
    }
}
