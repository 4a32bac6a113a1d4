//! Japanese five-note scales.

/// The yo scale on D, in semitones: D E G A B.
const YO: [f32; 5] = [0.0, 2.0, 5.0, 7.0, 9.0];

/// The in-sen scale on D, in semitones: D E♭ G A C.
const IN_SEN: [f32; 5] = [0.0, 1.0, 5.0, 7.0, 10.0];

/// Frequency in Hz of the D above middle C, at A = 440 Hz.
const D: f32 = 293.66;

/// Frequency in Hz of a note of the yo scale; note 0 is the D above middle C.
pub(super) fn yo(note: u32) -> f32 {
    note_of(YO, note)
}

/// Frequency in Hz of a note of the in-sen scale; note 0 is the D above middle C.
pub(super) fn in_sen(note: u32) -> f32 {
    note_of(IN_SEN, note)
}

fn note_of(scale: [f32; 5], note: u32) -> f32 {
    let (octave, degree) = (note / 5, note % 5);
    D * (scale[degree as usize] / 12.0 + octave as f32).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_notes_are_an_octave() {
        for note in 0..15 {
            assert!((yo(note + 5) / yo(note) - 2.0).abs() < 1e-4);
            assert!((in_sen(note + 5) / in_sen(note) - 2.0).abs() < 1e-4);
            assert!(yo(note + 1) > yo(note) && in_sen(note + 1) > in_sen(note));
        }
        assert!((yo(3) - 440.0).abs() < 0.1 && (in_sen(3) - 440.0).abs() < 0.1);
    }
}
