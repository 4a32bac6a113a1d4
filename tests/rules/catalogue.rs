//! The built-in boards compared with the published ones in `data/boards.json`.

use std::collections::BTreeSet;

use irogaeshi::rules::{Board, Player, Position, Variant};
use serde_json::Value;

fn built_in() -> Vec<Variant> {
    let variant = |key: String| Variant::built_in(&key).expect("the key is offered");
    Variant::built_in_keys().map(variant).collect()
}

/// The published rows without outer rows and columns that contain only holes.
fn board(rows: &[&str]) -> Board {
    let is_hole = |row: &str| row.chars().all(|letter| letter == '#');
    let first = rows.iter().position(|row| !is_hole(row)).expect("a board has squares");
    let last = rows.iter().rposition(|row| !is_hole(row)).expect("a board has squares");
    let rows = &rows[first..=last];
    let left = rows.iter().filter_map(|row| row.find(|letter| letter != '#')).min().expect("a board has squares");
    let right = rows.iter().filter_map(|row| row.rfind(|letter| letter != '#')).max().expect("a board has squares");
    Board::from_rows(rows.iter().map(|row| &row[left..=right])).expect("known letters in rows of one length")
}

#[test]
fn every_published_board_is_offered_with_its_players() {
    let published: Value = serde_json::from_str(include_str!("../data/boards.json")).expect("JSON");
    let boards = published["boards"].as_array().expect("a list");
    assert_eq!(boards.len(), 27);
    for entry in boards {
        let name = &entry["name"];
        let rows: Vec<&str> = entry["rows"].as_array().expect("rows").iter().filter_map(Value::as_str).collect();
        let letters = entry["players"].as_str().expect("letters");
        let expected: Vec<Player> = letters
            .chars()
            .map(|letter| *Player::ALL.iter().find(|player| player.disc().letter() == letter).expect("a player"))
            .collect();
        let board = board(&rows);
        let is_offered =
            built_in().iter().any(|variant| *variant.board() == board && variant.players() == expected.as_slice());
        assert!(is_offered, "{name}");
    }
}

/// Nobody passes before the board has changed, and every legal square can be played.
#[test]
fn our_own_boards_are_a_dozen_for_two_to_five_where_everybody_can_begin() {
    let shelf = Variant::shelves().find(|shelf| shelf.key == "own").expect("is offered");
    let variants: Vec<Variant> = shelf.keys.iter().filter_map(|key| Variant::built_in(key)).collect();
    assert_eq!(variants.len(), shelf.keys.len(), "every file can be read");
    assert!(variants.len() >= 12, "{}", variants.len());
    let scored: BTreeSet<usize> = variants.iter().map(|variant| variant.scored().len()).collect();
    assert_eq!(scored, BTreeSet::from([2, 3, 4, 5]));
    for variant in variants {
        let name = variant.name();
        for player in variant.players() {
            assert!(variant.board().can_play(*player), "{player} on {name}");
        }
        let start = Position::start(variant.clone());
        let mover = start.to_move().expect("somebody is to move");
        assert_eq!(mover, variant.players()[0], "{name}");
        for square in start.legal_squares() {
            assert!(start.clone().play(mover, square).is_ok(), "{square} on {name}");
        }
    }
}

#[test]
fn no_two_variants_are_called_the_same() {
    let names: Vec<String> = built_in().iter().map(|variant| variant.name().to_owned()).collect();
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
}

/// The five players are equal: each takes turns, is scored, starts with as many discs as the others, and has discs that
/// turn.
#[test]
fn nothing_but_the_order_tells_five_equal_players_apart() {
    for key in ["five", "gorin", "gogyo"] {
        let variant = Variant::built_in(key).expect("is built in");
        assert_eq!((variant.players().len(), variant.scored()), (Player::ALL.len(), variant.players()), "{key}");
        let board = variant.board();
        let first = board.count(Player::Black.disc());
        assert!(first > 0, "{key}");
        for player in Player::ALL {
            assert_eq!((board.count(player.disc()), board.turns(player.disc())), (first, true), "{player} on {key}");
        }
    }
    assert_eq!(*Variant::built_in("five-published").expect("is built in").board().turning(), Board::TURNING_BY_DEFAULT);
}

/// Matches and rooms store their board as text, so those started on the former Five continue by the same rules, and its
/// network applies to them.
#[test]
fn the_former_start_of_five_is_played_alike() {
    let former = "\
name: Five
players: black white ash cyan yamabuki
turns: black white ash cyan yamabuki
scored: black white ash cyan yamabuki
board:
####..####
###..R.###
##......##
#...YB...#
.R.GACW.G.
.G.WCAG.R.
#...BY...#
##......##
###.R..###
####..####
";
    let former: Variant = former.parse().expect("the former text is read");
    let five = Variant::built_in("five").expect("is built in");
    assert!(former.is_played_alike(&five) && !former.is_same_game(&five));
    let start = Position::start(former);
    assert_eq!(start.legal_squares().len(), 18);
}

/// The variants that lead up to the colour game introduce its cut-ins with its colours.
#[test]
fn the_last_steps_cut_in_as_the_colour_game_does() {
    let find = |key| Variant::built_in(key).expect("is built in");
    let colour = find("colour");
    for key in ["colour-4", "colour-5"] {
        assert_eq!((find(key).cut_ins(), find(key).scored()), (colour.cut_ins(), colour.scored()), "{key}");
    }
    assert_eq!(find("colour-5").board(), colour.board());
}
