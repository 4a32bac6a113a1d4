//! State of a game on the screen: the game, the cursor, a square being typed, a hint, and what was said last.

use irogaeshi::cpu::Report;
use irogaeshi::notation::transcript_of;
use irogaeshi::rules::{Direction, Square, SquareSet};

use crate::play::game::{Game, Next};
use crate::play::hint::hint_in_words;
use crate::play::input::Input;

/// Question that must be answered before the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Quit,
    New,
}

impl Question {
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Quit => "Quit this game? y: quit, n: play on",
            Self::New => "Leave this game for a new one? y: new game, n: play on",
        }
    }
}

/// Message of the status line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    Said(String),
    Refused(String),
}

/// Work for the surroundings after an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    None,
    /// Find a hint for the current position.
    Hint,
    /// Put a text on the clipboard.
    Copy(String),
    Suspend,
    Redraw,
    Quit,
}

/// A game on the screen.
pub(crate) struct ScreenState {
    pub(crate) game: Game,
    pub(crate) cursor: Square,
    /// Beginning of a square being typed.
    pub(crate) typed: String,
    pub(crate) notice: Option<Notice>,
    pub(crate) question: Option<Question>,
    /// Best move of a hint.
    pub(crate) hint: Option<Square>,
    /// Words about thinking, such as `White (expert) is thinking`.
    pub(crate) thinking: Option<String>,
}

impl ScreenState {
    pub(crate) fn new(game: Game) -> Self {
        let cursor = game.position().board().squares().next().unwrap_or(Square::A1);
        let mut state =
            Self { game, cursor, typed: String::new(), notice: None, question: None, hint: None, thinking: None };
        state.cursor = state.middle();
        state
    }

    /// The square nearest to the middle of the board.
    fn middle(&self) -> Square {
        let board = self.game.position().board();
        let distance = |square: &Square| {
            let from_middle = |place: u8, side: u8| (2 * i32::from(place) + 1 - i32::from(side)).pow(2);
            from_middle(square.column(), board.columns()) + from_middle(square.row(), board.rows())
        };
        board.squares().min_by_key(distance).unwrap_or(self.cursor)
    }

    /// Legal squares of the human to move.
    pub(crate) fn choices(&self) -> SquareSet {
        match self.game.next() {
            Next::Human(_) => self.game.position().legal_squares(),
            Next::Cpu(_) | Next::Over(_) => SquareSet::EMPTY,
        }
    }

    /// Plays the move of a contender.
    pub(crate) fn play_for_cpu(&mut self, square: Square) {
        match self.game.play(square).map(drop) {
            Ok(()) => self.after_turn(),
            Err(error) => self.notice = Some(Notice::Refused(error.to_string())),
        }
    }

    fn after_turn(&mut self) {
        self.forget();
        self.notice = Some(Notice::Said(self.game.news()));
    }

    /// Forgets everything about the position before.
    fn forget(&mut self) {
        (self.hint, self.notice) = (None, None);
        self.typed.clear();
    }

    /// Shows a hint.
    pub(crate) fn show_hint(&mut self, report: Option<&Report>) {
        let best = report.and_then(|report| Some((report.square()?, report.score())));
        self.notice = Some(match best {
            Some((square, score)) => {
                (self.hint, self.cursor) = (Some(square), square);
                Notice::Said(format!("{}.", hint_in_words(square, score)))
            }
            None => Notice::Refused("no hint was found".to_owned()),
        });
    }

    /// Handles a key.
    pub(crate) fn press(&mut self, input: Input) -> Effect {
        match input {
            // Nothing is lost: the record is printed at the end.
            Input::Control('c' | 'd') => return Effect::Quit,
            Input::Control('z') => return Effect::Suspend,
            Input::Control('l') => return Effect::Redraw,
            _ => {}
        }
        if let Some(question) = self.question {
            return self.answer(question, input);
        }
        match input {
            Input::Character(letter) => return self.press_character(letter),
            Input::Enter => self.confirm(),
            Input::Backspace => drop(self.typed.pop()),
            Input::Escape => {
                self.typed.clear();
                self.notice = None;
            }
            Input::Tab => self.step_through_choices(true),
            Input::BackTab => self.step_through_choices(false),
            Input::Up => self.step(Direction::North),
            Input::Down => self.step(Direction::South),
            Input::Left => self.step(Direction::West),
            Input::Right => self.step(Direction::East),
            Input::Home => self.cursor = self.edge(Direction::West),
            Input::End => self.cursor = self.edge(Direction::East),
            Input::Control(_) | Input::Moved(..) | Input::Pressed(..) => {}
        }
        Effect::None
    }

    fn answer(&mut self, question: Question, input: Input) -> Effect {
        match input {
            Input::Character('y' | 'Y') | Input::Enter => {
                self.question = None;
                match question {
                    Question::Quit => return Effect::Quit,
                    Question::New => self.start_again(),
                }
            }
            Input::Character('n' | 'N' | 'q') | Input::Escape => self.question = None,
            _ => {}
        }
        Effect::None
    }

    fn press_character(&mut self, letter: char) -> Effect {
        let is_column = letter.is_ascii_lowercase() && self.is_column(letter);
        match letter {
            '0'..='9' if !self.typed.is_empty() => self.type_digit(letter),
            // Letters of columns begin a square; in upper case they are commands on every board.
            _ if is_column => {
                self.typed = letter.to_string();
                self.step_by_letter(letter);
            }
            'h' | 'j' | 'k' | 'l' => {
                self.typed.clear();
                self.step_by_letter(letter);
            }
            ' ' => self.confirm(),
            'u' | 'U' => self.take_back(),
            'x' | 'X' => self.pass(),
            'r' | 'R' => self.redo(),
            '?' | 'H' => return self.ask_for_hint(),
            'p' | 'P' => return self.copy(),
            'n' | 'N' if self.game.is_in_progress() => self.question = Some(Question::New),
            'n' | 'N' => self.start_again(),
            'q' | 'Q' if self.game.is_in_progress() => self.question = Some(Question::Quit),
            'q' | 'Q' => return Effect::Quit,
            _ => {}
        }
        Effect::None
    }

    fn is_column(&self, letter: char) -> bool {
        (0..self.game.position().board().columns()).any(|column| Square::column_letter(column) == letter)
    }

    fn step_by_letter(&mut self, letter: char) {
        match letter {
            'h' => self.step(Direction::West),
            'j' => self.step(Direction::South),
            'k' => self.step(Direction::North),
            'l' => self.step(Direction::East),
            _ => {}
        }
    }

    fn type_digit(&mut self, digit: char) {
        self.typed.push(digit);
        let rows = u32::from(self.game.position().board().rows());
        let row = self.typed[1..].parse::<u32>().unwrap_or_default();
        // On boards with ten rows or more, 1 may become 10.
        if row == 0 || row * 10 > rows {
            self.play_typed();
        }
    }

    /// Plays the square that was typed, or that of the cursor; after the end, starts a new game.
    fn confirm(&mut self) {
        if self.typed.len() > 1 {
            self.play_typed();
        } else if matches!(self.game.next(), Next::Over(_)) {
            self.start_again();
        } else {
            self.typed.clear();
            self.play(self.cursor);
        }
    }

    fn play_typed(&mut self) {
        match std::mem::take(&mut self.typed).parse::<Square>() {
            Ok(square) => self.play(square),
            Err(error) => self.notice = Some(Notice::Refused(error.to_string())),
        }
    }

    /// Plays a square for the human to move.
    pub(crate) fn play(&mut self, square: Square) {
        if self.game.position().board().has(square) {
            self.cursor = square;
        }
        let refusal = match self.game.next() {
            Next::Cpu(player) => format!("it is the turn of {}", self.game.name(player)),
            Next::Human(_) | Next::Over(_) => match self.game.play(square) {
                Ok(_) => return self.after_turn(),
                Err(error) => error.to_string(),
            },
        };
        self.notice = Some(Notice::Refused(refusal));
    }

    /// Passes for the human to move.
    fn pass(&mut self) {
        self.typed.clear();
        let refusal = match self.game.next() {
            Next::Cpu(player) => format!("it is the turn of {}", self.game.name(player)),
            Next::Human(_) | Next::Over(_) => match self.game.pass() {
                Ok(_) => return self.after_turn(),
                Err(error) => error.to_string(),
            },
        };
        self.notice = Some(Notice::Refused(refusal));
    }

    /// Moves the cursor to a square.
    pub(crate) fn point_at(&mut self, square: Square) {
        if self.question.is_none() {
            self.cursor = square;
        }
    }

    fn step(&mut self, direction: Direction) {
        let next = self.squares_towards(direction).next();
        self.cursor = next.unwrap_or(self.cursor);
    }

    fn edge(&self, direction: Direction) -> Square {
        self.squares_towards(direction).last().unwrap_or(self.cursor)
    }

    /// Squares from the cursor on, without holes.
    fn squares_towards(&self, direction: Direction) -> impl Iterator<Item = Square> + use<'_> {
        let board = self.game.position().board();
        std::iter::successors(self.cursor.step(direction), move |square| square.step(direction))
            .filter(|square| board.has(*square))
    }

    /// Moves the cursor to the next or the previous legal square, in reading order.
    fn step_through_choices(&mut self, forwards: bool) {
        let choices: Vec<Square> = self.choices().iter().collect();
        let found = if forwards {
            choices.iter().find(|square| **square > self.cursor).or(choices.first())
        } else {
            choices.iter().rev().find(|square| **square < self.cursor).or(choices.last())
        };
        self.cursor = found.copied().unwrap_or(self.cursor);
    }

    fn take_back(&mut self) {
        let is_undone = self.game.undo();
        self.forget();
        self.notice = Some(match (is_undone, self.game.humans()) {
            (true, _) => Notice::Said("Taken back. r: play it again".to_owned()),
            (false, 0) => Notice::Refused("only players who are not CPU players take moves back".to_owned()),
            (false, _) => Notice::Refused("there is nothing to take back".to_owned()),
        });
    }

    fn redo(&mut self) {
        if self.game.redo() {
            self.after_turn();
        } else {
            self.notice = Some(Notice::Refused("there is nothing to play again".to_owned()));
        }
    }

    fn ask_for_hint(&mut self) -> Effect {
        match self.game.next() {
            Next::Human(_) => return Effect::Hint,
            Next::Cpu(player) => {
                self.notice = Some(Notice::Refused(format!("it is the turn of {}", self.game.name(player))));
            }
            Next::Over(_) => self.notice = Some(Notice::Refused("the game is over".to_owned())),
        }
        Effect::None
    }

    fn copy(&mut self) -> Effect {
        let moves = transcript_of(self.game.record());
        if moves.is_empty() {
            self.notice = Some(Notice::Refused("no move has been played".to_owned()));
            return Effect::None;
        }
        self.notice = Some(Notice::Said(format!("Copied: {moves}")));
        Effect::Copy(moves)
    }

    fn start_again(&mut self) {
        self.game.restart();
        self.forget();
        self.cursor = self.middle();
    }
}

#[cfg(test)]
mod tests {
    use irogaeshi::cpu::{Line, Score};

    use super::*;
    use crate::play::game::tests::{game, played};

    fn state(board: &str, players: &[&str]) -> ScreenState {
        ScreenState::new(game(board, players))
    }

    /// Types characters, and returns the last effect.
    fn press(state: &mut ScreenState, keys: &str) -> Effect {
        keys.chars().map(|key| state.press(Input::Character(key))).last().expect("a key")
    }

    fn moves(state: &ScreenState) -> String {
        transcript_of(state.game.record())
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn typed_squares_are_played() {
        let mut state = state("classic", &["human"]);
        press(&mut state, "f5d6c");
        assert_eq!((moves(&state).as_str(), state.typed.as_str()), ("f5d6", "c"));
        state.press(Input::Backspace);
        assert_eq!(state.typed, "");
        press(&mut state, "a1");
        assert_eq!(state.notice, Some(Notice::Refused("a disc on a1 would capture nothing".to_owned())));
        assert_eq!((moves(&state).as_str(), state.cursor), ("f5d6", square("a1")));
        press(&mut state, "c0");
        assert!(matches!(&state.notice, Some(Notice::Refused(why)) if why.starts_with("\"c0\" is not a square")));
    }

    #[test]
    fn a_key_passes_on_boards_with_free_passes() {
        let mut usual = state("classic", &["human"]);
        press(&mut usual, "x");
        let refusal = "Black can place a disc, and this board has no free passes".to_owned();
        assert_eq!(usual.notice, Some(Notice::Refused(refusal)));
        let board = "name: x\nplayers: black white\npasses: free\nboard:\n....\n.WB.\n.BW.\n....\n";
        let mut free = state(board, &["human"]);
        press(&mut free, "x");
        assert_eq!(free.notice, Some(Notice::Said("Black passes by choice.".to_owned())));
        press(&mut free, "c1");
        assert_eq!(moves(&free), "passc1");
        press(&mut free, "uu");
        press(&mut free, "rr");
        assert_eq!(moves(&free), "passc1");
        press(&mut free, "xx");
        assert!(matches!(free.game.next(), Next::Over(_)));
        press(&mut free, "x");
        assert_eq!(free.notice, Some(Notice::Refused("the game is over".to_owned())));
    }

    #[test]
    fn a_row_of_two_digits_waits_for_the_second() {
        let mut state = state("classic-16", &["human"]);
        press(&mut state, "j1");
        assert_eq!((state.typed.as_str(), moves(&state).as_str()), ("j1", ""));
        press(&mut state, "0");
        assert_eq!((state.typed.as_str(), state.cursor), ("", square("j10")));
        press(&mut state, "a1");
        state.press(Input::Enter);
        assert_eq!((state.typed.as_str(), state.cursor), ("", square("a1")));
    }

    #[test]
    fn letters_of_columns_begin_squares_and_other_letters_are_commands() {
        let mut state = ScreenState::new(played(game("classic", &["human"]), "f5d6"));
        assert_eq!(press(&mut state, "p"), Effect::Copy("f5d6".to_owned()));
        press(&mut state, "n");
        assert_eq!(state.question, Some(Question::New));
        let mut large = ScreenState::new(played(game("classic-16", &["human"]), "g8"));
        press(&mut large, "n");
        assert_eq!((large.question, large.typed.as_str()), (None, "n"));
        press(&mut large, "N");
        assert_eq!(large.question, Some(Question::New));
    }

    #[test]
    fn the_cursor_steps_over_holes_and_stays_on_the_board() {
        let mut state = state("name: x\nplayers: black white\nboard:\n.##.\n.WB.\n", &["human"]);
        state.cursor = square("a1");
        state.press(Input::Right);
        assert_eq!(state.cursor, square("d1"));
        state.press(Input::Right);
        state.press(Input::Up);
        assert_eq!(state.cursor, square("d1"));
        press(&mut state, "jhhh");
        assert_eq!(state.cursor, square("a2"));
        state.press(Input::End);
        assert_eq!(state.cursor, square("d2"));
    }

    #[test]
    fn tab_steps_through_the_legal_squares() {
        let mut state = state("classic", &["human"]);
        state.cursor = square("a1");
        let mut steps = |input| {
            (0..5)
                .map(|_| {
                    state.press(input);
                    state.cursor.to_string()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(steps(Input::Tab), ["d3", "c4", "f5", "e6", "d3"]);
        assert_eq!(steps(Input::BackTab), ["e6", "f5", "c4", "d3", "e6"]);
    }

    #[test]
    fn enter_and_space_play_the_square_of_the_cursor() {
        let mut state = state("classic", &["human"]);
        state.cursor = square("f5");
        state.press(Input::Enter);
        state.cursor = square("d6");
        press(&mut state, " ");
        assert_eq!(moves(&state), "f5d6");
        assert_eq!(state.notice, Some(Notice::Said("White plays d6 and turns 1 disc.".to_owned())));
    }

    #[test]
    fn nobody_moves_for_a_cpu_player() {
        let mut state = state("classic", &["pupil"]);
        press(&mut state, "f5");
        assert_eq!(state.notice, Some(Notice::Refused("it is the turn of Black (pupil)".to_owned())));
        assert_eq!(press(&mut state, "?"), Effect::None);
        assert!(state.choices().is_empty());
        state.play_for_cpu(square("f5"));
        assert_eq!(moves(&state), "f5");
    }

    #[test]
    fn leaving_a_game_is_asked_about_only_while_it_is_in_progress() {
        let mut state = state("classic", &["human"]);
        assert_eq!(press(&mut state, "q"), Effect::Quit);
        press(&mut state, "f5q");
        assert_eq!(state.question, Some(Question::Quit));
        assert_eq!(press(&mut state, "u"), Effect::None);
        assert_eq!(moves(&state), "f5");
        press(&mut state, "nu");
        assert_eq!((state.question, moves(&state).as_str()), (None, ""));
        assert_eq!(press(&mut state, "rqy"), Effect::Quit);
        assert_eq!(state.press(Input::Control('c')), Effect::Quit);
        press(&mut state, "ny");
        assert_eq!(moves(&state), "");
    }

    #[test]
    fn the_end_is_followed_by_a_new_game() {
        let board = "name: x\nplayers: black white\nboard:\n.WB\n";
        let mut state = ScreenState::new(played(game(board, &["human"]), "a1"));
        assert_eq!(press(&mut state, "?"), Effect::None);
        state.press(Input::Enter);
        assert_eq!(moves(&state), "");
    }

    #[test]
    fn a_hint_is_shown_until_the_next_turn() {
        let mut state = state("classic", &["human"]);
        assert_eq!(press(&mut state, "?"), Effect::Hint);
        let line = Line { moves: vec![square("f5")], score: Some(Score::Lead(2)) };
        state.show_hint(Some(&Report { lines: vec![line], ..Report::default() }));
        assert_eq!((state.hint, state.cursor), (Some(square("f5")), square("f5")));
        assert_eq!(state.notice, Some(Notice::Said("Hint: f5, final lead +2.".to_owned())));
        state.press(Input::Enter);
        assert_eq!(state.hint, None);
        state.show_hint(None);
        assert_eq!(state.notice, Some(Notice::Refused("no hint was found".to_owned())));
    }
}
