//! Thread that thinks for the contenders of a game and finds hints, while the screen stays alive.

use std::cell::Cell;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use irogaeshi::cpu::{Budget, Control, Progress, Report, Thinker};
use irogaeshi::programs::ProgramError;
use irogaeshi::rules::{ByPlayer, Player, Position, Record, Square};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::arena::contender::Seated;
use crate::engine::budget::should_stop;
use crate::engine::interrupt::Interrupt;
use crate::play::game::{Game, Seat};

/// Time that other programs may stay silent besides their thinking time.
const MAX_SILENCE: Duration = Duration::from_mins(1);

/// Time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Maximum number of positions for a hint, more than any computer searches in that time.
const HINT_POSITIONS: u64 = 1 << 30;

/// Number of a question, to recognise answers to earlier ones.
pub(crate) type QuestionNumber = u64;

enum Question {
    Move {
        player: Player,
        position: Position,
        moves: Vec<(Player, Square)>,
    },
    Hint(Position),
    /// Nothing; only ends the thinking about earlier questions.
    #[cfg(unix)]
    Nothing,
}

pub(crate) enum Answer {
    /// A legal square; `None` only when the game is over.
    Move(Option<Square>),
    Hint(Option<Report>),
    Failed(ProgramError),
}

/// Handle of the thread. Dropping it interrupts the thinking and waits for the thread, but not for other programs.
pub(crate) struct Worker {
    questions: Option<Sender<(QuestionNumber, Question)>>,
    interrupt: Interrupt,
    number: QuestionNumber,
    thread: Option<JoinHandle<()>>,
    asks_programs: bool,
}

impl Worker {
    /// Prepares all contenders of a game. `answer` is called on the thread, `None` at its end.
    ///
    /// # Errors
    /// If a program cannot be started.
    pub(crate) fn start(
        game: &Game,
        seed: u64,
        answer: impl FnMut(Option<(QuestionNumber, Answer)>) + Send + 'static,
    ) -> Result<Self, ProgramError> {
        let interrupt = Interrupt::default();
        let mut seated = ByPlayer::from_fn(|_| None);
        let mut asks_programs = false;
        for player in game.record().variant().everybody() {
            if let Seat::Cpu(contender) = game.seat(player) {
                let contender = contender.sit_down_interruptibly(MAX_SILENCE, true, &interrupt)?;
                asks_programs |= matches!(contender, Seated::Program(_));
                seated[player] = Some(contender);
            }
        }
        let (questions, received) = mpsc::channel();
        let thread = thread::spawn({
            let interrupt = interrupt.clone();
            move || {
                let mut ending = Ending(answer);
                think(seated, seed, &interrupt, &received, &mut ending.0);
            }
        });
        Ok(Self { questions: Some(questions), interrupt, number: 0, thread: Some(thread), asks_programs })
    }

    /// Asks for the move of the contender to move. Interrupts earlier questions.
    pub(crate) fn ask_move(&mut self, player: Player, record: &Record) -> QuestionNumber {
        let moves = record.played().iter().filter_map(|turn| Some((turn.player, turn.square()?))).collect();
        self.ask(Question::Move { player, position: record.position().clone(), moves })
    }

    /// Asks for a hint. Interrupts earlier questions.
    pub(crate) fn ask_hint(&mut self, position: &Position) -> QuestionNumber {
        self.ask(Question::Hint(position.clone()))
    }

    /// Interrupts earlier questions.
    #[cfg(unix)]
    pub(crate) fn stop(&mut self) {
        self.ask(Question::Nothing);
    }

    fn ask(&mut self, question: Question) -> QuestionNumber {
        self.number += 1;
        // The thread lowers it when it receives the question.
        self.interrupt.raise();
        if let Some(questions) = &self.questions {
            // A thread that has ended has reported that.
            let _ = questions.send((self.number, question));
        }
        self.number
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.interrupt.raise();
        self.questions = None;
        // A program that still thinks would delay the end; its input is closed when this one ends.
        if let Some(thread) = self.thread.take().filter(|_| !self.asks_programs) {
            let _ = thread.join();
        }
    }
}

/// Reports the end of the thread, also after a panic.
struct Ending<F: FnMut(Option<(QuestionNumber, Answer)>)>(F);

impl<F: FnMut(Option<(QuestionNumber, Answer)>)> Drop for Ending<F> {
    fn drop(&mut self) {
        (self.0)(None);
    }
}

fn think(
    mut seated: ByPlayer<Option<Seated>>,
    seed: u64,
    interrupt: &Interrupt,
    questions: &Receiver<(QuestionNumber, Question)>,
    answer: &mut impl FnMut(Option<(QuestionNumber, Answer)>),
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut adviser = Thinker::default();
    while let Ok((number, question)) = questions.recv() {
        interrupt.lower();
        let found = match question {
            #[cfg(unix)]
            Question::Nothing => continue,
            Question::Hint(position) => Answer::Hint(hint(&mut adviser, &position, interrupt)),
            Question::Move { player, position, moves } => {
                let Some(seated) = &mut seated[player] else { continue };
                match seated.choose(&position, &moves, None, &mut rng) {
                    Ok(square) => Answer::Move(square),
                    Err(error) => Answer::Failed(error),
                }
            }
        };
        answer(Some((number, found)));
    }
}

/// Analyses a position for a second, or for longer if nothing is known by then.
fn hint(adviser: &mut Thinker, position: &Position, interrupt: &Interrupt) -> Option<Report> {
    let start = Instant::now();
    let is_known = Cell::new(false);
    let mut on_report = |_: &Report| is_known.set(true);
    let mut on_progress = |_: Progress| {
        let budget = Budget::TO_THE_END.within(is_known.get().then_some(HINT_TIME));
        should_stop(budget, start, interrupt)
    };
    let mut control = Control::new().on_progress(&mut on_progress).on_report(&mut on_report);
    adviser.analyse(position, HINT_POSITIONS, &mut control)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::tests::game;

    /// Starts the players of a game, and returns their answers.
    fn start(board: &str, players: &[&str]) -> (Game, Worker, Receiver<Option<(QuestionNumber, Answer)>>) {
        let game = game(board, players);
        let (sender, answers) = mpsc::channel();
        let worker =
            Worker::start(&game, 1, move |answer| drop(sender.send(answer))).unwrap_or_else(|_| panic!("starts"));
        (game, worker, answers)
    }

    #[test]
    fn a_new_question_interrupts_the_one_before_it() {
        let (game, mut worker, answers) = start("classic", &["engine:86400s"]);
        let asked = [(); 3].map(|()| worker.ask_move(Player::Black, game.record()));
        let hint = worker.ask_hint(game.position());
        for number in asked {
            let answer = answers.recv().expect("the thread runs");
            assert!(matches!(answer, Some((other, Answer::Move(Some(_)))) if other == number));
        }
        let answer = answers.recv().expect("the thread runs");
        assert!(matches!(answer, Some((other, Answer::Hint(Some(_)))) if other == hint));
    }

    #[test]
    fn the_thread_ends_at_once_when_nobody_needs_it() {
        for (board, player) in [("classic", "oracle"), ("classic", "engine:86400s"), ("five", "tree:86400s")] {
            let (game, mut worker, answers) = start(board, &[player]);
            let mover = game.position().to_move().expect("nobody has played");
            worker.ask_move(mover, game.record());
            drop(worker);
            let last = answers.iter().last().expect("it reports its end");
            assert!(last.is_none(), "{board}, {player}");
        }
    }
}
