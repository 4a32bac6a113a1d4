//! Training of an evaluation, with a recipe of a few games.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use irogaeshi::cpu::classic::{Bitboards, Evaluation, Shape};
use irogaeshi::cpu::training::PHASES;

use super::{printed, refused};

/// Path of a folder for one test that does not exist yet.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_dir_all(&path).expect("a folder of an earlier run can be removed");
    }
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn arguments<'a>(folder: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["train", text(folder), "--recipe", "tiny"], more].concat()
}

fn train(folder: &Path, more: &[&str]) -> String {
    printed(&arguments(folder, more))
}

/// A training on one thread with seed 0, and its output.
static TRAINED: LazyLock<(PathBuf, String)> = LazyLock::new(|| {
    let folder = folder("train-once");
    let told = train(&folder, &["--threads", "1"]);
    (folder, told)
});

/// A copy of that training for one test.
fn trained(name: &str) -> PathBuf {
    let copy = folder(name);
    copy_folder(&TRAINED.0, &copy);
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder for tests can be written to");
    for entry in fs::read_dir(from).expect("it is a folder") {
        let path = entry.expect("it can be read").path();
        let copy = to.join(path.file_name().expect("it has a name"));
        if path.is_dir() {
            copy_folder(&path, &copy);
        } else {
            fs::copy(&path, &copy).expect("it can be copied");
        }
    }
}

fn bytes(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("evaluation.bin")).expect("the evaluation is there")
}

fn why_refused(folder: &Path, more: &[&str]) -> String {
    refused(&arguments(folder, more)).1
}

#[test]
fn a_training_makes_an_evaluation_and_tells_how() {
    let (folder, told) = &*TRAINED;
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("generation 0: 12 games, "), "{told}");
    assert!(lines[1].starts_with("generation 1: 12 games, "), "{told}");
    let file = folder.join("evaluation.bin");
    assert!(lines[2].starts_with(&format!("{}: {} bytes, ", text(&file), bytes(folder).len())), "{told}");

    let evaluation = Evaluation::read(&bytes(folder)).expect("it is an evaluation");
    // A trained evaluation gives the corner some value.
    let corner = Bitboards { own: 0x0000_3C3C_3C3C_0001, other: 0x0000_0000_0000_00FE };
    assert_ne!(evaluation.evaluate(corner, Shape::FULL), 0);

    let log = fs::read_to_string(folder.join("log.md")).expect("there is a log");
    for part in ["seed 0, scale 1", "1 of 16 shards held out", "| generation |", "| phase |"] {
        assert!(log.contains(part), "{part}: {log}");
    }
    let phases = log.lines().skip_while(|line| !line.starts_with("| phase |")).filter(|line| line.starts_with('|'));
    assert_eq!(phases.count(), 2 + 15, "{log}");
    // This recipe has no samples so early in the game.
    assert!(log.contains("| as phase "), "{log}");
}

#[test]
fn a_training_goes_on_from_the_evaluation_that_the_game_comes_with() {
    let folder = folder("train-further");
    printed(&["train", text(&folder), "--recipe", "tiny-further"]);
    let (further, built_in) = (Evaluation::read(&bytes(&folder)).expect("it is an evaluation"), Evaluation::built_in());
    let is_as_before = |phase: usize| further.phase_values(phase) == built_in.phase_values(phase);
    assert!(is_as_before(0), "no game of this recipe is sampled so early");
    assert!(!is_as_before(PHASES - 3), "all games are sampled so late");
    let log = fs::read_to_string(folder.join("log.md")).expect("there is a log");
    assert!(log.contains(&format!("on from the evaluation {:016x}", built_in.checksum())), "{log}");
}

#[test]
fn errors_of_shallow_searches_are_measured() {
    let folder = &TRAINED.0;
    let evaluation = folder.join("evaluation.bin");
    let options = ["--evaluation", text(&evaluation), "--positions", "40", "--depth", "4", "--exact-from", "14"];
    let measured = printed(&[&["train", "probcut", text(folder)], &options[..]].concat());
    assert!(measured.starts_with("40 positions searched with "), "{measured}");
    let (middle, end) = measured.split_once("Endgame").expect("there are two tables");
    assert_eq!(depths(middle), [[2, 0], [3, 1], [4, 0], [4, 2]]);
    // Positions nearer to the end are solved without the evaluation.
    let at_end = depths(end);
    let is_measured = |[deep, shallow]: &[u32; 2]| matches!(deep, 13 | 14) && (deep - shallow).is_multiple_of(2);
    assert!(!at_end.is_empty() && at_end.iter().all(is_measured), "{end}");
    // Without a training, positions come from games played for it.
    let beside = printed(&[&["train", "probcut", "--games", "1"], &options[..]].concat());
    assert!(beside.starts_with("40 positions searched with "), "{beside}");
    assert!(beside.contains(", by phase times "), "{beside}");
}

/// The first two columns of the tables printed by `train probcut`.
fn depths(table: &str) -> Vec<[u32; 2]> {
    let rows = table.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    rows.filter_map(|row| Some([row.get(1)?.parse().ok()?, row.get(2)?.parse().ok()?])).collect()
}

#[test]
fn two_threads_make_the_same_bytes_and_write_them_where_asked() {
    let two = folder("train-two");
    let out = two.with_extension("bin");
    train(&two, &["--threads", "2", "--out", text(&out)]);
    assert!(fs::read(&out).expect("it is written") == bytes(&TRAINED.0));
    assert!(!two.join("evaluation.bin").exists(), "it is where it was asked for");
}

#[test]
fn an_interrupted_training_ends_with_the_same_bytes() {
    let one = trained("train-interrupted");
    let expected = bytes(&one);
    // Files missing as after an interruption, and more.
    for lost in [
        "evaluation.bin",
        "log.md",
        "generation-0/shard-0002.samples",
        "generation-1/shard-0000.samples",
        "generation-1/evaluation.bin",
    ] {
        fs::remove_file(one.join(lost)).expect("it was there");
    }
    let part = one.join("generation-1/shard-0000.samples.a1B2c3.part");
    fs::write(&part, "half a sam").expect("the folder can be written");
    let kept = one.join("generation-1/shard-0001.samples");
    let written = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).expect("it is there");
    let before = written(&kept);
    train(&one, &["--threads", "1"]);
    assert!(bytes(&one) == expected);
    assert_eq!(written(&kept), before, "what was there is taken up");
    assert!(!part.exists(), "the leftover is gone");
}

#[test]
fn mismatched_files_are_refused() {
    let folder = trained("train-refused");
    let before = bytes(&folder);
    let why = |more: &[&str]| why_refused(&folder, more);
    let path = text(&folder);
    let other = |found, wanted| {
        format!("{path}: belongs to another training: it has \"{found}\" instead of \"{wanted}\"; give another folder")
    };
    assert_eq!(why(&["--seed", "9"]), other("seed 0", "seed 9"));
    assert_eq!(why(&["--scale", "2"]), other("scale 1", "scale 2"));
    assert!(refused(&["train", path]).1.contains("it has \"3 games a shard"));

    let shard = folder.join("generation-1/shard-0001.samples");
    let whole = fs::read(&shard).expect("it is there");
    fs::write(&shard, &whole[1..]).expect("can be written");
    let start = format!("{}: ", text(&shard));
    let bad = why(&[]);
    assert!(bad.starts_with(&format!("{start}{} bytes are not a whole number of samples", whole.len() - 1)), "{bad}");
    fs::write(&shard, "").expect("can be written");
    assert!(why(&[]).starts_with(&format!("{start}0 bytes are not a whole number of samples")));
    let mut wrong = whole.clone();
    wrong[17 + 16] = 100;
    fs::write(&shard, &wrong).expect("can be written");
    assert!(why(&[]).starts_with(&format!("{start}sample 2 is invalid")));
    assert_eq!(fs::read(&shard).ok(), Some(wrong), "nothing is deleted");
    fs::write(&shard, whole).expect("can be written");

    let evaluation = folder.join("generation-0/evaluation.bin");
    fs::write(&evaluation, "irogaeshi").expect("can be written");
    assert_eq!(why(&[]), format!("{}: not an evaluation file", text(&evaluation)));

    let manifest = File::open(folder.join("training.txt")).expect("it is there");
    manifest.lock().expect("nobody else is at work");
    assert_eq!(why(&[]), format!("{path}: in use by another process"));
    assert!(bytes(&folder) == before, "it is as it was");
}

#[test]
fn unwritable_and_unreadable_files_are_reported_at_once() {
    let file = super::file("train-file.txt", "not a folder");
    let within = PathBuf::from(&file).join("folder");
    for path in [Path::new(&file), &within] {
        let why = why_refused(path, &[]);
        assert!(why.starts_with(&format!("{}: cannot be written: ", text(path))), "{why}");
    }
    let full = folder("train-full");
    fs::create_dir_all(&full).expect("can be made");
    fs::write(full.join("diary.txt"), "mine").expect("can be written");
    assert_eq!(
        why_refused(&full, &[]),
        format!("{}: neither empty nor a training folder; give another folder", text(&full))
    );

    let begun = folder("train-out");
    let missing = begun.join("no/evaluation.bin");
    for out in [&missing, &full] {
        let why = why_refused(&begun, &["--out", text(out)]);
        assert!(why.starts_with(&format!("{}: cannot be written: ", text(out))), "{why}");
        assert!(!begun.join("generation-0").exists(), "no game is played");
    }
    assert!(why_refused(&begun, &["--scale", "0"]).contains("\"0\" is not a scale"));
    assert!(refused(&["train", "--seed", "1"]).1.contains("required arguments were not provided: <FOLDER>"));
    let nothing = refused(&["train", "probcut", text(&full)]).1;
    assert_eq!(nothing, format!("{}: no samples are held out", text(&full)));
    let no_samples = refused(&["train", "probcut", &file]).1;
    assert!(no_samples.starts_with(&format!("{file}: 12 bytes are not a whole number of samples")), "{no_samples}");
}

#[test]
fn missing_offsets_are_measured_and_added() {
    let folder = trained("train-tempo");
    let evaluation = folder.join("evaluation.bin");
    let level = |name: &str| {
        let to = folder.join(name);
        let told = printed(&["train", "tempo", text(&evaluation), "--games", "2", "--out", text(&to)]);
        assert!(told.starts_with("2 games of seed 0\n\n| phase | positions |"), "{told}");
        assert!(told.contains(&format!("{}: ", to.display())), "{told}");
        fs::read(to).expect("it is written")
    };
    let levelled = level("level.bin");
    assert!(Evaluation::read(&levelled).is_ok());
    assert_ne!(levelled, bytes(&folder), "an evaluation of a few games lacks something");
    assert_eq!(level("again.bin"), levelled);
    let (_, why) = refused(&["train", "tempo", "no/such.bin"]);
    assert!(why.starts_with("no/such.bin: cannot be read"), "{why}");
}

#[test]
fn a_network_is_fitted_to_the_games_of_a_training() {
    let folder = trained("train-network");
    let evaluation = folder.join("evaluation.bin");
    let fit = |name: &str, options: &[&str]| {
        let to = folder.join(name);
        let usual = ["train", "network", text(&folder), "--evaluation", text(&evaluation), "--out", text(&to)];
        let told = printed(&[&usual, options].concat());
        assert!(told.contains("| phase | samples held out | error before | error after |"), "{told}");
        assert!(told.contains(&format!("{}: ", to.display())), "{told}");
        (told, fs::read(to).expect("it is written"))
    };
    let (told, fitted) = fit("network.bin", &[]);
    assert!(told.contains(" positions, 3 epochs, seed 0\n"), "{told}");
    assert!(fit("again.bin", &[]).1 == fitted && fit("other.bin", &["--seed", "1"]).1 != fitted);
    let [before, after] = [bytes(&folder), fitted].map(|file| Evaluation::read(&file).expect("it is an evaluation"));
    for phase in 0..PHASES {
        assert_eq!(after.phase_values(phase), before.phase_values(phase), "values stay");
    }
    assert_ne!(after.checksum(), before.checksum());
    assert_eq!(after.without_network().checksum(), before.checksum());
    let why = |arguments: &[&str]| refused(&[&["train", "network"], arguments].concat()).1;
    let to = folder.join("no.bin");
    let nothing = why(&["no/such", "--out", text(&to)]);
    assert_eq!(nothing, "no/such: no samples are held out");
    let unreadable = why(&[text(&folder), "--evaluation", "no/such.bin", "--out", text(&to)]);
    assert!(unreadable.starts_with("no/such.bin: cannot be read"), "{unreadable}");
    assert!(!to.exists());
}

#[test]
fn a_network_of_shares_is_fitted_to_games_of_its_own_goal() {
    let folder = folder("train-shares-reverse");
    fs::create_dir_all(&folder).expect("the folder for tests can be written to");
    let [kept, to] = ["reverse.jsonl", "reverse.bin"].map(|name| text(&folder.join(name)).to_owned());
    printed(&["match", "--variant", "classic-10", "--reverse", "--games", "3", "--keep", &kept]);
    let fit = ["train", "shares", "--variant", "classic-10", &kept, "--out", &to];
    assert_eq!(refused(&fit).1, format!("{kept}: the games are of another variant"));
    let told = printed(&[&fit[..], &["--reverse"]].concat());
    assert!(told.starts_with("2 games, 2 epochs, rate 0.0005, seed 0\n"), "{told}");
    assert!(fs::read(to).expect("it is written").starts_with(b"irogaeshi shares\n"));
}

#[test]
fn a_network_of_shares_is_fitted_to_the_games_of_matches() {
    let folder = folder("train-shares");
    fs::create_dir_all(&folder).expect("the folder for tests can be written to");
    let path = |name: &str| text(&folder.join(name)).to_owned();
    let play = |variant: &str, seats: &str, file: &str| {
        let usual = ["match", "--variant", variant, "--seats", seats, "--games", "3", "--opening-plies", "4"];
        printed(&[&usual[..], &["--keep", file]].concat());
    };
    let [kept, alike, others] = ["colour.jsonl", "colour-4.jsonl", "raiun.jsonl"].map(path);
    play("colour", "black=playouts:4,white=greedy,ash=tree:4", &kept);
    play("colour-4", "black=random", &alike);
    play("raiun", "black=random", &others);
    let fit = |out: &str, seed: &str| {
        let to = path(out);
        let told = printed(&["train", "shares", "--variant", "colour", &kept, "--seed", seed, "--out", &to]);
        assert!(told.starts_with(&format!("2 games, 2 epochs, rate 0.0005, seed {seed}\n")), "{told}");
        assert!(told.contains("| phase | positions held out | divergence |"), "{told}");
        assert!(told.contains(&format!("{to}: ")), "{told}");
        fs::read(to).expect("it is written")
    };
    let network = fit("one.bin", "0");
    assert!(network.starts_with(b"irogaeshi shares\n"));
    assert!(fit("again.bin", "0") == network && fit("other.bin", "1") != network);

    let to = path("both.bin");
    let told = printed(&["train", "shares", "--variant", "colour", &kept, &alike, "--out", &to]);
    assert!(
        told.starts_with("4 games, 2 epochs, rate 0.0005, seed 0\n"),
        "bombs at the start make no other game: {told}"
    );

    let to = path("no.bin");
    let why = |file: &str| refused(&["train", "shares", "--variant", "colour", file, "--out", &to]).1;
    assert_eq!(why(&others), format!("{others}: the games are of another variant"));
    for rate in ["0", "-1", "NaN", "inf", "fast"] {
        let rate = format!("--rate={rate}");
        let told = refused(&["train", "shares", "--variant", "colour", &kept, &rate, "--out", &to]).1;
        assert!(told.contains("not a number above 0"), "{rate}: {told}");
    }
    let none = path("none.jsonl");
    assert!(why(&none).starts_with(&format!("{none}: cannot be read")), "{}", why(&none));
    fs::write(&none, "notes\n").expect("it can be written");
    assert_eq!(why(&none), format!("{none}: line 1 is not a game of a match"));
    fs::write(&none, "").expect("it can be written");
    assert_eq!(why(&none), format!("{none}: line 1 is not a game of a match"));
    // Files of earlier versions have games without moves.
    let lines = fs::read_to_string(&kept).expect("the games are kept");
    let without =
        |line: &str| line.split_once(",\"moves\":[\"").map_or(line.to_owned(), |(game, _)| format!("{game}}}]"));
    let older: Vec<String> = lines.lines().map(without).collect();
    fs::write(&none, older.join("\n") + "\n").expect("it can be written");
    assert_eq!(why(&none), "there are no games to learn from, since one in 16 is held out; give more games");
    assert!(!Path::new(&to).exists());
}
