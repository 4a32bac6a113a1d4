//! Loudness of a sound, with the K-weighting of broadcasting, over the integration time of the ear.

use super::count;
use super::filter::Filter;

/// Integration time of the ear in seconds: shorter sounds seem quieter.
const WINDOW: f32 = 0.2;

/// Loudness of the loudest fifth of a second, in decibels relative to full scale, weighted as in ITU-R BS.1770-4 (K).
///
/// The recommendation integrates over 0.4 seconds, which is too long for clicks.
pub(super) fn loudness(samples: &[f32]) -> f32 {
    // The coefficients of the recommendation are for 48 kHz.
    let mut shelf = Filter::new([1.535_124_9, -2.691_696_2, 1.198_392_8], [-1.690_659_3, 0.732_480_8]);
    let mut high_pass = Filter::new([1.0, -2.0, 1.0], [-1.990_047_5, 0.990_072_25]);
    let powers: Vec<f32> = samples
        .iter()
        .map(|sample| {
            let weighted = high_pass.next(shelf.next(*sample));
            weighted * weighted
        })
        .collect();
    let window = count(WINDOW);
    let (mut sum, mut most) = (0.0f64, 0.0f64);
    for (index, power) in powers.iter().enumerate() {
        sum += f64::from(*power);
        if index >= window {
            sum -= f64::from(powers[index - window]);
        }
        most = most.max(sum);
    }
    10.0 * (most as f32 / window as f32).max(f32::MIN_POSITIVE).log10()
}
