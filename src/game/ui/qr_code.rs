//! QR codes, for links that phones read off the screen.

use crate::game::ui::layout::Layout;
use bevy::prelude::*;

/// Shows this text as a QR code in the node, dark on light with a light margin, as large as it fits.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Node)]
pub(crate) struct QrCode(pub(crate) String);

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
