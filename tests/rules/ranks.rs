//! Ranking for each way in which a match can end.

use irogaeshi::rules::{Board, ByPlayer, Ending, Forfeit, ForfeitReason, Goal, Outcome, Player, Variant};
use proptest::prelude::*;
use proptest::sample::subsequence;

use Player::{Ash, Black, Cyan, White, Yamabuki};

/// A game of all five players, scored in this order.
fn variant(scored: &[Player], goal: Goal) -> Variant {
    let board: Board = ".WB.".parse().expect("a board");
    Variant::new("All five", board, Player::ALL.to_vec(), Vec::new(), scored.to_vec())
        .expect("they play")
        .with_goal(goal)
}

fn counts(discs: [u16; 5]) -> ByPlayer<u16> {
    ByPlayer::from_fn(|player| discs[player as usize])
}

/// Ranks and players, best first.
fn places(variant: &Variant, discs: [u16; 5], ending: Ending) -> Vec<(u8, Player)> {
    variant.ranks(&counts(discs), ending).iter().map(|rank| (rank.place, rank.player)).collect()
}

#[test]
fn players_with_equal_discs_share_the_better_place() {
    let five = variant(&Player::ALL, Goal::Most);
    let discs = [7, 12, 7, 20, 7];
    let expected = [(1, Cyan), (2, White), (3, Black), (3, Ash), (3, Yamabuki)];
    assert_eq!(places(&five, discs, Ending::PlayedOut), expected);
    assert_eq!(places(&five, [4; 5], Ending::PlayedOut), Player::ALL.map(|player| (1, player)));
    let expected = [(1, Black), (1, Ash), (1, Yamabuki), (4, White), (5, Cyan)];
    assert_eq!(places(&variant(&Player::ALL, Goal::Fewest), discs, Ending::PlayedOut), expected);
}

#[test]
fn only_scored_players_are_ranked() {
    let three = variant(&[Ash, Black, White], Goal::Most);
    assert_eq!(places(&three, [3, 5, 3, 9, 9], Ending::PlayedOut), [(1, White), (2, Ash), (2, Black)]);
}

#[test]
fn players_who_resign_or_run_out_of_time_are_last() {
    let five = variant(&Player::ALL, Goal::Most);
    let discs = [7, 12, 7, 20, 7];
    let expected = [(1, White), (2, Black), (2, Ash), (2, Yamabuki), (5, Cyan)];
    assert_eq!(places(&five, discs, Ending::Resigned(Cyan)), expected);
    assert_eq!(places(&five, discs, Ending::OutOfTime(Cyan)), expected);
    // Ranked even behind players with equal discs.
    let expected = [(1, Cyan), (2, White), (3, Ash), (3, Yamabuki), (5, Black)];
    assert_eq!(places(&five, discs, Ending::Resigned(Black)), expected);
}

#[test]
fn players_who_forfeit_come_behind_all_others_and_the_first_last() {
    let five = variant(&Player::ALL, Goal::Most);
    let forfeits = [(Cyan, ForfeitReason::OutOfTime), (White, ForfeitReason::Resigned)]
        .map(|(player, reason)| Forfeit { player, ply: 9, reason });
    let ranks = |ending| {
        let ranks = five.ranks_after(&counts([7, 12, 7, 20, 8]), ending, &forfeits);
        ranks.iter().map(|rank| (rank.place, rank.player)).collect::<Vec<_>>()
    };
    assert_eq!(ranks(Ending::PlayedOut), [(1, Yamabuki), (2, Black), (2, Ash), (4, White), (5, Cyan)]);
    assert_eq!(ranks(forfeits[1].ending()), ranks(Ending::PlayedOut), "the last one decided the match");
    assert_eq!(ranks(Ending::Resigned(Yamabuki)), [(1, Black), (1, Ash), (3, Yamabuki), (4, White), (5, Cyan)]);
    assert_eq!(ranks(Ending::DrawAgreed), [(1, Black), (1, Ash), (1, Yamabuki), (4, White), (5, Cyan)]);
}

#[test]
fn an_abandoned_match_is_ranked_as_it_stands() {
    let five = variant(&Player::ALL, Goal::Most);
    let discs = [1, 2, 3, 4, 5];
    assert_eq!(places(&five, discs, Ending::Abandoned), places(&five, discs, Ending::PlayedOut));
}

#[test]
fn endings_read_back() {
    let endings = [
        Ending::PlayedOut,
        Ending::Resigned(White),
        Ending::OutOfTime(Yamabuki),
        Ending::DrawAgreed,
        Ending::Abandoned,
    ];
    let endings = endings.map(|ending| {
        let json = serde_json::to_string(&ending).expect("plain data");
        assert_eq!(serde_json::from_str::<Ending>(&json).ok(), Some(ending), "{json}");
        json
    });
    let expected = [
        r#"{"reason":"played-out"}"#,
        r#"{"reason":"resigned","player":"white"}"#,
        r#"{"reason":"out-of-time","player":"yamabuki"}"#,
        r#"{"reason":"draw-agreed"}"#,
        r#"{"reason":"abandoned"}"#,
    ];
    assert_eq!(endings, expected);
}

proptest! {
    /// The first place is shared exactly if the outcome is a draw, and a place is one more than the number of better
    /// players.
    #[test]
    fn the_first_place_agrees_with_the_outcome(
        discs: [u8; 5],
        scored in subsequence(Player::ALL.to_vec(), 1..=5),
        fewest: bool,
    ) {
        let goal = if fewest { Goal::Fewest } else { Goal::Most };
        let (variant, counts) = (variant(&scored, goal), counts(discs.map(|count| u16::from(count % 8))));
        let ranks = variant.ranks(&counts, Ending::PlayedOut);
        let first: Vec<Player> = ranks.iter().filter(|rank| rank.place == 1).map(|rank| rank.player).collect();
        match variant.outcome(&counts) {
            Outcome::Win(winner) => prop_assert_eq!(first, [winner]),
            Outcome::Draw => prop_assert!(first.len() > 1),
        }
        prop_assert_eq!(ranks.len(), scored.len());
        for rank in &ranks {
            let is_better = |other: &&Player| match goal {
                Goal::Most => counts[**other] > rank.discs,
                Goal::Fewest => counts[**other] < rank.discs,
            };
            prop_assert_eq!(usize::from(rank.place), scored.iter().filter(is_better).count() + 1);
            prop_assert_eq!(rank.discs, counts[rank.player]);
        }
    }
}
