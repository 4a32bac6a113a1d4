//! Requests and replies as data.

use std::ops::ControlFlow;

use irogaeshi::cpu::{
    Answer, Character, Control, CpuPlayer, Fault, Line, MoveReview, MoveScores, NoAnswer, Progress, Question, Report,
    Review, Score, ThinkNews, ThinkReply, ThinkRequest, Thinker, TreeLevel, answer_without_engine,
};
use irogaeshi::rules::{Player, Position, Record, Square, SquareSet, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn built_in(key: &str) -> Variant {
    Variant::built_in(key).expect("is built in")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn request(player: impl Into<CpuPlayer>, record: &str) -> ThinkRequest {
    seeded(player, record, 5)
}

fn seeded(player: impl Into<CpuPlayer>, record: &str, seed: u64) -> ThinkRequest {
    ThinkRequest {
        id: 41,
        record: record.to_owned(),
        question: Question::Move { player: player.into(), seed, most_ms: None, per_move_ms: None },
    }
}

/// Answers a request with a search that is short even in debug builds.
fn brief_thought(request: &ThinkRequest) -> ThinkReply {
    Thinker::default().answer(request, Some(40), &mut Control::new())
}

fn chosen(reply: ThinkReply) -> Result<Square, NoAnswer> {
    move_report(reply).map(|report| report.square().expect("there is a move"))
}

fn move_report(reply: ThinkReply) -> Result<Report, NoAnswer> {
    match reply.answer? {
        Answer::Move(report) => Ok(report),
        other => panic!("a move was asked for, and this is {other:?}"),
    }
}

fn record_of(key: &str, moves: &str) -> Record {
    let mut record = Record::new(built_in(key));
    record.play_moves(moves).expect("legal");
    record
}

#[test]
fn a_chosen_time_replaces_that_of_players_who_think_by_the_clock() {
    let time = |player: &str, most_ms, per_move_ms| {
        let player = player.parse().expect("a CPU player");
        Question::Move { player, seed: 1, most_ms, per_move_ms }.time().map(|time| time.as_millis())
    };
    let own = "oracle".parse::<CpuPlayer>().expect("a level").time().expect("it thinks by the clock").as_millis();
    assert_eq!(time("oracle", None, None), Some(own));
    assert_eq!(time("oracle", None, Some(30_000)), Some(30_000));
    assert_eq!(time("oracle", Some(700), Some(30_000)), Some(700), "the clock of the match is the limit");
    assert_eq!(time("greedy", None, Some(30_000)), None);
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
    }
    let refused = "nobody".parse::<CpuPlayer>().expect_err("nobody is called that").to_string();
    assert!(refused.starts_with("\"nobody\" is not a CPU player; they are random, first, minimum, "), "{refused}");
}

#[test]
fn without_the_engine_everybody_else_thinks_as_with_it() {
    let record = record_of("classic", "f5 d6 c3");
    let legal = record.position().legal_squares();
    for player in CpuPlayer::all() {
        let request = request(player, &record.to_string());
        let reply = answer_without_engine(&request, 40);
        if let CpuPlayer::Engine(_) | CpuPlayer::Loser = player {
            let report = move_report(reply).expect("is to move");
            assert!(report.square().is_some_and(|square| legal.contains(square)), "{player}");
            let is_by_playouts = matches!(report.score(), Some(Score::Wins(_) | Score::Discs(_)));
            assert!(is_by_playouts, "{player} looks ahead by playouts: {report:?}");
        } else {
            assert_eq!(reply, brief_thought(&request), "{player}");
        }
    }
}

#[test]
fn each_level_looks_at_more_than_the_one_before_and_overlooks_no_more() {
    assert!(TreeLevel::ALL.len() >= 5);
    for [weaker, stronger] in TreeLevel::ALL.array_windows() {
        assert!(weaker.playouts() < stronger.playouts(), "{stronger:?}");
        assert!(weaker.overlooks() >= stronger.overlooks(), "{stronger:?}");
    }
    assert_eq!(TreeLevel::STRONGEST, TreeLevel::Legend);
}

#[test]
fn the_same_request_gets_the_same_reply() {
    let record = record_of("colour", "d3");
    for player in CpuPlayer::all() {
        let request = request(player, &record.to_string());
        let reply = brief_thought(&request);
        assert_eq!(reply.id, request.id);
        let square = chosen(reply.clone()).expect("the game goes on");
        assert!(record.position().legal_squares().contains(square));
        assert_eq!(brief_thought(&request), reply);
    }
    let squares: SquareSet = (0..50)
        .filter_map(|seed| chosen(brief_thought(&seeded(Character::Random, &record.to_string(), seed))).ok())
        .collect();
    assert!(squares.len() > 5, "the seed decides, yet there are only {squares:?}");
}

#[test]
fn a_thought_is_about_the_moves_played_not_those_undone() {
    let mut record = record_of("classic", "f5 d6 c3");
    record.jump(1);
    let square_chosen = chosen(brief_thought(&request(Character::Maximum, &record.to_string()))).ok();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    assert_eq!(square_chosen, Character::Maximum.choose(record.position(), &mut rng));
    assert!(record.position().legal_squares().contains(square("D6")), "one move is played");
}

#[test]
fn a_request_that_cannot_be_answered_says_why() {
    for player in CpuPlayer::all() {
        let refused = |record: &str| chosen(brief_thought(&request(player, record))).expect_err("no square fits");
        let unreadable = |why: &str| NoAnswer::Unreadable(why.to_owned());
        assert_eq!(refused("nonsense"), unreadable("there is no \"moves:\" line"));
        assert_eq!(refused("nonsense\nmoves:"), unreadable("line 1: expected \"key: value\", found \"nonsense\""));
        let classic = built_in("classic").to_string();
        let illegal = unreadable("move 2, a1: a disc on a1 would capture nothing");
        assert_eq!(refused(&format!("{classic}moves: f5 a1")), illegal);
        let over = "name: Over\nplayers: black white\nboard:\nBW\nmoves:\n";
        assert_eq!(refused(over), NoAnswer::GameOver);
    }
}

#[test]
fn thoughts_travel_as_json() {
    let request = request(Character::Greedy, "moves:");
    let text = serde_json::to_string(&request).expect("a request is JSON");
    assert_eq!(text, r#"{"id":41,"record":"moves:","question":{"move":{"player":"greedy","seed":5}}}"#);
    assert_eq!(serde_json::from_str::<ThinkRequest>(&text).expect("reads back"), request);
    let line = |moves: &[&str], score| Line { moves: moves.iter().map(|name| square(name)).collect(), score };
    let searched =
        Report { lines: vec![line(&["f5", "d6"], Some(Score::Wins(0.75)))], depth: 2, is_exact: false, nodes: 400 };
    for (news, text) in [
        (ThinkNews::Progress(1, Progress { done: 30, of: 400 }), r#"{"progress":[1,{"done":30,"of":400}]}"#),
        (
            ThinkNews::Reply(ThinkReply { id: 1, answer: Ok(Answer::Move(Report::from(square("F5")))) }),
            concat!(
                r#"{"reply":{"id":1,"answer":{"Ok":{"move":{"lines":[{"moves":["f5"],"score":null}],"#,
                r#""depth":0,"is_exact":false,"nodes":0}}}}}"#
            ),
        ),
        (
            ThinkNews::Reply(ThinkReply { id: 1, answer: Ok(Answer::Move(searched)) }),
            concat!(
                r#"{"reply":{"id":1,"answer":{"Ok":{"move":{"lines":[{"moves":["f5","d6"],"score":{"wins":0.75}}],"#,
                r#""depth":2,"is_exact":false,"nodes":400}}}}}"#
            ),
        ),
        (
            ThinkNews::Reply(ThinkReply { id: 1, answer: Err(NoAnswer::Unsuited(CpuPlayer::MonteCarlo)) }),
            r#"{"reply":{"id":1,"answer":{"Err":{"unsuited":"monte-carlo"}}}}"#,
        ),
        (
            ThinkNews::SoFar(
                1,
                Answer::Analysis(Report {
                    lines: vec![line(&["f5"], Some(Score::Lead(-2)))],
                    depth: 3,
                    is_exact: false,
                    nodes: 70,
                }),
            ),
            concat!(
                r#"{"so-far":[1,{"analysis":{"lines":[{"moves":["f5"],"score":{"lead":-2}}],"#,
                r#""depth":3,"is_exact":false,"nodes":70}}]}"#
            ),
        ),
        (
            ThinkNews::SoFar(
                2,
                Answer::Review(Review {
                    moves: vec![MoveReview {
                        ply: 9,
                        player: Player::White,
                        square: square("b2"),
                        scores: MoveScores::Lead { played: -4, best: 6 },
                        best_line: vec![square("c3"), square("d4")],
                        is_exact: true,
                        faults: vec![Fault::GaveCorner { corners: vec![square("a1")] }],
                    }],
                }),
            ),
            concat!(
                r#"{"so-far":[2,{"review":{"moves":[{"ply":9,"player":"white","square":"b2","worth":{"lead":{"played":-4,"best":6}},"#,
                r#""best_line":["c3","d4"],"is_exact":true,"faults":[{"gave-corner":{"corners":["a1"]}}]}]}}]}"#
            ),
        ),
    ] {
        assert_eq!(serde_json::to_string(&news).expect("news are JSON"), text);
        assert_eq!(serde_json::from_str::<ThinkNews>(text).expect("reads back"), news);
    }
    let nobody = serde_json::from_str::<ThinkRequest>(
        r#"{"id":1,"record":"","question":{"move":{"player":"nobody","seed":0}}}"#,
    );
    assert!(nobody.is_err());
}

/// All reports of an analysis of a record, and the reply.
fn analyses(record: &Record, looks: u32) -> (Vec<Report>, Result<Answer, NoAnswer>) {
    let request =
        ThinkRequest { id: 3, record: record.to_string(), question: Question::Analysis { positions: u64::MAX } };
    let mut reports = Vec::new();
    let mut on_answer = |answer: &Answer| match answer {
        Answer::Analysis(report) => reports.push(report.clone()),
        other => panic!("an analysis was asked for, and this is {other:?}"),
    };
    let mut left = looks;
    let mut on_progress = |_| {
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let control = &mut Control::new().on_progress(&mut on_progress).on_report(&mut on_answer);
    let reply = Thinker::default().answer(&request, None, control);
    assert_eq!(reply.id, 3);
    (reports, reply.answer)
}

#[test]
fn an_analysis_ranks_every_legal_move_on_any_board() {
    for (key, moves, looks) in [("classic", "f5 d6", 300), ("colour", "d3", 100), ("classic-16", "i10", 100)] {
        let record = record_of(key, moves);
        let (reports, answer) = analyses(&record, looks);
        assert_eq!(answer, Ok(Answer::Analysis(reports.last().expect("is reported").clone())), "{key}");
        for analysis in &reports {
            let squares: SquareSet = analysis.lines.iter().filter_map(Line::square).collect();
            assert_eq!(squares, record.position().legal_squares(), "{key}");
            for line in &analysis.lines {
                let moves: Vec<String> = line.moves.iter().map(Square::to_string).collect();
                record.clone().play_moves(&moves.join(" ")).expect("the line is legal");
            }
        }
        assert!(reports.windows(2).all(|steps| steps[0].nodes < steps[1].nodes), "{key}");
    }
}

#[test]
fn no_move_of_an_analysis_has_a_higher_score_than_the_best() {
    let share = |line: &Line| match line.score.expect("is searched") {
        Score::Wins(share) | Score::Discs(share) => share,
        Score::Lead(discs) | Score::Points(discs) => discs as f32,
    };
    for (key, seed) in (0..4).flat_map(|seed| [("colour", seed), ("five", seed), ("classic-10", seed)]) {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut record = record_of(key, "");
        while record.position().to_move().is_some() && record.position().board().empties().count() > 14 {
            let player = record.position().to_move().expect("the game goes on");
            let legal: Vec<Square> = record.position().legal_squares().iter().collect();
            record.play(player, legal[dice.random_range(0..legal.len())]).expect("is legal");
        }
        if record.position().to_move().is_none() {
            continue;
        }
        let (reports, _) = analyses(&record, 200);
        for analysis in &reports {
            let best = analysis.best().map(share).expect("a move");
            assert!(analysis.lines.iter().all(|line| share(line) <= best), "{key} {seed}: {analysis:?}");
        }
    }
}

#[test]
fn an_analysis_that_is_stopped_at_once_is_not_of_a_game_that_is_over() {
    let record = record_of("classic", "f5");
    let (reports, answer) = analyses(&record, 0);
    assert_eq!((reports, answer), (Vec::new(), Ok(Answer::Analysis(Report::default()))));
    let over = "name: Over\nplayers: black white\nboard:\nBW\nmoves:\n".parse().expect("a record");
    assert_eq!(analyses(&over, 0).1, Err(NoAnswer::GameOver));
}

#[test]
fn an_analysis_rests_when_it_has_looked_at_enough() {
    for (key, moves) in [("classic", "f5 d6"), ("classic-10", ""), ("colour", "d3")] {
        let record = record_of(key, moves);
        let reports = |positions| {
            let question = Question::Analysis { positions };
            let request = ThinkRequest { id: 3, record: record.to_string(), question };
            let reply = Thinker::default().answer(&request, None, &mut Control::new());
            let Ok(Answer::Analysis(found)) = reply.answer else { panic!("{key}: {:?}", reply.answer) };
            found
        };
        let (less, more) = (reports(20_000), reports(80_000));
        assert!(!less.is_exact && less.depth > 0, "{key}: {less:?}");
        assert!(more.nodes > less.nodes && more.depth >= less.depth, "{key}: {} and {}", less.nodes, more.nodes);
    }
}

#[test]
fn an_analysis_goes_on_from_what_the_one_before_has_found() {
    let (mut at_first, mut afterwards) = (0, 0);
    // Several positions, because in a single one a depth may be finished early by luck.
    for moves in ["f5 d6 c3 d3 c4", "f5 d6 c5 f4 e3 c6", "f5 f6 e6 f4 e3 c5", "f5 f4 e3 f6 d3 c5"] {
        let record = record_of("classic", moves);
        let mut thinker = Thinker::default();
        let mut reports = || {
            let question = Question::Analysis { positions: 200_000 };
            let request = ThinkRequest { id: 3, record: record.to_string(), question };
            let mut steps = Vec::new();
            let mut on_answer = |answer: &Answer| match answer {
                Answer::Analysis(analysis) => steps.push((analysis.depth, analysis.nodes)),
                other => panic!("an analysis was asked for, and this is {other:?}"),
            };
            let reply = thinker.answer(&request, None, &mut Control::new().on_report(&mut on_answer));
            assert!(reply.answer.is_ok());
            steps
        };
        let (first, again) = (reports(), reports());
        let (depth, nodes) = *first.last().expect("some depth was finished");
        let known = again.iter().find(|(found, _)| *found == depth).expect("that depth is finished again");
        (at_first, afterwards) = (at_first + nodes, afterwards + known.1);
    }
    assert!(afterwards * 2 < at_first, "the same depths took {afterwards} positions in place of {at_first}");
}

#[test]
fn the_end_of_a_game_is_analysed_exactly() {
    let mut record = record_of("classic-4", "");
    for _ in 0..4 {
        let (mover, first) = any_move(record.position());
        record.play(mover, first).expect("is legal");
    }
    let (reports, _) = analyses(&record, u32::MAX);
    let last = reports.last().expect("is reported");
    assert!(last.is_exact);
    // Expected values by exhaustive search.
    for line in &last.lines {
        let mover = record.position().to_move().expect("somebody is to move");
        let lead = best_lead(&after(record.position(), mover, line.moves[0]), mover);
        assert_eq!(line.score, Some(Score::Lead(lead)), "{}", line.moves[0]);
    }
    assert!(last.lines.is_sorted_by_key(|line| -line.lead().expect("a lead")));
}

#[test]
fn a_review_is_told_move_by_move_and_all_of_it_is_the_answer() {
    let mut record = record_of("classic-4", "");
    while record.position().to_move().is_some() {
        let (mover, first) = any_move(record.position());
        record.play(mover, first).expect("is legal");
    }
    let review = |record: &Record| {
        let request = ThinkRequest { id: 4, record: record.to_string(), question: Question::Review };
        let mut reports = Vec::new();
        let mut on_answer = |answer: &Answer| match answer {
            Answer::Review(review) => reports.push(review.clone()),
            other => panic!("a review was asked for, and this is {other:?}"),
        };
        let reply = Thinker::default().answer(&request, None, &mut Control::new().on_report(&mut on_answer));
        assert_eq!(reply.id, 4);
        (reports, reply.answer)
    };
    let (reports, answer) = review(&record);
    let lengths: Vec<usize> = reports.iter().map(|review| review.moves.len()).collect();
    assert_eq!(lengths, (1..=record.ply()).collect::<Vec<_>>());
    for found in &reports.last().expect("is reported").moves {
        // Expected values by exhaustive search.
        let before = record.position_at(found.ply).expect("is in the record");
        let [played, best] =
            [found.square, found.best()].map(|square| best_lead(&after(before, found.player, square), found.player));
        assert_eq!(found.scores, MoveScores::Lead { played, best });
    }
    assert_eq!(answer, Ok(Answer::Review(reports.last().expect("is reported").clone())));
    let (reports, answer) = review(&record_of("colour", "d3"));
    let Ok(Answer::Review(whole)) = answer else { panic!("{answer:?}") };
    assert_eq!((reports.as_slice(), whole.moves.len()), ([whole.clone()].as_slice(), 1));
    assert!(matches!(whole.moves[0].scores, MoveScores::Shares { .. }), "{whole:?}");
}

fn any_move(position: &Position) -> (Player, Square) {
    position.to_move().zip(position.legal_squares().iter().next()).expect("the game goes on")
}

fn after(position: &Position, player: Player, square: Square) -> Position {
    let mut position = position.clone();
    position.play(player, square).expect("is legal");
    position
}

/// Final lead of a player in discs with perfect play; empty squares count for the winner.
fn best_lead(position: &Position, player: Player) -> i32 {
    let Some(mover) = position.to_move() else {
        let count = |player: Player| i32::from(position.counts()[player]);
        let lead = position
            .variant()
            .players()
            .iter()
            .map(|other| if *other == player { count(*other) } else { -count(*other) })
            .sum::<i32>();
        let is_empty = |square: &Square| position.board().disc(*square).is_none();
        let empties: i32 = position.board().squares().filter(is_empty).map(|_| 1).sum();
        return lead + lead.signum() * empties;
    };
    let leads = position.legal_squares().iter().map(|square| best_lead(&after(position, mover, square), player));
    let best = if mover == player { leads.max() } else { leads.min() };
    best.expect("whoever is to move can move")
}
