//! The simulator: players and number of games on one side, the results on the other.

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use crate::game::analysis::simulator::{SimulatedMatch, Simulator, SimulatorCommand};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::seat::Seat;
use crate::game::play::setup::MatchSetup;
use crate::game::screens::new_game::seats::spawn_cpu_button;
use crate::game::screens::new_game::{fill, heading, pane_content, spawn_scrolling_pane};
use crate::game::screens::{Containers, is_missing, part, respawn, row_of_panes, screen_root, window_column};
use crate::game::settings::programs::Programs;
use crate::game::text::names::board_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::variant_picture;
use crate::game::ui::button::{ButtonKind, Refocus, button, captioned_button, mark, plain_button};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::setting_row::spawn_choices;
use crate::game::ui::share_bar::spawn_share_bar;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Simulator), focus_first).add_systems(
        Update,
        (
            spawn_screen.run_if(resource_changed::<LayoutSpace>.or_else(is_missing::<SimulatorRoot>)),
            (show_players, show_results).run_if(
                resource_changed::<MatchSetup>
                    .or_else(resource_changed::<Simulator>)
                    .or_else(any_match_filter::<Added<PlayerRows>>),
            ),
            show_start_button,
            mark_choices,
        )
            .chain()
            .in_set(GameSystems::Show)
            .run_if(in_state(Screen::Simulator)),
    );
}

/// Root of the screen; true if its panes are side by side.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct SimulatorRoot(bool);

/// Container of the board and the players.
#[derive(Component)]
struct PlayerRows;

#[derive(Component)]
struct Results;

/// Container of the button that starts or stops the games.
#[derive(Component)]
struct StartButton;

/// Minimum width for two panes side by side.
const MIN_WIDTH_FOR_PANES: f32 = 760.0;
const MAX_WIDTH: f32 = 1180.0;
const PICTURE: f32 = 84.0;
const DISC: f32 = 30.0;

fn focus_first(mut refocus: ResMut<Refocus>) {
    refocus.0 = Some(say!("simulator-start").identity());
}

fn spawn_screen(space: Res<LayoutSpace>, roots: Query<(Entity, &SimulatorRoot)>, mut commands: Commands) {
    let wanted = SimulatorRoot(space.0.x >= MIN_WIDTH_FOR_PANES);
    if roots.iter().any(|(_, shown)| *shown == wanted) {
        return;
    }
    roots.iter().for_each(|(root, _)| commands.entity(root).despawn());
    let gap = 12.0;
    let content = || Node { row_gap: px(14), ..pane_content() };
    commands.spawn((wanted, screen_root(Screen::Simulator), window_column(gap).centred())).with_children(|screen| {
        let body = row_of_panes(gap).width(percent(100)).max_width(px(MAX_WIDTH));
        screen.spawn((Pickable::IGNORE, body)).with_children(|body| {
            if wanted.0 {
                spawn_scrolling_pane(body, fill(), content(), spawn_setup);
                spawn_scrolling_pane(body, fill(), content(), spawn_results);
            } else {
                spawn_scrolling_pane(body, fill(), content(), |pane| {
                    spawn_setup(pane);
                    spawn_results(pane);
                });
            }
        });
        let row = Node::row(theme::GAP).width(percent(100)).max_width(px(MAX_WIDTH)).spread().fixed();
        screen.spawn((Pickable::IGNORE, row)).with_children(|row| {
            row.spawn(plain_button(say!("new-game-back"), Navigate::Back));
            row.spawn((StartButton, Pickable::IGNORE, Node::default()));
        });
    });
}

fn spawn_setup(pane: &mut ChildSpawnerCommands) {
    pane.spawn(worded(say!("simulator-heading"), TextStyle::Heading, theme::TEXT));
    pane.spawn(worded(say!("simulator-about"), TextStyle::Small, theme::QUIET_TEXT));
    pane.spawn((PlayerRows, Name::new("simulated players"), part()));
    let numbers =
        Simulator::GAMES.map(|games| (say!("simulator-number", count = games), SimulatorCommand::ChooseGames(games)));
    spawn_choices(pane, &say!("simulator-games"), numbers);
}

fn spawn_results(pane: &mut ChildSpawnerCommands) {
    pane.spawn((Results, Name::new("simulated games"), Pickable::IGNORE, Node::column(12).fixed()));
}

/// Shows the board of the setup and the CPU player of each seat.
fn show_players(
    setup: Res<MatchSetup>,
    places: Containers<PlayerRows>,
    mut shown: Local<Option<SimulatedMatch>>,
    mut commands: Commands,
) {
    respawn(places, &mut *shown, SimulatedMatch::of(&setup), &mut commands, |rows, wanted| {
        let Some(SimulatedMatch { variant, players }) = wanted else { return };
        rows.spawn((Pickable::IGNORE, Node::row(14).centred())).with_children(|row| {
            row.spawn(variant_picture(variant, Vec2::splat(PICTURE)));
            row.spawn(worded(board_name(variant), TextStyle::Strong, theme::TEXT));
        });
        for player in variant.everybody() {
            rows.spawn((Pickable::IGNORE, Node::row(10).centred())).with_children(|row| {
                row.spawn(disc_icon(player.disc(), DISC));
                spawn_cpu_button(row, player, (Seat::Cpu(players[player]), &Programs::default()), variant, true);
            });
        }
    });
}

/// Everything that the results show.
#[derive(Clone, PartialEq)]
struct ShownResults {
    simulator: Simulator,
    /// Set if the results belong to other players or another board than those chosen now.
    is_outdated: bool,
}

fn show_results(
    (simulator, setup): (Res<Simulator>, Res<MatchSetup>),
    places: Containers<Results>,
    mut shown: Local<Option<ShownResults>>,
    mut commands: Commands,
) {
    let is_outdated = simulator.simulated.is_some() && simulator.simulated != SimulatedMatch::of(&setup);
    let wanted = Some(ShownResults { simulator: simulator.clone(), is_outdated });
    respawn(places, &mut *shown, wanted, &mut commands, |results, wanted| {
        if let Some(ShownResults { simulator, is_outdated }) = wanted {
            spawn_counts(results, simulator, *is_outdated);
        }
    });
}

fn spawn_counts(results: &mut ChildSpawnerCommands, simulator: &Simulator, is_outdated: bool) {
    results.spawn(heading(say!("simulator-results")));
    let Some(SimulatedMatch { variant, .. }) = &simulator.simulated else {
        results.spawn(worded(say!("simulator-none"), TextStyle::Body, theme::QUIET_TEXT));
        return;
    };
    let found = &simulator.found;
    let words = match &simulator.problem {
        Some(problem) => problem.into(),
        None => say!("simulator-counted", count = found.games, of = simulator.games),
    };
    results.spawn(worded(words, TextStyle::Body, theme::TEXT));
    if simulator.is_running() {
        spawn_share_bar(results, simulator.progress, ());
    }
    if is_outdated {
        results.spawn(worded(say!("simulator-outdated"), TextStyle::Small, theme::QUIET_TEXT));
    }
    for player in variant.scored() {
        spawn_player(results, simulator, *player);
    }
    if found.games > 0 {
        results.spawn(worded(say!("simulator-draws", count = found.draws), TextStyle::Body, theme::TEXT));
        results.spawn((Pickable::IGNORE, Node::wrapping_row(6, 6))).with_children(|row| {
            for (caption, command) in
                [(say!("simulator-last"), SimulatorCommand::OpenLast), (say!("simulator-save"), SimulatorCommand::Save)]
            {
                row.spawn(button(caption.clone(), caption, ButtonKind::Plain, Val::Auto, command));
            }
        });
    }
}

/// Spawns a player's share of the games, with its interval, and their mean number of discs.
fn spawn_player(results: &mut ChildSpawnerCommands, simulator: &Simulator, player: Player) {
    let Some(((share, interval), discs)) = simulator.wins(player).zip(simulator.found.mean_discs(player)) else {
        return;
    };
    let percent_of = |share: f64| Phrase::verbatim(format!("{:.1}", 100.0 * share));
    results.spawn((Pickable::IGNORE, Node::row(12).centred())).with_children(|row| {
        row.spawn(disc_icon(player.disc(), DISC));
        row.spawn((Pickable::IGNORE, Node::column(4).min_width(px(0)).fill())).with_children(|column| {
            column.spawn((Pickable::IGNORE, Node::row(8).spread())).with_children(|line| {
                line.spawn(worded(player, TextStyle::Body, theme::TEXT));
                let words = say!("simulator-share", share = percent_of(share));
                line.spawn((worded(words, TextStyle::Strong, theme::TEXT), TextLayout::no_wrap()));
            });
            spawn_share_bar(column, share as f32, ());
            let words = say!(
                "simulator-row",
                count = simulator.found.wins[player],
                low = percent_of(interval.low),
                high = percent_of(interval.high),
                discs = Phrase::verbatim(format!("{discs:.1}")),
            );
            column.spawn(worded(words, TextStyle::Small, theme::QUIET_TEXT));
        });
    });
}

fn show_start_button(
    simulator: Res<Simulator>,
    places: Containers<StartButton>,
    mut shown: Local<bool>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let was_running = *shown;
    let is_running = simulator.is_running();
    respawn(places, &mut *shown, is_running, &mut commands, |place, is_running| {
        let (caption, command) = if *is_running {
            (say!("simulator-stop"), SimulatorCommand::Stop)
        } else {
            (say!("simulator-start"), SimulatorCommand::Start)
        };
        place.spawn(captioned_button(caption, ButtonKind::Main, px(200), command));
    });
    if was_running != is_running {
        let caption = if is_running { say!("simulator-stop") } else { say!("simulator-start") };
        refocus.0 = Some(caption.identity());
    }
}

/// Marks the chosen number of games, and disables the choices while games are played.
fn mark_choices(
    simulator: Res<Simulator>,
    choices: Query<(Entity, &OnPress, Has<Checked>, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    for (entity, on_press, is_marked, is_disabled) in &choices {
        if let Some(SimulatorCommand::ChooseGames(games)) = on_press.message() {
            mark::<Checked>(&mut commands, entity, is_marked, simulator.games == *games);
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, simulator.is_running());
        }
    }
}
