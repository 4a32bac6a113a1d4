//! Statistics and failures of simulated schedules.

use std::collections::BTreeSet;

use irogaeshi::online::{Change, CommandId, Event, Room, Who};

use crate::simulated_client::Client;

/// Statistics and failures of some schedules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) schedules: u64,
    pub(crate) commands: u64,
    pub(crate) acknowledged: u64,
    pub(crate) refused: u64,
    pub(crate) events: u64,
    pub(crate) matches: u64,
    pub(crate) lost: u64,
    pub(crate) repeated: u64,
    pub(crate) reordered: u64,
    pub(crate) cut: u64,
    pub(crate) crashes: u64,
    pub(crate) conflicts: u64,
    /// Clients whose final room differs from the stored one.
    pub(crate) differences: u64,
    /// Acknowledged commands that are not stored exactly once.
    pub(crate) acknowledged_lost: u64,
    /// Descriptions of all failures.
    pub(crate) problems: Vec<String>,
}

impl Report {
    /// Adds the results of other schedules.
    pub(crate) fn add(&mut self, one: Self) {
        self.schedules += one.schedules;
        self.commands += one.commands;
        self.acknowledged += one.acknowledged;
        self.refused += one.refused;
        self.events += one.events;
        self.matches += one.matches;
        self.lost += one.lost;
        self.repeated += one.repeated;
        self.reordered += one.reordered;
        self.cut += one.cut;
        self.crashes += one.crashes;
        self.conflicts += one.conflicts;
        self.differences += one.differences;
        self.acknowledged_lost += one.acknowledged_lost;
        self.problems.extend(one.problems);
    }

    /// Compares the stored events with everything that clients received and have.
    pub(crate) fn look_back(&mut self, events: &[Event], clients: &[Client]) {
        let (report, mut problems) = (self, Vec::new());
        report.events += events.len() as u64;
        report.matches += events.iter().filter(|event| event.change == Change::Started).count() as u64;
        for (index, pair) in events.windows(2).enumerate() {
            if events[index].sequence != index as u64 + 1 || pair[1].at_ms < pair[0].at_ms {
                problems.push(format!("event {} is out of order", index + 1));
            }
        }
        let room = match Room::replay(events) {
            Ok(Some(room)) => room,
            error => {
                problems.push(format!("the stored events are inconsistent: {error:?}"));
                report.problems.extend(problems);
                return;
            }
        };
        if room.game().is_some_and(|game| game.to_game_record().is_err()) {
            problems.push("the match has no record".to_owned());
        }
        for (number, client) in clients.iter().enumerate() {
            if client.room.room() != Some(&room) {
                report.differences += 1;
                problems.push(format!("client {number} ends with another room"));
            }
            if client.room.unanswered().next().is_some() {
                problems.push(format!("client {number} has no answer to a command"));
            }
            let groups = |id: CommandId| {
                let is_its = |event: &Event| event.command == Some(id) && event.who == Who::Device(client.device());
                let mut last = None;
                let mut groups = 0;
                for event in events.iter().filter(|event| is_its(event)) {
                    groups += u64::from(last.is_none_or(|last| last + 1 != event.sequence));
                    last = Some(event.sequence);
                }
                (groups, last)
            };
            for (id, sequence) in client.told.iter().collect::<BTreeSet<_>>() {
                match (groups(*id), sequence) {
                    ((1, last), Some(_)) if last == *sequence => report.acknowledged += 1,
                    ((0, _), None) => report.refused += 1,
                    (found, Some(_)) => {
                        report.acknowledged_lost += 1;
                        problems.push(format!("{id:?} was acknowledged as {sequence:?} and is stored as {found:?}"));
                    }
                    (found, None) => problems.push(format!("{id:?} was refused and is stored as {found:?}")),
                }
            }
        }
        report.problems.extend(problems);
    }
}
