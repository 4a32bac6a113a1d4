//! Words about a game of a list: its players, result, score, board and date.

use crate::cpu::CpuPlayer;
use crate::game::games::listed_game::{ListedGame, Mode, Outcome};
use crate::game::settings::programs::ProgramKey;
use crate::game::text::moment::moment;
use crate::game::text::names::played_name;
use crate::game::text::{Phrase, say};
use crate::notation::RecordedSeat;
use crate::rules::{Ending, Player};

/// A player's name: the saved one, else the CPU player's, "You", or the colour.
pub(super) fn called(game: &ListedGame, player: Player) -> Phrase {
    let name = game.names[player].trim();
    match &game.seats[player] {
        _ if !name.is_empty() => Phrase::verbatim(name),
        Some(RecordedSeat::Cpu(key)) => match (CpuPlayer::try_from(key), ProgramKey::try_from(key)) {
            (Ok(cpu), _) => cpu.into(),
            (_, Ok(program)) => Phrase::verbatim(program.slug()),
            _ => say!("seat-cpu"),
        },
        _ if game.you == Some(player) => say!("seat-you"),
        _ => player.into(),
    }
}

/// Result of the game, or the number of turns if it is unfinished.
pub(super) fn result(game: &ListedGame) -> Phrase {
    let Some(ending) = game.ending else { return say!("games-unfinished", count = game.plies) };
    let first: Vec<Player> = game.ranks.iter().filter(|rank| rank.place == 1).map(|rank| rank.player).collect();
    match (ending, game.outcome(), first.as_slice()) {
        (Ending::Resigned(player), ..) => say!("outcome-resigned", player = called(game, player)),
        (Ending::OutOfTime(player), ..) => say!("outcome-out-of-time", player = called(game, player)),
        (Ending::Abandoned, ..) => say!("outcome-abandoned"),
        (_, Some(Outcome::Won), _) => say!("games-won"),
        (_, Some(Outcome::Lost), _) => say!("games-lost"),
        (_, None, [winner]) => say!("games-wins", player = called(game, *winner)),
        _ => say!("games-drawn"),
    }
}

/// Discs at the end, such as 54–10, in the order of places; with two players, the human's own come first. `None` for
/// unfinished games and those that were resigned, lost on time or abandoned.
pub(super) fn score(game: &ListedGame) -> Option<String> {
    if !matches!(game.ending?, Ending::PlayedOut | Ending::DrawAgreed) {
        return None;
    }
    let discs = match game.discs() {
        Some((mine, other)) if game.ranks.len() == 2 => vec![mine, other],
        _ => game.ranks.iter().map(|rank| rank.discs).collect(),
    };
    Some(discs.iter().map(ToString::to_string).collect::<Vec<_>>().join("\u{2013}"))
}

/// Board, date, and whether it was online, recorded elsewhere or played with help.
pub(super) fn about(game: &ListedGame, now_ms: u64) -> Phrase {
    let mode = match game.mode {
        Mode::Online => Some(say!("games-online")),
        Mode::Elsewhere => Some(say!("games-elsewhere")),
        Mode::Computer | Mode::Here | Mode::Watched => None,
    };
    let helped = (game.marks.has_help() && game.you.is_some()).then(|| say!("games-with-help"));
    let parts = [Some(moment(game.changed_ms, now_ms)), mode, helped].into_iter().flatten();
    parts.fold(played_name(&game.variant), |before, next| say!("games-about", before = before, next = next))
}
