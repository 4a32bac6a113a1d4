//! Softmax with the same result on every machine.

/// Softmax: turns logarithms of weights into shares that add up to 1. Leaves an empty slice unchanged.
///
/// Uses only arithmetic that every machine rounds alike. Powers are accurate to 0.4 %.
pub(crate) fn softmax(logarithms: &mut [f32]) {
    let most = logarithms.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for share in logarithms.iter_mut() {
        *share = power_of_two((*share - most) * std::f32::consts::LOG2_E);
        sum += *share;
    }
    for share in logarithms {
        *share /= sum;
    }
}

/// 2 to the power of a number that is not positive, interpolated by a parabola between integers. The library's function
/// may differ in the last bit from machine to machine.
fn power_of_two(exponent: f32) -> f32 {
    let exponent = exponent.max(-126.0);
    let whole = exponent.floor();
    let rest = exponent - whole;
    let between = 1.0 + rest * (0.656_5 + 0.343_5 * rest);
    between * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_nearly_exact_and_shares_add_up() {
        for step in 0..5000 {
            let exponent = -step as f32 / 50.0;
            let exact = f64::from(exponent).exp2();
            assert!((f64::from(power_of_two(exponent)) / exact - 1.0).abs() < 0.004, "{exponent}");
        }
        let mut shares = [0.0, 2_f32.ln(), f32::MIN / 4.0];
        softmax(&mut shares);
        assert!((shares[0] - 1.0 / 3.0).abs() < 1e-3 && (shares[1] - 2.0 / 3.0).abs() < 1e-3, "{shares:?}");
        assert!(shares[2] < 1e-30 && (shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
