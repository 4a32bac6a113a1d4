//! Limit on the number of simultaneous sounds.

use std::time::Duration;

/// Maximum number of simultaneous sounds; more would be noise.
pub(super) const MAX_VOICES: usize = 16;

/// Begin and end of each sound that is playing or waiting.
#[derive(Debug, Default)]
pub(super) struct Polyphony(Vec<(Duration, Duration)>);

impl Polyphony {
    /// Admits a sound if there is a free voice, and takes that voice.
    pub(super) fn admit(&mut self, now: Duration, begin: Duration, end: Duration) -> bool {
        self.0.retain(|(_, end)| *end > now);
        let beside = self.0.iter().filter(|voice| voice.0 < end && begin < voice.1);
        let is_admitted = beside.count() < MAX_VOICES;
        if is_admitted {
            self.0.push((begin, end));
        }
        is_admitted
    }

    /// Frees the voices of sounds that have not begun.
    pub(super) fn forget(&mut self, now: Duration) {
        self.0.retain(|(begin, _)| *begin <= now);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f32) -> Duration {
        Duration::from_secs_f32(seconds)
    }

    #[test]
    fn simultaneous_sounds_are_limited_but_consecutive_ones_are_not() {
        let mut voices = Polyphony::default();
        let mut admit = |begin: f32| voices.admit(Duration::ZERO, seconds(begin), seconds(begin + 1.0));
        assert!((0..MAX_VOICES).all(|_| admit(0.0)));
        assert!(!admit(0.5));
        assert!((0..MAX_VOICES).all(|_| admit(1.0)));
        assert!(!admit(1.0));
    }

    #[test]
    fn ended_and_cancelled_sounds_do_not_count() {
        let mut voices = Polyphony::default();
        let fill = |voices: &mut Polyphony, now: f32, begin: f32| {
            (0..100).filter(|_| voices.admit(seconds(now), seconds(begin), seconds(begin + 1.0))).count()
        };
        assert_eq!(fill(&mut voices, 0.0, 0.0), MAX_VOICES);
        assert_eq!(fill(&mut voices, 1.5, 1.5), MAX_VOICES);
        assert_eq!(fill(&mut voices, 1.5, 4.0), MAX_VOICES);
        voices.forget(seconds(2.0));
        assert_eq!(fill(&mut voices, 2.0, 2.0), 0, "what has begun goes on");
        assert_eq!(fill(&mut voices, 2.0, 4.0), MAX_VOICES);
        voices.clear();
        assert_eq!(fill(&mut voices, 2.0, 2.0), MAX_VOICES);
    }
}
