//! Haptic feedback on phones.

use std::time::Duration;

use bevy::prelude::*;
use irogaeshi::game::{SettingCommand, Switch, Vibrate};

use crate::harness::{TestGame, at_once, classic, humans};

fn vibrations(game: &mut TestGame) -> Vec<Duration> {
    let mut felt = Vec::new();
    for _ in 0..3 {
        felt.extend(game.world_mut().resource_mut::<Messages<Vibrate>>().drain().map(|Vibrate(duration)| duration));
        game.step();
    }
    felt
}

#[test]
fn a_disc_vibrates_briefly_a_refusal_longer_and_neither_if_turned_off() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    vibrations(&mut game);
    game.play("d3");
    let placed = vibrations(&mut game);
    assert_eq!(placed.len(), 1, "{placed:?}");
    game.play("a1");
    let refused = vibrations(&mut game);
    assert!(refused.len() == 1 && refused > placed, "{refused:?}");
    game.act(SettingCommand::Toggle(Switch::Haptics));
    game.play("c3");
    assert_eq!(vibrations(&mut game), []);
}
