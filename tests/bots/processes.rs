//! Server and player processes that end with the test.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// Maximum wait for anything in tests.
const TIMEOUT: Duration = Duration::from_mins(2);

/// A folder for one test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bots-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the folder for tests can be written to");
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A running server, with limits too high for tests to reach.
pub(crate) struct Server {
    process: Child,
    /// For example `http://127.0.0.1:40123`.
    pub(crate) address: String,
    data: String,
}

impl Server {
    pub(crate) fn start(folder: &Folder) -> Self {
        let data = folder.path("rooms");
        let (process, address) = start_server("127.0.0.1:0", &data);
        Self { process, address, data }
    }

    /// Kills the server and starts it again at the same address.
    pub(crate) fn kill_and_restart(&mut self) {
        end(&mut self.process);
        (self.process, _) = start_server(self.place(), &self.data);
    }

    /// Host and port.
    pub(crate) fn place(&self) -> &str {
        self.address.trim_start_matches("http://")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

fn start_server(address: &str, data: &str) -> (Child, String) {
    let much = "1000000";
    let mut process = Command::new(env!("CARGO_BIN_EXE_irogaeshi-server"))
        .args(["--address", address, "--data", data, "--log", "warn"])
        .args([
            "--messages",
            much,
            "--messages-per-address",
            much,
            "--rooms-per-address",
            much,
            "--requests-per-address",
            much,
        ])
        .args(["--connections-per-address", "20000"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server runs");
    let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
    let first = lines.next().expect("it says where it is").expect("it says so in UTF-8");
    let place = first.split_once("http://").expect("an address").1.trim_end_matches('/').to_owned();
    (process, format!("http://{place}"))
}

fn end(process: &mut Child) {
    drop(process.kill());
    drop(process.wait());
}

/// The tool with these arguments.
pub(crate) fn tool(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_irogaeshi-cli"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Output of a successful run of the tool.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = tool(arguments).output().expect("the tool runs");
    let complaints = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!((status.code(), complaints.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(stdout).expect("it prints UTF-8")
}

/// Reason of a refusal by the tool.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = tool(arguments).output().expect("the tool runs");
    let why = String::from_utf8(stderr).expect("it prints UTF-8");
    assert_eq!(status.code(), Some(2), "{arguments:?}: {why}");
    why.trim_start_matches("irogaeshi-cli: ").trim_end().to_owned()
}

/// A player process whose news is read line by line.
pub(crate) struct Bot {
    process: Child,
    news: Receiver<String>,
    /// All news read so far.
    pub(crate) heard: Vec<Value>,
}

impl Bot {
    /// Starts `irogaeshi-cli online` with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_with(tool(&[&["online", "--json"], arguments].concat()))
    }

    pub(crate) fn start_with(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool runs");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        let (sender, news) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { process, news, heard: Vec::new() }
    }

    /// The next news; `None` after the process has ended.
    fn next(&mut self) -> Option<&Value> {
        let line = match self.news.recv_timeout(TIMEOUT) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => panic!("nothing more comes after {:?}", self.heard),
        };
        self.heard.push(serde_json::from_str(&line).expect("each line is JSON"));
        self.heard.last()
    }

    /// Reads until the next news of this kind.
    pub(crate) fn wait_for(&mut self, kind: &str) -> Value {
        loop {
            let Some(news) = self.next() else { panic!("it has ended without \"{kind}\": {}", self.complaints()) };
            if news["news"] == kind {
                return news.clone();
            }
        }
    }

    /// Reads until this many moves have been made in total.
    pub(crate) fn wait_for_moves(&mut self, count: usize) {
        while self.moves().len() < count {
            assert!(self.next().is_some(), "it has ended after {} moves: {}", self.moves().len(), self.complaints());
        }
    }

    /// Link to the room.
    pub(crate) fn link(&mut self) -> String {
        self.wait_for("joined")["link"].as_str().expect("a link").to_owned()
    }

    /// The moves reported so far: event number, player and square.
    pub(crate) fn moves(&self) -> Vec<String> {
        let events = self.heard.iter().filter(|news| news["news"] == "event").map(|news| &news["event"]);
        let moves = events.filter(|event| event["change"]["kind"] == "moved");
        moves
            .map(|event| format!("{} {}", event["sequence"], event["change"]))
            .map(|text| without_time(&text))
            .collect()
    }

    /// The results of matches reported so far.
    pub(crate) fn results(&self) -> Vec<Value> {
        self.heard.iter().filter(|news| news["news"] == "result").cloned().collect()
    }

    /// Reads to the end, which must be a success.
    pub(crate) fn finish(&mut self) {
        while self.next().is_some() {}
        let complaints = self.complaints();
        let status = self.process.wait().expect("it has ended");
        assert_eq!((status.code(), complaints.as_str()), (Some(0), ""));
        assert_eq!(self.heard.last().map(|news| &news["news"]), Some(&Value::from("finished")));
    }

    pub(crate) fn kill(&mut self) {
        end(&mut self.process);
    }

    /// Content of stderr of the ended process.
    fn complaints(&mut self) -> String {
        let mut complaints = String::new();
        if let Some(mut stderr) = self.process.stderr.take() {
            stderr.read_to_string(&mut complaints).expect("it complains in UTF-8");
        }
        complaints
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Removes the time from a move.
fn without_time(change: &str) -> String {
    change.split(",\"thinking_ms\"").next().unwrap_or_default().to_owned()
}
