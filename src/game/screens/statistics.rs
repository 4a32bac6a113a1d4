//! Statistics: wins and losses, estimated strength and achievements.

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::games::achievement::Achievement;
use crate::game::games::games_command::GamesCommand;
use crate::game::games::games_list::GamesList;
use crate::game::games::listed_game::Mode;
use crate::game::games::statistics::{BoardCount, Statistics, Tally};
use crate::game::screens::new_game::{fill, pane_content, spawn_scrolling_pane};
use crate::game::screens::{is_missing, part, screen_root, window_column};
use crate::game::text::moment::moment;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, bare_button, button_node, plain_button};
use crate::game::ui::disc_icon::printed_disc;
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::scroll::fade_edges;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::game::ui::tone::{Border, Fill};
use crate::rules::{Disc, Goal, Player};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Statistics), focus_first).add_systems(
        Update,
        spawn_screen
            .in_set(GameSystems::Show)
            .run_if(
                resource_changed::<GamesList>
                    .or_else(resource_changed::<LayoutSpace>)
                    .or_else(is_missing::<StatisticsRoot>),
            )
            .run_if(in_state(Screen::Statistics)),
    );
}

#[derive(Component)]
struct StatisticsRoot;

/// The statistics shown and their arrangement; the screen is respawned when these change.
#[derive(Clone, PartialEq)]
struct ShownStatistics {
    /// `None` while games are still being read.
    counted: Option<Statistics>,
    now_ms: u64,
    /// Set if the achievements are beside the figures.
    is_wide: bool,
}

/// Minimum width for two panes side by side; below it, everything is in one column.
const MIN_WIDTH_FOR_PANES: f32 = 760.0;
const MAX_WIDTH: f32 = 1120.0;
/// Minimum number of games for an estimate; with fewer it would mean nothing.
const MIN_RATED_GAMES: u32 = 5;
const BAR: Vec2 = Vec2::new(72.0, 10.0);

fn focus_first(mut refocus: ResMut<Refocus>) {
    refocus.0 = Some(say!("games-back").identity());
}

fn spawn_screen(
    list: Res<GamesList>,
    space: Res<LayoutSpace>,
    roots: Query<Entity, With<StatisticsRoot>>,
    mut shown: Local<Option<ShownStatistics>>,
    mut commands: Commands,
) {
    let counted = list.is_whole().then(|| list.statistics());
    let wanted = ShownStatistics { counted, now_ms: list.now_ms(), is_wide: space.0.x >= MIN_WIDTH_FOR_PANES };
    if !roots.is_empty() && shown.as_ref() == Some(&wanted) {
        return;
    }
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let gap = 12.0;
    let node = window_column(gap).centred();
    commands.spawn((StatisticsRoot, screen_root(Screen::Statistics), node)).with_children(|screen| {
        let body = fill().spaced(gap).width(percent(100)).max_width(px(MAX_WIDTH));
        screen.spawn((Pickable::IGNORE, body)).with_children(|body| {
            let content = || Node { row_gap: px(20), ..pane_content() };
            if wanted.is_wide {
                spawn_scrolling_pane(body, fill(), content(), |pane| {
                    spawn_figures(pane, &wanted);
                    spawn_buttons(pane);
                });
                let area = spawn_scrolling_pane(body, fill(), content(), |pane| spawn_achievements(pane, &wanted));
                fade_edges(&mut body.commands(), area, theme::PANEL);
            } else {
                spawn_scrolling_pane(body, fill(), content(), |pane| {
                    spawn_figures(pane, &wanted);
                    spawn_achievements(pane, &wanted);
                    spawn_buttons(pane);
                });
            }
        });
        let row = Node::wrapping_row(theme::GAP, 6).width(percent(100)).max_width(px(MAX_WIDTH)).fixed();
        screen.spawn((Pickable::IGNORE, row)).with_children(|row| {
            row.spawn(plain_button(say!("games-back"), Navigate::To(Screen::Title)));
            row.spawn((Pickable::IGNORE, Node::default().grow()));
            row.spawn(plain_button(say!("games-heading"), Navigate::To(Screen::Games)));
        });
    });
    *shown = Some(wanted);
}

/// Spawns the buttons that copy, save and reset the statistics.
fn spawn_buttons(pane: &mut ChildSpawnerCommands) {
    let buttons = [
        (say!("statistics-copy"), say!("statistics-copy-label"), GamesCommand::CopyStatistics),
        (say!("statistics-save"), say!("statistics-save-label"), GamesCommand::SaveStatistics),
        (say!("statistics-reset"), say!("statistics-reset-label"), GamesCommand::AskToReset),
    ];
    pane.spawn((Pickable::IGNORE, Node::wrapping_row(6, 6).fixed())).with_children(|row| {
        for (caption, label, command) in buttons {
            let node = button_node().fill().padding(px(8).all());
            row.spawn(bare_button(label, ButtonKind::Plain, command, node)).with_children(|button| {
                button.spawn((worded(caption, TextStyle::Body, theme::TEXT), TextLayout::no_wrap()));
            });
        }
    });
}

fn spawn_figures(pane: &mut ChildSpawnerCommands, shown: &ShownStatistics) {
    pane.spawn(worded(say!("statistics-heading"), TextStyle::Heading, theme::TEXT));
    let Some(counted) = &shown.counted else {
        pane.spawn(worded(say!("statistics-counting"), TextStyle::Body, theme::QUIET_TEXT));
        return;
    };
    if counted.games == 0 {
        pane.spawn(worded(say!("statistics-none"), TextStyle::Body, theme::QUIET_TEXT));
        return;
    }
    let all = counted.tally();
    let figures = [
        (counted.games, say!("statistics-games", count = counted.games)),
        (all.wins, say!("statistics-wins", count = all.wins)),
        (counted.streak, say!("statistics-streak", count = counted.streak)),
        (counted.longest_streak, say!("statistics-longest-streak")),
    ];
    pane.spawn((Pickable::IGNORE, Node::wrapping_row(24, 10).fixed())).with_children(|row| {
        for (figure, words) in figures {
            row.spawn((Pickable::IGNORE, Node::column(0))).with_children(|column| {
                column.spawn(text(figure.to_string(), TextStyle::Count, theme::TEXT));
                column.spawn(worded(words, TextStyle::Small, theme::QUIET_TEXT));
            });
        }
    });
    spawn_estimate(pane, counted);
    let modes = Mode::ALL.into_iter().filter_map(|mode| {
        let count = *counted.modes.get(&mode)?;
        Some((mode_name(mode), None, counted.outcomes.get(&mode).copied(), Some(count)))
    });
    spawn_table(pane, say!("statistics-by-mode"), modes.collect());
    let levels =
        CpuPlayer::all().filter_map(|cpu| Some((cpu.into(), None, Some(*counted.levels.get(cpu.key())?), None)));
    spawn_table(pane, say!("statistics-by-level"), levels.collect());
    let colours = Player::ALL
        .into_iter()
        .filter_map(|player| Some((player.into(), Some(player.disc()), Some(*counted.colours.get(&player)?), None)));
    spawn_table(pane, say!("statistics-by-colour"), colours.collect());
    let mut boards: Vec<&BoardCount> = counted.boards.iter().collect();
    boards.sort_by_key(|board| std::cmp::Reverse(board.tally.games()));
    let boards = boards.into_iter().map(|board| (board_words(board), None, Some(board.tally), None));
    spawn_table(pane, say!("statistics-by-board"), boards.collect());
    if all.helped > 0 {
        pane.spawn(worded(say!("statistics-helped", count = all.helped), TextStyle::Small, theme::QUIET_TEXT));
    }
}

/// Spawns the estimated strength, with its margin of error.
fn spawn_estimate(pane: &mut ChildSpawnerCommands, counted: &Statistics) {
    let estimate = counted.estimate();
    pane.spawn(part()).with_children(|part| {
        part.spawn(worded(say!("statistics-strength"), TextStyle::Strong, theme::TEXT));
        if let Some(estimate) = estimate.filter(|estimate| estimate.games >= MIN_RATED_GAMES) {
            let number = |number: i32| Phrase::verbatim(number.to_string());
            let elo = say!("statistics-elo", rating = number(estimate.rating));
            part.spawn(worded(elo, TextStyle::Heading, theme::ACCENT));
            let words = say!("statistics-elo-about", count = estimate.games, within = number(estimate.within));
            part.spawn(worded(words, TextStyle::Small, theme::QUIET_TEXT));
        } else {
            let left = MIN_RATED_GAMES - estimate.map_or(0, |estimate| estimate.games);
            part.spawn(worded(say!("statistics-elo-few", count = left), TextStyle::Small, theme::QUIET_TEXT));
        }
    });
}

fn mode_name(mode: Mode) -> Phrase {
    match mode {
        Mode::Computer => say!("statistics-mode-computer"),
        Mode::Here => say!("statistics-mode-here"),
        Mode::Online => say!("statistics-mode-online"),
        Mode::Watched => say!("statistics-mode-watched"),
        Mode::Elsewhere => say!("statistics-mode-elsewhere"),
    }
}

/// Name of a board, with the best result there.
fn board_words(board: &BoardCount) -> Phrase {
    let name = Phrase::named("board-name", &board.name);
    let name = match board.goal {
        Goal::Most => name,
        Goal::Fewest => say!("match-fewest-win", board = name),
    };
    match board.best {
        Some(best) => say!("statistics-best", board = name, count = best),
        None => name,
    }
}

/// Caption of a row, its disc, its results, and the number of games to show instead if nobody at this screen won or
/// lost them.
type Row = (Phrase, Option<Disc>, Option<Tally>, Option<u32>);

fn spawn_table(pane: &mut ChildSpawnerCommands, heading: Phrase, rows: Vec<Row>) {
    if rows.is_empty() {
        return;
    }
    pane.spawn(part()).with_children(|part| {
        part.spawn(worded(heading, TextStyle::Strong, theme::TEXT));
        for (words, disc, tally, count) in rows {
            part.spawn((Pickable::IGNORE, Node::row(theme::GAP).centred())).with_children(|row| {
                if let Some(disc) = disc {
                    row.spawn(printed_disc(disc, 20.0));
                }
                let name = Node::default().min_width(px(0)).fill();
                row.spawn((Pickable::IGNORE, name, children![worded(words, TextStyle::Small, theme::TEXT)]));
                if let Some(tally) = tally {
                    spawn_tally(row, tally);
                } else {
                    let words = say!("games-count", count = count.unwrap_or_default());
                    row.spawn(worded(words, TextStyle::Small, theme::QUIET_TEXT));
                }
            });
        }
    });
}

/// Spawns wins, draws and losses in figures and as a bar.
fn spawn_tally(row: &mut ChildSpawnerCommands, tally: Tally) {
    let figures = say!("statistics-tally", wins = tally.wins, draws = tally.draws, losses = tally.losses);
    row.spawn((worded(figures, TextStyle::Small, theme::TEXT), TextLayout::no_wrap()));
    let bar = Node::row(1).size(BAR.x, BAR.y).fixed().rounded(BAR.y / 2.0).clip();
    row.spawn((Pickable::IGNORE, bar, Fill(theme::SUNKEN))).with_children(|bar| {
        let parts =
            [(tally.wins, theme::ACCENT), (tally.draws, theme::QUIET_TEXT), (tally.losses, theme::RAISED_HOVERED)];
        for (count, tone) in parts.into_iter().filter(|(count, _)| *count > 0) {
            let node = Node { flex_grow: count as f32, flex_basis: px(0), height: percent(100), ..default() };
            bar.spawn((Pickable::IGNORE, node, Fill(tone)));
        }
    });
}

/// Side of the mark beside an achievement, in logical pixels.
const MARK: f32 = 28.0;

/// An empty circle, filled with a disc once the achievement is reached.
fn empty_place() -> impl Bundle {
    let rim = Node { border: px(2).all(), ..Node::default().size(MARK, MARK).fixed().round() };
    (Pickable::IGNORE, rim, Border(theme::QUIET_TEXT))
}

fn spawn_achievements(pane: &mut ChildSpawnerCommands, shown: &ShownStatistics) {
    let reached = |achievement: &Achievement| {
        shown.counted.as_ref().and_then(|counted| counted.achievements.get(achievement.key()).copied())
    };
    let count = Achievement::ALL.iter().filter(|achievement| reached(achievement).is_some()).count();
    pane.spawn(part()).with_children(|part| {
        part.spawn(worded(say!("achievements-heading"), TextStyle::Heading, theme::TEXT));
        let words = say!("achievements-count", count = count, all = Achievement::ALL.len());
        part.spawn(worded(words, TextStyle::Small, theme::QUIET_TEXT));
    });
    // Sized so that the whole list fits in a window of 1280 × 800 while nothing is reached.
    pane.spawn((Pickable::IGNORE, Node::column(8).fixed())).with_children(|list| {
        for achievement in Achievement::ALL {
            let at_ms = reached(&achievement);
            list.spawn((Pickable::IGNORE, Node::row(12).centred())).with_children(|row| {
                if at_ms.is_some() {
                    row.spawn(printed_disc(Disc::Yamabuki, MARK));
                } else {
                    row.spawn(empty_place());
                }
                row.spawn((Pickable::IGNORE, Node::column(2).min_width(px(0)).fill())).with_children(|words| {
                    let ink = if at_ms.is_some() { theme::TEXT } else { theme::QUIET_TEXT };
                    words.spawn(worded(Phrase::of("achievement-name", achievement.key()), TextStyle::Strong, ink));
                    let about = Phrase::of("achievement-about", achievement.key());
                    words.spawn(worded(about, TextStyle::Small, theme::QUIET_TEXT));
                    if let Some(at_ms) = at_ms {
                        let when = say!("achievements-reached", when = moment(at_ms, shown.now_ms));
                        words.spawn(worded(when, TextStyle::Small, theme::ACCENT));
                    }
                });
            });
        }
    });
}
