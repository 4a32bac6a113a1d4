//! The player who thinks, on a thread of its own: the connection must answer the server meanwhile.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use irogaeshi::rules::Square;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tokio::sync::mpsc as answers;

use crate::arena::contender::{Contender, Seated};
use crate::online::bot::{Turn, TurnKey};
use crate::programs::program::ProgramError;

/// A move for a turn; `None` where the player found none.
pub(crate) type Thought = (TurnKey, Option<Square>);

/// Somebody who is told turns and says moves.
pub(crate) struct Thinker {
    turns: mpsc::Sender<Box<Turn>>,
    thoughts: answers::UnboundedReceiver<Result<Thought, ProgramError>>,
}

impl Thinker {
    /// Lets a contender take its seat. `patience` is how long a program may be silent, `seed` is that of the dice.
    ///
    /// # Errors
    /// When it is a program that cannot be started.
    pub(crate) fn start(contender: Contender, patience: Duration, seed: u64) -> Result<Self, ProgramError> {
        let (turns, told) = mpsc::channel();
        let (say, thoughts) = answers::unbounded_channel();
        let (ready, started) = mpsc::channel();
        thread::spawn(move || match contender.sit_down(patience, true) {
            Ok(seated) => {
                // Whoever started it may have gone.
                let _ = ready.send(Ok(()));
                think(seated, seed, &told, &say);
            }
            Err(error) => drop(ready.send(Err(error))),
        });
        // A thread that has ended without a word has panicked, and has said why itself.
        started.recv().unwrap_or(Ok(())).map(|()| Self { turns, thoughts })
    }

    /// Asks for a move. Turns that are still to be thought about when another is told are left out.
    pub(crate) fn think(&self, turn: Box<Turn>) {
        // A thread that has ended says so in `Thinker::thought`.
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
