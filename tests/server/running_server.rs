//! The real server, started by a test on a free port, and stopped or killed by it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use irogaeshi::online::RoomCode;

/// How long tests wait for anything.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

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

/// A server that runs. It is killed when the value is dropped.
pub(crate) struct RunningServer {
    process: Child,
    address: SocketAddr,
    flags: Vec<String>,
    folder: Folder,
}

/// What an HTTP request was answered.
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// The value of a header, whose name is in small letters.
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
    /// A server with rooms in a folder of its own, CPU players who do not pause, a stop at once, and these flags.
    pub(crate) fn start(flags: &[&str]) -> Self {
        Self::start_in(Folder::new(), flags)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Ends it as a loss of power would end it, as far as the program is concerned.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("it can be killed");
        self.process.wait().expect("it has ended");
    }

    /// A server with the rooms of this folder.
    pub(crate) fn start_in(folder: Folder, flags: &[&str]) -> Self {
        let flags: Vec<String> = flags.iter().map(ToString::to_string).collect();
        let (process, address) = spawn(folder.path(), "127.0.0.1:0", &flags);
        Self { process, address, flags, folder }
    }

    /// Starts it again, with the same rooms at the same address.
    pub(crate) fn restart(&mut self) {
        (self.process, self.address) = spawn(self.folder.path(), &self.address.to_string(), &self.flags);
    }

    /// Asks it to stop, as the system does.
    pub(crate) fn terminate(&self) {
        let id = self.process.id().to_string();
        let status = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        assert!(status.success(), "the server could be asked to stop");
    }

    /// Waits until it has ended.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
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

    /// Sends a request and reads all of the answer. The head has its lines, without the host and the empty one.
    pub(crate) fn request(&self, head: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout can be set");
        let length = body.len();
        let close = "Connection: close";
        let request = format!("{head}Host: {}\r\n{close}\r\nContent-Length: {length}\r\n\r\n{body}", self.address);
        // A server that refuses may end the connection before it has read everything; what it says counts.
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
        let until = Instant::now() + PATIENCE;
        while self.get(path).status != status {
            assert!(Instant::now() < until, "{path} is not answered with {status}");
            // Not so often that the server refuses to say.
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A number that the server counts, with its labels; 0 where it has not counted yet.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let until = Instant::now() + PATIENCE;
        let mut reply = self.get("/metrics");
        // Asked too often.
        while reply.status == 429 {
            assert!(Instant::now() < until, "/metrics stays refused");
            reply = self.get("/metrics");
        }
        let text = reply.text();
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
        value.unwrap_or(0.0)
    }

    /// Waits until a number that the server counts is as it should be.
    pub(crate) fn wait_for_metric(&self, name: &str, is_right: impl Fn(f64) -> bool) {
        let until = Instant::now() + PATIENCE;
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
        // Flags go before it.
        .env("IROGAESHI_DRAIN", "0")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server can be started");
    let mut lines = BufReader::new(process.stdout.take().expect("its output is read")).lines();
    let line = lines.next().expect("the server says where it is").expect("its output is text");
    // What it says later must not stop it.
    std::thread::spawn(move || lines.for_each(drop));
    let place = line.split("http://").nth(1).and_then(|place| place.strip_suffix('/'));
    let address = place.and_then(|place| place.parse().ok());
    (process, address.unwrap_or_else(|| panic!("an address stands in: {line}")))
}
