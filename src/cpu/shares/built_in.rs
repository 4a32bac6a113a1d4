//! The built-in networks.

use std::sync::{Arc, LazyLock, OnceLock};

use thiserror::Error;

use crate::cpu::shares::board_network::BoardNetwork;
use crate::cpu::shares::network::NetworkError;
use crate::rules::{Goal, Variant};

/// Includes a network's file in the program.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! file {
    ($($part:expr),+) => {
        Some(include_bytes!(concat!("../../../assets/shares/", $($part,)+ ".bin")).as_slice())
    };
}

/// On the web page networks are separate files, so that players download only those of the boards that they play.
#[cfg(target_arch = "wasm32")]
macro_rules! file {
    ($($part:expr),+) => {
        None
    };
}

macro_rules! networks {
    ($($key:literal),+ $(,)?) => { [$(
        BuiltIn { key: $key, goal: Goal::Most, name: $key, file: file!($key) },
        BuiltIn { key: $key, goal: Goal::Fewest, name: concat!($key, "-reverse"), file: file!($key, "-reverse") },
    )+] };
}

/// A built-in network and the game that it is for.
#[derive(Clone, Copy)]
struct BuiltIn {
    /// Key of the variant.
    key: &'static str,
    goal: Goal,
    /// Name of the network, also of its file.
    name: &'static str,
    /// File contents; `None` if the file must be downloaded and [loaded](load_network).
    file: Option<&'static [u8]>,
}

/// One network for each goal of these variants.
const NETWORKS: [BuiltIn; 46] = networks![
    "classic-10",
    "classic-12",
    "classic-14",
    "classic-16",
    "colour",
    "colour-3",
    "five",
    "five-published",
    "fuji",
    "gogyo",
    "hanabi",
    "hotaru",
    "irori",
    "ishigaki",
    "kingyo",
    "matsuri",
    "raiun",
    "tabibito",
    "tanpopo",
    "tobiishi",
    "tsuji",
    "tsukimi",
    "uzu",
];

static SHIPPED: LazyLock<Shipped> = LazyLock::new(|| Shipped::new(NETWORKS));

/// Built-in networks; on the web page, some may not be loaded yet.
struct Shipped(Vec<Entry>);

struct Entry {
    built_in: BuiltIn,
    variant: Arc<Variant>,
    /// Set on first use, or by [`load_network`].
    network: OnceLock<BoardNetwork>,
}

/// Error from [`load_network`].
#[derive(Debug, PartialEq, Eq, Error)]
pub enum LoadNetworkError {
    /// There is no network with this name.
    #[error("no network is called \"{0}\"")]
    Unknown(String),
    /// The file is not a network for the variant.
    #[error("not a network for \"{0}\": {1}")]
    Unreadable(&'static str, NetworkError),
}

impl BuiltIn {
    fn variant(&self) -> Variant {
        Variant::built_in(self.key).expect("a test asks for these variants").with_goal(self.goal)
    }
}

impl Shipped {
    fn new(networks: impl IntoIterator<Item = BuiltIn>) -> Self {
        let entry =
            |built_in: BuiltIn| Entry { built_in, variant: Arc::new(built_in.variant()), network: OnceLock::new() };
        Self(networks.into_iter().map(entry).collect())
    }

    /// Entry of the variant or, if it has none of its own, of one played alike from other starting discs.
    fn entry_of(&self, variant: &Variant) -> Option<&Entry> {
        let alike = || self.0.iter().filter(|entry| entry.variant.is_played_alike(variant));
        alike().find(|entry| entry.variant.is_same_game(variant)).or_else(|| alike().next())
    }

    fn network_for(&self, variant: &Variant) -> Option<&BoardNetwork> {
        let entry = self.entry_of(variant)?;
        let read = |file| BoardNetwork::read(file, Arc::clone(&entry.variant)).expect("a test reads these files");
        entry.network.get().or_else(|| entry.built_in.file.map(|file| entry.network.get_or_init(|| read(file))))
    }

    fn missing_network(&self, variant: &Variant) -> Option<&'static str> {
        let is_missing = |entry: &&Entry| entry.built_in.file.is_none() && entry.network.get().is_none();
        self.entry_of(variant).filter(is_missing).map(|entry| entry.built_in.name)
    }

    fn load(&self, name: &str, file: &[u8]) -> Result<(), LoadNetworkError> {
        let entry = self
            .0
            .iter()
            .find(|entry| entry.built_in.name == name)
            .ok_or_else(|| LoadNetworkError::Unknown(name.to_owned()))?;
        let network = BoardNetwork::read(file, Arc::clone(&entry.variant))
            .map_err(|error| LoadNetworkError::Unreadable(entry.built_in.name, error))?;
        // A network that is already set is the same one.
        entry.network.set(network).ok();
        Ok(())
    }
}

/// Network for a variant, if there is one and it is loaded.
pub(crate) fn network_for(variant: &Variant) -> Option<&'static BoardNetwork> {
    SHIPPED.network_for(variant)
}

/// Name of the network for a variant, loaded or not; `None` if there is none.
pub(crate) fn network_name(variant: &Variant) -> Option<&'static str> {
    SHIPPED.entry_of(variant).map(|entry| entry.built_in.name)
}

/// Name of the network for a variant that must still be [loaded](load_network); `None` if there is none, or it is
/// loaded.
pub(crate) fn missing_network(variant: &Variant) -> Option<&'static str> {
    SHIPPED.missing_network(variant)
}

/// Loads the network with this name from its file. Needed only on the web page, since desktop programs contain all
/// networks.
///
/// # Errors
/// A [`LoadNetworkError`] if there is no network with this name, or the file is not a network for its board.
pub fn load_network(name: &str, file: &[u8]) -> Result<(), LoadNetworkError> {
    SHIPPED.load(name, file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::classic::suits_engine_for_any_goal;

    fn built_in(key: &str) -> Variant {
        Variant::built_in(key).expect("it is built in")
    }

    #[test]
    fn a_variant_goes_by_its_own_network_before_that_of_one_played_alike() {
        let [irori, tanpopo] = ["irori", "tanpopo"].map(built_in);
        assert!(irori.is_played_alike(&tanpopo), "or this shows nothing");
        for network in NETWORKS {
            assert_eq!(SHIPPED.entry_of(&network.variant()).map(|entry| entry.built_in.name), Some(network.name));
        }
    }

    #[test]
    fn every_shipped_network_can_be_read_and_knows_its_variant() {
        for network in NETWORKS {
            let variant = network.variant();
            assert!(network_for(&variant).is_some(), "{}", network.name);
            assert_eq!(missing_network(&variant), None, "{}", network.name);
        }
    }

    #[test]
    fn all_built_in_variants_up_to_16_x_16_have_an_engine_or_a_network_for_either_goal() {
        // Boards larger than 16 x 16 are played by playouts alone: the games to train a network would take too long.
        let has_one = |key: &String| built_in(key).board().columns() <= 16;
        for key in Variant::built_in_keys().filter(has_one) {
            for goal in [Goal::Most, Goal::Fewest] {
                let variant = built_in(&key).with_goal(goal);
                assert!(suits_engine_for_any_goal(&variant) || network_for(&variant).is_some(), "{key}, {goal:?}");
            }
        }
    }

    #[test]
    fn variants_with_the_same_rules_on_the_same_squares_share_a_network() {
        let known = |key: &str| network_for(&built_in(key)).is_some();
        assert!(known("colour-5"), "only its name differs");
        assert!(known("colour-2") && known("colour-4"), "their discs at the start differ");
        assert!(!known("classic"));
    }

    #[test]
    fn a_network_that_is_missing_is_known_once_it_is_brought() {
        let [five, uzu] = ["five", "uzu"].map(built_in);
        let shipped = Shipped::new(NETWORKS.map(|network| BuiltIn { file: None, ..network }));
        let here = NETWORKS.iter().find(|network| network.name == "five");
        let network = here.and_then(|network| network.file).expect("it is here");
        assert_eq!(shipped.missing_network(&five), Some("five"));
        assert!(shipped.network_for(&five).is_none());
        assert!(matches!(shipped.load("five", &network[1..]), Err(LoadNetworkError::Unreadable("five", _))));
        assert_eq!(shipped.load("six", network), Err(LoadNetworkError::Unknown("six".to_owned())));
        assert!(shipped.network_for(&five).is_none(), "nothing was loaded");
        assert_eq!(shipped.load("five", network), Ok(()));
        assert_eq!(shipped.load("five", network), Ok(()), "it may come twice");
        assert!(shipped.network_for(&five).is_some());
        assert_eq!((shipped.missing_network(&five), shipped.missing_network(&uzu)), (None, Some("uzu")));
    }
}
