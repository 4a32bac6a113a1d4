//! Encrypted connections to a server behind a TLS proxy.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::processes::{Bot, Folder, Server, tool};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/localhost").join(name)
}

/// Terminates TLS like a proxy on the internet and passes the stream on to the server, as long as the test runs.
async fn encrypt(listener: TcpListener, server: String) {
    let certificate = CertificateDer::from_pem_file(data("certificate.pem")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(data("key.pem")).expect("a key");
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate], key);
    let acceptor = TlsAcceptor::from(Arc::new(config.expect("they fit together")));
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, server) = (acceptor.clone(), server.clone());
        tokio::spawn(async move {
            let Ok(mut outside) = acceptor.accept(stream).await else { return };
            let mut inside = TcpStream::connect(server).await.expect("the server is there");
            // The first side to disconnect ends the connection.
            drop(copy_bidirectional(&mut outside, &mut inside).await);
        });
    }
}

/// An encrypted address of the server.
fn encrypted(server: &Server) -> (tokio::runtime::Runtime, String) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a free port");
    let port = listener.local_addr().expect("it has one").port();
    runtime.spawn(encrypt(listener, server.place().to_owned()));
    (runtime, format!("https://localhost:{port}"))
}

#[test]
fn a_match_is_played_where_the_certificate_is_trusted() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let (_runtime, address) = encrypted(&server);
    let trusting = |arguments: &[&str]| {
        let mut command = tool(&[&["online", "--json", "--player", "random"], arguments].concat());
        command.env("SSL_CERT_FILE", data("authority.pem"));
        Bot::start_with(command)
    };
    let mut host = trusting(&["--server", &address, "--make", "classic-4"]);
    let link = host.link();
    assert!(link.starts_with(&format!("{address}/#/room/")), "{link}");
    let mut guest = trusting(&[&link]);
    guest.finish();
    host.finish();
    assert_eq!(guest.results(), host.results());
}

#[test]
fn a_certificate_that_nobody_knows_is_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let (_runtime, address) = encrypted(&server);
    // The certificate is not signed by anybody the system trusts; some systems trust nobody at all.
    let output = tool(&["online", "--server", &address, "--make", "classic-4", "--player", "random"])
        .env_remove("SSL_CERT_FILE")
        .output()
        .expect("the tool runs");
    let why = String::from_utf8(output.stderr).expect("it prints UTF-8");
    assert_eq!(output.status.code(), Some(2), "{why}");
    assert!(why.contains("its certificate is not trusted") || why.contains("has no root certificates"), "{why}");
}
