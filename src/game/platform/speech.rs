//! What is spoken to whoever does not see the game: what screens and squares are called, what was just played, how many
//! discs everybody has. Screen readers on the desktop and on the page say the same.

use serde::Serialize;

use crate::game::board_view::phase::Phase;
use crate::game::flow::screen::Screen;
use crate::game::platform::report::{BoardReport, CellReport, Report};
use crate::game::text::{Catalogue, Phrase, say};
use crate::rules::Player;

/// What the board is called.
pub(super) fn board_name() -> Phrase {
    say!("spoken-board")
}

/// What a screen is called.
pub(super) fn screen_name(screen: Screen) -> Phrase {
    match screen {
        Screen::Title => say!("spoken-title"),
        Screen::NewGame => say!("spoken-new-game"),
        Screen::Match => say!("spoken-match"),
        Screen::Review => say!("spoken-review"),
        Screen::Editor => say!("spoken-editor"),
    }
}

/// What a square is called, such as "d3, empty, legal move".
pub(super) fn cell_label(cell: &CellReport, catalogue: &Catalogue) -> String {
    let content = match cell.disc {
        _ if cell.hole => say!("spoken-hole"),
        Some(disc) => Phrase::of("disc", disc.key()),
        None => say!("spoken-empty"),
    };
    let mut parts = vec![cell.square.to_string(), catalogue.words(&content)];
    parts.extend(cell.legal.then(|| catalogue.words(&say!("spoken-legal"))));
    parts.extend(cell.worth.as_ref().map(|worth| catalogue.words(&say!("spoken-worth", worth = worth.as_str()))));
    parts.extend(cell.last.then(|| catalogue.words(&say!("spoken-last"))));
    parts.join(", ")
}

/// The discs of everybody, such as "Black 40, White 24".
pub(super) fn standing(counts: impl IntoIterator<Item = (Player, u16)>, catalogue: &Catalogue) -> String {
    let parts = counts.into_iter().map(|(player, count)| {
        let name = catalogue.words(&Phrase::of("disc", player.key()));
        format!("{name} {count}")
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// What was said last. It stays until there is something else to say: most reports come while discs still turn.
#[derive(Serialize, Clone, Debug, Default, PartialEq)]
pub(super) struct Spoken {
    /// That something has happened: another screen, a turn, one that was taken back, the end.
    pub(super) news: String,
    /// What the advice says. An analysis that goes deeper does not say the same squares again.
    pub(super) advice: String,
}

impl Spoken {
    /// What there is to say once `now` is shown instead of `before`.
    pub(super) fn of(before: Option<&Report>, now: &Report, catalogue: &Catalogue) -> Self {
        let news = news(before, now, catalogue);
        let said = before.map(|before| &before.spoken);
        let squares = |report: &Report| report.board.as_ref().map(BoardReport::squares_with_worth);
        let is_same_advice = now.advice.is_some() && before.is_some_and(|before| squares(before) == squares(now));
        Self {
            news: if news.is_empty() {
                said.map_or_else(String::new, |said| said.news.clone())
            } else {
                news.join(" ")
            },
            advice: match said.filter(|_| is_same_advice) {
                Some(said) => said.advice.clone(),
                None => now.advice.clone().unwrap_or_default(),
            },
        }
    }
}

fn news(before: Option<&Report>, now: &Report, catalogue: &Catalogue) -> Vec<String> {
    let Some(before) = before.filter(|before| before.screen == now.screen) else {
        return vec![now.heading.clone()];
    };
    let mut news = Vec::new();
    if let Some((ply_before, ply)) = before.ply.zip(now.ply) {
        if ply > ply_before {
            news.extend(now.played.as_ref().map(|played| played.sentence.clone()));
        } else if ply < ply_before {
            news.push(catalogue.words(&say!("spoken-taken-back")));
        }
    }
    if now.phase == Some(Phase::Over) && before.phase != Some(Phase::Over) {
        news.push(catalogue.words(&say!("spoken-final-count", counts = now.standing.as_str())));
    }
    news
}
