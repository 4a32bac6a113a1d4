//! A client's copy of a room: the server's events, plus the client's own move before the server confirms it.

use std::borrow::Cow;

use super::{Action, Command, CommandId, DeviceId, Event, EventError, Phase, Refusal, Room};
use crate::rules::Record;

/// The room as a client sees it. It applies events in order even if the network repeats or loses some. It shows the
/// client's own move at once and takes it back if the server refuses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientRoom {
    me: DeviceId,
    next_id: u64,
    room: Option<Room>,
    /// Commands whose events have not arrived, oldest first.
    waiting: Vec<Waiting>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Waiting {
    command: Command,
    /// Sequence number of the command's last event, once the server has reported it.
    done: Option<u64>,
}

/// Result of receiving events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// The number of new events, all applied.
    Applied(usize),
    /// Some events are missing. Those before the gap are applied; the client must send hello again with the number of
    /// its last event.
    Gap,
}

impl ClientRoom {
    /// Creates a client that knows nothing of its room yet.
    ///
    /// It numbers its commands from `first_id` on. They must be larger than all that this device has used in the room
    /// before: start from a random number or the time.
    #[must_use]
    pub const fn new(me: DeviceId, first_id: u64) -> Self {
        Self { me, next_id: first_id, room: None, waiting: Vec::new() }
    }

    /// Takes over this device's id from a welcome.
    pub const fn is_called(&mut self, me: DeviceId) {
        self.me = me;
    }

    /// This device's id.
    #[must_use]
    pub const fn me(&self) -> DeviceId {
        self.me
    }

    /// The room as the server last reported it; `None` before the first event.
    #[must_use]
    pub const fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// Sequence number of the last event, as sent in a hello; 0 for none.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.room.as_ref().map_or(0, Room::sequence)
    }

    /// Creates a command to send and remembers it until it is answered. A move is shown at once.
    ///
    /// # Errors
    /// A [`Refusal`] if the rules do not allow the move, or if the previous move is still unanswered.
    pub fn ask(&mut self, action: Action) -> Result<Command, Refusal> {
        if let Some((player, chosen, _)) = action.as_move() {
            let playing = self.room.as_ref().filter(|room| room.phase() == Phase::Playing);
            let game = playing.and_then(Room::game).ok_or(Refusal::NoMatch)?;
            if self.move_ahead().is_some() {
                return Err(Refusal::Already);
            }
            game.check_open()?;
            game.record.position().check(player, chosen).map_err(|error| Refusal::illegal(chosen, &error))?;
        }
        let command = Command { id: CommandId(self.next_id), seen: self.seen(), action };
        self.next_id = self.next_id.wrapping_add(1);
        self.waiting.push(Waiting { command: command.clone(), done: None });
        Ok(command)
    }

    /// Applies events from the server and skips those already applied.
    ///
    /// # Errors
    /// An [`EventError`] if an event cannot follow, because client and server disagree on the rules. The room then
    /// stays as it was before that event.
    pub fn receive(&mut self, events: &[Event]) -> Result<Received, EventError> {
        let mut applied = 0;
        for event in events {
            if event.sequence <= self.seen() {
                continue;
            }
            if event.sequence != self.seen() + 1 {
                return Ok(Received::Gap);
            }
            match &mut self.room {
                Some(room) => room.apply(event)?,
                None => self.room = Some(Room::new(event)?),
            }
            applied += 1;
            if event.who.device() == Some(self.me) {
                self.waiting.retain(|waiting| Some(waiting.command.id) != event.command);
            }
        }
        self.forget_known();
        Ok(Received::Applied(applied))
    }

    /// Records that the server has obeyed a command, and the number of the command's last event.
    pub fn done(&mut self, command: CommandId, sequence: u64) {
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.command.id == command) {
            waiting.done = Some(sequence);
        }
        self.forget_known();
    }

    /// Forgets a command that the server has refused. Its move, if any, is no longer shown.
    pub fn refused(&mut self, command: CommandId) {
        self.waiting.retain(|waiting| waiting.command.id != command);
    }

    fn forget_known(&mut self) {
        let seen = self.seen();
        self.waiting.retain(|waiting| waiting.done.is_none_or(|sequence| sequence > seen));
    }

    /// Commands without an answer, oldest first. Over a new connection they must be sent again unchanged.
    pub fn unanswered(&self) -> impl Iterator<Item = &Command> {
        self.waiting.iter().filter(|waiting| waiting.done.is_none()).map(|waiting| &waiting.command)
    }

    /// The client's move that the server has not confirmed yet.
    #[must_use]
    pub fn move_ahead(&self) -> Option<&Command> {
        let mut commands = self.waiting.iter().map(|waiting| &waiting.command);
        commands.find(|command| command.action.as_move().is_some())
    }

    /// The turns to show: those from the server, then the client's unconfirmed move if the rules still allow it. `None`
    /// before the first match.
    #[must_use]
    pub fn record(&self) -> Option<Cow<'_, Record>> {
        let game = self.room.as_ref()?.game()?;
        let ahead = self.move_ahead().filter(|_| game.ended.is_none()).and_then(|command| {
            let (player, chosen, ply) = command.action.as_move()?;
            let mut record = game.record.clone();
            (ply == record.ply()).then(|| record.make(player, chosen).map(|_| ()).ok())??;
            Some(record)
        });
        Some(ahead.map_or(Cow::Borrowed(&game.record), Cow::Owned))
    }
}
