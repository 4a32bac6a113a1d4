//! Turns of CPU players. A move is requested while the stones are still turning, and played once they lie still, the
//! delay is over and announcements could be read.
//!
//! Drawn starts and the swap question are requests as well.
//!
//! A CPU player that keeps its memory between moves also ponders while a human is to move, for about as long as for a
//! move of its own.
//!
//! The thinking itself runs on a thread or in a web worker, see `thinker`. With a clock, a CPU player spends a share
//! of its time, skips all delays when little is left, and in the end plays some move, whatever has become of the
//! search.

use std::time::Duration;

use bevy::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cpu::{Answer, Character, NoAnswer, Question, ThinkNews, ThinkReply, ThinkRequest, TimeLeft};
use crate::game::board_view::banner::Announcement;
use crate::game::board_view::motion::Motion;
use crate::game::flow::screen::{Screen, match_is_left};
use crate::game::frame::GameSystems;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::play::seat::{Seat, proposed_cpu};
use crate::game::play::swap::swap_answer;
use crate::game::play::watching::Watching;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::text::say;
use crate::game::thinker::CpuWorker;
use crate::game::ui::notice::Notice;
use crate::notation::TimeControl;
use crate::rules::{Player, Square};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PendingMove>()
        .init_resource::<ThinkingProgress>()
        .init_resource::<MatchTime>()
        .init_resource::<Watching>()
        .add_message::<CpuNews>()
        .add_systems(
            Update,
            ((stop, ask).chain().run_if(resource_exists_and_changed::<Match>), receive, take_news, answer)
                .chain()
                .in_set(GameSystems::Think)
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(OnExit(Screen::Match), stop)
        .add_systems(Update, release_memory.in_set(GameSystems::Navigate).run_if(match_is_left));
    app.insert_non_send(CpuWorker::default());
}

/// News from the worker. Tests write this too.
#[derive(Message, Clone, Debug)]
pub struct CpuNews(pub ThinkNews);

/// Progress of the CPU player to move; all zero while none is thinking.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct ThinkingProgress {
    /// 0 to 1.
    pub share: f32,
    /// Playouts so far, or moves examined by a player that makes no playouts.
    pub playouts: u32,
    /// True while the page still loads the engine.
    pub is_loading: bool,
}

/// Part of a CPU player's time reserved for everything besides thinking. With less than this left, the search has ended
/// and delays are skipped.
const TIME_RESERVE: Duration = Duration::from_secs(1);
/// With less than this left, a simple move is played at once.
const MIN_TIME_TO_SEARCH: Duration = Duration::from_millis(300);

/// The request in progress and its result.
#[derive(Resource, Debug, Default)]
pub(crate) struct PendingMove {
    /// Id of the last request. News about older ones is ignored.
    last_id: u64,
    waiting_for: Option<u64>,
    answer: Option<Decision>,
    /// Time at which the stones came to rest, since the start of the game; `None` while they move.
    still_since: Option<Duration>,
}

/// A decision that waits for its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Place(Square),
    /// True to take over the other player's side.
    Swap(bool),
}

impl Decision {
    /// Match command for the decision.
    fn command(self, game: &Match) -> Option<MatchCommand> {
        match self {
            Self::Place(square) => {
                let player = game.cpu_to_move().map(|(player, _)| player);
                let player = player.or_else(|| game.program_to_move().map(|(player, _)| player))?;
                Some(MatchCommand::place(game, player, square))
            }
            Self::Swap(takes_over) => Some(MatchCommand::at(game.record.ply(), MatchChange::DecideSwap(takes_over))),
        }
    }
}

impl PendingMove {
    pub(crate) const fn is_open(&self) -> bool {
        self.waiting_for.is_some()
    }

    pub(crate) const fn is_decided(&self) -> bool {
        self.answer.is_some()
    }

    /// Notes a new question, which some other system asks, and returns its id.
    pub(super) const fn open(&mut self) -> u64 {
        self.last_id += 1;
        self.waiting_for = Some(self.last_id);
        self.last_id
    }

    pub(super) fn is_waiting_for(&self, id: u64) -> bool {
        self.waiting_for == Some(id)
    }

    /// Notes that the question has no answer.
    pub(super) const fn close(&mut self) {
        self.waiting_for = None;
    }

    /// Notes the answer to the question.
    pub(super) const fn decide(&mut self, square: Square) {
        self.waiting_for = None;
        self.answer = Some(Decision::Place(square));
    }

    fn forget(&mut self) {
        *self = Self { last_id: self.last_id, ..Self::default() };
    }
}

/// Cancels the request and discards any decision.
fn stop(mut pending: ResMut<PendingMove>, mut progress: ResMut<ThinkingProgress>, mut worker: NonSendMut<CpuWorker>) {
    worker.stop();
    pending.forget();
    progress.set_if_neq(ThinkingProgress::default());
}

fn release_memory(mut worker: NonSendMut<CpuWorker>) {
    worker.release_memory();
}

/// Requests what the match waits for, whenever the match has changed.
fn ask(
    game: Res<Match>,
    now: Res<MatchTime>,
    settings: Res<Settings>,
    mut pending: ResMut<PendingMove>,
    mut worker: NonSendMut<CpuWorker>,
) {
    let request = |id, question| ThinkRequest { id, record: game.record.to_string(), question };
    let reply = game.exercise.filter(|_| !game.is_blocked()).and_then(|page| page.reply(&game.record));
    if reply.is_some() {
        // The answers of an exercise are scripted.
        pending.answer = reply.map(Decision::Place);
    } else if let Some(question) = question(&game, *now, settings.cpu_time) {
        worker.ask(request(pending.open(), question));
    } else if let Some(question) = question_ahead(&game, settings.cpu_time) {
        pending.last_id += 1;
        worker.think_ahead(request(pending.last_id, question));
    }
}

/// Question for which the match waits.
fn question(game: &Match, now: MatchTime, cpu_time: Option<Duration>) -> Option<Question> {
    // The server of a room asks its own CPU players.
    if game.room.is_some() {
        return None;
    }
    if game.awaits_start() {
        return Some(Question::Start { plies: game.first_ply(), seed: game.seed });
    }
    // The move number makes the turns of a match differ, and gives a turn the same seed again after an undo.
    let seed = game.seed.wrapping_add(u64::from(game.record.position().move_number()));
    match game.swap_question() {
        Some((own, Seat::Cpu(player))) => Some(Question::SwapSides { player, own, seed }),
        // No protocol asks a program about it.
        Some((own, Seat::Program(_))) => {
            Some(Question::SwapSides { player: proposed_cpu(game.record.variant()), own, seed })
        }
        Some(_) => None,
        None => {
            let (_, player) = game.cpu_to_move()?;
            Some(Question::Move {
                player,
                seed,
                most_ms: milliseconds(max_thinking_time(game, now)),
                per_move_ms: milliseconds(cpu_time),
            })
        }
    }
}

/// The question to ponder while a human is to move: the move that a CPU player would play in their place. Nobody waits
/// for the answer; what the engine finds on the way helps with its next move.
fn question_ahead(game: &Match, cpu_time: Option<Duration>) -> Option<Question> {
    game.human_to_move().filter(|_| game.room.is_none())?;
    let opponent = |player: &Player| match game.seats[*player] {
        Seat::Cpu(cpu) => Some(cpu).filter(|cpu| cpu.remembers()),
        _ => None,
    };
    let player = game.record.variant().everybody().iter().find_map(opponent)?;
    Some(Question::Move { player, seed: game.seed, most_ms: None, per_move_ms: milliseconds(cpu_time) })
}

fn milliseconds(time: Option<Duration>) -> Option<u64> {
    time.and_then(|time| u64::try_from(time.as_millis()).ok())
}

/// Maximum thinking time of the CPU player or program to move; `None` without a clock.
pub(super) fn max_thinking_time(game: &Match, now: MatchTime) -> Option<Duration> {
    let control = game.clock.control()?;
    let left = time_left(game, now)?;
    let position = game.record.position();
    let empties = position.board().squares().filter(|square| position.board().disc(*square).is_none()).count();
    let shares = match control {
        TimeControl::PerMove { .. } => 1,
        _ => TimeLeft::shares(empties as u32, position.variant().everybody().len() as u32),
    };
    let time = TimeLeft { left, increment: control.gain_per_move(), shares, reserve: TIME_RESERVE };
    Some(time.allotment())
}

/// Time until the player to move runs out of time; `None` if that cannot happen.
fn time_left(game: &Match, now: MatchTime) -> Option<Duration> {
    let player = game.clock.deadline()?.player;
    game.clock.remaining(player, now.now_ms).map(Duration::from_millis)
}

fn receive(
    pending: Res<PendingMove>,
    mut worker: NonSendMut<CpuWorker>,
    mut thinking: ResMut<ThinkingProgress>,
    mut news: MessageWriter<CpuNews>,
) {
    news.write_batch(worker.take_news().map(CpuNews));
    let is_loading = pending.is_open() && worker.is_loading();
    thinking.set_if_neq(ThinkingProgress { is_loading, ..*thinking });
}

pub(super) fn take_news(
    mut news: MessageReader<CpuNews>,
    game: Res<Match>,
    mut pending: ResMut<PendingMove>,
    mut thinking: ResMut<ThinkingProgress>,
    mut matches: MessageWriter<MatchCommand>,
    mut notices: MessageWriter<Notice>,
) {
    for CpuNews(news) in news.read() {
        match news {
            ThinkNews::Progress(id, progress) if pending.waiting_for == Some(*id) => {
                thinking.set_if_neq(ThinkingProgress {
                    share: progress.share(),
                    playouts: progress.done,
                    is_loading: false,
                });
            }
            ThinkNews::Reply(ThinkReply { id, answer }) if pending.waiting_for == Some(*id) => {
                pending.waiting_for = None;
                thinking.set_if_neq(ThinkingProgress::default());
                match answer {
                    Ok(Answer::Move(report)) => pending.answer = report.square().map(Decision::Place),
                    Ok(Answer::SwapSides(takes_over)) => pending.answer = Some(Decision::Swap(*takes_over)),
                    Ok(Answer::Start(squares)) => {
                        matches.write(MatchCommand::at(0, MatchChange::Begin(squares.clone())));
                    }
                    Ok(other) => error!("the CPU player was asked for a move and gave {other:?}"),
                    // If nothing can be drawn or judged, the match goes on as it is.
                    Err(_) if game.awaits_start() => {
                        matches.write(MatchCommand::at(0, MatchChange::Begin(Vec::new())));
                    }
                    Err(_) if game.swap_question().is_some() => pending.answer = Some(Decision::Swap(false)),
                    Err(reason) => {
                        notices.write_batch(game.to_move().map(|(player, _)| stuck(&game, player, reason)));
                    }
                }
            }
            // News about an outdated request.
            ThinkNews::Progress(..) | ThinkNews::SoFar(..) | ThinkNews::Reply(_) => {}
        }
    }
}

/// Announces the answer to the swap question, which shows nowhere else.
fn swap_notice(game: &Match, takes_over: bool) -> Option<Notice> {
    let (own, _) = game.swap_question()?;
    let other = game.record.variant().everybody().into_iter().find(|other| *other != own)?;
    Some(Notice::news(swap_answer(takes_over, (own, other), game.called(own), game.you())))
}

/// Reports that a CPU player has no answer, and offers its seat to the humans at this screen.
fn stuck(game: &Match, player: Player, reason: &NoAnswer) -> Notice {
    let take_over = MatchCommand::at(game.record.ply(), MatchChange::Seat(player, Seat::Human));
    let sentence = say!("cpu-stuck", player = game.called(player), reason = reason);
    Notice::trouble(sentence).offering(say!("cpu-take-over"), take_over)
}

pub(super) fn answer(
    (time, now): (Res<Time<Real>>, Res<MatchTime>),
    game: Res<Match>,
    settings: Res<Settings>,
    motions: Query<(), With<Motion>>,
    announcement: Res<Announcement>,
    (mut pending, mut watching): (ResMut<PendingMove>, ResMut<Watching>),
    mut frames: ResMut<Frames>,
    mut matches: MessageWriter<MatchCommand>,
    mut notices: MessageWriter<Notice>,
) {
    if let (Some(left), Some((_, seat @ (Seat::Cpu(_) | Seat::Program(_))))) = (time_left(&game, *now), game.to_move())
    {
        // A program that is late loses like a human.
        if left <= MIN_TIME_TO_SEARCH && !pending.is_decided() && matches!(seat, Seat::Cpu(_)) {
            pending.answer = quick_move(&game).map(Decision::Place);
        }
        if left <= TIME_RESERVE
            && let Some(decided) = pending.answer.take()
        {
            pending.waiting_for = None;
            frames.keep_drawing();
            matches.write_batch(decided.command(&game));
            return;
        }
        let next = if left <= TIME_RESERVE { MIN_TIME_TO_SEARCH } else { TIME_RESERVE };
        frames.wake_in(left.saturating_sub(next));
    }
    if !pending.is_open() && !pending.is_decided() {
        return;
    }
    if pending.is_open() {
        frames.poll_soon();
    }
    if !motions.is_empty() {
        pending.still_since = None;
        return;
    }
    let still_since = *pending.still_since.get_or_insert(time.elapsed());
    // Announcements appear as soon as the stones lie still.
    let Some(read_at) = announcement.read_at() else {
        frames.keep_drawing();
        return;
    };
    if !pending.is_decided() || watching.must_wait(&game) {
        return;
    }
    // The delay may be endless, so that CPU players never move unasked. A move asked for in a paused match has no
    // delay.
    let pause = if watching.is_paused(&game) { Duration::ZERO } else { settings.cpu_pause() };
    let left = still_since.saturating_add(pause).max(read_at).saturating_sub(time.elapsed());
    if !left.is_zero() {
        frames.wake_in(left);
    } else if let Some(command) = pending.answer.and_then(|decided| decided.command(&game)) {
        if let Some(Decision::Swap(takes_over)) = pending.answer.take() {
            notices.write_batch(swap_notice(&game, takes_over));
        }
        frames.keep_drawing();
        watching.bypass_change_detection().end_step();
        matches.write(command);
    }
}

/// A move that needs no search.
fn quick_move(game: &Match) -> Option<Square> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(game.seed);
    Character::Greedy.choose(game.record.position(), &mut dice)
}

#[cfg(test)]
mod tests {
    use std::sync::Weak;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::cpu::{CpuPlayer, TreeLevel};
    use crate::rules::{ByPlayer, Variant};

    /// A match in which Black, who is to move, thinks for longer than any test waits.
    fn thinking() -> (App, Weak<AtomicBool>) {
        let seats = ByPlayer::from_fn(|_| Seat::Cpu(CpuPlayer::Tree(TreeLevel::Master)));
        let (app, search) = app_with(Match::new(Variant::classic(16).expect("a side"), seats, 1));
        assert!(app.world().resource::<PendingMove>().is_open());
        (app, search)
    }

    /// A match and its search, if it has started one.
    fn app_with(game: Match) -> (App, Weak<AtomicBool>) {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin)).insert_state(Screen::Match).init_resource::<Settings>();
        app.add_message::<MatchCommand>().add_message::<Notice>().init_resource::<Announcement>();
        app.init_resource::<Frames>().add_plugins(plugin).insert_resource(game);
        app.update();
        let search = app.world().non_send::<CpuWorker>().running_request();
        (app, search)
    }

    /// Asserts that a search ends long before it would by itself. Unoptimised code on a busy computer may take seconds
    /// to begin its search, and does not look at the stop flag before.
    fn assert_ends(search: &Weak<AtomicBool>) {
        let has_ended = (0..100_000_000).any(|_| {
            thread::yield_now();
            search.strong_count() == 0
        });
        assert!(has_ended, "somebody still thinks");
    }

    #[test]
    fn the_memory_of_the_engine_is_freed_when_the_match_is_left() {
        for (screen, is_left) in [(Screen::Settings, false), (Screen::Title, true)] {
            let (mut app, search) = thinking();
            let memory = app.world().non_send::<CpuWorker>().memory();
            app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
            app.update();
            app.update();
            assert_ends(&search);
            let is_given_back = (0..1_000_000).any(|_| {
                thread::yield_now();
                memory.strong_count() == 0
            });
            assert_eq!(is_given_back, is_left, "{screen:?}");
        }
    }

    #[test]
    fn a_search_ends_when_the_match_changes() {
        let (mut app, search) = thinking();
        app.world_mut().resource_mut::<Match>().set_changed();
        app.update();
        assert_ends(&search);
        assert!(app.world().resource::<PendingMove>().is_open(), "it is asked anew");
    }

    /// A match in which a human plays Black and is to move, and `player` plays White.
    fn against(player: CpuPlayer) -> (App, Weak<AtomicBool>) {
        let mut seats = ByPlayer::default();
        seats[Player::White] = Seat::Cpu(player);
        seats[Player::Black] = Seat::Human;
        // No opening book covers this board, so that the CPU player has to search.
        app_with(Match::new(Variant::built_in("octagon").expect("it is built in"), seats, 1))
    }

    #[test]
    fn a_cpu_player_with_memory_ponders_while_a_human_is_to_move() {
        let (mut app, search) = against("oracle".parse().expect("a level"));
        assert_eq!(search.strong_count(), 2, "the thinker has one and the thought the other");
        assert!(!app.world().resource::<PendingMove>().is_open());
        let mut game = app.world_mut().resource_mut::<Match>();
        let square = game.record.position().legal_squares().iter().next().expect("one is legal");
        game.record.play(Player::Black, square).expect("it is legal");
        app.update();
        assert_ends(&search);
        assert!(app.world().resource::<PendingMove>().is_open(), "now it is White's own move");
        let (_app, search) = against("sage".parse().expect("a level"));
        assert_eq!(search.strong_count(), 1, "only the thinker has one");
    }

    #[test]
    fn the_time_in_the_settings_is_asked_for() {
        let seats = ByPlayer::from_fn(|_| Seat::Cpu("oracle".parse().expect("a level")));
        let game = Match::new(Variant::classic(8).expect("a side"), seats, 1);
        for (chosen, expected) in [(None, None), (Some(Settings::CPU_TIMES[2]), Some(10_000))] {
            let asked = question(&game, MatchTime::default(), chosen);
            let Some(Question::Move { per_move_ms, .. }) = asked else { panic!("a move is asked for, not {asked:?}") };
            assert_eq!(per_move_ms, expected);
        }
    }

    #[test]
    fn a_search_ends_when_a_human_takes_the_seat() {
        let (mut app, search) = thinking();
        app.world_mut().resource_mut::<Match>().seats = ByPlayer::default();
        app.update();
        assert_ends(&search);
        assert!(!app.world().resource::<PendingMove>().is_open());
    }

    #[test]
    fn a_search_ends_when_the_match_is_left_or_the_game_closed() {
        let (mut app, search) = thinking();
        app.insert_resource(NextState::Pending(Screen::Title));
        app.update();
        assert_ends(&search);
        let (app, search) = thinking();
        drop(app);
        assert_ends(&search);
    }
}
