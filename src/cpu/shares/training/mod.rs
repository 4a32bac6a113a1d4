//! Training of the networks: samples from games, and the fit to them.

mod fit;
mod sample;

pub use fit::{SharesFit, SharesLoss};
pub use sample::{SharesSample, SharesSampleError};
