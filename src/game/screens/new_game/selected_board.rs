//! The chosen board: picture, description and facts about its rules.

use bevy::prelude::*;

use crate::game::board_view::growth::ChosenPicture;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::frame::GameSystems;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::screens::new_game::{NewGameArrangement, a_board_is_chosen, drawn_row};
use crate::game::text::names::{board_about, board_name, goal_name};
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::variant_picture;
use crate::game::ui::button::{ButtonKind, bare_button, plain_button, spawn_segments};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::icon::{Icon, icon};
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::{Disc, Goal, Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            show.in_set(GameSystems::Show)
                .after(super::spawn_screen)
                .run_if(resource_changed::<MatchSetup>.or_else(any_match_filter::<Added<ChosenBoard>>)),
            show_facts
                .in_set(GameSystems::Look)
                .run_if(resource_changed::<MatchSetup>.or_else(any_match_filter::<Added<Facts>>)),
        )
            .run_if(a_board_is_chosen),
    );
}

fn show_facts(setup: Res<MatchSetup>, mut texts: Query<&mut Worded, With<Facts>>) {
    if let Ok(variant) = setup.variant() {
        for mut text in &mut texts {
            text.set_if_neq(Worded(facts(&variant)));
        }
    }
}

/// Container of the chosen board.
#[derive(Component)]
struct ChosenBoard;

/// Text with the facts about the chosen board.
#[derive(Component)]
struct Facts;

/// Side of the picture in a wide window, and in others.
const PICTURES: [f32; 2] = [156.0, 108.0];

pub(in crate::game::screens) fn spawn(parent: &mut ChildSpawnerCommands) {
    parent.spawn((ChosenBoard, Name::new("chosen board"), Pickable::IGNORE, Node::default()));
    drawn_row::spawn(parent);
}

fn show(
    setup: Res<MatchSetup>,
    arrangement: Res<NewGameArrangement>,
    places: Query<(Entity, Has<Children>), With<ChosenBoard>>,
    mut shown: Local<Option<(Variant, NewGameArrangement)>>,
    mut commands: Commands,
) {
    let Ok(variant) = setup.variant() else { return };
    let wanted = Some((variant, *arrangement));
    for (place, is_filled) in &places {
        if is_filled && *shown == wanted {
            continue;
        }
        if let Some((variant, _)) = &wanted {
            let side = if arrangement.is_wide { PICTURES[0] } else { PICTURES[1] };
            let padding = if arrangement.has_all { UiRect::DEFAULT } else { px(12).all() };
            let node = Node::column(10).fixed().padding(padding);
            commands.entity(place).insert(node).despawn_children().with_children(|column| {
                let beside = Node::row(if arrangement.is_wide { 20 } else { 12 });
                column.spawn((Pickable::IGNORE, beside)).with_children(|row| {
                    row.spawn((Pickable::IGNORE, Node::default().fixed())).with_children(|place| {
                        place.spawn((ChosenPicture, variant_picture(variant, Vec2::splat(side))));
                        if !arrangement.has_all {
                            spawn_card_icon(place);
                        }
                    });
                    row.spawn((Pickable::IGNORE, Node::column(5).min_width(px(0)).fill())).with_children(|words| {
                        spawn_words(words, variant);
                        if arrangement.has_all {
                            spawn_facts(words);
                        }
                        if arrangement.is_wide {
                            spawn_goals(words, arrangement.has_all);
                        }
                    });
                });
                if !arrangement.is_wide {
                    spawn_goals(column, arrangement.has_all);
                }
            });
        }
    }
    *shown = wanted;
}

fn spawn_words(words: &mut ChildSpawnerCommands, variant: &Variant) {
    words.spawn(worded(board_name(variant), TextStyle::Heading, theme::TEXT));
    words.spawn(worded(board_about(variant), TextStyle::Body, theme::TEXT));
    words.spawn((Pickable::IGNORE, Node::wrapping_row(14, 4))).with_children(|row| {
        let cutting_in = variant.everybody().into_iter().filter(|player| !variant.players().contains(player));
        let groups =
            [(say!("board-in-turn"), variant.players().to_vec()), (say!("board-cut-in"), cutting_in.collect())];
        for (caption, players) in groups.into_iter().filter(|(_, players)| !players.is_empty()) {
            spawn_group(row, |group| {
                group.spawn(worded(caption, TextStyle::Small, theme::QUIET_TEXT));
                for player in players {
                    group.spawn(disc_icon(player.disc(), ICON));
                }
            });
        }
        for (disc, count) in nobodys_discs(variant) {
            spawn_group(row, |group| {
                group.spawn(disc_icon(disc, ICON));
                group.spawn(worded(counted(disc, count), TextStyle::Small, theme::QUIET_TEXT));
            });
        }
    });
}

/// Spawns the facts that a player should know before the first move.
pub(in crate::game::screens) fn spawn_facts(parent: &mut ChildSpawnerCommands) {
    parent.spawn((Facts, worded("", TextStyle::Small, theme::QUIET_TEXT)));
}

/// Spawns parts of a line that must not be separated when it wraps.
fn spawn_group(row: &mut ChildSpawnerCommands, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    row.spawn((Pickable::IGNORE, Node::row(5).centred().fixed())).with_children(content);
}

/// Side of a disc among words, in logical pixels.
const ICON: f32 = 22.0;

/// Spawns the goals to choose from and, if there is space, the button that opens the board's card.
fn spawn_goals(parent: &mut ChildSpawnerCommands, has_card_button: bool) {
    let goals = Goal::ALL.map(|goal| (goal_name(goal), goal_name(goal), SetupCommand::ChooseGoal(goal)));
    let node = Node { flex_wrap: FlexWrap::Wrap, align_self: AlignSelf::FlexStart, ..default() };
    let row = Node::wrapping_row(10, 6).centred().max_width(percent(100)).margin(px(4).top());
    parent.spawn((Pickable::IGNORE, row)).with_children(|row| {
        spawn_segments(row, node.max_width(percent(100)), goals);
        if has_card_button {
            row.spawn(plain_button(say!("card-open"), Navigate::Open(Overlay::BoardCard)));
        }
    });
}

/// Spawns a small button that opens the board's card, over a corner of the picture, where it takes no space.
fn spawn_card_icon(parent: &mut ChildSpawnerCommands) {
    let corner =
        Node { bottom: px(0), right: px(0), ..Node::default().size(theme::TOUCH, theme::TOUCH).middle().absolute() };
    let corner = corner.bordered().rounded(theme::BUTTON_RADIUS);
    let open = Navigate::Open(Overlay::BoardCard);
    parent.spawn(bare_button(say!("card-open"), ButtonKind::Plain, open, corner)).with_child(icon(
        Icon::Review,
        22.0,
        theme::TEXT,
    ));
}

/// Discs on the board that belong to no player, with their numbers.
fn nobodys_discs(variant: &Variant) -> Vec<(Disc, usize)> {
    let board = variant.board();
    let count = |disc| board.squares().filter(|square| board.disc(*square) == Some(disc)).count();
    let discs = Disc::ALL.into_iter().filter(|disc| disc.player().is_none());
    discs.map(|disc| (disc, count(disc))).filter(|(_, count)| *count > 0).collect()
}

/// Number of discs, named by their effect, such as "4 bombs".
fn counted(disc: Disc, count: usize) -> Phrase {
    match (disc.is_bomb(), disc.is_wild()) {
        (true, _) => say!("board-bombs", count = count),
        (_, true) => say!("board-wild", count = count),
        _ => say!("board-discs", count = count, disc = disc),
    }
}

/// Facts about the rules: squares, cut-ins, discs that never turn, and who is scored.
fn facts(variant: &Variant) -> Phrase {
    let mut facts = vec![say!("board-squares", count = variant.board().squares().count())];
    let everybody = variant.everybody();
    for player in everybody.iter().filter(|player| !variant.players().contains(player)) {
        let cut_ins = variant.cut_ins().iter().filter(|cut_in| cut_in.player == *player);
        let moves: Vec<Phrase> = cut_ins.map(|cut_in| Phrase::verbatim(cut_in.move_number.to_string())).collect();
        facts.push(say!("board-cuts-in", player = *player, count = moves.len(), moves = Phrase::list(moves)));
    }
    let is_immovable = |player: &Player| !variant.board().turns(player.disc());
    let immovable: Vec<Player> = everybody.iter().copied().filter(is_immovable).collect();
    if !immovable.is_empty() {
        facts.push(say!("board-never-turn", players = Phrase::list(immovable)));
    }
    if variant.scored().len() < everybody.len() {
        let players = Phrase::list(variant.scored().iter().copied());
        facts.push(say!("board-scored", count = variant.scored().len(), players = players));
    }
    Phrase::sentences(facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::Catalogue;

    fn facts_of(key: &str) -> String {
        Catalogue::default().words(&facts(&Variant::built_in(key).expect("is built in")))
    }

    #[test]
    fn only_unusual_facts_are_shown() {
        assert_eq!(facts_of("classic"), "64 squares.");
        assert_eq!(
            facts_of("colour"),
            "60 squares. Cyan cuts in at move 10. Yamabuki cuts in at moves 30 and 40. Cyan and Yamabuki discs never turn. \
             Black, White and Ash are scored."
        );
        assert_eq!(facts_of("five"), "60 squares.");
        assert_eq!(facts_of("five-published"), "60 squares. Cyan and Yamabuki discs never turn.");
    }

    #[test]
    fn discs_of_nobody_are_counted() {
        let colour = Variant::built_in("colour").expect("is built in");
        assert_eq!(nobodys_discs(&colour), [(Disc::Green, 4), (Disc::Red, 4)]);
        let words = |disc, count| Catalogue::default().words(&counted(disc, count));
        assert_eq!(words(Disc::Green, 4), "4 wild");
        assert_eq!(words(Disc::Red, 1), "1 bomb");
    }
}
