//! A text as a picture that a phone reads.

use bevy::prelude::*;

/// The node shows this text as a QR code, dark on light with a light edge, as large as it fits.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct QrCode(pub String);

/// A text as a QR code in a square node with this side, in logical pixels.
pub(crate) fn qr_code(text: String, side: f32) -> impl Bundle {
    (
        Name::new("qr code"),
        QrCode(text),
        Pickable::IGNORE,
        Node {
            width: px(side),
            height: px(side),
            flex_shrink: 0.0,
            border_radius: BorderRadius::all(px(6)),
            ..default()
        },
        // Also before it is drawn, and what is left beside it where its squares do not fit exactly.
        BackgroundColor(Color::WHITE),
    )
}
