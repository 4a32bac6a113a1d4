//! A player's stay in a room, over any number of connections.

use std::io::Write;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use irogaeshi::online::{Change, ClientMessage, DeviceToken, Event, Received, Room, RoomCode, RoomLink, ServerMessage};
use irogaeshi::programs::ProgramError;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::arena::contender::Contender;
use crate::failure::Failure;
use crate::online::bot::{Bot, BotError, Step};
use crate::online::news::News;
use crate::online::thinker::{Thinker, Thought};
use crate::sockets::connection::{Connection, ConnectionError, MAX_SILENCE};
use crate::sockets::endpoint::Endpoint;
use crate::sockets::pauses::Pauses;

/// Time after which a connection counts as a success, which resets the pauses.
const STEADY: Duration = Duration::from_secs(30);

/// A player in a room.
pub(crate) struct Visit<'a, Out: Write> {
    pub(crate) server: Endpoint,
    pub(crate) token: DeviceToken,
    pub(crate) bot: Bot,
    pub(crate) player: Contender,
    pub(crate) thinker: Thinker,
    /// Time of the last welcome.
    pub(crate) welcomed: Option<Instant>,
    /// Server time minus local time, in milliseconds.
    pub(crate) ahead_ms: i64,
    /// Dice for the length of pauses.
    pub(crate) dice: Xoshiro256PlusPlus,
    /// Maximum time to try to reconnect.
    pub(crate) give_up: Duration,
    pub(crate) json: bool,
    pub(crate) out: &'a mut Out,
}

/// Reason for the end of a connection before the player has finished.
enum Interruption {
    /// Reconnecting may help.
    Connection(ConnectionError),
    /// The player cannot continue.
    Failure(Failure),
}

#[derive(Debug, Error)]
enum PlayerError {
    #[error("{player} cannot play {variant}")]
    Unsuited { player: Contender, variant: String },
    #[error("{0} found no move")]
    NoMove(Contender),
    #[error("{0} has stopped thinking")]
    Stopped(Contender),
}

impl From<ConnectionError> for Interruption {
    fn from(error: ConnectionError) -> Self {
        Self::Connection(error)
    }
}

impl From<BotError> for Interruption {
    fn from(error: BotError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<ProgramError> for Interruption {
    fn from(error: ProgramError) -> Self {
        Self::Failure(error.into())
    }
}

impl From<PlayerError> for Interruption {
    fn from(error: PlayerError) -> Self {
        Self::Failure(Failure::Refused(error.to_string()))
    }
}

impl From<std::io::Error> for Interruption {
    fn from(error: std::io::Error) -> Self {
        Self::Failure(Failure::Output(error))
    }
}

impl<Out: Write> Visit<'_, Out> {
    /// Joins a room with this message and stays until all matches are played.
    ///
    /// # Errors
    /// If the player cannot continue.
    pub(crate) async fn stay(mut self, opening: ClientMessage) -> Result<(), Failure> {
        let mut pauses = Pauses::new();
        loop {
            let seen = self.bot.room().seen();
            let error = match self.connected(&opening).await {
                Ok(()) => return Ok(self.print(&News::Finished)?),
                Err(Interruption::Failure(failure)) => return Err(failure),
                Err(Interruption::Connection(error)) => error,
            };
            // A server that was never reached is more likely mistyped than temporarily down.
            if !error.may_pass() || self.code().is_none() {
                return Err(error.into());
            }
            let was_steady = self.welcomed.take().is_some_and(|since| since.elapsed() >= STEADY);
            if was_steady || self.bot.room().seen() > seen {
                pauses = Pauses::new();
            }
            let Some(pause) = pauses.next(self.give_up, self.dice.random()) else { return Err(error.into()) };
            self.print(&News::lost(&error.to_string(), pause))?;
            tokio::time::sleep(pause).await;
        }
    }

    /// Plays over one connection.
    async fn connected(&mut self, opening: &ClientMessage) -> Result<(), Interruption> {
        let mut connection = Connection::open(&self.server, None).await?;
        match self.code() {
            Some(room) => connection.send(&self.hello(room)).await?,
            None => connection.send(opening).await?,
        }
        // Time of the next action without a message.
        let mut wake: Option<tokio::time::Instant> = None;
        // Pings alone do not prove that the player has been let in.
        let mut welcomed_by = Some(tokio::time::Instant::now() + MAX_SILENCE);
        loop {
            tokio::select! {
                () = sleep_until(wake) => {}
                () = sleep_until(welcomed_by) => return Err(ConnectionError::NotWelcomed.into()),
                message = connection.receive() => match message? {
                    ServerMessage::Welcome { room, you, at_ms, events } => {
                        self.bot.is_called(you);
                        self.ahead_ms = at_ms.cast_signed() - now_ms().cast_signed();
                        welcomed_by = None;
                        self.welcome(room, &events, &mut connection).await?;
                    }
                    ServerMessage::Events { events } => {
                        let seen = self.bot.room().seen();
                        if self.bot.receive(&events)? == Received::Gap && let Some(room) = self.code() {
                            connection.send(&self.hello(room)).await?;
                        }
                        self.tell_events(&events, seen)?;
                    }
                    ServerMessage::Done { id, sequence } => self.bot.done(id, sequence),
                    ServerMessage::Refused { id, refusal } => {
                        self.print(&News::Refused { refusal: &refusal })?;
                        self.bot.refused(id, refusal)?;
                    }
                    ServerMessage::Ping { ping, at_ms } => {
                        self.ahead_ms = at_ms.cast_signed() - now_ms().cast_signed();
                        connection.send(&ClientMessage::Pong { ping }).await?;
                    }
                    _ => {}
                },
                thought = self.thinker.thought() => self.play(thought, &mut connection).await?,
            }
            wake = None;
            let server_ms = now_ms().saturating_add_signed(self.ahead_ms);
            match self.bot.next(server_ms)? {
                Step::Ask(action) => {
                    if let Some(command) = self.bot.ask(action) {
                        connection.send(&ClientMessage::Command(command)).await?;
                    }
                }
                Step::Think(turn) => self.thinker.think(turn),
                Step::Wait => {}
                Step::WaitUntil(until_ms) => {
                    let wait = Duration::from_millis(until_ms.saturating_sub(server_ms));
                    wake = tokio::time::Instant::now().checked_add(wait);
                }
                Step::Finish => {
                    connection.close().await;
                    return Ok(());
                }
            }
        }
    }

    /// Handles a welcome, on joining or returning. Repeats unanswered commands unchanged.
    async fn welcome(
        &mut self,
        code: RoomCode,
        events: &[Event],
        connection: &mut Connection,
    ) -> Result<(), Interruption> {
        let seen = self.bot.room().seen();
        self.welcomed = Some(Instant::now());
        self.bot.receive(events)?;
        if seen > 0 {
            self.print(&News::Back)?;
            self.tell_events(events, seen)?;
        } else if let Some(room) = self.bot.room().room() {
            let variant = &room.options().variant;
            if !self.player.suits(variant) {
                let (player, variant) = (self.player.clone(), variant.name().to_owned());
                return Err(PlayerError::Unsuited { player, variant }.into());
            }
            let link = RoomLink { server: Some(self.server.address().clone()), code };
            self.print(&News::joined(&link, self.bot.seat()))?;
        }
        for command in self.bot.room().unanswered() {
            connection.send(&ClientMessage::Command(command.clone())).await?;
        }
        Ok(())
    }

    async fn play(
        &mut self,
        thought: Option<Result<Thought, ProgramError>>,
        connection: &mut Connection,
    ) -> Result<(), Interruption> {
        let (key, square) = thought.ok_or_else(|| PlayerError::Stopped(self.player.clone()))??;
        let square = square.ok_or_else(|| PlayerError::NoMove(self.player.clone()))?;
        // The turn may be over by now, for example taken back.
        let command = self.bot.thought(key, square).and_then(|action| self.bot.ask(action));
        if let Some(command) = command {
            connection.send(&ClientMessage::Command(command)).await?;
        }
        Ok(())
    }

    fn code(&self) -> Option<RoomCode> {
        self.bot.room().room().map(Room::code)
    }

    fn hello(&self, room: RoomCode) -> ClientMessage {
        ClientMessage::Hello { room, token: self.token.clone(), seen: self.bot.room().seen() }
    }

    fn print(&mut self, news: &News<'_>) -> std::io::Result<()> {
        news.print(self.json, self.bot.room().room(), self.out)
    }

    /// Prints the events after `seen`, and the results of matches.
    fn tell_events(&mut self, events: &[Event], seen: u64) -> std::io::Result<()> {
        let known = self.bot.room().seen();
        for event in events.iter().filter(|event| event.sequence > seen && event.sequence <= known) {
            self.print(&News::Event { event })?;
            let game = self.bot.room().room().and_then(Room::game);
            if matches!(event.change, Change::Ended { .. })
                && let Some(result) = game.and_then(News::result)
            {
                self.print(&result)?;
            }
        }
        Ok(())
    }
}

/// Waits until this time; for ever if `None`.
async fn sleep_until(wake: Option<tokio::time::Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
    }
}

/// Local time in milliseconds since the beginning of 1970 (UTC).
fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}
