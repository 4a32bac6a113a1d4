//! The networks that the game comes with.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::cpu::shares::judge::Judge;
use crate::rules::Variant;

/// The variants that have a network, and their networks' files.
const FILES: [(&str, &[u8]); 8] = [
    ("colour", include_bytes!("../../../assets/shares/colour.bin")),
    ("five", include_bytes!("../../../assets/shares/five.bin")),
    ("five-published", include_bytes!("../../../assets/shares/five-published.bin")),
    ("gogyo", include_bytes!("../../../assets/shares/gogyo.bin")),
    ("gorin", include_bytes!("../../../assets/shares/gorin.bin")),
    ("matsuri", include_bytes!("../../../assets/shares/matsuri.bin")),
    ("tanpopo", include_bytes!("../../../assets/shares/tanpopo.bin")),
    ("uzu", include_bytes!("../../../assets/shares/uzu.bin")),
];

/// The same, each read when it is asked for the first time.
static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let shipped = |(key, file)| {
        let variant = Arc::new(Variant::built_in(key).expect("a test asks for these variants"));
        Shipped { variant, file, judge: OnceLock::new() }
    };
    FILES.into_iter().map(shipped).collect()
});

struct Shipped {
    variant: Arc<Variant>,
    file: &'static [u8],
    judge: OnceLock<Judge>,
}

/// What knows the games of a variant, if anything does.
pub(crate) fn judge_of(variant: &Variant) -> Option<&'static Judge> {
    let shipped = SHIPPED.iter().find(|shipped| is_played_alike(&shipped.variant, variant))?;
    let read = || Judge::read(shipped.file, Arc::clone(&shipped.variant)).expect("a test reads these files");
    Some(shipped.judge.get_or_init(read))
}

/// Whether variants are played on the same squares by the same rules, whatever discs there are at the start.
fn is_played_alike(one: &Variant, other: &Variant) -> bool {
    one.board().has_squares_of(other.board())
        && one.board().turning() == other.board().turning()
        && one.players() == other.players()
        && one.cut_ins() == other.cut_ins()
        && one.scored() == other.scored()
        && one.goal() == other.goal()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Goal;

    #[test]
    fn every_shipped_network_can_be_read_and_knows_its_variant() {
        for (key, _) in FILES {
            let variant = Variant::built_in(key).expect("it is built in");
            assert!(judge_of(&variant).is_some(), "{key}");
            assert!(judge_of(&variant.with_goal(Goal::Fewest)).is_none(), "{key}");
        }
    }

    #[test]
    fn variants_with_the_same_rules_on_the_same_squares_share_a_network() {
        let known = |key: &str| judge_of(&Variant::built_in(key).expect("it is built in")).is_some();
        assert!(known("colour-5"), "only its name differs");
        assert!(!known("colour-3") && !known("raiun") && !known("classic"));
    }
}
