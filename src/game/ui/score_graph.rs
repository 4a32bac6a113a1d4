//! The graph of a match: by how much who leads, or the shares of all, from the beginning to the end.

use bevy::prelude::*;

use crate::rules::{Disc, Player};

/// The node shows this graph, all over it.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Node)]
pub struct ScoreGraph {
    /// What it shows.
    pub curve: Curve,
    /// The plies that are pointed out.
    pub marked: Vec<usize>,
    /// The ply that is looked at.
    pub chosen: usize,
}

/// What a graph shows at each ply, the start first; `None` where it is not known.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// By how much one of two leads.
    Leads {
        /// The discs of whoever leads where it goes up, and where it goes down.
        discs: [Disc; 2],
        /// From -1, which is the lower edge, to 1.
        leads: Vec<Option<f32>>,
    },
    /// How much of something each player has: bands above each other.
    Shares {
        /// Whose band is at the top, and below that, down to the bottom.
        discs: Vec<Disc>,
        /// How high the bands are.
        bands: Vec<Option<Bands>>,
    },
}

/// The bands of a ply.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bands {
    /// How high each is, the top one first: together 1. Those that there are not are 0.
    pub heights: [f32; Player::ALL.len()],
    /// Which of them the ply is about, if it is about any.
    pub chosen: Option<usize>,
}

impl Bands {
    /// Where each band ends, the top one first: 0 is the top, 1 the bottom.
    pub(crate) fn ends(&self) -> [f32; Player::ALL.len()] {
        let mut end = 0.0;
        self.heights.map(|height| {
            end += height;
            end
        })
    }

    /// The middle of the band that the ply is about.
    pub(crate) fn middle_of_chosen(&self) -> Option<f32> {
        self.chosen.map(|chosen| self.ends()[chosen] - 0.5 * self.heights[chosen])
    }
}

impl Curve {
    /// How many plies there are, the start included.
    fn plies(&self) -> usize {
        match self {
            Self::Leads { leads, .. } => leads.len(),
            Self::Shares { bands, .. } => bands.len(),
        }
    }
}

impl ScoreGraph {
    /// Most places along a graph: in longer matches, only on large boards with bombs, several plies share one.
    pub const MOST: usize = 192;
    /// How far the first and the last ply are from the edges of the node, and 1 from the upper one, in logical pixels
    /// of the interface.
    pub const INSET: f32 = 9.0;

    /// How many places there are along it.
    pub(crate) fn places(&self) -> usize {
        self.curve.plies().min(Self::MOST)
    }

    /// The place of a ply.
    pub(crate) fn place_of(&self, ply: usize) -> usize {
        scaled(ply, self.curve.plies(), self.places())
    }

    /// The ply that is shown at a place.
    pub(crate) fn ply_of(&self, place: usize) -> usize {
        scaled(place, self.places(), self.curve.plies())
    }

    /// The ply at a place, from 0 at the left edge of the node to 1 at its right one, of a node of this width.
    pub(crate) fn ply_at(&self, share: f32, width: f32) -> usize {
        let last = self.curve.plies().saturating_sub(1) as f32;
        let inside = (share * width - Self::INSET) / (width - 2.0 * Self::INSET).max(1.0);
        (inside * last).round().clamp(0.0, last) as usize
    }
}

/// One of so many steps, as the nearest one of another number of steps.
fn scaled(step: usize, of: usize, to: usize) -> usize {
    let last = of.saturating_sub(1).max(1);
    (step * to.saturating_sub(1) + last / 2) / last
}

/// The lead that reaches the edge of a graph: a round number no smaller than any of these leads.
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
    fn plies_share_places_where_there_are_more_than_places() {
        let short = graph(61);
        assert!(short.places() == 61 && (0..61).all(|ply| short.place_of(ply) == ply && short.ply_of(ply) == ply));
        let long = graph(2 * ScoreGraph::MOST);
        assert_eq!(long.places(), ScoreGraph::MOST);
        let last = 2 * ScoreGraph::MOST - 1;
        assert_eq!([long.place_of(0), long.place_of(last)], [0, ScoreGraph::MOST - 1]);
        assert_eq!([long.ply_of(0), long.ply_of(ScoreGraph::MOST - 1)], [0, last]);
        assert!((0..ScoreGraph::MOST).all(|place| long.place_of(long.ply_of(place)) == place));
        assert_eq!((graph(0).places(), graph(0).place_of(0), graph(1).ply_of(0)), (0, 0, 0));
    }

    #[test]
    fn bands_follow_each_other_down_to_the_bottom() {
        // Powers of two add up exactly.
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
    fn no_lead_goes_beyond_the_edge() {
        let scale = |leads: &[i32]| scale_of(leads.iter().copied());
        assert_eq!([scale(&[]), scale(&[3, -9]), scale(&[16]), scale(&[-17]), scale(&[64])], [8, 12, 16, 24, 64]);
    }
}
