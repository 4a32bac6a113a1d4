//! A proxy between clients and the server that cuts a connection with every message.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A proxy that forwards everything between clients and the server. Each text message cuts one of the connections,
/// sometimes before the message is through and sometimes after.
pub(crate) struct CuttingProxy {
    address: SocketAddr,
    connections: Arc<Connections>,
}

struct Connections {
    server: SocketAddr,
    state: Mutex<State>,
}

struct State {
    rng: Xoshiro256PlusPlus,
    /// Open connections, each with both of its ends.
    open: Vec<(u64, [TcpStream; 2])>,
    /// Number of connections so far.
    connections: u64,
    /// Number of messages seen, each of which has cut a connection.
    messages: u64,
    /// Number of messages lost by the cuts.
    lost: u64,
    is_closed: bool,
}

/// Opcode of a text message in the WebSocket protocol, RFC 6455, section 5.2.
const TEXT: u8 = 1;

impl CuttingProxy {
    pub(crate) fn start(server: SocketAddr, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let state = State {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            open: Vec::new(),
            connections: 0,
            messages: 0,
            lost: 0,
            is_closed: false,
        };
        let connections = Arc::new(Connections { server, state: Mutex::new(state) });
        let accepting = connections.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if accepting.with(|state| state.is_closed) {
                    return;
                }
                // A client that cannot be connected tries again.
                drop(accepting.connect(client));
            }
        });
        Self { address, connections }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Numbers of messages, each of which has cut a connection, and of messages lost.
    pub(crate) fn counts(&self) -> (u64, u64) {
        self.connections.with(|state| (state.messages, state.lost))
    }
}

impl Drop for CuttingProxy {
    fn drop(&mut self) {
        self.connections.with(|state| {
            state.is_closed = true;
            state.open.drain(..).for_each(|(_, ends)| cut(&ends));
        });
        // Wakes the listener so that it notices the end.
        drop(TcpStream::connect(self.address));
    }
}

fn cut(ends: &[TcpStream; 2]) {
    for end in ends {
        // The stream may be closed already.
        drop(end.shutdown(Shutdown::Both));
    }
}

impl Connections {
    fn with<T>(&self, use_it: impl FnOnce(&mut State) -> T) -> T {
        use_it(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn connect(self: &Arc<Self>, client: TcpStream) -> io::Result<()> {
        let server = TcpStream::connect(self.server)?;
        for end in [&client, &server] {
            end.set_nodelay(true)?;
        }
        let ends = [client.try_clone()?, server.try_clone()?];
        let number = self.with(|state| {
            state.connections += 1;
            state.open.push((state.connections, ends));
            state.connections
        });
        for (from, to) in [(client.try_clone()?, server.try_clone()?), (server, client)] {
            let connections = self.clone();
            thread::spawn(move || {
                // The connection ends with or without an error.
                drop(connections.forward(from, to));
                connections.with(|state| {
                    state.open.retain(|(other, ends)| {
                        if *other == number {
                            cut(ends);
                        }
                        *other != number
                    });
                });
            });
        }
        Ok(())
    }

    /// Forwards the HTTP upgrade and then message after message.
    fn forward(&self, mut from: TcpStream, mut to: TcpStream) -> io::Result<()> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            from.read_exact(&mut byte)?;
            head.extend(byte);
        }
        to.write_all(&head)?;
        loop {
            let frame = read_frame(&mut from)?;
            if frame[0] & 15 != TEXT {
                to.write_all(&frame)?;
            } else if self.with(|state| state.rng.random_range(0..2) == 0) {
                to.write_all(&frame)?;
                self.cut_one();
            } else {
                self.cut_one();
                if to.write_all(&frame).is_err() {
                    self.with(|state| state.lost += 1);
                }
            }
        }
    }

    fn cut_one(&self) {
        self.with(|state| {
            state.messages += 1;
            if !state.open.is_empty() {
                let at = state.rng.random_range(0..state.open.len());
                cut(&state.open.swap_remove(at).1);
            }
        });
    }
}

/// Reads one raw frame with its header.
fn read_frame(from: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; 2];
    from.read_exact(&mut frame)?;
    let longer = match frame[1] & 127 {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    let mut length = vec![0; longer];
    from.read_exact(&mut length)?;
    let payload = match longer {
        0 => usize::from(frame[1] & 127),
        _ => length.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)),
    };
    let mask = if frame[1] & 128 == 0 { 0 } else { 4 };
    let mut rest = vec![0; mask + payload];
    from.read_exact(&mut rest)?;
    frame.extend(length);
    frame.extend(rest);
    Ok(frame)
}
