//! The simulator: games between CPU players, counted, with the last one to look at.

use irogaeshi::cpu::Character;
use irogaeshi::game::{
    MatchSetup, Navigate, Overlay, Screen, Seat, SetupCommand, SimulatedMatch, Simulator, SimulatorCommand,
    VariantChoice,
};
use irogaeshi::rules::{Player, Turn, Variant};

use crate::harness::{MAX_THINKING_STEPS, TestGame, at_once};

/// The simulator on 4 × 4 squares, with a greedy player against a random one.
fn on_small_board(game: &mut TestGame) {
    for command in [
        SetupCommand::ChooseVariant(VariantChoice::BuiltIn("classic-4".to_owned())),
        SetupCommand::ChooseSeat(Player::Black, Seat::Cpu(Character::Greedy.into())),
        SetupCommand::ChooseSeat(Player::White, Seat::Cpu(Character::Random.into())),
    ] {
        game.act(command);
    }
    game.act(Navigate::To(Screen::NewGame));
    game.steps(3);
    game.act(Navigate::To(Screen::Simulator));
    game.steps(5);
    assert_eq!(game.screen(), Screen::Simulator);
}

fn simulator(game: &mut TestGame) -> Simulator {
    game.world_mut().resource::<Simulator>().clone()
}

fn play_all(game: &mut TestGame) {
    game.run_until("all games are played", MAX_THINKING_STEPS, |game| {
        let simulator = game.world_mut().resource::<Simulator>();
        simulator.simulated.is_some() && !simulator.is_running()
    });
    game.steps(3);
}

#[test]
fn games_are_counted_and_the_last_one_can_be_looked_at() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    on_small_board(&mut game);
    game.click_on("Games: 10");
    game.click_on("Start the games");
    play_all(&mut game);
    let found = simulator(&mut game).found;
    assert_eq!((found.games, found.wins[Player::Black] + found.wins[Player::White] + found.draws), (10, 10));
    let shown_text = game.text_below("simulated games").expect("results");
    assert!(shown_text.contains("10 of 10 games"), "{shown_text}");
    assert!(shown_text.contains(&format!("Draws: {}", found.draws)), "{shown_text}");
    game.click_on("Look at the last game");
    game.run_until("the game is shown", 20, |game| game.screen() == Screen::Match);
    let shown = game.game();
    let moves: Vec<_> = shown.record.played().iter().filter_map(Turn::square).collect();
    assert_eq!(moves, found.last);
    assert_eq!(shown.seats[Player::Black], Seat::Cpu(Character::Greedy.into()));
    assert!(shown.ending().is_some() && shown.marks.ended_elsewhere, "it counts for no statistics");
}

#[test]
fn stopping_keeps_the_finished_games_and_other_players_are_asked_for_a_new_start() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    on_small_board(&mut game);
    game.act(SimulatorCommand::ChooseGames(Simulator::GAMES[3]));
    game.act(SimulatorCommand::Start);
    game.run_until("some games are played", MAX_THINKING_STEPS, |game| simulator(game).found.games > 0);
    game.act(SimulatorCommand::Stop);
    game.steps(3);
    let stopped = simulator(&mut game);
    assert!(!stopped.is_running() && stopped.found.games > 0);
    game.steps(20);
    assert_eq!(simulator(&mut game).found, stopped.found, "nobody plays on");
    game.click_on("CPU player for White");
    game.steps(3);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::CpuPicker(Player::White));
    game.act(SetupCommand::ChooseSeat(Player::White, Seat::Cpu(Character::Greedy.into())));
    game.steps(5);
    assert!(game.text_below("simulated games").is_some_and(|shown_text| shown_text.contains("have changed")));
    game.act(SimulatorCommand::ChooseGames(Simulator::GAMES[0]));
    game.act(SimulatorCommand::Start);
    play_all(&mut game);
    assert_eq!(simulator(&mut game).found.games, 10);
    assert!(game.text_below("simulated games").is_some_and(|shown_text| !shown_text.contains("have changed")));
}

#[test]
fn levels_that_think_by_the_clock_are_replaced() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    on_small_board(&mut game);
    let mut setup = MatchSetup::default();
    setup.seats[Player::White] = Some(Seat::Cpu("oracle".parse().expect("a level")));
    game.world_mut().insert_resource(setup);
    game.steps(3);
    let shown_text = game.text_below("simulated players").expect("players");
    assert!(!shown_text.contains("Oracle"), "{shown_text}");
    let simulated = SimulatedMatch::of(game.world_mut().resource::<MatchSetup>()).expect("a board");
    assert_eq!(simulated.variant, Variant::classic(8).expect("a side"));
    assert!(simulated.players.iter().all(|(_, cpu)| cpu.time().is_none()));
}

#[test]
fn the_table_has_a_line_for_each_scored_player() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    on_small_board(&mut game);
    game.act(SimulatorCommand::ChooseGames(Simulator::GAMES[0]));
    game.act(SimulatorCommand::Start);
    play_all(&mut game);
    let simulator = simulator(&mut game);
    let table = simulator.table().expect("games were played");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns), "{table}");
    let black = format!("\"Classic 4 × 4\",black,greedy,10,{},", simulator.found.wins[Player::Black]);
    assert!(lines[1].starts_with(&black), "{table}");
}
