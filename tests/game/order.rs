//! The order of the game's systems: what a command does never depends on which system happens to run first.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use irogaeshi::game::GameSystems;

use crate::harness::TestGame;

#[test]
fn the_order_in_which_commands_are_written_and_obeyed_is_never_left_to_chance() {
    let mut game = TestGame::new();
    game.world_mut().schedule_scope(Update, |world, schedule| {
        let graph = schedule.graph();
        let deciding: BTreeSet<_> = [GameSystems::Input, GameSystems::Think, GameSystems::Play, GameSystems::Navigate]
            .into_iter()
            .flat_map(|set| graph.systems_in_set(set.intern()).expect("the set is in use"))
            .copied()
            .collect();
        assert!(deciding.len() > 20, "{} systems decide", deciding.len());
        let names: BTreeMap<_, String> =
            schedule.systems().expect("it has run").map(|(key, system)| (key, system.name().to_string())).collect();
        let by_chance: Vec<String> = graph
            .conflicting_systems()
            .iter()
            .filter(|(one, other, _)| deciding.contains(one) && deciding.contains(other))
            .map(|(one, other, shared)| {
                let shared: Vec<_> = shared.iter().filter_map(|id| world.components().get_name(*id)).collect();
                format!("{} and {}, over {shared:?}", names[one], names[other])
            })
            .collect();
        // Their names are known to `cargo test --features bevy/debug`.
        assert!(by_chance.is_empty(), "{} pairs of systems run by chance: {by_chance:#?}", by_chance.len());
    });
}
