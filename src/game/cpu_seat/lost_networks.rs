//! Networks that could not be fetched on the page. CPU players that use them are weaker until they arrive.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::frame::GameSystems;
use crate::game::text::say;
use crate::game::ui::notice::Notice;
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LostNetworks>().add_message::<NetworkFetched>();
    app.add_systems(Update, handle_network_fetched.in_set(GameSystems::Input).run_if(on_message::<NetworkFetched>));
}

/// Reports that the page has fetched a network, or failed to.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct NetworkFetched {
    pub name: String,
    /// False if the download failed.
    pub is_there: bool,
}

/// Names of the networks that could not be fetched.
#[derive(Resource, Debug, Default)]
pub(in crate::game) struct LostNetworks(BTreeSet<String>);

impl LostNetworks {
    /// Returns whether the CPU player lacks its network for this variant.
    pub(in crate::game) fn affect(&self, cpu: CpuPlayer, variant: &Variant) -> bool {
        cpu.network(variant).is_some_and(|name| self.0.contains(name))
    }
}

fn handle_network_fetched(
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
