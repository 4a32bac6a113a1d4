//! WTHOR files: bytes made by hand from the description, and round trips.

use irogaeshi::notation::{
    GameRecord, WthorError, WthorFiles, WthorGames, WthorHeader, WthorKind, WthorNames, read_solitaires, transcript_of,
};
use irogaeshi::rules::{Ending, Player, Record, Square, Turn, Variant};
use proptest::prelude::*;

use crate::cases;
use crate::random_games::random_record;

/// A header of 2021-12-31, for these numbers of games and names, the year 2021 and this side.
fn header(games: u32, names: u16, side: u8) -> Vec<u8> {
    let [g1, g2, g3, g4] = games.to_le_bytes();
    let [n1, n2] = names.to_le_bytes();
    vec![20, 21, 12, 31, g1, g2, g3, g4, n1, n2, 0xe5, 0x07, side, 0, 24, 0]
}

/// A file with one game of these moves.
fn one_game(side: u8, discs: u8, moves: &[u8]) -> Vec<u8> {
    let mut bytes = header(1, 0, side);
    bytes.extend([1, 0, 1, 0, 2, 0, discs, 33]);
    bytes.extend(moves);
    bytes.resize(16 + 8 + if side == 10 { 96 } else { 60 }, 0);
    bytes
}

fn players() -> WthorNames {
    let mut bytes = header(0, 3, 0);
    for name in ["???", "Dupont Ren\u{e9}", "Tastet Marc"] {
        let mut name: Vec<u8> = name.chars().map(|letter| u8::try_from(letter).expect("Latin-1")).collect();
        name.resize(20, 0);
        bytes.extend(name);
    }
    WthorNames::read_players(&bytes).expect("a file of players")
}

#[test]
fn games_and_names_are_read() {
    // f5 d6 c3, and a score that leaves White the winner.
    let bytes = one_game(0, 20, &[56, 64, 33]);
    let file = WthorGames::read(&bytes).expect("a file of games");
    let WthorHeader { date, games, year, side, depth, .. } = *file.header();
    assert_eq!((date, games, year, side, depth), ((2021, 12, 31), 1, 2021, 8, 24));
    let game = file.games().next().expect("one game");
    assert_eq!((game.tournament, game.black, game.white, game.black_discs, game.perfect_discs), (1, 1, 2, 20, 33));
    let (read, stopped) = game.to_game_record(Some(&players()));
    assert_eq!((transcript_of(read.record()).as_str(), stopped), ("f5d6c3", None));
    assert_eq!(
        (read.names()[Player::Black].as_str(), read.names()[Player::White].as_str()),
        ("Dupont René", "Tastet Marc")
    );
    assert_eq!(read.ending(), Some(Ending::Resigned(Player::Black)));
    let (unnamed, _) = game.to_game_record(None);
    assert_eq!(unnamed.names()[Player::Black], "");
    // On 10 x 10 squares the number is 12 times the row; the first move is g6.
    let bytes = one_game(10, 50, &[6 * 12 + 7]);
    let game = WthorGames::read(&bytes).expect("a file of games").games().next().expect("one game");
    let (record, stopped) = game.record();
    assert_eq!((transcript_of(&record).as_str(), stopped, record.variant().board().columns()), ("g6", None, 10));
}

#[test]
fn impossible_moves_end_a_game_and_damaged_files_are_refused() {
    for (moves, why) in [([56, 64, 56], "move 3, f5: f5 is taken"), ([56, 64, 9], "move 3: \"9\" is not a square")] {
        let bytes = one_game(8, 32, &moves);
        let (record, stopped) = WthorGames::read(&bytes).expect("a file").games().next().expect("one game").record();
        assert_eq!(record.ply(), 2);
        assert!(stopped.expect(why).to_string().starts_with(why), "{why}");
    }
    let code = |bytes: &[u8]| WthorGames::read(bytes).expect_err("is refused").code();
    let whole = one_game(8, 32, &[56]);
    assert_eq!(code(&whole[..10]), "too-short");
    assert_eq!(code(&whole[..80]), "size");
    assert_eq!(code(&header(u32::MAX, 0, 8)), "size");
    assert_eq!(code(&header(1, 0, 6)), "other-size");
    let why = WthorGames::read(&whole[..80]).expect_err("is cut").to_string();
    assert_eq!(why, "the file has 80 bytes, but with 1 entries it has 84; copy it again");
    assert!(WthorNames::read_tournaments(&header(0, 2, 0)).is_err());
    assert_eq!(WthorNames::read_tournaments(&header(0, 0, 0)).map(|names| names.iter().len()), Ok(0));
}

#[test]
fn kinds_are_told_by_the_extension_in_either_case() {
    for (name, kind) in [
        ("WTHOR.JOU", Some(WthorKind::Players)),
        ("wth.trn", Some(WthorKind::Tournaments)),
        ("/a.b/WTH_1999.WTB", Some(WthorKind::Games)),
        ("x.wtd", Some(WthorKind::Games)),
        ("endings.Pzz", Some(WthorKind::Solitaires)),
        ("wtb", None),
        ("a.wtb.txt", None),
    ] {
        assert_eq!(WthorKind::of(name), kind, "{name}");
    }
}

#[test]
fn solitaires_are_read() {
    let mut bytes = header(1, 60, 0);
    bytes[13] = 1;
    bytes.resize(16 + 64 * 4, 0);
    bytes.extend(1999_u16.to_le_bytes());
    bytes.extend(3_u16.to_le_bytes());
    bytes.extend(5_u32.to_le_bytes());
    bytes.extend(7_u32.to_le_bytes());
    let mut squares = [0_u8; 16];
    // White on d4 and e5, black on e4 and d5.
    squares[6] = 0b10;
    squares[7] = 0b1100_0000;
    squares[8] = 0b11;
    squares[9] = 0b1000_0000;
    bytes.extend(squares);
    bytes.extend([60, 1, 0xfe, 56, 0, 0, 0, 0]);
    let read = read_solitaires(&bytes).expect("a file of positions");
    let position = &read[0].position;
    assert_eq!(position.to_string(), "---------------------------OX------XO--------------------------- X");
    assert_eq!((read[0].year, read[0].tournament, read[0].black, read[0].white, read[0].score), (1999, 3, 5, 7, -2));
    assert_eq!(read[0].first_move.map(|square| square.to_string()).as_deref(), Some("f5"));
    bytes[16 + 256 + 29] = 3;
    assert_eq!(read_solitaires(&bytes), Err(WthorError::Position(1)));
    assert!(read_solitaires(&bytes[..100]).is_err());
}

/// The same game with every square turned alike.
fn turned(record: &Record, turn: impl Fn(u8, u8) -> (u8, u8)) -> Record {
    let turned = |square: Square| {
        let (column, row) = turn(square.column(), square.row());
        Square::new(column, row).expect("is on the board")
    };
    let squares: Vec<Square> = record.played().iter().filter_map(Turn::square).map(turned).collect();
    Record::from_squares(Variant::classic(8).expect("is played"), &squares).expect("are legal")
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn games_come_back_turned_to_f5(seeds in proptest::collection::vec(any::<u64>(), 0..6), plies in 0..61_usize) {
        let records: Vec<Record> = seeds
            .iter()
            .map(|seed| random_record(Variant::classic(8).expect("is played"), *seed, plies))
            .collect();
        let games: Vec<GameRecord> = records
            .iter()
            .zip(&seeds)
            .map(|(record, seed)| {
                GameRecord::new(record.clone())
                    .with_names(|player| format!("{player} é {}", seed % 3))
            })
            .collect();
        let files = WthorFiles::of(&games, 2021, (2022, 1, 2)).expect("are ordinary");
        let players = WthorNames::read_players(&files.players).expect("a file of players");
        let tournaments = WthorNames::read_tournaments(&files.tournaments).expect("a file of tournaments");
        prop_assert_eq!(tournaments.get(0), Some("Diverses parties"));
        let read = WthorGames::read(&files.games).expect("a file of games");
        prop_assert_eq!(read.header().year, 2021);
        prop_assert_eq!(read.games().len(), games.len());
        for (game, written) in read.games().zip(&games) {
            let (read, stopped) = game.to_game_record(Some(&players));
            prop_assert_eq!(stopped, None);
            prop_assert_eq!(read.names(), written.names());
            let first = written.record().played().first().and_then(Turn::square);
            let same = match first.map(|square| square.to_string()).as_deref() {
                Some("e6") => turned(written.record(), |column, row| (row, column)),
                Some("c4") => turned(written.record(), |column, row| (7 - column, 7 - row)),
                Some("d3") => turned(written.record(), |column, row| (7 - row, 7 - column)),
                _ => written.record().clone(),
            };
            prop_assert_eq!(read.record(), &same);
            if written.ending() == Some(Ending::PlayedOut) {
                let counts = written.record().position().counts();
                let ahead = counts[Player::Black].cmp(&counts[Player::White]);
                prop_assert_eq!(u16::from(game.black_discs).cmp(&32), ahead);
            }
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, games in 0..3_u32, names in 0..3_u16, side in 0..11_u8) {
        for bytes in [bytes.clone(), [header(games, names, side), bytes].concat(), one_game(8, 0, &[56; 60])] {
            if let Ok(file) = WthorGames::read(&bytes) {
                file.games().for_each(|game| drop(game.to_game_record(None)));
            }
            let _ = (WthorNames::read_players(&bytes), WthorNames::read_tournaments(&bytes), read_solitaires(&bytes));
        }
    }

    #[test]
    fn no_moves_make_it_panic(moves in proptest::collection::vec(any::<u8>(), 60)) {
        let bytes = one_game(8, 0, &moves);
        let (record, _) = WthorGames::read(&bytes).expect("a file").games().next().expect("one game").record();
        prop_assert!(record.ply() <= 60);
    }
}

#[test]
fn games_beyond_the_format_are_not_written() {
    let other = GameRecord::new(Record::new(Variant::classic(6).expect("is played")));
    let why = WthorFiles::of([&other], 2021, (2022, 1, 1)).expect_err("is another board").to_string();
    assert!(why.starts_with("Classic 6 × 6 cannot be written as WTHOR"), "{why}");
}

/// Reads the federation's files in the folder that `IROGAESHI_WTHOR` names, if it does.
#[test]
fn the_files_of_the_federation_are_legal() {
    let Some(folder) = std::env::var_os("IROGAESHI_WTHOR") else { return };
    let mut games = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        if WthorKind::of(&path.to_string_lossy()) != Some(WthorKind::Games) {
            continue;
        }
        let bytes = std::fs::read(&path).expect("can be read");
        for game in WthorGames::read(&bytes).expect("a file of games").games() {
            let (record, stopped) = game.record();
            assert_eq!(stopped, None, "{}", path.display());
            games += usize::from(record.ply() > 0);
        }
    }
    assert!(games > 0);
}
