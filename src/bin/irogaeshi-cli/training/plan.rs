//! What a training is: a recipe, how much of it, and the folder in which it is carried out.

use std::num::NonZeroUsize;
use std::path::Path;

use crate::failure::Failure;
use crate::training::folder::Folder;
use crate::training::recipe::{Recipe, Scale};

/// A recipe that is carried out in a folder.
pub(crate) struct Training {
    pub(crate) folder: Folder,
    pub(crate) recipe: &'static Recipe,
    pub(crate) seed: u64,
    pub(crate) scale: Scale,
    pub(crate) threads: NonZeroUsize,
}

/// What the samples of a generation are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Census {
    pub(crate) samples: usize,
    /// Those whose scores are certain.
    pub(crate) solved: usize,
}

impl Training {
    /// Takes up the training in a folder, or begins one.
    ///
    /// # Errors
    /// When the folder belongs to something else or cannot be written.
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

    /// How many shards a generation has.
    pub(crate) fn shards(&self, generation: usize) -> usize {
        self.recipe.shards(generation, self.scale)
    }
}
