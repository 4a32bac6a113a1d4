//! Boards for five equal players: between equally strong ones nobody's seat is worth more than another's, and hardly
//! anybody loses every disc.

use std::sync::Arc;

use irogaeshi::cpu::{Budget, Control, CpuPlayer, Thinker, TreeLevel};
use irogaeshi::rules::{Outcome, Player, Position, Variant};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Games on each board.
const GAMES: u64 = 600;

/// Visits of the tree search to each move.
const VISITS: Budget = Budget::positions(32);

/// The 99 % quantile of the sum over the seats of (wins − fair wins)² / fair wins, for 480 games that somebody wins, on
/// a board where two seats win 1.15 times what is fair and two 0.85 times. Drawn from 20,000 such tournaments.
const MAX_UNEVEN: f64 = 31.4;

/// Games of 600 in which somebody loses every disc: 5 %, and 2.33 standard deviations more (99 %).
const MAX_WIPED_OUT: u64 = 42;

/// A board's games: the wins of each seat, and how many left somebody without a disc.
struct Tally {
    wins: Vec<u64>,
    wiped_out: u64,
}

fn play(variant: &Arc<Variant>) -> Tally {
    let mut tally = Tally { wins: vec![0; variant.players().len()], wiped_out: 0 };
    for game in 0..GAMES {
        let (mut position, mut rng) = (Position::start(Arc::clone(variant)), Xoshiro256PlusPlus::seed_from_u64(game));
        while let Some(player) = position.to_move() {
            let tree = CpuPlayer::Tree(TreeLevel::Legend);
            let report = Thinker::default().choose(tree, &position, VISITS, &mut rng, &mut Control::new());
            let square = report.and_then(|report| report.square()).expect("the game goes on");
            position.play(player, square).expect("a legal square");
        }
        if let Some(Outcome::Win(winner)) = position.outcome() {
            let seat = variant.players().iter().position(|player| *player == winner).expect("all five take turns");
            tally.wins[seat] += 1;
        }
        let counts = position.counts();
        tally.wiped_out += u64::from(Player::ALL.iter().any(|player| counts[*player] == 0));
    }
    tally
}

/// The distance of wins from fair ones that [`MAX_UNEVEN`] limits.
fn unevenness(wins: &[u64]) -> f64 {
    let fair = wins.iter().sum::<u64>() as f64 / wins.len() as f64;
    wins.iter().map(|wins| (*wins as f64 - fair).powi(2) / fair).sum()
}

fn assert_even(key: &str) {
    let Tally { wins, wiped_out } = play(&Arc::new(Variant::built_in(key).expect("is built in")));
    assert!(unevenness(&wins) <= MAX_UNEVEN, "{key}: the seats win {wins:?} of {GAMES} games");
    assert!(wiped_out <= MAX_WIPED_OUT, "{key}: somebody is wiped out in {wiped_out} of {GAMES} games");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn five_is_even() {
    assert_even("five");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn gorin_is_even() {
    assert_even("gorin");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn gogyo_is_even() {
    assert_even("gogyo");
}
