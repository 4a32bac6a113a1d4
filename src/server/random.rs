//! Cryptographically secure random numbers.

/// Random bits from the system.
///
/// # Panics
/// If the system has no source of randomness, which does not happen where a server runs.
#[must_use]
pub fn random_u64() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    u64::from_le_bytes(bytes)
}
