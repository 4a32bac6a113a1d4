//! The order of the game's systems: the effect of a command, and whether it is saved before it is shown, must not
//! depend on which system happens to run first.

use std::collections::BTreeMap;

use bevy::ecs::schedule::{Schedule, ScheduleLabel, SystemKey};
use bevy::prelude::*;
use irogaeshi::game::{GameSystems, MemoryStore, StoragePlugin};

use crate::harness::TestGame;

/// Pairs of systems that use the same data in an undefined order, among those that `decides` selects.
fn by_chance(label: impl ScheduleLabel, decides: impl Fn(&Schedule, SystemKey) -> bool) -> Vec<String> {
    let mut game = TestGame::with_plugin(StoragePlugin::with_store(MemoryStore::default()));
    game.world_mut().schedule_scope(label, |world, schedule| {
        // Names are known only with `cargo test --features bevy/debug`.
        let names: BTreeMap<_, String> =
            schedule.systems().expect("it has run").map(|(key, system)| (key, system.name().to_string())).collect();
        let pairs = schedule.graph().conflicting_systems().iter();
        pairs
            .filter(|(one, other, _)| decides(schedule, *one) && decides(schedule, *other))
            .map(|(one, other, shared)| {
                let shared: Vec<_> = shared.iter().filter_map(|id| world.components().get_name(*id)).collect();
                format!("{} and {}, over {shared:?}", names[one], names[other])
            })
            .collect()
    })
}

#[test]
fn the_order_of_writing_and_handling_commands_is_defined() {
    let sets = [GameSystems::Input, GameSystems::Think, GameSystems::Play, GameSystems::Navigate];
    let pairs = by_chance(Update, |schedule, system| {
        let is_in = |set: GameSystems| {
            schedule.graph().systems_in_set(set.intern()).expect("the set is in use").contains(&system)
        };
        sets.into_iter().any(is_in)
    });
    assert_eq!(pairs, Vec::<String>::new());
}

#[test]
fn the_order_of_saving_and_reporting_is_defined() {
    assert_eq!(by_chance(Last, |_, _| true), Vec::<String>::new());
}
