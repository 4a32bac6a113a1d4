//! Local addresses that connections come from.

use std::net::{IpAddr, Ipv4Addr};

/// Loopback addresses, used in rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addresses {
    count: u32,
}

impl Addresses {
    /// The first `count` addresses, from 127.0.0.1 on.
    pub(crate) const fn new(count: u32) -> Self {
        Self { count }
    }

    /// Address of the connection with this index; `None`, for the system to choose, if there is only one.
    pub(crate) fn of(self, index: usize) -> Option<IpAddr> {
        let offset = index as u32 % self.count;
        (self.count > 1).then(|| Ipv4Addr::from_bits(Ipv4Addr::LOCALHOST.to_bits() + offset).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_take_turns() {
        let addresses = Addresses::new(300);
        let text = |index| addresses.of(index).expect("an address").to_string();
        assert_eq!([0, 1, 299, 300].map(text), ["127.0.0.1", "127.0.0.2", "127.0.1.44", "127.0.0.1"]);
        assert_eq!(Addresses::new(1).of(7), None);
    }
}
