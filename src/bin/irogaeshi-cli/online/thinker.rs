//! Thread for the player's thinking, since the connection must keep answering the server meanwhile.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use irogaeshi::programs::ProgramError;
use irogaeshi::rules::Square;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tokio::sync::mpsc as answers;

use crate::arena::contender::{Contender, Seated};
use crate::online::bot::{Turn, TurnKey};

/// Move for a turn; `None` if the player found none.
pub(crate) type Thought = (TurnKey, Option<Square>);

/// A player on its own thread, which receives turns and returns moves.
pub(crate) struct Thinker {
    turns: mpsc::Sender<Box<Turn>>,
    thoughts: answers::UnboundedReceiver<Result<Thought, ProgramError>>,
}

impl Thinker {
    /// Starts the player. `patience` is the time that a program may stay silent, `seed` that of the dice.
    ///
    /// # Errors
    /// If a program cannot be started.
    pub(crate) fn start(contender: Contender, patience: Duration, seed: u64) -> Result<Self, ProgramError> {
        let (turns, received) = mpsc::channel();
        let (say, thoughts) = answers::unbounded_channel();
        let (ready, started) = mpsc::channel();
        thread::spawn(move || match contender.sit_down(patience, true) {
            Ok(seated) => {
                // The starter may be gone.
                let _ = ready.send(Ok(()));
                think(seated, seed, &received, &say);
            }
            Err(error) => drop(ready.send(Err(error))),
        });
        // A thread that ended without a message has panicked and reported that itself.
        started.recv().unwrap_or(Ok(())).map(|()| Self { turns, thoughts })
    }

    /// Asks for a move. Skips earlier turns that are still waiting.
    pub(crate) fn think(&self, turn: Box<Turn>) {
        // `Thinker::thought` reports a thread that has ended.
        let _ = self.turns.send(turn);
    }

    /// The next move; `None` when no more will come.
    pub(crate) async fn thought(&mut self) -> Option<Result<Thought, ProgramError>> {
        self.thoughts.recv().await
    }
}

fn think(
    mut seated: Seated,
    seed: u64,
    turns: &mpsc::Receiver<Box<Turn>>,
    say: &answers::UnboundedSender<Result<Thought, ProgramError>>,
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut number = None;
    while let Ok(turn) = turns.recv() {
        let turn = turns.try_iter().last().unwrap_or(turn);
        if number.replace(turn.key.number) != Some(turn.key.number) {
            seated.begin();
        }
        let square = seated.choose(&turn.position, &turn.moves, turn.time, &mut rng);
        if say.send(square.map(|square| (turn.key, square))).is_err() {
            break;
        }
    }
}
