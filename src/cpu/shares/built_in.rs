//! The networks that the game comes with.

use std::sync::{Arc, LazyLock, OnceLock};

use thiserror::Error;

use crate::cpu::shares::judge::Judge;
use crate::cpu::shares::network::NetworkError;
use crate::rules::{Goal, Variant};

/// A network's file, which is part of the program.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! file {
    ($($part:expr),+) => {
        Some(include_bytes!(concat!("../../../assets/shares/", $($part,)+ ".bin")).as_slice())
    };
}

/// On the page networks are files of their own, so that a player fetches those of the boards that are played.
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

/// A network that the game comes with, and which games it knows.
#[derive(Clone, Copy)]
struct BuiltIn {
    /// The key of the variant.
    key: &'static str,
    goal: Goal,
    /// What its file is called, too.
    name: &'static str,
    /// `None` where it has to be brought.
    file: Option<&'static [u8]>,
}

/// A network for each goal of these variants.
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

/// Networks, some of which may have to be brought.
struct Shipped(Vec<Entry>);

struct Entry {
    network: BuiltIn,
    variant: Arc<Variant>,
    /// Read when it is asked for the first time, or brought.
    judge: OnceLock<Judge>,
}

/// Why a network cannot be brought.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum NotBrought {
    /// None has this name.
    #[error("no network is called \"{0}\"")]
    Unknown(String),
    /// The file is no network for the variant.
    #[error("the file is no network for \"{0}\": {1}")]
    Unreadable(&'static str, NetworkError),
}

impl BuiltIn {
    fn variant(&self) -> Variant {
        Variant::built_in(self.key).expect("a test asks for these variants").with_goal(self.goal)
    }
}

impl Shipped {
    fn new(networks: impl IntoIterator<Item = BuiltIn>) -> Self {
        let entry = |network: BuiltIn| Entry { network, variant: Arc::new(network.variant()), judge: OnceLock::new() };
        Self(networks.into_iter().map(entry).collect())
    }

    /// The entry of the variant; of one that is played alike, from other discs, where it has none of its own.
    fn entry_of(&self, variant: &Variant) -> Option<&Entry> {
        let alike = || self.0.iter().filter(|entry| entry.variant.is_played_alike(variant));
        alike().find(|entry| entry.variant.is_same_game(variant)).or_else(|| alike().next())
    }

    fn judge_of(&self, variant: &Variant) -> Option<&Judge> {
        let entry = self.entry_of(variant)?;
        let read = |file| Judge::read(file, Arc::clone(&entry.variant)).expect("a test reads these files");
        entry.judge.get().or_else(|| entry.network.file.map(|file| entry.judge.get_or_init(|| read(file))))
    }

    fn missing_of(&self, variant: &Variant) -> Option<&'static str> {
        let is_missing = |entry: &&Entry| entry.network.file.is_none() && entry.judge.get().is_none();
        self.entry_of(variant).filter(is_missing).map(|entry| entry.network.name)
    }

    fn bring(&self, name: &str, file: &[u8]) -> Result<(), NotBrought> {
        let entry = self
            .0
            .iter()
            .find(|entry| entry.network.name == name)
            .ok_or_else(|| NotBrought::Unknown(name.to_owned()))?;
        let judge = Judge::read(file, Arc::clone(&entry.variant))
            .map_err(|error| NotBrought::Unreadable(entry.network.name, error))?;
        // One that is there already is the same.
        entry.judge.set(judge).ok();
        Ok(())
    }
}

/// What knows the games of a variant, if anything does that is here.
pub(crate) fn judge_of(variant: &Variant) -> Option<&'static Judge> {
    SHIPPED.judge_of(variant)
}

/// The name of the network of a variant, wherever its file is: `None` where there is none.
pub(crate) fn name_of(variant: &Variant) -> Option<&'static str> {
    SHIPPED.entry_of(variant).map(|entry| entry.network.name)
}

/// What the network of a variant is called that could be [brought](bring): `None` where there is none, or it is here.
pub(crate) fn missing_of(variant: &Variant) -> Option<&'static str> {
    SHIPPED.missing_of(variant)
}

/// Takes in the network of this name. Programs for the desktop contain them all.
///
/// # Errors
/// When there is no network of this name, or the file is none for its board.
pub fn bring(name: &str, file: &[u8]) -> Result<(), NotBrought> {
    SHIPPED.bring(name, file)
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
            assert_eq!(SHIPPED.entry_of(&network.variant()).map(|entry| entry.network.name), Some(network.name));
        }
    }

    #[test]
    fn every_shipped_network_can_be_read_and_knows_its_variant() {
        for network in NETWORKS {
            let variant = network.variant();
            assert!(judge_of(&variant).is_some(), "{}", network.name);
            assert_eq!(missing_of(&variant), None, "{}", network.name);
        }
    }

    #[test]
    fn all_built_in_variants_have_an_engine_or_a_network_for_either_goal() {
        for key in Variant::built_in_keys() {
            for goal in [Goal::Most, Goal::Fewest] {
                let variant = built_in(&key).with_goal(goal);
                assert!(suits_engine_for_any_goal(&variant) || judge_of(&variant).is_some(), "{key}, {goal:?}");
            }
        }
    }

    #[test]
    fn variants_with_the_same_rules_on_the_same_squares_share_a_network() {
        let known = |key: &str| judge_of(&built_in(key)).is_some();
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
        assert_eq!(shipped.missing_of(&five), Some("five"));
        assert!(shipped.judge_of(&five).is_none());
        assert!(matches!(shipped.bring("five", &network[1..]), Err(NotBrought::Unreadable("five", _))));
        assert_eq!(shipped.bring("six", network), Err(NotBrought::Unknown("six".to_owned())));
        assert!(shipped.judge_of(&five).is_none(), "nothing was brought");
        assert_eq!(shipped.bring("five", network), Ok(()));
        assert_eq!(shipped.bring("five", network), Ok(()), "it may come twice");
        assert!(shipped.judge_of(&five).is_some());
        assert_eq!((shipped.missing_of(&five), shipped.missing_of(&uzu)), (None, Some("uzu")));
    }
}
