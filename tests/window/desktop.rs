//! Window properties that a taskbar reads.

use crate::game::{Game, Options};

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_taskbar_shows_the_title_and_the_icon_and_finds_the_menu_entry() {
    let entry = include_str!("../../packaging/linux/irogaeshi.desktop");
    let class =
        entry.lines().find_map(|line| line.strip_prefix("StartupWMClass=")).expect("it says which windows are its");
    let mut game = Game::start(&Options::default());
    assert!(game.property("WM_CLASS").contains(&format!("\"{class}\"")), "{}", game.property("WM_CLASS"));
    assert!(game.property("_NET_WM_NAME").contains("\"Irogaeshi\""), "{}", game.property("_NET_WM_NAME"));
    game.wait("the window has its icon", |game| game.property("_NET_WM_ICON").contains("64 x 64"));
}
