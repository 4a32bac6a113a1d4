//! Buttons below the result.

use crate::game::text::Phrase;
use crate::game::ui::button::ButtonKind;
use crate::game::ui::on_press::OnPress;

/// A button below the result.
pub(super) struct ResultButton {
    pub(super) caption: Phrase,
    pub(super) label: Phrase,
    pub(super) kind: ButtonKind,
    pub(super) on_press: OnPress,
}

impl ResultButton {
    pub(super) fn new(caption: Phrase, label: Phrase, kind: ButtonKind, on_press: impl Into<OnPress>) -> Self {
        Self { caption, label, kind, on_press: on_press.into() }
    }

    /// A button whose label is its caption.
    pub(super) fn captioned(caption: Phrase, kind: ButtonKind, on_press: impl Into<OnPress>) -> Self {
        Self::new(caption.clone(), caption, kind, on_press)
    }
}
