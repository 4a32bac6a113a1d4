//! Hints in words.

use irogaeshi::cpu::Score;
use irogaeshi::rules::Square;

/// A hint in words, such as `Hint: f5, final lead +2`.
pub(crate) fn hint_in_words(square: Square, score: Option<Score>) -> String {
    format!("Hint: {square}{}", score.map(in_words).unwrap_or_default())
}

/// A value in words, to be appended to a move.
fn in_words(score: Score) -> String {
    match score {
        Score::Wins(share) => format!(", {:.0} % of the win", share * 100.0),
        Score::Discs(share) => format!(", {:.0} % of the squares", share * 100.0),
        Score::Lead(lead) => format!(", final lead {lead:+}"),
        Score::Points(_) => String::new(),
    }
}
