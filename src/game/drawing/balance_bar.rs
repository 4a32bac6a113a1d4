//! The balance bar on the right side of the frame, shown while positions are analysed. The first player's share grows
//! from the bottom.

use bevy::prelude::*;
use bevy::sprite::Anchor;

use crate::game::analysis::advice::Advice;
use crate::game::board_view::balance::{Balance, BalanceParam};
use crate::game::board_view::board_root::{BoardArea, FRAME};
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::shown_record::{shown_has_changed, shows_record};
use crate::game::drawing::frame::WOOD;
use crate::game::drawing::height;
use crate::game::frame::GameSystems;
use crate::game::settings::Settings;
use crate::game::ui::theme::{self, frame_font};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        draw_bar
            .after(GameSystems::Look)
            .run_if(
                resource_changed::<Advice>
                    .or_else(resource_changed::<BoardPlace>)
                    .or_else(resource_changed::<Settings>)
                    .or_else(shown_has_changed),
            )
            .run_if(shows_record),
    );
}

/// A part of the bar.
#[derive(Component)]
struct BalanceBar;

/// Width of the bar in squares, and its minimum in logical pixels.
const WIDTH: f32 = 0.2;
const MIN_WIDTH: f32 = 6.0;
/// Width of the outline and half the height of the mark in the middle, in logical pixels.
const LINE: f32 = 1.5;
/// Size of the number in squares, and its minimum in logical pixels.
const NUMBER: f32 = 0.22;
const MIN_NUMBER: f32 = 11.0;
/// Width of the bevel along the outer edge of the wood, in squares; a little more than in `frame.wgsl`.
const BEVEL: f32 = 0.11;

/// The lead without its owner, because the number is at the leader's end of the bar.
fn lead_text(balance: Balance) -> String {
    let discs = balance.lead.abs().round();
    if discs < 1.0 { "0".to_owned() } else { format!("+{discs}") }
}

fn draw_bar(
    shown_balance: BalanceParam,
    place: Res<BoardPlace>,
    settings: Res<Settings>,
    shown: Query<Entity, With<BalanceBar>>,
    areas: Query<(), With<BoardArea>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    shown.iter().for_each(|part| commands.entity(part).despawn());
    let Some(balance) = shown_balance.balance().filter(|_| !areas.is_empty()) else { return };
    let seen = place.seen();
    let size = seen.size();
    let cell = place.rim / FRAME;
    let wood = WOOD * cell;
    let width = (WIDTH * cell).max(MIN_WIDTH).min(wood);
    let middle = seen.center() + Vec2::new(size.x.midpoint(wood), 0.0);
    let bottom = middle.y + size.y / 2.0;
    let height = if place.is_enlarged() { height::MAT_TEXT } else { height::FRAME_TEXT };
    let [first, second] = balance.players.map(|player| settings.palette.look(player.disc()).face);
    let share = size.y * balance.share();
    let frame_text = settings.board_theme.look().frame_text;
    let screen = shown_balance.shown().screen();
    let mut draw = |what: &'static str, colour: Color, size: Vec2, at: Vec2, layer: f32| {
        commands.spawn((
            Name::new(what),
            BalanceBar,
            DespawnOnExit(screen),
            Mesh2d(meshes.add(Rectangle::from_size(size))),
            MeshMaterial2d(colours.add(ColorMaterial::from(colour))),
            Transform::from_translation(place.to_world(at).extend(height + layer * height::ABOVE)),
        ));
    };
    let line = Vec2::splat(2.0 * LINE);
    draw("balance", frame_text.with_alpha(0.6), Vec2::new(width, size.y) + line, middle, 0.0);
    draw("balance of the second", second, Vec2::new(width, size.y), middle, 1.0);
    let of_first = Vec2::new(middle.x, bottom - share / 2.0);
    draw("balance of the first", first, Vec2::new(width, share), of_first, 2.0);
    draw("even balance", theme::ACCENT.dark, Vec2::new(width + 2.0 * LINE, 2.0 * LINE), middle, 3.0);
    let end = if balance.lead >= 0.0 { 1.0 } else { -1.0 };
    // The number may be wider than the wood, so it is aligned to the inner edge of the bevel.
    let at = middle + Vec2::new(wood / 2.0 - BEVEL * cell, end * size.y.midpoint(wood));
    commands.spawn((
        Name::new("lead"),
        BalanceBar,
        DespawnOnExit(screen),
        Text2d::new(lead_text(balance)),
        Anchor::CENTER_RIGHT,
        frame_font((NUMBER * cell).max(MIN_NUMBER)),
        TextColor(frame_text),
        Transform::from_translation(place.to_world(at).extend(height + height::ABOVE)),
    ));
}
