//! A room as a client has it: what the server has sent, and the client's own move ahead of the answer.

use std::borrow::Cow;

use super::{Action, Command, CommandId, DeviceId, Event, EventError, Phase, Refusal, Room};
use crate::rules::Record;

/// The room as a client has it. It applies events in their order, whatever the network does to them, and shows the
/// client's own move at once; a refusal takes that back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientRoom {
    me: DeviceId,
    next_id: u64,
    room: Option<Room>,
    /// Commands whose events have not come, the oldest first.
    waiting: Vec<Waiting>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Waiting {
    command: Command,
    /// The last of its events, once the server has said so.
    done: Option<u64>,
}

/// What has become of events that a client was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// So many were new and are applied.
    Applied(usize),
    /// Some are missing. Those that followed on are applied; the client says hello again with the number of its last
    /// one.
    Gap,
}

impl ClientRoom {
    /// A room of which nothing is known yet. The commands of this device are numbered from `first_id` on, which must
    /// lie beyond those that it has used in this room before: a random number, or the time.
    #[must_use]
    pub const fn new(me: DeviceId, first_id: u64) -> Self {
        Self { me, next_id: first_id, room: None, waiting: Vec::new() }
    }

    /// Takes over this device's id in the room from a welcome.
    pub const fn is_called(&mut self, me: DeviceId) {
        self.me = me;
    }

    /// This device.
    #[must_use]
    pub const fn me(&self) -> DeviceId {
        self.me
    }

    /// The room as the server knows it.
    #[must_use]
    pub const fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// The number of the last event: what a hello says.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.room.as_ref().map_or(0, Room::sequence)
    }

    /// A command to be sent; it is kept until its answer is known. A move is shown from now on.
    ///
    /// # Errors
    /// A move that cannot be sent, as a [`Refusal`]: one that the rules do not allow, or before the last one is
    /// answered.
    pub fn ask(&mut self, action: Action) -> Result<Command, Refusal> {
        if let Action::Move { player, square, .. } = action {
            let playing = self.room.as_ref().filter(|room| room.phase() == Phase::Playing);
            let game = playing.and_then(Room::game).ok_or(Refusal::NoMatch)?;
            if self.move_ahead().is_some() {
                return Err(Refusal::Already);
            }
            let placement = game.record.position().placement(player, square);
            placement.map_err(|error| Refusal::Illegal { square, reason: error.code().to_owned() })?;
        }
        let command = Command { id: CommandId(self.next_id), seen: self.seen(), action };
        self.next_id = self.next_id.wrapping_add(1);
        self.waiting.push(Waiting { command: command.clone(), done: None });
        Ok(command)
    }

    /// Takes in what the server sends. Events that are known already are skipped.
    ///
    /// # Errors
    /// An event that cannot follow, as an [`EventError`]: client and server disagree on the rules, and the room is as
    /// it was before that event.
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

    /// Takes in that a command was obeyed, and which was the last of its events.
    pub fn done(&mut self, command: CommandId, sequence: u64) {
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.command.id == command) {
            waiting.done = Some(sequence);
        }
        self.forget_known();
    }

    /// Takes in that a command was refused. A move that was shown ahead is not shown any more.
    pub fn refused(&mut self, command: CommandId) {
        self.waiting.retain(|waiting| waiting.command.id != command);
    }

    fn forget_known(&mut self) {
        let seen = self.seen();
        self.waiting.retain(|waiting| waiting.done.is_none_or(|sequence| sequence > seen));
    }

    /// Commands without an answer, the oldest first: to be sent again, as they are, over a new connection.
    pub fn unanswered(&self) -> impl Iterator<Item = &Command> {
        self.waiting.iter().filter(|waiting| waiting.done.is_none()).map(|waiting| &waiting.command)
    }

    /// The move that is shown before the server has confirmed it.
    #[must_use]
    pub fn move_ahead(&self) -> Option<&Command> {
        let mut commands = self.waiting.iter().map(|waiting| &waiting.command);
        commands.find(|command| matches!(command.action, Action::Move { .. }))
    }

    /// The turns to be shown: those that the server has sent, and the client's own move ahead of them where the rules
    /// still allow it. `None` before the first match.
    #[must_use]
    pub fn record(&self) -> Option<Cow<'_, Record>> {
        let game = self.room.as_ref()?.game()?;
        let ahead = self.move_ahead().filter(|_| game.ended.is_none()).and_then(|command| {
            let Action::Move { player, square, ply } = command.action else { return None };
            let mut record = game.record.clone();
            (ply == record.ply()).then(|| record.play(player, square).map(|_| ()).ok())??;
            Some(record)
        });
        Some(ahead.map_or(Cow::Borrowed(&game.record), Cow::Owned))
    }
}
