//! Disks that only one game sees: small, read-only, or cut off from power.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Arguments of `unshare` and `nsenter`: for root, and for users who may become the root of a namespace.
const WAYS: [(&[&str], &[&str]); 2] =
    [(&["--mount"], &["--mount"]), (&["--map-root-user", "--mount"], &["--user", "--preserve-credentials", "--mount"])];

/// Mounts in a namespace of their own, which disappears with the last program in it.
pub(crate) struct Mounts {
    /// Process that keeps the namespace.
    holder: Child,
    enter_command: &'static [&'static str],
}

impl Mounts {
    /// Runs a shell script that mounts something.
    ///
    /// # Errors
    /// The system's reason, if nothing can be mounted here.
    pub(crate) fn new(script: &str) -> Result<Self, String> {
        let mut why = String::new();
        for (unshare, enter_command) in WAYS {
            // `cat` ends with the test, however that ends, because its input does.
            let script = format!("{{ {script}; }} >&2 && echo mounted && exec cat");
            let mut holder = Command::new("unshare")
                .args(unshare)
                .args(["sh", "-e", "-c", &script])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .map_err(|error| format!("unshare cannot be run: {error}"))?;
            let mut said = String::new();
            let stdout = holder.stdout.take().expect("the output is piped");
            BufReader::new(stdout).read_line(&mut said).expect("the output can be read");
            if said == "mounted\n" {
                return Ok(Self { holder, enter_command });
            }
            let output = holder.wait_with_output().expect("it was started");
            String::from_utf8_lossy(&output.stderr).trim().clone_into(&mut why);
        }
        Err(why)
    }

    /// Words to put before a command that must see the mounts.
    pub(crate) fn enter_command(&self) -> Vec<OsString> {
        let target = self.holder.id().to_string();
        let words = ["nsenter", "--target", &target];
        words.iter().chain(self.enter_command).chain(&["--"]).map(OsString::from).collect()
    }

    /// Runs a shell command that sees the mounts.
    ///
    /// # Panics
    /// If it fails.
    pub(crate) fn run(&self, script: &str) {
        let enter_command = self.enter_command();
        let mut command = Command::new(&enter_command[0]);
        let status = command.args(&enter_command[1..]).args(["sh", "-e", "-c", script]).status();
        assert!(status.is_ok_and(|status| status.success()), "{script} fails");
    }

    /// The path outside of the namespace for a file on one of these disks.
    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.holder.id()));
        root.join(path.strip_prefix("/").expect("a whole path"))
    }
}

impl Drop for Mounts {
    fn drop(&mut self) {
        drop(self.holder.stdin.take());
        self.holder.wait().ok();
    }
}

/// Prints that a test, or a part of it, cannot run here, even if the output of passing tests is withheld.
pub(crate) fn report_skipped(what: &str, why: &str) {
    writeln!(stderr(), "SKIPPED: {what}. {why}").ok();
}
