//! Pictures of games.

use std::fs;
use std::path::PathBuf;

use crate::{printed, refused};

fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn the_name_of_the_file_or_an_option_names_the_format() {
    let formats: [(&str, &[u8]); 3] = [("svg", b"<svg "), ("png", b"\x89PNG"), ("gif", b"GIF89a")];
    for (format, beginning) in formats {
        let file = path(&format!("picture.{format}"));
        assert_eq!(printed(&["picture", "f5 d6 c3", "--output", &file, "--size", "small"]), "");
        assert!(fs::read(&file).expect("it was written").starts_with(beginning), "{format}");
        let other = path("picture.data");
        printed(&["picture", "f5 d6 c3", "--to", format, "-o", &other, "--size", "small"]);
        assert!(fs::read(&other).expect("it was written") == fs::read(&file).expect("it was written"), "{format}");
    }
    assert!(printed(&["picture", "f5 d6 c3"]).starts_with("<svg "));
}

#[test]
fn a_link_draws_the_same_picture_as_its_moves() {
    let link = printed(&["link", "f5 d6 c3"]);
    assert_eq!(printed(&["picture", link.trim()]), printed(&["picture", "f5d6c3"]));
    let [start, later] = ["0", "3"].map(|ply| printed(&["picture", "f5d6c3", "--ply", ply]));
    assert!(start != later && later == printed(&["picture", "f5d6c3"]));
    let bare = printed(&["picture", "f5d6c3", "--no-coordinates", "--no-caption"]);
    assert!(!bare.contains("<text") && printed(&["picture", "f5d6c3", "--numbers"]).contains(">3</text>"));
}

#[test]
fn pictures_that_cannot_be_drawn_are_refused() {
    assert_eq!(refused(&["picture", "f5", "--ply", "2"]).1, "there is no ply 2: the game has 1 turns");
    assert!(refused(&["picture", "nonsense"]).1.starts_with("neither a board nor a game"));
    assert!(refused(&["picture", "f5", "-o", "x.bmp"]).1.starts_with("x.bmp: the name ends with neither"));
    assert!(refused(&["picture", "f5", "-o", "no/such/x.png"]).1.starts_with("no/such/x.png: cannot be written"));
}
