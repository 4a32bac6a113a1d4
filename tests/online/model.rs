//! The guarantee of online play under every fault: acknowledged commands are stored once, and all rooms agree.

use crate::report::Report;
use crate::simulated_server::Mistake;
use crate::simulation::Simulation;

/// Number of schedules, unless set by `IROGAESHI_SCHEDULES`.
const SCHEDULES: u64 = 500;

#[test]
fn no_acknowledged_command_is_lost_and_everybody_has_the_same_room() {
    let schedules = std::env::var("IROGAESHI_SCHEDULES").ok().and_then(|text| text.parse().ok()).unwrap_or(SCHEDULES);
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let mut sum = Report::default();
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    let mut part = Report::default();
                    for seed in (thread..schedules).step_by(threads as usize) {
                        let mut report = Simulation::run(seed, Mistake::None);
                        report.problems.iter_mut().for_each(|problem| *problem = format!("seed {seed}: {problem}"));
                        part.add(report);
                    }
                    part
                })
            })
            .collect();
        for part in parts {
            sum.add(part.join().expect("a schedule ends"));
        }
    });
    let problems = std::mem::take(&mut sum.problems);
    println!("{sum:#?}");
    for problem in problems.iter().take(20) {
        println!("{problem}");
    }
    assert!(problems.is_empty(), "{} problems", problems.len());
    assert!(sum.acknowledged > 10 * schedules && sum.matches > schedules / 2, "the schedules do too little");
}

/// The model must find each of these mistakes within some schedules; otherwise it may be blind.
#[test]
fn the_model_finds_mistakes() {
    let mistakes = [
        Mistake::AppendsWithoutCondition,
        Mistake::AcknowledgesFirst,
        Mistake::ForgetsCommands,
        Mistake::IgnoresWhatWasSeen,
    ];
    for mistake in mistakes {
        let found = (0..200).find_map(|seed| Some((seed, Simulation::run(seed, mistake).problems.into_iter().next()?)));
        let (seed, problem) = found.unwrap_or_else(|| panic!("{mistake:?} is not found"));
        println!("{mistake:?}: found with seed {seed}: {problem}");
    }
}
