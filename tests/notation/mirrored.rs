//! Games from the mirrored start, with White on e4, are turned by 90°.

use irogaeshi::notation::{AnyText, Reading, Remark, TextKind, transcript_of};

fn turned(text: &str) -> (TextKind, String) {
    match Reading::of(text) {
        Ok(Reading { kind, content: AnyText::Game(game), remark: Some(Remark::Turned) }) => {
            assert!(game.variant().is_ordinary(), "{text}");
            (kind, transcript_of(game.record()))
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn they_are_turned_in_every_format_and_that_is_remarked() {
    // The Tiger: f5 d6 c3 d3 c4, turned back by 90°.
    let tiger = "f5d6c3d3c4";
    for text in [
        "e3f5c6c5d6",
        "1. e3 f5 2. c6 c5 3. d6 33-31",
        "[Black \"Anna\"]\n\n1. e3 f5 2. c6 c5 3. d6 *",
        "(;GM[2]SZ[8]AB[d4][e5]AW[e4][d5]PL[B];B[e3];W[f5];B[c6];W[c5];B[d6])",
        "(;GM[Othello]BO[8 ---------------------------*O------O*--------------------------- *]B[E3]W[F5]B[C6]W[C5]B[D6];)",
    ] {
        assert_eq!(turned(text).1, tiger, "{text}");
    }
    let grid = ". . . . . . . .\n. . . . . . . .\n. . . . 1 . . .\n. . . . . . . .\n. . 4 . . 2 . .\n. . 3 5 . . . .\n\
        . . . . . . . .\n. . . . . . . .\n";
    assert_eq!(turned(grid), (TextKind::Grid, tiger.to_owned()));
}

#[test]
fn a_few_moves_are_not_turned() {
    for text in ["e3", "e3 a1", "e3f3", "e3f5c6a1"] {
        assert!(AnyText::read(text).is_err(), "{text}");
    }
    let reading = Reading::of("e3f5c6c5a1").expect("four moves are legal");
    assert!(matches!(reading.remark, Some(Remark::Stopped(_))), "{reading:?}");
}
