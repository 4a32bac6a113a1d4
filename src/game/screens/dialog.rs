//! What lies over the board: the question before a restart, and the result.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::Screen;
use crate::game::disc_icon::disc_icon;
use crate::game::lesson::{Lesson, is_worth_a_lesson};
use crate::game::reviewing::can_be_reviewed;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Weight, button, card, card_paint, over_everything};
use crate::game::{Action, AdviceKind, BoardArea, GameSystems, Match, Phase, Settings, SoundCue, TurnPlayed};
use crate::rules::{Goal, Outcome, Player, Record};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Dialog>()
        .add_systems(OnEnter(Screen::Match), offer_lesson)
        .add_systems(OnExit(Screen::Match), close)
        .add_systems(OnTransition { exited: Screen::Review, entered: Screen::Match }, reopen)
        .add_systems(Update, obey.in_set(GameSystems::Play).run_if(in_state(Screen::Match)))
        .add_systems(
            Update,
            (
                show_result.run_if(resource_changed::<Phase>),
                withdraw_offer,
                spawn_dialog.run_if(resource_changed::<Dialog>),
            )
                .chain()
                .in_set(GameSystems::Look)
                .run_if(in_state(Screen::Match)),
        );
}

/// What lies over the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) enum Dialog {
    /// Nothing.
    #[default]
    None,
    /// Whether to lose the running game.
    ConfirmRestart,
    /// How it ended. The board can be seen and used behind it.
    Result,
    /// Whether all persons agree that advice is shown.
    AdviceQuestion(AdviceKind),
    /// The lesson, to whoever plays colour reversi for the first time. The match goes on behind it.
    LessonOffer,
}

impl Dialog {
    /// Whether something is open that Escape closes.
    pub(in crate::game) fn is_open(self) -> bool {
        self != Self::None
    }

    /// Whether something is open that arrows, letters and Enter belong to.
    pub(in crate::game) fn takes_keys(self) -> bool {
        !matches!(self, Self::None | Self::LessonOffer)
    }
}

/// The root of the open dialog.
#[derive(Component)]
struct DialogRoot;

fn close(mut dialog: ResMut<Dialog>) {
    dialog.set_if_neq(Dialog::None);
}

/// Who comes back from the review comes back to the result.
fn reopen(mut dialog: ResMut<Dialog>) {
    *dialog = Dialog::Result;
}

fn offer_lesson(
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    mut settings: ResMut<Settings>,
    mut dialog: ResMut<Dialog>,
) {
    let is_news = lesson.is_none() && !settings.lesson_offered && is_worth_a_lesson(game.record.variant());
    if is_news && game.record.ply() == 0 && game.has_person() {
        settings.lesson_offered = true;
        *dialog = Dialog::LessonOffer;
    }
}

fn obey(mut actions: MessageReader<Action>, game: Res<Match>, mut dialog: ResMut<Dialog>, mut again: Commands) {
    for action in actions.read() {
        match action {
            Action::Restart if game.is_running() => {
                dialog.set_if_neq(Dialog::ConfirmRestart);
            }
            Action::Restart => {
                dialog.set_if_neq(Dialog::None);
                again.write_message(Action::RestartNow);
            }
            Action::RestartNow | Action::Dismiss | Action::Undo | Action::Redo => {
                dialog.set_if_neq(Dialog::None);
            }
            _ => {}
        }
    }
}

fn show_result(
    phase: Res<Phase>,
    lesson: Option<Res<Lesson>>,
    mut dialog: ResMut<Dialog>,
    mut cues: MessageWriter<SoundCue>,
) {
    // A step of the lesson is no game that anybody wins.
    if *phase == Phase::Over && lesson.is_none() {
        dialog.set_if_neq(Dialog::Result);
        cues.write(SoundCue::Ended);
    } else if *dialog == Dialog::Result {
        dialog.set_if_neq(Dialog::None);
    }
}

/// Who plays on has declined.
fn withdraw_offer(mut turns: MessageReader<TurnPlayed>, mut dialog: ResMut<Dialog>) {
    if turns.read().last().is_some() && *dialog == Dialog::LessonOffer {
        *dialog = Dialog::None;
    }
}

/// The outcome in words, such as "Black wins"; empty while the game goes on.
pub(super) fn outcome_sentence(game: &Match) -> String {
    match game.record.position().outcome() {
        Some(Outcome::Win(player)) => format!("{} wins", game.name(player)),
        Some(Outcome::Draw) => "A draw".to_owned(),
        None => String::new(),
    }
}

/// The scored players, the winner first, with their numbers of discs.
fn ranking(record: &Record) -> Vec<(Player, u16)> {
    let counts = record.position().counts();
    let mut ranking: Vec<(Player, u16)> =
        record.variant().scored().iter().map(|player| (*player, counts[*player])).collect();
    ranking.sort_by_key(|(_, count)| *count);
    if record.variant().goal() == Goal::Most {
        ranking.reverse();
    }
    ranking
}

/// More players than this stand side by side, so that the board is seen above them.
const ROWS: usize = 3;

fn spawn_ranking(card: &mut ChildSpawnerCommands, game: &Match) {
    let ranking = ranking(&game.record);
    let is_row = ranking.len() > ROWS;
    let direction = if is_row { FlexDirection::Row } else { FlexDirection::Column };
    card.spawn((Pickable::IGNORE, Node { flex_direction: direction, row_gap: px(4), ..default() })).with_children(
        |list| {
            for (player, count) in ranking {
                let name =
                    text(game.name(player), if is_row { TextStyle::Small } else { TextStyle::Body }, theme::TEXT);
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
                        (name, TextLayout::no_wrap(), Node { flex_grow: if is_row { 0.0 } else { 1.0 }, ..default() }),
                        text(count.to_string(), TextStyle::Strong, theme::TEXT),
                    ],
                ));
            }
        },
    );
}

fn spawn_dialog(
    dialog: Res<Dialog>,
    game: Res<Match>,
    open: Query<Entity, With<DialogRoot>>,
    area: Single<Entity, With<BoardArea>>,
    mut commands: Commands,
) {
    open.iter().for_each(|root| commands.entity(root).despawn());
    match *dialog {
        Dialog::None => {}
        Dialog::ConfirmRestart => {
            let words = ["Start again?", "The game on the board would be lost."];
            let answers =
                [("Keep playing", Weight::Plain, Action::Dismiss), ("Start again", Weight::Main, Action::RestartNow)];
            commands.spawn(question(words, answers));
        }
        Dialog::AdviceQuestion(kind) => {
            let words = match kind {
                AdviceKind::Hint => {
                    ["A hint?", "It helps one of you against the other. Do all agree to hints in this match?"]
                }
                AdviceKind::Analysis => {
                    ["Analyse?", "It helps one of you against the other. Do all agree to analysis in this match?"]
                }
            };
            let answers =
                [("No", Weight::Plain, Action::Dismiss), ("All agree", Weight::Main, Action::AgreeOnAdvice(kind))];
            commands.spawn(question(words, answers));
        }
        Dialog::LessonOffer => {
            commands.spawn((
                Name::new("offer"),
                DialogRoot,
                ChildOf(*area),
                Pickable::IGNORE,
                over_everything(AlignItems::FlexEnd),
                GlobalZIndex(2),
                children![(
                    Node { width: px(340), padding: px(14).all(), margin: px(10).all(), ..card() },
                    card_paint(),
                    children![
                        text("New to these discs?", TextStyle::Heading, theme::ACCENT),
                        text(
                            "Discs that never turn, wild discs, bombs and cut-ins, learnt by playing them.",
                            TextStyle::Body,
                            theme::TEXT
                        ),
                        row_of([
                            ("Not now", Weight::Plain, Action::Dismiss),
                            ("Learn in a minute", Weight::Main, Action::StartLesson)
                        ]),
                    ],
                )],
            ));
        }
        Dialog::Result => {
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
                            card.spawn(text(outcome_sentence(&game), TextStyle::Heading, theme::ACCENT));
                            spawn_ranking(card, &game);
                            let review = can_be_reviewed(&game).then_some((
                                "Review",
                                "Review",
                                Weight::Plain,
                                Action::ShowReview,
                            ));
                            // Short enough for three of them on a phone.
                            let ways = [("Board", "See the board", Weight::Plain, Action::Dismiss)]
                                .into_iter()
                                .chain(review)
                                .chain([("Play again", "Play again", Weight::Main, Action::RestartNow)]);
                            card.spawn(row()).with_children(|row| {
                                for (caption, label, weight, action) in ways {
                                    row.spawn(button(caption, label, weight, Val::Auto, action));
                                }
                            });
                        });
                });
        }
    }
}

/// What has to be answered first: a heading, what follows, and the answers.
fn question(words: [&'static str; 2], answers: [(&'static str, Weight, Action); 2]) -> impl Bundle {
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
                text(words[0], TextStyle::Heading, theme::TEXT),
                text(words[1], TextStyle::Body, theme::QUIET_TEXT),
                row_of(answers),
            ],
        )],
    )
}

fn row() -> impl Bundle {
    (Pickable::IGNORE, Node { column_gap: px(theme::GAP), margin: UiRect::top(px(6)), ..default() })
}

fn row_of(buttons: [(&'static str, Weight, Action); 2]) -> impl Bundle {
    (
        row(),
        Children::spawn(SpawnIter(
            buttons.into_iter().map(|(caption, weight, action)| button(caption, caption, weight, Val::Auto, action)),
        )),
    )
}
