//! The real server on a free port, started, stopped and killed by tests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use irogaeshi::online::RoomCode;

/// Maximum wait for anything in tests.
pub(crate) const MAX_WAIT: Duration = Duration::from_mins(1);

/// A folder that is removed at the end of a test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("irogaeshi-server-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A running server, killed on drop.
pub(crate) struct RunningServer {
    process: Child,
    address: SocketAddr,
    flags: Vec<String>,
    folder: Folder,
}

/// Answer to an HTTP request.
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// Value of a header; `name` is in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("the body is text")
    }
}

impl RunningServer {
    /// Starts a server in its own folder with these flags. CPU players do not pause, and stopping needs no drain.
    pub(crate) fn start(flags: &[&str]) -> Self {
        Self::start_in(Folder::new(), flags)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills it, which to the program is the same as a power loss.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("it can be killed");
        self.process.wait().expect("it has ended");
    }

    /// Starts a server on an existing folder.
    pub(crate) fn start_in(folder: Folder, flags: &[&str]) -> Self {
        let flags: Vec<String> = flags.iter().map(ToString::to_string).collect();
        let (process, address) = spawn(folder.path(), "127.0.0.1:0", &flags);
        Self { process, address, flags, folder }
    }

    /// Restarts it with the same rooms at the same address.
    pub(crate) fn restart(&mut self) {
        (self.process, self.address) = spawn(self.folder.path(), &self.address.to_string(), &self.flags);
    }

    /// Sends it the system's signal to stop.
    pub(crate) fn terminate(&self) {
        let id = self.process.id().to_string();
        let status = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        assert!(status.success(), "the server could be asked to stop");
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let until = Instant::now() + MAX_WAIT;
        loop {
            if let Some(status) = self.process.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(Instant::now() < until, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.request(&format!("GET {path} HTTP/1.1\r\n"), "")
    }

    pub(crate) fn get_with(&self, path: &str, headers: &str) -> Reply {
        self.request(&format!("GET {path} HTTP/1.1\r\n{headers}"), "")
    }

    /// Sends a request and reads the whole answer. `head` has lines without the host and without the final empty line.
    pub(crate) fn request(&self, head: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(MAX_WAIT)).expect("a timeout can be set");
        let length = body.len();
        let close = "Connection: close";
        let request = format!("{head}Host: {}\r\n{close}\r\nContent-Length: {length}\r\n\r\n{body}", self.address);
        // A server that refuses may close the connection before reading everything; only its answer counts.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(answer[..end].to_vec()).expect("the head is text");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Reply { status, head, body: answer[end + 4..].to_vec() }
    }

    /// The record of a room's match.
    pub(crate) fn record(&self, room: RoomCode) -> String {
        let reply = self.get(&format!("/api/rooms/{room}/record"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.text()
    }

    /// Waits until a path is answered with this status.
    pub(crate) fn wait_for_status(&self, path: &str, status: u16) {
        let until = Instant::now() + MAX_WAIT;
        while self.get(path).status != status {
            assert!(Instant::now() < until, "{path} is not answered with {status}");
            // Slow enough to stay within the rate limit.
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The value of a metric with its labels; 0 if not counted yet.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let until = Instant::now() + MAX_WAIT;
        let mut reply = self.get("/metrics");
        // Over the rate limit.
        while reply.status == 429 {
            assert!(Instant::now() < until, "/metrics stays refused");
            reply = self.get("/metrics");
        }
        let text = reply.text();
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
        value.unwrap_or(0.0)
    }

    /// Waits until a metric has the right value.
    pub(crate) fn wait_for_metric(&self, name: &str, is_right: impl Fn(f64) -> bool) {
        let until = Instant::now() + MAX_WAIT;
        while !is_right(self.metric(name)) {
            assert!(Instant::now() < until, "{name} stays at {}", self.metric(name));
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn spawn(folder: &Path, address: &str, flags: &[String]) -> (Child, SocketAddr) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_irogaeshi-server"))
        .args(["--address", address, "--cpu-pause", "0", "--log", "warn", "--data"])
        .arg(folder)
        .args(flags)
        // Flags take precedence over the environment.
        .env("IROGAESHI_DRAIN", "0")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server can be started");
    let mut lines = BufReader::new(process.stdout.take().expect("its output is read")).lines();
    let line = lines.next().expect("the server says where it is").expect("its output is text");
    // Keeps reading, so that later output cannot block it.
    std::thread::spawn(move || lines.for_each(drop));
    let found = line.split("http://").nth(1).and_then(|found| found.strip_suffix('/'));
    let address = found.and_then(|found| found.parse().ok());
    (process, address.unwrap_or_else(|| panic!("an address stands in: {line}")))
}
