//! A private desktop session bus, and the accessibility bus on it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use zbus::block_on;
use zbus::connection::Builder;
use zbus::fdo::{DBusProxy, PropertiesProxy};
use zbus::zvariant::Value;

use crate::game::{Folder, TIMEOUT};
use crate::screen::end;

/// Starts no services by itself, and allows everything, since only the test uses it.
const CONFIGURATION: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"#;

/// D-Bus service file that names the launcher of the accessibility bus.
const LAUNCHER: &str = "/usr/share/dbus-1/services/org.a11y.Bus.service";
/// Name and path of the accessibility bus on the session bus.
const ACCESSIBILITY: (&str, &str) = ("org.a11y.Bus", "/org/a11y/bus");

/// A session, which ends the programs in it when it is dropped.
pub(crate) struct Session {
    launcher: Child,
    bus: Child,
    address: String,
    pub(crate) connection: zbus::Connection,
    _folder: Folder,
}

impl Session {
    /// Starts the two buses, without a screen reader.
    pub(crate) fn start() -> Self {
        let folder = Folder::new();
        let configuration = folder.path("session.conf");
        fs::write(&configuration, CONFIGURATION).expect("the folder can be written");
        let mut bus = Command::new("dbus-daemon")
            .arg("--config-file")
            .arg(&configuration)
            .args(["--nofork", "--nopidfile", "--nosyslog", "--print-address"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log(&folder, "bus.log"))
            .spawn()
            .expect("dbus-daemon is installed");
        let mut address = String::new();
        let stdout = bus.stdout.take().expect("the output is piped");
        BufReader::new(stdout).read_line(&mut address).expect("the bus says its address");
        let address = address.trim().to_owned();
        // Its settings stay in memory, and its bus is private, so no other session hears of screen readers.
        let launcher = Command::new(launcher())
            .env("DBUS_SESSION_BUS_ADDRESS", &address)
            .env("GSETTINGS_BACKEND", "memory")
            .env("XDG_RUNTIME_DIR", folder.path(""))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(log(&folder, "launcher.log"))
            .stderr(log(&folder, "launcher.errors"))
            .spawn()
            .expect("at-spi2-core is installed");
        let connection = connect(&address);
        let session = Self { launcher, bus, address, connection, _folder: folder };
        session.wait_for(ACCESSIBILITY.0);
        session
    }

    /// Waits until a program owns this name on the bus.
    fn wait_for(&self, name: &str) {
        let begin = Instant::now();
        block_on(async {
            let bus = DBusProxy::new(&self.connection).await.expect("every bus answers");
            while !bus.name_has_owner(name.try_into().expect("a name")).await.expect("every bus answers") {
                assert!(begin.elapsed() < TIMEOUT, "nobody has the name");
            }
        });
    }

    /// Address of the session bus.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Announces to all programs whether a screen reader runs.
    pub(crate) fn set_screen_reader(&self, runs: bool) {
        let (name, path) = ACCESSIBILITY;
        block_on(async {
            let builder = PropertiesProxy::builder(&self.connection).destination(name).expect("a name");
            let status = builder.path(path).expect("a path").build().await.expect("the bus answers");
            let interface = "org.a11y.Status".try_into().expect("a name");
            status.set(interface, "ScreenReaderEnabled", Value::from(runs)).await.expect("it can be said");
        });
    }

    /// Connects to the accessibility bus.
    pub(crate) fn accessibility(&self) -> zbus::Connection {
        let (name, path) = ACCESSIBILITY;
        let reply = block_on(self.connection.call_method(Some(name), path, Some(name), "GetAddress", &()));
        let address: String = reply.expect("the bus answers").body().deserialize().expect("an address");
        connect(&address)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The launcher ends its own bus.
        end(&mut self.launcher);
        end(&mut self.bus);
    }
}

fn connect(address: &str) -> zbus::Connection {
    block_on(Builder::address(address).expect("an address").build()).expect("the bus takes us in")
}

fn log(folder: &Folder, name: &str) -> fs::File {
    fs::File::create(folder.path(name)).expect("the folder can be written")
}

/// Path of the launcher, which differs between distributions.
fn launcher() -> PathBuf {
    let words = fs::read_to_string(LAUNCHER).expect("at-spi2-core is installed");
    let entry = words.lines().find_map(|line| line.strip_prefix("Exec=")).expect("it names the started program");
    entry.split_whitespace().next().expect("a program").into()
}
