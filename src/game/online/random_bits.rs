//! Bits that nobody can guess, from the operating system or the browser.

/// 128 of them.
///
/// # Panics
/// Where the system gives none, which no system that the game runs on does.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn random_bits() -> u128 {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).expect("the system has random bits");
    u128::from_le_bytes(bits)
}

/// 128 of them.
///
/// # Panics
/// Where the browser gives none, which no browser that the game runs in does.
#[cfg(target_arch = "wasm32")]
pub(super) fn random_bits() -> u128 {
    let mut bits = [0; 16];
    let crypto = web_sys::window().and_then(|window| window.crypto().ok());
    let filled = crypto.and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bits).ok());
    filled.expect("the browser has random bits");
    u128::from_le_bytes(bits)
}
