//! The swap question, to the player who moved second. It is in the panel, so that the board stays visible.

use bevy::prelude::*;

use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::screens::match_screen::MatchPart;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, captioned_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::Action;
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.run_if(
            resource_changed::<MatchPhase>
                .or_else(resource_exists_and_changed::<Match>)
                .or_else(any_match_filter::<Added<MatchPart>>),
        )
        .in_set(GameSystems::Look)
        .run_if(in_state(Screen::Match)),
    );
}

/// Returns true if a human has to answer, once the discs lie still.
pub(super) fn is_shown(phase: MatchPhase, game: &Match) -> bool {
    phase == MatchPhase::Waiting && matches!(game.swap_question(), Some((_, Seat::Human)))
}

/// The player who has to answer, and the opponent.
fn sides(game: &Match) -> Option<(Player, Player)> {
    let (asked, _) = game.swap_question()?;
    let other = game.record.variant().everybody().into_iter().find(|other| *other != asked)?;
    Some((asked, other))
}

/// The question to a human, or the news that a CPU player thinks about it.
pub(super) fn question(game: &Match) -> Phrase {
    let Some((asked, other)) = sides(game) else { return Phrase::nothing() };
    match game.seats[asked] {
        Seat::Human if game.you() == Some(asked) => say!("swap-question-yours", other = Phrase::from(other)),
        Seat::Human => say!("swap-question", player = game.called(asked), other = Phrase::from(other)),
        Seat::Remote => say!("swap-question-theirs", player = game.called(asked), other = Phrase::from(other)),
        Seat::Cpu(_) | Seat::Program(_) => say!("match-thinking", player = game.called(asked)),
    }
}

fn show(phase: Res<MatchPhase>, game: Res<Match>, places: Query<(Entity, &MatchPart)>, mut commands: Commands) {
    for (place, _) in places.iter().filter(|(_, part)| **part == MatchPart::SwapQuestion) {
        commands.entity(place).despawn_children();
        if let Some(sides) = sides(&game).filter(|_| is_shown(*phase, &game)) {
            commands.entity(place).with_children(|place| spawn(place, &game, sides));
        }
    }
}

fn spawn(place: &mut ChildSpawnerCommands, game: &Match, (asked, other): (Player, Player)) {
    place.spawn((Name::new("swap question"), Pickable::IGNORE, Node::column(8).grow())).with_children(|column| {
        column.spawn(worded(question(game), TextStyle::Strong, theme::ACCENT));
        column.spawn((Pickable::IGNORE, Node::wrapping_row(8, 8))).with_children(|row| {
            for (caption, takes_over, kind) in [
                (say!("swap-take", other = Phrase::from(other)), true, ButtonKind::Main),
                (say!("swap-stay", own = Phrase::from(asked)), false, ButtonKind::Plain),
            ] {
                // The server of a room decides.
                let decide = match game.room {
                    Some(_) => OnPress::new(OnlineCommand::Ask(Action::ChooseSide { player: asked, takes_over })),
                    None => MatchCommand::at(game.record.ply(), MatchChange::DecideSwap(takes_over)).into(),
                };
                let answer = captioned_button(caption, kind, Val::Auto, decide);
                row.spawn(answer).entry::<Node>().and_modify(|mut node| node.flex_grow = 1.0);
            }
        });
    });
}
