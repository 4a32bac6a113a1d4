//! Games as links.

use std::io::Write;
use std::process::Stdio;

use irogaeshi::notation::{GameLink, GameRecord};
use irogaeshi::rules::{Record, Variant};

use crate::{command, file, printed, refused, text};

fn game(moves: &str) -> GameRecord {
    let mut record = Record::new(Variant::classic(8).expect("is played"));
    record.play_moves(moves).expect("are legal");
    GameRecord::new(record)
}

fn link(text: &str) -> GameLink {
    text.trim().parse().expect("a link")
}

#[test]
fn moves_become_a_link_and_a_link_leads_to_its_moves() {
    let printed_link = printed(&["link", "f5 d6 c3"]);
    assert!(printed_link.starts_with(GameLink::MARK) && printed_link.len() < 20, "{printed_link}");
    assert_eq!(link(&printed_link).game(), &game("f5d6c3"));
    assert_eq!(printed(&["link", printed_link.trim()]), printed_link, "links are read, too");
    let whole = printed(&["link", "--page", "https://play.example.org/", "f5 d6 c3"]);
    assert_eq!(whole, format!("https://play.example.org/{printed_link}"));
    let from_moves = printed(&["analyse", "--depth", "1", "f5 d6 c3"]);
    let from_link = printed(&["analyse", "--depth", "1", whole.trim()]);
    let scores = |table: &str| table.lines().last().map(str::to_owned);
    assert_eq!(scores(&from_link), scores(&from_moves));
}

#[test]
fn names_a_ply_and_a_comment_are_added_or_left_out() {
    let path = file("link.ggf", "(;GM[Othello]PB[Anna]PW[Ben]B[f5]W[d6]B[c3];)\n(;GM[Othello]PB[Carl]B[d3];)\n");
    let links = printed(&["link", &path, "--ply", "1", "--comment", "Look!"]);
    let links: Vec<GameLink> = links.lines().map(link).collect();
    let names = |link: &GameLink| link.game().names().iter().map(|(_, name)| name.clone()).collect::<String>();
    assert_eq!(links.iter().map(names).collect::<Vec<_>>(), ["AnnaBen", "Carl"]);
    assert!(links.iter().all(|link| link.shown() == Some(1) && link.comment() == "Look!"));
    let nameless = printed(&["link", "--no-names", &path]);
    assert!(nameless.lines().all(|line| names(&link(line)).is_empty()), "{nameless}");
}

#[test]
fn games_come_from_standard_input() {
    let mut tool = command(&["link", "-"]);
    let mut tool = tool.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the tool runs");
    tool.stdin.take().expect("a pipe").write_all(b"1. f5 d6\n").expect("it reads");
    let output = tool.wait_with_output().expect("it ends");
    assert_eq!(link(&text(&output.stdout)).game(), &game("f5d6"));
}

#[test]
fn games_that_cannot_be_read_are_refused() {
    assert!(refused(&["link", "nonsense"]).1.starts_with("neither a board nor a game"));
    assert_eq!(refused(&["link", "f5", "--ply", "2"]).1, "there is no ply 2: the game has 1 turns");
    let whole = printed(&["link", "f5d6c3d3c4f4f6f3"]);
    let why = refused(&["link", &whole.trim()[..whole.trim().len() - 2]]).1;
    assert!(why.starts_with("the end of the link is missing") || why.starts_with("the link is damaged"), "{why}");
    let path = file("archive.ggf", "(;GM[Othello]B[f5];)\n(;GM[Othello]B[a1];)\n");
    let (links, why) = refused(&["link", "d3", &path]);
    assert!(links.lines().count() == 1 && why.starts_with(&format!("{path}: line 2: ")), "{links}{why}");
}
