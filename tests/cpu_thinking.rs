//! Thoughts as data: who can be asked, what is asked and what comes back.

use irogaeshi::cpu::{
    Character, CpuPlayer, Decision, Level, Limit, Outlook, Progress, Score, ThinkNews, ThinkReply, ThinkRequest, think,
    think_without_engine, unwatched,
};
use irogaeshi::rules::{Record, Square, SquareSet, Variant};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

fn built_in(key: &str) -> Variant {
    Variant::built_in(key).expect("is built in")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn request(player: impl Into<CpuPlayer>, record: &str) -> ThinkRequest {
    ThinkRequest { id: 41, player: player.into(), record: record.to_owned(), seed: 5 }
}

/// A thought that takes a debug build no time worth mentioning.
fn brief_thought(request: &ThinkRequest) -> ThinkReply {
    think(request, Limit::AtMost(40), &mut unwatched)
}

fn record_of(key: &str, moves: &str) -> Record {
    let mut record = Record::new(built_in(key));
    record.play_moves(moves).expect("legal");
    record
}

#[test]
fn every_player_is_known_by_one_word() {
    for player in CpuPlayer::all() {
        let key = player.to_string();
        assert!(key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{key}");
        assert_eq!(key.parse(), Ok(player));
        assert_eq!(key.to_uppercase().parse(), Ok(player));
        let json = serde_json::to_string(&player).expect("a player is JSON");
        assert_eq!(json, format!("\"{key}\""));
        assert_eq!(serde_json::from_str::<CpuPlayer>(&json).expect("reads back"), player);
        assert!(!player.name().is_empty() && !player.description().contains('\n'));
    }
    let refused = "nobody".parse::<CpuPlayer>().expect_err("nobody is called that").to_string();
    assert!(refused.starts_with("\"nobody\" is not a CPU player; they are random, minimum, "), "{refused}");
}

#[test]
fn without_the_engine_everybody_else_thinks_as_with_it() {
    let record = record_of("classic", "f5 d6 c3");
    let legal = record.position().legal_squares();
    for player in CpuPlayer::all() {
        let request = request(player, &record.to_string());
        let reply = think_without_engine(&request, Limit::AtMost(40), &mut unwatched);
        if let CpuPlayer::Engine(_) = player {
            let decision = reply.decision.expect("is to move");
            assert!(legal.contains(decision.square), "{player}");
            assert!(
                matches!(decision.outlook, Some(Outlook { score: Score::Wins(_), .. })),
                "{player} looks ahead by playouts"
            );
        } else {
            assert_eq!(reply, brief_thought(&request), "{player}");
        }
    }
}

#[test]
fn no_two_players_share_a_name() {
    let mut names: Vec<&str> = CpuPlayer::all().map(CpuPlayer::name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn each_level_looks_at_more_than_the_one_before_and_overlooks_no_more() {
    assert!(Level::ALL.len() >= 5);
    for [weaker, stronger] in Level::ALL.array_windows() {
        assert!(weaker.playouts() < stronger.playouts(), "{stronger:?}");
        assert!(weaker.overlooks() >= stronger.overlooks(), "{stronger:?}");
    }
    assert_eq!(Level::STRONGEST, Level::Master);
}

#[test]
fn the_same_request_gets_the_same_reply() {
    let record = record_of("colour", "d3");
    for player in CpuPlayer::all() {
        let request = request(player, &record.to_string());
        let reply = brief_thought(&request);
        assert_eq!(reply.id, request.id);
        let chosen = reply.decision.clone().expect("the game goes on").square;
        assert!(record.position().legal_squares().contains(chosen));
        assert_eq!(brief_thought(&request), reply);
    }
    let squares: SquareSet = (0..50)
        .filter_map(|seed| {
            brief_thought(&ThinkRequest { seed, ..request(Character::Random, &record.to_string()) }).decision.ok()
        })
        .map(|decision| decision.square)
        .collect();
    assert!(squares.len() > 5, "the seed decides, yet there are only {squares:?}");
}

#[test]
fn a_thought_is_about_the_moves_played_not_those_undone() {
    let mut record = record_of("classic", "f5 d6 c3");
    record.jump(1);
    let decision = brief_thought(&request(Character::Maximum, &record.to_string())).decision.ok();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    assert_eq!(decision.map(|decision| decision.square), Character::Maximum.choose(record.position(), &mut rng));
    assert!(record.position().legal_squares().contains(square("D6")), "one move is played");
}

#[test]
fn a_request_that_cannot_be_answered_says_why() {
    for player in CpuPlayer::all() {
        let refused = |record: &str| brief_thought(&request(player, record)).decision.expect_err("no square fits");
        assert_eq!(refused("nonsense"), "there is no \"moves:\" line");
        assert_eq!(refused("nonsense\nmoves:"), "line 1: expected \"key: value\", found \"nonsense\"");
        let classic = built_in("classic").to_string();
        assert_eq!(refused(&format!("{classic}moves: f5 a1")), "move 2, a1: a disc on a1 would capture nothing");
        let over = "name: Over\nplayers: black white\nboard:\nBW\nmoves:\n";
        assert_eq!(refused(over), "the game is over");
    }
}

#[test]
fn thoughts_travel_as_json() {
    let request = request(Character::Greedy, "moves:");
    let text = serde_json::to_string(&request).expect("a request is JSON");
    assert_eq!(text, r#"{"id":41,"player":"greedy","record":"moves:","seed":5}"#);
    assert_eq!(serde_json::from_str::<ThinkRequest>(&text).expect("reads back"), request);
    let outlook = Outlook { score: Score::Wins(0.75), depth: 2, nodes: 400, line: vec![square("f5"), square("d6")] };
    for (news, text) in [
        (ThinkNews::Progress(1, Progress { done: 30, of: 400 }), r#"{"progress":[1,{"done":30,"of":400}]}"#),
        (
            ThinkNews::Reply(ThinkReply { id: 1, decision: Ok(Decision::from(square("F5"))) }),
            r#"{"reply":{"id":1,"decision":{"Ok":{"square":"f5","outlook":null}}}}"#,
        ),
        (
            ThinkNews::Reply(ThinkReply {
                id: 1,
                decision: Ok(Decision { square: square("F5"), outlook: Some(outlook) }),
            }),
            concat!(
                r#"{"reply":{"id":1,"decision":{"Ok":{"square":"f5","outlook":"#,
                r#"{"score":{"wins":0.75},"depth":2,"nodes":400,"line":["f5","d6"]}}}}}"#
            ),
        ),
        (
            ThinkNews::Reply(ThinkReply { id: 1, decision: Err("no".to_owned()) }),
            r#"{"reply":{"id":1,"decision":{"Err":"no"}}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&news).expect("news are JSON"), text);
        assert_eq!(serde_json::from_str::<ThinkNews>(text).expect("reads back"), news);
    }
    let nobody = serde_json::from_str::<ThinkRequest>(r#"{"id":1,"player":"nobody","record":"","seed":0}"#);
    assert!(nobody.is_err());
}
