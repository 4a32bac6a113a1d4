//! Flat Monte Carlo compared with its definition and with the results of the original game's MCS.

use std::sync::Arc;

use irogaeshi::cpu::{Budget, Character, Control, CpuPlayer, Report, Score, Thinker};
use irogaeshi::rules::{Board, Outcome, Player, Position, Variant};

use crate::support::dice::dice;

use Player::{Ash, Black, Cyan, White, Yamabuki};

fn decide(position: &Position, budget: impl Fn(Budget) -> Budget) -> Report {
    let budget = budget(MONTE_CARLO.budget(position));
    let chosen = Thinker::default().choose(MONTE_CARLO, position, budget, &mut dice(1), &mut Control::new());
    chosen.expect("the game goes on")
}

fn nodes(position: &Position, budget: impl Fn(Budget) -> Budget) -> u64 {
    decide(position, budget).nodes
}

const fn own(budget: Budget) -> Budget {
    budget
}

fn square(report: &Report) -> String {
    report.square().expect("there is a move").to_string()
}

/// A position with Black to move and this many empties, two of them legal.
fn with_empties(empties: usize) -> Position {
    let free = ".".repeat(empties - 2).chars().collect::<Vec<_>>();
    let rows: Vec<String> = free.chunks(16).map(|row| format!("{:#<16}", row.iter().collect::<String>())).collect();
    let text = format!(".WB####.WB######\n################\n{}", rows.join("\n"));
    let board: Board = text.parse().expect("a board");
    let players = vec![Black, Player::White];
    let variant = Variant::new("Empties", board, players.clone(), Vec::new(), players).expect("a variant");
    Position::start(variant)
}

#[test]
fn the_number_of_playouts_follows_from_the_empty_squares() {
    for (empties, each) in [
        (2, 800),
        (6, 800),
        (7, 400),
        (10, 400),
        (11, 200),
        (13, 200),
        (14, 120),
        (16, 120),
        (17, 80),
        (22, 80),
        (23, 60),
        (28, 60),
        (29, 40),
        (34, 40),
        (35, 20),
        (40, 20),
        (41, 10),
        (60, 10),
    ] {
        let position = with_empties(empties);
        assert_eq!((position.board().empties().count(), position.legal_squares().len()), (empties, 2));
        assert_eq!(nodes(&position, own), 2 * each, "{empties} empty squares");
    }
}

#[test]
fn a_limit_changes_the_number_of_playouts() {
    let position = with_empties(20);
    assert_eq!(nodes(&position, |own| own.at_most(1000)), 160);
    assert_eq!(nodes(&position, |own| own.at_most(50)), 50);
    assert_eq!(nodes(&position, |own| own.at_most(0)), 2, "each square is tried once");
    assert_eq!(nodes(&position, |own| own.with_nodes(1000)), 1000);
}

#[test]
fn the_first_of_equals_is_played() {
    // Black wins every game, whatever is played.
    let report = decide(&with_empties(10), own);
    assert_eq!(square(&report), "a1");
    assert_eq!((report.score(), report.lines[0].moves.len()), (Some(Score::Wins(1.0)), 1));
}

#[test]
fn only_winning_alone_counts() {
    // After b1 White plays a2, and the game ends 3 : 3; a2 ends it 5 : 0 at once.
    let variant: Variant = "name: x\nplayers: black white\nboard:\n#.##\n.WWB\n#B##\n".parse().expect("a variant");
    assert_eq!(square(&decide(&Position::start(variant), own)), "a2");
}

/// The original restarts the move numbers of each playout at 1, so that past cut-ins happen again.
#[test]
fn each_playout_meets_all_cut_ins_again() {
    // Black wins 6 : 5 after either move, unless Cyan cuts in on b1, which costs a disc. Cyan can do so only after b2.
    let variant: Variant = "name: x\nplayers: black white\ncut-ins: 2 cyan\nscored: black white\nboard:\n\
        #.##\n#.WB\n#C##\n####\n.BW#\n####\n.WB#\n####\nW#W#\n"
        .parse()
        .expect("a variant");
    let board = variant.board().clone();
    let position = Position::in_progress(variant, board, 6, Black).expect("takes turns");
    let names: Vec<String> = position.legal_squares().iter().map(|square| square.to_string()).collect();
    assert_eq!(names, ["b2", "a7"]);
    let report = decide(&position, own);
    assert_eq!(square(&report), "a7");
    assert_eq!(report.score(), Some(Score::Wins(1.0)));
}

/// Plays colour games with the published cut-in players, and counts the wins of Black, White and Ash, and the draws.
fn play(black: CpuPlayer, white: CpuPlayer, ash: CpuPlayer, games: u64) -> [u32; 4] {
    let colour = Arc::new(Variant::built_in("colour").expect("is built in"));
    let mut results = [0; 4];
    for game in 0..games {
        let mut rng = dice(game);
        let mut position = Position::start(colour.clone());
        while let Some(player) = position.to_move() {
            let cpu = match player {
                Black => black,
                White => white,
                Ash => ash,
                Cyan => Character::Minimum.into(),
                Yamabuki => Character::Maximum.into(),
            };
            let budget = cpu.budget(&position);
            let report = Thinker::default().choose(cpu, &position, budget, &mut rng, &mut Control::new());
            let square = report.and_then(|report| report.square()).expect("the game goes on");
            position.play(player, square).expect("a legal square");
        }
        results[match position.outcome() {
            Some(Outcome::Win(Black)) => 0,
            Some(Outcome::Win(White)) => 1,
            Some(Outcome::Win(Ash)) => 2,
            _ => 3,
        }] += 1;
    }
    results
}

const MONTE_CARLO: CpuPlayer = CpuPlayer::MonteCarlo;
const RANDOM: CpuPlayer = CpuPlayer::Character(Character::Random);
const MINIMUM: CpuPlayer = CpuPlayer::Character(Character::Minimum);
const MAXIMUM: CpuPlayer = CpuPlayer::Character(Character::Maximum);

/// Players, and the number of wins of Black, White and Ash and of draws in 200 games of the original.
const PUBLISHED: [([CpuPlayer; 3], [u32; 4]); 5] = [
    ([MONTE_CARLO, RANDOM, RANDOM], [200, 0, 0, 0]),
    ([RANDOM, MONTE_CARLO, RANDOM], [1, 197, 1, 1]),
    ([RANDOM, RANDOM, MONTE_CARLO], [1, 1, 198, 0]),
    ([MAXIMUM, MONTE_CARLO, RANDOM], [13, 179, 6, 2]),
    ([MINIMUM, MONTE_CARLO, RANDOM], [4, 192, 3, 1]),
];

/// Range of wins within four standard deviations of the published share. Both shares are samples; one more game on
/// either side keeps a share of 0 or 1 from meaning never or always.
fn tolerance(published: u32, games: u32) -> std::ops::RangeInclusive<f64> {
    let share = (f64::from(published) + 1.0) / 202.0;
    let variance = share * (1.0 - share) * f64::from(games) * (1.0 + f64::from(games) / 200.0);
    let (mean, deviation) = (share * f64::from(games), variance.sqrt());
    mean - 4.0 * deviation..=mean + 4.0 * deviation
}

#[test]
fn it_beats_random_players() {
    assert_eq!(play(RANDOM, MONTE_CARLO, RANDOM, 2), [0, 2, 0, 0]);
}

#[test]
#[ignore = "takes minutes unoptimised: cargo test --release --no-default-features --test cpu monte_carlo -- --ignored"]
fn it_wins_as_often_as_the_original() {
    const GAMES: u32 = 400;
    for ([black, white, ash], published) in PUBLISHED {
        let results = play(black, white, ash, u64::from(GAMES));
        for (won, published) in results.into_iter().zip(published) {
            let tolerance = tolerance(published, GAMES);
            let who = format!("{black}, {white}, {ash}: {results:?} of {GAMES} games");
            assert!(tolerance.contains(&f64::from(won)), "{who}, {published} of 200 in the original: {tolerance:?}");
        }
    }
}
