//! What was drawn, step by step, so that every step can be taken back.

use std::mem::{discriminant, replace};

use crate::game::editor::draft::{Draft, Edit};
use crate::rules::{Cell, Square};

/// A draft with its past and with what was taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    now: Draft,
    past: Vec<Draft>,
    future: Vec<Draft>,
    /// The draft before the stroke that is being painted.
    before_stroke: Option<Draft>,
    /// The last edit, while it can grow: letters that are typed one after the other are taken back together.
    growing: Option<Edit>,
}

impl History {
    /// A draft without a past.
    #[must_use]
    pub fn new(draft: Draft) -> Self {
        Self { now: draft, ..Self::default() }
    }

    /// The draft as it is now.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.now
    }

    /// Makes a change.
    pub fn edit(&mut self, edit: Edit) {
        self.end_stroke();
        let is_text = matches!(edit, Edit::Name(_) | Edit::About(_));
        let grows = self.growing.as_ref().is_some_and(|last| discriminant(last) == discriminant(&edit));
        let mut next = self.now.clone();
        next.apply(edit.clone());
        if next == self.now {
            return;
        }
        let before = replace(&mut self.now, next);
        if !grows {
            self.past.push(before);
        }
        self.future.clear();
        self.growing = Some(edit).filter(|_| is_text);
    }

    /// Begins to paint: until [`History::end_stroke`], everything painted is one step.
    pub fn begin_stroke(&mut self) {
        self.end_stroke();
        self.before_stroke = Some(self.now.clone());
    }

    /// Paints places as part of a stroke; without one, nothing is painted.
    pub fn paint(&mut self, dabs: impl IntoIterator<Item = (Square, Cell)>) {
        if self.before_stroke.is_some() {
            dabs.into_iter().for_each(|(place, cell)| self.now.paint(place, cell));
        }
    }

    /// Ends painting.
    pub fn end_stroke(&mut self) {
        if let Some(before) = self.before_stroke.take().filter(|before| *before != self.now) {
            self.past.push(before);
            self.future.clear();
            self.growing = None;
        }
    }

    /// Takes back what the stroke that is being painted has painted, as if it had never begun.
    pub fn cancel_stroke(&mut self) {
        if let Some(before) = self.before_stroke.take() {
            self.now = before;
        }
    }

    /// Whether something is being painted.
    #[must_use]
    pub const fn is_painting(&self) -> bool {
        self.before_stroke.is_some()
    }

    /// Takes back the last step; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        self.end_stroke();
        self.growing = None;
        let Some(before) = self.past.pop() else { return false };
        self.future.push(replace(&mut self.now, before));
        true
    }

    /// Takes the last step again that was taken back; `false` when there is none.
    pub fn redo(&mut self) -> bool {
        self.end_stroke();
        self.growing = None;
        let Some(after) = self.future.pop() else { return false };
        self.past.push(replace(&mut self.now, after));
        true
    }

    /// Whether there is a step to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty() || self.before_stroke.as_ref().is_some_and(|before| *before != self.now)
    }

    /// Whether there is a step to take again.
    #[must_use]
    pub const fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Says under which name the draft is among the player's own boards. This is no step: it cannot be taken back.
    pub(in crate::game) fn set_file(&mut self, file: Option<String>) {
        self.now.set_file(file);
    }

    /// The same of every draft that has a certain name there, at every step: one that is taken back must not be saved
    /// in place of what has the former name now.
    pub(in crate::game) fn rename_file(&mut self, from: &str, to: Option<&str>) {
        let steps = self.past.iter_mut().chain(&mut self.future).chain(&mut self.before_stroke);
        for draft in steps.chain([&mut self.now]).filter(|draft| draft.file() == Some(from)) {
            draft.set_file(to.map(str::to_owned));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_that_is_taken_back_has_the_name_that_its_board_has_now() {
        let mut history = History::default();
        history.set_file(Some("Cross".to_owned()));
        history.edit(Edit::About("one".to_owned()));
        history.edit(Edit::Name("Other".to_owned()));
        history.undo();
        history.rename_file("Cross", Some("Cross 2"));
        for step in [History::undo, History::redo, History::redo] {
            assert!(step(&mut history));
            assert_eq!(history.draft().file(), Some("Cross 2"));
        }
    }
}
