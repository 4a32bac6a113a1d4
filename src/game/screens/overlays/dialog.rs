//! What lies over the board: the question before a restart, and the result.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::game::analysis::advice::{Advice, AdviceCommand, AdviceKind};
use crate::game::analysis::review::can_be_reviewed;
use crate::game::audio::cue::SoundCue;
use crate::game::board_view::phase::Phase;
use crate::game::board_view::place::BoardArea;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::play::lesson::{Lesson, LessonCommand, is_worth_a_lesson};
use crate::game::play::match_command::{CommandRefused, MatchChange, MatchCommand, TurnPlayed};
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::screens::overlays::room_result::{rematch_is_wanted_by_others, spawn_ways};
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button, card, card_paint, over_everything};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::shortened_text::shortened_text;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::game::{GameSystems, PlaySystems};
use crate::online::Action;
use crate::rules::{Ending, ForfeitReason, Outcome, Player, Rank};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<AskToRestart>()
        .add_systems(OnEnter(Screen::Match), offer_lesson)
        .add_systems(
            Update,
            (
                ask_to_restart.in_set(PlaySystems::Requests),
                (close_over_changed_match, close_after_resigning).chain().in_set(PlaySystems::Overlays),
            )
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(
            Update,
            (
                show_result.run_if(resource_changed::<Phase>.or_else(any_match_filter::<Added<BoardArea>>)),
                withdraw_offer,
                spawn_dialog.run_if(
                    resource_changed::<Overlay>
                        .or_else(rematch_is_wanted_by_others)
                        .or_else(any_match_filter::<Added<BoardArea>>),
                ),
            )
                .chain()
                .in_set(GameSystems::Look)
                .run_if(in_state(Screen::Match)),
        );
}

/// Somebody wants to begin the same match again: asks first while a game is running.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskToRestart;

/// The root of the open dialog.
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

fn ask_to_restart(
    mut wishes: MessageReader<AskToRestart>,
    game: Res<Match>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
) {
    for AskToRestart in wishes.read().filter(|_| game.may_restart()) {
        if game.is_unfinished() {
            navigate.write(Navigate::Open(Overlay::RestartQuestion));
        } else {
            matches.write(MatchCommand::now(MatchChange::Restart));
        }
    }
}

/// Closes what was said of the position that was on the board.
pub(super) fn close_over_changed_match(
    mut asked: MessageReader<MatchCommand>,
    mut refused: MessageReader<CommandRefused>,
    overlay: Res<Overlay>,
    mut navigate: MessageWriter<Navigate>,
) {
    let leads_elsewhere = |change: &MatchChange| !matches!(change, MatchChange::Place { .. } | MatchChange::Follow(_));
    let asked = asked.read().filter(|command| leads_elsewhere(&command.change)).count();
    let refused = refused.read().filter(|refused| leads_elsewhere(&refused.change)).count();
    if asked > refused && overlay.is_open() {
        navigate.write(Navigate::Close);
    }
}

/// Whoever has resigned has answered the question.
pub(super) fn close_after_resigning(
    mut wishes: MessageReader<OnlineCommand>,
    overlay: Res<Overlay>,
    mut navigate: MessageWriter<Navigate>,
) {
    let has_resigned = wishes.read().any(|wish| *wish == OnlineCommand::Ask(Action::Resign));
    if has_resigned && *overlay == Overlay::ResignQuestion {
        navigate.write(Navigate::Close);
    }
}

fn show_result(
    phase: Res<Phase>,
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    overlay: Res<Overlay>,
    mut navigate: MessageWriter<Navigate>,
    mut cues: MessageWriter<SoundCue>,
) {
    // A step of the lesson is no game that anybody wins.
    if *phase == Phase::Over && lesson.is_none() {
        // Who comes back from the review has heard the end.
        if *overlay != Overlay::Result {
            navigate.write(Navigate::Open(Overlay::Result));
            cues.write(sound_of_outcome(&game));
        }
    } else if *overlay == Overlay::Result {
        navigate.write(Navigate::Close);
    }
}

/// How the end sounds to whoever sits at this screen.
fn sound_of_outcome(game: &Match) -> SoundCue {
    let ranks = game.ranks().unwrap_or_default();
    let first: Vec<_> = ranks.iter().filter(|rank| rank.place == 1).map(|rank| rank.player).collect();
    let is_here = |player: &Player| game.seats[*player] == Seat::Human;
    match first.as_slice() {
        [winner] if is_here(winner) || !game.has_human() => SoundCue::Won,
        [_] => SoundCue::Lost,
        _ => SoundCue::Drawn,
    }
}

/// Whoever plays on has declined.
fn withdraw_offer(mut turns: MessageReader<TurnPlayed>, overlay: Res<Overlay>, mut navigate: MessageWriter<Navigate>) {
    if turns.read().last().is_some() && *overlay == Overlay::LessonOffer {
        navigate.write(Navigate::Close);
    }
}

/// The outcome, such as "Black wins"; nothing while the game goes on.
pub(crate) fn outcome_sentence(game: &Match) -> Phrase {
    // Who has the most discs may have lost before the end.
    let ranks = game.ranks().unwrap_or_default();
    let mut first = ranks.iter().filter(|rank| rank.place == 1);
    let outcome = match (first.next(), first.next()) {
        (Some(winner), None) => Some(Outcome::Win(winner.player)),
        (Some(_), Some(_)) => Some(Outcome::Draw),
        (None, _) => None,
    };
    match (game.ended_early, outcome) {
        (Some(Ending::Resigned(player)), _) => say!("outcome-resigned", player = game.called(player)),
        (Some(Ending::OutOfTime(player)), _) => say!("outcome-out-of-time", player = game.called(player)),
        (Some(Ending::DrawAgreed), _) => say!("outcome-draw"),
        (Some(Ending::Abandoned), _) => say!("outcome-abandoned"),
        (_, Some(Outcome::Win(player))) => say!("outcome-wins", player = game.called(player)),
        (_, Some(Outcome::Draw)) => say!("outcome-draw"),
        (_, None) => Phrase::nothing(),
    }
}

/// More players than this stand side by side, so that the board is seen above them.
const ROWS: usize = 3;

fn spawn_ranking(card: &mut ChildSpawnerCommands, game: &Match) {
    let ranking = game.ranks().unwrap_or_default();
    let is_row = ranking.len() > ROWS;
    let direction = if is_row { FlexDirection::Row } else { FlexDirection::Column };
    card.spawn((Pickable::IGNORE, Node { flex_direction: direction, row_gap: px(4), ..default() })).with_children(
        |list| {
            for Rank { player, discs, .. } in ranking {
                let style = if is_row { TextStyle::Small } else { TextStyle::Body };
                let name = shortened_text(game.called(player), style, theme::TEXT);
                list.spawn((
                    Pickable::IGNORE,
                    if is_row {
                        // Five of them fit the narrowest window.
                        Node {
                            flex_direction: FlexDirection::Column,
                            align_items: AlignItems::Center,
                            width: px(62),
                            overflow: Overflow::clip(),
                            ..default()
                        }
                    } else {
                        Node {
                            align_items: AlignItems::Center,
                            column_gap: px(theme::GAP),
                            min_width: px(190),
                            ..default()
                        }
                    },
                    children![
                        disc_icon(player.disc(), 24.0),
                        (name, Node { flex_grow: if is_row { 0.0 } else { 1.0 }, ..default() }),
                        text(discs.to_string(), TextStyle::Strong, theme::TEXT),
                    ],
                ))
                .with_children(|rank| {
                    let lost = game.forfeits.iter().find(|forfeit| forfeit.player == player);
                    if let Some(forfeit) = lost {
                        let why = match forfeit.reason {
                            ForfeitReason::Resigned => say!("result-resigned"),
                            ForfeitReason::OutOfTime => say!("result-out-of-time"),
                        };
                        rank.spawn(worded(why, TextStyle::Small, theme::QUIET_TEXT));
                    }
                });
            }
        },
    );
}

fn spawn_lesson_offer(area: Entity, commands: &mut Commands) {
    commands.spawn((
        Name::new("offer"),
        DialogRoot,
        ChildOf(area),
        Pickable::IGNORE,
        over_everything(AlignItems::FlexEnd),
        GlobalZIndex(2),
        children![(
            Node { width: px(340), padding: px(14).all(), margin: px(10).all(), ..card() },
            card_paint(),
            children![
                worded(say!("lesson-offer-heading"), TextStyle::Heading, theme::ACCENT),
                worded(say!("lesson-offer-words"), TextStyle::Body, theme::TEXT),
                row_of([
                    (say!("lesson-offer-not-now"), Weight::Plain, Navigate::Close.into()),
                    (say!("title-learn"), Weight::Main, LessonCommand::Start.into())
                ]),
            ],
        )],
    ));
}

fn spawn_dialog(
    overlay: Res<Overlay>,
    advice: Res<Advice>,
    game: Res<Match>,
    online: Res<Online>,
    open: Query<Entity, With<DialogRoot>>,
    area: Single<Entity, With<BoardArea>>,
    mut commands: Commands,
) {
    open.iter().for_each(|root| commands.entity(root).despawn());
    match *overlay {
        // The others are not this file's.
        Overlay::None | Overlay::BoardLibrary | Overlay::CpuPicker(_) | Overlay::Reactions => {}
        Overlay::ResignQuestion => {
            let words = [say!("resign-heading"), say!("resign-words")];
            let resign = OnlineCommand::Ask(Action::Resign);
            let answers = [
                (say!("restart-keep-playing"), Weight::Plain, Navigate::Close.into()),
                (say!("resign-answer"), Weight::Main, resign.into()),
            ];
            commands.spawn(question(words, answers));
        }
        Overlay::RestartQuestion => {
            let words = [say!("restart-heading"), say!("restart-words")];
            let restart = MatchCommand::now(MatchChange::Restart);
            let answers = [
                (say!("restart-keep-playing"), Weight::Plain, Navigate::Close.into()),
                (say!("restart-start-again"), Weight::Main, restart.into()),
            ];
            commands.spawn(question(words, answers));
        }
        Overlay::AdviceQuestion => {
            let heading = match advice.in_question() {
                None => return,
                Some(AdviceKind::Hint) => say!("agree-hint-heading"),
                Some(AdviceKind::Analysis) => say!("agree-analysis-heading"),
            };
            let words = [heading, say!("agree-words")];
            let answers = [
                (say!("agree-no"), Weight::Plain, Navigate::Close.into()),
                (say!("agree-all"), Weight::Main, AdviceCommand::Agree.into()),
            ];
            commands.spawn(question(words, answers));
        }
        Overlay::LessonOffer => spawn_lesson_offer(*area, &mut commands),
        Overlay::Result => {
            commands
                .spawn((
                    Name::new("result"),
                    DialogRoot,
                    ChildOf(*area),
                    Pickable::IGNORE,
                    over_everything(AlignItems::FlexEnd),
                    GlobalZIndex(2),
                ))
                .with_children(|result| {
                    result
                        .spawn((
                            Node {
                                align_items: AlignItems::Center,
                                padding: px(14).all(),
                                row_gap: px(4),
                                margin: px(10).all(),
                                ..card()
                            },
                            card_paint(),
                        ))
                        .with_children(|card| {
                            card.spawn(worded(outcome_sentence(&game), TextStyle::Heading, theme::ACCENT));
                            spawn_ranking(card, &game);
                            let review = can_be_reviewed(&game).then_some((
                                say!("result-review"),
                                say!("result-review"),
                                Weight::Plain,
                                OnPress::new(Navigate::To(Screen::Review)),
                            ));
                            if let Some(room) = online.room().filter(|_| game.room.is_some()) {
                                spawn_ways(card, room, &online, review);
                                return;
                            }
                            // Short enough for three of them on a phone.
                            let ways = [(
                                say!("result-board"),
                                say!("result-see-board"),
                                Weight::Plain,
                                OnPress::new(Navigate::Close),
                            )]
                            .into_iter()
                            .chain(review)
                            .chain([(
                                say!("result-play-again"),
                                say!("result-play-again"),
                                Weight::Main,
                                OnPress::new(MatchCommand::now(MatchChange::Restart)),
                            )]);
                            card.spawn(row()).with_children(|row| {
                                for (caption, label, weight, on_press) in ways {
                                    row.spawn(button(caption, label, weight, Val::Auto, on_press));
                                }
                            });
                        });
                });
        }
    }
}

/// What has to be answered first: a heading, what follows, and the answers.
fn question(words: [Phrase; 2], answers: [(Phrase, Weight, OnPress); 2]) -> impl Bundle {
    let [heading, words] = words;
    (
        Name::new("question"),
        DialogRoot,
        DespawnOnExit(Screen::Match),
        TabGroup::modal(),
        over_everything(AlignItems::Center),
        GlobalZIndex(3),
        Pickable::default(),
        BackgroundColor(theme::VEIL),
        children![(
            Node { width: px(340), ..card() },
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
    (Pickable::IGNORE, Node { column_gap: px(theme::GAP), margin: UiRect::top(px(6)), ..default() })
}

fn row_of(buttons: [(Phrase, Weight, OnPress); 2]) -> impl Bundle {
    (
        row(),
        Children::spawn(SpawnIter(
            buttons
                .into_iter()
                .map(|(caption, weight, on_press)| button(caption.clone(), caption, weight, Val::Auto, on_press)),
        )),
    )
}
