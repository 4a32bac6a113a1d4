//! Sound files of the game.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{printed, refused};

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn each_sound_becomes_a_wav_file() {
    let folder = folder("sounds");
    let table = printed(&["sounds", text(&folder)]);
    let files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("it was made").map(|entry| entry.expect("it can be read").path()).collect();
    assert_eq!(table.lines().count(), files.len() + 2, "a line each under the heading");
    for name in ["place-1", "place-18", "flip-0", "explosion", "win", "button", "turn-4"] {
        assert!(files.contains(&folder.join(format!("{name}.wav"))), "{name}: {files:?}");
    }
    for file in files {
        let bytes = fs::read(&file).expect("it can be read");
        assert_eq!((&bytes[..4], &bytes[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
        assert_eq!(number(&bytes[4..8]) as usize, bytes.len() - 8);
        assert_eq!((number(&bytes[24..28]), &bytes[36..40]), (48_000, &b"data"[..]));
        assert_eq!(number(&bytes[40..44]) as usize, bytes.len() - 44);
        assert!(bytes[44..].iter().any(|byte| *byte != 0), "{} is silent", file.display());
    }
}

#[test]
fn a_seed_gives_other_variations() {
    let read = |name: &str, seed: &[&str]| {
        let folder = folder(name);
        printed(&[&["sounds", text(&folder)], seed].concat());
        fs::read(folder.join("place-4.wav")).expect("it was written")
    };
    let [one, same, other] = ["1", "1", "2"].map(|seed| read(&format!("sounds-{seed}"), &["--seed", seed]));
    assert!(one == same && one != other && one != read("sounds-as-meant", &[]));
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let file = crate::file("no-folder", "");
    let (printed, why) = refused(&["sounds", &file]);
    assert_eq!(printed, "");
    assert!(why.starts_with(&file), "{why}");
}
