//! Quests: each goal has been reached by a CPU player in the human's place, against the weakest opponent.

use std::sync::Arc;

use irogaeshi::cpu::{Control, CpuPlayer, EngineLevel, Thinker, TreeLevel};
use irogaeshi::quests::{Quest, QuestGame};
use irogaeshi::rules::{Ending, Position};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Maximum number of games for a quest.
const GAMES: u64 = 40;

/// A player about as strong as an ambitious human.
fn learner(quest: &Quest) -> CpuPlayer {
    let engine = CpuPlayer::Engine(EngineLevel::STRONGEST_QUICK);
    if CpuPlayer::offered(&quest.variant).any(|player| player == engine) {
        engine
    } else {
        CpuPlayer::Tree(TreeLevel::Expert)
    }
}

/// The stars of a game with this seed.
fn stars(quest: &Quest, seed: u64) -> u8 {
    let (learner, opponent) = (learner(quest), quest.opponents[0]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut thinker = Thinker::default();
    let mut position = Position::start(Arc::clone(&quest.variant));
    let mut plies = 0;
    while let Some(mover) = position.to_move() {
        let player = if mover == quest.player { learner } else { opponent };
        let report = thinker.choose(player, &position, player.budget(&position), &mut rng, &mut Control::new());
        position.play(mover, report.and_then(|report| report.square()).expect("a move")).expect("is legal");
        plies += 1;
    }
    let variant = &quest.variant;
    let ranks = variant.ranks(&position.counts(), Ending::PlayedOut);
    quest.stars(&QuestGame { variant, player: quest.player, opponent, ranks: &ranks, plies, has_help: false })
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn every_goal_can_be_reached() {
    let hopeless = |quest: &&Quest| (0..GAMES).all(|seed| stars(quest, seed) == 0);
    let hopeless: Vec<String> = Quest::all().iter().filter(hopeless).map(Quest::key).collect();
    assert!(hopeless.is_empty(), "nobody has reached {hopeless:?} in {GAMES} games");
}
