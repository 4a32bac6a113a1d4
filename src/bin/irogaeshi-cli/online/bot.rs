//! A player in a room as a state machine: receives messages and the time, and returns the next command.

use std::time::Duration;

use irogaeshi::online::{
    Action, Change, ClientRoom, Command, CommandId, DeviceId, Event, EventError, Human, Offer, Phase, PlayerName,
    Received, Refusal, Room, RoomMatch,
};
use irogaeshi::rules::{Player, Position, Square};
use thiserror::Error;

use crate::failure::Failure;
use crate::online::allowance::allowance;

/// Behaviour of a player, except for its moves.
#[derive(Clone, Debug)]
pub(crate) struct BotOptions {
    /// The wanted seat; `None` for the first free one.
    pub(crate) seat: Option<Player>,
    pub(crate) name: PlayerName,
    pub(crate) agrees_to_takebacks: bool,
    pub(crate) agrees_to_draws: bool,
    /// Gives the seat of an absent human to a CPU player if a match without a clock waits for that human.
    pub(crate) gives_absent_seats: bool,
    /// Number of rematches after the first match.
    pub(crate) rematches: u32,
}

/// Pause before a command that came too early is repeated.
const PAUSE_MS: u64 = 1_000;

pub(crate) struct Bot {
    room: ClientRoom,
    options: BotOptions,
    /// The command in progress. Only one is sent at a time.
    asked: Option<Asked>,
    /// Sends nothing before this event, which made a command stale, has arrived.
    not_before: u64,
    /// Correction for a server clock found to be behind the expected time.
    behind_ms: u64,
    /// The turn being thought about, or the last one.
    considered: Option<TurnKey>,
    /// Number of the last match seen, and how many matches it has taken part in.
    last_match: Option<u32>,
    matches: u32,
    sent_away: bool,
    has_left: bool,
}

struct Asked {
    id: CommandId,
    /// The last event seen when the command was sent.
    seen: u64,
    action: Action,
    /// Sequence number of its last event, once the server has reported it.
    done: Option<u64>,
}

/// Identity of a turn, unique even after takebacks: the match and the event of the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnKey {
    pub(crate) number: u32,
    last_move: Option<u64>,
}

pub(crate) struct Turn {
    pub(crate) key: TurnKey,
    pub(crate) position: Position,
    /// The moves that led from the start to the position.
    pub(crate) moves: Vec<(Player, Square)>,
    /// Time limit, in a match with a clock.
    pub(crate) time: Option<Duration>,
}

/// Next step of a player.
pub(crate) enum Step {
    Ask(Action),
    Think(Box<Turn>),
    /// Wait for a message from the server.
    Wait,
    /// Wait for a message, or until the server's clock shows this time.
    WaitUntil(u64),
    /// All matches are played.
    Finish,
}

#[derive(Debug, Error)]
pub(crate) enum BotError {
    #[error("a match is already being played, and this player has no seat in it")]
    MatchGoesOn,
    #[error("no seat is free")]
    Full,
    #[error("the seat of {player} cannot be taken: {refusal}")]
    NoSeat { player: Player, refusal: Refusal },
    #[error("the host has freed the seat")]
    SentAway,
    #[error("the server and this program disagree on the rules: {0}")]
    Event(#[from] EventError),
    #[error("the server and this program disagree on the rules: {0}")]
    Illegal(Refusal),
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Self {
        match error {
            BotError::Event(_) | BotError::Illegal(_) => Self::Wrong(error.to_string()),
            _ => Self::Refused(error.to_string()),
        }
    }
}

impl Bot {
    /// Creates a player that knows nothing of its room yet. Its commands are numbered from `first_id` on.
    pub(crate) const fn new(me: DeviceId, first_id: u64, options: BotOptions) -> Self {
        Self {
            room: ClientRoom::new(me, first_id),
            options,
            asked: None,
            not_before: 0,
            behind_ms: 0,
            considered: None,
            last_match: None,
            matches: 0,
            sent_away: false,
            has_left: false,
        }
    }

    /// Takes over this device's id from a welcome.
    pub(crate) const fn is_called(&mut self, me: DeviceId) {
        self.room.is_called(me);
    }

    /// The room as far as known.
    pub(crate) const fn room(&self) -> &ClientRoom {
        &self.room
    }

    /// Creates the command for an action; `None` if it has become pointless.
    pub(crate) fn ask(&mut self, action: Action) -> Option<Command> {
        let command = self.room.ask(action).ok()?;
        let Command { id, seen, ref action } = command;
        self.asked = Some(Asked { id, seen, action: action.clone(), done: None });
        Some(command)
    }

    /// Applies events from the server.
    ///
    /// # Errors
    /// If the rules do not allow an event.
    pub(crate) fn receive(&mut self, events: &[Event]) -> Result<Received, BotError> {
        let (seen, me) = (self.room.seen(), self.room.me());
        let was_in = self.seat();
        let received = self.room.receive(events)?;
        let is_own = |player: Player| was_in == Some(player);
        let sent_away = |event: &&Event| {
            event.sequence > seen
                && matches!(event.change, Change::SeatLeft { player } if is_own(player))
                && event.who.device().is_some_and(|device| device != me)
        };
        self.sent_away = self.seat().is_none() && (self.sent_away || events.iter().any(|event| sent_away(&event)));
        self.count_matches();
        self.settle();
        Ok(received)
    }

    /// Records that the server has obeyed a command, and the number of its last event.
    pub(crate) fn done(&mut self, command: CommandId, sequence: u64) {
        self.room.done(command, sequence);
        if let Some(asked) = self.asked.as_mut().filter(|asked| asked.id == command) {
            asked.done = Some(sequence);
        }
        self.settle();
    }

    /// Handles the refusal of a command.
    ///
    /// # Errors
    /// If the player cannot continue.
    pub(crate) fn refused(&mut self, command: CommandId, refusal: Refusal) -> Result<(), BotError> {
        self.room.refused(command);
        let Some(asked) = self.asked.take_if(|asked| asked.id == command) else { return Ok(()) };
        self.not_before = match refusal {
            Refusal::Stale { changed, .. } => changed,
            // Only time is needed, not an event.
            Refusal::TooEarly { .. } => self.not_before,
            // The event that caused the refusal may have arrived before the answer.
            _ => asked.seen + 1,
        };
        match (asked.action, refusal) {
            (_, Refusal::Stale { .. }) => Ok(()),
            (_, Refusal::TooEarly { .. }) => {
                self.behind_ms += PAUSE_MS;
                Ok(())
            }
            (Action::TakeSeat { .. }, Refusal::SeatTaken { .. }) if self.options.seat.is_none() => Ok(()),
            (Action::TakeSeat { player, .. }, refusal) => Err(BotError::NoSeat { player, refusal }),
            (Action::Move { .. }, refusal @ Refusal::Illegal { .. }) => Err(BotError::Illegal(refusal)),
            (Action::Move { .. }, _) => {
                self.considered = None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The next step at this time of the server.
    ///
    /// # Errors
    /// If the player cannot continue.
    pub(crate) fn next(&mut self, now_ms: u64) -> Result<Step, BotError> {
        let step = self.step(now_ms)?;
        match &step {
            Step::Think(turn) => self.considered = Some(turn.key),
            Step::Ask(Action::Leave) => self.has_left = true,
            _ => {}
        }
        Ok(step)
    }

    fn step(&self, now_ms: u64) -> Result<Step, BotError> {
        let Some(room) = self.room.room() else { return Ok(Step::Wait) };
        if room.phase() == Phase::Closed {
            return Ok(Step::Finish);
        }
        if self.asked.is_some() || self.room.seen() < self.not_before {
            return Ok(Step::Wait);
        }
        let own = room.humans().find(|(_, human)| human.device == self.room.me());
        let Some((seat, human)) = own else { return self.without_seat(room) };
        Ok(match room.phase() {
            Phase::Playing => self.in_match(room, seat, now_ms),
            Phase::Over => self.after_match(human),
            Phase::Waiting if !human.ready => Step::Ask(Action::SetReady { ready: true }),
            Phase::Waiting | Phase::Closed => Step::Wait,
        })
    }

    /// The action for a finished thought, if its turn is still the current one.
    pub(crate) fn thought(&self, key: TurnKey, square: Square) -> Option<Action> {
        let room = self.room.room().filter(|room| room.phase() == Phase::Playing)?;
        let game = room.game()?;
        let player = self.seat().filter(|seat| game.to_move() == Some(*seat) && room.seats()[*seat].cpu.is_none())?;
        let is_wanted = self.asked.is_none() && TurnKey::of(game) == key;
        is_wanted.then_some(Action::Move { player, square, ply: game.record.ply() })
    }

    pub(crate) fn seat(&self) -> Option<Player> {
        self.room.room().and_then(|room| room.seat_of(self.room.me()))
    }

    fn without_seat(&self, room: &Room) -> Result<Step, BotError> {
        if self.has_left {
            return Ok(Step::Finish);
        }
        if self.sent_away {
            return Err(BotError::SentAway);
        }
        if room.phase() == Phase::Playing {
            return Err(BotError::MatchGoesOn);
        }
        let free = || room.players().into_iter().find(|player| room.seats()[*player].is_empty());
        let player = self.options.seat.or_else(free).ok_or(BotError::Full)?;
        Ok(Step::Ask(Action::TakeSeat { player, name: self.options.name.clone() }))
    }

    fn in_match(&self, room: &Room, seat: Player, now_ms: u64) -> Step {
        let Some(game) = room.game() else { return Step::Wait };
        // A player replaced by a CPU player has nothing left to do.
        if room.seats()[seat].cpu.is_some() {
            return Step::Wait;
        }
        let is_asked = |offer: &Offer| offer.waits_for(seat);
        if game.takeback.as_ref().is_some_and(|(offer, _)| is_asked(offer)) {
            return Step::Ask(Action::AnswerTakeback { agree: self.options.agrees_to_takebacks });
        }
        if game.draw.as_ref().is_some_and(is_asked) {
            return Step::Ask(Action::AnswerDraw { agree: self.options.agrees_to_draws });
        }
        // Programs cannot be asked about the swap rule, so every player keeps its side.
        if game.side_question() == Some(seat) {
            return Step::Ask(Action::ChooseSide { player: seat, takes_over: false });
        }
        let key = TurnKey::of(game);
        if game.to_move() != Some(seat) {
            return self.while_others_move(room, game, now_ms);
        }
        if self.considered == Some(key) {
            return Step::Wait;
        }
        let position = game.record.position().clone();
        let moves = game.record.played().iter().filter_map(|turn| Some((turn.player, turn.square()?))).collect();
        let empties = position.board().empties().count() as u32;
        let time = game.clock.control().zip(game.clock.remaining(seat, now_ms));
        let players = room.players().len() as u32;
        let time = time.map(|(control, left)| allowance(control, Duration::from_millis(left), empties, players));
        Step::Think(Box::new(Turn { key, position, moves, time }))
    }

    /// Handles the absence of another player to move. In a match with a clock there is nothing to do, since the
    /// player's time runs out anyway and a player with days for a move may well be away.
    fn while_others_move(&self, room: &Room, game: &RoomMatch, now_ms: u64) -> Step {
        if !self.options.gives_absent_seats || game.clock.control().is_some() {
            return Step::Wait;
        }
        let Some(player) = game.waits_for() else { return Step::Wait };
        let ends_ms = room.seats()[player].mover().and_then(|human| room.absence_ends_ms(human));
        match ends_ms.map(|ends_ms| ends_ms.saturating_add(self.behind_ms)) {
            Some(ends_ms) if ends_ms <= now_ms => Step::Ask(Action::GiveAbsentSeat { player }),
            Some(ends_ms) => Step::WaitUntil(ends_ms),
            None => Step::Wait,
        }
    }

    fn after_match(&self, human: &Human) -> Step {
        if self.matches > self.options.rematches {
            Step::Ask(Action::Leave)
        } else if human.rematch {
            Step::Wait
        } else {
            Step::Ask(Action::SetRematch { agree: true })
        }
    }

    /// Counts the matches in which the player has a seat, even if it returns only after the end.
    fn count_matches(&mut self) {
        let Some(game) = self.room.room().and_then(Room::game) else { return };
        let number = Some(game.number);
        if self.seat().is_some() && self.last_match != number {
            self.matches += 1;
        }
        self.last_match = number;
    }

    /// Forgets the command in progress once its effect is known.
    fn settle(&mut self) {
        let (seen, room) = (self.room.seen(), &self.room);
        self.asked.take_if(|asked| match asked.done {
            Some(sequence) => sequence <= seen,
            None => !room.unanswered().any(|command| command.id == asked.id),
        });
    }
}

impl TurnKey {
    fn of(game: &RoomMatch) -> Self {
        Self { number: game.number, last_move: game.sequences.last().copied() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use irogaeshi::cpu::CpuPlayer;
    use irogaeshi::notation::TimeControl;
    use irogaeshi::online::{DeviceToken, Moment, RoomCode, RoomOptions, Who};
    use irogaeshi::rules::{Ending, Start, Variant};

    use super::*;

    /// A server with its room, all events and its time.
    struct TestServer {
        room: Room,
        events: Vec<Event>,
        now_ms: u64,
    }

    impl TestServer {
        fn new(clock: Option<TimeControl>) -> Self {
            Self::of("classic-4", clock)
        }

        fn of(variant: &str, clock: Option<TimeControl>) -> Self {
            let options = RoomOptions {
                variant: Variant::built_in(variant).expect("is built in").into(),
                clock,
                start: Start::Normal,
                swap: false,
                is_public: false,
                absence_s: 60,
                substitute: "random".parse().expect("a key"),
                seed: 1,
            };
            let host = Who::Device(DeviceToken::new(1).id());
            let now_ms = 1_000_000;
            let created = Room::create(RoomCode::new(1), options, host, Moment::at(now_ms), CpuPlayer::may_sit_in_room)
                .expect("it can be made");
            Self { room: Room::new(&created).expect("it is a room"), events: vec![created], now_ms }
        }

        /// Executes a command like a server.
        fn decide(&mut self, device: DeviceId, command: &Command) -> Result<u64, Refusal> {
            self.append(command, Who::Device(device))?;
            Ok(self.room.answer(device, command.id).expect("it is answered"))
        }

        /// Performs an action of the server.
        fn act(&mut self, action: Action) {
            let command = Command { id: CommandId(0), seen: self.room.sequence(), action };
            self.append(&command, Who::Server).expect("a server may do that");
        }

        fn append(&mut self, command: &Command, who: Who) -> Result<(), Refusal> {
            for event in self.room.decide(command, who, Moment::at(self.now_ms), CpuPlayer::may_sit_in_room)? {
                self.room.apply(&event).expect("it follows");
                self.events.push(event);
            }
            Ok(())
        }
    }

    fn bot(token: u128, first_id: u64, seat: Option<Player>, rematches: u32) -> Bot {
        let options = BotOptions {
            seat,
            name: PlayerName::nearest("Bot"),
            agrees_to_takebacks: true,
            agrees_to_draws: false,
            gives_absent_seats: true,
            rematches,
        };
        Bot::new(DeviceToken::new(token).id(), first_id, options)
    }

    /// Lets a player act until it waits for others. The answers arrive before or after the events.
    fn act(bot: &mut Bot, server: &mut TestServer, answer_first: bool) -> Result<bool, BotError> {
        let mut actions = VecDeque::new();
        loop {
            bot.receive(&server.events)?;
            match bot.next(server.now_ms)? {
                Step::Ask(action) => actions.push_back(action),
                Step::Think(turn) => {
                    let square = turn.position.legal_squares().iter().next().expect("there is a move");
                    actions.extend(bot.thought(turn.key, square));
                }
                Step::Wait | Step::WaitUntil(_) => return Ok(false),
                Step::Finish => return Ok(true),
            }
            while let Some(action) = actions.pop_front() {
                let command = bot.ask(action).expect("it makes sense");
                let answer = server.decide(bot.room().me(), &command);
                if !answer_first {
                    bot.receive(&server.events)?;
                }
                match answer {
                    Ok(sequence) => bot.done(command.id, sequence),
                    Err(refusal) => bot.refused(command.id, refusal)?,
                }
                assert!(!answer_first || bot.asked.is_some(), "what has not been seen yet counts as asked");
            }
        }
    }

    #[test]
    fn two_play_as_many_matches_as_they_want_and_leave() {
        for answer_first in [false, true] {
            let mut server = TestServer::new(Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 }));
            let (mut one, mut other) = (bot(1, 1, None, 1), bot(2, 1, Some(Player::White), 1));
            let mut rounds = 0;
            let mut finished = (false, false);
            while finished != (true, true) {
                finished.0 |= act(&mut one, &mut server, answer_first).expect("all goes well");
                finished.1 |= act(&mut other, &mut server, answer_first).expect("all goes well");
                rounds += 1;
                assert!(rounds < 100, "they wait for each other");
            }
            let ended = server.events.iter().filter(|event| matches!(event.change, Change::Ended { .. })).count();
            assert_eq!((ended, server.room.humans().count()), (2, 0));
        }
    }

    #[test]
    fn a_player_who_begins_anew_with_its_secret_goes_on_in_its_seat() {
        let mut server = TestServer::new(None);
        let (mut one, mut other) = (bot(1, 1, None, 0), bot(2, 1, None, 0));
        act(&mut one, &mut server, false).expect("it sits down");
        act(&mut other, &mut server, false).expect("it sits down");
        act(&mut one, &mut server, false).expect("it moves");
        let mut again = bot(1, 1000, None, 0);
        let mut finished = (false, false);
        for _ in 0..50 {
            finished.0 |= act(&mut other, &mut server, false).expect("it goes on");
            finished.1 |= act(&mut again, &mut server, false).expect("it goes on");
        }
        assert_eq!(finished, (true, true));
        let (ending, _) = server.room.game().and_then(|game| game.ended).expect("it is over");
        assert_eq!(ending, Ending::PlayedOut);
    }

    #[test]
    fn it_answers_what_it_is_asked() {
        let mut server = TestServer::new(None);
        let (mut one, mut other) = (bot(1, 1, None, 0), bot(2, 1, None, 0));
        for bot in [&mut one, &mut other] {
            act(bot, &mut server, false).expect("it sits down");
        }
        act(&mut one, &mut server, false).expect("it moves");
        let me = one.room().me();
        let seen = server.room.sequence();
        let ask = |id, seen, action| Command { id: CommandId(id), seen, action };
        server.decide(me, &ask(500, seen, Action::AskTakeback { to_ply: 0 })).expect("it can be asked");
        act(&mut other, &mut server, false).expect("it answers");
        assert!(server.events.iter().any(|event| event.change == Change::TakenBack { to_ply: 0 }));
        let seen = server.room.sequence();
        server.decide(me, &ask(501, seen, Action::OfferDraw)).expect("it can be offered");
        act(&mut other, &mut server, false).expect("it answers");
        assert!(server.events.iter().any(|event| event.change == Change::DrawDeclined { player: Player::White }));
        assert_eq!(server.room.phase(), Phase::Playing);
    }

    /// A match of five players in which the first player, who is to move, has just disconnected.
    fn absence(clock: Option<TimeControl>, gives_absent_seats: bool) -> (TestServer, Vec<Bot>) {
        let mut server = TestServer::of("five", clock);
        let mut bots: Vec<Bot> = (1..=5).map(|token| bot(token, 1, None, 0)).collect();
        for bot in &mut bots {
            bot.options.gives_absent_seats = gives_absent_seats;
            act(bot, &mut server, false).expect("it sits down");
        }
        let mover = server.room.game().and_then(RoomMatch::to_move).expect("the match goes on");
        server.act(Action::SetAway { player: mover, away: true });
        bots.retain(|bot| bot.seat() != Some(mover));
        (server, bots)
    }

    fn given_away(server: &TestServer) -> usize {
        server.events.iter().filter(|event| matches!(event.change, Change::SeatGivenToCpu { .. })).count()
    }

    #[test]
    fn the_seat_of_who_stays_away_goes_to_a_cpu_player_once_and_no_sooner_than_the_room_says() {
        let (mut server, mut bots) = absence(None, true);
        let ends_ms = server.now_ms + 60_000;
        for bot in &mut bots {
            bot.receive(&server.events).expect("all goes well");
            assert!(matches!(bot.next(ends_ms - 1), Ok(Step::WaitUntil(until_ms)) if until_ms == ends_ms));
        }
        server.now_ms = ends_ms;
        for bot in &mut bots {
            act(bot, &mut server, false).expect("all goes well");
        }
        assert_eq!(given_away(&server), 1);
        let mover = server.room.game().and_then(RoomMatch::to_move).expect("the match goes on");
        assert!(server.room.seats()[mover].cpu.is_some());
    }

    #[test]
    fn a_server_whose_clock_is_behind_is_asked_again_a_little_later() {
        let (mut server, mut bots) = absence(None, true);
        let (bot, ends_ms) = (&mut bots[0], server.now_ms + 60_000);
        bot.receive(&server.events).expect("all goes well");
        for later_ms in [0, PAUSE_MS] {
            let Ok(Step::Ask(action)) = bot.next(ends_ms + later_ms) else { panic!("it is time") };
            let command = bot.ask(action).expect("it makes sense");
            let refusal = server.decide(bot.room().me(), &command).expect_err("the server's clock stands");
            bot.refused(command.id, refusal).expect("it goes on");
            assert!(matches!(bot.next(ends_ms + later_ms), Ok(Step::WaitUntil(_))));
        }
        assert_eq!(given_away(&server), 0);
    }

    #[test]
    fn absent_players_are_waited_for_on_a_clock_and_by_who_wants_to_wait() {
        for (clock, gives) in [(Some(TimeControl::correspondence(3)), true), (None, false)] {
            let (mut server, mut bots) = absence(clock, gives);
            server.now_ms += 600_000;
            for bot in &mut bots {
                assert!(!act(bot, &mut server, false).expect("all goes well"));
            }
            assert_eq!(given_away(&server), 0, "{clock:?}");
        }
    }

    #[test]
    fn a_move_that_comes_too_late_does_not_stop_the_bot() {
        let mut server = TestServer::new(Some(TimeControl::PerMove { limit_ms: 1_000 }));
        let (mut slow, mut other) = (bot(1, 1, None, 0), bot(2, 1, None, 0));
        for bot in [&mut slow, &mut other] {
            act(bot, &mut server, false).expect("it sits down");
        }
        slow.receive(&server.events).expect("it begins");
        let Ok(Step::Think(turn)) = slow.next(server.now_ms) else { panic!("it is to move") };
        let square = turn.position.legal_squares().iter().next().expect("there is a move");
        let command = slow.thought(turn.key, square).and_then(|action| slow.ask(action)).expect("it makes sense");
        server.now_ms += 60_000;
        server.act(Action::RunOut { player: Player::Black });
        slow.receive(&server.events).expect("it hears of it before the answer");
        let refusal = server.decide(slow.room().me(), &command).expect_err("it is too late");
        slow.refused(command.id, refusal).expect("it goes on");
        assert!(act(&mut slow, &mut server, false).expect("it leaves"));
    }

    #[test]
    fn a_seat_that_cannot_be_had_is_a_reason_to_go() {
        let mut server = TestServer::new(None);
        let (mut one, mut other) = (bot(1, 1, None, 0), bot(2, 1, Some(Player::Black), 0));
        act(&mut one, &mut server, false).expect("it sits down");
        let refused = act(&mut other, &mut server, false).expect_err("the seat is taken");
        assert!(matches!(refused, BotError::NoSeat { player: Player::Black, .. }), "{refused}");
    }

    #[test]
    fn whom_the_host_sends_away_stays_away() {
        let mut server = TestServer::new(Some(TimeControl::PerMove { limit_ms: 1_000 }));
        let mut guest = bot(2, 1, None, 0);
        act(&mut guest, &mut server, false).expect("it sits down");
        let action = Action::FreeSeat { player: Player::Black };
        let command = Command { id: CommandId(500), seen: server.room.sequence(), action };
        server.decide(server.room.host(), &command).expect("the host may do that");
        assert!(matches!(act(&mut guest, &mut server, false), Err(BotError::SentAway)));
    }
}
