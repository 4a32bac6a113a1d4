//! A quest over the map: board, colour, goal, and the opponents for its stars.

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::games::games_list::GamesList;
use crate::game::play::seat::Seat;
use crate::game::play::setup::SetupCommand;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
use crate::game::text::names::{board_name, quest_goal_words, star_signs};
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::variant_picture;
use crate::game::ui::button::{ButtonKind, Refocus, button};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::quests::Quest;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        spawn.in_set(GameSystems::Look).run_if(resource_changed::<Overlay>).run_if(in_state(Screen::Quests)),
    );
}

#[derive(Component)]
struct QuestCardRoot;

const WIDTH: f32 = 480.0;
const PICTURE: f32 = 120.0;
const DISC: f32 = 24.0;

fn spawn(
    overlay: Res<Overlay>,
    list: Res<GamesList>,
    open: Query<Entity, With<QuestCardRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    open.iter().for_each(|root| commands.entity(root).despawn());
    let Overlay::Quest(number) = *overlay else { return };
    let Some(quest) = Quest::all().iter().find(|quest| quest.number == number) else { return };
    let stars = list.statistics().quests.get(&quest.key()).copied().unwrap_or_default();
    let next = usize::from(stars.min(Quest::MAX_STARS - 1));
    refocus.0 = Some(play_label(quest.opponents[next]).identity());
    let root = (Name::new("quest"), QuestCardRoot, DespawnOnExit(Screen::Quests));
    spawn_card_over_screen(&mut commands, root, WIDTH, |card| {
        spawn_card_head(card, |head| {
            let words = say!("quest-heading", number = quest.number, board = board_name(&quest.variant));
            let name = worded(words, TextStyle::Strong, theme::TEXT);
            head.spawn((name, Node::default().min_width(px(0)).fill()));
        });
        let content = Node { row_gap: px(theme::GAP), ..pane_content() };
        spawn_scroll_area(card, Node::default(), content, |area| {
            spawn_task(area, quest);
            for (index, opponent) in quest.opponents.into_iter().enumerate() {
                spawn_opponent(area, quest, (index as u8 + 1, opponent), (stars, index == next));
            }
            area.spawn(worded(say!("quest-about-help"), TextStyle::Small, theme::QUIET_TEXT));
        });
    });
}

fn play_label(opponent: CpuPlayer) -> Phrase {
    say!("quest-play-label", opponent = Seat::Cpu(opponent))
}

fn spawn_task(area: &mut ChildSpawnerCommands, quest: &Quest) {
    area.spawn((Pickable::IGNORE, Node::row(16).fixed())).with_children(|row| {
        row.spawn(variant_picture(&quest.variant, Vec2::splat(PICTURE)));
        row.spawn((Pickable::IGNORE, Node::column(8).min_width(px(0)).fill())).with_children(|words| {
            words.spawn(worded(quest_goal_words(quest.goal), TextStyle::Strong, theme::ACCENT));
            words.spawn((Pickable::IGNORE, Node::row(8).centred())).with_children(|line| {
                line.spawn(disc_icon(quest.player.disc(), DISC));
                line.spawn(worded(say!("quest-player", player = quest.player), TextStyle::Body, theme::TEXT));
            });
        });
    });
}

/// Spawns an opponent with the stars for beating them, and a button to play.
fn spawn_opponent(
    area: &mut ChildSpawnerCommands,
    quest: &Quest,
    (level, opponent): (u8, CpuPlayer),
    (stars, is_next): (u8, bool),
) {
    area.spawn((Pickable::IGNORE, Node::wrapping_row(12, 4).centred().spread().fixed())).with_children(|row| {
        row.spawn((Pickable::IGNORE, Node::row(12).centred().min_width(px(0)))).with_children(|words| {
            let tone = if stars >= level { theme::ACCENT } else { theme::QUIET_TEXT };
            words.spawn((worded(star_signs(level), TextStyle::Body, tone), TextLayout::no_wrap()));
            words.spawn(worded(Seat::Cpu(opponent), TextStyle::Body, theme::TEXT));
        });
        let kind = if is_next { ButtonKind::Main } else { ButtonKind::Plain };
        let play = SetupCommand::StartQuest { number: quest.number, opponent };
        row.spawn(button(say!("quest-play"), play_label(opponent), kind, Val::Auto, play));
    });
}
