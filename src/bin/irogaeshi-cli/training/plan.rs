//! Plan of a training: a recipe, its scale, and the folder.

use std::num::NonZeroUsize;
use std::path::Path;

use crate::failure::Failure;
use crate::training::folder::Folder;
use crate::training::recipe::Recipe;
use crate::training::scale::Scale;

/// A recipe being carried out in a folder.
pub(crate) struct Training {
    pub(crate) folder: Folder,
    pub(crate) recipe: &'static Recipe,
    pub(crate) seed: u64,
    pub(crate) scale: Scale,
    pub(crate) threads: NonZeroUsize,
}

/// Counts of a generation's samples.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Census {
    pub(crate) samples: usize,
    /// Samples with exact scores.
    pub(crate) solved: usize,
}

impl Training {
    /// Opens the training in a folder, or creates one.
    ///
    /// # Errors
    /// If the folder belongs to something else or cannot be written.
    pub(crate) fn open(
        folder: &Path,
        recipe: &'static Recipe,
        seed: u64,
        scale: Scale,
        threads: NonZeroUsize,
    ) -> Result<Self, Failure> {
        let version = env!("CARGO_PKG_VERSION");
        let manifest = format!("irogaeshi-cli train, version {version}\nseed {seed}\nscale {scale}\n{recipe}");
        Ok(Self { folder: Folder::open(folder, &manifest)?, recipe, seed, scale, threads })
    }

    pub(crate) fn shards(&self, generation: usize) -> usize {
        self.recipe.shards(generation, self.scale)
    }
}
