//! A simulated client that tries random actions, including forbidden ones.

use irogaeshi::online::{Action, ClientRoom, CommandId, DeviceId, DeviceToken, Phase, PlayerName, Room};
use irogaeshi::rules::{CpuKey, Player, Square};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::dice::any_legal_square;

/// A user at a device.
pub(crate) struct Client {
    pub(crate) room: ClientRoom,
    /// Index of the server that it is connected to.
    pub(crate) server: Option<usize>,
    /// Results of its commands: the last event of an obeyed one, `None` for a refusal.
    pub(crate) told: Vec<(CommandId, Option<u64>)>,
    /// Number of commands sent.
    pub(crate) commands: u64,
}

impl Client {
    pub(crate) fn new(number: u128) -> Self {
        let room = ClientRoom::new(DeviceToken::new(number).id(), 0);
        Self { room, server: None, told: Vec::new(), commands: 0 }
    }

    pub(crate) const fn device(&self) -> DeviceId {
        self.room.me()
    }

    /// Forgets everything except its secret and used numbers, like a reloaded page.
    pub(crate) fn reload(&mut self) {
        self.room = ClientRoom::new(self.room.me(), self.commands + 1_000 * (self.told.len() as u64 + 1));
    }

    /// A random action to ask for.
    pub(crate) fn wish(&self, now_ms: u64, dice: &mut Xoshiro256PlusPlus) -> Option<Action> {
        let room = self.room.room()?;
        let own = room.seat_of(self.device());
        // Now and then, anything at all.
        if dice.random_range(0..25) == 0 {
            return Some(any_action(room, dice));
        }
        match room.phase() {
            Phase::Waiting => Some(self.wish_for_seats(room, own, dice)),
            Phase::Playing => wish_in_match(room, own?, now_ms, dice),
            Phase::Over => Some(match (own, dice.random_range(0..12)) {
                (_, 0) => Action::Leave,
                (None, _) => take_seat(room, dice),
                _ => Action::SetRematch { agree: dice.random_range(0..6) > 0 },
            }),
            Phase::Closed => None,
        }
    }

    fn wish_for_seats(&self, room: &Room, own: Option<Player>, dice: &mut Xoshiro256PlusPlus) -> Action {
        let is_host = room.host() == self.device();
        match (own, dice.random_range(0..20)) {
            (_, 0) => Action::SetLocked { locked: !room.is_locked() },
            (_, 1) if dice.random_range(0..3) == 0 => Action::Leave,
            (_, 2) => Action::Rename { name: any_name(dice) },
            (_, 3) => Action::FreeSeat { player: any_player(room, dice) },
            (_, 5..9) if is_host => Action::SeatCpu { player: any_player(room, dice), cpu: any_cpu(dice) },
            (_, 4) | (None, _) => take_seat(room, dice),
            _ => Action::SetReady { ready: dice.random_range(0..8) > 0 },
        }
    }
}

fn wish_in_match(room: &Room, own: Player, now_ms: u64, dice: &mut Xoshiro256PlusPlus) -> Option<Action> {
    let game = room.game()?;
    match dice.random_range(0..40) {
        0 => Some(Action::Resign),
        1 | 2 => Some(Action::AskTakeback { to_ply: game.takeback_ply(own)? }),
        3 => Some(Action::OfferDraw),
        4..10 if game.takeback.is_some() => Some(Action::AnswerTakeback { agree: dice.random_range(0..5) > 0 }),
        4..7 if game.draw.is_some() => Some(Action::AnswerDraw { agree: dice.random_range(0..2) > 0 }),
        13 => Some(Action::GiveTime),
        10 => Some(Action::SetAdvice { agree: dice.random_range(0..2) > 0 }),
        11 => Some(Action::Rename { name: any_name(dice) }),
        12 => {
            let absence_ms = u64::from(room.options().absence_s) * 1000;
            let is_gone = |since_ms: u64| since_ms + absence_ms <= now_ms;
            let absent = room.movers().find(|(_, human)| human.away_since_ms.is_some_and(is_gone));
            absent.map(|(player, _)| Action::GiveAbsentSeat { player })
        }
        _ if game.side_question() == Some(own) => {
            Some(Action::ChooseSide { player: own, takes_over: dice.random_range(0..2) > 0 })
        }
        _ => {
            let position = game.record.position();
            let is_mine = position.to_move() == Some(own);
            if is_mine && position.can_pass() && dice.random_range(0..6) == 0 {
                return Some(Action::Pass { player: own, ply: game.record.ply() });
            }
            let square = any_legal_square(position, dice).filter(|_| is_mine)?;
            Some(Action::Move { player: own, square, ply: game.record.ply() })
        }
    }
}

fn take_seat(room: &Room, dice: &mut Xoshiro256PlusPlus) -> Action {
    Action::TakeSeat { player: any_player(room, dice), name: any_name(dice) }
}

fn any_player(room: &Room, dice: &mut Xoshiro256PlusPlus) -> Player {
    let players = room.players();
    players[dice.random_range(0..players.len())]
}

fn any_name(dice: &mut Xoshiro256PlusPlus) -> PlayerName {
    PlayerName::nearest(["Anna", "Ben", "色返し", "Zoë", ""][dice.random_range(0..5)])
}

/// A CPU player that moves at once.
fn any_cpu(dice: &mut Xoshiro256PlusPlus) -> CpuKey {
    ["minimum", "random"][dice.random_range(0..2)].parse().expect("a key")
}

/// Any action, including those that are illegal, meaningless at the moment, or reserved for the server.
fn any_action(room: &Room, dice: &mut Xoshiro256PlusPlus) -> Action {
    let player = Player::ALL[dice.random_range(0..Player::ALL.len())];
    let (agree, ply) = (dice.random_range(0..2) > 0, dice.random_range(0..12));
    match dice.random_range(0..20) {
        18 => Action::ChooseSide { player, takes_over: agree },
        19 => Action::Begin { moves: Vec::new() },
        16 => Action::GiveTime,
        17 => Action::Pass { player, ply },
        0 => Action::SetAway { player, away: agree },
        1 => Action::RunOut { player },
        2 => Action::RemoveAbsent { player },
        3 => Action::SeatCpu { player, cpu: "nobody-knows-it".parse().expect("a key") },
        4 => Action::AskTakeback { to_ply: ply },
        5 => Action::AnswerTakeback { agree },
        6 => Action::AnswerDraw { agree },
        7 => Action::SetRematch { agree },
        8 => Action::SetReady { ready: agree },
        9 => Action::FreeSeat { player },
        10 => take_seat(room, dice),
        11 => Action::Leave,
        _ => {
            let square = Square::new(dice.random_range(0..7), dice.random_range(0..7)).expect("within any grid");
            let ply = room.game().map_or(ply, |game| game.record.ply() + dice.random_range(0..2));
            Action::Move { player, square, ply }
        }
    }
}
