//! Digests: they never change, and are recomputed here from the texts of variants and positions.

use std::collections::HashMap;

use irogaeshi::rules::{CutIn, Digest, Player, Position, Record, Variant};
use proptest::prelude::*;

use crate::cases;
use crate::random_games::{any_variant, random_record};

/// FNV-1a as described in docs/notation.md, in wider numbers.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(14_695_981_039_346_656_037_u128, |sum, byte| ((sum ^ u128::from(*byte)) * 1_099_511_628_211) % (1 << 64))
        as u64
}

const PLAYERS: [&str; 5] = ["black", "white", "ash", "cyan", "yamabuki"];

fn code(name: &str) -> u8 {
    PLAYERS.iter().position(|player| *player == name).expect("a player") as u8
}

fn board_bytes(rows: &str) -> Vec<u8> {
    let lines: Vec<&str> = rows.lines().collect();
    let mut bytes = vec![lines[0].len() as u8, lines.len() as u8];
    bytes.extend(lines.concat().chars().map(|letter| "#.BWACYGR".find(letter).expect("a letter") as u8));
    bytes
}

/// Digest of a variant, from its text alone.
fn variant_digest(text: &str) -> u64 {
    let (fields, rows) = text.split_once("board:\n").expect("a board");
    let fields: HashMap<&str, &str> = fields.lines().filter_map(|line| line.split_once(':')).collect();
    let names = |key: &str| fields.get(key).map(|value| value.split_whitespace().collect::<Vec<_>>());
    let players = names("players").expect("players");
    let mut cut_ins: Vec<(u32, &str)> = fields
        .get("cut-ins")
        .map(|value| value.split(',').filter_map(|cut_in| cut_in.trim().split_once(' ')).collect::<Vec<_>>())
        .unwrap_or_default()
        .into_iter()
        .map(|(number, name)| (number.parse().expect("a number"), name))
        .collect();
    cut_ins.sort_unstable();
    let mut bytes = b"V1".to_vec();
    bytes.extend(board_bytes(rows));
    bytes.push(players.len() as u8);
    bytes.extend(players.iter().map(|name| code(name)));
    bytes.extend((cut_ins.len() as u32).to_le_bytes());
    for (number, name) in &cut_ins {
        bytes.extend(number.to_le_bytes());
        bytes.push(code(name));
    }
    let is_there = |name: &&str| {
        let letter = name[..1].to_uppercase();
        players.contains(name) || cut_ins.iter().any(|(_, player)| player == name) || rows.contains(&letter)
    };
    let set = |names: &[&str]| names.iter().map(|name| 1 << code(name)).sum::<u8>();
    bytes.push(set(&names("scored").expect("scored")));
    let turning = names("turns").unwrap_or(vec!["black", "white", "ash"]);
    bytes.push(set(&turning.into_iter().filter(is_there).collect::<Vec<_>>()));
    bytes.push(u8::from(fields.get("goal").is_some_and(|goal| goal.trim() == "fewest")));
    if fields.get("passes").is_some_and(|passes| passes.trim() == "free") {
        bytes.push(1);
    }
    fnv_1a(&bytes)
}

/// Digest of a position, from its parts.
fn position_digest(position: &Position) -> u64 {
    let mut bytes = b"P1".to_vec();
    bytes.extend(variant_digest(&position.variant().to_string()).to_le_bytes());
    bytes.extend(board_bytes(&position.board().to_string()));
    bytes.extend(position.move_number().to_le_bytes());
    bytes.extend(match position.to_move() {
        None => [255; 2],
        Some(player) => {
            let order = position.variant().players();
            // A cut-in delays the next player of the schedule who takes turns.
            let mut coming = position.schedule().map(|(_, player)| player);
            let next = match order.iter().position(|other| *other == player) {
                Some(index) => order[(index + 1) % order.len()],
                None => coming.find(|player| order.contains(player)).expect("somebody takes turns"),
            };
            [code(player.key()), code(next.key())]
        }
    });
    if position.free_passes() > 0 {
        bytes.push(position.free_passes());
    }
    fnv_1a(&bytes)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_second_implementation_agrees(variant in any_variant(), seed: u64, plies in 0..40_usize) {
        let record = random_record(variant, seed, plies);
        prop_assert_eq!(record.variant().digest().get(), variant_digest(&record.variant().to_string()));
        prop_assert_eq!(record.position().digest().get(), position_digest(record.position()));
    }

    #[test]
    fn the_moments_of_a_game_differ(variant in any_variant(), seed: u64) {
        let record = random_record(variant, seed, 200);
        let mut digests: Vec<Digest> =
            (0..=record.ply()).filter_map(|ply| record.position_at(ply)).map(Position::digest).collect();
        digests.sort_unstable();
        digests.dedup();
        prop_assert_eq!(digests.len(), record.ply() + 1);
    }

    #[test]
    fn a_digest_is_read_as_it_is_written(variant in any_variant(), text in "[0-9a-fA-F]{14,18}|\\PC{0,20}") {
        let digest = variant.digest();
        prop_assert_eq!(digest.to_string().parse(), Ok(digest));
        if let Ok(digest) = text.parse::<Digest>() {
            prop_assert_eq!(digest.to_string(), text.to_lowercase());
        }
    }
}

/// Records of tests/data/golden; their digests are in tests/data/digests.csv.
#[test]
fn digests_stay_the_same_for_ever() {
    let table = include_str!("../data/digests.csv");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("record,ply,variant_digest,position_digest"));
    let mut count = 0;
    for line in lines {
        let [name, ply, of_variant, of_position] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("four columns: {line}");
        };
        let path = format!("{}/tests/data/golden/records/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let record: Record = std::fs::read_to_string(path).expect("is there").parse().expect("is a record");
        let position = record.position_at(ply.parse().expect("a ply")).expect("is that long");
        assert_eq!(record.variant().digest().to_string(), of_variant, "{line}");
        assert_eq!(position.digest().to_string(), of_position, "{line}");
        count += 1;
    }
    assert!(count > 20, "{count} digests");
}

#[test]
fn only_what_is_played_counts() {
    let variant = Variant::built_in("colour").expect("is built in");
    let (board, players, scored) = (variant.board().clone(), variant.players().to_vec(), variant.scored().to_vec());
    let cut_ins: Vec<CutIn> = variant.cut_ins().iter().rev().copied().collect();
    let reversed: Vec<Player> = scored.iter().rev().copied().collect();
    let same = Variant::new("Another name", board.clone(), players.clone(), cut_ins, reversed).expect("is a variant");
    assert_eq!(same.digest(), variant.digest());
    let others = [
        variant.clone().with_goal(irogaeshi::rules::Goal::Fewest),
        Variant::new("x", board.clone(), players.clone(), Vec::new(), scored.clone()).expect("is a variant"),
        Variant::new("x", board.clone(), players.iter().rev().copied().collect(), Vec::new(), scored.clone())
            .expect("is a variant"),
        Variant::new("x", board, players.clone(), Vec::new(), players[..1].to_vec()).expect("is a variant"),
    ];
    let digests: std::collections::HashSet<Digest> = others.iter().chain([&variant]).map(Variant::digest).collect();
    assert_eq!(digests.len(), others.len() + 1);
}
