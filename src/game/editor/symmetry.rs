//! Symmetric painting: the places that are painted together, and the disc that each gets.

use crate::rules::{Cell, Disc, Square, SquareSet};

use crate::game::editor::draft::Draft;
use crate::game::editor::grid::Grid;
use crate::game::editor::paint::Paint;
use crate::game::text::{Phrase, say};

/// The symmetry that painting keeps up. Symmetric boards are fair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    #[default]
    None,
    /// Left and right mirror each other.
    Sides,
    /// Top and bottom mirror each other.
    Ends,
    /// Both mirrors.
    Both,
    /// Rotation by 180°.
    HalfTurn,
    /// Rotation by 90°.
    QuarterTurns,
    /// Rotation by 90° and mirrors.
    All,
}

/// An image of the painted place: its offset from the middle in half places, and its number of steps from the painted
/// place, which chooses the player of its disc.
type Image = ((i16, i16), usize);

impl Symmetry {
    pub const ALL: [Self; 7] =
        [Self::None, Self::Sides, Self::Ends, Self::Both, Self::HalfTurn, Self::QuarterTurns, Self::All];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::None => say!("symmetry-none"),
            Self::Sides => say!("symmetry-sides"),
            Self::Ends => say!("symmetry-ends"),
            Self::Both => say!("symmetry-both"),
            Self::HalfTurn => say!("symmetry-half-turn"),
            Self::QuarterTurns => say!("symmetry-quarter-turns"),
            Self::All => say!("symmetry-all"),
        }
    }

    /// A short symbol, for where space is short.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::None => "1",
            Self::Sides => "↔",
            Self::Ends => "↕",
            Self::Both => "↔↕",
            Self::HalfTurn => "½ ↻",
            Self::QuarterTurns => "¼ ↻",
            Self::All => "★",
        }
    }

    fn images(self, (x, y): (i16, i16)) -> Vec<Image> {
        let turns = [((x, y), 0), ((-y, x), 1), ((-x, -y), 2), ((y, -x), 3)];
        match self {
            Self::None => turns[..1].to_vec(),
            Self::Sides => vec![((x, y), 0), ((-x, y), 1)],
            Self::Ends => vec![((x, y), 0), ((x, -y), 1)],
            Self::Both => vec![((x, y), 0), ((-x, y), 1), ((-x, -y), 2), ((x, -y), 3)],
            Self::HalfTurn => vec![((x, y), 0), ((-x, -y), 1)],
            Self::QuarterTurns => turns.to_vec(),
            Self::All => {
                turns.into_iter().flat_map(|((x, y), steps)| [((x, y), steps), ((-x, y), steps + 1)]).collect()
            }
        }
    }

    /// The places that are painted together, the given one first, each once, with their steps.
    #[must_use]
    pub fn places(self, place: Square, grid: &Grid) -> Vec<(Square, usize)> {
        let (across, down) = (i16::from(grid.columns()) - 1, i16::from(grid.rows()) - 1);
        let from_middle = (i16::from(place.column()) * 2 - across, i16::from(place.row()) * 2 - down);
        let mut places: Vec<(Square, usize)> = Vec::new();
        for ((x, y), steps) in self.images(from_middle) {
            // An image between two places is left out: a board of 8 x 7 has no rotation by 90°.
            let (column, row) = (x + across, y + down);
            if column % 2 != 0 || row % 2 != 0 {
                continue;
            }
            if let (Ok(column), Ok(row)) = (u8::try_from(column / 2), u8::try_from(row / 2))
                && let Some(image) = Square::new(column, row).filter(|image| grid.has(*image))
                && places.iter().all(|(met, _)| *met != image)
            {
                places.push((image, steps));
            }
        }
        places
    }
}

/// Settings of the brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brush {
    pub paint: Paint,
    pub symmetry: Symmetry,
    /// Set if each symmetric place gets a disc of the next player in turn order.
    pub changes_players: bool,
    /// Set if the whole area of equal cells around each place is painted.
    pub fills: bool,
}

impl Default for Brush {
    fn default() -> Self {
        let paint = Paint::Cell(Cell::Occupied(Disc::Black));
        Self { paint, symmetry: Symmetry::default(), changes_players: false, fills: false }
    }
}

impl Brush {
    /// The places to paint when a place is painted, with their paints, that place first.
    #[must_use]
    pub fn painted_places(self, place: Square, draft: &Draft) -> Vec<(Square, Paint)> {
        let mut met = SquareSet::EMPTY;
        let mut painted = Vec::new();
        for (image, steps) in self.symmetry.places(place, draft.grid()) {
            let paint = self.paint_after(steps, draft);
            let places = if self.fills { draft.area(image, paint) } else { vec![image] };
            // Several images may lie in one area, which gets the paint of the first.
            for place in places.into_iter().filter(|place| !met.contains(*place)).collect::<Vec<_>>() {
                met.insert(place);
                painted.push((place, paint));
            }
        }
        painted
    }

    fn paint_after(self, steps: usize, draft: &Draft) -> Paint {
        let players = draft.players();
        let Paint::Cell(Cell::Occupied(disc)) = self.paint else { return self.paint };
        let turn = players.iter().position(|player| player.disc() == disc).filter(|_| self.changes_players);
        turn.map_or(self.paint, |turn| Paint::Cell(Cell::Occupied(players[(turn + steps) % players.len()].disc())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(symmetry: Symmetry, place: &str, columns: u8, rows: u8) -> String {
        let grid = Grid::filled(columns, rows, Cell::Empty);
        let places = symmetry.places(place.parse().unwrap(), &grid);
        places.iter().map(|(place, _)| place.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn places_are_painted_together() {
        assert_eq!(names(Symmetry::None, "b3", 8, 8), "b3");
        assert_eq!(names(Symmetry::Sides, "b3", 8, 8), "b3 g3");
        assert_eq!(names(Symmetry::Ends, "b3", 8, 8), "b3 b6");
        assert_eq!(names(Symmetry::Both, "b3", 8, 8), "b3 g3 g6 b6");
        assert_eq!(names(Symmetry::HalfTurn, "b3", 8, 6), "b3 g4");
        assert_eq!(names(Symmetry::QuarterTurns, "b3", 8, 8), "b3 f2 g6 c7");
        assert_eq!(names(Symmetry::All, "b3", 8, 8), "b3 g3 f2 c2 g6 b6 c7 f7");
    }

    #[test]
    fn a_place_that_is_its_own_image_is_painted_once() {
        assert_eq!(names(Symmetry::Both, "c3", 5, 5), "c3");
        assert_eq!(names(Symmetry::Sides, "c1", 5, 5), "c1");
    }

    #[test]
    fn quarter_turns_need_room_and_a_middle() {
        assert_eq!(names(Symmetry::QuarterTurns, "a1", 8, 6), "a1 h6");
        assert_eq!(names(Symmetry::QuarterTurns, "c3", 8, 6), "c3 e2 f4 d5");
        assert_eq!(names(Symmetry::QuarterTurns, "c3", 8, 7), "c3 f5");
    }

    #[test]
    fn the_start_of_reversi_is_one_touch_of_a_brush_that_changes_players() {
        for symmetry in [Symmetry::Both, Symmetry::QuarterTurns, Symmetry::All] {
            let mut draft = Draft::default();
            let paint = Paint::Cell(Cell::Occupied(Disc::White));
            for (place, paint) in (Brush { paint, symmetry, changes_players: true, fills: false })
                .painted_places("d4".parse().unwrap(), &draft)
            {
                draft.paint(place, paint);
            }
            let rows: Vec<String> = draft.grid().row_texts().collect();
            assert_eq!(rows[2..6], ["........", "...WB...", "...BW...", "........"], "{symmetry:?}");
        }
    }
}
