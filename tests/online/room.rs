//! Rooms step by step: permissions, consequences, and match records.

use std::collections::BTreeSet;

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::notation::{RecordedSeat, TimeControl};
use irogaeshi::online::{
    Action, Change, ClientRoom, Command, CommandId, CpuTaskKind, DeviceId, DeviceToken, Event, EventError, Moment,
    OptionsProblem, Phase, PlayerName, Received, Refusal, Room, RoomCode, RoomMatch, RoomOptions, Who,
};
use irogaeshi::rules::Player::{Ash, Black, Cyan, White, Yamabuki};
use irogaeshi::rules::{Ending, Move, Player, Start, Variant, XOT_PLIES, xot_openings};

const ANNA: u128 = 1;
const BEN: u128 = 2;
const CARLA: u128 = 3;

fn device(number: u128) -> DeviceId {
    DeviceToken::new(number).id()
}

/// A room with its events and time.
struct Table {
    room: Room,
    events: Vec<Event>,
    now_ms: u64,
    outage_ms: u64,
    next_id: u64,
}

impl Table {
    /// A room made by Anna.
    fn new(variant: &str, clock: Option<TimeControl>) -> Self {
        Self::with(options(variant, clock))
    }

    /// A room with these options.
    fn with(options: RoomOptions) -> Self {
        let created = Room::create(RoomCode::new(1), options, who(ANNA), Moment::at(0), CpuPlayer::may_sit_in_room)
            .expect("fits");
        let room = Room::new(&created).expect("it is the first");
        Self { room, events: vec![created], now_ms: 0, outage_ms: 0, next_id: 0 }
    }

    /// A match of these humans, with CPU players in the remaining seats.
    fn playing(variant: &str, clock: Option<TimeControl>, humans: &[u128]) -> Self {
        Self::new(variant, clock).begun(humans)
    }

    /// The room with its match begun.
    fn begun(mut self, humans: &[u128]) -> Self {
        let table = &mut self;
        let players = table.room.players();
        for (number, player) in humans.iter().zip(&players) {
            table.ask(*number, sit(*player)).expect("the seat is free");
        }
        for player in &players[humans.len()..] {
            let cpu = "minimum".parse().expect("a key");
            table.ask(ANNA, Action::SeatCpu { player: *player, cpu }).expect("the seat is free");
        }
        for number in humans {
            table.ask(*number, Action::SetReady { ready: true }).expect("they are not ready yet");
        }
        assert_eq!(table.room.phase(), Phase::Playing);
        self
    }

    fn game(&self) -> &RoomMatch {
        self.room.game().expect("a match")
    }

    fn send(&mut self, command: &Command, who: Who) -> Result<Vec<Change>, Refusal> {
        let when = Moment { outage_ms: self.outage_ms, ..Moment::at(self.now_ms) };
        let events = self.room.decide(command, who, when, CpuPlayer::may_sit_in_room)?;
        for event in &events {
            self.room.apply(event).expect("it was decided");
        }
        self.events.extend(events.clone());
        assert_eq!(Room::replay(&self.events), Ok(Some(self.room.clone())));
        Ok(events.into_iter().map(|event| event.change).collect())
    }

    fn command(&mut self, action: Action) -> Command {
        self.next_id += 1;
        Command { id: CommandId(self.next_id), seen: self.room.sequence(), action }
    }

    fn ask(&mut self, number: u128, action: Action) -> Result<Vec<Change>, Refusal> {
        let command = self.command(action);
        self.send(&command, who(number))
    }

    fn serve(&mut self, action: Action) -> Result<Vec<Change>, Refusal> {
        let command = self.command(action);
        self.send(&command, Who::Server)
    }

    /// Any legal move of the player to move.
    fn next_move(&self) -> Action {
        let game = self.room.game().expect("a match goes on");
        let player = game.to_move().expect("it is not over");
        let square = game.record.position().legal_squares().iter().next().expect("somebody can move");
        Action::Move { player, square, ply: game.record.ply() }
    }

    fn ending(&self) -> Option<Ending> {
        self.room.game().and_then(|game| game.ended).map(|(ending, _)| ending)
    }
}

fn options(variant: &str, clock: Option<TimeControl>) -> RoomOptions {
    let variant = Variant::built_in(variant).expect("is built in").into();
    let substitute = "minimum".parse().expect("a key");
    RoomOptions {
        variant,
        clock,
        start: Start::Normal,
        swap: false,
        is_public: false,
        absence_s: 60,
        substitute,
        seed: 1,
    }
}

fn who(number: u128) -> Who {
    Who::Device(device(number))
}

fn sit(player: Player) -> Action {
    Action::TakeSeat { player, name: PlayerName::nearest("Somebody") }
}

fn moved(changes: &[Change]) -> bool {
    matches!(changes[0], Change::Moved { .. })
}

#[test]
fn a_room_is_made_only_with_options_that_can_be_played() {
    let problem = |change: fn(&mut RoomOptions)| {
        let mut options = options("classic", None);
        change(&mut options);
        match Room::create(RoomCode::new(1), options, who(ANNA), Moment::at(0), CpuPlayer::may_sit_in_room) {
            Err(Refusal::BadOptions { problem }) => problem,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(problem(|options| options.absence_s = 0), OptionsProblem::Absence);
    assert_eq!(problem(|options| options.clock = Some(TimeControl::correspondence(31))), OptionsProblem::Clock);
    let no_period = |options: &mut RoomOptions| options.clock = Some(byo_yomi(60_000, 999));
    assert_eq!(problem(no_period), OptionsProblem::Clock);
    let too_long = |options: &mut RoomOptions| options.clock = Some(byo_yomi(RoomOptions::MAX_CLOCK_MS + 1, 1_000));
    assert_eq!(problem(too_long), OptionsProblem::Clock);
    let even_on_small = |options: &mut RoomOptions| {
        options.variant = Variant::classic(4).expect("a side").into();
        options.start = Start::Even;
    };
    assert_eq!(problem(even_on_small), OptionsProblem::Start);
    let swap_of_three = |options: &mut RoomOptions| {
        options.variant = Variant::built_in("colour").expect("is built in").into();
        options.swap = true;
    };
    assert_eq!(problem(swap_of_three), OptionsProblem::Swap);
    let other_board = |options: &mut RoomOptions| {
        options.variant = Variant::classic(6).expect("a side").into();
        options.start = Start::Xot;
    };
    assert_eq!(problem(other_board), OptionsProblem::Start);
    let too_short = |options: &mut RoomOptions| options.clock = Some(TimeControl::PerMove { limit_ms: 999 });
    assert_eq!(problem(too_short), OptionsProblem::Clock);
    let unknown = |options: &mut RoomOptions| options.substitute = "nobody".parse().expect("a key");
    assert_eq!(problem(unknown), OptionsProblem::Substitute);
    let stuck = |options: &mut RoomOptions| {
        let variant: Variant = "name: x\nplayers: black white\nboard:\n.W..B\n".parse().expect("a variant");
        options.variant = variant.into();
    };
    assert_eq!(problem(stuck), OptionsProblem::NobodyCanMove);
}

#[test]
fn seats_are_taken_changed_and_left() {
    let mut table = Table::new("classic", None);
    table.ask(ANNA, sit(Black)).expect("is free");
    assert_eq!(table.ask(BEN, sit(Black)), Err(Refusal::SeatTaken { player: Black }));
    assert_eq!(table.ask(BEN, sit(Ash)), Err(Refusal::NoSuchSeat { player: Ash }));
    let changed = table.ask(ANNA, sit(White)).expect("is free");
    assert_eq!(changed[0], Change::SeatLeft { player: Black });
    assert_eq!(table.room.seat_of(device(ANNA)), Some(White));
    assert_eq!(table.ask(BEN, Action::SetLocked { locked: true }), Err(Refusal::NotHost));
    table.ask(ANNA, Action::SetLocked { locked: true }).expect("is the host");
    assert_eq!(table.ask(BEN, sit(Black)), Err(Refusal::Locked));
    table.ask(ANNA, Action::SetLocked { locked: false }).expect("is the host");
    table.ask(BEN, sit(Black)).expect("is free");
    let left = table.ask(ANNA, Action::Leave).expect("no match goes on");
    assert_eq!(left, [Change::SeatLeft { player: White }, Change::HostChanged { player: Black }]);
    assert_eq!(table.room.host(), device(BEN));
    table.ask(BEN, Action::Leave).expect("no match goes on");
    assert_eq!(table.room.phase(), Phase::Closed);
    assert_eq!(table.ask(CARLA, sit(Black)), Err(Refusal::Closed));
}

#[test]
fn a_match_starts_when_all_seats_are_filled_and_all_are_ready_and_can_be_played_out() {
    let mut table = Table::playing("classic-4", None, &[ANNA, BEN]);
    assert_eq!(table.ask(CARLA, Action::Resign), Err(Refusal::NotSeated));
    let first = table.next_move();
    assert_eq!(table.ask(BEN, first.clone()), Err(Refusal::NotYourSeat { player: Black }));
    assert_eq!(table.serve(first.clone()), Err(Refusal::NotYourSeat { player: Black }));
    assert!(moved(&table.ask(ANNA, first.clone()).expect("is legal")));
    assert_eq!(table.ask(ANNA, first), Err(Refusal::OtherPly { meant: 0, now: 1 }));
    while table.ending().is_none() {
        let next = table.next_move();
        let Action::Move { player, .. } = next else { panic!("a move") };
        table.ask(if player == Black { ANNA } else { BEN }, next).expect("is legal");
    }
    assert_eq!(table.ending(), Some(Ending::PlayedOut));
    let game = table.room.game().expect("a match").to_game_record().expect("has a record");
    assert_eq!(game.ending(), Some(Ending::PlayedOut));
    assert_eq!(game.to_string().parse(), Ok(game));
}

#[test]
fn a_repeated_command_changes_nothing_and_has_the_same_answer() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    let next = table.next_move();
    let command = table.command(next);
    assert!(moved(&table.send(&command, who(ANNA)).expect("is legal")));
    let sequence = table.room.sequence();
    assert_eq!(table.room.answer(device(ANNA), command.id), Some(sequence));
    assert_eq!(table.send(&command, who(ANNA)), Ok(Vec::new()));
    assert_eq!(table.room.sequence(), sequence);
    assert_eq!(table.room.answer(device(BEN), command.id), None, "each device has its own numbers");
    // A forgotten command is stale and still changes nothing.
    for ready in 0..=Room::ANSWERS_A_DEVICE as u64 {
        table.ask(ANNA, Action::SetAdvice { agree: ready % 2 == 0 }).expect("is another");
    }
    assert_eq!(table.room.answer(device(ANNA), command.id), None);
    assert_eq!(table.send(&command, who(ANNA)), Err(Refusal::OtherPly { meant: 0, now: 1 }));
}

#[test]
fn a_command_that_rests_on_what_has_changed_is_stale() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    let next = table.next_move();
    let meant = table.command(next.clone());
    table.ask(ANNA, next).expect("is legal");
    table.ask(ANNA, Action::AskTakeback { to_ply: 0 }).expect("there is a turn");
    table.ask(BEN, Action::AnswerTakeback { agree: true }).expect("is asked");
    // The ply is the same again, but it is a different turn.
    assert!(matches!(table.send(&meant, who(ANNA)), Err(Refusal::Stale { .. })));
    let ahead = Command { seen: 999, ..meant };
    assert!(matches!(table.send(&ahead, who(BEN)), Err(Refusal::Ahead { seen: 999, .. })));
}

#[test]
fn all_opponents_agree_to_a_takeback_and_to_a_draw() {
    let mut table = Table::playing("five", None, &[ANNA, BEN, CARLA]);
    let next = table.next_move();
    table.ask(ANNA, next).expect("is legal");
    assert_eq!(table.ask(BEN, Action::AskTakeback { to_ply: 0 }), Err(Refusal::NothingToTakeBack));
    let too_soon = Command { seen: table.room.sequence() - 1, ..table.command(Action::AskTakeback { to_ply: 0 }) };
    assert_eq!(table.send(&too_soon, who(ANNA)), Err(Refusal::NothingToTakeBack), "it was not played yet");
    table.ask(ANNA, Action::AskTakeback { to_ply: 0 }).expect("there is a turn");
    assert_eq!(table.ask(ANNA, Action::AnswerTakeback { agree: true }), Err(Refusal::NothingToAnswer));
    assert_eq!(table.ask(BEN, Action::AnswerTakeback { agree: true }).expect("is asked").len(), 1);
    let granted = table.ask(CARLA, Action::AnswerTakeback { agree: true }).expect("is asked");
    assert_eq!(granted[1], Change::TakenBack { to_ply: 0 });
    assert_eq!(table.room.game().map(|game| game.record.ply()), Some(0));
    table.ask(CARLA, Action::OfferDraw).expect("others play");
    table.ask(ANNA, Action::AnswerDraw { agree: false }).expect("is asked");
    assert_eq!(table.ask(BEN, Action::AnswerDraw { agree: true }), Err(Refusal::NothingToAnswer));
    table.ask(CARLA, Action::OfferDraw).expect("others play");
    table.ask(ANNA, Action::AnswerDraw { agree: true }).expect("is asked");
    table.ask(BEN, Action::AnswerDraw { agree: true }).expect("is asked");
    assert_eq!(table.ending(), Some(Ending::DrawAgreed));
    let game = table.room.game().expect("a match");
    assert!(game.ranks().expect("it is over").iter().all(|rank| rank.place == 1));
    assert!(game.to_game_record().is_ok());
}

#[test]
fn a_takeback_and_a_draw_lapse_with_a_move_of_the_player_who_asks_or_has_to_answer() {
    let answers = [Action::AnswerTakeback { agree: true }, Action::AnswerDraw { agree: true }];
    for mover in [ANNA, BEN] {
        for (asks, answer) in [Action::AskTakeback { to_ply: 0 }, Action::OfferDraw].into_iter().zip(&answers) {
            let mut table = Table::playing("classic", None, &[ANNA, BEN]);
            for number in [ANNA, BEN, ANNA, BEN].iter().take(if mover == ANNA { 2 } else { 1 }) {
                let next = table.next_move();
                table.ask(*number, next).expect("is legal");
            }
            table.ask(ANNA, asks.clone()).expect("nothing is asked yet");
            let next = table.next_move();
            table.ask(mover, next).expect("is legal");
            let game = table.room.game().expect("a match");
            assert_eq!((&game.takeback, &game.draw), (&None, &None), "{asks:?} after a move of {mover}");
            assert_eq!(table.ask(BEN, answer.clone()), Err(Refusal::NothingToAnswer));
            table.ask(ANNA, asks).expect("it can be asked for anew");
        }
    }
}

#[test]
fn players_who_have_agreed_and_cpu_players_move_on_without_ending_what_is_asked_for() {
    let mut table = Table::playing("five", None, &[ANNA, BEN, CARLA]);
    let player_of = |table: &Table, number| table.room.seat_of(device(number));
    for number in [ANNA, BEN, CARLA] {
        let next = table.next_move();
        table.ask(number, next).expect("is legal");
    }
    table.ask(CARLA, Action::OfferDraw).expect("others play");
    table.ask(ANNA, Action::AnswerDraw { agree: true }).expect("is asked");
    let to_move = |table: &Table| table.room.game().and_then(RoomMatch::to_move);
    while to_move(&table) != player_of(&table, BEN) {
        let next = table.next_move();
        if to_move(&table) == player_of(&table, ANNA) {
            table.ask(ANNA, next).expect("is legal");
        } else {
            table.serve(next).expect("is legal");
        }
    }
    assert!(table.room.game().is_some_and(|game| game.draw.is_some()), "Ben has still to answer");
    let next = table.next_move();
    let changes = table.ask(BEN, next).expect("is legal");
    assert!(changes.contains(&Change::DrawDeclined { player: White }), "his move is his answer");
    assert!(table.room.game().is_some_and(|game| game.draw.is_none()));
}

#[test]
fn a_match_for_two_ends_with_whoever_resigns_or_runs_out() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    table.ask(BEN, Action::Resign).expect("plays");
    assert_eq!(table.ending(), Some(Ending::Resigned(White)));
    let clock = Some(TimeControl::PerMove { limit_ms: 5_000 });
    let mut table = Table::playing("classic", clock, &[ANNA, BEN]);
    let (at_ms, due) = table.room.due().expect("the clock runs");
    assert_eq!((at_ms, &due), (5_500, &Action::RunOut { player: Black }));
    table.now_ms = at_ms - 1;
    assert_eq!(table.serve(due.clone()), Err(Refusal::TooEarly { from_ms: at_ms }));
    assert_eq!(table.ask(BEN, due.clone()), Err(Refusal::NotServer));
    table.now_ms = at_ms;
    let next = table.next_move();
    assert_eq!(table.ask(ANNA, next.clone()), Err(Refusal::OutOfTime));
    table.serve(due).expect("the time is up");
    assert_eq!(table.ending(), Some(Ending::OutOfTime(Black)));
    assert_eq!(table.ask(ANNA, next), Err(Refusal::OutOfTime));
}

fn byo_yomi(base_ms: u64, period_ms: u64) -> TimeControl {
    TimeControl::ByoYomi { base_ms, period_ms }
}

#[test]
fn in_byo_yomi_each_move_has_its_period_and_too_long_a_move_loses() {
    let mut table = Table::playing("classic", Some(byo_yomi(3_000, 5_000)), &[ANNA, BEN]);
    for (player, thinks_ms) in [(ANNA, 7_000), (BEN, 1_000), (ANNA, 4_000), (BEN, 6_000), (ANNA, 4_900)] {
        table.now_ms += thinks_ms;
        let next = table.next_move();
        table.ask(player, next).expect("there is time");
    }
    let game = table.room.game().expect("a match").clone();
    let left = [Black, White].map(|player| game.clock.at_rest().remaining(player, 0));
    assert_eq!(left, [Some(5_000), Some(5_000)], "only the periods are left");
    let (at_ms, due) = table.room.due().expect("the clock runs");
    assert_eq!((at_ms, &due), (table.now_ms + 5_500, &Action::RunOut { player: White }));
    table.now_ms = at_ms;
    table.serve(due).expect("the time is up");
    assert_eq!(table.ending(), Some(Ending::OutOfTime(White)));
    let record = game.to_game_record().expect("has a record");
    assert!(record.to_string().contains(r#""format":2"#));
    assert_eq!(record.to_string().parse(), Ok(record));
}

#[test]
fn among_more_a_cpu_player_plays_on_and_the_seat_counts_as_lost() {
    let mut table = Table::playing("five", None, &[ANNA, BEN, CARLA]);
    let changes = table.ask(ANNA, Action::Resign).expect("plays");
    assert!(matches!(changes[..], [Change::Resigned { player: Black }, Change::SeatGivenToCpu { player: Black, .. }]));
    let next = table.next_move();
    assert_eq!(table.ask(ANNA, next.clone()), Err(Refusal::NotYourSeat { player: Black }));
    let cpu = "minimum".parse().expect("a key");
    let task = table.room.cpu_task().map(|task| (task.kind, task.ply));
    assert_eq!(task, Some((CpuTaskKind::Move { player: Black, cpu }, 0)));
    assert!(moved(&table.serve(next).expect("a CPU player plays on")));
    table.ask(BEN, Action::Resign).expect("plays");
    table.ask(CARLA, Action::Resign).expect("plays");
    assert_eq!(table.ending(), Some(Ending::Resigned(Ash)), "no human is left");
    let game = table.room.game().expect("a match").to_game_record().expect("has a record");
    let last: Vec<Player> = game.ranks().expect("it is over").iter().skip(2).map(|rank| rank.player).collect();
    assert_eq!(last, [Ash, White, Black]);
    assert_eq!(
        (&game.seats()[Black], &game.seats()[Cyan]),
        (&Some(RecordedSeat::Human), &Some("minimum".parse().map(RecordedSeat::Cpu).expect("a key")))
    );
}

#[test]
fn the_seat_of_somebody_who_stays_away_can_be_given_away() {
    let mut table = Table::playing("five", None, &[ANNA, BEN, CARLA]);
    assert_eq!(table.ask(ANNA, Action::GiveAbsentSeat { player: White }), Err(Refusal::NotAway));
    table.serve(Action::SetAway { player: White, away: true }).expect("is not away yet");
    table.now_ms = 59_999;
    assert_eq!(table.ask(ANNA, Action::GiveAbsentSeat { player: White }), Err(Refusal::TooEarly { from_ms: 60_000 }));
    table.now_ms = 60_000;
    table.ask(ANNA, Action::GiveAbsentSeat { player: White }).expect("has been away");
    let game = table.room.game().expect("a match");
    assert!(game.has_forfeited(White) && table.room.phase() == Phase::Playing);
    assert_eq!(table.ask(BEN, Action::Resign), Err(Refusal::NotYourSeat { player: White }));
}

#[test]
fn between_matches_the_seat_of_an_absent_human_is_freed() {
    let mut table = Table::new("classic", None);
    table.ask(ANNA, sit(Black)).expect("is free");
    table.ask(BEN, sit(White)).expect("is free");
    table.serve(Action::SetAway { player: Black, away: true }).expect("is not away yet");
    assert_eq!(table.room.due(), Some((60_000, Action::RemoveAbsent { player: Black })));
    table.now_ms = 60_000;
    table.serve(Action::RemoveAbsent { player: Black }).expect("has been away");
    assert_eq!((table.room.host(), table.room.seat_of(device(ANNA))), (device(BEN), None));
}

#[test]
fn neither_a_clock_nor_an_absence_runs_while_no_server_takes_moves() {
    let clock = Some(TimeControl::Fischer { base_ms: 12_000, increment_ms: 0 });
    let mut table = Table::playing("classic", clock, &[ANNA, BEN]);
    let deadline = |table: &Table| table.room.game().and_then(|game| game.clock.deadline()).map(|at| at.at_ms);
    table.serve(Action::SetAway { player: White, away: true }).expect("is not away yet");
    let before = deadline(&table).expect("the clock runs");
    // Two seconds of thinking before 58 seconds without a server, and one second after.
    table.now_ms = 61_000;
    table.outage_ms = 58_000;
    assert_eq!(table.serve(Action::RunOut { player: Black }), Err(Refusal::TooEarly { from_ms: before + 58_000 }));
    let next = table.next_move();
    table.ask(ANNA, next).expect("her time is not up");
    let game = table.room.game().expect("a match");
    assert_eq!((&game.thinking_ms[..], game.clock.remaining(Black, 61_000)), (&[3_000][..], Some(9_000)));
    let absence = Action::GiveAbsentSeat { player: White };
    table.outage_ms = 0;
    assert_eq!(table.ask(ANNA, absence), Err(Refusal::TooEarly { from_ms: 118_000 }));
    // Without a move, the outage is reported by repeating a known absence.
    table.now_ms = 70_000;
    assert_eq!(table.serve(Action::SetAway { player: White, away: true }), Err(Refusal::Already));
    table.outage_ms = 5_000;
    let before = deadline(&table).expect("the clock runs");
    table.serve(Action::SetAway { player: White, away: true }).expect("it reports the outage");
    assert_eq!(deadline(&table), Some(before + 5_000));
    assert_eq!(table.events.last().map(|event| event.outage_ms), Some(5_000));
}

#[test]
fn events_without_an_outage_are_read_and_written_as_before() {
    let table = Table::playing("classic", None, &[ANNA, BEN]);
    let text = serde_json::to_string(&table.events).expect("JSON");
    assert!(!text.contains("stood_ms"), "{text}");
    assert_eq!(serde_json::from_str::<Vec<Event>>(&text).expect("reads back"), table.events);
}

#[test]
fn commands_besides_moves_are_limited_by_device_and_match() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    let most = Room::MAX_REQUESTS as usize;
    let toggled =
        (0..1_000).take_while(|turn| table.ask(ANNA, Action::SetAdvice { agree: turn % 2 == 0 }).is_ok()).count();
    assert!((most - 2..=most).contains(&toggled), "{toggled}");
    for action in [Action::OfferDraw, Action::Rename { name: PlayerName::nearest("Eve") }] {
        assert_eq!(table.ask(ANNA, action), Err(Refusal::TooOften));
    }
    // Others can still ask, and she can still answer, move and resign.
    let next = table.next_move();
    table.ask(ANNA, next).expect("is legal");
    table.ask(BEN, Action::OfferDraw).expect("he has asked for little");
    table.ask(ANNA, Action::AnswerDraw { agree: false }).expect("is asked");
    table.ask(ANNA, Action::Resign).expect("plays");
    // The limit starts afresh after the match.
    table.ask(ANNA, Action::SetRematch { agree: true }).expect("it is over");
}

#[test]
fn absences_are_noted_only_so_often_between_two_moves() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    let away = |away| Action::SetAway { player: Black, away };
    for _ in 0..Room::MAX_ABSENCES {
        table.serve(away(true)).expect("is noted");
        table.serve(away(false)).expect("is noted");
    }
    assert_eq!(table.serve(away(true)), Err(Refusal::TooOften));
    let next = table.next_move();
    table.ask(ANNA, next).expect("is legal");
    table.serve(away(true)).expect("she has moved since");
}

#[test]
fn a_player_who_has_filled_a_room_loses_when_it_is_closed() {
    let close = |humans: &[u128], variant: &str, fillers: &[u128]| {
        let mut table = Table::playing(variant, None, humans);
        for turn in 0..20 {
            for filler in fillers {
                table.ask(*filler, Action::SetAdvice { agree: turn % 2 == 0 }).expect("is another");
            }
        }
        table.serve(Action::Close).expect("the server may");
        assert_eq!(table.room.phase(), Phase::Closed);
        let ranks = table.room.game().and_then(RoomMatch::ranks).expect("it is over");
        (table.ending().expect("it is over"), ranks.last().map(|rank| rank.player))
    };
    assert_eq!(close(&[ANNA, BEN], "classic", &[]).0, Ending::Abandoned);
    assert_eq!(close(&[ANNA, BEN], "classic", &[BEN]), (Ending::Resigned(White), Some(White)));
    assert_eq!(close(&[ANNA, BEN, CARLA], "five", &[CARLA]), (Ending::Abandoned, Some(Ash)));
}

#[test]
fn a_rematch_moves_the_seats_on_by_one() {
    let mut table = Table::playing("five", None, &[ANNA, BEN]);
    table.ask(ANNA, Action::Resign).expect("plays");
    assert_eq!(table.ask(BEN, Action::SetRematch { agree: true }), Err(Refusal::NotOver));
    table.ask(BEN, Action::Resign).expect("plays");
    table.ask(BEN, Action::SetRematch { agree: true }).expect("it is over");
    let changes = table.ask(ANNA, Action::SetRematch { agree: true }).expect("it is over");
    assert_eq!(changes[1..], [Change::RematchAgreed, Change::Started]);
    assert_eq!([ANNA, BEN].map(|number| table.room.seat_of(device(number))), [Some(White), Some(Ash)]);
    assert_eq!(table.room.movers().count(), 2, "who had lost plays again");
    assert!(table.room.seats()[Black].cpu.is_some() && table.room.seats()[Yamabuki].cpu.is_some());
    assert_eq!(table.room.game().map(|game| game.number), Some(2));
}

#[test]
fn advice_is_off_unless_all_agree() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    assert!(!table.room.allows_advice());
    table.ask(ANNA, Action::SetAdvice { agree: true }).expect("plays");
    assert!(!table.room.allows_advice());
    table.ask(BEN, Action::SetAdvice { agree: true }).expect("plays");
    assert!(table.room.allows_advice());
}

#[test]
fn an_event_that_cannot_follow_changes_nothing() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    let before = table.room.clone();
    let next = before.sequence() + 1;
    let change = |sequence, change| Event { sequence, at_ms: 9, who: who(ANNA), command: None, outage_ms: 0, change };
    let square = "a1".parse().expect("a square");
    let illegal = change(next, Change::Moved { player: Black, square, thinking_ms: 1 });
    assert!(matches!(table.room.apply(&illegal), Err(EventError::Illegal { .. })));
    let gap = change(next + 1, Change::Closed);
    assert_eq!(table.room.apply(&gap), Err(EventError::NotNext { expected: next, found: next + 1 }));
    for misfit in [
        Change::Started,
        Change::RematchAgreed,
        Change::TakenBack { to_ply: 1 },
        Change::SeatTaken { player: Black, name: PlayerName::default() },
        Change::Renamed { player: Ash, name: PlayerName::default() },
        Change::TakebackGranted { player: White },
    ] {
        let error = table.room.apply(&change(next, misfit.clone()));
        assert_eq!(error, Err(EventError::DoesNotFit { sequence: next }), "{misfit:?}");
    }
    assert_eq!(table.room, before);
}

#[test]
fn a_client_shows_its_own_move_at_once_and_takes_it_back_when_it_is_refused() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    let mut client = ClientRoom::new(device(ANNA), 1_000);
    assert_eq!(client.receive(&table.events[1..]), Ok(Received::Gap));
    assert_eq!(client.receive(&table.events), Ok(Received::Applied(table.events.len())));
    assert_eq!(client.receive(&table.events), Ok(Received::Applied(0)));
    let ply = |client: &ClientRoom| client.record().map(|record| record.ply());
    let command = client.ask(table.next_move()).expect("is legal");
    assert_eq!((ply(&client), client.unanswered().count()), (Some(1), 1));
    assert_eq!(client.ask(table.next_move()), Err(Refusal::Already));
    client.refused(command.id);
    assert_eq!((ply(&client), client.unanswered().count()), (Some(0), 0));
    let command = client.ask(table.next_move()).expect("is legal");
    table.send(&command, who(ANNA)).expect("is legal");
    client.done(command.id, table.room.sequence());
    assert_eq!((ply(&client), client.unanswered().count()), (Some(1), 0), "shown until its event comes");
    assert!(client.move_ahead().is_some());
    client.receive(&table.events).expect("follows");
    assert_eq!((ply(&client), client.move_ahead()), (Some(1), None));
    assert_eq!(client.room(), Some(&table.room));
}

#[test]
fn an_xot_opening_is_drawn_for_each_match_and_cannot_be_taken_back() {
    let fischer = Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 });
    let xot = RoomOptions { start: Start::Xot, ..options("classic-8", fischer) };
    let mut table = Table::with(xot).begun(&[ANNA, BEN]);
    let drawn = |table: &Table| {
        let mut drawn = table.events.iter().filter_map(|event| match &event.change {
            Change::OpeningDrawn { moves } => Some((event.sequence, moves.clone())),
            _ => None,
        });
        drawn.next_back().expect("it is drawn")
    };
    let (sequence, moves) = drawn(&table);
    assert!(xot_openings().any(|opening| opening == moves), "{moves:?}");
    assert_eq!(table.events[sequence as usize - 2].change, Change::Started, "it follows at once");
    let game = table.game();
    assert_eq!((game.record.ply(), game.opening, game.to_move()), (XOT_PLIES, XOT_PLIES, Some(Black)));
    assert_eq!(game.takeback_ply(Black), None);
    for to_ply in 0..=XOT_PLIES {
        assert_eq!(table.ask(ANNA, Action::AskTakeback { to_ply }), Err(Refusal::NothingToTakeBack), "{to_ply}");
    }
    table.now_ms = 3_000;
    let next = table.next_move();
    table.ask(ANNA, next).expect("Black moves");
    let game = table.game();
    assert_eq!((game.takeback_ply(Black), game.takeback_ply(White)), (Some(XOT_PLIES), None));
    assert_eq!(game.clock.remaining(Black, 3_000), Some(57_000));
    let record = game.to_game_record().expect("has a record");
    let times: Vec<_> = record.times().map(|time| time.map(|time| time.as_secs())).collect();
    assert_eq!(times, [vec![None; XOT_PLIES], vec![Some(3)]].concat());
    table.ask(ANNA, Action::AskTakeback { to_ply: XOT_PLIES }).expect("it was her move");
    table.ask(BEN, Action::AnswerTakeback { agree: true }).expect("he agrees");
    assert_eq!(table.game().record.ply(), XOT_PLIES);
    table.ask(BEN, Action::Resign).expect("plays");
    table.ask(ANNA, Action::SetRematch { agree: true }).expect("it is over");
    table.ask(BEN, Action::SetRematch { agree: true }).expect("it is over");
    assert_eq!(table.game().number, 2);
    assert_ne!(drawn(&table).1, moves, "another opening");
}

#[test]
fn openings_follow_from_the_secret_of_the_room_but_clients_cannot_know_them() {
    let opening = |secret: u64, code: u64| {
        let xot = RoomOptions { start: Start::Xot, ..options("classic-8", None) };
        let host = DeviceToken::new(ANNA).ids(RoomCode::new(code));
        let may_seat = CpuPlayer::may_sit_in_room;
        let created = Room::create_with_secret(RoomCode::new(code), xot, host, secret, Moment::at(0), may_seat);
        let created = created.expect("fits");
        let mut table = Table {
            room: Room::new(&created).expect("it is the first"),
            events: vec![created],
            now_ms: 0,
            outage_ms: 0,
            next_id: 0,
        };
        let actions = [
            sit(Black),
            Action::SeatCpu { player: White, cpu: "minimum".parse().expect("a key") },
            Action::SetReady { ready: true },
        ];
        for action in actions {
            let command = table.command(action);
            table.send(&command, Who::Device(host.in_room)).expect("it is allowed");
        }
        table.game().record.to_string()
    };
    assert_eq!(opening(1, 5), opening(1, 6), "the secret alone decides");
    let openings: BTreeSet<String> = (0..20).map(|secret| opening(secret, 5)).collect();
    assert!(openings.len() > 15, "{} of 20 differ", openings.len());
}

#[test]
fn events_of_an_opening_that_do_not_fit_leave_the_room_as_it_is() {
    let even = RoomOptions { start: Start::Even, ..options("classic-8", None) };
    let table = Table::with(even).begun(&[ANNA, BEN]);
    let drawn = |moves: &[&str]| {
        let moves = moves.iter().map(|square| square.parse().expect("a square")).collect();
        let sequence = table.room.sequence() + 1;
        let change = Change::OpeningDrawn { moves };
        Event { sequence, at_ms: 9, who: Who::Server, command: None, outage_ms: 0, change }
    };
    let mut room = table.room.clone();
    let illegal = drawn(&["f5", "a1"]);
    let misfit = Err(EventError::DoesNotFit { sequence: illegal.sequence });
    assert_eq!((room.apply(&illegal), &room), (misfit.clone(), &table.room));
    room.apply(&drawn(&["f5", "d6"])).expect("it fits");
    let again = Event { sequence: room.sequence() + 1, ..drawn(&["f5"]) };
    assert_eq!(room.apply(&again), Err(EventError::DoesNotFit { sequence: again.sequence }));
}

#[test]
fn rooms_without_a_drawn_start_are_written_as_before() {
    let old = serde_json::to_value(options("classic-8", None)).expect("JSON");
    assert!(old.get("start").is_none(), "{old}");
    assert_eq!(serde_json::from_value::<RoomOptions>(old).expect("is read").version(), 1);
    let xot = RoomOptions { start: Start::Xot, ..options("classic-8", None) };
    assert_eq!((xot.version(), serde_json::to_value(xot).expect("JSON")["start"].as_str()), (2, Some("xot")));
    let swap = RoomOptions { swap: true, ..options("classic-8", None) };
    assert_eq!((swap.version(), serde_json::to_value(swap).expect("JSON")["swap"].as_bool()), (3, Some(true)));
    assert!(serde_json::to_value(options("classic-8", None)).expect("JSON").get("swap").is_none());
}

#[test]
fn a_match_with_an_even_start_waits_for_the_server_and_no_time_runs() {
    let fischer = Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 });
    let even = RoomOptions { start: Start::Even, ..options("classic-8", fischer) };
    let mut table = Table::with(even).begun(&[ANNA, BEN]);
    let task = table.room.cpu_task().expect("a start is wanted");
    assert_eq!((task.kind.clone(), task.ply), (CpuTaskKind::DrawStart { plies: 8 }, 0));
    assert_eq!((table.game().to_move(), table.room.due()), (None, None));
    table.now_ms = 90_000;
    let early = Action::Move { player: Black, square: "f5".parse().expect("a square"), ply: 0 };
    assert_eq!(table.ask(ANNA, early.clone()), Err(Refusal::StartNotDrawn));
    let mut client = ClientRoom::new(device(ANNA), 1);
    client.receive(&table.events).expect("follows");
    assert_eq!(client.ask(early), Err(Refusal::StartNotDrawn));
    let drawn = |moves: &str| Action::Begin {
        moves: moves.split(' ').map(|square| square.parse().expect("a square")).collect(),
    };
    assert_eq!(table.ask(ANNA, drawn("f5 d6")), Err(Refusal::NotServer));
    assert!(matches!(table.serve(drawn("f5 a1")), Err(Refusal::NotUnderstood { .. })));
    let moves = "f5 d6 c3 d3 c4 f4 c5 b4";
    table.serve(drawn(moves)).expect("the server has found a start");
    assert_eq!(table.serve(drawn(moves)), Err(Refusal::Already));
    let game = table.game();
    assert_eq!((game.record.ply(), game.opening, game.to_move()), (8, 8, Some(Black)));
    assert_eq!((game.takeback_ply(Black), game.takeback_ply(White)), (None, None));
    let (at_ms, due) = table.room.due().expect("the clock runs");
    assert_eq!((at_ms, due), (150_500, Action::RunOut { player: Black }));
    let again = {
        table.ask(BEN, Action::Resign).expect("plays");
        table.ask(ANNA, Action::SetRematch { agree: true }).expect("it is over");
        table.ask(BEN, Action::SetRematch { agree: true }).expect("it is over");
        table.room.cpu_task().expect("a start is wanted")
    };
    assert_ne!(again.seed, task.seed, "each match has its own start");
}

/// A match with the swap rule, in which the first two moves are made.
fn before_swap(clock: Option<TimeControl>) -> Table {
    let options = RoomOptions { swap: true, ..options("classic-8", clock) };
    let mut table = Table::with(options).begun(&[ANNA, BEN]);
    for (number, seconds) in [(ANNA, 4), (BEN, 7)] {
        assert_eq!(table.game().side_question(), None);
        table.now_ms = seconds * 1_000;
        let next = table.next_move();
        table.ask(number, next).expect("is legal");
    }
    table
}

#[test]
fn the_second_player_may_take_over_the_first_side_after_two_moves() {
    let mut table = before_swap(Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 }));
    let game = table.game();
    assert_eq!((game.side_question(), game.to_move(), game.waits_for()), (Some(White), None, Some(White)));
    let square = game.record.position().legal_squares().iter().next().expect("a move");
    assert_eq!(table.ask(ANNA, Action::Move { player: Black, square, ply: 2 }), Err(Refusal::SideNotChosen));
    let choose = |player, takes_over| Action::ChooseSide { player, takes_over };
    assert_eq!(table.ask(ANNA, choose(Black, true)), Err(Refusal::NothingToAnswer));
    assert_eq!(table.ask(ANNA, choose(White, true)), Err(Refusal::NotYourSeat { player: White }));
    table.ask(ANNA, Action::OfferDraw).expect("plays");
    table.now_ms = 12_000;
    let changes = table.ask(BEN, choose(White, true)).expect("he is asked");
    let declined = Change::DrawDeclined { player: White };
    assert_eq!(changes, [declined, Change::SideChosen { player: White, takes_over: true }]);
    assert_eq!((table.room.seat_of(device(ANNA)), table.room.seat_of(device(BEN))), (Some(White), Some(Black)));
    let game = table.game();
    assert_eq!((game.swapped, game.side_question(), game.to_move()), (Some(true), None, Some(Black)));
    let left = [Black, White].map(|player| game.clock.remaining(player, 12_000));
    assert_eq!(left, [Some(52_000), Some(56_000)], "Ben's 3 s and 5 s, Anna's 4 s");
    assert_eq!((game.takeback_ply(Black), game.takeback_ply(White)), (None, None));
    assert_eq!(table.ask(BEN, Action::AskTakeback { to_ply: 0 }), Err(Refusal::NothingToTakeBack));
    assert_eq!(table.ask(BEN, choose(Black, false)), Err(Refusal::NothingToAnswer));
    let next = table.next_move();
    assert_eq!(table.ask(ANNA, next.clone()), Err(Refusal::NotYourSeat { player: Black }));
    table.ask(BEN, next).expect("the side is his");
    table.ask(ANNA, Action::Resign).expect("plays");
    assert_eq!(table.ending(), Some(Ending::Resigned(White)));
    for number in [ANNA, BEN] {
        table.ask(number, Action::SetRematch { agree: true }).expect("it is over");
    }
    assert_eq!(table.room.seat_of(device(BEN)), Some(Black), "the side is given back, then everybody moves on");
    assert_eq!((table.game().swapped, table.game().series.games()), (None, 1));
}

#[test]
fn a_player_who_keeps_the_side_changes_nothing_and_may_take_back_before_the_choice() {
    let mut table = before_swap(None);
    table.ask(BEN, Action::AskTakeback { to_ply: 1 }).expect("it was his move");
    table.ask(ANNA, Action::AnswerTakeback { agree: true }).expect("she is asked");
    assert_eq!((table.game().record.ply(), table.game().side_question()), (1, None));
    let next = table.next_move();
    table.ask(BEN, next).expect("is legal");
    table.ask(BEN, Action::ChooseSide { player: White, takes_over: false }).expect("he is asked");
    let game = table.game();
    assert_eq!((game.swapped, game.to_move()), (Some(false), Some(Black)));
    assert_eq!(table.room.seat_of(device(ANNA)), Some(Black));
}

#[test]
fn the_choice_of_a_side_costs_time_and_cpu_players_choose_too() {
    let mut table = before_swap(Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 }));
    let (at_ms, due) = table.room.due().expect("the clock runs");
    assert_eq!((at_ms, &due), (7_000 + 57_000 + 500, &Action::RunOut { player: White }));
    table.now_ms = at_ms;
    assert_eq!(table.ask(BEN, Action::ChooseSide { player: White, takes_over: true }), Err(Refusal::OutOfTime));
    table.serve(due).expect("the time is up");
    assert_eq!(table.ending(), Some(Ending::OutOfTime(White)));

    let options = RoomOptions { swap: true, ..options("classic-8", None) };
    let mut table = Table::with(options).begun(&[ANNA]);
    let next = table.next_move();
    table.ask(ANNA, next).expect("is legal");
    let next = table.next_move();
    table.serve(next).expect("the CPU player's");
    let task = table.room.cpu_task().expect("the CPU player is asked");
    assert_eq!(task.kind, CpuTaskKind::ChooseSide { player: White, cpu: "minimum".parse().expect("a key") });
    table.serve(Action::ChooseSide { player: White, takes_over: true }).expect("the CPU player's");
    assert_eq!(table.room.seat_of(device(ANNA)), Some(White));
    let task = table.room.cpu_task().expect("the CPU player moves for Black now");
    assert_eq!((task.kind, task.ply), (CpuTaskKind::Move { player: Black, cpu: "minimum".parse().expect("a key") }, 2));
}

#[test]
fn players_pass_by_choice_only_on_boards_that_allow_it() {
    let clock = Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 1_000 });
    let mut usual = Table::playing("classic", clock, &[ANNA, BEN]);
    let reason = "must-place".to_owned();
    assert_eq!(usual.ask(ANNA, Action::Pass { player: Black, ply: 0 }), Err(Refusal::IllegalPass { reason }));
    assert_eq!(usual.room.version(), 1);

    let options = options("classic", clock);
    let variant = (*options.variant).clone().with_free_pass(true).into();
    let options = RoomOptions { variant, ..options };
    assert_eq!(options.version(), 2);
    let mut table = Table::with(options).begun(&[ANNA, BEN]);
    table.now_ms = 5_000;
    let changes = table.ask(ANNA, Action::Pass { player: Black, ply: 0 });
    assert_eq!(changes, Ok(vec![Change::Passed { player: Black, thinking_ms: 5_000 }]));
    let game = table.game();
    assert_eq!((game.to_move(), game.clock.remaining(Black, 5_000)), (Some(White), Some(56_000)));
    assert_eq!((game.thinking_ms.len(), game.sequences.len(), game.record.moves()), (1, 1, vec![Move::Pass]));
    let other_ply = Action::Pass { player: White, ply: 0 };
    assert_eq!(table.ask(BEN, other_ply), Err(Refusal::OtherPly { meant: 0, now: 1 }));
    let of_another = Action::Pass { player: White, ply: 1 };
    assert_eq!(table.ask(ANNA, of_another.clone()), Err(Refusal::NotYourSeat { player: White }));
    let pass = table.command(of_another);
    table.send(&pass, who(BEN)).expect("may pass");
    assert_eq!(table.send(&pass, who(BEN)), Ok(Vec::new()), "a repetition passes no second time");
    assert_eq!(table.ending(), Some(Ending::PlayedOut), "both have passed");
}

#[test]
fn rooms_with_a_board_larger_than_16_x_16_need_a_later_client() {
    assert_eq!(["classic-16", "classic-18"].map(|key| options(key, None).version()), [1, 3]);
}

#[test]
fn a_player_gives_the_other_humans_a_minute() {
    let fischer = Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 });
    let mut table = Table::playing("five", fischer, &[ANNA, BEN, CARLA]);
    let left = |table: &Table| {
        let clock = &table.game().clock;
        [Black, White, Ash, Cyan].map(|player| clock.remaining(player, table.now_ms).expect("a clock") / 1_000)
    };
    table.now_ms = 10_000;
    let changes = table.ask(BEN, Action::GiveTime).expect("plays");
    assert_eq!(changes, [Change::TimeGiven { player: White, given_ms: 60_000 }]);
    assert_eq!(left(&table), [110, 60, 120, 60], "neither the giver nor CPU players get it");
    assert_eq!(table.room.due().map(|(at_ms, _)| at_ms), Some(120_500), "the deadline moves too");
    assert_eq!(table.room.version(), 2);
    let copy = table.command(Action::GiveTime);
    table.send(&copy, who(ANNA)).expect("plays");
    assert_eq!(table.send(&copy, who(ANNA)), Ok(Vec::new()), "a repetition gives nothing");
    let stale = Command { id: CommandId(900), ..copy };
    assert!(matches!(table.send(&stale, who(ANNA)), Err(Refusal::Stale { .. })));
    assert_eq!(table.ask(9, Action::GiveTime), Err(Refusal::NotSeated));
    for clock in [None, Some(TimeControl::PerMove { limit_ms: 9_000 })] {
        let mut table = Table::playing("five", clock, &[ANNA, BEN]);
        assert_eq!(table.ask(ANNA, Action::GiveTime), Err(Refusal::FixedClock));
        assert_eq!(table.room.version(), 1);
    }
    let mut table = Table::playing("five", fischer, &[ANNA]);
    assert_eq!(table.ask(ANNA, Action::GiveTime), Err(Refusal::NobodyToAsk));
    let mut table = Table::playing("classic", Some(byo_yomi(0, 5_000)), &[ANNA, BEN]);
    table.ask(BEN, Action::GiveTime).expect("plays");
    assert_eq!(table.game().clock.remaining(Black, 0), Some(65_000), "a minute before byo-yomi");
}

#[test]
fn rematches_of_the_same_players_are_a_series() {
    let mut table = Table::playing("classic", None, &[ANNA, BEN]);
    let score = |table: &Table, number: u128| {
        let series = table.game().series_so_far();
        table.room.seat_of(device(number)).map(|player| (series.wins(player), series.games()))
    };
    let rematch = |table: &mut Table| {
        table.ask(ANNA, Action::SetRematch { agree: true }).expect("it is over");
        table.ask(BEN, Action::SetRematch { agree: true }).expect("it is over");
    };
    assert_eq!(score(&table, ANNA), Some((0, 0)));
    for (loser, anna, ben) in [(BEN, 1, 0), (ANNA, 1, 1), (BEN, 2, 1)] {
        table.ask(loser, Action::Resign).expect("plays");
        assert_eq!((score(&table, ANNA), score(&table, BEN)), (Some((anna, anna + ben)), Some((ben, anna + ben))));
        rematch(&mut table);
        assert_eq!((score(&table, ANNA), score(&table, BEN)), (Some((anna, anna + ben)), Some((ben, anna + ben))));
    }
    table.ask(ANNA, Action::OfferDraw).expect("plays");
    table.ask(BEN, Action::AnswerDraw { agree: true }).expect("is asked");
    assert_eq!((score(&table, ANNA), table.game().series_so_far().draws()), (Some((2, 4)), 1));
    // Somebody else is another series.
    table.ask(BEN, Action::Leave).expect("the match is over");
    let free = table.room.players().into_iter().find(|player| table.room.seats()[*player].is_empty());
    table.ask(CARLA, sit(free.expect("a free seat"))).expect("it is free");
    table.ask(CARLA, Action::SetRematch { agree: true }).expect("it is over");
    table.ask(ANNA, Action::SetRematch { agree: true }).expect("it is over");
    assert_eq!((table.game().number, score(&table, ANNA)), (5, Some((0, 0))));
}

#[test]
fn among_more_a_series_counts_for_humans_who_were_replaced_and_for_cpu_players() {
    let mut table = Table::playing("five", None, &[ANNA, BEN]);
    for number in 1..=5 {
        assert_eq!((table.game().number, table.game().series.games()), (number, number as u16 - 1));
        table.ask(ANNA, Action::Resign).expect("plays");
        table.ask(BEN, Action::Resign).expect("plays");
        let ranks = table.game().ranks().expect("it is over");
        assert!(ranks.iter().filter(|rank| rank.place == 1).count() >= 1);
        for human in [ANNA, BEN] {
            table.ask(human, Action::SetRematch { agree: true }).expect("it is over");
        }
    }
    let series = table.game().series;
    let of_humans = [ANNA, BEN].map(|number| table.room.seat_of(device(number)).map(|player| series.wins(player)));
    assert_eq!(of_humans, [Some(0), Some(0)], "they lost each match");
}
