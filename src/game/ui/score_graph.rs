//! The graph of a match: by how much who leads, from the beginning to the end.

use bevy::prelude::*;

use crate::rules::Disc;

/// The node shows this graph, all over it.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Node)]
pub struct ScoreGraph {
    /// The lead at each ply, the start first: from -1, which is the lower edge, to 1; `None` where it is not known.
    pub leads: Vec<Option<f32>>,
    /// The plies that are pointed out.
    pub marked: Vec<usize>,
    /// The ply that is looked at.
    pub chosen: usize,
    /// The discs of whoever leads where it goes up, and where it goes down.
    pub discs: [Disc; 2],
}

impl ScoreGraph {
    /// Most plies that are shown: more than there are on a board of 8 x 8, whose start has four discs or two.
    pub const MOST: usize = 64;
    /// How far the first and the last ply are from the edges of the node, and 1 from the upper one, in logical pixels
    /// of the interface.
    pub const INSET: f32 = 9.0;

    /// The ply at a place, from 0 at the left edge of the node to 1 at its right one, of a node of this width.
    pub(crate) fn ply_at(&self, share: f32, width: f32) -> usize {
        let last = self.leads.len().saturating_sub(1) as f32;
        let inside = (share * width - Self::INSET) / (width - 2.0 * Self::INSET).max(1.0);
        (inside * last).round().clamp(0.0, last) as usize
    }
}

/// The lead that reaches the edge of a graph: a round number no smaller than any of these leads.
pub(crate) fn scale_of(leads: &[Option<i32>]) -> i32 {
    const SCALES: [i32; 7] = [8, 12, 16, 24, 32, 48, 64];
    let largest = leads.iter().flatten().map(|lead| lead.abs()).max().unwrap_or(0);
    SCALES.into_iter().find(|scale| *scale >= largest).unwrap_or(SCALES[6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ply_at_a_place_is_the_nearest_one() {
        let graph =
            ScoreGraph { leads: vec![None; 11], marked: Vec::new(), chosen: 0, discs: [Disc::Black, Disc::White] };
        let width = 100.0 + 2.0 * ScoreGraph::INSET;
        let ply = |x: f32| graph.ply_at((ScoreGraph::INSET + x) / width, width);
        assert_eq!([-9.0, 0.0, 4.0, 6.0, 50.0, 96.0, 109.0].map(ply), [0, 0, 0, 1, 5, 10, 10]);
    }

    #[test]
    fn no_lead_goes_beyond_the_edge() {
        let scale = |leads: &[i32]| scale_of(&leads.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!([scale(&[]), scale(&[3, -9]), scale(&[16]), scale(&[-17]), scale(&[64])], [8, 12, 16, 24, 64]);
        assert_eq!(scale_of(&[None, Some(-40), None]), 48);
    }
}
