//! Undo and redo for the draft.

use std::mem::{discriminant, replace};

use crate::game::editor::draft::{Draft, Edit};
use crate::game::editor::paint::Paint;
use crate::rules::Square;

/// A draft with the steps to undo and to redo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    now: Draft,
    past: Vec<Draft>,
    future: Vec<Draft>,
    /// The draft before the current stroke.
    before_stroke: Option<Draft>,
    /// The last edit, while it can be extended: letters that are typed in a row are one step.
    growing: Option<Edit>,
}

impl History {
    /// A draft without steps to undo.
    #[must_use]
    pub fn new(draft: Draft) -> Self {
        Self { now: draft, ..Self::default() }
    }

    /// The current draft.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.now
    }

    /// Makes a change, as a new step unless it extends the last one.
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

    /// Begins a stroke: until [`History::end_stroke`], everything painted is one step.
    pub fn begin_stroke(&mut self) {
        self.end_stroke();
        self.before_stroke = Some(self.now.clone());
    }

    /// Paints places as part of a stroke. Without a stroke it does nothing.
    pub fn paint(&mut self, places: impl IntoIterator<Item = (Square, Paint)>) {
        if self.before_stroke.is_some() {
            places.into_iter().for_each(|(place, paint)| self.now.paint(place, paint));
        }
    }

    pub fn end_stroke(&mut self) {
        if let Some(before) = self.before_stroke.take().filter(|before| *before != self.now) {
            self.past.push(before);
            self.future.clear();
            self.growing = None;
        }
    }

    /// Discards the current stroke, as if it had never begun.
    pub fn cancel_stroke(&mut self) {
        if let Some(before) = self.before_stroke.take() {
            self.now = before;
        }
    }

    #[must_use]
    pub const fn is_painting(&self) -> bool {
        self.before_stroke.is_some()
    }

    /// Undoes the last step; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.end_stroke();
        self.growing = None;
        let Some(before) = self.past.pop() else { return false };
        self.future.push(replace(&mut self.now, before));
        true
    }

    /// Redoes the last step that was undone; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.end_stroke();
        self.growing = None;
        let Some(after) = self.future.pop() else { return false };
        self.past.push(replace(&mut self.now, after));
        true
    }

    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty() || self.before_stroke.as_ref().is_some_and(|before| *before != self.now)
    }

    #[must_use]
    pub const fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Sets the draft's file name. This is not a step that can be undone.
    pub(in crate::game) fn set_file(&mut self, file: Option<String>) {
        self.now.set_file(file);
    }

    /// Changes a file name in the drafts of all steps. Otherwise, after an undo, saving could replace another board
    /// that has the former name by now.
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
    fn undone_drafts_follow_the_new_file_name_of_their_board() {
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
