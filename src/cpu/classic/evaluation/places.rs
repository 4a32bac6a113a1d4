//! Where the values of a position's configurations lie, and their sum.

/// So many places: one for each lane of a layout.
pub(crate) const LANES: usize = 64;

/// For each lane the place of its configuration among those of all patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Places(pub(crate) [u32; LANES]);

impl Places {
    /// The sum of the values at these places.
    ///
    /// # Panics
    /// When a place lies behind the values.
    #[inline(always)]
    pub(crate) fn sum(&self, values: &[i16]) -> i32 {
        self.0.iter().map(|place| i32::from(values[*place as usize])).sum()
    }
}
