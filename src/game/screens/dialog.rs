//! What lies over the board: the question before a restart, and the result.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::Screen;
use super::match_screen::disc_icon;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Weight, button, card, card_paint, over_everything};
use crate::game::{Action, BoardArea, GameSystems, Match, Phase, SoundCue};
use crate::rules::{Goal, Outcome, Player, Record};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Dialog>()
        .add_systems(OnExit(Screen::Match), close)
        .add_systems(Update, obey.in_set(GameSystems::Play).run_if(in_state(Screen::Match)))
        .add_systems(
            Update,
            (show_result.run_if(resource_changed::<Phase>), spawn_dialog.run_if(resource_changed::<Dialog>))
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
}

impl Dialog {
    /// Whether something is open that Escape closes and that arrows and Enter belong to.
    pub(in crate::game) fn is_open(self) -> bool {
        self != Self::None
    }
}

/// The root of the open dialog.
#[derive(Component)]
struct DialogRoot;

fn close(mut dialog: ResMut<Dialog>) {
    dialog.set_if_neq(Dialog::None);
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

fn show_result(phase: Res<Phase>, mut dialog: ResMut<Dialog>, mut cues: MessageWriter<SoundCue>) {
    if *phase == Phase::Over {
        dialog.set_if_neq(Dialog::Result);
        cues.write(SoundCue::Ended);
    } else if *dialog == Dialog::Result {
        dialog.set_if_neq(Dialog::None);
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

fn spawn_ranking(card: &mut ChildSpawnerCommands, game: &Match) {
    for (player, count) in ranking(&game.record) {
        card.spawn((
            Pickable::IGNORE,
            Node { align_items: AlignItems::Center, column_gap: px(theme::GAP), min_width: px(190), ..default() },
            children![
                disc_icon(player.disc(), 24.0),
                (text(game.name(player), TextStyle::Body, theme::TEXT), Node { flex_grow: 1.0, ..default() }),
                text(count.to_string(), TextStyle::Strong, theme::TEXT),
            ],
        ));
    }
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
            commands.spawn((
                Name::new("question"),
                DialogRoot,
                DespawnOnExit(Screen::Match),
                TabGroup::modal(),
                over_everything(AlignItems::Center),
                GlobalZIndex(3),
                Pickable::default(),
                BackgroundColor(theme::VEIL),
                children![(
                    Node { max_width: px(340), ..card() },
                    card_paint(),
                    children![
                        text("Start again?", TextStyle::Heading, theme::TEXT),
                        text("The game on the board would be lost.", TextStyle::Body, theme::QUIET_TEXT),
                        row_of([
                            ("Keep playing", Weight::Plain, Action::Dismiss),
                            ("Start again", Weight::Main, Action::RestartNow)
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
                            card.spawn(row_of([
                                ("See the board", Weight::Plain, Action::Dismiss),
                                ("Play again", Weight::Main, Action::RestartNow),
                            ]));
                        });
                });
        }
    }
}

fn row_of(buttons: [(&'static str, Weight, Action); 2]) -> impl Bundle {
    (
        Pickable::IGNORE,
        Node { column_gap: px(theme::GAP), margin: UiRect::top(px(6)), ..default() },
        Children::spawn(SpawnIter(
            buttons.into_iter().map(|(caption, weight, action)| button(caption, caption, weight, Val::Auto, action)),
        )),
    )
}
