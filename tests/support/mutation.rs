//! Nearly correct texts: random changes to texts that a reader accepts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Number of texts for each reader, unless `IROGAESHI_MUTATIONS` says otherwise.
const MUTATIONS: u64 = 400;
/// Maximum size of a text in bytes, the same as for readers of games.
const MAX_BYTES: usize = 64 * 1024;

/// Pieces that readers look for, and numbers out of range.
const PIECES: &[&str] = &[
    "(;",
    ";)",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ":",
    ",",
    ";",
    "/",
    "//",
    "--",
    "\n",
    "\r\n",
    "\u{feff}",
    "\0",
    "é",
    "黒",
    "５",
    "\u{202e}",
    "-1",
    "0",
    "255",
    "256",
    "65535",
    "4294967296",
    "18446744073709551616",
    "1e309",
    "null",
    "true",
    "[]",
    "{}",
    "f5",
    "A1",
    "h8",
    "pass",
    "moves:",
    "board:\n",
    "players: black white\n",
    "X",
    "O",
    "-",
    "#",
    "BO[8 ",
    "TY[8a]",
    "https://",
    "#/room/",
];

/// Tests a reader with each of its seeds, with mutated seeds, and with texts filled with one piece.
///
/// The reader returns whether it accepted the text, and panics if it breaks its promises. It must accept some text.
pub(crate) fn try_texts(name: &str, seeds: &[String], reader: impl Fn(&[u8]) -> bool) {
    try_bytes(name, &seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect::<Vec<_>>(), reader);
}

/// Tests a reader of bytes, as [`try_texts`] does.
pub(crate) fn try_bytes(name: &str, seeds: &[Vec<u8>], reader: impl Fn(&[u8]) -> bool) {
    let mutations = std::env::var("IROGAESHI_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(MUTATIONS);
    let run = |text: &[u8]| {
        catch_unwind(AssertUnwindSafe(|| reader(text))).unwrap_or_else(|panic| {
            eprintln!("{name}: {:?}", String::from_utf8_lossy(text));
            resume_unwind(panic)
        })
    };
    let known = seeds.iter().filter(|seed| run(seed)).count();
    assert!(known > 0, "{name} reads none of its seeds");
    let pieces = PIECES.iter().map(|piece| piece.as_bytes()).chain(seeds.iter().map(Vec::as_slice));
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        run(&piece.repeat(MAX_BYTES / piece.len()));
    }
    let mut read = 0_u64;
    for seed in 0..mutations {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut text = pick(seeds, &mut dice).clone();
        for _ in 0..dice.random_range(1..6) {
            change(&mut text, seeds, &mut dice);
        }
        read += u64::from(run(&text));
    }
    println!("{name}: {mutations} changed texts, {read} of them read");
}

fn pick<'a, T>(from: &'a [T], dice: &mut Xoshiro256PlusPlus) -> &'a T {
    &from[dice.random_range(0..from.len())]
}

/// Changes a text in one place.
fn change(text: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut Xoshiro256PlusPlus) {
    let begin = dice.random_range(0..=text.len());
    let end = (begin + dice.random_range(0..=16)).min(text.len());
    match dice.random_range(0..7) {
        0 => {
            text.drain(begin..end);
        }
        1 => {
            let piece = text[begin..end].to_vec();
            text.splice(begin..begin, piece);
        }
        2 => {
            text.splice(begin..end, pick(PIECES, dice).bytes());
        }
        3 => {
            text.splice(begin..begin, [dice.random()]);
        }
        4 => {
            let other = pick(seeds, dice);
            let from = dice.random_range(0..=other.len());
            text.splice(begin.., other[from..].iter().copied());
        }
        5 => {
            if let Some(byte) = text.get_mut(begin) {
                *byte ^= 1 << dice.random_range(0..8);
            }
        }
        _ => {
            let times = dice.random_range(1..200);
            let piece = text[begin..end].repeat(times);
            text.splice(begin..begin, piece);
        }
    }
    text.truncate(MAX_BYTES);
}
