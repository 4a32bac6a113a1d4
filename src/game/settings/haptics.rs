//! Vibration setting.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Haptics(pub bool);

impl Default for Haptics {
    fn default() -> Self {
        Self(true)
    }
}
