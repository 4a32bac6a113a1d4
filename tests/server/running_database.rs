//! A real PostgreSQL on a free port, with databases for tests that can stop or kill it.
//!
//! Tests fail if it is not installed, since an untested guarantee is worthless. Install it with
//! `scripts/system-packages postgresql`.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

use irogaeshi::server::store::DatabaseAddress;
use tokio_postgres::NoTls;

use crate::running_server::{Folder, MAX_WAIT};

/// Contains characters that must be escaped in addresses.
pub(crate) const PASSWORD: &str = "pass word/7";

/// Ways to stop a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shutdown {
    /// Closes connections and writes everything to disk.
    Fast,
    /// Closes connections; recovers at the next start.
    Immediate,
    /// Kills the first process; the others end when they notice.
    Killed,
}

/// A running PostgreSQL, stopped on drop.
pub(crate) struct RunningDatabase {
    process: Option<Child>,
    port: u16,
    settings: Vec<String>,
    programs: PathBuf,
    owner: Option<(u32, u32)>,
    folder: Folder,
}

/// A database for one test, which keeps the server running.
pub(crate) struct TestDatabase {
    pub(crate) url: String,
    _running: Arc<Mutex<RunningDatabase>>,
}

impl TestDatabase {
    /// Creates an empty database on a server shared by concurrent tests.
    pub(crate) fn new() -> Self {
        static SHARED: Mutex<Weak<Mutex<RunningDatabase>>> = Mutex::new(Weak::new());
        let running = {
            let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
            shared.upgrade().unwrap_or_else(|| {
                let running = Arc::new(Mutex::new(RunningDatabase::start(&[])));
                *shared = Arc::downgrade(&running);
                running
            })
        };
        let url = running.lock().unwrap_or_else(PoisonError::into_inner).create("");
        Self { url, _running: running }
    }

    pub(crate) fn address(&self) -> DatabaseAddress {
        address(&self.url)
    }
}

pub(crate) fn address(url: &str) -> DatabaseAddress {
    url.parse().unwrap_or_else(|never| match never {})
}

/// Executes SQL like an administrator. Can be called from anywhere, since it waits on its own thread.
pub(crate) fn execute(url: &str, sql: &str) {
    let work = async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the database can be reached");
        let connection = tokio::spawn(connection);
        client.batch_execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
        drop(client);
        drop(connection.await);
    };
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(work);
        });
        thread.join().expect("the database obeys");
    });
}

impl RunningDatabase {
    /// Starts a new server with these settings, such as `fsync=off`.
    pub(crate) fn start(settings: &[&str]) -> Self {
        let programs = programs();
        let folder = Folder::new();
        let owner = owner();
        if let Some((user, group)) = owner {
            chown(folder.path(), Some(user), Some(group)).expect("the folder can be given away");
        }
        let password = folder.path().join("password");
        std::fs::write(&password, PASSWORD).expect("the folder can be written");
        let settings = settings.iter().map(ToString::to_string).collect();
        let mut database = Self { process: None, port: 0, settings, programs, owner, folder };
        let output = database
            .command("initdb")
            .args(["--username=player", "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync", "-D"])
            .arg(database.folder.path().join("data"))
            .arg(format!("--pwfile={}", password.display()))
            .output()
            .expect("initdb runs");
        assert!(output.status.success(), "initdb: {}", String::from_utf8_lossy(&output.stderr));
        // Another program may take a free port before it is used.
        for _ in 0..20 {
            database.port = free_port();
            if database.try_restart().is_ok() {
                return database;
            }
        }
        panic!("PostgreSQL finds no port");
    }

    /// A command run as a user who may run PostgreSQL, which root may not.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder.path()).env("LC_ALL", "C").env("TZ", "UTC");
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        command
    }

    /// Creates an empty database with these options. Returns its address.
    pub(crate) fn create(&self, with: &str) -> String {
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        let name = format!("rooms_{}", NUMBERS.fetch_add(1, Ordering::Relaxed));
        execute(&self.url("postgres"), &format!("CREATE DATABASE {name} TEMPLATE template0 {with}"));
        self.url(&name)
    }

    fn url(&self, name: &str) -> String {
        format!("postgres://player:pass%20word%2F7@127.0.0.1:{}/{name}", self.port)
    }

    /// Address that it listens on.
    pub(crate) fn listen_address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// Restarts it at the same address and waits until it accepts connections.
    pub(crate) fn restart(&mut self) {
        let until = Instant::now() + MAX_WAIT;
        while let Err(output) = self.try_restart() {
            // After its first process was killed, the others may not have ended yet.
            let is_soon_over = output.contains("still in use") || output.contains("lock file");
            assert!(is_soon_over && Instant::now() < until, "PostgreSQL does not start:\n{output}");
        }
    }

    fn try_restart(&mut self) -> Result<(), String> {
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.folder.path().join("data")).args(["-p", &self.port.to_string()]);
        let fixed = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "log_min_messages=warning"];
        for setting in fixed.into_iter().chain(self.settings.iter().map(String::as_str)) {
            command.args(["-c", setting]);
        }
        let mut process = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("postgres runs");
        let stderr = process.stderr.take().expect("its output is read");
        let (lines, output) = mpsc::channel();
        // Keeps reading, so that later output cannot block it.
        std::thread::spawn(move || {
            BufReader::new(stderr).lines().map_while(Result::ok).for_each(|line| drop(lines.send(line)));
        });
        self.process = Some(process);
        wait_until_ready(&output).inspect_err(|_| {
            if let Some(mut process) = self.process.take() {
                drop(process.kill());
                drop(process.wait());
            }
        })
    }

    /// Stops it and waits for its end.
    pub(crate) fn stop(&mut self, how: Shutdown) {
        let Some(mut process) = self.process.take() else { return };
        let signal = match how {
            Shutdown::Fast => "-INT",
            Shutdown::Immediate => "-QUIT",
            Shutdown::Killed => "-KILL",
        };
        let status = Command::new("kill").args([signal, &process.id().to_string()]).status().expect("kill runs");
        assert!(status.success(), "PostgreSQL can be told to end");
        process.wait().expect("it has ended");
    }
}

impl Drop for RunningDatabase {
    fn drop(&mut self) {
        if self.process.is_some() {
            self.stop(Shutdown::Immediate);
        }
    }
}

fn wait_until_ready(output: &Receiver<String>) -> Result<(), String> {
    let mut last = VecDeque::new();
    loop {
        let line = match output.recv_timeout(MAX_WAIT) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => return Err(Vec::from(last).join("\n")),
            Err(RecvTimeoutError::Timeout) => return Err("it says nothing".to_owned()),
        };
        if line.contains("ready to accept connections") {
            return Ok(());
        }
        last.push_back(line);
        last.truncate(20);
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

/// The folder of PostgreSQL's programs, from the path or of Debian's newest version.
fn programs() -> PathBuf {
    let has_both = |folder: &Path| ["initdb", "postgres"].iter().all(|name| folder.join(name).is_file());
    let of_path = std::env::var_os("PATH").unwrap_or_default();
    let mut of_debian: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin")))
        })
        .collect();
    of_debian.sort();
    std::env::split_paths(&of_path)
        .chain(of_debian.into_iter().rev().map(|(_, folder)| folder))
        .find(|folder| has_both(folder))
        .expect("PostgreSQL is there (initdb and postgres); `scripts/system-packages postgresql` installs it")
}

/// User to run PostgreSQL as if the test runs as root: the package's user, or nobody.
pub(crate) fn owner() -> Option<(u32, u32)> {
    let id = Command::new("id").arg("-u").output().expect("id runs").stdout;
    if String::from_utf8_lossy(&id).trim() != "0" {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("the users can be read");
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut ids = line.split(':').skip(2).map(str::parse);
        Some((ids.next()?.ok()?, ids.next()?.ok()?))
    };
    Some(find("postgres").or_else(|| find("nobody")).expect("a user who is not root"))
}
