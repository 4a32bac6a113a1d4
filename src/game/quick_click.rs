//! Clicks and taps that are over within one frame, on slow machines and for quick fingers.
//!
//! Bevy's picking looks for a click among what was hovered a frame ago; a finger that has come and gone since hovered
//! nothing then, and its tap would be lost.

use std::collections::HashMap;
use std::time::Duration;

use bevy::picking::PickingSystems;
use bevy::picking::pointer::{PointerAction, PointerId, PointerInput};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PointerInput>()
        .add_message::<Pointer<Press>>()
        .add_message::<Pointer<Click>>()
        .add_systems(PreUpdate, click.after(PickingSystems::Hover));
}

fn click(
    mut inputs: MessageReader<PointerInput>,
    mut presses: MessageReader<Pointer<Press>>,
    mut clicks: MessageReader<Pointer<Click>>,
    mut commands: Commands,
) {
    let is_down: HashMap<PointerId, bool> = inputs
        .read()
        .filter_map(|input| match input.action {
            PointerAction::Press(PointerButton::Primary) => Some((input.pointer_id, true)),
            PointerAction::Release(PointerButton::Primary) => Some((input.pointer_id, false)),
            _ => None,
        })
        .collect();
    let clicked: Vec<(PointerId, Entity)> = clicks.read().map(|click| (click.pointer_id, click.entity)).collect();
    for press in presses.read().filter(|press| press.button == PointerButton::Primary) {
        let (id, entity, hit) = (press.pointer_id, press.entity, press.hit.clone());
        if is_down.get(&id) == Some(&false) && !clicked.contains(&(id, entity)) {
            let (button, location) = (press.button, press.pointer_location.clone());
            let click = Click { button, hit: hit.clone(), duration: Duration::ZERO, count: press.count };
            commands.trigger(Pointer::new(id, location.clone(), click, entity));
            commands.trigger(Pointer::new(id, location, Release { button, hit }, entity));
        }
    }
}
