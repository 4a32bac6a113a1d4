//! The fast rules must be the plain ones: they are compared at every turn of random games, and the fast rules' own
//! random moves must be as likely as they should be.

use std::sync::Arc;

use irogaeshi::cpu::Character;
use irogaeshi::rules::{FastPosition, Outcome, Player, Position, Square, Variant};
use proptest::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;

mod support {
    pub(crate) mod dice;
    pub(crate) mod random_board;
    pub(crate) mod random_games;
}

use support::dice::{any_legal_square, dice};
use support::random_games::{any_variant, random_record};

/// Games take a while in unoptimised code.
const GAMES: u32 = 384;

fn cases(cases: u32) -> ProptestConfig {
    // Failing cases are kept as ordinary tests, not as seeds in a file.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn every_square() -> impl Iterator<Item = Square> {
    Square::all()
}

/// Compares everything that can be asked of both.
fn check_same(fast: &FastPosition, plain: &Position) -> Result<(), TestCaseError> {
    prop_assert_eq!(&fast.board(), plain.board());
    prop_assert_eq!(fast.to_move(), plain.to_move(), "{}", plain.board());
    prop_assert_eq!(fast.legal_squares(), plain.legal_squares(), "{}", plain.board());
    prop_assert_eq!(fast.move_number(), plain.move_number());
    prop_assert_eq!(usize::from(fast.empties()), plain.board().empties().count());
    prop_assert_eq!(fast.counts(), plain.counts());
    prop_assert_eq!(fast.outcome(), plain.outcome());
    Ok(())
}

/// Plays on with `next` in both until the game is over, and compares at every turn.
fn check_game(
    mut plain: Position,
    mut fast: FastPosition,
    mut next: impl FnMut(&Position, &mut FastPosition) -> Option<Square>,
) -> Result<Position, TestCaseError> {
    check_same(&fast, &plain)?;
    while let Some(player) = plain.to_move() {
        let square = next(&plain, &mut fast);
        prop_assert!(square.is_some(), "nothing was played on\n{}", plain.board());
        let played = plain.play(player, square.expect("was just checked"));
        prop_assert!(played.is_ok(), "{:?}", played);
        check_same(&fast, &plain)?;
    }
    Ok(plain)
}

#[test]
fn a_game_on_a_board_larger_than_16_x_16_goes_the_same_way_in_both() {
    for key in ["classic-18", "classic-26"] {
        let plain = Position::start(Variant::built_in(key).expect("is built in"));
        let fast = FastPosition::new(&plain);
        let mut dice = dice(1);
        let end = check_game(plain, fast, |_, fast| fast.play_random(&mut dice));
        assert!(end.expect("both agree").outcome().is_some(), "{key}");
    }
}

proptest! {
    #![proptest_config(cases(GAMES))]

    #[test]
    fn a_game_goes_the_same_way_in_both(variant in any_variant(), seed: u64) {
        let plain = Position::start(variant);
        let fast = FastPosition::new(&plain);
        let mut dice = dice(seed);
        check_game(plain, fast, |plain, fast| {
            any_legal_square(plain, &mut dice).filter(|square| fast.play(*square))
        })?;
    }

    #[test]
    fn a_game_can_be_taken_up_anywhere(variant in any_variant(), seed: u64, ply in 0..60_usize) {
        let plain = random_record(variant, seed, ply).position().clone();
        let fast = FastPosition::new(&plain);
        let mut dice = dice(seed);
        check_game(plain, fast, |plain, fast| {
            any_legal_square(plain, &mut dice).filter(|square| fast.play(*square))
        })?;
    }

    #[test]
    fn random_moves_are_legal_and_a_playout_is_made_of_them(variant in any_variant(), seed: u64, ply in 0..30_usize) {
        let plain = random_record(variant, seed, ply).position().clone();
        let fast = FastPosition::new(&plain);
        let (mut playout, mut playout_dice, mut dice) = (fast.clone(), dice(seed), dice(seed));
        let end = check_game(plain, fast, |_, fast| fast.play_random(&mut dice))?;
        prop_assert_eq!(Some(playout.play_out(&mut playout_dice)), end.outcome());
        check_same(&playout, &end)?;
        prop_assert_eq!(playout.play_random(&mut playout_dice), None);
    }

    #[test]
    fn the_better_of_two_is_a_legal_move_of_whoever_is_to_move(variant in any_variant(), seed: u64, ply in 0..30_usize) {
        let plain = random_record(variant, seed, ply).position().clone();
        let fast = FastPosition::new(&plain);
        let mut dice = dice(seed);
        check_game(plain, fast, |plain, fast| {
            let (player, square) = fast.play_better_of_two(&mut dice, |_, square| square.index() as f32)?;
            // The lowest of several is never the better one.
            let legal = plain.legal_squares();
            let is_lowest = legal.len() > 1 && legal.iter().next() == Some(square);
            (Some(player) == plain.to_move() && !is_lowest).then_some(square)
        })?;
    }

    #[test]
    fn squares_that_are_not_legal_change_nothing(variant in any_variant(), seed: u64, ply in 0..40_usize) {
        let plain = random_record(variant, seed, ply).position().clone();
        let legal = plain.legal_squares();
        let mut fast = FastPosition::new(&plain);
        for square in every_square().filter(|square| !legal.contains(*square)) {
            prop_assert!(!fast.play(square), "{} on\n{}", square, plain.board());
        }
        check_same(&fast, &plain)?;
    }

    #[test]
    fn a_count_begun_anew_decides_who_cuts_in(variant in any_variant(), seed: u64, ply in 1..40_usize) {
        let plain = random_record(variant.clone(), seed, ply).position().clone();
        if plain.to_move().is_none() {
            return Ok(());
        }
        let anew = Position::in_progress(variant, plain.board().clone(), 1, plain.turn_in_order()).expect("takes turns");
        let mut fast = FastPosition::new(&plain);
        fast.restart_move_number();
        let mut dice = dice(seed);
        check_game(anew, fast, |_, fast| fast.play_random(&mut dice))?;
    }
}

/// Pearson's statistic of how often each legal square is played, over many single moves from one position, and how
/// large it may get by chance.
fn unevenness(position: &Position, dice: &mut Xoshiro256PlusPlus) -> (f64, f64) {
    const EACH: u32 = 1000;
    let start = FastPosition::new(position);
    let legal: Vec<Square> = position.legal_squares().iter().collect();
    let mut played = [0_u32; Square::COUNT];
    for _ in 0..EACH * legal.len() as u32 {
        let square = start.clone().play_random(dice).expect("the game goes on");
        played[square.index()] += 1;
    }
    let expected = f64::from(EACH);
    let surplus = |square: &Square| f64::from(played[square.index()]) - expected;
    let unevenness = legal.iter().map(|square| surplus(square).powi(2) / expected).sum();
    // Chi-square has the mean `freedom` and the variance twice that. Four deviations do not come about by chance, while
    // a single square that is played a quarter too often adds 62.
    let freedom = legal.len() as f64 - 1.0;
    (unevenness, freedom + 4.0 * (2.0 * freedom).sqrt())
}

#[test]
fn every_legal_square_is_as_likely_as_the_others() {
    let mut dice = dice(20);
    // From all squares legal to few legal among many empty ones.
    for (key, plies) in
        [("classic", 0), ("classic", 30), ("colour", 0), ("colour", 25), ("five", 40), ("classic-16", 90)]
    {
        let position = random_record(Variant::built_in(key).expect("is built in"), 4, plies).position().clone();
        let (unevenness, bound) = unevenness(&position, &mut dice);
        assert!(unevenness < bound, "{key} after {plies} plies: {unevenness} is not below {bound}");
    }
}

#[test]
fn the_better_of_two_is_drawn_from_all_pairs() {
    const PAIRS: u32 = 300;
    let mut dice = dice(21);
    let position = random_record(Variant::built_in("colour").expect("is built in"), 4, 25).position().clone();
    let start = FastPosition::new(&position);
    let legal: Vec<Square> = position.legal_squares().iter().collect();
    let count = legal.len() as u32;
    let mut played = [0_u32; Square::COUNT];
    for _ in 0..PAIRS * count * (count - 1) / 2 {
        let chosen = start.clone().play_better_of_two(&mut dice, |_, square| square.index() as f32);
        played[chosen.expect("the game goes on").1.index()] += 1;
    }
    // The square that ranks above n others is the better one of n pairs.
    for (rank, square) in legal.iter().enumerate() {
        let expected = f64::from(PAIRS) * rank as f64;
        let surplus = f64::from(played[square.index()]) - expected;
        assert!(surplus.abs() <= 5.0 * expected.sqrt(), "{square} was played {surplus} times too often");
    }
}

/// The published program's 20,000 games of three random players and the two who cut in: placements a game, and which
/// share of them Black, White and Ash won and nobody did.
const PUBLISHED_PLACEMENTS: f64 = 64.7;
const PUBLISHED_SHARES: [f64; 4] = [0.3181, 0.3127, 0.3112, 0.058];

#[test]
fn random_games_end_as_those_of_the_published_program() {
    const GAMES: u32 = 4000;
    let variant = Arc::new(Variant::built_in("colour").expect("is built in"));
    let start = FastPosition::new(&Position::start(Arc::clone(&variant)));
    let mut dice = dice(1);
    let (mut placements, mut ends) = (0, [0_u32; 4]);
    for _ in 0..GAMES {
        let mut game = start.clone();
        loop {
            let cut_in = variant.cut_in_at(game.move_number()).filter(|player| game.to_move() == Some(*player));
            let played = match cut_in {
                None => game.play_random(&mut dice),
                Some(player) => {
                    let plain = Position::in_progress(
                        Arc::clone(&variant),
                        game.board().clone(),
                        game.move_number(),
                        Player::Black,
                    );
                    let character = if player == Player::Cyan { Character::Minimum } else { Character::Maximum };
                    plain.ok().and_then(|plain| character.choose(&plain, &mut dice)).filter(|square| game.play(*square))
                }
            };
            if played.is_none() {
                break;
            }
        }
        placements += game.move_number() - 1;
        match game.outcome() {
            Some(Outcome::Draw) => ends[3] += 1,
            Some(Outcome::Win(player)) => ends[player as usize] += 1,
            None => panic!("nothing was played on\n{}", game.board()),
        }
    }
    let games = f64::from(GAMES);
    for (end, share) in ends.into_iter().zip(PUBLISHED_SHARES) {
        // Both counts vary by chance, the published one less.
        let deviation = (share * (1.0 - share) * (1.0 / games + 1.0 / 20_000.0)).sqrt();
        assert!((f64::from(end) / games - share).abs() < 4.0 * deviation, "{ends:?}");
    }
    let mean = f64::from(placements) / games;
    assert!((mean - PUBLISHED_PLACEMENTS).abs() < 0.5, "{mean}");
}
