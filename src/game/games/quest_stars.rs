//! Stars that games earn on the map of quests, and the notice after such a game.

use bevy::prelude::*;

use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::games::listed_game::ListedGame;
use crate::game::play::match_command::TurnPlayed;
use crate::game::play::match_state::Match;
use crate::game::text::say;
use crate::game::ui::notice::Notice;
use crate::quests::{Quest, QuestGame};
use crate::rules::Ending;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, announce_stars.in_set(GameSystems::Look).run_if(in_state(Screen::Match)));
}

/// Quests in which a game has earned stars, and how many.
pub(crate) fn stars_of(game: &ListedGame) -> impl Iterator<Item = (&'static Quest, u8)> {
    let judged = judged(game);
    Quest::all().iter().filter_map(move |quest| {
        let stars = quest.stars(&judged?);
        (stars > 0).then_some((quest, stars))
    })
}

/// The game as quests judge it; `None` if it was not played out by one human against CPU players of one level.
fn judged(game: &ListedGame) -> Option<QuestGame<'_>> {
    let ListedGame { variant, ranks, plies, marks, .. } = game;
    let (player, opponent) = game.you.zip(game.opponent())?;
    let judged = QuestGame { variant, player, opponent, ranks, plies: *plies, has_help: marks.has_help() };
    (game.ending == Some(Ending::PlayedOut)).then_some(judged)
}

/// Tells the players of a match that has just ended which stars it has earned.
fn announce_stars(
    mut turns: MessageReader<TurnPlayed>,
    phase: Res<MatchPhase>,
    game: Res<Match>,
    mut is_played: Local<bool>,
    mut notices: MessageWriter<Notice>,
) {
    if turns.read().last().is_some() {
        *is_played = true;
    }
    if *phase != MatchPhase::Over || !std::mem::take(&mut *is_played) || game.room.is_some() {
        return;
    }
    let listed = ListedGame::of(String::new(), 0, &game.to_game_record(), None, game.marks);
    for (quest, stars) in stars_of(&listed) {
        let words = say!("quest-won", number = quest.number, stars = stars);
        notices.write(Notice::news(words).offering(say!("quests-heading"), Navigate::To(Screen::Quests)));
    }
}
