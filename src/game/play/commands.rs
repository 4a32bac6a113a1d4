//! Carries out match commands, and starts and stops the clock accordingly.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::audio::cue::SoundCue;
use crate::game::flow::screen::Screen;
use crate::game::frame::{EndSystems, PlaySystems};
use crate::game::play::match_command::{
    CommandRefused, MatchChange, MatchChanged, MatchCommand, MatchRefusal, PlayerLost, TurnPlayed,
};
use crate::game::play::match_state::Match;
use crate::game::play::match_time::{MatchTime, fresh_seed};
use crate::game::play::seat::{Seat, proposed_cpu};
use crate::game::play::watching::{Watching, pause_when_stepped};
use crate::online::Deadline;
use crate::rules::{Ending, Forfeit, ForfeitReason, Move, Player, Square, Start, Turn};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, handle_match_commands.in_set(PlaySystems::Match).before(pause_when_stepped))
        .add_systems(OnEnter(Screen::Match), resume_clock)
        .add_systems(OnExit(Screen::Match), pause_clock)
        .add_systems(
            Last,
            pause_clock
                .in_set(EndSystems::Leave)
                .run_if(in_state(Screen::Match).and_then(on_message::<AppExit>).and_then(resource_exists::<Match>)),
        );
}

/// Starts the clock when the match is shown.
fn resume_clock(now: Res<MatchTime>, watching: Res<Watching>, mut game: ResMut<Match>) {
    if !watching.is_paused(&game) {
        game.resume(now.now_ms);
    }
}

/// Stops the clock when the match is left: nobody loses time to a position they do not see.
fn pause_clock(now: Res<MatchTime>, mut game: ResMut<Match>) {
    game.pause(now.now_ms);
}

fn handle_match_commands(
    mut requests: MessageReader<MatchCommand>,
    time: Res<Time<Real>>,
    now: Res<MatchTime>,
    (screen, watching): (Res<State<Screen>>, Res<Watching>),
    mut game: Option<ResMut<Match>>,
    (mut changed, mut refused): (MessageWriter<MatchChanged>, MessageWriter<CommandRefused>),
    mut played: MessageWriter<TurnPlayed>,
    mut lost: MessageWriter<PlayerLost>,
    mut cues: MessageWriter<SoundCue>,
    mut commands: Commands,
) {
    let is_shown = *screen.get() == Screen::Match;
    let is_paused = game.as_ref().is_some_and(|game| watching.is_paused(game));
    let circumstances =
        Circumstances { fresh_seed: fresh_seed(&time), now_ms: now.now_ms, is_shown: is_shown && !is_paused };
    for MatchCommand { ply, change } in requests.read() {
        let Some(game) = &mut game else {
            match change {
                MatchChange::Replace(other) => {
                    commands.insert_resource((**other).clone());
                    changed.write(MatchChanged(change.clone()));
                }
                change => {
                    refused.write(CommandRefused { change: change.clone(), reason: MatchRefusal::NoMatch });
                }
            }
            continue;
        };
        // A refused command must not count as a change of the match.
        match apply_command(game.bypass_change_detection(), *ply, change, circumstances) {
            // A note is saved with the next turn and changes nothing on the screen, so it does not count as a change
            // either.
            Ok(Applied::Invisible) => {}
            Ok(applied) => {
                game.set_changed();
                changed.write(MatchChanged(change.clone()));
                match applied {
                    Applied::Turn(turn) => {
                        played.write(TurnPlayed(turn));
                    }
                    Applied::Loss(forfeit) => {
                        lost.write(PlayerLost(forfeit));
                    }
                    Applied::Invisible | Applied::Changed => {}
                }
            }
            Err(reason) => {
                if matches!(reason, MatchRefusal::Illegal(_)) {
                    cues.write(SoundCue::Refused);
                }
                refused.write(CommandRefused { change: change.clone(), reason });
            }
        }
    }
}

/// Circumstances under which a command is carried out.
#[derive(Clone, Copy, Debug)]
struct Circumstances {
    fresh_seed: u64,
    now_ms: u64,
    /// True if the match is on the screen and not paused; otherwise its clock does not run.
    is_shown: bool,
}

/// Effect of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Applied {
    Turn(Turn),
    Loss(Forfeit),
    /// A change without an event of its own.
    Changed,
    /// An invisible change, which does not count as one.
    Invisible,
}

/// Changes the match, and starts or stops its clock accordingly.
fn apply_command(
    game: &mut Match,
    ply: Option<usize>,
    change: &MatchChange,
    circumstances: Circumstances,
) -> Result<Applied, MatchRefusal> {
    let applied = change_record(game, ply, change, circumstances)?;
    let mover = game.to_move().map(|(player, _)| player);
    match (change, &applied) {
        // The turn goes on, or follows the room.
        (MatchChange::Seat(..) | MatchChange::Follow(_) | MatchChange::NoteAdvice | MatchChange::GiveTime, _) => {}
        (_, Applied::Loss(forfeit)) if mover.is_some_and(|mover| mover != forfeit.player) => {}
        (MatchChange::Replace(_), _) if circumstances.is_shown => game.resume(circumstances.now_ms),
        (MatchChange::Replace(_), _) => game.pause(circumstances.now_ms),
        _ if circumstances.is_shown => game.start_turn(circumstances.now_ms),
        _ => game.clock.stop(circumstances.now_ms),
    }
    Ok(applied)
}

fn change_record(
    game: &mut Match,
    ply: Option<usize>,
    change: &MatchChange,
    circumstances: Circumstances,
) -> Result<Applied, MatchRefusal> {
    let now = game.record.ply();
    if let Some(meant) = ply.filter(|meant| *meant != now) {
        return Err(MatchRefusal::Stale { meant, now });
    }
    match change {
        // The server of a room decides these; humans there only ask for them.
        MatchChange::Restart
        | MatchChange::Seat(..)
        | MatchChange::Resign(_)
        | MatchChange::Forfeit(..)
        | MatchChange::TimeOut(_)
        | MatchChange::DecideSwap(_)
        | MatchChange::Begin(_)
            if game.room.is_some() =>
        {
            return Err(MatchRefusal::NotAllowed);
        }
        MatchChange::Place { player, square } => {
            if !game.may_place_here(*player) {
                return Err(MatchRefusal::NotAllowed);
            }
            if game.ended_early.is_some() {
                return Err(MatchRefusal::Ended);
            }
            if game.is_blocked() {
                return Err(MatchRefusal::NotAllowed);
            }
            return make_move(game, *player, Move::Place(*square), circumstances);
        }
        MatchChange::Pass => {
            let player = game.human_to_move().filter(|_| game.permissions().pass).ok_or(MatchRefusal::NotAllowed)?;
            return make_move(game, player, Move::Pass, circumstances);
        }
        MatchChange::TakeBack if game.can_reopen() => {
            game.reopen();
            game.marks.taken_back = true;
        }
        MatchChange::TakeBack => {
            let target = game.undo_target().ok_or(MatchRefusal::NotAllowed)?;
            if target == now {
                game.reopen_swap();
            } else {
                go_to(game, target, circumstances);
            }
            game.marks.taken_back = true;
        }
        MatchChange::Redo => {
            let target = game.redo_target().ok_or(MatchRefusal::NotAllowed)?;
            go_to(game, target, circumstances);
        }
        MatchChange::GoTo(ply) => {
            let target = game.target_near(*ply).ok_or(MatchRefusal::NotAllowed)?;
            go_to(game, target, circumstances);
        }
        MatchChange::Restart => *game = game.again(circumstances.fresh_seed),
        MatchChange::Begin(squares) => begin(game, squares)?,
        MatchChange::DecideSwap(takes_over) => {
            game.swap_question().ok_or(MatchRefusal::NotAllowed)?;
            game.decide_swap(*takes_over);
        }
        MatchChange::Seat(player, seat) => game.seats[*player] = *seat,
        MatchChange::Resign(player) => {
            if game.ending().is_some() {
                return Err(MatchRefusal::Ended);
            }
            if game.has_lost(*player) {
                return Err(MatchRefusal::NotAllowed);
            }
            return Ok(Applied::Loss(lose(game, *player, ForfeitReason::Resigned)));
        }
        MatchChange::AgreeDraw => agree_draw(game)?,
        MatchChange::GiveTime => give_time(game)?,
        MatchChange::Forfeit(player, reason) => {
            if game.ending().is_some() || !matches!(game.seats[*player], Seat::Program(_)) {
                return Err(MatchRefusal::NotAllowed);
            }
            return Ok(Applied::Loss(lose(game, *player, *reason)));
        }
        MatchChange::TimeOut(player) => {
            let is_up = |deadline: Deadline| deadline.player == *player && deadline.at_ms <= circumstances.now_ms;
            if !game.clock.deadline().is_some_and(is_up) {
                return Err(MatchRefusal::NotAllowed);
            }
            game.clock.stop(circumstances.now_ms);
            return Ok(Applied::Loss(lose(game, *player, ForfeitReason::OutOfTime)));
        }
        MatchChange::Replace(other) => game.clone_from(other),
        MatchChange::NoteAdvice => {
            // Online matches are not marked: they copy the state of the server.
            game.marks.advised |= game.room.is_none() && game.ending().is_none();
            return Ok(Applied::Invisible);
        }
        MatchChange::Follow(other) => return follow(game, other),
    }
    Ok(Applied::Changed)
}

fn make_move(
    game: &mut Match,
    player: Player,
    chosen: Move,
    circumstances: Circumstances,
) -> Result<Applied, MatchRefusal> {
    let (now, is_other_way) = (game.record.ply(), !game.record.undone().is_empty());
    let turn = game.record.make(player, chosen).map_err(MatchRefusal::Illegal)?.clone();
    game.marks.taken_back |= is_other_way;
    game.marks.ended_elsewhere = false;
    let thinking_ms = game.clock.thinking(circumstances.now_ms, 0);
    game.clock.stop_after_move(circumstances.now_ms, thinking_ms);
    game.times.resize(now, None);
    game.times.push(Some(Duration::from_millis(thinking_ms)));
    Ok(Applied::Turn(turn))
}

fn agree_draw(game: &mut Match) -> Result<(), MatchRefusal> {
    if !game.permissions().agree_draw {
        return Err(MatchRefusal::NotAllowed);
    }
    game.ended_early = Some(Ending::DrawAgreed);
    Ok(())
}

fn give_time(game: &mut Match) -> Result<(), MatchRefusal> {
    if !game.permissions().give_time {
        return Err(MatchRefusal::NotAllowed);
    }
    for player in game.record.variant().everybody() {
        game.clock.add(player, Match::GIVEN_TIME);
    }
    Ok(())
}

/// Updates the match to the state of its room.
fn follow(game: &mut Match, other: &Match) -> Result<Applied, MatchRefusal> {
    let rooms = game.room.zip(other.room);
    if !rooms.is_some_and(|(shown, room)| shown.is_same_match(&room)) {
        return Err(MatchRefusal::NotAllowed);
    }
    let goes_on = other.record.ply() > game.record.ply();
    let has_loss = other.forfeits.len() > game.forfeits.len();
    game.clone_from(other);
    Ok(match (game.forfeits.last(), game.record.last_turn()) {
        (Some(forfeit), _) if has_loss => Applied::Loss(*forfeit),
        (_, Some(turn)) if goes_on => Applied::Turn(turn.clone()),
        _ => Applied::Changed,
    })
}

/// Plays the moves of a drawn start. Without valid moves the match starts from the usual position.
fn begin(game: &mut Match, squares: &[Square]) -> Result<(), MatchRefusal> {
    if !game.awaits_start() {
        return Err(MatchRefusal::NotAllowed);
    }
    let mut record = game.record.clone();
    if squares.len() == game.first_ply() && record.play_squares(squares).is_ok() {
        game.record = record;
    } else {
        game.terms.start = Start::Normal;
    }
    Ok(())
}

/// Takes turns back or plays them again, with the time increments that were granted for them.
fn go_to(game: &mut Match, target: usize, circumstances: Circumstances) {
    let now = game.record.ply();
    game.clock.stop(circumstances.now_ms);
    if target < now {
        game.record.jump(target);
        let Match { record, clock, .. } = game;
        record.undone().iter().take(now - target).for_each(|turn| clock.take_back(turn.player));
    } else {
        let Match { record, clock, .. } = game;
        record.undone().iter().take(target - now).for_each(|turn| clock.grant(turn.player));
        record.jump(target);
    }
    if game.swap_ply().is_some_and(|swap| target < swap) {
        game.reopen_swap();
    }
}

/// Makes a player forfeit. If the match goes on, the proposed CPU player gets the seat.
fn lose(game: &mut Match, player: Player, reason: ForfeitReason) -> Forfeit {
    let cpu = proposed_cpu(game.record.variant());
    game.forfeit(player, reason, Seat::Cpu(cpu))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::play::match_permissions::AdvicePermission;
    use crate::game::play::match_room::MatchRoom;
    use crate::notation::TimeControl;
    use crate::online::Clock;
    use crate::rules::{ByPlayer, Ending, Record, Variant};

    fn game() -> Match {
        Match::new(Variant::classic(8).expect("a side"), ByPlayer::default(), 1)
    }

    fn place(game: &Match, name: &str) -> MatchCommand {
        let player = game.record.position().to_move().expect("the game goes on");
        MatchCommand::place(game, player, name.parse().expect("a square"))
    }

    fn apply(game: &mut Match, command: &MatchCommand) -> Result<Applied, MatchRefusal> {
        apply_at(game, command, 0)
    }

    fn apply_at(game: &mut Match, command: &MatchCommand, now_ms: u64) -> Result<Applied, MatchRefusal> {
        apply_command(game, command.ply, &command.change, Circumstances { fresh_seed: 2, now_ms, is_shown: true })
    }

    #[test]
    fn a_move_for_another_ply_is_refused_and_changes_nothing() {
        let mut game = game();
        let first = place(&game, "f5");
        assert!(matches!(apply(&mut game, &first), Ok(Applied::Turn(_))));
        let before = game.clone();
        assert_eq!(apply(&mut game, &first), Err(MatchRefusal::Stale { meant: 0, now: 1 }));
        assert_eq!(game, before);
    }

    #[test]
    fn a_move_that_was_decided_before_turns_were_taken_back_is_refused() {
        let mut game = game();
        for name in ["f5", "d6"] {
            let command = place(&game, name);
            apply(&mut game, &command).expect("is legal");
        }
        let decided = place(&game, "c3");
        apply(&mut game, &MatchCommand::now(MatchChange::TakeBack)).expect("there is a turn to take back");
        assert_eq!(apply(&mut game, &decided), Err(MatchRefusal::Stale { meant: 2, now: 1 }));
    }

    #[test]
    fn players_who_have_resigned_cannot_move() {
        let mut game = game();
        let next = place(&game, "f5");
        apply(&mut game, &MatchCommand::now(MatchChange::Resign(Player::White))).expect("the game goes on");
        assert_eq!(game.ending(), Some(Ending::Resigned(Player::White)));
        assert_eq!(game.to_move(), None);
        assert_eq!(apply(&mut game, &next), Err(MatchRefusal::Ended));
        assert_eq!(apply(&mut game, &MatchCommand::now(MatchChange::Resign(Player::Black))), Err(MatchRefusal::Ended));
        apply(&mut game, &MatchCommand::now(MatchChange::Restart)).expect("a match can always begin again");
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn an_undo_takes_a_resignation_back_and_leaves_the_position() {
        let mut game = game();
        let first = place(&game, "f5");
        apply(&mut game, &first).expect("is legal");
        let before = game.clone();
        apply(&mut game, &MatchCommand::now(MatchChange::Resign(Player::White))).expect("the game goes on");
        assert!(game.permissions().take_back);
        apply(&mut game, &MatchCommand::now(MatchChange::TakeBack)).expect("the resignation can be taken back");
        assert_eq!((&game.record, game.ending(), game.forfeits.len()), (&before.record, None, 0));
        assert!(game.marks.taken_back && game.to_move() == before.to_move());
        apply(&mut game, &MatchCommand::now(MatchChange::TakeBack)).expect("and then the move");
        assert_eq!(game.record.ply(), 0);
    }

    #[test]
    fn an_undo_restores_only_the_last_player_who_forfeited() {
        let mut game = timed("five");
        let everybody = game.record.variant().players().to_vec();
        let [first, second, ..] = everybody[..] else { panic!("several play") };
        let cpu = Seat::Cpu(proposed_cpu(game.record.variant()));
        game.seats = ByPlayer::from_fn(|player| if player == first || player == second { Seat::Human } else { cpu });
        for player in [first, second] {
            apply(&mut game, &MatchCommand::now(MatchChange::Resign(player))).expect("the game goes on");
        }
        assert_eq!(game.ending(), Some(Ending::Resigned(second)));
        apply(&mut game, &MatchCommand::now(MatchChange::TakeBack)).expect("it ended early");
        assert_eq!((game.ending(), game.has_lost(first), game.has_lost(second)), (None, true, false));
    }

    #[test]
    fn an_undo_after_a_loss_on_time_refills_all_clocks() {
        let mut game = timed("classic");
        let command = place(&game, "f5");
        apply_at(&mut game, &command, 4_000).expect("is legal");
        let deadline = game.clock.deadline().expect("White's time runs down").at_ms;
        apply_at(&mut game, &MatchCommand::at(1, MatchChange::TimeOut(Player::White)), deadline).expect("it is up");
        apply_at(&mut game, &MatchCommand::now(MatchChange::TakeBack), deadline).expect("it can be taken back");
        assert_eq!((game.ending(), game.record.ply()), (None, 1));
        assert_eq!((left(&game, Player::Black), left(&game, Player::White)), (10_000, 10_000));
        assert_eq!(game.clock.running(), Some((Player::White, deadline)));
    }

    #[test]
    fn an_undo_cannot_reopen_an_online_match() {
        let mut game = in_room(1);
        game.ended_early = Some(Ending::DrawAgreed);
        assert!(!game.permissions().take_back);
        assert_eq!(apply(&mut game, &MatchCommand::now(MatchChange::TakeBack)), Err(MatchRefusal::NotAllowed));
        assert_eq!(game.permissions().advice, AdvicePermission::Yes, "it helps nobody any more");
    }

    #[test]
    fn a_cpu_player_that_resigned_plays_again_after_a_restart() {
        let mut game = game();
        let cpu = Seat::Cpu(proposed_cpu(game.record.variant()));
        game.seats[Player::White] = cpu;
        apply(&mut game, &MatchCommand::now(MatchChange::Resign(Player::White))).expect("the game goes on");
        assert_eq!(game.again(3).seats[Player::White], cpu);
    }

    #[test]
    fn undo_and_redo_are_refused_at_the_beginning() {
        let mut game = game();
        for change in [MatchChange::TakeBack, MatchChange::Redo] {
            assert_eq!(apply(&mut game, &MatchCommand::now(change)), Err(MatchRefusal::NotAllowed));
        }
    }

    fn in_room(number: u32) -> Match {
        let code = "KQ7M2XRT".parse().expect("a code");
        let mut seats = ByPlayer::default();
        seats[Player::White] = Seat::Remote;
        let room = Some(MatchRoom { code, number, allows_advice: false });
        Match { room, ..Match::new(Variant::classic(8).expect("a side"), seats, 1) }
    }

    #[test]
    fn in_an_online_match_only_own_moves_are_allowed_here() {
        let mut game = in_room(1);
        let first = place(&game, "f5");
        apply(&mut game, &first).expect("f5 is legal");
        let others = place(&game, "d6");
        assert_eq!(apply(&mut game, &others), Err(MatchRefusal::NotAllowed));
        for change in [
            MatchChange::TakeBack,
            MatchChange::Restart,
            MatchChange::Resign(Player::Black),
            MatchChange::Seat(Player::White, Seat::Human),
        ] {
            assert_eq!(apply(&mut game, &MatchCommand::now(change)), Err(MatchRefusal::NotAllowed));
        }
    }

    #[test]
    fn a_match_follows_only_its_own_room() {
        let mut game = in_room(1);
        let mut room = in_room(1);
        room.record.play_moves("f5d6").expect("legal moves");
        let follow = |room: &Match| MatchCommand::now(MatchChange::Follow(Box::new(room.clone())));
        let last = room.record.last_turn().expect("turns were played").clone();
        assert_eq!(apply(&mut game, &follow(&room)), Ok(Applied::Turn(last)));
        assert_eq!(game, room);
        room.record.jump(0);
        assert_eq!(apply(&mut game, &follow(&room)), Ok(Applied::Changed), "turns were taken back");
        assert_eq!(game, room);
        assert!(!game.permissions().redo);
        assert_eq!(apply(&mut game, &follow(&in_room(2))), Err(MatchRefusal::NotAllowed));
    }

    #[test]
    fn a_replacing_match_is_unchanged_and_its_clock_runs() {
        let mut game = game();
        let mut other = Match::new(Variant::classic(6).expect("a side"), ByPlayer::from_fn(|_| Seat::Human), 7);
        apply(&mut game, &MatchCommand::now(MatchChange::Replace(Box::new(other.clone())))).expect("it is allowed");
        other.resume(0);
        assert_eq!(game, other);
    }

    /// Ten seconds each, plus one second per move.
    fn timed(variant: &str) -> Match {
        let variant = Variant::built_in(variant).expect("is built in");
        let mut game = Match::new(variant, ByPlayer::from_fn(|_| Seat::Human), 7);
        game.clock = Clock::new(Some(TimeControl::Fischer { base_ms: 10_000, increment_ms: 1_000 }));
        game.resume(0);
        game
    }

    fn left(game: &Match, player: Player) -> u64 {
        game.clock.at_rest().remaining(player, 0).expect("there is a clock")
    }

    fn first_move(game: &Match) -> MatchCommand {
        let position = game.record.position();
        let square = position.legal_squares().iter().next().expect("a legal square");
        MatchCommand::place(game, position.to_move().expect("the game goes on"), square)
    }

    #[test]
    fn each_turn_is_recorded_with_its_duration() {
        let mut game = timed("classic");
        for (name, now_ms) in [("f5", 2_000), ("d6", 5_000), ("c3", 5_500)] {
            let command = place(&game, name);
            apply_at(&mut game, &command, now_ms).expect("is legal");
        }
        let times = |game: &Match| (0..3).map(|ply| game.time_of(ply).map(|time| time.as_millis())).collect::<Vec<_>>();
        assert_eq!(times(&game), [Some(2_000), Some(3_000), Some(500)]);
        assert_eq!((left(&game, Player::Black), left(&game, Player::White)), (9_500, 8_000));

        apply_at(&mut game, &MatchCommand::now(MatchChange::TakeBack), 6_500).expect("there is a turn");
        apply_at(&mut game, &MatchCommand::now(MatchChange::TakeBack), 6_500).expect("there is a turn");
        assert_eq!(game.record.ply(), 1);
        assert_eq!((left(&game, Player::Black), left(&game, Player::White)), (8_500, 6_000), "no time is given back");
        apply_at(&mut game, &MatchCommand::now(MatchChange::Redo), 6_500).expect("there is a turn");
        assert_eq!((times(&game), game.record.ply()), (vec![Some(2_000), Some(3_000), Some(500)], 2));
        assert_eq!(left(&game, Player::White), 7_000);
        apply_at(&mut game, &MatchCommand::now(MatchChange::TakeBack), 6_500).expect("there is a turn");
        let other = place(&game, "f6");
        apply_at(&mut game, &other, 6_600).expect("is legal");
        assert_eq!(times(&game), [Some(2_000), Some(100), None]);
    }

    #[test]
    fn a_pass_hands_the_clock_on_and_can_be_taken_back() {
        let mut usual = timed("classic");
        let pass = MatchCommand::now(MatchChange::Pass);
        assert_eq!(apply(&mut usual, &pass), Err(MatchRefusal::NotAllowed), "the board has no free passes");

        let variant = Variant::built_in("classic").expect("is built in").with_free_pass(true);
        let mut game = Match { record: Record::new(variant), ..timed("classic") };
        game.resume(0);
        assert!(matches!(apply_at(&mut game, &pass, 2_000), Ok(Applied::Turn(turn)) if turn.placement.is_none()));
        assert_eq!((game.to_move(), left(&game, Player::Black)), (Some((Player::White, Seat::Human)), 9_000));
        assert_eq!(game.clock.deadline().map(|deadline| deadline.player), Some(Player::White));
        assert_eq!(game.time_of(0), Some(Duration::from_secs(2)));
        apply_at(&mut game, &MatchCommand::now(MatchChange::TakeBack), 3_000).expect("there is a turn to take back");
        assert_eq!((game.record.ply(), game.human_to_move()), (0, Some(Player::Black)));
        apply_at(&mut game, &MatchCommand::now(MatchChange::Redo), 3_000).expect("there is a turn to play again");

        game.seats[Player::White] = Seat::Cpu(proposed_cpu(game.record.variant()));
        assert_eq!(apply(&mut game, &pass), Err(MatchRefusal::NotAllowed), "nobody passes for a CPU player");
        game.seats[Player::White] = Seat::Human;
        apply(&mut game, &pass).expect("may pass");
        assert_eq!(game.ending(), Some(Ending::PlayedOut), "both have passed");
        assert_eq!(apply(&mut game, &pass), Err(MatchRefusal::NotAllowed));
    }

    #[test]
    fn a_player_loses_only_once_their_time_is_up() {
        let mut game = timed("classic");
        let up = MatchCommand::at(0, MatchChange::TimeOut(Player::Black));
        let deadline = game.clock.deadline().expect("Black's time runs down").at_ms;
        assert_eq!(apply_at(&mut game, &up, deadline - 1), Err(MatchRefusal::NotAllowed));
        let white = MatchCommand::at(0, MatchChange::TimeOut(Player::White));
        assert_eq!(apply_at(&mut game, &white, deadline), Err(MatchRefusal::NotAllowed), "it is not White's turn");
        let lost = Forfeit { player: Player::Black, ply: 0, reason: ForfeitReason::OutOfTime };
        assert_eq!(apply_at(&mut game, &up, deadline), Ok(Applied::Loss(lost)));
        assert_eq!((game.ending(), game.to_move()), (Some(Ending::OutOfTime(Player::Black)), None));
        assert_eq!(game.clock.running(), None);
        assert_eq!(game.seats[Player::Black], Seat::Human, "nobody plays on");
        assert_eq!(apply_at(&mut game, &up, deadline), Err(MatchRefusal::NotAllowed));
        apply_at(&mut game, &MatchCommand::now(MatchChange::Restart), deadline).expect("it can begin again");
        assert_eq!((game.ending(), left(&game, Player::Black)), (None, 10_000));
    }

    #[test]
    fn with_more_than_two_players_a_cpu_player_replaces_one_who_forfeits() {
        let mut game = timed("five");
        let first = game.record.position().to_move().expect("the game goes on");
        for now_ms in [1_000, 2_000] {
            let command = first_move(&game);
            apply_at(&mut game, &command, now_ms).expect("is legal");
        }
        let (slow, _) = game.to_move().expect("the game goes on");
        let deadline = game.clock.deadline().expect("somebody's time runs down");
        assert_eq!(deadline.player, slow);
        apply_at(&mut game, &MatchCommand::at(2, MatchChange::TimeOut(slow)), deadline.at_ms).expect("it is up");
        assert_eq!((game.ending(), game.seats[slow]), (None, Seat::Cpu(proposed_cpu(game.record.variant()))));
        assert_eq!(game.clock.deadline(), None, "who has lost has no time to lose");
        assert_eq!(game.undo_target(), None, "nobody takes back what was played before");
        let command = first_move(&game);
        apply_at(&mut game, &command, deadline.at_ms).expect("is legal");
        assert!(game.clock.deadline().is_some(), "for the others time goes on");

        // A resignation during another player's turn does not touch that player's clock.
        let running = game.clock.clone();
        apply_at(&mut game, &MatchCommand::now(MatchChange::Resign(first)), deadline.at_ms + 50).expect("it goes on");
        assert_eq!((game.clock.running(), game.has_lost(first)), (running.running(), true));
        let again = MatchCommand::now(MatchChange::Resign(first));
        assert_eq!(apply(&mut game, &again), Err(MatchRefusal::NotAllowed), "nobody loses twice");
        while game.ending().is_none() {
            let command = first_move(&game);
            apply_at(&mut game, &command, deadline.at_ms).expect("is legal");
        }
        let last: Vec<Player> =
            game.ranks().expect("it is over").iter().rev().map(|rank| rank.player).take(2).collect();
        assert_eq!(last, [slow, first]);
        let again = game.again(3);
        assert!(again.seats.iter().all(|(_, seat)| *seat == Seat::Human) && again.forfeits.is_empty());
    }

    #[test]
    fn a_match_of_more_than_two_ends_with_its_last_humans_time() {
        let mut game = timed("five");
        let (first, _) = game.to_move().expect("the game goes on");
        let cpu = Seat::Cpu(proposed_cpu(game.record.variant()));
        game.seats = ByPlayer::from_fn(|player| if player == first { Seat::Human } else { cpu });
        apply_at(&mut game, &MatchCommand::at(0, MatchChange::TimeOut(first)), 60_000).expect("it is up");
        assert_eq!(game.ending(), Some(Ending::OutOfTime(first)));
    }

    #[test]
    fn a_record_saves_clock_times_and_losses() {
        let mut game = timed("five");
        for now_ms in [1_000, 2_500] {
            let command = first_move(&game);
            apply_at(&mut game, &command, now_ms).expect("is legal");
        }
        let (slow, _) = game.to_move().expect("the game goes on");
        apply_at(&mut game, &MatchCommand::now(MatchChange::Resign(slow)), 3_000).expect("it goes on");
        let text = game.to_game_record().to_string();
        let read = Match::of(text.parse().expect("a record"), game.seed, |_| Seat::Human);
        assert_eq!((&read.times, &read.forfeits, read.seats[slow]), (&game.times, &game.forfeits, game.seats[slow]));
        assert_eq!(read.clock.control(), game.clock.control());
        for player in game.record.variant().everybody().into_iter().filter(|player| *player != slow) {
            assert_eq!(left(&read, player), left(&game, player), "{player}'s time follows from that of the turns");
        }
    }
}
