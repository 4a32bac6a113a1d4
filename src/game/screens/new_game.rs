//! The choices of a new game: the board, who plays, and how it is shown.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use super::layout::Orientation;
use super::{Screen, menu_column, screen_root};
use crate::game::board_picture::board_picture;
use crate::game::scroll::spawn_scroll_area;
use crate::game::text_field::text_field;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Chosen, Weight, button, card, card_paint, mark};
use crate::game::{Action, BoardPicture, GameSystems, Match, MatchSetup, Pace, Palette, Seat, Settings, VariantChoice};
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::NewGame), spawn_new_game).add_systems(
        Update,
        (
            mark_choices,
            describe_seats.run_if(resource_changed::<MatchSetup>.or_else(any_added::<SeatDescription>)),
            show_board.run_if(resource_changed::<MatchSetup>),
            fit_columns.run_if(resource_changed::<Orientation>.or_else(any_added::<Columns>)),
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::NewGame)),
    );
}

fn any_added<C: Component>(added: Query<(), Added<C>>) -> bool {
    !added.is_empty()
}

/// The part that stands in columns where there is room.
#[derive(Component)]
struct Columns;

/// One of the cards in the columns, as wide as this in landscape.
#[derive(Component)]
#[require(Node)]
struct ChoicesCard(f32);

/// What a phone has no room for.
#[derive(Component)]
struct WhereThereIsRoom;

/// Says what a seat's choice does.
#[derive(Component)]
struct SeatDescription(crate::rules::Player);

const PICTURE_SIDE: f32 = 256.0;
/// How many characters a player's name has at most: as many as a card has room for.
const NAME_LENGTH: usize = 16;

fn spawn_new_game(setup: Res<MatchSetup>, game: Option<Res<Match>>, mut commands: Commands) {
    let variant = setup.variant();
    let players = variant.as_ref().map(Variant::everybody).unwrap_or_default();
    commands.spawn((screen_root(Screen::NewGame), menu_column(theme::GAP))).with_children(|screen| {
        screen.spawn(text("New game", TextStyle::Heading, theme::TEXT));
        let frame = Node { width: percent(100), flex_shrink: 1.0, ..default() };
        let content = Node {
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            padding: UiRect::horizontal(px(16)),
            ..default()
        };
        spawn_scroll_area(screen, frame, content, |area| {
            area.spawn((Pickable::IGNORE, Columns, Node::default())).with_children(|columns| {
                columns.spawn((ChoicesCard(350.0), card_paint())).with_children(|card| {
                    let sides = Variant::classic_sides().map(|side| {
                        let choice = VariantChoice::BuiltIn(format!("classic-{side}"));
                        (format!("{side}"), format!("Board: {side} × {side}"), Action::ChooseVariant(choice))
                    });
                    row_of_choices(card, "Board", sides);
                    if let Ok(variant) = setup.variant() {
                        let room = (Pickable::IGNORE, WhereThereIsRoom, Node::default());
                        card.spawn(room).with_children(|room| {
                            room.spawn(board_picture(variant.board().clone(), Vec2::splat(PICTURE_SIDE)))
                                .entry::<Node>()
                                .and_modify(|mut node| node.align_self = AlignSelf::Center);
                            let palettes = Palette::ALL.map(|palette| {
                                let name = palette.name();
                                (name.to_owned(), format!("Colours: {name}"), Action::ChoosePalette(palette))
                            });
                            row_of_choices(room, "Colours", palettes);
                        });
                    }
                });
                columns.spawn((ChoicesCard(520.0), card_paint())).with_children(|card| {
                    for player in players {
                        let seats = Seat::all()
                            .filter(|seat| variant.as_ref().is_ok_and(|variant| seat.suits(variant)))
                            .map(|seat| {
                                (seat.to_string(), format!("{player}: {seat}"), Action::ChooseSeat(player, seat))
                            });
                        row_of_choices(card, &player.to_string(), seats);
                        card.spawn(text_field(
                            format!("Name of {player}"),
                            &setup.names[player],
                            player.to_string(),
                            NAME_LENGTH,
                            px(220),
                        ))
                        .observe(
                            move |change: On<ValueChange<String>>, mut actions: MessageWriter<Action>| {
                                actions.write(Action::NamePlayer(player, change.value.clone()));
                            },
                        );
                        card.spawn((text("", TextStyle::Small, theme::QUIET_TEXT), SeatDescription(player)));
                    }
                    let paces = Pace::ALL.map(|pace| {
                        (pace.name().to_owned(), format!("Motion: {}", pace.name()), Action::ChoosePace(pace))
                    });
                    row_of_choices(card, "Motion", paces);
                    let delays = Settings::CPU_DELAYS.map(|delay| {
                        let seconds = format!("{} s", delay.as_secs_f32());
                        (seconds.clone(), format!("CPU waits: {seconds}"), Action::ChooseCpuDelay(delay))
                    });
                    row_of_choices(card, "CPU waits", delays);
                });
            });
        });
        if game.is_some_and(|game| game.is_running()) {
            let warning = "Start replaces the unfinished match";
            screen.spawn(text(warning, TextStyle::Small, theme::QUIET_TEXT));
        }
        screen.spawn((Pickable::IGNORE, Node { column_gap: px(theme::GAP), ..default() })).with_children(|row| {
            row.spawn(button("Back", "Back", Weight::Plain, px(130), Action::ShowTitle));
            row.spawn(button("Start", "Start", Weight::Main, px(200), Action::Start));
        });
    });
}

/// A caption, and the choices behind it: what they show, what they are called and what they do.
fn row_of_choices(
    parent: &mut ChildSpawnerCommands,
    caption: &str,
    choices: impl IntoIterator<Item = (String, String, Action)>,
) {
    parent.spawn(text(caption, TextStyle::Strong, theme::TEXT));
    parent
        .spawn((Pickable::IGNORE, Node { column_gap: px(5), row_gap: px(5), flex_wrap: FlexWrap::Wrap, ..default() }))
        .with_children(|row| {
            for (caption, label, action) in choices {
                row.spawn(button(caption, label, Weight::Plain, Val::Auto, action));
            }
        });
}

fn mark_choices(
    setup: Res<MatchSetup>,
    settings: Res<Settings>,
    choices: Query<(Entity, &Action, Has<Chosen>)>,
    mut commands: Commands,
) {
    for (entity, action, is_marked) in &choices {
        let is_chosen = match action {
            Action::ChooseVariant(choice) => setup.choice == *choice,
            Action::ChooseSeat(player, seat) => setup.seats[*player] == *seat,
            Action::ChoosePace(pace) => settings.pace == *pace,
            Action::ChoosePalette(palette) => settings.palette == *palette,
            Action::ChooseCpuDelay(delay) => settings.cpu_delay == *delay,
            _ => continue,
        };
        mark::<Chosen>(&mut commands, entity, is_marked, is_chosen);
    }
}

fn describe_seats(setup: Res<MatchSetup>, mut descriptions: Query<(&SeatDescription, &mut Text)>) {
    for (SeatDescription(player), mut text) in &mut descriptions {
        setup.seats[*player].description().clone_into(&mut text.0);
    }
}

fn fit_columns(
    orientation: Res<Orientation>,
    mut columns: Query<&mut Node, (With<Columns>, Without<ChoicesCard>)>,
    mut rooms: Query<&mut Node, (With<WhereThereIsRoom>, Without<Columns>, Without<ChoicesCard>)>,
    mut cards: Query<(&ChoicesCard, &mut Node)>,
) {
    let is_landscape = *orientation == Orientation::Landscape;
    for mut node in &mut columns {
        *node = Node {
            flex_direction: if is_landscape { FlexDirection::Row } else { FlexDirection::Column },
            width: if is_landscape { Val::Auto } else { percent(100) },
            column_gap: px(theme::GAP),
            row_gap: px(theme::GAP),
            ..default()
        };
    }
    for mut node in &mut rooms {
        *node = Node {
            display: if is_landscape { Display::Flex } else { Display::None },
            flex_direction: FlexDirection::Column,
            row_gap: px(7),
            ..default()
        };
    }
    for (ChoicesCard(width), mut node) in &mut cards {
        *node = Node {
            width: if is_landscape { px(*width) } else { percent(100) },
            padding: px(14).all(),
            row_gap: px(7),
            flex_shrink: 0.0,
            ..card()
        };
    }
}

/// Shows the board in small.
fn show_board(setup: Res<MatchSetup>, mut pictures: Query<&mut BoardPicture>) {
    if let Ok(variant) = setup.variant() {
        for mut picture in &mut pictures {
            picture.set_if_neq(BoardPicture(variant.board().clone()));
        }
    }
}
