//! Dialogs over the board of a match: questions, and the offer of a lesson.

use bevy::prelude::*;

use crate::game::analysis::advice::{Advice, AdviceCommand, AdviceKind};
use crate::game::board_view::board_root::BoardArea;
use crate::game::cpu_seat::programs::{AskProgramAgain, ProgramTrouble};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::online::online_command::OnlineCommand;
use crate::game::play::lesson::pages::Chapter;
use crate::game::play::lesson::{Lesson, LessonCommand, is_worth_a_lesson};
use crate::game::play::match_command::{MatchChange, MatchChanged, MatchCommand, TurnPlayed};
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::screens::new_game::seats::seat_name;
use crate::game::screens::overlays::veil::veil;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, captioned_button, card, card_paint, over_everything};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::Action;
use crate::rules::{Ending, Outcome};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<AskToRestart>()
        .add_systems(OnEnter(Screen::Match), offer_lesson)
        .add_systems(
            Update,
            (
                handle_ask_to_restart.in_set(PlaySystems::Requests),
                close_over_changed_match.in_set(PlaySystems::Overlays),
            )
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(
            Update,
            (
                withdraw_offer,
                spawn_dialog.run_if(resource_changed::<Overlay>.or_else(any_match_filter::<Added<BoardArea>>)),
            )
                .chain()
                .in_set(GameSystems::Look)
                .run_if(in_state(Screen::Match)),
        );
}

/// Restarts the match, after asking if it is unfinished.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskToRestart;

#[derive(Component)]
struct DialogRoot;

fn offer_lesson(
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    settings: Res<Settings>,
    mut changes: MessageWriter<SettingCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    let is_news =
        lesson.is_none() && game.room.is_none() && !settings.lesson_offered && is_worth_a_lesson(game.record.variant());
    if is_news && game.record.ply() == 0 && game.has_human() {
        changes.write(SettingCommand::NoteLessonOffered);
        navigate.write(Navigate::Open(Overlay::LessonOffer));
    }
}

pub(in crate::game::screens) fn handle_ask_to_restart(
    mut requests: MessageReader<AskToRestart>,
    game: Res<Match>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    for AskToRestart in requests.read().filter(|_| game.may_restart()) {
        if game.is_unfinished() {
            navigate.write(Navigate::Open(Overlay::RestartQuestion));
        } else {
            matches.write(MatchCommand::now(MatchChange::Restart));
        }
    }
}

/// Closes the overlay when a command leads to another position, because it belongs to the old one.
pub(super) fn close_over_changed_match(
    mut changes: MessageReader<MatchChanged>,
    overlay: Res<Overlay>,
    mut navigate: MessageWriter<Navigate>,
) {
    let goes_on = |MatchChanged(change): &MatchChanged| {
        matches!(change, MatchChange::Place { .. } | MatchChange::Pass | MatchChange::Follow(_))
    };
    if changes.read().filter(|change| !goes_on(change)).count() > 0 && overlay.is_open() {
        navigate.write(Navigate::Close);
    }
}

/// Closes the offer once a turn is played.
fn withdraw_offer(mut turns: MessageReader<TurnPlayed>, overlay: Res<Overlay>, mut navigate: MessageWriter<Navigate>) {
    if turns.read().last().is_some() && *overlay == Overlay::LessonOffer {
        navigate.write(Navigate::Close);
    }
}

/// The outcome, such as "Black wins"; empty while the match goes on.
pub(crate) fn outcome_sentence(game: &Match) -> Phrase {
    // The ranks decide, because the player with the most discs may have resigned or lost on time.
    let ranks = game.ranks().unwrap_or_default();
    let mut first = ranks.iter().filter(|rank| rank.place == 1);
    let outcome = match (first.next(), first.next()) {
        (Some(winner), None) => Some(Outcome::Win(winner.player)),
        (Some(_), Some(_)) => Some(Outcome::Draw),
        (None, _) => None,
    };
    let is_you = |player| game.you() == Some(player);
    match (game.ended_early, outcome) {
        (Some(Ending::Resigned(player)), _) if is_you(player) => say!("outcome-you-resigned"),
        (Some(Ending::OutOfTime(player)), _) if is_you(player) => say!("outcome-you-out-of-time"),
        (Some(Ending::Resigned(player)), _) => say!("outcome-resigned", player = game.called(player)),
        (Some(Ending::OutOfTime(player)), _) => say!("outcome-out-of-time", player = game.called(player)),
        (Some(Ending::DrawAgreed), _) => say!("outcome-draw"),
        (Some(Ending::Abandoned), _) => say!("outcome-abandoned"),
        (_, Some(Outcome::Win(player))) if is_you(player) => say!("outcome-you-win"),
        (_, Some(Outcome::Win(player))) => say!("outcome-wins", player = game.called(player)),
        (_, Some(Outcome::Draw)) => say!("outcome-draw"),
        (_, None) => Phrase::nothing(),
    }
}

fn spawn_lesson_offer(area: Entity, commands: &mut Commands) {
    let learn_colour = LessonCommand::Open(Chapter::Colour.first_page());
    commands.spawn((
        Name::new("offer"),
        DialogRoot,
        ChildOf(area),
        Pickable::IGNORE,
        over_everything(AlignItems::FlexEnd),
        GlobalZIndex(2),
        children![(
            card().width(px(340)).padding(px(14).all()).margin(px(10).all()),
            card_paint(),
            children![
                worded(say!("lesson-offer-heading"), TextStyle::Heading, theme::ACCENT),
                worded(say!("lesson-offer-words"), TextStyle::Body, theme::TEXT),
                row_of([
                    (say!("lesson-offer-not-now"), ButtonKind::Plain, Navigate::Close.into()),
                    (say!("title-learn"), ButtonKind::Main, learn_colour.into())
                ]),
            ],
        )],
    ));
}

fn spawn_dialog(
    overlay: Res<Overlay>,
    (advice, trouble): (Res<Advice>, Res<ProgramTrouble>),
    (game, settings): (Res<Match>, Res<Settings>),
    open: Query<Entity, With<DialogRoot>>,
    area: Single<Entity, With<BoardArea>>,
    mut commands: Commands,
) {
    open.iter().for_each(|root| commands.entity(root).despawn());
    match *overlay {
        // Other modules show these.
        Overlay::None
        | Overlay::BoardCard
        | Overlay::BoardLibrary
        | Overlay::CpuPicker(_)
        | Overlay::KeySheet
        | Overlay::LibraryFilter
        | Overlay::LibraryGame(_)
        | Overlay::LinkCode
        | Overlay::MatchMenu
        | Overlay::PasteGame
        | Overlay::ProgramForm
        | Overlay::Quest(_)
        | Overlay::Reactions
        | Overlay::ResetQuestion
        | Overlay::ServerQuestion
        | Overlay::Share => {}
        Overlay::ResignQuestion => {
            let words = [say!("resign-heading"), say!("resign-words")];
            let resign: OnPress = match game.you() {
                Some(player) if game.room.is_none() => MatchCommand::now(MatchChange::Resign(player)).into(),
                _ => OnPress::closing(OnlineCommand::Ask(Action::Resign)),
            };
            let answers = [
                (say!("restart-keep-playing"), ButtonKind::Main, Navigate::Close.into()),
                (say!("resign-answer"), ButtonKind::Plain, resign),
            ];
            commands.spawn(question(words, answers));
        }
        Overlay::DrawQuestion => {
            let words = [say!("draw-heading"), say!("draw-words")];
            let draw = MatchCommand::now(MatchChange::AgreeDraw);
            let answers = [
                (say!("restart-keep-playing"), ButtonKind::Main, Navigate::Close.into()),
                (say!("draw-answer"), ButtonKind::Plain, draw.into()),
            ];
            commands.spawn(question(words, answers));
        }
        Overlay::RestartQuestion => {
            let words = [say!("restart-heading"), say!("restart-words")];
            let restart = MatchCommand::now(MatchChange::Restart);
            let answers = [
                (say!("restart-keep-playing"), ButtonKind::Main, Navigate::Close.into()),
                (say!("restart-start-again"), ButtonKind::Plain, restart.into()),
            ];
            commands.spawn(question(words, answers));
        }
        Overlay::AdviceQuestion => {
            let heading = match advice.awaiting_consent() {
                None => return,
                Some(AdviceKind::Hint) => say!("agree-hint-heading"),
                Some(AdviceKind::Analysis) => say!("agree-analysis-heading"),
            };
            let words = [heading, say!("agree-words")];
            let answers = [
                (say!("agree-no"), ButtonKind::Plain, Navigate::Close.into()),
                (say!("agree-all"), ButtonKind::Main, AdviceCommand::Agree.into()),
            ];
            commands.spawn(question(words, answers));
        }
        Overlay::ProgramTrouble => {
            let Some((player, reason)) = &trouble.0 else { return };
            // A program that is not registered has its bare name, since the reason says the rest.
            let seat = game.seats[*player];
            let is_registered = matches!(seat, Seat::Program(key) if settings.programs.get(key).is_some());
            let name = if is_registered { seat_name(seat, &settings.programs) } else { seat.into() };
            let words = [say!("program-trouble-heading", program = name), reason.clone()];
            let answers = [
                (say!("program-trouble-again"), ButtonKind::Plain, OnPress::closing(AskProgramAgain)),
                (say!("program-trouble-other"), ButtonKind::Main, Navigate::Open(Overlay::CpuPicker(*player)).into()),
            ];
            commands.spawn(question(words, answers));
        }
        Overlay::LessonOffer => spawn_lesson_offer(*area, &mut commands),
    }
}

/// A question over the board, with a heading, an explanation and two answers.
fn question(words: [Phrase; 2], answers: [(Phrase, ButtonKind, OnPress); 2]) -> impl Bundle {
    let [heading, words] = words;
    (
        Name::new("question"),
        DialogRoot,
        DespawnOnExit(Screen::Match),
        veil(),
        children![(
            card().width(px(340)),
            card_paint(),
            children![
                worded(heading, TextStyle::Heading, theme::TEXT),
                worded(words, TextStyle::Body, theme::QUIET_TEXT),
                row_of(answers),
            ],
        )],
    )
}

fn row() -> impl Bundle {
    (Pickable::IGNORE, Node::row(theme::GAP).margin(px(6).top()))
}

fn row_of(buttons: [(Phrase, ButtonKind, OnPress); 2]) -> impl Bundle {
    (
        row(),
        Children::spawn(SpawnIter(
            buttons.into_iter().map(|(caption, kind, on_press)| captioned_button(caption, kind, Val::Auto, on_press)),
        )),
    )
}
