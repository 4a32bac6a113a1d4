//! Programs on the page, which cannot start any.

use std::time::Duration;

use crate::game::settings::programs::RegisteredProgram;
use crate::game::text::{Phrase, say};
use crate::game::thinker::program_news::{ProgramAnswer, ProgramFailure, TriedProgram};
use crate::rules::{Player, Record};

/// Answers every question that there are no programs.
#[derive(Default)]
pub(crate) struct ProgramWorker(Vec<ProgramAnswer>);

impl ProgramWorker {
    pub(crate) fn ask(&mut self, player: Player, _: &RegisteredProgram, id: u64, _: &Record, _: Option<Duration>) {
        let answer = Err(ProgramFailure::Broken(say!("programs-on-desktop")));
        self.0.push(ProgramAnswer { player, id, answer });
    }

    pub(crate) fn retain(&mut self, _: impl Fn(Player, &RegisteredProgram) -> bool) {
        self.0.clear();
    }

    pub(crate) fn take_answers(&mut self) -> Vec<ProgramAnswer> {
        std::mem::take(&mut self.0)
    }
}

/// Finds that no program can be tried.
#[derive(Default)]
pub(crate) struct ProgramTester(Vec<TriedProgram>);

impl ProgramTester {
    pub(crate) fn test(&mut self, program: &RegisteredProgram) {
        self.0.push(TriedProgram { key: program.key, outcome: Err(say!("programs-on-desktop")) });
    }

    pub(crate) fn stop(&mut self) {
        self.0.clear();
    }

    pub(crate) fn take_outcomes(&mut self) -> Vec<TriedProgram> {
        std::mem::take(&mut self.0)
    }
}

#[expect(clippy::unnecessary_wraps, reason = "on the desktop a command may be in order")]
pub(crate) fn command_problem(_: &str) -> Option<Phrase> {
    Some(say!("programs-on-desktop"))
}
