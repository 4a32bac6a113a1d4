//! What each address has open, and how much it may still ask for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{AddressKey, TokenBucket};
use crate::server::options::Limits;

/// How often addresses are forgotten that ask for nothing.
const TIDY_EVERY: Duration = Duration::from_secs(30);
const HOUR_S: f64 = 3_600.0;

struct Address {
    connections: usize,
    /// Connections for requests, which may become sockets.
    visits: usize,
    messages: TokenBucket,
    requests: TokenBucket,
    rooms: TokenBucket,
}

struct Book {
    addresses: HashMap<AddressKey, Address>,
    connections: usize,
    tidied: Instant,
}

/// What each address has open, and how much it may still ask for.
#[derive(Clone)]
pub struct Addresses {
    limits: Arc<Limits>,
    book: Arc<Mutex<Book>>,
}

/// A socket that is counted as long as this value lives.
pub struct Place {
    addresses: Addresses,
    key: AddressKey,
}

/// A connection for requests that is counted as long as this value lives.
pub struct Visit {
    addresses: Addresses,
    key: AddressKey,
}

impl Addresses {
    /// Nobody has asked for anything yet.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let book = Book { addresses: HashMap::new(), connections: 0, tidied: Instant::now() };
        Self { limits: Arc::new(limits), book: Arc::new(Mutex::new(book)) }
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, key: AddressKey, ask: impl FnOnce(&mut Address, Instant) -> T) -> T {
        let now = Instant::now();
        let mut book = self.lock();
        if now.duration_since(book.tidied) >= TIDY_EVERY {
            book.tidied = now;
            book.addresses.retain(|_, address| {
                let is_rested = address.messages.is_full(now) && address.requests.is_full(now);
                address.connections + address.visits > 0 || !is_rested || !address.rooms.is_full(now)
            });
        }
        let limits = &self.limits;
        let hourly = f64::from(limits.rooms_per_address);
        let address = book.addresses.entry(key).or_insert_with(|| Address {
            connections: 0,
            visits: 0,
            messages: TokenBucket::per_second(limits.messages_per_address, now),
            requests: TokenBucket::per_second(limits.requests_per_address, now),
            rooms: TokenBucket::new(hourly, hourly / HOUR_S, now),
        });
        ask(address, now)
    }

    /// Counts a connection for requests; `None` where there are too many of this address.
    #[must_use]
    pub fn visit(&self, key: AddressKey) -> Option<Visit> {
        let most = self.limits.connections_per_address;
        let is_in = self.with(key, |address, _| {
            let is_in = address.visits < most;
            address.visits += usize::from(is_in);
            is_in
        });
        is_in.then(|| Visit { addresses: self.clone(), key })
    }

    /// Counts a socket.
    ///
    /// # Errors
    /// The reason as a key: `too_many_connections`, or `too_many_of_address`.
    pub fn connect(&self, key: AddressKey) -> Result<Place, &'static str> {
        if self.lock().connections >= self.limits.connections {
            return Err("too_many_connections");
        }
        let most = self.limits.connections_per_address;
        let is_in = self.with(key, |address, _| {
            let is_in = address.connections < most;
            address.connections += usize::from(is_in);
            is_in
        });
        if !is_in {
            return Err("too_many_of_address");
        }
        self.lock().connections += 1;
        Ok(Place { addresses: self.clone(), key })
    }

    /// Whether a connection of this address may send one more message.
    #[must_use]
    pub fn may_send(&self, key: AddressKey) -> bool {
        self.with(key, |address, now| address.messages.take(now))
    }

    /// Whether this address may make one more request.
    #[must_use]
    pub fn may_request(&self, key: AddressKey) -> bool {
        self.with(key, |address, now| address.requests.take(now))
    }

    /// Whether this address may make one more room.
    #[must_use]
    pub fn may_create(&self, key: AddressKey) -> bool {
        self.with(key, |address, now| address.rooms.take(now))
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(address) = self.addresses.lock().addresses.get_mut(&self.key) {
            address.visits -= 1;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut book = self.addresses.lock();
        book.connections -= 1;
        if let Some(address) = book.addresses.get_mut(&self.key) {
            address.connections -= 1;
        }
    }
}
