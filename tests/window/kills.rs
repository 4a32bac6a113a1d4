//! Ends the real window at random moments of matches, by a kill or a power cut: everything it has shown must be saved.
//!
//! The promise is exact. A change of the match, a move or an undo, counts from the moment when a report names it, which
//! is before the window shows it: from then on it must be in the data folder, and on the disk. A change that was begun
//! but not reported may be saved or not, but must not break a file. `IROGAESHI_KILLS` sets the number of kills,
//! `IROGAESHI_POWER_CUTS` that of power cuts, which need root.

use std::env;
use std::fs;
use std::hint::spin_loop;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use irogaeshi::rules::{Record, Square};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::game::{Folder, Game, Options, TIMEOUT};
use crate::mounts::{Mounts, report_skipped};
use crate::saved_files::{SavedFiles, choose_for_persons};

/// Default number of kills.
const KILLS: u64 = 8;

fn count_from(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text:?}")))
}

/// Moment of the end, counted from the start of the last change.
#[derive(Clone, Copy, Debug)]
enum End {
    /// After a fixed time.
    After(Duration),
    /// This long after saving has begun, which itself takes about a millisecond.
    InSaving(Duration),
    /// At the report of the change.
    Reported,
}

impl End {
    fn random(rng: &mut Xoshiro256PlusPlus) -> Self {
        match rng.random_range(0..5_u32) {
            0 => Self::After(Duration::from_millis(rng.random_range(0..400))),
            1 => Self::Reported,
            _ => Self::InSaving(Duration::from_micros(rng.random_range(0..2_500))),
        }
    }

    /// Waits for the moment.
    fn wait(self, game: &mut Game, data: &Path, saved: &Listing, after: &Record) {
        let begin = Instant::now();
        match self {
            Self::After(time) => thread::sleep(time),
            Self::InSaving(time) => {
                while listing(data) == *saved {
                    assert!(begin.elapsed() < TIMEOUT, "nothing is saved");
                    spin_loop();
                }
                let begin = Instant::now();
                while begin.elapsed() < time {
                    spin_loop();
                }
            }
            Self::Reported => game.wait("the change is reported", |game| game.report().record() == *after),
        }
    }
}

/// Files of matches, including temporary ones, with inode numbers: a file that was replaced has another one.
type Listing = Vec<(PathBuf, u64)>;

fn listing(data: &Path) -> Listing {
    let entries = fs::read_dir(data.join("matches")).into_iter().flatten().flatten();
    let mut files: Listing = entries.filter_map(|file| Some((file.path(), file.metadata().ok()?.ino()))).collect();
    files.sort();
    files
}

/// The last change of a match, as records before and after it.
struct Change {
    before: Record,
    after: Record,
    /// Keys that make the change.
    keys: String,
    /// Number of moves played since the last end.
    moves: usize,
}

impl Change {
    /// Plays some moves, and chooses the change.
    fn prepare(game: &mut Game, rng: &mut Xoshiro256PlusPlus) -> Self {
        let begin = game.report().ply();
        for ply in begin..begin + rng.random_range(0..4) {
            if !game.report().is_in_phase("over") {
                game.type_square(any_legal(game, rng));
                game.wait_for_ply(ply + 1);
            }
        }
        let before = game.report().record();
        let mut after = before.clone();
        let takes_back = before.ply() > 0 && rng.random_range(0..4) == 0;
        let keys = if let Some(player) = before.position().to_move().filter(|_| !takes_back) {
            let square = any_legal(game, rng);
            after.play(player, square).expect("a legal move");
            square.to_string()
        } else {
            assert!(after.undo());
            "u".to_owned()
        };
        let moves = before.ply() - begin;
        Self { before, after, keys, moves }
    }

    /// Number of reported changes.
    fn count_reported(&self, reported: &Record) -> usize {
        self.moves + usize::from(*reported == self.after)
    }

    /// Checks the saved files against the reports: all other matches must be there, and the changed one in a valid
    /// state.
    fn check(&self, reported: &Record, others: &[Record], saved: &SavedFiles, moment: &str) {
        assert!(
            [&self.before, &self.after].contains(&reported),
            "{moment}: nothing else was reported than what was done"
        );
        let saved = saved.records();
        // A match without any move is never saved.
        let is_kept = |record: &Record| record.ply() > 0 || !record.undone().is_empty();
        let is = |last: &Record| {
            let expected = others.iter().chain(is_kept(last).then_some(last));
            expected.eq(&saved)
        };
        let texts = || saved.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(
            is(reported) || is(&self.after),
            "{moment}: reported was
{reported}\nand what is saved is\n{}",
            texts()
        );
    }
}

fn any_legal(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Square {
    let legal: Vec<Square> = game.report().board().legal().collect();
    legal[rng.random_range(0..legal.len())]
}

/// Starts the game, and continues the last played match or begins a new one.
fn show_match(options: &Options, running: Option<&Record>) -> Game {
    let mut game = Game::start(options);
    assert_eq!(game.report().button("Continue").is_some(), running.is_some(), "a match can be continued");
    game.show_match();
    let ply = running.map_or(0, |record| {
        assert_eq!(game.report().record(), *record);
        record.ply()
    });
    game.wait_for_ply(ply);
    assert_eq!(game.report().notice, None, "nothing is wrong");
    game
}

/// Counts for the summary.
#[derive(Debug, Default)]
struct Figures {
    /// Number of times the game was ended.
    ends: u64,
    /// Reported changes of matches.
    reported: usize,
    /// Number of ends while saving was unfinished, or finished but not reported.
    in_saving: usize,
    /// Files that were read after an end.
    files: usize,
}

impl Figures {
    fn add(&mut self, change: &Change, reported: &Record, saved: &SavedFiles, unfinished: usize) {
        self.ends += 1;
        self.reported += change.count_reported(reported);
        let is_unreported = *reported == change.before;
        let is_saved = saved.records().last() == Some(&change.after);
        self.in_saving += usize::from(saved.unfinished > unfinished || (is_unreported && is_saved));
        self.files += saved.count;
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_kill_loses_no_reported_move_and_breaks_no_file() {
    let home = Folder::new();
    let data = home.path("irogaeshi");
    let options = Options { home: Some(&home), size: (800, 600), ..Options::default() };
    choose_for_persons(&data, "classic-4");
    let mut figures = Figures::default();
    let mut saved = SavedFiles::default();
    for kill in 0..count_from("IROGAESHI_KILLS").unwrap_or(KILLS) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(kill);
        let running = saved.to_continue().cloned();
        let mut others = saved.records();
        // Only the latest match can be continued.
        others.truncate(others.len() - usize::from(running.is_some()));
        let mut game = show_match(&options, running.as_ref());
        let change = Change::prepare(&mut game, &mut rng);
        let (end, saved_before) = (End::random(&mut rng), listing(&data));
        let typing = game.begin_to_type(&change.keys);
        end.wait(&mut game, &data, &saved_before, &change.after);
        let reported = game.kill().record();
        drop(typing);
        let found = SavedFiles::read(&data);
        change.check(&reported, &others, &found, &format!("kill {kill}, {end:?}"));
        figures.add(&change, &reported, &found, saved.unfinished);
        saved = found;
    }
    show_match(&options, saved.to_continue());
    println!("{figures:?}, {} matches, nothing lost, nothing broken", saved.matches.len());
}

/// Makes a file that can be mounted as a disk, with the most common file system of Linux.
///
/// # Errors
/// The reason, in words, if that is impossible here.
fn make_disk(path: &Path) -> Result<(), String> {
    fs::File::create(path).and_then(|file| file.set_len(32 << 20)).expect("there is room");
    let made = Command::new("mkfs.ext4").args(["-q", "-F"]).arg(path).status();
    match made.map_err(|error| format!("mkfs.ext4 cannot be run: {error}"))? {
        status if status.success() => Ok(()),
        status => Err(format!("mkfs.ext4: {status}")),
    }
}

/// The content of a disk that was not unmounted. It is read until two readings agree, so that nothing was written
/// meanwhile.
fn copy_of(disk: &Path) -> Vec<u8> {
    let read = || fs::read(disk).expect("the disk can be read");
    let (mut before, mut copy) = (read(), read());
    while before != copy {
        before = std::mem::replace(&mut copy, read());
    }
    copy
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_power_cut_loses_no_reported_move_and_breaks_no_file() {
    const WHAT: &str = "the power cut";
    let Some(cuts) = count_from("IROGAESHI_POWER_CUTS") else {
        return report_skipped(WHAT, "IROGAESHI_POWER_CUTS says how often; it needs root, mkfs.ext4 and loop devices");
    };
    let (home, disks) = (Folder::new(), Folder::new());
    let (disk, copy) = (disks.path("disk"), disks.path("copy"));
    // The strictest option for programs: by default, ext4 protects those that rename a file without syncing it.
    let mount = |disk: &Path| format!("mount -o loop,noauto_da_alloc {} {}", disk.display(), home.path("").display());
    let mounts = match make_disk(&disk).and_then(|()| Mounts::new(&mount(&disk))) {
        Ok(mounts) => mounts,
        Err(why) => return report_skipped(WHAT, &why),
    };
    let options = Options { home: Some(&home), mounts: Some(&mounts), size: (800, 600), ..Options::default() };
    let data = mounts.path(&home.path("irogaeshi"));
    choose_for_persons(&data, "classic-4");
    let mut game = show_match(&options, None);
    let mut figures = Figures::default();
    let (mut others, mut unfinished) = (Vec::new(), 0);
    for cut in 0..cuts {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1_000_000 + cut);
        if game.report().is_in_phase("over") {
            others.push(game.report().record());
            game.press_button("Rematch");
            game.wait_for_ply(0);
        }
        let change = Change::prepare(&mut game, &mut rng);
        let (end, saved_before) = (End::random(&mut rng), listing(&data));
        let typing = game.begin_to_type(&change.keys);
        end.wait(&mut game, &data, &saved_before, &change.after);
        game.stop();
        let reported = game.report().record();
        // Check each time that copies hold only what was synced.
        let unsynced = format!("unsynced-{cut}");
        fs::write(mounts.path(&home.path(&unsynced)), &unsynced).expect("the disk can be written");
        fs::write(&copy, copy_of(&disk)).expect("there is room");
        game.resume();
        drop(typing);

        let after_cut = Mounts::new(&mount(&copy)).expect("a disk was mounted before");
        let text = fs::read_to_string(after_cut.path(&home.path(&unsynced))).unwrap_or_default();
        assert_ne!(text, unsynced, "the copy holds more than a power cut leaves");
        let found = SavedFiles::read(&after_cut.path(&home.path("irogaeshi")));
        change.check(&reported, &others, &found, &format!("power cut {cut}, {end:?}"));
        figures.add(&change, &reported, &found, unfinished);
        unfinished = SavedFiles::read(&data).unfinished;
        if cut + 1 == cuts {
            let options = Options { mounts: Some(&after_cut), ..options };
            show_match(&options, found.to_continue());
        }
        game.wait("the change is reported", |game| game.report().record() == change.after);
        game.wait_for_ply(change.after.ply());
    }
    println!("{figures:?}, {} matches, nothing lost, nothing broken", others.len() + 1);
}
