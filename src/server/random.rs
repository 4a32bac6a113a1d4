//! Random numbers that nobody can guess.

/// Random bits of the system.
///
/// # Panics
/// Where the system has none to give, which no system does that runs a server.
#[must_use]
pub fn random_u64() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    u64::from_le_bytes(bytes)
}
