//! Versions, limits and common keys of the text formats of variants and records.

/// Newest version of the texts of variants and records. A text without the line `format:` is in format 1.
/// Increase it when a text changes its meaning in a way that older versions of the game would misread.
pub const TEXT_FORMAT: u32 = 2;

/// Version of texts of boards with free passes.
pub(super) const WITH_FREE_PASSES: u32 = 2;

/// Version of all other texts.
pub(super) const USUAL: u32 = 1;

/// Maximum size in bytes of a text.
pub(super) const MAX_BYTES: usize = 64 * 1024;

/// Maximum number of cut-ins of a variant.
pub(super) const MAX_CUT_INS: usize = 256;

/// Maximum number of placements in a game, so that each game fits into [`MAX_BYTES`] with its variant.
pub(super) const MAX_PLACEMENTS: usize = 14_000;

/// Key of the line with the version.
pub(super) const KEY: &str = "format";

/// Prefix of keys reserved for other programs. Lines with such keys are ignored and not saved.
pub(super) const FOREIGN_KEYS: &str = "x-";

/// Key of the tints. Older versions of the game take it for one of another program.
pub(super) const TINTS: &str = "x-tints";
