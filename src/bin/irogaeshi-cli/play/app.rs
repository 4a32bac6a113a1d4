//! A game on the screen of a terminal: keys, mouse, signals and the answers of contenders, one after the other.

use std::env;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use irogaeshi::notation::transcript_of;
use irogaeshi::rules::Square;
use rustix::process::Signal;
use tokio::signal::unix::{SignalKind, signal};

use crate::failure::Failure;
use crate::play::board_drawing::Drawing;
use crate::play::canvas::{Canvas, ColourDepth};
use crate::play::game::{Game, Next};
use crate::play::input::{Input, InputParser};
use crate::play::screen;
use crate::play::screen_state::{Effect, ScreenState};
use crate::play::terminal::Terminal;
use crate::play::worker::{Answer, QuestionNumber, Worker};

/// Time after which an escape byte that nothing follows is the Escape key.
const ESCAPE_TIME: Duration = Duration::from_millis(50);

/// Time between two updates of a running clock.
const TICK: Duration = Duration::from_secs(1);

/// Something that the game reacts to.
enum Event {
    Bytes(Vec<u8>),
    /// The terminal sends nothing more.
    InputEnded,
    Resized,
    /// The process was stopped and goes on.
    Continued,
    Suspend,
    /// The process must end.
    Ended,
    /// An answer; `None` if there will be no more.
    Answer(Option<(QuestionNumber, Answer)>),
}

/// Question that a contender or the adviser is working on.
struct Asked {
    number: QuestionNumber,
    /// The moves before the position.
    moves: String,
    start: Instant,
    is_hint: bool,
    /// The move, once it is known; it waits for its time.
    answer: Option<Square>,
}

struct App {
    state: ScreenState,
    worker: Worker,
    asked: Option<Asked>,
    /// Least time of a contender's move.
    pause: Duration,
    parser: InputParser,
    terminal: Terminal,
    drawing: Drawing,
    depth: ColourDepth,
    shown: Option<Canvas>,
}

/// Plays until the human leaves. Returns the game, and the error of a program that failed or of a lost terminal.
///
/// # Errors
/// If a program cannot be started, or the terminal cannot be used.
pub(crate) fn run(game: Game, seed: u64, pause: Duration) -> Result<(Game, Result<(), Failure>), Failure> {
    let (sender, events) = mpsc::channel();
    let answers = sender.clone();
    let worker = Worker::start(&game, seed, move |answer| drop(answers.send(Event::Answer(answer))))?;
    watch_signals(sender.clone())?;
    let depth = ColourDepth::of(|name| env::var(name).ok());
    let terminal = Terminal::enter()?;
    thread::spawn(move || read_input(&sender));
    let mut app = App {
        state: ScreenState::new(game),
        worker,
        asked: None,
        pause,
        parser: InputParser::default(),
        terminal,
        drawing: drawing(depth),
        depth,
        shown: None,
    };
    let ended = app.stay(&events);
    let App { state, worker, terminal, .. } = app;
    // The terminal is ready for the next command before the thinking has ended.
    drop(terminal);
    drop(worker);
    Ok((state.game, ended))
}

/// Chooses a drawing by the colours and characters of the terminal.
fn drawing(depth: ColourDepth) -> Drawing {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let is_unicode = locale.into_iter().find(|name| !name.is_empty()).is_none_or(|name| {
        let name = name.to_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    });
    // The console of Linux knows only a few hundred characters.
    let is_console = env::var("TERM").is_ok_and(|name| name == "linux");
    match depth {
        ColourDepth::None => Drawing::Monochrome,
        // With few colours, neighbouring squares look alike.
        ColourDepth::True | ColourDepth::Palette if is_unicode && !is_console => Drawing::Blocks,
        _ => Drawing::Letters,
    }
}

fn read_input(events: &Sender<Event>) {
    let mut bytes = [0; 1024];
    loop {
        let event = match io::stdin().read(&mut bytes) {
            Ok(0) => Event::InputEnded,
            Ok(count) => Event::Bytes(bytes[..count].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => Event::InputEnded,
        };
        let is_last = matches!(event, Event::InputEnded);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Reports the signals of the process from now on.
fn watch_signals(events: Sender<Event>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let entered = runtime.enter();
    let mut resized = signal(SignalKind::window_change())?;
    let mut terminated = signal(SignalKind::terminate())?;
    let mut hung_up = signal(SignalKind::hangup())?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut suspended = signal(SignalKind::from_raw(Signal::TSTP.as_raw()))?;
    let mut continued = signal(SignalKind::from_raw(Signal::CONT.as_raw()))?;
    drop(entered);
    thread::spawn(move || {
        runtime.block_on(async {
            loop {
                let event = tokio::select! {
                    _ = resized.recv() => Event::Resized,
                    _ = terminated.recv() => Event::Ended,
                    _ = hung_up.recv() => Event::Ended,
                    _ = interrupted.recv() => Event::Ended,
                    _ = suspended.recv() => Event::Suspend,
                    _ = continued.recv() => Event::Continued,
                };
                if events.send(event).is_err() {
                    return;
                }
            }
        });
    });
    Ok(())
}

impl App {
    fn stay(&mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        loop {
            self.ask();
            self.draw()?;
            let event = match self.deadline() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            let goes_on = match event {
                Ok(event) => self.handle(event)?,
                Err(RecvTimeoutError::Disconnected) => false,
                Err(RecvTimeoutError::Timeout) => match self.parser.flush() {
                    Some(input) => self.press(input)?,
                    None => true,
                },
            };
            self.play_answer();
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Next time to act without an event.
    fn deadline(&self) -> Option<Instant> {
        let now = Instant::now();
        let escape = self.parser.is_waiting().then(|| now + ESCAPE_TIME);
        let asked = self.asked.as_ref().map(|asked| match asked.answer {
            Some(_) => asked.start + self.pause,
            None => now + TICK,
        });
        escape.into_iter().chain(asked).min()
    }

    /// Handles an event; `false` if the game must end.
    fn handle(&mut self, event: Event) -> Result<bool, Failure> {
        match event {
            Event::Bytes(bytes) => {
                for input in self.parser.read(&bytes) {
                    if !self.press(input)? {
                        return Ok(false);
                    }
                }
            }
            Event::InputEnded | Event::Ended => return Ok(false),
            Event::Resized => {}
            Event::Suspend => self.suspend()?,
            Event::Continued => {
                self.terminal.show()?;
                self.shown = None;
            }
            Event::Answer(Some((number, answer))) => self.receive(number, answer)?,
            Event::Answer(None) => return Err(Failure::Wrong("the CPU player has ended unexpectedly".to_owned())),
        }
        Ok(true)
    }

    fn press(&mut self, input: Input) -> Result<bool, Failure> {
        if let Input::Moved(x, y) | Input::Pressed(x, y) = input {
            self.point(x, y, matches!(input, Input::Pressed(..)));
            return Ok(true);
        }
        match self.state.press(input) {
            Effect::None => {}
            Effect::Quit => return Ok(false),
            Effect::Redraw => self.shown = None,
            Effect::Suspend => self.suspend()?,
            Effect::Copy(text) => self.terminal.write(&format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text)))?,
            Effect::Hint => {
                let number = self.worker.ask_hint(self.state.game.position());
                self.asked = Some(self.question(number, true));
            }
        }
        Ok(true)
    }

    /// Moves the cursor to the square at a place, and plays it if the mouse was pressed there.
    fn point(&mut self, x: u16, y: u16, is_pressed: bool) {
        let (width, height) = self.terminal.size();
        let Some(layout) = screen::layout(width, height, &self.state) else { return };
        let board = self.state.game.position().board();
        let Some(square) = layout.square_at(x, y).filter(|square| board.has(*square)) else { return };
        if is_pressed {
            if self.state.question.is_none() {
                self.state.play(square);
            }
        } else if !layout.is_scrolled(board) {
            // The board would move away below the pointer.
            self.state.point_at(square);
        }
    }

    fn suspend(&mut self) -> Result<(), Failure> {
        self.terminal.suspend()?;
        self.shown = None;
        Ok(())
    }

    fn question(&self, number: QuestionNumber, is_hint: bool) -> Asked {
        let moves = transcript_of(self.state.game.record());
        Asked { number, moves, start: Instant::now(), is_hint, answer: None }
    }

    /// Asks the contender to move, unless it has been asked, and stops questions about other positions.
    fn ask(&mut self) {
        let moves = transcript_of(self.state.game.record());
        if self.asked.as_ref().is_some_and(|asked| asked.moves != moves) {
            self.asked = None;
            self.worker.stop();
        }
        if let (None, Next::Cpu(player)) = (&self.asked, self.state.game.next()) {
            let number = self.worker.ask_move(player, self.state.game.record());
            self.asked = Some(self.question(number, false));
        }
        self.state.thinking = self.asked.as_ref().map(|asked| self.words_of(asked));
    }

    fn words_of(&self, asked: &Asked) -> String {
        let work = match self.state.game.next() {
            Next::Cpu(player) => format!("{} is thinking", self.state.game.name(player)),
            Next::Human(_) | Next::Over(_) => "Looking for a hint".to_owned(),
        };
        match asked.start.elapsed().as_secs() {
            0 => format!("{work} …"),
            seconds => format!("{work} … {seconds} s"),
        }
    }

    fn receive(&mut self, number: QuestionNumber, answer: Answer) -> Result<(), Failure> {
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.number == number) else { return Ok(()) };
        match answer {
            Answer::Move(Some(square)) => asked.answer = Some(square),
            Answer::Move(None) => return Err(Failure::Wrong("the CPU player has found no move".to_owned())),
            Answer::Hint(report) => {
                self.asked = None;
                self.state.show_hint(report.as_ref());
            }
            Answer::Failed(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Plays the move of a contender when its time has come.
    fn play_answer(&mut self) {
        let moves = transcript_of(self.state.game.record());
        let is_due = |asked: &mut Asked| {
            !asked.is_hint && asked.moves == moves && asked.answer.is_some() && asked.start.elapsed() >= self.pause
        };
        if let Some(Asked { answer: Some(square), .. }) = self.asked.take_if(is_due) {
            self.state.play_for_cpu(square);
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let (width, height) = self.terminal.size();
        let canvas = screen::draw(width, height, &self.state, self.drawing);
        self.terminal.write(&canvas.paint_over(self.shown.as_ref(), self.depth))?;
        self.shown = Some(canvas);
        Ok(())
    }
}
