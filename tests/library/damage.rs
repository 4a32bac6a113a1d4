//! Files that were cut off or damaged.

use irogaeshi::library::{Library, LibraryError, Loading, NewGame};
use proptest::prelude::*;
use rand::RngExt;

use crate::dice::dice;
use crate::{Kept, any_game, cases, contents, shelved};

/// A small library, and for each end of a frame what was in it then.
fn sample() -> (Kept, Vec<(usize, Vec<String>)>) {
    let mut kept = Kept::new();
    let mut dice = dice(7);
    let mut states = vec![(kept.file.len(), Vec::new())];
    for round in 0..4 {
        let games: Vec<NewGame> = (0..2).map(|_| shelved(&any_game(&mut dice), &mut dice)).collect();
        let ids = kept.add(games);
        states.push((kept.file.len(), contents(&kept.library)));
        let change = match round {
            0 => kept.library.tagging(ids, "tag", true),
            1 => kept.library.removing([ids[0]]),
            2 => kept.library.marking(ids, true),
            _ => kept.library.naming(ids, "Title"),
        };
        kept.change(&change);
        states.push((kept.file.len(), contents(&kept.library)));
    }
    (kept, states)
}

#[test]
fn every_cut_leaves_all_whole_changes_before_it() {
    let (kept, states) = sample();
    for length in 0..kept.file.len() {
        let opened = Library::open(&kept.file[..length]);
        let Some((end, state)) = states.iter().rfind(|(end, _)| *end <= length) else {
            assert_eq!(opened.err(), Some(LibraryError::NotALibrary));
            continue;
        };
        let (library, opening) = opened.expect("it is a library");
        assert_eq!(contents(&library), *state, "cut at {length}");
        let mut loading = Loading::new(&kept.file[..length]).expect("it is a library");
        while !loading.advance(&kept.file[..length], length % 300) {}
        let (in_steps, report) = loading.finish();
        assert_eq!((in_steps.len(), report), (library.len(), opening.clone()), "cut at {length}");
        assert_eq!((opening.end, opening.unfinished, opening.damaged.len()), (*end, *end..length, 0));
    }
}

#[test]
fn a_changed_bit_loses_one_change_at_most_and_is_reported() {
    let (kept, states) = sample();
    let ends: Vec<usize> = states.iter().map(|(end, _)| *end).collect();
    // One bit of each byte, since all of them take minutes.
    for bit in (0..kept.file.len()).map(|byte| byte * 8 + byte % 8) {
        let mut file = kept.file.clone();
        file[bit / 8] ^= 1 << (bit % 8);
        let (library, opening) = Library::open(&file).unwrap_or_else(|error| panic!("bit {bit}: {error}"));
        assert!(!opening.is_whole(), "bit {bit}");
        // The damage is the frame with the bit, from its beginning to its end.
        let frame = ends.iter().position(|end| bit / 8 < *end).expect("it is in a frame or the header");
        let damage = if frame == 0 { 0..ends[0] } else { ends[frame - 1]..ends[frame] };
        if frame + 1 == ends.len() {
            assert_eq!((opening.unfinished, opening.damaged.len()), (damage, 0), "bit {bit}");
        } else {
            assert_eq!((opening.damaged, opening.unfinished.len()), (vec![damage], 0), "bit {bit}");
        }
        // Every game but those of one frame is still there.
        let missing = kept.library.games().filter(|game| library.game(game.id()).is_none()).count();
        assert!(missing <= 2, "bit {bit}: {missing} games are missing");
        for game in library.games() {
            let before = kept.library.game(game.id()).expect("it was there");
            assert_eq!(game.to_record(), before.to_record(), "bit {bit}");
        }
    }
}

#[test]
fn a_newer_library_is_refused_and_other_files_are_none() {
    let (kept, _) = sample();
    // Header of version 2, with its FNV-1a.
    let mut newer = kept.file[..8].to_vec();
    newer.extend([2, 0, 0, 0, 0, 0, 0, 0]);
    let sum = newer
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    newer.extend(sum.to_le_bytes());
    newer.extend(b"whatever it has then");
    let error = Library::open(&newer).expect_err("it is newer");
    assert_eq!(error, LibraryError::NewerFormat(2));
    assert_eq!(
        error.to_string(),
        "the library has format 2, but this version reads formats up to 1; update the program"
    );
    for other in [&b""[..], b"f5d6c3", b"\x89PNG\r\n\x1a\n and then a picture", &kept.file[4..20]] {
        assert_eq!(Library::open(other).err(), Some(LibraryError::NotALibrary));
    }
}

#[test]
fn changes_of_later_versions_are_kept() {
    let (mut kept, _) = sample();
    let before = contents(&kept.library);
    // A frame of kind 99.
    let mut unknown = vec![0xF5, 0xD6, 0xC3, 0xFF];
    let checked = [3, 0, 0, 0, 99, 1, 2, 3];
    let sum = checked
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    unknown.extend(checked);
    unknown.extend(sum.to_le_bytes());
    kept.file.extend(&unknown);
    let (library, opening) = Library::open(&kept.file).expect("it is a library");
    assert_eq!((opening.unknown, opening.end, contents(&library)), (1, kept.file.len(), before));
    let compacted = library.compacted();
    assert!(compacted.ends_with(&unknown));
}

#[test]
fn a_file_made_to_be_slow_is_read_in_bounded_time() {
    // Each mark promises a frame of a megabyte.
    let mut file = Library::default().empty_file();
    file.extend([0xF5, 0xD6, 0xC3, 0xFF, 0, 0, 15, 0].repeat(500_000));
    let (library, opening) = Library::open(&file).expect("the header is right");
    assert!(library.is_empty() && !opening.is_whole());
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn no_file_makes_it_panic(seed: u64, count in 1..20_usize) {
        let (kept, _) = sample();
        let mut file = kept.file;
        let mut dice = dice(seed);
        for _ in 0..count {
            let at = dice.random_range(0..file.len());
            match dice.random_range(0..3) {
                0 => file[at] = dice.random(),
                1 => { file.drain(at..(at + dice.random_range(0..40)).min(file.len())); }
                _ => { let copy = file[at..(at + dice.random_range(0..40)).min(file.len())].to_vec(); file.splice(at..at, copy); }
            }
            if file.is_empty() {
                file.push(0);
            }
        }
        if let Ok((library, opening)) = Library::open(&file) {
            let _ = contents(&library);
            let lost: usize = opening.damaged.iter().map(ExactSizeIterator::len).sum();
            prop_assert!(lost + opening.unfinished.len() <= file.len());
            prop_assert_eq!(opening.unfinished.end, file.len());
        }
    }
}
