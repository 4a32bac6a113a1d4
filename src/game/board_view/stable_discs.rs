//! Stable discs, which nobody can ever turn. They are found on boards for two players of up to 8 × 8.

use bevy::prelude::*;

use crate::cpu::classic::{bitboards_for_any_goal, square_of};
use crate::game::board_view::shown_record::{ShownRecord, shown_has_changed};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::settings::{Marking, Settings};
use crate::rules::{Position, SquareSet};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StableDiscs>().add_systems(
        Update,
        find_stable_discs
            .in_set(GameSystems::Look)
            .run_if(shown_has_changed.or_else(resource_changed::<Settings>).or_else(state_changed::<Screen>)),
    );
}

/// Squares of stable discs. The set may be incomplete, and is empty while they are not shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StableDiscs(pub SquareSet);

fn find_stable_discs(shown: ShownRecord, settings: Res<Settings>, mut stable: ResMut<StableDiscs>) {
    let record = shown.record().filter(|_| settings.marks.has(Marking::StableDiscs));
    let found = record.map_or(SquareSet::EMPTY, |record| stable_discs(record.position()));
    stable.set_if_neq(StableDiscs(found));
}

fn stable_discs(position: &Position) -> SquareSet {
    let Some((discs, shape)) = bitboards_for_any_goal(position) else { return SquareSet::EMPTY };
    let stable = discs.stable(shape) | discs.passed().stable(shape);
    (0..64).filter(|bit| stable >> bit & 1 == 1).map(square_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Record, Square, Variant};

    fn stable_on(rows: &str) -> Vec<String> {
        let board = rows.replace('/', "\n");
        let variant: Variant = format!("name: x\nplayers: black white\nboard:\n{board}\n").parse().unwrap();
        stable_discs(&Position::start(variant)).iter().map(|square| square.to_string()).collect()
    }

    #[test]
    fn a_corner_and_the_discs_supported_by_it_are_stable() {
        assert_eq!(stable_on("BBW...../......../......../...WB.../...BW.../......../......../......../"), ["a1", "b1"]);
        assert_eq!(stable_on("......../......../......../...WB.../...BW.../......../......../......../"), [""; 0]);
    }

    #[test]
    fn discs_marked_as_stable_never_turn_again() {
        for (seed, key) in ["classic-8", "classic-8", "classic-6"].into_iter().enumerate() {
            let mut record = Record::new(Variant::built_in(key).unwrap());
            let mut dice = seed;
            let mut marked = Vec::<(Square, _)>::new();
            while let Some(player) = record.position().to_move() {
                let board = record.position().board();
                marked.extend(stable_discs(record.position()).iter().map(|square| (square, board.disc(square))));
                let legal: Vec<Square> = record.position().legal_squares().iter().collect();
                dice = dice * 31 % 1009 + 7;
                record.play(player, legal[dice % legal.len()]).unwrap();
                for (square, disc) in &marked {
                    assert_eq!(record.position().board().disc(*square), *disc, "{square} turned");
                }
            }
            assert!(marked.len() > 20, "{key} ends with stable discs");
        }
    }

    #[test]
    fn boards_unknown_to_the_engine_have_no_stable_discs() {
        assert_eq!(stable_discs(&Position::start(Variant::built_in("five").unwrap())), SquareSet::EMPTY);
    }
}
