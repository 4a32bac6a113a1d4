//! TLS between the server and a real PostgreSQL.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::chown;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::running_database::{RunningDatabase, TestDatabase, execute, owner};
use crate::running_server::Folder;

/// A certificate that is its own authority, and its key.
struct Certificate(Folder);

impl Certificate {
    /// Makes a certificate for this subject, such as `IP:127.0.0.1`.
    fn new(subject: &str) -> Self {
        let certificate = Self(Folder::new());
        let request = certificate.0.path().join("request");
        let text = format!(
            "[req]\nprompt=no\ndistinguished_name=name\nx509_extensions=use\n[name]\nCN={subject}\n\
            [use]\nbasicConstraints=critical,CA:FALSE\nsubjectAltName={subject}\n"
        );
        std::fs::write(&request, text).expect("the folder can be written");
        let output = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
            .arg("-config")
            .arg(request)
            .arg("-keyout")
            .arg(certificate.key())
            .arg("-out")
            .arg(certificate.file())
            .output()
            .expect("openssl runs; `scripts/system-packages postgresql` installs it");
        assert!(output.status.success(), "openssl: {}", String::from_utf8_lossy(&output.stderr));
        // PostgreSQL insists on a key of its own.
        if let Some((user, group)) = owner() {
            chown(certificate.key(), Some(user), Some(group)).expect("the key can be given away");
        }
        certificate
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("certificate.pem")
    }

    fn key(&self) -> PathBuf {
        self.0.path().join("key.pem")
    }

    /// Starts a database that offers TLS with this certificate.
    fn start_database(&self) -> RunningDatabase {
        let files = [("ssl_cert_file", self.file()), ("ssl_key_file", self.key())];
        let files = files.map(|(name, file)| format!("{name}={}", file.display()));
        RunningDatabase::start(&["ssl=on", &files[0], &files[1]])
    }

    /// A server of the database at this address that trusts this certificate only.
    fn server(&self, database: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_irogaeshi-server"));
        command.args(["--address", "127.0.0.1:0", "--drain", "0", "--log", "warn", "--until-input-ends"]);
        command.args(["--database", database]);
        command.env("SSL_CERT_FILE", self.file()).env_remove("SSL_CERT_DIR");
        command
    }

    /// Error of a server that cannot start.
    fn refusal(&self, database: &str) -> String {
        let output = self.server(database).stdin(Stdio::null()).output().expect("the server runs");
        assert!(!output.status.success(), "{database} must not be used");
        String::from_utf8(output.stderr).expect("reasons are text")
    }
}

#[test]
fn all_connections_use_tls_if_the_address_requires_it() {
    let certificate = Certificate::new("IP:127.0.0.1");
    let database = certificate.start_database();
    let url = database.create("");
    for (parameters, uses_tls) in [("?sslmode=require", true), ("?sslmode=verify-full", true), ("", false)] {
        let mut server = certificate
            .server(&format!("{url}{parameters}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server runs");
        let mut lines = BufReader::new(server.stdout.take().expect("its output is read")).lines();
        let address = lines.next().expect("the server says where it is").expect("its output is text");
        assert!(address.contains("http://"), "{address}");
        let check = format!(
            "DO $$ BEGIN
                IF (SELECT count(*) < 5 OR bool_or(ssl <> {uses_tls}) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                    WHERE application_name = 'irogaeshi-server')
                THEN RAISE 'a connection is not as it should be'; END IF;
            END $$"
        );
        execute(&url, &check);
        drop(server.stdin.take());
        assert!(server.wait().expect("it ends").success());
    }
}

#[test]
fn a_certificate_that_is_not_trusted_is_refused() {
    let (trusted, of_others) = (Certificate::new("IP:127.0.0.1"), Certificate::new("DNS:elsewhere.example"));
    let database = of_others.start_database();
    let url = format!("{}?sslmode=require", database.create(""));
    for (certificate, problem) in [(&trusted, "UnknownIssuer"), (&of_others, "elsewhere.example")] {
        let reason = certificate.refusal(&url);
        assert!(reason.contains("not trusted") && reason.contains(problem), "{reason}");
        assert!(reason.contains("SSL_CERT_FILE"), "{reason}");
    }
}

#[test]
fn a_database_without_tls_is_refused_if_the_address_requires_it() {
    let database = TestDatabase::new();
    let reason = Certificate::new("IP:127.0.0.1").refusal(&format!("{}?sslmode=require", database.url));
    assert!(reason.contains("does not offer TLS") && reason.contains("ssl = on"), "{reason}");
}

#[test]
fn a_computer_without_certificates_is_told_about() {
    let certificate = Certificate::new("IP:127.0.0.1");
    std::fs::write(certificate.file(), "").expect("it can be written");
    let reason = certificate.refusal("postgres://player@127.0.0.1/rooms?sslmode=require");
    assert!(reason.contains("trusts no certificates"), "{reason}");
}
