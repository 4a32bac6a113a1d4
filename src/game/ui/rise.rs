//! Short animations: new screens and cards rise into place, and a veil over a new screen fades. They block no input,
//! and nothing waits for them.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::UiTransform;
use bevy_tweening::lens::Lens;
use bevy_tweening::{Tween, TweenAnim};

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::settings::{Pace, Settings};
use crate::game::ui::layout::Layout;
use crate::game::ui::theme;
use crate::game::ui::tone::{Fill, Tone};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_veil).add_systems(
        Update,
        (start_rising.run_if(any_match_filter::<Added<Rise>>), lower_veil.run_if(state_changed::<Screen>), lift_veil)
            .chain()
            .after(GameSystems::Look),
    );
}

const DURATION: Duration = Duration::from_millis(150);
/// Initial opacity of the veil.
const DENSITY: f32 = 0.8;

/// Distance that the node rises, in logical pixels; negative if it comes down from above.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(UiTransform)]
pub(crate) struct Rise(pub(crate) f32);

impl Rise {
    /// For screens and cards.
    pub(crate) const UP: Self = Self(10.0);
    /// For nodes that must not move.
    pub(crate) const NONE: Self = Self(0.0);
    /// For notices at the upper edge; small enough that a press on a moving button still hits it.
    pub(crate) const DOWN: Self = Self(-16.0);
}

struct RiseLens(f32);

impl Lens<UiTransform> for RiseLens {
    fn lerp(&mut self, mut target: Mut<'_, UiTransform>, ratio: f32) {
        target.translation = Val2::px(0.0, self.0 * (1.0 - ratio));
    }
}

fn start_rising(
    settings: Res<Settings>,
    mut risen: Query<(Entity, &Rise, &mut UiTransform), Added<Rise>>,
    mut commands: Commands,
) {
    if settings.pace() == Pace::Still {
        return;
    }
    for (entity, Rise(from), mut transform) in risen.iter_mut().filter(|(_, rise, _)| **rise != Rise::NONE) {
        transform.translation = Val2::px(0.0, *from);
        let tween = Tween::new(EaseFunction::CubicOut, DURATION, RiseLens(*from));
        commands.entity(entity).insert(TweenAnim::new(tween));
    }
}

/// Covers everything while a screen changes; otherwise it is not displayed.
#[derive(Component)]
struct Veil;

fn spawn_veil(mut commands: Commands) {
    commands.spawn((
        Name::new("veil"),
        Veil,
        Pickable::IGNORE,
        GlobalZIndex(8),
        Fill(Tone::NONE),
        Node { display: Display::None, ..Node::default().width(percent(100)).height(percent(100)).absolute() },
    ));
}

struct LiftLens;

impl Lens<Fill> for LiftLens {
    fn lerp(&mut self, mut target: Mut<'_, Fill>, ratio: f32) {
        target.0 = theme::BACKGROUND.with_alpha(DENSITY * (1.0 - ratio));
    }
}

fn lower_veil(settings: Res<Settings>, veil: Option<Single<(Entity, &mut Node), With<Veil>>>, mut commands: Commands) {
    let Some((entity, mut node)) = veil.map(Single::into_inner).filter(|_| settings.pace() != Pace::Still) else {
        return;
    };
    node.display = Display::Flex;
    let tween = Tween::new(EaseFunction::Linear, DURATION, LiftLens);
    let paint = Fill(theme::BACKGROUND.with_alpha(DENSITY));
    commands.entity(entity).insert((paint, TweenAnim::new(tween)));
}

fn lift_veil(mut removed: RemovedComponents<TweenAnim>, mut veils: Query<&mut Node, With<Veil>>) {
    for entity in removed.read() {
        if let Ok(mut node) = veils.get_mut(entity) {
            node.display = Display::None;
        }
    }
}
