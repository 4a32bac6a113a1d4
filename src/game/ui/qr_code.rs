//! QR codes, for links that phones read off the screen.

use bevy::prelude::*;
use qrcodegen::{QrCode as Squares, QrCodeEcc};

use crate::game::ui::layout::Layout;

/// Width of the light border in squares. The standard demands four.
pub(crate) const BORDER: u8 = 4;

/// Shows this text as a QR code in the node, dark on light with a light margin, as large as it fits.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Node)]
pub(crate) struct QrCode(pub(crate) String);

/// Squares of the code of a text; `None` if the text is too long for one.
pub(crate) fn squares_of(text: &str) -> Option<Squares> {
    Squares::encode_text(text, QrCodeEcc::Medium).ok()
}

/// Number of squares along a side of the code, with the border; `None` if the text is too long for one.
pub(crate) fn squares_per_side(text: &str) -> Option<u16> {
    let size = u16::try_from(squares_of(text)?.size()).ok()?;
    Some(size + 2 * u16::from(BORDER))
}

/// A QR code in a square node with this side, in logical pixels.
pub(crate) fn qr_code(text: String, side: f32) -> impl Bundle {
    (
        Name::new("qr code"),
        QrCode(text),
        Pickable::IGNORE,
        Node::default().size(side, side).fixed().rounded(6),
        // White before the code is drawn, and where its modules leave a remainder.
        BackgroundColor(Color::WHITE),
    )
}
