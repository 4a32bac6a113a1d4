//! Programs on the desktop: one thread per running program, so that no frame waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::settings::programs::RegisteredProgram;
use crate::game::text::{Phrase, say};
use crate::game::thinker::program_news::{ProgramAnswer, ProgramFailure, TrialMove, TriedProgram};
use crate::notation::ReportedMove;
use crate::programs::{
    Killer, ProcessError, Program, ProgramCommand, ProgramCommandError, ProgramError, ProgramProblem,
};
use crate::rules::{Player, Position, Record, Square, Variant};

/// Time for a program to start.
const START_TIME: Duration = Duration::from_secs(10);

/// Time beyond its limit before a move counts as late.
const GRACE: Duration = Duration::from_secs(1);

/// Thinking time of a program that is tried, and the time until it counts as silent.
const TRIAL: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(10));

/// Asks the programs in the seats of a match, without ever blocking.
pub(crate) struct ProgramWorker {
    sender: Sender<ProgramAnswer>,
    receiver: Receiver<ProgramAnswer>,
    running: Vec<RunningProgram>,
}

/// A running program in a player's seat. Dropping it kills the program.
struct RunningProgram {
    player: Player,
    program: RegisteredProgram,
    questions: Sender<Question>,
    killer: Killer,
    /// The question that it has not answered yet.
    open: Option<u64>,
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        self.killer.kill();
    }
}

struct Question {
    id: u64,
    position: Position,
    moves: Vec<(Player, Square)>,
    time: Duration,
}

impl Default for ProgramWorker {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, running: Vec::new() }
    }
}

impl ProgramWorker {
    /// Asks the program in a player's seat for a move, and starts it if necessary. `most` limits the time if its own
    /// limit is longer.
    pub(crate) fn ask(
        &mut self,
        player: Player,
        program: &RegisteredProgram,
        id: u64,
        record: &Record,
        most: Option<Duration>,
    ) {
        let limit = Duration::from_secs(program.seconds.into());
        let question = Question {
            id,
            position: record.position().clone(),
            moves: record.played().iter().filter_map(|turn| Some((turn.player, turn.square()?))).collect(),
            time: most.map_or(limit, |most| most.min(limit)),
        };
        if !self.running.iter().any(|running| running.player == player) {
            match self.start(player, program) {
                Ok(running) => self.running.push(running),
                Err(reason) => {
                    let answer = Err(ProgramFailure::Broken(reason));
                    self.sender.send(ProgramAnswer { player, id, answer }).ok();
                    return;
                }
            }
        }
        if let Some(running) = self.running.iter_mut().find(|running| running.player == player) {
            running.open = Some(id);
            // The thread of a program that has failed is gone, but its answer has removed it from the list.
            running.questions.send(question).ok();
        }
    }

    fn start(&self, player: Player, program: &RegisteredProgram) -> Result<RunningProgram, Phrase> {
        let command = read_command(&program.command)?;
        let (questions, receiver) = channel();
        let killer = Killer::default();
        let (answers, aimed) = (self.sender.clone(), killer.clone());
        let work = move || answer_questions(player, &command, &aimed, &receiver, &answers);
        thread::Builder::new()
            .name("program".to_owned())
            .spawn(work)
            .map_err(|error| say!("program-cannot-start", reason = error.to_string()))?;
        Ok(RunningProgram { player, program: program.clone(), questions, killer, open: None })
    }

    /// Kills the programs that still think, since they cannot be interrupted, and those that do not sit any longer.
    pub(crate) fn retain(&mut self, sits: impl Fn(Player, &RegisteredProgram) -> bool) {
        self.running.retain(|running| running.open.is_none() && sits(running.player, &running.program));
    }

    /// Answers since the last call.
    pub(crate) fn take_answers(&mut self) -> Vec<ProgramAnswer> {
        let answers: Vec<ProgramAnswer> = self.receiver.try_iter().collect();
        for ProgramAnswer { player, id, answer } in &answers {
            let is_asked = |running: &RunningProgram| running.player == *player && running.open == Some(*id);
            if answer.is_err() {
                self.running.retain(|running| !is_asked(running));
            }
            for running in self.running.iter_mut().filter(|running| is_asked(running)) {
                running.open = None;
            }
        }
        answers
    }
}

/// Answers questions until the sender is gone or the program fails.
fn answer_questions(
    player: Player,
    command: &ProgramCommand,
    killer: &Killer,
    questions: &Receiver<Question>,
    answers: &Sender<ProgramAnswer>,
) {
    let mut program = None;
    while let Ok(question) = questions.recv() {
        // Unwind-safe: a program whose conversation has failed is not used again.
        let answer = catch_unwind(AssertUnwindSafe(|| answer(&mut program, command, killer, &question)))
            .unwrap_or_else(|_| Err(ProgramFailure::Broken(say!("cpu-failed"))));
        let has_failed = answer.is_err();
        // The receiver is gone once the game is closed.
        answers.send(ProgramAnswer { player, id: question.id, answer }).ok();
        if has_failed {
            return;
        }
    }
}

fn answer(
    program: &mut Option<Program>,
    command: &ProgramCommand,
    killer: &Killer,
    question: &Question,
) -> Result<Square, ProgramFailure> {
    let broken = |error: &ProgramError| ProgramFailure::Broken(problem_words(error, command));
    let has_answered = program.is_some();
    if program.is_none() {
        *program = Some(Program::start_with(command, START_TIME, killer).map_err(|error| broken(&error))?);
    }
    let Some(running) = program else { return Err(ProgramFailure::Broken(say!("cpu-failed"))) };
    // A limit in the command may be shorter, but only the one on the program's card makes a foul.
    let told = command.time().map_or(question.time, |own| own.min(question.time));
    running.set_patience(question.time.saturating_sub(told) + GRACE);
    let chosen = running.choose(&question.position, &question.moves, Some(question.time));
    chosen
        .map_err(|error| match &error.problem {
            // A program that writes something else has not understood the question.
            ProgramProblem::Process(ProcessError::Silent(_)) if has_answered || error.unexpected.is_none() => {
                ProgramFailure::Late
            }
            ProgramProblem::BadMove(answer) if answer.eq_ignore_ascii_case("resign") => ProgramFailure::Resigned,
            ProgramProblem::BadMove(answer) if answer.parse::<ReportedMove>().is_ok() => {
                ProgramFailure::Illegal(answer.clone())
            }
            _ => broken(&error),
        })?
        .ok_or_else(|| ProgramFailure::Broken(say!("program-no-move")))
}

/// Tries programs, one at a time, without ever blocking.
pub(crate) struct ProgramTester {
    sender: Sender<TriedProgram>,
    receiver: Receiver<TriedProgram>,
    killer: Killer,
}

impl Default for ProgramTester {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, killer: Killer::default() }
    }
}

impl Drop for ProgramTester {
    fn drop(&mut self) {
        self.killer.kill();
    }
}

impl ProgramTester {
    /// Starts a program and asks for its first move.
    pub(crate) fn test(&mut self, program: &RegisteredProgram) {
        self.stop();
        let (key, text, sender, killer) =
            (program.key, program.command.clone(), self.sender.clone(), self.killer.clone());
        let work = move || {
            let outcome = read_command(&text).and_then(|command| first_move(&command, &killer));
            sender.send(TriedProgram { key, outcome }).ok();
        };
        if let Err(error) = thread::Builder::new().name("program".to_owned()).spawn(work) {
            let outcome = Err(say!("program-cannot-start", reason = error.to_string()));
            self.sender.send(TriedProgram { key, outcome }).ok();
        }
    }

    /// Kills the program that is being tried.
    pub(crate) fn stop(&mut self) {
        std::mem::take(&mut self.killer).kill();
    }

    /// Outcomes since the last call.
    pub(crate) fn take_outcomes(&mut self) -> Vec<TriedProgram> {
        self.receiver.try_iter().collect()
    }
}

fn first_move(command: &ProgramCommand, killer: &Killer) -> Result<TrialMove, Phrase> {
    let words = |error: ProgramError| problem_words(&error, command);
    let mut program = Program::start_with(command, START_TIME, killer).map_err(words)?;
    let (time, patience) = TRIAL;
    let told = command.time().map_or(time, |own| own.min(time));
    program.set_patience(patience.saturating_sub(told));
    let start = Variant::classic(8).map(Position::start).ok_or_else(|| say!("program-no-move"))?;
    let begin = Instant::now();
    let square = program.choose(&start, &[], Some(time)).map_err(words)?.ok_or_else(|| say!("program-no-move"))?;
    let time = begin.elapsed();
    // Asked last: programs may be slow before their first move.
    let own_name = program.name().map_err(words)?;
    Ok(TrialMove { own_name, square, time })
}

/// Reason why a command cannot be one.
pub(crate) fn command_problem(command: &str) -> Option<Phrase> {
    read_command(command).err()
}

fn read_command(text: &str) -> Result<ProgramCommand, Phrase> {
    let parts = text.trim().split_once(':');
    match parts.and_then(|(protocol, command)| ProgramCommand::read(protocol, command)) {
        None => Err(say!("program-no-protocol")),
        Some(Ok(command)) => Ok(command.in_own_folder()),
        Some(Err(error)) => Err(match error {
            ProgramCommandError::NoProgram(_) => say!("program-no-command"),
            ProgramCommandError::NotALimit(limit) => say!("program-not-a-limit", limit = limit),
            ProgramCommandError::NoDepth => say!("program-gtp-no-depth"),
            ProgramCommandError::NoLimits => say!("program-board-no-limits"),
            ProgramCommandError::WholeSeconds => say!("program-gtp-whole-seconds"),
        }),
    }
}

fn problem_words(error: &ProgramError, command: &ProgramCommand) -> Phrase {
    const MAX_LETTERS: usize = 80;
    let shortened = |text: &str| Phrase::verbatim(text.trim().chars().take(MAX_LETTERS).collect::<String>());
    match (&error.problem, &error.unexpected) {
        (ProgramProblem::Process(ProcessError::NotFound(_)), _) => say!("program-not-found"),
        (ProgramProblem::Process(ProcessError::CannotStart(reason)), _) => {
            say!("program-cannot-start", reason = shortened(reason))
        }
        (ProgramProblem::Process(ProcessError::Silent(_) | ProcessError::Ended { .. }), Some(line)) => {
            say!("program-other-language", protocol = command.protocol(), line = shortened(line))
        }
        (ProgramProblem::Process(ProcessError::Ended { status, last_words }), None) => {
            let words = format!("{status}{last_words}");
            say!("program-ended", status = shortened(&words))
        }
        (ProgramProblem::Process(ProcessError::Silent(time)), None) => say!("program-silent", seconds = time.as_secs()),
        (ProgramProblem::Process(ProcessError::Unreadable(error)), _) => {
            say!("program-unreadable", reason = error.to_string())
        }
        (ProgramProblem::Refuses { command, answer }, _) => {
            say!("program-refuses", command = command.as_str(), answer = shortened(answer))
        }
        (ProgramProblem::BadMove(answer), _) => say!("program-bad-move", answer = shortened(answer)),
    }
}
