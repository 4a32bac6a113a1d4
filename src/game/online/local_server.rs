//! Starts a server for the local network: the program `irogaeshi-server`, which lies beside the game.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;

use crate::game::online::online_command::{LocalServerCommand, OnlineCommand};
use crate::game::online::online_state::{LocalServer, Online};
use crate::game::redraw::Frames;
use crate::online::ServerAddress;

/// Port that players expect a server at. If it is taken, the system chooses one.
const PORT: u16 = 7878;
/// Maximum wait for the server's network address once its local one is known.
const MAX_NETWORK_WAIT: Duration = Duration::from_secs(1);
/// Interval between checks on the server while it starts.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The server program and its options.
#[derive(Resource)]
pub struct ServerProgram {
    /// Path of the program; `None` if it was not found.
    pub path: Option<PathBuf>,
    /// Preferred address. If its port is taken, the system chooses one.
    pub address: SocketAddr,
    /// Folder of the rooms; `None` for the server's default.
    pub data: Option<PathBuf>,
}

impl Default for ServerProgram {
    /// Looks beside the game and then in `PATH`; the server listens on all networks.
    fn default() -> Self {
        let name = format!("irogaeshi-server{}", env::consts::EXE_SUFFIX);
        let beside = env::current_exe().ok().and_then(|game| Some(game.parent()?.to_owned()));
        let path = env::var_os("PATH").unwrap_or_default();
        let mut programs = beside.into_iter().chain(env::split_paths(&path)).map(|folder| folder.join(&name));
        let path = programs.find(|program| program.is_file());
        Self { path, address: (Ipv4Addr::UNSPECIFIED, PORT).into(), data: None }
    }
}

impl ServerProgram {
    /// Starts the server at a port; 0 lets the system choose one.
    fn start(&self, port: u16) -> Option<Running> {
        Running::start(self, self.path.as_deref()?, port).ok()
    }
}

/// The running server, which is killed when this is dropped.
#[derive(Resource, Default)]
pub(super) struct ServerProcess(Option<Running>);

struct Running {
    child: Child,
    addresses: Arc<Mutex<Addresses>>,
    port: u16,
    /// Set if the server also serves the web page.
    has_page: bool,
    /// Time since the start of the game at which its local address became known.
    since: Option<Duration>,
}

/// Addresses from the server's output.
#[derive(Clone, Default)]
struct Addresses {
    here: Option<ServerAddress>,
    in_network: Option<ServerAddress>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Killing it loses nothing, because acknowledged events are already on disk.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Running {
    fn start(program: &ServerProgram, path: &Path, port: u16) -> io::Result<Self> {
        let page = page_beside(path);
        let mut command = Command::new(path);
        let address = SocketAddr::new(program.address.ip(), port);
        command.args(["--log", "error", "--until-input-ends", "--address"]).arg(address.to_string());
        if let Some(data) = &program.data {
            command.arg("--data").arg(data);
        }
        if let Some(page) = &page {
            command.arg("--page").arg(page);
        }
        // The server ends when its input does, so it cannot outlive this program, even if that is killed.
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let addresses = Arc::new(Mutex::new(Addresses::default()));
        if let Some(output) = child.stdout.take() {
            let addresses = addresses.clone();
            // The thread ends with the server's output.
            thread::Builder::new().name("server output".to_owned()).spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    let address = line.find("http://").and_then(|begin| line[begin..].trim().parse().ok());
                    let mut addresses = addresses.lock().unwrap_or_else(PoisonError::into_inner);
                    match &addresses.here {
                        None => addresses.here = address,
                        Some(_) if addresses.in_network.is_none() => addresses.in_network = address,
                        Some(_) => {}
                    }
                }
            })?;
        }
        Ok(Self { child, addresses, port, has_page: page.is_some(), since: None })
    }

    fn addresses(&self) -> Addresses {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Finds the web page in the places where installations put it.
fn page_beside(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let places = ["page", "web", "../share/irogaeshi/page"].map(|place| folder.join(place));
    places.into_iter().find(|place| place.join("index.html").is_file())
}

/// Handles the commands that start and stop the server.
pub(super) fn handle_local_server_commands(
    mut commands: MessageReader<LocalServerCommand>,
    program: Res<ServerProgram>,
    mut process: ResMut<ServerProcess>,
    mut online: ResMut<Online>,
) {
    for command in commands.read() {
        match command {
            LocalServerCommand::Stop => (process.0, online.local) = (None, LocalServer::Off),
            LocalServerCommand::Start if process.0.is_some() => {}
            LocalServerCommand::Start if program.path.is_none() => online.local = LocalServer::Missing,
            LocalServerCommand::Start => {
                process.0 = program.start(program.address.port());
                online.local = if process.0.is_some() { LocalServer::Starting } else { LocalServer::Failed };
            }
        }
    }
}

/// Connects to the server once it runs, and reports its end. If its port was taken, starts it once more at another one.
pub(super) fn follow_process(
    program: Res<ServerProgram>,
    mut process: ResMut<ServerProcess>,
    mut online: ResMut<Online>,
    time: Res<Time<Real>>,
    mut commands: MessageWriter<OnlineCommand>,
    mut frames: ResMut<Frames>,
) {
    let Some(running) = &mut process.0 else { return };
    if !matches!(running.child.try_wait(), Ok(None)) {
        let is_port_taken = online.local == LocalServer::Starting && running.port != 0;
        process.0 = if is_port_taken { program.start(0) } else { None };
        if process.0.is_none() {
            online.local = LocalServer::Failed;
        }
        return;
    }
    if online.local != LocalServer::Starting {
        return;
    }
    frames.wake_in(CHECK_INTERVAL);
    let addresses = running.addresses();
    let Some(here) = addresses.here else { return };
    let since = *running.since.get_or_insert(time.elapsed());
    let is_in_network = addresses.in_network.is_some();
    if !is_in_network && time.elapsed().saturating_sub(since) < MAX_NETWORK_WAIT {
        return;
    }
    let address = addresses.in_network.unwrap_or(here);
    commands.write(OnlineCommand::UseServer(address.clone()));
    commands.write(OnlineCommand::Browse);
    online.local = LocalServer::Running { address, is_in_network, has_page: running.has_page };
}
