//! A client's address, also behind trusted proxies, as the key for limits.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use sha2::{Digest, Sha256};

use crate::online::hex;
use crate::server::options::Network;

/// Address as counted by limits. For IPv6 only the first 64 bits, since one household has them all.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressKey {
    /// The lowest address with this key.
    first: IpAddr,
    /// Number of significant leading bits.
    bits: u8,
}

impl AddressKey {
    /// Truncates an address to its key.
    #[must_use]
    pub fn new(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self { first: address.into(), bits: 32 },
            IpAddr::V6(address) => Self::of_ipv6(address, 64),
        }
    }

    /// The key of the address's network: for IPv6 the first 48 bits, since a provider may give one customer an entire
    /// /48 network. An IPv4 address is its own network.
    #[must_use]
    pub fn network(self) -> Self {
        match self.first {
            IpAddr::V4(_) => self,
            IpAddr::V6(address) => Self::of_ipv6(address, 48),
        }
    }

    fn of_ipv6(address: Ipv6Addr, bits: u8) -> Self {
        let rest = 128 - bits;
        Self { first: Ipv6Addr::from_bits(address.to_bits() >> rest << rest).into(), bits }
    }

    /// A name for logs that hides the address but tells addresses apart while the server runs.
    #[must_use]
    pub fn name(self, salt: u64) -> String {
        hex(&self.number(salt).to_le_bytes()[..4])
    }

    /// A number for the store that hides the address from anyone without the salt.
    #[must_use]
    pub fn number(self, salt: u64) -> u64 {
        let text = format!("{}/{}", self.first, self.bits);
        let digest = Sha256::new().chain_update(salt.to_le_bytes()).chain_update(text).finalize();
        digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

impl fmt::Debug for AddressKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("AddressKey(hidden)")
    }
}

/// The client's address for a request from `peer` with these `X-Forwarded-For` values: the last hop that is not a
/// trusted proxy.
#[must_use]
pub fn client_address<'a>(
    peer: IpAddr,
    forwarded: impl DoubleEndedIterator<Item = &'a str>,
    trusted: &[Network],
) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut address = peer;
    for hop in forwarded.flat_map(|value| value.split(',')).rev() {
        if !is_trusted(address) {
            break;
        }
        let Ok(before) = hop.trim().parse() else { break };
        address = before;
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_count() {
        let trusted = ["10.0.0.0/8".parse().expect("a network")];
        for (peer, forwarded, client) in [
            ("1.2.3.4", "5.6.7.8", "1.2.3.4"),
            ("10.0.0.1", "5.6.7.8", "5.6.7.8"),
            ("10.0.0.1", "9.9.9.9, 5.6.7.8, 10.0.0.2", "5.6.7.8"),
            ("10.0.0.1", "nonsense", "10.0.0.1"),
            ("10.0.0.1", "", "10.0.0.1"),
        ] {
            let peer = peer.parse().expect(peer);
            let client: IpAddr = client.parse().expect(client);
            assert_eq!(client_address(peer, [forwarded].into_iter(), &trusted), client, "{forwarded}");
        }
    }

    #[test]
    fn a_household_has_one_key() {
        let key = |text: &str| AddressKey::new(text.parse().expect(text));
        assert_eq!(key("2001:db8::1"), key("2001:db8::2:3:4"));
        assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
        assert_eq!(key("::ffff:1.2.3.4"), key("1.2.3.4"));
    }

    #[test]
    fn a_customer_of_ipv6_has_one_network() {
        let network = |text: &str| AddressKey::new(text.parse().expect(text)).network();
        assert_eq!(network("2001:db8:7::1"), network("2001:db8:7:ffff::1"));
        assert_ne!(network("2001:db8:7::1"), network("2001:db8:8::1"));
        assert_eq!(network("1.2.3.4"), AddressKey::new("1.2.3.4".parse().expect("an address")));
        let household = AddressKey::new("2001:db8:7::1".parse().expect("an address"));
        assert_ne!(household.network(), household, "a network is counted beside its first household");
    }
}
