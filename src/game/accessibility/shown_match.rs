//! Describes the match: the last turn, disc counts, clocks and coming turns.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::accessibility::report::{ComingReport, PlayedReport};
use crate::game::accessibility::speech::standing;
use crate::game::analysis::advice::Advice;
use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::screen::Screen;
use crate::game::play::coming_turns::coming_turns;
use crate::game::play::match_clock::ShownTime;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::LowTime;
use crate::game::text::clock_face::ClockFace;
use crate::game::text::{Catalogue, say};
use crate::rules::{Disc, Player, Square};

/// The match on the screen.
#[derive(SystemParam)]
pub(super) struct ShownMatch<'w> {
    screen: Res<'w, State<Screen>>,
    game: Option<Res<'w, Match>>,
    phase: Res<'w, MatchPhase>,
    low: Res<'w, LowTime>,
    advice: Res<'w, Advice>,
}

impl ShownMatch<'_> {
    pub(super) fn game(&self) -> Option<&Match> {
        self.game.as_deref().filter(|_| *self.screen.get() == Screen::Match)
    }

    pub(super) fn phase(&self) -> Option<MatchPhase> {
        self.game().map(|_| *self.phase)
    }

    /// Disc counts and times in words.
    pub(super) fn standing(&self, counts: &[(Player, u16)], catalogue: &Catalogue) -> String {
        let Some(game) = self.game() else { return String::new() };
        catalogue.words(&standing(counts.iter().map(|(player, count)| {
            let time = time_left(game, *player).map(|ShownTime { left_ms, is_period }| {
                ClockFace { left_ms: left_ms / 1000 * 1000, has_tenths: false, is_period }.into()
            });
            (game.called(*player), *count, time)
        })))
    }

    /// Words of the hint or analysis, while it is shown.
    pub(super) fn advice(&self, catalogue: &Catalogue) -> Option<String> {
        let game = self.game().filter(|_| self.advice.kind().is_some())?;
        Some(catalogue.words(&self.advice.sentences(game)))
    }

    /// Whole seconds that each player had left when the turn began, if the match has a clock.
    pub(super) fn clocks(&self) -> BTreeMap<&'static str, u64> {
        self.game().map_or_else(BTreeMap::new, |game| {
            let everybody = game.record.variant().everybody().into_iter();
            everybody.filter_map(|player| Some((player.key(), time_left(game, player)?.left_ms / 1000))).collect()
        })
    }

    /// The player whose time is short, and the number of seconds that counts as short.
    pub(super) fn low_time(&self, catalogue: &Catalogue) -> Option<(String, u64)> {
        let game = self.game()?;
        let (player, control) = self.low.0.zip(game.clock.control())?;
        Some((catalogue.words(&game.called(player)), LowTime::limit_ms(control).div_ceil(1000)))
    }

    pub(super) fn coming(&self) -> Vec<ComingReport> {
        self.game().map_or_else(Vec::new, |game| {
            coming_turns(game.record.position())
                .map(|turn| ComingReport { move_number: turn.move_number, player: turn.player, cut_in: turn.is_cut_in })
                .collect()
        })
    }
}

/// Time left when the turn began. The current time would change the report every second.
fn time_left(game: &Match, player: Player) -> Option<ShownTime> {
    game.shown_time(player, None).filter(|_| game.ending().is_none())
}

impl PlayedReport {
    pub(super) fn of(game: &Match, catalogue: &Catalogue) -> Option<Self> {
        let turn = game.record.last_turn()?;
        let (player, square) = (turn.player, turn.square());
        let board = game.record.position().board();
        let has_turned = |square: &Square| board.disc(*square).and_then(Disc::player) == Some(player);
        let turned = u32::try_from(turn.captured().filter(has_turned).count()).unwrap_or(u32::MAX);
        let cut_in = game.record.variant().cut_in_at(turn.move_number) == Some(player);
        let (exploded, vanished) = (turn.explodes(), turn.vanished());
        let name = game.called(player);
        let sentence = match (square, cut_in, exploded) {
            (None, _, _) => say!("told-passed", player = name),
            (Some(square), false, false) => say!("told-played", player = name, square = square, count = turned),
            (Some(square), true, false) => say!("told-cut-in", player = name, square = square, count = turned),
            (Some(square), false, true) => say!("told-exploded", player = name, square = square, count = vanished),
            (Some(square), true, true) => {
                say!("told-cut-in-exploded", player = name, square = square, count = vanished)
            }
        };
        let sentence = catalogue.words(&sentence);
        Some(Self { player, square, turned, exploded, cut_in, passes: turn.passes.clone(), sentence })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ByPlayer, Variant};

    fn sentence(variant: &str, moves: &str) -> String {
        let mut game = Match::new(variant.parse::<Variant>().expect("a variant"), ByPlayer::default(), 1);
        game.record.play_moves(moves).expect("moves");
        PlayedReport::of(&game, &Catalogue::default()).expect("a turn").sentence
    }

    #[test]
    fn a_turn_is_described_by_player_square_and_number_of_discs() {
        let classic = Variant::classic(8).expect("a side").to_string();
        assert_eq!(sentence(&classic, "f5"), "Black played f5 and turned 1 disc.");
        assert_eq!(sentence(&classic, "f5 f6 e6 f4"), "White played f4 and turned 2 discs.");
    }

    #[test]
    fn a_free_pass_is_described() {
        let board = "name: x\nplayers: black white\npasses: free\nboard:\n.WB\n.BW\n";
        assert_eq!(sentence(board, "pass"), "Black passed.");
    }

    #[test]
    fn nothing_was_played_before_the_first_move() {
        let variant = Variant::classic(8).expect("a side");
        assert_eq!(PlayedReport::of(&Match::new(variant, ByPlayer::default(), 1), &Catalogue::default()), None);
    }

    #[test]
    fn a_cut_in_is_described_as_one() {
        let board = "name: x\nplayers: black white\ncut-ins: 2 cyan\nboard:\n.WB.WG\n";
        let text = sentence(board, "a1 d1");
        assert!(text.starts_with("Cyan cut in on d1"), "{text}");
    }
}
