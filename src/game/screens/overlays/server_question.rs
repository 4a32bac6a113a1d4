//! Question whether to connect to the server of a link.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::screens::overlays::dialog::close_over_changed_match;
use crate::game::screens::overlays::veil::veil;
use crate::game::text::say;
use crate::game::ui::button::{Refocus, card, card_paint, main_button, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            close_when_answered
                .in_set(PlaySystems::Overlays)
                .before(close_over_changed_match)
                .run_if(resource_changed::<Online>),
            spawn.in_set(GameSystems::Look).run_if(resource_changed::<Overlay>),
        ),
    );
}

#[derive(Component)]
struct ServerQuestionRoot;

/// Closes the question with its answer, or once another command has answered it.
fn close_when_answered(online: Res<Online>, overlay: Res<Overlay>, mut navigate: MessageWriter<Navigate>) {
    if *overlay == Overlay::ServerQuestion && online.other_server.is_none() {
        navigate.write(Navigate::Close);
    }
}

fn spawn(
    overlay: Res<Overlay>,
    online: Res<Online>,
    open: Query<Entity, With<ServerQuestionRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    open.iter().for_each(|question| commands.entity(question).despawn());
    let server = online.other_server.as_ref().and_then(|link| link.server.as_ref());
    let Some(server) = server.filter(|_| *overlay == Overlay::ServerQuestion) else { return };
    let (stay, go) = (say!("elsewhere-stay"), say!("elsewhere-go"));
    refocus.0 = Some(stay.identity());
    commands.spawn((Name::new("question"), ServerQuestionRoot, veil())).with_children(|veil| {
        veil.spawn((card().width(px(380)).max_width(percent(96)), card_paint())).with_children(|card| {
            card.spawn(worded(say!("elsewhere-heading"), TextStyle::Heading, theme::TEXT));
            let words = say!("elsewhere-words", server = server.place());
            card.spawn(worded(words, TextStyle::Body, theme::QUIET_TEXT));
            if !server.is_private() {
                card.spawn(worded(say!("server-not-private"), TextStyle::Body, theme::BAD_MOVE));
            }
            let row = Node::wrapping_row(theme::GAP, theme::GAP).margin(px(6).top());
            card.spawn((Pickable::IGNORE, row)).with_children(|row| {
                row.spawn(plain_button(stay, Navigate::Close));
                row.spawn(main_button(go, OnlineCommand::JoinOtherServer));
            });
        });
    });
}
