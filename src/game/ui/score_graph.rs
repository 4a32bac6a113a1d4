//! Score graph: the lead of two players, or every player's share, move by move.

use bevy::prelude::*;

use crate::rules::{Disc, Player};

/// Draws this graph over the whole node.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Node)]
pub struct ScoreGraph {
    pub curve: Curve,
    /// Highlighted plies.
    pub marked: Vec<usize>,
    /// The shown ply.
    pub chosen: usize,
}

/// Values at each ply, from the start position; `None` if unknown.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// The lead of one of two players.
    Leads {
        /// Discs of the player who leads above the middle, and of the one who leads below it.
        discs: [Disc; 2],
        /// -1 at the lower edge to 1 at the upper.
        leads: Vec<Option<f32>>,
    },
    /// Shares of all players, as stacked bands.
    Shares {
        /// Discs of the bands, topmost first.
        discs: Vec<Disc>,
        bands: Vec<Option<Bands>>,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bands {
    /// Heights of the bands, topmost first; they add up to 1. Unused ones are 0.
    pub heights: [f32; Player::ALL.len()],
    /// The band to highlight.
    pub chosen: Option<usize>,
}

impl Bands {
    /// Lower end of each band, topmost first, from 0 at the top to 1 at the bottom.
    pub(crate) fn ends(&self) -> [f32; Player::ALL.len()] {
        let mut end = 0.0;
        self.heights.map(|height| {
            end += height;
            end
        })
    }

    /// Centre of the highlighted band.
    pub(crate) fn middle_of_chosen(&self) -> Option<f32> {
        self.chosen.map(|chosen| self.ends()[chosen] - 0.5 * self.heights[chosen])
    }
}

impl Curve {
    /// Number of plies, including the start position.
    fn plies(&self) -> usize {
        match self {
            Self::Leads { leads, .. } => leads.len(),
            Self::Shares { bands, .. } => bands.len(),
        }
    }
}

impl ScoreGraph {
    /// Maximum number of places along a graph. Longer matches, only possible on large boards with bombs, have several
    /// plies in one place.
    pub const MAX_PLACES: usize = 192;
    /// Inset of the first and last ply, and of the value 1, from the edges of the node, in logical pixels of the
    /// interface.
    pub const INSET: f32 = 9.0;

    /// Number of places along the graph.
    pub(crate) fn places(&self) -> usize {
        self.curve.plies().min(Self::MAX_PLACES)
    }

    pub(crate) fn place_of(&self, ply: usize) -> usize {
        scaled(ply, self.curve.plies(), self.places())
    }

    pub(crate) fn ply_of(&self, place: usize) -> usize {
        scaled(place, self.places(), self.curve.plies())
    }

    /// The ply at a point between the left edge (0) and the right edge (1) of a node of this width.
    pub(crate) fn ply_at(&self, share: f32, width: f32) -> usize {
        let last = self.curve.plies().saturating_sub(1) as f32;
        let inside = (share * width - Self::INSET) / (width - 2.0 * Self::INSET).max(1.0);
        (inside * last).round().clamp(0.0, last) as usize
    }
}

/// Maps a step of a range of `of` steps to the nearest one of a range of `to` steps.
fn scaled(step: usize, of: usize, to: usize) -> usize {
    let last = of.saturating_sub(1).max(1);
    (step * to.saturating_sub(1) + last / 2) / last
}

/// Lead at the edge of a graph: a round number not smaller than any of these leads.
pub(crate) fn scale_of(leads: impl Iterator<Item = i32>) -> i32 {
    const SCALES: [i32; 7] = [8, 12, 16, 24, 32, 48, 64];
    let largest = leads.map(i32::abs).max().unwrap_or(0);
    SCALES.into_iter().find(|scale| *scale >= largest).unwrap_or(SCALES[6])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(plies: usize) -> ScoreGraph {
        let curve = Curve::Leads { discs: [Disc::Black, Disc::White], leads: vec![None; plies] };
        ScoreGraph { curve, marked: Vec::new(), chosen: 0 }
    }

    #[test]
    fn plies_share_places_if_they_outnumber_them() {
        let short = graph(61);
        assert!(short.places() == 61 && (0..61).all(|ply| short.place_of(ply) == ply && short.ply_of(ply) == ply));
        let long = graph(2 * ScoreGraph::MAX_PLACES);
        assert_eq!(long.places(), ScoreGraph::MAX_PLACES);
        let last = 2 * ScoreGraph::MAX_PLACES - 1;
        assert_eq!([long.place_of(0), long.place_of(last)], [0, ScoreGraph::MAX_PLACES - 1]);
        assert_eq!([long.ply_of(0), long.ply_of(ScoreGraph::MAX_PLACES - 1)], [0, last]);
        assert!((0..ScoreGraph::MAX_PLACES).all(|place| long.place_of(long.ply_of(place)) == place));
        assert_eq!((graph(0).places(), graph(0).place_of(0), graph(1).ply_of(0)), (0, 0, 0));
    }

    #[test]
    fn bands_follow_each_other_down_to_the_bottom() {
        // Powers of two, so that the sums are exact.
        let bands = Bands { heights: [0.5, 0.25, 0.25, 0.0, 0.0], chosen: Some(1) };
        assert_eq!(bands.ends().map(|end| (end * 100.0) as u32), [50, 75, 100, 100, 100]);
        assert_eq!(bands.middle_of_chosen().map(|middle| (middle * 1000.0) as u32), Some(625));
    }

    #[test]
    fn the_ply_at_a_place_is_the_nearest_one() {
        let graph = graph(11);
        let width = 100.0 + 2.0 * ScoreGraph::INSET;
        let ply = |x: f32| graph.ply_at((ScoreGraph::INSET + x) / width, width);
        assert_eq!([-9.0, 0.0, 4.0, 6.0, 50.0, 96.0, 109.0].map(ply), [0, 0, 0, 1, 5, 10, 10]);
    }

    #[test]
    fn leads_are_clamped_to_the_edge() {
        let scale = |leads: &[i32]| scale_of(leads.iter().copied());
        assert_eq!([scale(&[]), scale(&[3, -9]), scale(&[16]), scale(&[-17]), scale(&[64])], [8, 12, 16, 24, 64]);
    }
}
