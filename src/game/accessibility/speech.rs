//! Words for screen readers: names of squares, the last move, disc counts. Desktop and page speak the same.

use crate::game::accessibility::report::{BoardReport, CellReport, Report, Spoken};
use crate::game::board_view::phase::MatchPhase;
use crate::game::text::{Catalogue, Phrase, say};
use crate::rules::Disc;

pub(super) fn board_name() -> Phrase {
    say!("spoken-board")
}

/// Words for the names of squares, looked up once for all squares of a board.
pub(super) struct SquareWords<'a> {
    catalogue: &'a Catalogue,
    hole: String,
    empty: String,
    legal: String,
    last: String,
    separator: String,
    discs: Vec<(Disc, String)>,
}

impl<'a> SquareWords<'a> {
    pub(super) fn new(catalogue: &'a Catalogue) -> Self {
        Self {
            hole: catalogue.words(&say!("spoken-hole")),
            empty: catalogue.words(&say!("spoken-empty")),
            legal: catalogue.words(&say!("spoken-legal")),
            last: catalogue.words(&say!("spoken-last")),
            separator: catalogue.words(&say!("spoken-separator")),
            discs: Disc::ALL.into_iter().map(|disc| (disc, catalogue.words(&disc.into()))).collect(),
            catalogue,
        }
    }

    /// Name of a square, such as "d3, empty, legal move".
    pub(super) fn label(&self, cell: &CellReport) -> String {
        let disc = cell.disc.and_then(|disc| self.discs.iter().find(|(other, _)| *other == disc));
        let content = match disc {
            _ if cell.hole => &self.hole,
            Some((_, name)) => name,
            None => &self.empty,
        };
        let mut label = format!("{}{}{content}", cell.square, self.separator);
        let value =
            cell.value.as_ref().map(|value| self.catalogue.words(&say!("spoken-value", value = value.as_str())));
        let others = [cell.legal.then_some(&self.legal), value.as_ref(), cell.last.then_some(&self.last)];
        for part in others.into_iter().flatten() {
            label.push_str(&self.separator);
            label.push_str(part);
        }
        label
    }
}

/// Every player's discs, and their time if there is a clock, such as "Black 40 and White 24".
pub(super) fn standing(counts: impl IntoIterator<Item = (Phrase, u16, Option<Phrase>)>) -> Phrase {
    Phrase::list(counts.into_iter().map(|(name, count, time)| match time {
        Some(time) => say!("spoken-count-time", player = name, count = count, time = time),
        None => say!("spoken-count", player = name, count = count),
    }))
}

/// Ends a text from the screen like a sentence, if it does not end like one yet.
pub(super) fn shown_sentence(text: &str) -> Phrase {
    if text.ends_with(['.', '?', '!', '。', '？', '！']) { Phrase::verbatim(text) } else { sentence(text) }
}

/// Ends a heading like a sentence, because screen readers would read on without a pause.
pub(super) fn sentence(text: impl Into<Phrase>) -> Phrase {
    say!("spoken-sentence", words = text.into())
}

impl Spoken {
    /// Announces what has changed between `before` and `now`.
    pub(super) fn of(before: Option<&Report>, now: &Report, catalogue: &Catalogue) -> Self {
        let news = news(before, now, catalogue);
        let said = before.map(|before| &before.spoken);
        let squares = |report: &Report| report.board.as_ref().map(BoardReport::squares_with_values);
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
    if before.heading != now.heading {
        return vec![now.heading.clone()];
    }
    if before.match_id != now.match_id {
        // The status says the rest.
        return vec![catalogue.words(&say!("spoken-another-match"))];
    }
    let mut news = Vec::new();
    if now.room_news_number != before.room_news_number {
        news.push(now.room_news.clone());
    }
    if now.spoken_time_number != before.spoken_time_number {
        news.push(now.spoken_time.clone());
    }
    if let Some((ply_before, ply)) = before.ply.zip(now.ply) {
        if ply > ply_before {
            news.extend(now.played.as_ref().map(|played| played.sentence.clone()));
        } else if ply < ply_before {
            // The number makes each text different, so that a second undo is spoken as well.
            news.push(catalogue.words(&say!("spoken-taken-back", number = ply + 1)));
        }
    }
    if let Some((player, seconds)) = now.low_time.as_ref().filter(|_| before.low_time.is_none()) {
        news.push(catalogue.words(&say!("spoken-little-time", player = player.as_str(), count = *seconds)));
    }
    if now.phase == Some(MatchPhase::Over) && before.phase != Some(MatchPhase::Over) {
        news.push(catalogue.words(&say!("spoken-final-count", counts = now.standing.as_str())));
    }
    news
}
