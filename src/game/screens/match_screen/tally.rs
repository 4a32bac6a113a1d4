//! Count at the end of a match: every player's discs slide into a row.

use bevy::prelude::*;

use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::settings::{Pace, Settings};
use crate::game::text::say;
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::shortened_text::shortened_text;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::rules::{ForfeitReason, Rank};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Counting>().add_systems(OnEnter(Screen::Match), |mut counting: ResMut<Counting>| {
        *counting = Counting::default();
    });
    app.add_systems(Update, sweep.in_set(GameSystems::Look).run_if(in_state(Screen::Match)));
}

/// Progress of the count.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(super) struct Counting {
    /// Set while the match runs; a match that was already over when it was opened is not counted.
    was_going_on: bool,
    /// Time since the count began, in seconds.
    seconds: f32,
}

impl Default for Counting {
    fn default() -> Self {
        Self { was_going_on: false, seconds: SECONDS }
    }
}

impl Counting {
    /// Follows the match. Returns true in the frame in which it ends.
    pub(super) fn follow(&mut self, phase: MatchPhase, is_still: bool) -> bool {
        if phase != MatchPhase::Over {
            self.was_going_on = true;
            return false;
        }
        let is_new = std::mem::take(&mut self.was_going_on);
        if is_new {
            self.seconds = if is_still { SECONDS } else { 0.0 };
        }
        is_new
    }

    pub(super) fn is_done(self) -> bool {
        self.seconds >= SECONDS
    }
}

/// A disc in a row: its position there, 0 to 1, which is also when it starts to move, as a share of the whole motion.
#[derive(Component)]
pub(super) struct SweptDisc(f32);

#[derive(Component)]
pub(super) struct CountedDiscs {
    discs: u16,
    /// Number of discs in the longest row.
    most: u16,
}

/// Duration of the whole count, in seconds.
const SECONDS: f32 = 1.4;
/// Duration of one disc's motion, as a share of the whole.
const SLIDE: f32 = 0.3;
const DISC: f32 = 16.0;
/// Width of the name, and of the number, in logical pixels.
const NAME: f32 = 92.0;
const NUMBER: f32 = 30.0;
/// Minimum and maximum number of places in a row. Without the minimum, few discs would lie further apart than many;
/// beyond the maximum, on large boards, one disc represents several.
const MIN_PLACES: u16 = 40;
const MAX_PLACES: u16 = 64;

/// Spawns the rows, with the winner's first.
pub(super) fn spawn_rows(place: &mut ChildSpawnerCommands, game: &Match) {
    let ranking = game.ranks().unwrap_or_default();
    let most = ranking.iter().map(|rank| rank.discs).max().unwrap_or_default();
    let stride = most.div_ceil(MAX_PLACES).max(1);
    let room = f32::from(most.div_ceil(stride).max(MIN_PLACES));
    for Rank { player, discs, .. } in ranking {
        place.spawn((Pickable::IGNORE, Node::row(8).centred())).with_children(|row| {
            let name = Node::default().width(px(NAME)).fixed().clip();
            let words = shortened_text(game.addressed(player), TextStyle::Body, theme::TEXT);
            row.spawn((Pickable::IGNORE, name, children![words]));
            // The strip ends one disc before the end of the row, because discs are placed by their left edge.
            let strip = Node::default().centred().height(px(DISC + 2.0)).grow().margin(px(DISC).right());
            row.spawn((Pickable::IGNORE, strip)).with_children(|strip| {
                for number in 0..discs.div_ceil(stride) {
                    strip.spawn((disc_icon(player.disc(), DISC), SweptDisc(f32::from(number) / room)));
                }
            });
            let lost = game.forfeits.iter().find(|forfeit| forfeit.player == player);
            if let Some(forfeit) = lost {
                let why = match forfeit.reason {
                    ForfeitReason::Resigned => say!("result-resigned"),
                    ForfeitReason::OutOfTime => say!("result-out-of-time"),
                };
                row.spawn((worded(why, TextStyle::Small, theme::QUIET_TEXT), TextLayout::no_wrap()));
            }
            let number = Node::default().justify(JustifyContent::FlexEnd).min_width(px(NUMBER));
            let count = (text(discs.to_string(), TextStyle::Strong, theme::TEXT), CountedDiscs { discs, most });
            row.spawn((Pickable::IGNORE, number, children![count]));
        });
    }
}

/// Position of a disc on its way, from 0 at the right end to 1 at its place; `None` before it starts.
fn travelled(starts_at: f32, share: f32) -> Option<f32> {
    let along = (share - starts_at * (1.0 - SLIDE)) / SLIDE;
    (along >= 0.0).then(|| {
        let left = 1.0 - along.min(1.0);
        1.0 - left * left
    })
}

/// The number shown during the count; all rows count at the same speed.
fn counted(discs: u16, most: u16, share: f32) -> u16 {
    ((f32::from(most) * share).round() as u16).min(discs)
}

/// Moves the discs and updates the numbers.
fn sweep(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut counting: ResMut<Counting>,
    mut discs: Query<(&SweptDisc, &mut Node, &mut Visibility)>,
    mut numbers: Query<(&CountedDiscs, &mut Text)>,
    added: Query<(), Added<SweptDisc>>,
    mut frames: ResMut<Frames>,
) {
    let is_done = counting.is_done();
    if is_done && added.is_empty() {
        return;
    }
    if !is_done && !numbers.is_empty() {
        // Capped, because the game may have slept before this frame.
        counting.seconds += time.delta_secs().min(0.05);
        if settings.pace() == Pace::Still {
            counting.seconds = SECONDS;
        }
        frames.keep_drawing();
    }
    let share = (counting.seconds / SECONDS).min(1.0);
    for (disc, mut node, mut visibility) in &mut discs {
        let travelled = travelled(disc.0, share);
        node.position_type = PositionType::Absolute;
        node.left = percent(100.0 - (1.0 - disc.0) * 100.0 * travelled.unwrap_or_default());
        visibility.set_if_neq(if travelled.is_some() { Visibility::Inherited } else { Visibility::Hidden });
    }
    for (count, mut text) in &mut numbers {
        let number = counted(count.discs, count.most, share).to_string();
        if text.0 != number {
            text.0 = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_disc_ends_in_its_place_and_every_row_at_its_number() {
        for place in [0.0, 0.5, 0.98] {
            assert_eq!(travelled(place, 1.0), Some(1.0));
        }
        assert_eq!(travelled(0.5, 0.0), None);
        assert_eq!((counted(10, 54, 1.0), counted(54, 54, 1.0), counted(0, 54, 1.0)), (10, 54, 0));
    }

    #[test]
    fn rows_are_counted_at_the_same_speed_until_the_shorter_one_ends() {
        assert_eq!((counted(10, 40, 0.1), counted(40, 40, 0.1)), (4, 4));
        assert_eq!((counted(10, 40, 0.5), counted(40, 40, 0.5)), (10, 20));
    }

    #[test]
    fn discs_are_counted_only_after_watching_the_end_of_the_match() {
        let mut counting = Counting::default();
        assert!(!counting.follow(MatchPhase::Over, false) && counting.is_done());
        counting.follow(MatchPhase::Flipping, false);
        assert!(counting.follow(MatchPhase::Over, false) && !counting.is_done());
        assert!(!counting.follow(MatchPhase::Over, false));
        counting.follow(MatchPhase::Waiting, false);
        assert!(counting.follow(MatchPhase::Over, true) && counting.is_done());
    }
}
