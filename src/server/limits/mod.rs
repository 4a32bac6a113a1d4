//! Limits on connections and on addresses.

mod addresses;
mod client_address;
mod token_bucket;

pub use addresses::{Addresses, ConnectionGuard, HttpConnection};
pub use client_address::{AddressKey, client_address};
pub use token_bucket::TokenBucket;
