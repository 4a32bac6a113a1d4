//! Cryptographically secure random bits from the operating system or the browser.

/// 128 random bits.
///
/// # Panics
/// If the system has no source of random bits. Every system that the game runs on has one.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn random_bits() -> u128 {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).expect("the system has random bits");
    u128::from_le_bytes(bits)
}

/// 128 random bits.
///
/// # Panics
/// If the browser has no source of random bits. Every browser that the game runs in has one.
#[cfg(target_arch = "wasm32")]
pub(super) fn random_bits() -> u128 {
    let mut bits = [0; 16];
    let crypto = web_sys::window().and_then(|window| window.crypto().ok());
    let filled = crypto.and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bits).ok());
    filled.expect("the browser has random bits");
    u128::from_le_bytes(bits)
}
