//! Reports the player's next action, which dismisses notices. Moving the focus does not count; controls report their
//! presses themselves.

use bevy::prelude::*;

use crate::game::frame::GameSystems;
use crate::game::input::intent::Intent;
use crate::game::play::match_command::TurnPlayed;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::ui::notice::NextAction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, report_next_action.after(GameSystems::Navigate).before(GameSystems::Look));
}

fn report_next_action(
    mut intents: MessageReader<Intent>,
    mut turns: MessageReader<TurnPlayed>,
    game: Option<Res<Match>>,
    mut actions: MessageWriter<NextAction>,
) {
    let is_action = |intent: &&Intent| {
        matches!(intent, Intent::Letter(_) | Intent::Shortcut(_) | Intent::Undo | Intent::Redo | Intent::Paste)
    };
    let count = intents.read().filter(is_action).count();
    let is_human = |turn: &&TurnPlayed| game.as_ref().is_some_and(|game| game.seats[turn.0.player] == Seat::Human);
    if count + turns.read().filter(is_human).count() > 0 {
        actions.write(NextAction);
    }
}
