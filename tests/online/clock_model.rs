//! Comparison of the clock with a slow model that counts single milliseconds, under random steps.

use std::time::Duration;

use irogaeshi::notation::TimeControl;
use irogaeshi::online::{Clock, Deadline};
use irogaeshi::rules::{ByPlayer, Player};
use proptest::prelude::*;
use proptest::sample::select;

/// A step of a clock's history.
#[derive(Clone, Copy, Debug)]
enum Step {
    Wait { ms: u64 },
    Start { player: Player, is_timed: bool },
    Move { round_trip_ms: u64 },
    Stop,
    Pause,
    Resume(Player),
    TakeBack(Player),
    Grant(Player),
    Add { player: Player, ms: u64 },
}

/// A model of the clock that only counts.
struct SlowClock {
    control: Option<TimeControl>,
    left: ByPlayer<u64>,
    quota: ByPlayer<u64>,
    turn: Option<Turn>,
}

struct Turn {
    player: Player,
    is_timed: bool,
    is_paused: bool,
    passed: u64,
}

impl SlowClock {
    fn new(control: Option<TimeControl>) -> Self {
        let begin = match control {
            Some(TimeControl::Fischer { base_ms, .. } | TimeControl::ByoYomi { base_ms, .. }) => base_ms,
            Some(TimeControl::PerMove { limit_ms }) => limit_ms,
            _ => 0,
        };
        Self { control, left: ByPlayer::from_fn(|_| begin), quota: ByPlayer::from_fn(|_| 1_000), turn: None }
    }

    fn tick(&mut self) {
        if let Some(turn) = self.turn.as_mut().filter(|turn| !turn.is_paused) {
            turn.passed += 1;
        }
    }

    fn increment(&self) -> u64 {
        match self.control {
            Some(TimeControl::Fischer { increment_ms, .. }) => increment_ms,
            _ => 0,
        }
    }

    /// Period of byo-yomi; 0 without one.
    fn period(&self) -> u64 {
        match self.control {
            Some(TimeControl::ByoYomi { period_ms, .. }) => period_ms,
            _ => 0,
        }
    }

    /// A player's main time and period after part of their turn. Each millisecond takes one, first of the main time,
    /// down to zero.
    fn parts_after(&self, player: Player, passed: u64) -> (u64, u64) {
        (0..passed).fold((self.left[player], self.period()), |(left, period), _| match (left, period) {
            _ if self.control.is_none() => (left, period),
            (1.., _) => (left - 1, period),
            (0, 1..) => (0, period - 1),
            (0, 0) => (0, 0),
        })
    }

    /// A player's main time after a turn that took this long. The period begins anew with the next turn.
    fn left_after(&self, player: Player, passed: u64) -> u64 {
        self.parts_after(player, passed).0
    }

    fn left(&self, player: Player) -> u64 {
        let turn = self.turn.as_ref().filter(|turn| turn.is_timed && turn.player == player);
        let (left, period) = self.parts_after(player, turn.map_or(0, |turn| turn.passed));
        left + period
    }

    /// Thinking time of a move made now.
    fn thinking(&self, round_trip_ms: u64) -> u64 {
        let Some(turn) = &self.turn else { return 0 };
        let most = self.quota[turn.player].min(500).min(round_trip_ms);
        turn.passed - most.min(turn.passed)
    }

    fn start(&mut self, player: Player, is_timed: bool) {
        self.stop();
        if let Some(TimeControl::PerMove { limit_ms }) = self.control {
            self.left[player] = limit_ms;
        }
        self.turn = Some(Turn { player, is_timed, is_paused: false, passed: 0 });
    }

    fn stop(&mut self) {
        if let Some(turn) = self.turn.take().filter(|turn| turn.is_timed) {
            self.left[turn.player] = self.left_after(turn.player, turn.passed);
        }
    }

    fn make_move(&mut self, thinking: u64) {
        let Some(turn) = self.turn.take().filter(|turn| turn.is_timed) else { return };
        let player = turn.player;
        let late = thinking - thinking.min(self.left[player] + self.period());
        let given = turn.passed - thinking + late;
        self.quota[player] = (self.quota[player] - given.min(self.quota[player]) + 100).min(1_000);
        self.left[player] = self.left_after(player, thinking) + self.increment();
    }

    fn take_back(&mut self, player: Player) {
        let (left, increment) = (self.left[player], self.increment());
        // Takes all of it, unless that would leave a player with less than one increment who has more.
        self.left[player] = if left >= 2 * increment { left - increment } else { left.min(increment) };
    }

    /// Milliseconds until the player to move runs out of time, if nothing happens.
    fn runs_out_in(&self) -> Option<(Player, u64)> {
        self.control?;
        let turn = self.turn.as_ref().filter(|turn| turn.is_timed && !turn.is_paused)?;
        let lasts = self.left[turn.player] + self.period() + self.quota[turn.player].min(500);
        Some((turn.player, (turn.passed..lasts).count() as u64))
    }
}

fn any_step() -> impl Strategy<Value = Step> {
    let player = || select(&Player::ALL[..]);
    prop_oneof![
        6 => (0..900_u64).prop_map(|ms| Step::Wait { ms }),
        4 => (player(), prop::bool::weighted(0.8)).prop_map(|(player, is_timed)| Step::Start { player, is_timed }),
        4 => (0..800_u64).prop_map(|round_trip_ms| Step::Move { round_trip_ms }),
        1 => Just(Step::Stop),
        2 => Just(Step::Pause),
        3 => player().prop_map(Step::Resume),
        1 => player().prop_map(Step::TakeBack),
        1 => player().prop_map(Step::Grant),
        1 => (player(), 0..900_u64).prop_map(|(player, ms)| Step::Add { player, ms }),
    ]
}

fn any_byo_yomi() -> impl Strategy<Value = TimeControl> {
    (0..3_000_u64, 1..1_500_u64).prop_map(|(base_ms, period_ms)| TimeControl::ByoYomi { base_ms, period_ms })
}

fn any_control() -> impl Strategy<Value = Option<TimeControl>> {
    prop_oneof![
        1 => Just(None),
        2 => (1..2_500_u64).prop_map(|limit_ms| Some(TimeControl::PerMove { limit_ms })),
        4 => (0..4_000_u64, 0..1_500_u64)
            .prop_map(|(base_ms, increment_ms)| Some(TimeControl::Fischer { base_ms, increment_ms })),
        4 => any_byo_yomi().prop_map(Some),
    ]
}

/// Every turn of up to 12 ms in matches of three moves, for every main time up to 8 ms and period up to 4 ms.
#[test]
fn byo_yomi_counts_as_a_slow_clock_does_in_every_short_match() {
    let player = Player::Black;
    for (base_ms, period_ms) in (0..=8).flat_map(|base_ms| (1..=4).map(move |period_ms| (base_ms, period_ms))) {
        let control = Some(TimeControl::ByoYomi { base_ms, period_ms });
        for turns in 0..13_u64.pow(3) {
            let (mut clock, mut slow, mut now_ms) = (Clock::new(control), SlowClock::new(control), 0);
            for turn in [turns % 13, turns / 13 % 13, turns / 169] {
                clock.start(player, now_ms);
                slow.start(player, true);
                for _ in 0..turn {
                    now_ms += 1;
                    slow.tick();
                    assert_eq!(clock.remaining(player, now_ms), Some(slow.left(player)));
                }
                let thinking_ms = clock.thinking(now_ms, 0);
                clock.stop_after_move(now_ms, thinking_ms);
                slow.make_move(slow.thinking(0));
                assert_eq!(clock.remaining(player, now_ms), Some(slow.left(player)), "{control:?} {turns}");
            }
        }
    }
}

proptest! {
    // Failing cases become ordinary tests instead of seeds in a file.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_clock_counts_as_a_slow_one_does(
        control in any_control(),
        steps in prop::collection::vec(any_step(), 1..60),
        begin_ms in 0..5_000_u64,
        earlier_ms in 0..5_000_i64,
    ) {
        let (mut clock, mut slow, mut now_ms) = (Clock::new(control), SlowClock::new(control), begin_ms);
        for step in steps {
            match step {
                Step::Wait { ms } => {
                    now_ms += ms;
                    (0..ms).for_each(|_| slow.tick());
                }
                Step::Start { player, is_timed } => {
                    if is_timed { clock.start(player, now_ms) } else { clock.start_untimed(player, now_ms) }
                    slow.start(player, is_timed);
                }
                Step::Move { round_trip_ms } => {
                    let thinking_ms = clock.thinking(now_ms, round_trip_ms);
                    prop_assert_eq!(thinking_ms, slow.thinking(round_trip_ms));
                    clock.stop_after_move(now_ms, thinking_ms);
                    slow.make_move(thinking_ms);
                }
                Step::Stop => {
                    clock.stop(now_ms);
                    slow.stop();
                }
                Step::Pause => {
                    clock.pause(now_ms);
                    slow.turn.iter_mut().for_each(|turn| turn.is_paused = true);
                }
                Step::Resume(player) => {
                    let turn = slow.turn.as_mut().filter(|turn| turn.is_paused && turn.player == player);
                    let goes_on = turn.map(|turn| turn.is_paused = false).is_some();
                    prop_assert_eq!(clock.resume(player, now_ms), goes_on);
                }
                Step::TakeBack(player) => {
                    clock.take_back(player);
                    slow.take_back(player);
                }
                Step::Grant(player) => {
                    clock.grant(player);
                    slow.left[player] += slow.increment();
                }
                Step::Add { player, ms } => {
                    clock.add(player, Duration::from_millis(ms));
                    slow.left[player] += if control.is_some() { ms } else { 0 };
                }
            }
            for player in Player::ALL {
                prop_assert_eq!(clock.remaining(player, now_ms), control.map(|_| slow.left(player)), "{:?}", step);
            }
            let deadline = slow.runs_out_in().map(|(player, ms)| Deadline { player, at_ms: now_ms + ms });
            // A deadline that has passed does not move.
            let found = clock.deadline().map(|found| Deadline { at_ms: found.at_ms.max(now_ms), ..found });
            prop_assert_eq!(found, deadline, "{:?}", step);
            let kept: Clock = serde_json::from_str(&serde_json::to_string(&clock).expect("JSON")).expect("a clock");
            prop_assert_eq!(&kept, &clock);
            let moved = clock.counted_from_earlier(earlier_ms);
            let moved_ms = now_ms.saturating_add_signed(earlier_ms);
            for player in Player::ALL {
                prop_assert_eq!(moved.remaining(player, moved_ms), clock.remaining(player, now_ms));
            }
        }
    }
}
