//! Arguments of `online` and `load`; `tests/bots` plays against a server.

use super::refused;

#[test]
fn a_room_has_to_be_named_in_one_way() {
    let player = ["--player", "random"];
    let cases: [(&[&str], &str); 9] = [
        (&[], "required arguments were not provided"),
        (&["KQ7M2XRT"], "a room code needs --server"),
        (&["https://play.example.org"], "not a link to a room"),
        (&["--make", "classic"], "required arguments were not provided: --server <ADDRESS>"),
        (&["KQ7M2XRT", "--server", "a b"], "not a server address"),
        (&["KQ7M2XRT", "--server", "localhost", "--make", "classic"], "cannot be used with"),
        (&["KQ7M2XRT", "--server", "localhost", "--clock", "5m+3s"], "cannot be used with"),
        (&["--server", "localhost", "--make", "classic", "--clock", "soon"], "\"soon\" is not a clock"),
        (&["http://a/#/room/KQ7M2XRT", "--server", "b"], "the link leads to http://a, but --server is http://b"),
    ];
    for (arguments, expected) in cases {
        let (printed, why) = refused(&[&["online"], arguments, &player].concat());
        assert_eq!(printed, "");
        assert!(why.contains(expected), "{arguments:?}: {why}");
    }
}

#[test]
fn impossible_rooms_are_refused_before_connecting() {
    let make = ["online", "--player", "random", "--server", "127.0.0.1:1", "--make"];
    let cases: [(&[&str], &str); 5] = [
        (&["clasic"], "clasic: neither a built-in variant"),
        (&["classic", "--clock", "0s"], "classic: a time control must give 1 second to 30 days"),
        (&["classic", "--absence", "1"], "classic: the seat of a human who is away must be kept for 15 seconds"),
        (&["colour", "--substitute", "pupil"], "colour: the substitute CPU player does not play this board"),
        (&["classic"], "http://127.0.0.1:1 cannot be reached"),
    ];
    for (arguments, expected) in cases {
        let (_, why) = refused(&[&make[..], arguments].concat());
        assert!(why.starts_with(expected), "{arguments:?}: {why}");
    }
    let (_, why) = refused(&["online", "KQ7M2XRT", "--server", "localhost", "--player", "gtp:no/such/program"]);
    assert!(why.starts_with("gtp:no/such/program: cannot start"), "{why}");
}

#[test]
fn loads_are_refused_that_cannot_be() {
    let cases: [(&[&str], &str); 5] = [
        (&[], "nothing to do"),
        (&["--rooms", "1", "--players", "6"], "6 is not in 2..=5"),
        (&["--rooms", "1", "--rate", "0"], "invalid value '0'"),
        (&["--rooms", "1", "--players", "3", "--board", "five"], "cannot be used with"),
        (&["--idle", "4000000000"], "files must be open at once"),
    ];
    for (arguments, expected) in cases {
        let (_, why) = refused(&[&["load", "127.0.0.1:1"], arguments].concat());
        assert!(why.contains(expected), "{arguments:?}: {why}");
    }
}
