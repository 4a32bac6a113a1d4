//! Command `cards`: measures the cards of built-in boards.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use irogaeshi::cpu::{Budget, Control, CpuPlayer, Thinker};
use irogaeshi::notation::transcript_of;
use irogaeshi::rules::{BoardCard, FastPosition, KnownGame, Outcome, Position, Record, Square, Variant};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};
use crate::out::json::print_line;
use crate::out::parallel::{in_parallel, read_threads, usual_threads};

#[derive(clap::Args)]
pub(crate) struct CardsArguments {
    /// Boards to measure [default: all built-in boards].
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,
    /// Number of random games on each board.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions for each move of the engine.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Visits for each move of the tree search.
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..))]
    visits: u64,
    /// File to write instead of printing.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of boards to measure at the same time [default: number of cores].
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
}

/// Measures cards and prints or writes them. The same arguments give the same cards on every machine.
///
/// # Errors
/// If a board is unknown, or the file cannot be written.
pub(crate) fn run(arguments: &CardsArguments, out: &mut impl Write) -> Result<(), Failure> {
    let keys: Vec<String> = Variant::built_in_keys().collect();
    let chosen = if arguments.boards.is_empty() { &keys } else { &arguments.boards };
    let numbers = chosen.iter().map(|board| {
        let unknown =
            || Failure::Refused(format!("\"{board}\" is not a built-in board; `irogaeshi-cli boards` lists them"));
        keys.iter().position(|key| key == board).ok_or_else(unknown)
    });
    let numbers = numbers.collect::<Result<Vec<usize>, Failure>>()?;
    if let Some(path) = &arguments.out {
        check_writable(path)?;
    }
    let measure = |(): &mut (), index: usize| card(&keys[numbers[index]], numbers[index], arguments);
    let threads = arguments.threads.unwrap_or_else(usual_threads);
    let cards = in_parallel(numbers.len(), threads, "cards", || Ok(()), measure)?;
    let mut text = Vec::new();
    let CardsArguments { games, seed, positions, visits, .. } = arguments;
    writeln!(
        text,
        "; Cards of the built-in boards, one line of JSON each; `BoardCard` in src/rules explains the fields."
    )?;
    writeln!(
        text,
        "; irogaeshi-cli cards --games {games} --seed {seed} --positions {positions} --visits {visits} --out \
         assets/cards.txt"
    )?;
    cards.iter().try_for_each(|card| print_line(&mut text, card))?;
    match &arguments.out {
        Some(path) => Ok(write_whole(path, &text)?),
        None => Ok(out.write_all(&text)?),
    }
}

fn card(key: &str, index: usize, arguments: &CardsArguments) -> Result<BoardCard, Failure> {
    let missing = || Failure::Refused(format!("{key} is not a built-in board"));
    let variant = Arc::new(Variant::built_in(key).ok_or_else(missing)?);
    let start = Position::start(Arc::clone(&variant));
    let random = RandomGames::play(&start, arguments.games, arguments.seed);
    Ok(BoardCard {
        board: key.to_owned(),
        number: index as u32 + 1,
        author: author(key).to_owned(),
        first: start.to_move().ok_or_else(missing)?,
        squares: variant.board().squares().count() as u32,
        empties: variant.board().empties().count() as u32,
        games: arguments.games,
        wins: random.wins,
        draws: random.draws,
        best: best_play(&start, arguments)?,
        widest: random.widest.map(|(_, squares)| known_game(&variant, &squares)).transpose()?,
        wipe_out: random.wipe_out.map(|squares| known_game(&variant, &squares)).transpose()?,
    })
}

fn author(key: &str) -> &'static str {
    let shelf = Variant::shelves().find(|shelf| shelf.keys.iter().any(|other| other == key));
    match shelf.map(|shelf| shelf.key) {
        Some("classic") => "traditional",
        Some("own") => "Irogaeshi",
        _ if key == "five" => "Irogaeshi",
        _ => "y-tetsu",
    }
}

fn known_game(variant: &Arc<Variant>, squares: &[Square]) -> Result<KnownGame, Failure> {
    Ok(known(&Record::from_squares(Arc::clone(variant), squares)?))
}

fn known(record: &Record) -> KnownGame {
    let position = record.position();
    let winner = match position.outcome() {
        Some(Outcome::Win(winner)) => Some(winner),
        Some(Outcome::Draw) | None => None,
    };
    let counts = position.counts();
    let discs = record.variant().scored().iter().map(|player| counts[*player]).collect();
    KnownGame { winner, discs, moves: transcript_of(record) }
}

/// Results of random games.
struct RandomGames {
    wins: Vec<u32>,
    draws: u32,
    /// The widest win and its lead; the first of equals.
    widest: Option<(u16, Vec<Square>)>,
    /// The shortest wipe-out; the first of equals.
    wipe_out: Option<Vec<Square>>,
}

impl RandomGames {
    fn play(start: &Position, games: u32, seed: u64) -> Self {
        let scored = start.variant().scored();
        let start = FastPosition::new(start);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut played = Self { wins: vec![0; scored.len()], draws: 0, widest: None, wipe_out: None };
        for _ in 0..games {
            let mut position = start.clone();
            let mut squares = Vec::new();
            while let Some(square) = position.play_random(&mut rng) {
                squares.push(square);
            }
            let counts = position.counts();
            let mut discs: Vec<u16> = scored.iter().map(|player| counts[*player]).collect();
            match position.outcome() {
                Some(Outcome::Win(winner)) => {
                    if let Some(index) = scored.iter().position(|player| *player == winner) {
                        played.wins[index] += 1;
                    }
                }
                Some(Outcome::Draw) | None => played.draws += 1,
            }
            discs.sort_unstable_by(|one, other| other.cmp(one));
            let (most, second) = (discs[0], discs.get(1).copied().unwrap_or_default());
            let is_wipe_out = most > 0 && second == 0;
            if is_wipe_out && played.wipe_out.as_ref().is_none_or(|shortest| squares.len() < shortest.len()) {
                played.wipe_out = Some(squares.clone());
            }
            if most > second && played.widest.as_ref().is_none_or(|(lead, _)| most - second > *lead) {
                played.widest = Some((most - second, squares));
            }
        }
        played
    }
}

/// Plays a game of the strongest player that needs no clock against itself.
fn best_play(start: &Position, arguments: &CardsArguments) -> Result<KnownGame, Failure> {
    let is_level = |player: &CpuPlayer| matches!(player, CpuPlayer::Engine(_) | CpuPlayer::Tree(_));
    let untimed = |player: &CpuPlayer| is_level(player) && player.time().is_none();
    let strongest = CpuPlayer::offered(start.variant()).filter(untimed).last();
    let player = strongest.ok_or_else(|| Failure::Refused(format!("nobody plays {}", start.variant().name())))?;
    let nodes = if matches!(player, CpuPlayer::Engine(_)) { arguments.positions } else { arguments.visits };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let mut thinker = Thinker::default();
    let mut record = Record::new(Arc::clone(start.variant()));
    while let Some(mover) = record.position().to_move() {
        let budget: Budget = player.budget(record.position()).at_most(nodes);
        let report = thinker.choose(player, record.position(), budget, &mut rng, &mut Control::new());
        let square = report.and_then(|report| report.square());
        let square = square.ok_or_else(|| Failure::Wrong(format!("{player} found no move")))?;
        record.play(mover, square).map_err(|error| Failure::Wrong(format!("{player} played {square}: {error}")))?;
    }
    Ok(known(&record))
}
