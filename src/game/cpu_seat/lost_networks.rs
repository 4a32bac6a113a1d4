//! The networks of shares that could not be fetched on the page: players who go by them are weaker until they come.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::GameSystems;
use crate::game::text::say;
use crate::game::ui::notice::Notice;
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LostNetworks>().add_message::<NetworkFetched>();
    app.add_systems(Update, hear.in_set(GameSystems::Input).run_if(on_message::<NetworkFetched>));
}

/// The page has fetched a network, or tried to.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct NetworkFetched {
    /// The name of the network.
    pub name: String,
    /// False where it could not be had.
    pub is_there: bool,
}

/// The names of networks that could not be fetched.
#[derive(Resource, Debug, Default)]
pub(in crate::game) struct LostNetworks(BTreeSet<String>);

impl LostNetworks {
    /// True for a player who would go by one of them.
    pub(in crate::game) fn weaken(&self, cpu: CpuPlayer, variant: &Variant) -> bool {
        cpu.network(variant).is_some_and(|name| self.0.contains(name))
    }
}

fn hear(
    mut fetched: MessageReader<NetworkFetched>,
    mut lost: ResMut<LostNetworks>,
    mut notices: MessageWriter<Notice>,
) {
    for NetworkFetched { name, is_there } in fetched.read() {
        if *is_there {
            if lost.0.remove(name) {
                notices.write(Notice::news(say!("cpu-network-came")));
            }
        } else if lost.0.insert(name.clone()) {
            notices.write(Notice::trouble(say!("cpu-network-lost")));
        }
    }
}
