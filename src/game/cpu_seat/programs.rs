//! Turns of other programs. A program that is late or makes an illegal move forfeits; one that does not work leaves the
//! match as it is, and the players choose what to do.

use bevy::prelude::*;

use crate::game::cpu_seat::turns::{self, PendingMove, max_thinking_time};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_id::MatchId;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::play::seat::Seat;
use crate::game::play::setup::MatchSetup;
use crate::game::settings::Settings;
use crate::game::text::{Phrase, say};
use crate::game::thinker::program_news::{ProgramAnswer, ProgramFailure};
use crate::game::thinker::programs::ProgramWorker;
use crate::game::ui::notice::Notice;
use crate::rules::{ForfeitReason, Player};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ProgramTrouble>()
        .add_command::<AskProgramAgain>()
        .add_systems(
            Update,
            (ask, take_answers)
                .chain()
                .after(turns::take_news)
                .before(turns::answer)
                .in_set(GameSystems::Think)
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(OnExit(Screen::Match), stop)
        .add_systems(
            Update,
            forget_removed
                .in_set(PlaySystems::Programs)
                .run_if(resource_changed::<Settings>.or_else(resource_changed::<MatchSetup>)),
        );
    app.insert_non_send(ProgramWorker::default());
}

/// Asks the program that did not work again.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AskProgramAgain;

/// The player whose program does not work, and the reason.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct ProgramTrouble(pub(crate) Option<(Player, Phrase)>);

/// Asks the program to move, whenever the match has changed.
fn ask(
    (game, now, settings): (Res<Match>, Res<MatchTime>, Res<Settings>),
    mut again: MessageReader<AskProgramAgain>,
    mut last: Local<Option<MatchId>>,
    mut pending: ResMut<PendingMove>,
    mut trouble: ResMut<ProgramTrouble>,
    mut worker: NonSendMut<ProgramWorker>,
    mut navigate: MessageWriter<Navigate>,
) {
    let is_asked_again = again.read().last().is_some() && trouble.0.is_some();
    if !game.is_changed() && !is_asked_again {
        return;
    }
    let is_same = last.replace(game.id) == Some(game.id) && game.ending().is_none();
    worker.retain(|player, program| {
        is_same
            && game.seats[player] == Seat::Program(program.key)
            && settings.programs.get(program.key) == Some(program)
    });
    trouble.set_if_neq(ProgramTrouble(None));
    let Some((player, key)) = game.program_to_move() else { return };
    match settings.programs.get(key) {
        Some(program) => {
            worker.ask(player, program, pending.open(), &game.record, max_thinking_time(&game, *now));
        }
        None => report(player, say!("program-not-registered"), &mut trouble, &mut navigate),
    }
}

fn report(player: Player, reason: Phrase, trouble: &mut ProgramTrouble, navigate: &mut MessageWriter<Navigate>) {
    trouble.0 = Some((player, reason));
    navigate.write(Navigate::Open(Overlay::ProgramTrouble));
}

fn take_answers(
    (game, settings): (Res<Match>, Res<Settings>),
    mut pending: ResMut<PendingMove>,
    mut trouble: ResMut<ProgramTrouble>,
    mut worker: NonSendMut<ProgramWorker>,
    mut matches: MessageWriter<MatchCommand>,
    mut notices: MessageWriter<Notice>,
    mut navigate: MessageWriter<Navigate>,
) {
    for ProgramAnswer { player, id, answer } in worker.take_answers() {
        if !pending.is_waiting_for(id) {
            continue;
        }
        let failure = match answer {
            Ok(square) => {
                pending.decide(square);
                continue;
            }
            Err(failure) => failure,
        };
        pending.close();
        let program = game.program_to_move().map(|(_, key)| key);
        let name = program.map(|key| settings.programs.name(key)).unwrap_or_default();
        let seconds = program.and_then(|key| settings.programs.get(key)).map_or(0, |program| program.seconds);
        let (notice, reason) = match failure {
            ProgramFailure::Broken(reason) => {
                report(player, reason, &mut trouble, &mut navigate);
                continue;
            }
            ProgramFailure::Late => (say!("program-late", program = name, seconds = seconds), ForfeitReason::OutOfTime),
            ProgramFailure::Illegal(answer) => {
                let answer = Phrase::verbatim(answer);
                (say!("program-illegal", program = name, answer = answer), ForfeitReason::Resigned)
            }
            ProgramFailure::Resigned => (say!("program-resigns", program = name), ForfeitReason::Resigned),
        };
        notices.write(Notice::news(notice));
        matches.write(MatchCommand::at(game.record.ply(), MatchChange::Forfeit(player, reason)));
    }
}

/// Kills all programs when the match is left.
fn stop(mut worker: NonSendMut<ProgramWorker>) {
    worker.retain(|_, _| false);
}

/// Takes programs that are not registered any longer out of the setup.
fn forget_removed(settings: Res<Settings>, mut setup: ResMut<MatchSetup>) {
    let is_removed =
        |seat: Option<Seat>| matches!(seat, Some(Seat::Program(key)) if settings.programs.get(key).is_none());
    let removed: Vec<Player> = Player::ALL.into_iter().filter(|player| is_removed(setup.seats[*player])).collect();
    for player in removed {
        setup.seats[player] = None;
    }
}
