//! Decisions about seats: commands of humans between matches, and the removal of absent players.

use super::decide::{check_server, check_time, differs};
use super::{Action, Change, DeviceId, Human, MaySeat, Moment, Phase, Refusal, Room, Who};
use crate::rules::Player;

impl Room {
    /// Decides a device's command about seats.
    pub(super) fn ask_for_seats(
        &self,
        action: &Action,
        device: DeviceId,
        may_seat: MaySeat,
    ) -> Result<Vec<Change>, Refusal> {
        let one = |change| Ok(vec![change]);
        match action {
            Action::TakeSeat { player, name } => {
                let old = self.seat_of(device);
                if self.phase == Phase::Playing {
                    return Err(Refusal::MatchGoesOn);
                } else if self.is_locked && old.is_none() && device != self.host {
                    return Err(Refusal::Locked);
                }
                self.check_empty(*player)?;
                let taken = Change::SeatTaken { player: *player, name: name.clone() };
                Ok(old.map(|player| Change::SeatLeft { player }).into_iter().chain([taken]).collect())
            }
            Action::Leave => self.leave(device),
            Action::Rename { name } => {
                let (player, human) = self.own(device)?;
                differs(&human.name, name)?;
                one(Change::Renamed { player, name: name.clone() })
            }
            Action::SetReady { ready } => {
                self.check_waits()?;
                if self.phase == Phase::Over {
                    return Err(Refusal::MatchOver);
                }
                let (player, human) = self.own(device)?;
                differs(&human.ready, ready)?;
                one(Change::Ready { player, ready: *ready })
            }
            Action::SeatCpu { player, cpu } => {
                self.check_host(device)?;
                self.check_waits()?;
                self.check_empty(*player)?;
                if !may_seat(cpu, &self.options().variant) {
                    return Err(Refusal::NoSuchCpu);
                }
                one(Change::SeatGivenToCpu { player: *player, cpu: cpu.clone() })
            }
            Action::FreeSeat { player } => {
                self.check_host(device)?;
                self.check_waits()?;
                self.check_seat(*player)?;
                if self.seats[*player].is_empty() {
                    return Err(Refusal::SeatEmpty { player: *player });
                }
                one(Change::SeatLeft { player: *player })
            }
            Action::SetLocked { locked } => {
                self.check_host(device)?;
                differs(&self.is_locked, locked)?;
                one(Change::Locked { locked: *locked })
            }
            Action::Close => {
                self.check_host(device)?;
                self.check_waits()?;
                one(Change::Closed)
            }
            Action::SetRematch { agree } => {
                if self.phase != Phase::Over {
                    return Err(Refusal::NotOver);
                }
                let (player, human) = self.own(device)?;
                differs(&human.rematch, agree)?;
                one(Change::Rematch { player, agree: *agree })
            }
            _ => Err(Refusal::NotServer),
        }
    }

    fn leave(&self, device: DeviceId) -> Result<Vec<Change>, Refusal> {
        let own = self.seat_of(device);
        if own.is_none() && device != self.host {
            return Err(Refusal::NotSeated);
        }
        if self.phase == Phase::Playing && own.is_some_and(|player| self.seats[player].mover().is_some()) {
            return Err(Refusal::MatchGoesOn);
        }
        let left = own.map(|player| Change::SeatLeft { player });
        Ok(left.into_iter().chain(self.without_host(device)).collect())
    }

    /// Change when a device leaves: if it was the host, the next human becomes host, or the room closes without one.
    fn without_host(&self, device: DeviceId) -> Option<Change> {
        let mut others = self.humans().filter(|(_, human)| human.device != device);
        let next = others.next().map_or(Change::Closed, |(player, _)| Change::HostChanged { player });
        (device == self.host).then_some(next)
    }

    /// Time from which the seat of an absent human may be given away, in milliseconds since the beginning of 1970
    /// (UTC).
    #[must_use]
    pub fn absence_ends_ms(&self, human: &Human) -> Option<u64> {
        let absence_ms = u64::from(self.options().absence_s) * 1000;
        human.away_since_ms.map(|since_ms| since_ms.saturating_add(absence_ms))
    }

    pub(super) fn remove_absent(&self, player: Player, who: Who, when: Moment) -> Result<Vec<Change>, Refusal> {
        check_server(who)?;
        if self.phase == Phase::Playing {
            return Err(Refusal::MatchGoesOn);
        }
        let human = self.seats[player].human.as_ref().ok_or(Refusal::SeatEmpty { player })?;
        check_time(self.absence_ends_ms(human).ok_or(Refusal::NotAway)?, when)?;
        Ok([Change::SeatLeft { player }].into_iter().chain(self.without_host(human.device)).collect())
    }
}
