//! Open connections and rate limits of each address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{AddressKey, TokenBucket};
use crate::server::options::Limits;

/// Interval at which idle addresses are removed.
const TIDY_EVERY: Duration = Duration::from_secs(30);
const HOUR_S: f64 = 3_600.0;
/// Multiple of one address's limit that an IPv6 network may use, because its addresses cost nothing.
const NETWORK_SHARE: u32 = 8;

struct Address {
    connections: usize,
    /// Plain HTTP connections, which may become sockets.
    http_connections: usize,
    messages: TokenBucket,
    requests: TokenBucket,
    checks: TokenBucket,
    rooms: TokenBucket,
    welcome_bytes: TokenBucket,
}

impl Address {
    fn new(limits: &Limits, share: u32, now: Instant) -> Self {
        let per_second = |count: u32| TokenBucket::per_second(count.saturating_mul(share), now);
        let hourly = f64::from(limits.rooms_per_address) * f64::from(share);
        Self {
            connections: 0,
            http_connections: 0,
            messages: per_second(limits.messages_per_address),
            requests: per_second(limits.requests_per_address),
            checks: per_second(limits.requests_per_address),
            rooms: TokenBucket::new(hourly, hourly / HOUR_S, now),
            welcome_bytes: per_second(limits.welcome_bytes_per_address),
        }
    }

    fn is_idle(&mut self, now: Instant) -> bool {
        let buckets =
            [&mut self.messages, &mut self.requests, &mut self.checks, &mut self.rooms, &mut self.welcome_bytes];
        self.connections + self.http_connections == 0 && buckets.into_iter().all(|bucket| bucket.is_full(now))
    }
}

struct State {
    addresses: HashMap<AddressKey, Address>,
    connections: usize,
    tidied: Instant,
}

impl State {
    /// Applies a change to the entries of an address and, if different, its network.
    fn change(&mut self, key: AddressKey, change: impl Fn(&mut Address)) {
        for (key, _) in levels(key) {
            if let Some(address) = self.addresses.get_mut(&key) {
                change(address);
            }
        }
    }
}

/// Open connections and rate limits of each address.
#[derive(Clone)]
pub struct Addresses {
    limits: Arc<Limits>,
    state: Arc<Mutex<State>>,
}

/// A counted socket; dropping it uncounts it.
pub struct ConnectionGuard {
    addresses: Addresses,
    key: AddressKey,
}

/// A counted HTTP connection; dropping it uncounts it.
pub struct HttpConnection {
    addresses: Addresses,
    key: AddressKey,
}

impl Addresses {
    /// Starts without any address.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let state = State { addresses: HashMap::new(), connections: 0, tidied: Instant::now() };
        Self { limits: Arc::new(limits), state: Arc::new(Mutex::new(state)) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks an address and, if different, its network. If both allow it, applies `change` to both and returns true.
    fn admit(
        &self,
        key: AddressKey,
        allows: impl Fn(&mut Address, u32, Instant) -> bool,
        change: impl Fn(&mut Address),
    ) -> bool {
        let now = Instant::now();
        let mut state = self.lock();
        if now.duration_since(state.tidied) >= TIDY_EVERY {
            state.tidied = now;
            state.addresses.retain(|_, address| !address.is_idle(now));
        }
        let is_allowed = levels(key).all(|(key, share)| {
            let address = state.addresses.entry(key).or_insert_with(|| Address::new(&self.limits, share, now));
            allows(address, share, now)
        });
        if is_allowed {
            state.change(key, change);
        }
        is_allowed
    }

    fn take(&self, key: AddressKey, bucket: impl Fn(&mut Address) -> &mut TokenBucket) -> bool {
        self.admit(key, |address, _, now| bucket(address).take(now), |_| ())
    }

    /// Counts an HTTP connection; `None` if the address has too many.
    #[must_use]
    pub fn connect_http(&self, key: AddressKey) -> Option<HttpConnection> {
        let max = self.limits.connections_per_address;
        let has_room =
            |address: &mut Address, share: u32, _| address.http_connections < max.saturating_mul(share as usize);
        let is_admitted = self.admit(key, has_room, |address| address.http_connections += 1);
        is_admitted.then(|| HttpConnection { addresses: self.clone(), key })
    }

    /// Counts a socket.
    ///
    /// # Errors
    /// A key of the reason: `too_many_connections` or `too_many_of_address`.
    pub fn connect(&self, key: AddressKey) -> Result<ConnectionGuard, &'static str> {
        if self.lock().connections >= self.limits.connections {
            return Err("too_many_connections");
        }
        let max = self.limits.connections_per_address;
        let has_room = |address: &mut Address, share: u32, _| address.connections < max.saturating_mul(share as usize);
        if !self.admit(key, has_room, |address| address.connections += 1) {
            return Err("too_many_of_address");
        }
        self.lock().connections += 1;
        Ok(ConnectionGuard { addresses: self.clone(), key })
    }

    /// Returns whether a connection of this address may send another message, and counts it.
    #[must_use]
    pub fn may_send(&self, key: AddressKey) -> bool {
        self.take(key, |address| &mut address.messages)
    }

    /// Returns whether this address may make another request, and counts it.
    #[must_use]
    pub fn may_request(&self, key: AddressKey) -> bool {
        self.take(key, |address| &mut address.requests)
    }

    /// Returns whether this address may check the server's health again, and counts it.
    #[must_use]
    pub fn may_check(&self, key: AddressKey) -> bool {
        self.take(key, |address| &mut address.checks)
    }

    /// Returns whether this address may enter a room because its allowance of welcome bytes is not used up.
    #[must_use]
    pub fn may_enter(&self, key: AddressKey) -> bool {
        self.admit(key, |address, _, now| !address.welcome_bytes.is_empty(now), |_| ())
    }

    /// Deducts a welcome's size, even beyond the allowance left.
    pub fn use_welcome(&self, key: AddressKey, bytes: usize) {
        self.lock().change(key, |address| address.welcome_bytes.spend(bytes as f64));
    }

    /// Returns whether this address may make another room, and counts it.
    #[must_use]
    pub fn may_create(&self, key: AddressKey) -> bool {
        self.take(key, |address| &mut address.rooms)
    }
}

impl Drop for HttpConnection {
    fn drop(&mut self) {
        self.addresses.lock().change(self.key, |address| address.http_connections -= 1);
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut state = self.addresses.lock();
        state.connections -= 1;
        state.change(self.key, |address| address.connections -= 1);
    }
}

/// The keys under which an address is counted, and the multiple of the limits for each.
fn levels(key: AddressKey) -> impl Iterator<Item = (AddressKey, u32)> {
    let network = Some(key.network()).filter(|network| *network != key);
    [(key, 1)].into_iter().chain(network.map(|network| (network, NETWORK_SHARE)))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use clap::Parser;

    use super::*;
    use crate::server::options::ServerOptions;

    fn key(text: &str) -> AddressKey {
        AddressKey::new(text.parse::<IpAddr>().expect(text))
    }

    fn limited() -> Addresses {
        let flags = ["irogaeshi-server", "--rooms-per-address", "2", "--connections-per-address", "2"];
        Addresses::new(ServerOptions::parse_from(flags).limits)
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_counted_together() {
        let addresses = limited();
        let household = |number: u32| key(&format!("2001:db8:7:{number:x}::1"));
        let made = (0..100).filter(|number| addresses.may_create(household(*number))).count();
        assert_eq!(made, 2 * NETWORK_SHARE as usize);
        assert!(addresses.may_create(key("2001:db8:8::1")), "another network");
        let guards: Vec<_> = (0..100).filter_map(|number| addresses.connect(household(number)).ok()).collect();
        assert_eq!(guards.len(), 2 * NETWORK_SHARE as usize);
        drop(guards);
        assert!(addresses.connect(household(0)).is_ok());
        let http_connections: Vec<_> =
            (0..100).filter_map(|number| addresses.connect_http(household(number))).collect();
        assert_eq!(http_connections.len(), 2 * NETWORK_SHARE as usize);
    }

    #[test]
    fn a_single_address_has_only_its_own_limit() {
        let addresses = limited();
        for address in ["192.0.2.1", "2001:db8:7::1"] {
            assert_eq!((0..10).filter(|_| addresses.may_create(key(address))).count(), 2, "{address}");
        }
    }
}
