//! The simulator: many games between CPU players on the board of the setup, counted while they are played.

use std::fmt::Write as _;

use bevy::prelude::*;

use crate::cpu::{
    Answer, CpuPlayer, EngineLevel, Interval, NoAnswer, Question, SimulatedGames, ThinkNews, ThinkRequest, TreeLevel,
};
use crate::game::flow::save_file::SaveFile;
use crate::game::flow::screen::{Screen, comes_from_settings};
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::play::match_time::fresh_seed;
use crate::game::play::setup::{MatchSetup, SetupCommand, handle_setup_commands};
use crate::game::redraw::Frames;
use crate::game::thinker::CpuWorker;
use crate::notation::{GameRecord, RecordedSeat};
use crate::rules::{ByPlayer, Player, Record, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Simulator>()
        .add_command::<SimulatorCommand>()
        .add_systems(OnEnter(Screen::Simulator), begin_anew.run_if(not(comes_from_settings)))
        .add_systems(OnExit(Screen::Simulator), stop)
        .add_systems(
            Update,
            (
                receive.in_set(GameSystems::Think),
                handle_simulator_commands.in_set(PlaySystems::Setup).before(handle_setup_commands),
            )
                .run_if(in_state(Screen::Simulator)),
        );
    app.insert_non_send(SimulatorWorker::default());
}

/// Name of a saved table of results.
const FILE_NAME: &str = "irogaeshi-simulation.csv";

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulatorCommand {
    /// Chooses the number of games.
    ChooseGames(u32),
    Start,
    /// Stops; the finished games stay counted.
    Stop,
    /// Puts the last finished game on the board.
    OpenLast,
    /// Saves the results as a table.
    Save,
}

/// Board and players of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulatedMatch {
    pub variant: Variant,
    pub players: ByPlayer<CpuPlayer>,
}

impl SimulatedMatch {
    /// The board of a setup, with its CPU players in all seats; `None` without a valid board.
    #[must_use]
    pub fn of(setup: &MatchSetup) -> Option<Self> {
        let variant = setup.variant().ok()?;
        let players = ByPlayer::from_fn(|player| without_clock(setup.cpu(player, &variant)));
        Some(Self { variant, players })
    }
}

/// The player itself or, for one who thinks by the clock, the strongest of its kind who does not: otherwise hundreds of
/// games would take days.
fn without_clock(cpu: CpuPlayer) -> CpuPlayer {
    match cpu {
        CpuPlayer::Engine(_) if cpu.time().is_some() => CpuPlayer::Engine(EngineLevel::STRONGEST_UNTIMED),
        CpuPlayer::Tree(_) if cpu.time().is_some() => CpuPlayer::Tree(TreeLevel::STRONGEST_UNTIMED),
        _ => cpu,
    }
}

/// The simulation and its results.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Simulator {
    /// Number of games to play.
    pub games: u32,
    /// Board and players of the results; `None` before the first start.
    pub simulated: Option<SimulatedMatch>,
    pub found: SimulatedGames,
    /// Share of the games played, from 0 to 1, while they are played.
    pub progress: f32,
    /// Id of the open request.
    waiting_for: Option<u64>,
    /// Reason why no games were played.
    pub problem: Option<NoAnswer>,
}

impl Default for Simulator {
    fn default() -> Self {
        let (found, games) = (SimulatedGames::default(), Self::GAMES[1]);
        Self { games, simulated: None, found, progress: 0.0, waiting_for: None, problem: None }
    }
}

impl Simulator {
    /// Numbers of games to choose from.
    pub const GAMES: [u32; 4] = [10, 100, 1_000, 10_000];

    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.waiting_for.is_some()
    }

    /// Share of the games that a player won, with its 95 % interval; `None` without games.
    #[must_use]
    pub fn wins(&self, player: Player) -> Option<(f64, Interval)> {
        let SimulatedGames { games, wins, .. } = &self.found;
        let share = f64::from(wins[player]) / f64::from(*games);
        (*games > 0).then(|| (share, Interval::wilson(wins[player], *games)))
    }

    /// The last finished game.
    #[must_use]
    pub fn last_game(&self) -> Option<GameRecord> {
        let SimulatedMatch { variant, players } = self.simulated.as_ref().filter(|_| self.found.games > 0)?;
        let mut record = Record::new(variant.clone());
        record.play_squares(&self.found.last).ok()?;
        Some(GameRecord::new(record).with_seats(|player| Some(RecordedSeat::Cpu(players[player].into()))))
    }

    /// The results as comma-separated values, with a line for each scored player.
    #[must_use]
    pub fn table(&self) -> Option<String> {
        let SimulatedMatch { variant, players } = self.simulated.as_ref()?;
        let SimulatedGames { games, wins, draws, .. } = &self.found;
        // Quoted, because a board's name may have any characters.
        let board = variant.name().replace('"', "\"\"");
        let mut text = "board,player,cpu,games,wins,win_share,low_95,high_95,draws,mean_discs".to_owned();
        for player in variant.scored() {
            let ((share, Interval { low, high }), discs) = (self.wins(*player)?, self.found.mean_discs(*player)?);
            let (key, cpu, wins) = (player.key(), players[*player], wins[*player]);
            write!(text, "\n\"{board}\",{key},{cpu},{games},{wins},{share:.4},{low:.4},{high:.4},{draws},{discs:.2}")
                .ok()?;
        }
        text.push('\n');
        Some(text)
    }
}

/// The worker for simulations.
#[derive(Default)]
struct SimulatorWorker {
    worker: CpuWorker,
    /// Id of the last request. News about older ones is ignored.
    last_id: u64,
}

/// Forgets the results of another board or other players.
fn begin_anew(setup: Res<MatchSetup>, mut simulator: ResMut<Simulator>) {
    if simulator.simulated != SimulatedMatch::of(&setup) {
        *simulator = Simulator { games: simulator.games, ..Simulator::default() };
    }
}

fn stop(mut simulator: ResMut<Simulator>, mut worker: NonSendMut<SimulatorWorker>) {
    worker.worker.release_memory();
    simulator.waiting_for = None;
}

fn handle_simulator_commands(
    mut requests: MessageReader<SimulatorCommand>,
    time: Res<Time<Real>>,
    setup: Res<MatchSetup>,
    mut simulator: ResMut<Simulator>,
    mut worker: NonSendMut<SimulatorWorker>,
    mut setups: MessageWriter<SetupCommand>,
    mut files: MessageWriter<SaveFile>,
) {
    for request in requests.read() {
        match request {
            SimulatorCommand::ChooseGames(games) => simulator.games = *games,
            SimulatorCommand::Start => start(&setup, fresh_seed(&time), &mut simulator, &mut worker),
            SimulatorCommand::Stop => {
                worker.worker.stop();
                simulator.waiting_for = None;
            }
            SimulatorCommand::OpenLast => {
                setups.write_batch(simulator.last_game().map(|game| SetupCommand::Load(Box::new(game.into()))));
            }
            SimulatorCommand::Save => {
                files.write_batch(simulator.table().map(|text| SaveFile::text(FILE_NAME, text)));
            }
        }
    }
}

fn start(setup: &MatchSetup, seed: u64, simulator: &mut Simulator, worker: &mut SimulatorWorker) {
    let Some(simulated) = SimulatedMatch::of(setup) else { return };
    worker.last_id += 1;
    let id = worker.last_id;
    let games = simulator.games;
    let question = Question::Simulation { players: simulated.players, games, seed };
    let record = Record::new(simulated.variant.clone()).to_string();
    *simulator = Simulator { games, simulated: Some(simulated), waiting_for: Some(id), ..Simulator::default() };
    worker.worker.ask(ThinkRequest { id, record, question });
}

fn receive(mut simulator: ResMut<Simulator>, mut worker: NonSendMut<SimulatorWorker>, mut frames: ResMut<Frames>) {
    let Some(id) = simulator.waiting_for else { return };
    frames.poll_soon();
    let news: Vec<ThinkNews> = worker.worker.take_news().filter(|news| news.id() == id).collect();
    for news in news {
        match news {
            ThinkNews::Progress(_, progress) => simulator.progress = progress.share(),
            ThinkNews::SoFar(_, Answer::Simulation(found)) => simulator.found = found,
            ThinkNews::Reply(reply) => {
                simulator.waiting_for = None;
                match reply.answer {
                    Ok(Answer::Simulation(found)) => simulator.found = found,
                    Ok(other) => error!("a simulation was asked for, not {other:?}"),
                    Err(problem) => simulator.problem = Some(problem),
                }
            }
            ThinkNews::SoFar(..) => {}
        }
    }
}
