//! The banner that says who must pass. It goes away by itself.

use bevy::prelude::*;

use super::theme::{self, TextStyle, text};
use super::widget::over_everything;
use super::{BoardArea, GameSystems, Match, Motion, Screen, SoundCue, TurnPlayed};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PassesToTell>()
        .add_systems(OnExit(Screen::Match), |mut passes: ResMut<PassesToTell>| passes.0.clear())
        .add_systems(
            Update,
            (note_passes, withdraw_when_taken_back, tell_passes, fade_banner)
                .chain()
                .in_set(GameSystems::Look)
                .run_if(in_state(Screen::Match)),
        );
}

const SECONDS: f32 = 2.4;

/// The banner, while it is shown.
#[derive(Component)]
pub(super) struct Banner(Timer);

/// Who must pass, until the stones lie and it can be told.
#[derive(Resource, Default)]
struct PassesToTell(Vec<Player>);

/// The sentence that tells it, such as "White has no move and must pass".
fn pass_sentence(passes: &[Player]) -> String {
    let names: Vec<String> = passes.iter().map(ToString::to_string).collect();
    let verb = if names.len() == 1 { "has" } else { "have" };
    format!("{} {verb} no move and must pass", names.join(" and "))
}

fn note_passes(mut turns: MessageReader<TurnPlayed>, mut passes: ResMut<PassesToTell>) {
    for TurnPlayed(turn) in turns.read() {
        passes.0.clone_from(&turn.passes);
    }
}

fn withdraw_when_taken_back(
    game: Res<Match>,
    banners: Query<Entity, With<Banner>>,
    mut passes: ResMut<PassesToTell>,
    mut commands: Commands,
) {
    let told = game.record.last_turn().is_some_and(|turn| !turn.passes.is_empty());
    if game.is_changed() && !told {
        passes.0.clear();
        banners.iter().for_each(|banner| commands.entity(banner).despawn());
    }
}

fn tell_passes(
    motions: Query<(), With<Motion>>,
    area: Single<Entity, With<BoardArea>>,
    banners: Query<Entity, With<Banner>>,
    mut passes: ResMut<PassesToTell>,
    mut cues: MessageWriter<SoundCue>,
    mut commands: Commands,
) {
    if passes.0.is_empty() || !motions.is_empty() {
        return;
    }
    banners.iter().for_each(|banner| commands.entity(banner).despawn());
    let sentence = pass_sentence(&std::mem::take(&mut passes.0));
    cues.write(SoundCue::Passed);
    commands.spawn((
        Name::new("banner"),
        Banner(Timer::from_seconds(SECONDS, TimerMode::Once)),
        ChildOf(*area),
        Pickable::IGNORE,
        over_everything(AlignItems::Center),
        children![(
            Pickable::IGNORE,
            Node {
                padding: UiRect::axes(px(26), px(14)),
                border: px(1).all(),
                border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
                ..default()
            },
            BackgroundColor(theme::PANEL.with_alpha(0.94)),
            BorderColor::all(theme::ACCENT),
            children![text(sentence, TextStyle::Strong, theme::TEXT)],
        )],
    ));
}

fn fade_banner(time: Res<Time>, mut banners: Query<(Entity, &mut Banner)>, mut commands: Commands) {
    for (entity, mut banner) in &mut banners {
        if banner.0.tick(time.delta()).is_finished() {
            commands.entity(entity).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_told_in_turn_order() {
        assert_eq!(pass_sentence(&[Player::White]), "White has no move and must pass");
        assert_eq!(pass_sentence(&[Player::Ash, Player::White]), "Ash and White have no move and must pass");
    }
}
