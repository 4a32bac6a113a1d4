//! A simulated server: a cache of one room in front of a store with conditional appends.

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::online::{Action, Command, CommandId, DeviceId, Event, Moment, Refusal, Room, ServerMessage, Who};

use crate::cpu_answer::cpu_answer;

/// Maximum attempts of a server to append.
const MAX_TRIES: usize = 20;

/// Deliberate faults of a server, to show that the model finds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// No fault.
    None,
    /// Appends without checking for events in between.
    AppendsWithoutCondition,
    /// Acknowledges before it appends, and may crash in between.
    AcknowledgesFirst,
    /// Does not recognise repeated commands.
    ForgetsCommands,
    /// Decides commands as if they had just been sent.
    IgnoresWhatWasSeen,
}

/// The durable events of the room.
#[derive(Default)]
pub(crate) struct Store {
    pub(crate) events: Vec<Event>,
}

impl Store {
    /// Appends events if they directly follow the last one.
    fn append(&mut self, events: &[Event]) -> bool {
        let is_next = events.first().is_none_or(|first| first.sequence == self.last() + 1);
        if is_next {
            self.events.extend_from_slice(events);
        }
        is_next
    }

    pub(crate) fn last(&self) -> u64 {
        self.events.len() as u64
    }

    pub(crate) fn after(&self, sequence: u64) -> &[Event] {
        &self.events[(sequence as usize).min(self.events.len())..]
    }
}

/// Crash of a server while it executes a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crash {
    /// No crash.
    No,
    /// After deciding the events, before appending them.
    BeforeAppending,
    /// After appending the events, before sending them.
    AfterAppending,
}

/// Result of a command.
pub(crate) enum Outcome {
    /// An answer, after events to send to everybody.
    Answer(Vec<Event>, ServerMessage),
    /// No answer because of a crash, except for one sent too early by mistake.
    Crashed(Option<ServerMessage>),
}

/// A server's cache of the room.
pub(crate) struct Server {
    room: Room,
    mistake: Mistake,
    /// Number of appends for which another server was first.
    pub(crate) conflicts: u64,
}

impl Server {
    pub(crate) fn start(store: &Store, mistake: Mistake) -> Self {
        let room = Room::new(&store.events[0]).expect("the room was made");
        let mut server = Self { room, mistake, conflicts: 0 };
        server.catch_up(store);
        server
    }

    pub(crate) const fn room(&self) -> &Room {
        &self.room
    }

    /// Reads events appended by others. Returns them, to be sent to this server's clients.
    pub(crate) fn catch_up(&mut self, store: &Store) -> Vec<Event> {
        let missing = store.after(self.room.sequence()).to_vec();
        for event in &missing {
            if self.room.apply(event).is_err() {
                // Only a store written without the condition contains such events.
                assert_ne!(self.mistake, Mistake::None, "what is stored follows");
                break;
            }
        }
        missing
    }

    /// Obeys or refuses a command.
    pub(crate) fn obey(
        &mut self,
        store: &mut Store,
        command: &Command,
        who: Who,
        when: Moment,
        crash: Crash,
    ) -> Outcome {
        let mut told = self.do_what_is_due(store, when);
        // Bounded, because no append would ever succeed on a store whose events do not fit.
        for _ in 0..MAX_TRIES {
            match self.decide(command, who, when) {
                Err(Refusal::Ahead { .. }) if self.room.sequence() < store.last() => told.extend(self.catch_up(store)),
                Err(refusal) => return Outcome::Answer(told, ServerMessage::Refused { id: command.id, refusal }),
                Ok(events) => {
                    let last = events.last().map(|event| event.sequence);
                    let known = || who.device().and_then(|device| self.room.answer(device, command.id));
                    let sequence = last.or_else(known).unwrap_or(0);
                    let done = ServerMessage::Done { id: command.id, sequence };
                    if events.is_empty() {
                        return Outcome::Answer(told, done);
                    }
                    if crash == Crash::BeforeAppending {
                        return Outcome::Crashed((self.mistake == Mistake::AcknowledgesFirst).then_some(done));
                    }
                    if self.mistake == Mistake::AppendsWithoutCondition {
                        store.events.extend_from_slice(&events);
                    } else if !store.append(&events) {
                        self.conflicts += 1;
                        told.extend(self.catch_up(store));
                        continue;
                    }
                    if crash == Crash::AfterAppending {
                        return Outcome::Crashed(None);
                    }
                    self.apply(&events);
                    told.extend(events);
                    return Outcome::Answer(told, done);
                }
            }
        }
        assert_ne!(self.mistake, Mistake::None, "somebody comes first");
        Outcome::Crashed(None)
    }

    fn apply(&mut self, events: &[Event]) {
        for event in events {
            self.room.apply(event).expect("it was decided from this room");
        }
    }

    fn decide(&self, command: &Command, who: Who, when: Moment) -> Result<Vec<Event>, Refusal> {
        let mut command = command.clone();
        match self.mistake {
            Mistake::ForgetsCommands if who != Who::Server => {
                let id = command.id;
                command.id = CommandId(u64::MAX);
                let mut events = self.room.decide(&command, who, when, CpuPlayer::may_sit_in_room)?;
                for event in &mut events {
                    event.command = Some(id);
                }
                return Ok(events);
            }
            Mistake::IgnoresWhatWasSeen => command.seen = command.seen.max(self.room.sequence()),
            _ => {}
        }
        self.room.decide(&command, who, when, CpuPlayer::may_sit_in_room)
    }

    /// Performs tasks that are due. Returns their events.
    pub(crate) fn do_what_is_due(&mut self, store: &mut Store, when: Moment) -> Vec<Event> {
        let mut told = Vec::new();
        for _ in 0..MAX_TRIES {
            let Some((_, action)) = self.room.due().filter(|(at_ms, _)| *at_ms <= when.at_ms) else { break };
            match self.act(store, action, when) {
                Some(events) if !events.is_empty() => told.extend(events),
                _ => break,
            }
        }
        told
    }

    /// Performs an action of the server. Returns its events; `None` if refused.
    pub(crate) fn act(&mut self, store: &mut Store, action: Action, when: Moment) -> Option<Vec<Event>> {
        let command = Command { id: CommandId(0), seen: self.room.sequence(), action };
        let events = self.room.decide(&command, Who::Server, when, CpuPlayer::may_sit_in_room).ok()?;
        if !store.append(&events) {
            self.conflicts += 1;
            return Some(self.catch_up(store));
        }
        self.apply(&events);
        Some(events)
    }

    /// The answer of the CPU players to the task of the room.
    pub(crate) fn cpu_action(&self) -> Option<Action> {
        cpu_answer(&self.room.cpu_task()?, &self.room.game()?.record)
    }

    /// Returns whether the room has this device's human marked as away; `None` without a seat.
    pub(crate) fn is_away(&self, device: DeviceId) -> Option<bool> {
        let mut humans = self.room.humans();
        humans.find(|(_, human)| human.device == device).map(|(_, human)| human.away_since_ms.is_some())
    }
}
