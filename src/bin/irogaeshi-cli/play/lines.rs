//! A game as lines of text, for screen readers, other programs, and terminals that cannot do more.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};

use irogaeshi::cpu::Report;
use irogaeshi::notation::transcript_of;
use irogaeshi::programs::read_line;
use irogaeshi::rules::{Cell, Move, PlayError, Square};

use crate::failure::Failure;
use crate::out::line::one_line;
use crate::play::game::{Game, Next};
use crate::play::hint::hint_in_words;
use crate::play::worker::{Answer, QuestionNumber, Worker};

const HELP: &str = "\
Type a square such as f5 to play it, or one of these words:
  board   show the board          moves   show the moves
  hint    find a good move        new     start a new game
  undo    take your move back     quit    end the game
  redo    play it again           help    show this help
  pass    pass, on boards with free passes
";

/// Request of a human.
enum Request {
    Play(Square),
    Pass,
    Board,
    Moves,
    Hint,
    Undo,
    Redo,
    New,
    Help,
    Quit,
}

impl Request {
    fn read(line: &str) -> Result<Self, String> {
        Ok(match line.trim().to_lowercase().as_str() {
            "board" | "b" => Self::Board,
            "moves" | "p" => Self::Moves,
            "hint" | "?" => Self::Hint,
            "undo" | "u" => Self::Undo,
            "redo" | "r" => Self::Redo,
            "new" | "n" => Self::New,
            Move::PASS | "x" => Self::Pass,
            "help" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            word => {
                let square = word.parse().map_err(|_| {
                    format!("\"{}\" is neither a square, such as f5, nor a word that \"help\" lists", one_line(word))
                })?;
                Self::Play(square)
            }
        })
    }
}

/// Contenders that are asked one after the other.
struct Contenders {
    worker: Worker,
    answers: Receiver<Option<(QuestionNumber, Answer)>>,
}

impl Contenders {
    fn start(game: &Game, seed: u64) -> Result<Self, Failure> {
        let (sender, answers) = mpsc::channel();
        let worker = Worker::start(game, seed, move |answer| drop(sender.send(answer)))?;
        Ok(Self { worker, answers })
    }

    /// Waits for the answer to a question.
    fn wait(&self, number: QuestionNumber) -> Result<Answer, Failure> {
        let mut answers = self.answers.iter().map_while(|answer| answer);
        match answers.find(|(other, _)| *other == number) {
            Some((_, Answer::Failed(error))) => Err(error.into()),
            Some((_, answer)) => Ok(answer),
            None => Err(Failure::Wrong("the CPU player has ended unexpectedly".to_owned())),
        }
    }
}

/// Plays until the game is over, the input ends, or a human leaves.
///
/// # Errors
/// If a program fails, or the input or output does.
pub(crate) fn run(game: &mut Game, seed: u64, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
    let mut contenders = Contenders::start(game, seed)?;
    writeln!(out, "{}. Type \"help\" for help.", game.record().variant().name())?;
    let news = game.news();
    if !news.is_empty() {
        writeln!(out, "{news}")?;
    }
    // Only a human needs to see every board.
    let mut shows_board = true;
    loop {
        match game.next() {
            Next::Over(outcome) => {
                print_board(game, out)?;
                writeln!(out, "{} {}.", Game::result(outcome), game.counts())?;
                return Ok(());
            }
            Next::Cpu(player) => {
                let number = contenders.worker.ask_move(player, game.record());
                let Answer::Move(Some(square)) = contenders.wait(number)? else {
                    return Err(Failure::Wrong(format!("{} has found no move", game.name(player))));
                };
                game.play(square).map_err(|error| error.to_string())?;
                writeln!(out, "{}", game.news())?;
                shows_board = true;
            }
            Next::Human(_) => {
                if shows_board {
                    print_board(game, out)?;
                    print_turn(game, out)?;
                    shows_board = false;
                }
                write!(out, "> ")?;
                out.flush()?;
                let Some(line) = read_line(input)? else {
                    writeln!(out)?;
                    return Ok(());
                };
                let request = line.map_err(|error| error.to_string()).and_then(|line| Request::read(&line));
                match request {
                    Err(why) => writeln!(out, "Refused: {why}.")?,
                    Ok(Request::Quit) => return Ok(()),
                    Ok(request) => shows_board = follow(request, game, &mut contenders, out)?,
                }
            }
        }
        out.flush()?;
    }
}

/// Does what a human has asked for. Returns whether the position is another one.
fn follow(
    request: Request,
    game: &mut Game,
    contenders: &mut Contenders,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    match request {
        Request::Play(square) => return tell(game.play(square).map(drop), game, out),
        Request::Pass => return tell(game.pass().map(drop), game, out),
        Request::Undo if game.undo() => {
            writeln!(out, "Taken back.")?;
            return Ok(true);
        }
        Request::Undo => writeln!(out, "Refused: there is nothing to take back.")?,
        Request::Redo if game.redo() => {
            writeln!(out, "{}", game.news())?;
            return Ok(true);
        }
        Request::Redo => writeln!(out, "Refused: there is nothing to play again.")?,
        Request::New => {
            game.restart();
            return Ok(true);
        }
        Request::Hint => {
            let number = contenders.worker.ask_hint(game.position());
            let Answer::Hint(report) = contenders.wait(number)? else { return Ok(false) };
            match report.as_ref().and_then(hint_of) {
                Some(hint) => writeln!(out, "{hint}.")?,
                None => writeln!(out, "No hint was found.")?,
            }
        }
        Request::Moves => writeln!(out, "{}", transcript_of(game.record()))?,
        Request::Board => {
            print_board(game, out)?;
            print_turn(game, out)?;
        }
        Request::Help => write!(out, "{HELP}")?,
        Request::Quit => {}
    }
    Ok(false)
}

/// Reports a move or its refusal. Returns whether it was played.
fn tell(played: Result<(), PlayError>, game: &Game, out: &mut impl Write) -> Result<bool, Failure> {
    match &played {
        Ok(()) => writeln!(out, "{}", game.news())?,
        Err(error) => writeln!(out, "Refused: {error}.")?,
    }
    Ok(played.is_ok())
}

fn hint_of(report: &Report) -> Option<String> {
    Some(hint_in_words(report.square()?, report.score()))
}

/// Prints the board with its coordinates: a letter for a disc, `*` for a legal move, `.` for another empty square.
fn print_board(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let (board, legal) = (game.position().board(), game.position().legal_squares());
    let letters = (0..board.columns()).flat_map(|column| [' ', Square::column_letter(column)]);
    writeln!(out, "  {}", letters.collect::<String>())?;
    for row in 0..board.rows() {
        let squares = (0..board.columns()).filter_map(|column| Square::new(column, row));
        let content = |square: Square| match board.cell(square) {
            Cell::Hole => ' ',
            Cell::Empty if legal.contains(square) => '*',
            cell => cell.letter(),
        };
        let line: String = squares.flat_map(|square| [' ', content(square)]).collect();
        writeln!(out, "{:>2}{}", row + 1, line.trim_end())?;
    }
    Ok(())
}

fn print_turn(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let position = game.position();
    let Some(player) = position.to_move() else { return Ok(()) };
    let legal: Vec<String> = position.legal_squares().iter().map(|square| square.to_string()).collect();
    writeln!(out, "{}. {} to move: {}.", game.counts(), game.name(player), legal.join(", "))?;
    if position.can_pass() { writeln!(out, "You may also pass.") } else { Ok(()) }
}
