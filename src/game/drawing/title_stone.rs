//! The large stone of the title screen: it turns over once, so that the name of the game explains itself.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform, UiSystems};
use bevy::window::PrimaryWindow;
use bevy_tweening::lens::Lens;
use bevy_tweening::{AnimationSystem, Delay, Tween, TweenAnim};

use crate::game::board_view::pose::Pose;
use crate::game::drawing::height;
use crate::game::drawing::stone::{StoneLook, StoneMaterial, StoneMesh};
use crate::game::flow::screen::Screen;
use crate::game::settings::palette::Palette;
use crate::game::settings::{Pace, Settings};
use crate::game::ui::button::{area_of, to_world};
use crate::game::ui::title_stone::TitleStonePlace;
use crate::game::ui::turning::Turning;
use crate::rules::{Direction, Disc};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), spawn_stone)
        .add_systems(Update, pose_stone.after(AnimationSystem::AnimationUpdate).run_if(in_state(Screen::Title)))
        .add_systems(PostUpdate, place_stone.after(UiSystems::Layout).before(TransformSystems::Propagate));
}

/// How far the stone has turned over: it comes to rest leaning, so that both faces and the edge are seen.
#[derive(Component, Clone, Copy)]
struct TitleStone {
    angle: f32,
}

const RESTING_ANGLE: f32 = PI * 0.70;
const TURN: Duration = Duration::from_millis(1100);
const PAUSE: Duration = Duration::from_millis(450);
/// How much of its place the stone fills: the rest is its shadow's.
const FILL: f32 = 1.08;

struct AngleLens;

impl Lens<TitleStone> for AngleLens {
    fn lerp(&mut self, mut stone: Mut<TitleStone>, ratio: f32) {
        stone.angle = RESTING_ANGLE * ratio;
    }
}

fn look(stone: TitleStone, palette: Palette) -> StoneLook {
    let faces = (Disc::Black, Disc::White);
    let lift = (stone.angle / 2.0).sin();
    let lying = Pose::lying(faces.0);
    let pose = Pose { faces, angle: stone.angle, towards: Direction::NorthEast, lift, ..lying };
    StoneLook::new(pose, palette, Turning::default())
}

fn spawn_stone(
    settings: Res<Settings>,
    mesh: Res<StoneMesh>,
    mut materials: ResMut<Assets<StoneMaterial>>,
    mut commands: Commands,
) {
    let is_still = settings.pace() == Pace::Still;
    let stone = TitleStone { angle: if is_still { RESTING_ANGLE } else { 0.0 } };
    let mut entity = commands.spawn((
        Name::new("title stone"),
        stone,
        DespawnOnExit(Screen::Title),
        Mesh2d(mesh.0.clone()),
        MeshMaterial2d(materials.add(StoneMaterial { look: look(stone, settings.palette) })),
    ));
    if !is_still {
        let turn = Tween::new(EaseFunction::BackOut, TURN, AngleLens);
        entity.insert(TweenAnim::new(Delay::new(PAUSE).then(turn)));
    }
}

fn pose_stone(
    stones: Query<(&TitleStone, &MeshMaterial2d<StoneMaterial>), Changed<TitleStone>>,
    settings: Res<Settings>,
    mut materials: ResMut<Assets<StoneMaterial>>,
) {
    for (stone, material) in &stones {
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.look = look(*stone, settings.palette);
        }
    }
}

fn place_stone(
    place: Option<Single<(&ComputedNode, &UiGlobalTransform), With<TitleStonePlace>>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut stones: Query<&mut Transform, With<TitleStone>>,
) {
    let Some((node, transform)) = place.map(Single::into_inner) else { return };
    let area = area_of(node, transform, &window);
    let side = area.size().min_element() * FILL;
    for mut stone in &mut stones {
        let at = to_world(area.center(), window.size()).extend(height::STONE);
        stone.set_if_neq(Transform::from_translation(at).with_scale(Vec3::splat(side)));
    }
}
