//! A connection to a database that tests can cut like a failing network.

use std::io::copy;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

/// A port that forwards to another one unless cut.
pub(crate) struct TcpProxy {
    address: SocketAddr,
    /// Open sockets; `None` while cut.
    sockets: Arc<Mutex<Option<Vec<TcpStream>>>>,
}

impl TcpProxy {
    pub(crate) fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let sockets = Arc::new(Mutex::new(Some(Vec::new())));
        let open = sockets.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
                // While cut, new connections are closed at once.
                if let Some(open) = open.as_mut()
                    && let Ok(onward) = TcpStream::connect(target)
                {
                    for (from, to) in [(&stream, &onward), (&onward, &stream)] {
                        let (mut from, mut to) = (same(from), same(to));
                        std::thread::spawn(move || {
                            drop(copy(&mut from, &mut to));
                            drop(to.shutdown(Shutdown::Both));
                        });
                    }
                    open.extend([stream, onward]);
                }
            }
        });
        Self { address, sockets }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn cut(&self) {
        let open = self.sockets.lock().unwrap_or_else(PoisonError::into_inner).take();
        for socket in open.into_iter().flatten() {
            drop(socket.shutdown(Shutdown::Both));
        }
    }

    pub(crate) fn restore(&self) {
        *self.sockets.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
    }
}

fn same(stream: &TcpStream) -> TcpStream {
    stream.try_clone().expect("a socket can be shared")
}
