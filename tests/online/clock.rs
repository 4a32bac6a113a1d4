//! Clocks: time used, increments, network allowances and deadlines.

use irogaeshi::notation::TimeControl;
use irogaeshi::online::{Clock, Deadline};
use irogaeshi::rules::Player::{Black, White};

fn fischer() -> Clock {
    Clock::new(Some(TimeControl::Fischer { base_ms: 10_000, increment_ms: 2_000 }))
}

/// Makes a move at this time, after this round trip. Returns its thinking time.
fn play(clock: &mut Clock, now_ms: u64, round_trip_ms: u64) -> u64 {
    let thinking_ms = clock.thinking(now_ms, round_trip_ms);
    clock.stop_after_move(now_ms, thinking_ms);
    thinking_ms
}

#[test]
fn a_match_without_time_counts_thinking_and_never_ends() {
    let mut clock = Clock::new(None);
    clock.start(Black, 1_000);
    assert_eq!((clock.deadline(), clock.remaining(Black, 9_000)), (None, None));
    assert_eq!(play(&mut clock, 9_000, 0), 8_000);
    assert_eq!(clock.running(), None);
}

#[test]
fn a_base_runs_down_over_all_moves_and_an_increment_comes_with_each() {
    let mut clock = fischer();
    clock.start(Black, 0);
    assert_eq!(clock.remaining(Black, 4_000), Some(6_000));
    assert_eq!(clock.remaining(White, 4_000), Some(10_000));
    play(&mut clock, 4_000, 0);
    assert_eq!(clock.remaining(Black, 99_000), Some(8_000), "a clock that stands does not run down");
    clock.start(White, 4_000);
    clock.start(Black, 5_000);
    assert_eq!(clock.remaining(White, 5_000), Some(9_000), "without a move nothing is granted");
    assert_eq!(clock.deadline(), Some(Deadline { player: Black, at_ms: 5_000 + 8_000 + 500 }));
}

#[test]
fn time_for_a_move_begins_anew_with_each() {
    let mut clock = Clock::new(Some(TimeControl::correspondence(2)));
    let day = 24 * 60 * 60 * 1_000;
    clock.start(Black, 0);
    play(&mut clock, day, 0);
    clock.start(Black, day);
    assert_eq!(clock.remaining(Black, day), Some(2 * day));
}

#[test]
fn byo_yomi_begins_after_the_main_time_and_carries_nothing_over() {
    let mut clock = Clock::new(Some(TimeControl::ByoYomi { base_ms: 10_000, period_ms: 5_000 }));
    clock.start(Black, 0);
    assert_eq!(clock.deadline(), Some(Deadline { player: Black, at_ms: 10_000 + 5_000 + 500 }));
    play(&mut clock, 4_000, 0);
    assert_eq!(clock.remaining(Black, 0), Some(6_000 + 5_000));
    clock.start(Black, 10_000);
    play(&mut clock, 10_000 + 8_000, 0);
    assert_eq!(clock.remaining(Black, 0), Some(5_000), "the main time is used up in the middle of the turn");
    for now_ms in [20_000, 30_000, 40_000] {
        clock.start(Black, now_ms);
        assert_eq!(clock.remaining(Black, now_ms + 3_000), Some(2_000));
        play(&mut clock, now_ms + 3_000, 0);
        assert_eq!(clock.remaining(Black, 0), Some(5_000), "each move has a whole period");
    }
    assert_eq!(clock.remaining(White, 0), Some(15_000));
}

#[test]
fn part_of_the_round_trip_is_given_back_from_a_small_quota() {
    let mut clock = fischer();
    let mut now_ms = 0;
    let mut given_back = Vec::new();
    for _ in 0..6 {
        clock.start(Black, now_ms);
        now_ms += 3_000;
        given_back.push(3_000 - play(&mut clock, now_ms, 2_000));
    }
    assert_eq!(given_back, [500, 500, 200, 100, 100, 100]);
    clock.start(White, now_ms);
    assert_eq!(play(&mut clock, now_ms + 100, 2_000), 0, "never more than the move took");
}

#[test]
fn a_move_that_comes_late_uses_the_quota_up() {
    let mut clock = Clock::new(Some(TimeControl::PerMove { limit_ms: 1_000 }));
    clock.start(Black, 0);
    assert_eq!(clock.deadline().map(|deadline| deadline.at_ms), Some(1_500));
    // Within the network allowance, although the round trip does not explain the delay.
    assert_eq!(play(&mut clock, 1_450, 0), 1_450);
    assert_eq!(clock.remaining(Black, 1_450), Some(0));
    clock.start(Black, 2_000);
    play(&mut clock, 3_490, 0);
    clock.start(Black, 4_000);
    let at_ms = clock.deadline().map(|deadline| deadline.at_ms);
    assert_eq!(at_ms, Some(5_000 + 1_000 - 450 + 100 - 490 + 100));
}

#[test]
fn an_untimed_turn_costs_nothing() {
    let mut clock = fischer();
    clock.start_untimed(White, 0);
    assert_eq!(clock.deadline(), None);
    assert_eq!(play(&mut clock, 50_000, 0), 50_000);
    assert_eq!(clock.remaining(White, 50_000), Some(10_000));
}

#[test]
fn extreme_times_do_not_overflow() {
    for control in [
        TimeControl::PerMove { limit_ms: u64::MAX },
        TimeControl::Fischer { base_ms: u64::MAX, increment_ms: u64::MAX },
        TimeControl::ByoYomi { base_ms: u64::MAX, period_ms: u64::MAX },
    ] {
        let mut clock = Clock::new(Some(control));
        clock.start(Black, u64::MAX);
        assert_eq!(clock.deadline().map(|deadline| deadline.at_ms), Some(u64::MAX));
        play(&mut clock, 0, u64::MAX);
        clock.start(Black, 0);
        play(&mut clock, u64::MAX, 0);
        assert!(clock.remaining(Black, 0).is_some());
    }
}

#[test]
fn a_clock_from_a_file_that_somebody_has_changed_goes_on() {
    let text = serde_json::to_string(&fischer()).expect("JSON").replace("1000,", &format!("{},", u64::MAX));
    let mut clock: Clock = serde_json::from_str(&text).expect("a clock");
    clock.start(Black, 0);
    assert!(clock.deadline().is_some());
    play(&mut clock, 1_000, 0);
    assert!(clock.remaining(Black, 1_000).is_some());
}

#[test]
fn a_paused_turn_goes_on_with_what_it_had_left_also_where_time_counts_anew() {
    for control in
        [TimeControl::PerMove { limit_ms: 10_000 }, TimeControl::Fischer { base_ms: 10_000, increment_ms: 2_000 }]
    {
        let mut clock = Clock::new(Some(control));
        clock.start(Black, 1_000);
        clock.pause(5_000);
        assert_eq!((clock.running(), clock.deadline()), (None, None));
        assert_eq!(clock.remaining(Black, 900_000), Some(6_000), "{control:?}");
        let json = serde_json::to_string(&clock).expect("JSON");
        let mut clock: Clock = serde_json::from_str(&json).expect("a clock");
        assert!(!clock.resume(White, 10), "it was Black's turn");
        assert!(clock.resume(Black, 10));
        assert_eq!(clock.deadline(), Some(Deadline { player: Black, at_ms: 10 + 6_000 + 500 }));
        assert_eq!(clock.at_rest().remaining(Black, 3_010), Some(6_000));
        assert_eq!(play(&mut clock, 3_010, 0), 7_000, "all of the turn counts");
    }
}

#[test]
fn a_takeback_removes_the_increment_so_replayed_moves_gain_no_time() {
    let mut clock = fischer();
    clock.start(Black, 0);
    play(&mut clock, 1_000, 0);
    assert_eq!(clock.remaining(Black, 0), Some(11_000));
    clock.take_back(Black);
    assert_eq!(clock.remaining(Black, 0), Some(9_000), "the second is not given back");
    clock.grant(Black);
    assert_eq!(clock.remaining(Black, 0), Some(11_000));
    // Nobody loses time by taking back.
    let mut clock = Clock::new(Some(TimeControl::Fischer { base_ms: 1_000, increment_ms: 2_000 }));
    for _ in 0..10 {
        clock.start(Black, 0);
        play(&mut clock, 100, 0);
        clock.take_back(Black);
        let left = clock.remaining(Black, 0).expect("there is a clock");
        assert!((900..=2_000).contains(&left), "{left}");
    }
}
