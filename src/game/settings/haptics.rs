//! Whether what happens is felt, on devices that can shake.

use serde::{Deserialize, Serialize};

/// Whether the device shakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Haptics(pub bool);

impl Default for Haptics {
    fn default() -> Self {
        Self(true)
    }
}
