//! Tests of the library of games: what was added comes back, whatever happens to the file, and searches agree with a
//! slow second implementation.

mod changes;
mod damage;
#[cfg(feature = "cli")]
mod files;
mod golden;
mod imports;
mod round_trips;
mod searches;

#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/random_board.rs"]
mod random_board;
#[path = "../support/random_games.rs"]
mod random_games;

use std::time::Duration;

use irogaeshi::library::{Change, GameId, Library, NewGame};
use irogaeshi::notation::{GameRecord, RecordedSeat, TimeControl};
use irogaeshi::rules::{Ending, Forfeit, ForfeitReason, Player, Record, Variant};
use proptest::prelude::ProptestConfig;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// Configures the number of random cases. Failing cases become ordinary tests instead of seeds in a file.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A library and its file, which grow together.
#[derive(Clone, Debug)]
struct Kept {
    library: Library,
    file: Vec<u8>,
}

impl Kept {
    fn new() -> Self {
        let library = Library::default();
        Self { file: library.empty_file(), library }
    }

    fn change(&mut self, change: &Change) -> Vec<GameId> {
        self.file.extend(change.bytes());
        self.library.apply(change).expect("nothing else has changed it");
        change.added().collect()
    }

    fn add(&mut self, games: impl IntoIterator<Item = NewGame>) -> Vec<GameId> {
        let change = self.library.adding(games);
        self.change(&change)
    }

    fn reopened(&self) -> Library {
        let (library, opening) = Library::open(&self.file).expect("it is a library");
        assert!(opening.is_whole() && opening.end == self.file.len(), "{opening:?}");
        library
    }
}

/// Everything that is known of the games of a library.
fn contents(library: &Library) -> Vec<String> {
    let all = library.games().map(|game| {
        let record = game.to_record().expect("it was added");
        assert_eq!(game.plies(), record.record().ply());
        assert_eq!(game.ending(), record.ending());
        for (player, count) in game.discs() {
            assert_eq!(count, record.record().position().counts()[player]);
        }
        let tags: Vec<&str> = game.tags().collect();
        let texts = [game.title(), game.event(), game.collection()];
        let marks = (game.is_favourite(), game.date(), game.outcome(), game.perfect_discs());
        format!("{:?} {texts:?} {tags:?} {marks:?} {record}", game.id())
    });
    all.collect()
}

const NAMES: [&str; 9] =
    ["Tamenori Hideshi", "Brightwell Graham", "Zoë Ångström", "為則 英司", "", "Anna", "Ben", "Anna Bell", "Öztürk"];
const TEXTS: [&str; 6] = ["", "WTHOR 1999", "Mine", "Grand Prix de París", "練習", "study"];

/// Adds random properties to a game.
fn dressed(record: Record, dice: &mut Xoshiro256PlusPlus) -> GameRecord {
    let variant = record.variant().clone();
    let everybody = variant.everybody();
    let (ply, over) = (record.ply(), record.position().to_move().is_none());
    let mut pick = |most: usize| dice.random_range(0..most);
    let names: Vec<&str> = (0..5).map(|_| NAMES[pick(NAMES.len())]).collect();
    let seats: Vec<usize> = (0..5).map(|_| pick(4)).collect();
    let mut game =
        GameRecord::new(record).with_names(|player| names[player as usize].to_owned()).with_seats(|player| match seats
            [player as usize]
        {
            0 => Some(RecordedSeat::Human),
            1 => Some(RecordedSeat::Cpu("oracle".parse().expect("is a key"))),
            _ => None,
        });
    game = match pick(4) {
        0 => game.with_clock(Some(TimeControl::Fischer { base_ms: 300_000, increment_ms: 2000 })),
        1 => game.with_clock(Some(TimeControl::ByoYomi { base_ms: 1, period_ms: u64::MAX })),
        _ => game,
    };
    let date = |choice: usize| [None, Some(0), Some(930_000_000), Some(1_700_000_000), Some(u64::MAX)][choice];
    game = game.with_dates(date(pick(5)), date(pick(5)));
    if pick(3) == 0 {
        let times = (0..ply).map(|_| match pick(3) {
            0 => None,
            1 => Some(Duration::from_millis(u64::MAX)),
            _ => Some(Duration::from_millis(pick(100_000) as u64)),
        });
        let times: Vec<Option<Duration>> = times.collect();
        game = game.with_times(times).expect("one for each turn");
    }
    if !over {
        let loser = everybody[pick(everybody.len())];
        let endings = [Ending::Resigned(loser), Ending::OutOfTime(loser), Ending::DrawAgreed, Ending::Abandoned];
        if let Some(ending) = endings.get(pick(6)) {
            game = game.with_ending(*ending).expect("it fits");
        }
    }
    if pick(6) == 0 {
        let forfeit = Forfeit { player: everybody[0], ply: pick(ply + 1), reason: ForfeitReason::OutOfTime };
        game = game.with_forfeits(vec![forfeit]).expect("they play");
    }
    game
}

/// Adds random properties that only the library keeps.
fn shelved(game: &GameRecord, dice: &mut Xoshiro256PlusPlus) -> NewGame {
    let mut text = || TEXTS[dice.random_range(0..TEXTS.len())];
    NewGame::of(game)
        .in_collection(text())
        .at_event(text())
        .with_title(text())
        .with_tags([text(), text()])
        .as_favourite(text().is_empty())
        .in_year(Some(1999).filter(|_| text() == "Mine"))
        .with_perfect_discs(Some(33).filter(|_| text() == "Mine"))
}

/// A random game of ordinary reversi, or another board in a quarter of the cases.
fn any_game(dice: &mut Xoshiro256PlusPlus) -> GameRecord {
    let key = ["classic-8", "classic-8", "classic-8", "classic-6", "octagon", "colour", "t"][dice.random_range(0..7)];
    let variant = Variant::built_in(key).expect("is built in");
    let mut record = random_games::random_record(variant, dice.random(), dice.random_range(0..70));
    if dice.random_range(0..8) == 0 {
        record.jump(record.ply() / 2);
    }
    dressed(record, dice)
}

const BLACK: Player = Player::Black;
