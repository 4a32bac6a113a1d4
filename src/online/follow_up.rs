//! Events that follow without a command, and the tasks that a server must do on its own.

use sha2::{Digest, Sha256};

use super::{Action, Change, CommandId, CpuTask, CpuTaskKind, Human, Phase, Room, RoomMatch};
use crate::rules::{Ending, Player, Start, fnv_1a};

impl Room {
    /// The next change that follows from the room's state without a command.
    pub(super) fn follow_up(&self) -> Option<Change> {
        match self.phase {
            Phase::Waiting => {
                let is_full = self.players().iter().all(|player| !self.seats[*player].is_empty());
                let all_ready = self.humans().all(|(_, human)| human.ready) && self.humans().next().is_some();
                (is_full && all_ready).then_some(Change::Started)
            }
            Phase::Playing => self.game.as_ref().and_then(|game| self.follow_up_in(game)),
            Phase::Over => {
                let all_agree = self.humans().all(|(_, human)| human.rematch) && self.humans().next().is_some();
                all_agree.then_some(Change::RematchAgreed)
            }
            Phase::Closed => None,
        }
    }

    fn follow_up_in(&self, game: &RoomMatch) -> Option<Change> {
        // An even start needs a search, which the server does.
        if game.awaits_start && self.options().start != Start::Even {
            return Some(Change::OpeningDrawn { moves: self.options().start.draw(self.opening_lot(game)) });
        }
        let ended = |ending| Some(Change::Ended { ending, seed: self.seed_to_tell(game) });
        if game.record.position().to_move().is_none() {
            return ended(Ending::PlayedOut);
        }
        if let Some(last) = game.forfeits.last() {
            let plays = |(player, _): (Player, &Human)| !game.has_forfeited(player);
            if game.is_decided() || !self.movers().any(plays) {
                return ended(last.ending());
            }
            if self.seats[last.player].cpu.is_none() {
                let cpu = self.options().substitute.clone();
                return Some(Change::SeatGivenToCpu { player: last.player, cpu });
            }
        }
        if let Some((offer, to_ply)) = &game.takeback
            && !self.movers().any(|(player, _)| offer.waits_for(player))
        {
            return Some(Change::TakenBack { to_ply: *to_ply });
        }
        match &game.draw {
            Some(offer) if !self.movers().any(|(player, _)| offer.waits_for(player)) => ended(Ending::DrawAgreed),
            _ => None,
        }
    }

    /// The work that CPU players must do now. The server sends the answer as an action of its own: [`Action::Move`],
    /// [`Action::ChooseSide`] or [`Action::Begin`].
    #[must_use]
    pub fn cpu_task(&self) -> Option<CpuTask> {
        let game = self.game.as_ref().filter(|_| self.phase == Phase::Playing)?;
        let ply = game.record.ply();
        if game.awaits_start {
            let plies = self.options().start.plies(&self.options().variant);
            return Some(CpuTask { kind: CpuTaskKind::DrawStart { plies }, ply, seed: self.opening_lot(game) });
        }
        let player = game.waits_for()?;
        let cpu = self.seats[player].cpu.clone()?;
        let chooses_side = game.side_question().is_some();
        let kind =
            if chooses_side { CpuTaskKind::ChooseSide { player, cpu } } else { CpuTaskKind::Move { player, cpu } };
        let seed = if let Some(seed) = self.match_seed(game) {
            fnv_1a(&[seed, ply as u64].map(u64::to_le_bytes).concat())
        } else {
            let parts = [self.options().seed, u64::from(game.number), ply as u64];
            fnv_1a(&parts.map(u64::to_le_bytes).concat())
        };
        Some(CpuTask { kind, ply, seed })
    }

    /// Seed of the CPU players' dice in a match. Hashed, so that it reveals nothing about other matches.
    fn match_seed(&self, game: &RoomMatch) -> Option<u64> {
        let parts = [self.secret?, u64::from(game.number)].map(u64::to_le_bytes).concat();
        Some(CommandId::drawn(first_bits(&parts)).0)
    }

    /// Random number for the start of a match. Differs from the seed, which is revealed after matches with CPU players.
    fn opening_lot(&self, game: &RoomMatch) -> u64 {
        let secret = self.secret.unwrap_or_else(|| fnv_1a(self.code().to_string().as_bytes()));
        first_bits(&[&[secret, u64::from(game.number)].map(u64::to_le_bytes).concat()[..], b"opening"].concat())
    }

    /// The seed to publish at the end of a match; `None` without CPU players.
    pub(super) fn seed_to_tell(&self, game: &RoomMatch) -> Option<u64> {
        let has_cpu = self.seats.iter().any(|(_, seat)| seat.cpu.is_some());
        self.match_seed(game).filter(|_| has_cpu)
    }

    /// The server's next task and its time in milliseconds: a player runs out of time, or a human's absence lasts too
    /// long to keep the seat. A server must do it when due, before it decides anything else.
    #[must_use]
    pub fn due(&self) -> Option<(u64, Action)> {
        match self.phase {
            Phase::Playing => {
                let deadline = self.game.as_ref()?.clock.deadline()?;
                Some((deadline.at_ms, Action::RunOut { player: deadline.player }))
            }
            Phase::Waiting | Phase::Over => self
                .humans()
                .filter_map(|(player, human)| Some((self.absence_ends_ms(human)?, Action::RemoveAbsent { player })))
                .min_by_key(|(at_ms, _)| *at_ms),
            Phase::Closed => None,
        }
    }
}

/// The first 64 bits of a hash.
fn first_bits(bytes: &[u8]) -> u64 {
    Sha256::digest(bytes).iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}
