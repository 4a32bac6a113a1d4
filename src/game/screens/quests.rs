//! Map of quests: the boards as a winding path through regions, with the stars earned so far.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::games::games_list::GamesList;
use crate::game::screens::last_focus::LastFocus;
use crate::game::screens::new_game::{fill, heading, pane_content, spawn_scrolling_pane};
use crate::game::screens::{is_missing, screen_root, window_column};
use crate::game::text::names::{board_name, region_name, star_signs};
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::variant_picture;
use crate::game::ui::button::{ButtonKind, Refocus, bare_button, plain_button};
use crate::game::ui::layout::{Layout, fitting_columns};
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Fill;
use crate::quests::{Quest, Region};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        spawn_screen
            .in_set(GameSystems::Show)
            .run_if(
                resource_changed::<GamesList>
                    .or_else(resource_changed::<LayoutSpace>)
                    .or_else(is_missing::<QuestsRoot>),
            )
            .run_if(in_state(Screen::Quests)),
    );
}

#[derive(Component)]
struct QuestsRoot;

/// Stars and arrangement; the screen is respawned when these change.
#[derive(Clone, Debug, PartialEq)]
struct ShownQuests {
    /// Stars of each quest; `None` while games are still being read.
    stars: Option<Vec<u8>>,
    /// Number of quests side by side.
    columns: usize,
}

const MAX_WIDTH: f32 = 1400.0;
const GAP: f32 = 12.0;
/// Width of a quest, and length of the path between two quests, in logical pixels.
const TILE: f32 = 80.0;
const PATH: f32 = 10.0;
const PATH_THICKNESS: f32 = 4.0;
const PICTURE: f32 = 56.0;
/// Minimum and maximum number of quests side by side.
const COLUMNS: (usize, usize) = (2, 5);
/// Space at the sides of the map: padding of the pane and its scrollbar.
const SIDES: f32 = 64.0;

fn spawn_screen(
    list: Res<GamesList>,
    space: Res<LayoutSpace>,
    roots: Query<Entity, With<QuestsRoot>>,
    (focused, mut refocus): (Res<LastFocus>, ResMut<Refocus>),
    mut shown: Local<Option<ShownQuests>>,
    mut commands: Commands,
) {
    let stars = list.is_whole().then(|| {
        let counted = list.statistics().quests;
        Quest::all().iter().map(|quest| counted.get(&quest.key()).copied().unwrap_or_default()).collect()
    });
    let columns = ((space.0.x - SIDES + PATH) / (TILE + PATH)) as usize;
    let wanted = ShownQuests { stars, columns: columns.clamp(COLUMNS.0, COLUMNS.1) };
    if !roots.is_empty() && shown.as_ref() == Some(&wanted) {
        return;
    }
    roots.iter().for_each(|root| commands.entity(root).despawn());
    if roots.is_empty() || shown.as_ref().is_some_and(|shown| shown.stars.is_none()) {
        let next = wanted.next().map(|quest| label(quest, wanted.state(quest)).identity());
        let before = focused.on(Screen::Quests).map(ToOwned::to_owned);
        refocus.0 = before.or(next).or_else(|| Some(say!("games-back").identity()));
    }
    commands.spawn((QuestsRoot, screen_root(Screen::Quests), window_column(GAP).centred())).with_children(|screen| {
        let body = fill().spaced(GAP).width(percent(100)).max_width(px(MAX_WIDTH));
        screen.spawn((Pickable::IGNORE, body)).with_children(|body| {
            spawn_scrolling_pane(body, fill(), Node { row_gap: px(16), ..pane_content() }, |pane| {
                spawn_head(pane, &wanted);
                let regions = Node::grid(fitting_columns(wanted.region_width()), 28, 22).fixed();
                let regions = Node { justify_items: JustifyItems::Center, ..regions };
                pane.spawn((Pickable::IGNORE, regions)).with_children(|map| {
                    for region in Region::ALL {
                        spawn_region(map, region, &wanted);
                    }
                });
            });
        });
        let row = Node::wrapping_row(theme::GAP, 6).width(percent(100)).max_width(px(MAX_WIDTH)).spread().fixed();
        screen.spawn((Pickable::IGNORE, row)).with_children(|row| {
            row.spawn(plain_button(say!("games-back"), Navigate::To(Screen::Title)));
            row.spawn(plain_button(say!("statistics-heading"), Navigate::To(Screen::Statistics)));
        });
    });
    *shown = Some(wanted);
}

/// State of a quest on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct QuestState {
    stars: u8,
    is_open: bool,
}

impl ShownQuests {
    fn region_width(&self) -> f32 {
        self.columns as f32 * (TILE + PATH) - PATH
    }

    fn state(&self, quest: &Quest) -> QuestState {
        let Some(stars) = &self.stars else { return QuestState { stars: 0, is_open: false } };
        let starred = stars.iter().filter(|stars| **stars > 0).count();
        let own = stars.get(quest.number - 1).copied().unwrap_or_default();
        QuestState { stars: own, is_open: own > 0 || quest.is_open(starred) }
    }

    /// The first open quest without a star, or the first without all stars.
    fn next(&self) -> Option<&'static Quest> {
        let find = |most: u8| {
            Quest::all().iter().find(|quest| {
                let QuestState { stars, is_open } = self.state(quest);
                is_open && stars <= most
            })
        };
        find(0).or_else(|| find(Quest::MAX_STARS - 1)).or_else(|| find(Quest::MAX_STARS))
    }

    /// Number of stars in the quests chosen by `is_counted`, and the number that they can earn.
    fn count(&self, is_counted: impl Fn(&Quest) -> bool) -> (usize, usize) {
        let quests = Quest::all().iter().filter(|quest| is_counted(quest));
        quests.fold((0, 0), |(earned, of), quest| {
            (earned + usize::from(self.state(quest).stars), of + usize::from(Quest::MAX_STARS))
        })
    }
}

fn spawn_head(pane: &mut ChildSpawnerCommands, shown: &ShownQuests) {
    pane.spawn((Pickable::IGNORE, Node::wrapping_row(16, 4).centred().spread().fixed())).with_children(|row| {
        row.spawn(worded(say!("quests-heading"), TextStyle::Heading, theme::TEXT));
        let words = match shown.stars {
            None => say!("statistics-counting"),
            Some(_) => counted(shown.count(|_| true)),
        };
        row.spawn(worded(words, TextStyle::Strong, theme::ACCENT));
    });
    pane.spawn(worded(say!("quests-about"), TextStyle::Small, theme::QUIET_TEXT));
}

fn counted((earned, of): (usize, usize)) -> Phrase {
    say!("quests-counted", earned = earned, of = of)
}

/// Spawns a region: its name, its stars, and the path through its quests. Every second line runs backwards, so that the
/// path never jumps.
fn spawn_region(map: &mut ChildSpawnerCommands, region: Region, shown: &ShownQuests) {
    map.spawn((Pickable::IGNORE, Node::column(6).width(px(shown.region_width())).fixed())).with_children(|part| {
        part.spawn((Pickable::IGNORE, Node::row(10).centred().spread())).with_children(|row| {
            row.spawn(heading(region_name(region)));
            let stars = counted(shown.count(|quest| quest.region == region));
            row.spawn(worded(stars, TextStyle::Small, theme::QUIET_TEXT));
        });
        let quests: Vec<&Quest> = Quest::all().iter().filter(|quest| quest.region == region).collect();
        part.spawn((Pickable::IGNORE, Node::column(0))).with_children(|lines| {
            for (index, line) in quests.chunks(shown.columns).enumerate() {
                let is_backwards = index % 2 == 1;
                if index > 0 {
                    spawn_turn(lines, is_backwards, shown.state(line[0]).is_open);
                }
                spawn_line(lines, line, is_backwards, shown);
            }
        });
    });
}

/// Spawns a line of quests with the path between them.
fn spawn_line(lines: &mut ChildSpawnerCommands, line: &[&Quest], is_backwards: bool, shown: &ShownQuests) {
    let flex_direction = if is_backwards { FlexDirection::RowReverse } else { FlexDirection::Row };
    lines.spawn((Pickable::IGNORE, Node { flex_direction, ..Node::row(0).centred() })).with_children(|row| {
        for (index, quest) in line.iter().enumerate() {
            let state = shown.state(quest);
            if index > 0 {
                row.spawn((path_paint(state.is_open), Node::default().size(PATH, PATH_THICKNESS).fixed()));
            }
            spawn_tile(row, quest, state);
        }
    });
}

/// Spawns the path from the end of a line to the start of the next, which runs backwards or not.
fn spawn_turn(lines: &mut ChildSpawnerCommands, is_backwards: bool, is_open: bool) {
    let side = if is_backwards { JustifyContent::FlexEnd } else { JustifyContent::FlexStart };
    lines.spawn((Pickable::IGNORE, Node::row(0).justify(side))).with_children(|row| {
        row.spawn((Pickable::IGNORE, Node::row(0).width(px(TILE)).justify(JustifyContent::Center))).with_children(
            |place| {
                place.spawn((path_paint(is_open), Node::default().size(PATH_THICKNESS, PATH).fixed()));
            },
        );
    });
}

fn path_paint(is_open: bool) -> impl Bundle {
    (Pickable::IGNORE, Fill(if is_open { theme::ACCENT } else { theme::LINE }))
}

/// Accessible label of a quest on the map.
fn label(quest: &Quest, QuestState { stars, is_open }: QuestState) -> Phrase {
    let board = board_name(&quest.variant);
    if is_open {
        say!("quest-label", number = quest.number, board = board, stars = stars)
    } else {
        say!("quest-closed-label", number = quest.number, board = board)
    }
}

fn spawn_tile(row: &mut ChildSpawnerCommands, quest: &Quest, state: QuestState) {
    let node = Node::column(2).centred().inset(1, 5).rounded(theme::BUTTON_RADIUS).width(px(TILE)).fixed();
    let node = Node { border: px(2).all(), ..node };
    let open = Navigate::Open(Overlay::Quest(quest.number));
    let mut tile = row.spawn(bare_button(label(quest, state), ButtonKind::Tile, open, node));
    if !state.is_open {
        tile.insert(InteractionDisabled);
    }
    tile.with_children(|tile| {
        tile.spawn(variant_picture(&quest.variant, Vec2::splat(PICTURE)));
        if state.is_open {
            tile.spawn(worded(star_signs(state.stars), TextStyle::Small, theme::ACCENT));
        } else {
            tile.spawn(worded(say!("quest-closed"), TextStyle::Small, theme::QUIET_TEXT));
        }
    });
}
