//! A proxy between players and a server that cuts connections after a number of bytes.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Bytes from the server after which a connection is cut: more than a player needs to sit down.
const MAX_BYTES: usize = 12 * 1024;

/// Maximum number of cuts, because the welcome of a newcomer finally exceeds the limit in bytes.
const MAX_CUTS: u32 = 12;

/// A proxy that runs as long as the test.
pub(crate) struct CuttingProxy {
    address: String,
}

impl CuttingProxy {
    /// Starts a proxy in front of this server. The receiver is notified of each cut.
    pub(crate) fn start(server: &str) -> (Self, Receiver<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("it has one"));
        let (cut, cuts) = mpsc::channel();
        let (server, cut_already) = (server.to_owned(), Arc::new(AtomicU32::new(0)));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // Clients that come while the server is down connect again.
                if let Ok(server) = TcpStream::connect(&server) {
                    pass_on(&client, &server, &cut, &cut_already);
                }
            }
        });
        (Self { address }, cuts)
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

fn pass_on(client: &TcpStream, server: &TcpStream, cut: &Sender<()>, cut_already: &Arc<AtomicU32>) {
    let twice = |stream: &TcpStream| [stream.try_clone().expect("it stands"), stream.try_clone().expect("it stands")];
    let ([from_client, to_client], [from_server, to_server]) = (twice(client), twice(server));
    let (cut, cut_already) = (cut.clone(), cut_already.clone());
    thread::spawn(move || copy(from_client, to_server, |_| false));
    thread::spawn(move || {
        copy(from_server, to_client, |carried| {
            let is_cut = carried > MAX_BYTES && cut_already.fetch_add(1, Ordering::Relaxed) < MAX_CUTS;
            if is_cut {
                // The test may have stopped listening.
                let _ = cut.send(());
            }
            is_cut
        });
    });
}

/// Copies until one side disconnects or the connection is cut after `MAX_BYTES`, then closes both.
fn copy(mut from: TcpStream, mut to: TcpStream, is_cut: impl Fn(usize) -> bool) {
    let mut buffer = [0; 1024];
    let mut carried = 0;
    while let Ok(count @ 1..) = from.read(&mut buffer)
        && to.write_all(&buffer[..count]).is_ok()
    {
        carried += count;
        if is_cut(carried) {
            break;
        }
    }
    for stream in [from, to] {
        // The stream may be closed already.
        let _ = stream.shutdown(Shutdown::Both);
    }
}
