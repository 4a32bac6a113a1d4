//! Multi-ProbCut (Buro, 1997).
use super::evaluation::Node;
use super::machine::Machine;
use super::search::Search;

impl<M: Machine> Search<'_, M> {
    pub(super) fn probable_cutoff(&mut self, _node: &Node, _depth: u32, _empties: u32, _alpha: i32) -> Option<i32> {
        None
    }
}
