//! The real window while nothing can be saved: it says so, goes on, and saves everything once it can.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Display, Path, PathBuf};

use crate::game::{Folder, Game, Options};
use crate::mounts::{Mounts, report_skipped};
use crate::saved_files::{SavedFiles, choose_for_persons};
use crate::{PERSONS_ON_6, any_legal};

/// A data folder on a disk of its own, set up for two humans on a board of 6 x 6.
struct Disk {
    mounts: Mounts,
    /// Mount point, as the game sees it.
    folder: PathBuf,
    /// The data folder, as programs outside of the mount see it.
    data: PathBuf,
    home: Folder,
}

impl Disk {
    /// Mounts the disk with a shell command.
    ///
    /// # Errors
    /// The reason why nothing can be mounted here.
    fn new(command: impl Fn(Display) -> String) -> Result<Self, String> {
        let home = Folder::new();
        let folder = home.path("irogaeshi");
        fs::create_dir_all(&folder).expect("it can be made");
        let mounts = Mounts::new(&command(folder.display()))?;
        let data = mounts.path(&folder);
        choose_for_persons(&data, "classic-6");
        Ok(Self { mounts, folder, data, home })
    }

    /// Options for a game that saves on this disk.
    fn options(&self) -> Options<'_> {
        Options { home: Some(&self.home), mounts: Some(&self.mounts), ..Options::default() }
    }

    /// Runs a shell command that sees the mount.
    fn run(&self, command: impl Fn(Display) -> String) {
        self.mounts.run(&command(self.folder.display()));
    }
}

fn play(game: &mut Game) {
    let (ply, square) = (game.report().ply(), any_legal(game));
    game.type_square(square);
    game.wait_for_ply(ply + 1);
}

/// Waits for a notice with these words, and closes it.
fn read_notice(game: &mut Game, words: &[&str]) {
    game.wait(&format!("it is announced: {words:?}"), |game| {
        game.report().notice.as_ref().is_some_and(|notice| words.iter().all(|word| notice.contains(word)))
    });
    game.press_button("OK");
    game.wait("the notice is gone", |game| {
        game.report().notice.as_ref().is_none_or(|notice| !notice.contains(words[0]))
    });
}

/// Plays while nothing can be saved. That must be reported once, in these words, and saved matches must stay.
fn play_unsaved(game: &mut Game, words: &[&str], data: &Path) {
    let before = SavedFiles::read(data).records();
    play(game);
    read_notice(game, words);
    for _ in 0..2 {
        play(game);
        assert_eq!(game.report().notice, None, "it is announced once");
    }
    assert_eq!(SavedFiles::read(data).records(), before, "what was saved is still there");
}

/// Waits, without touching anything, until everything is saved.
fn wait_until_saved(game: &mut Game, data: &Path) {
    game.wait("saving works again", |game| {
        game.report().notice.as_ref().is_some_and(|notice| notice.starts_with("Saving works again"))
    });
    assert_eq!(SavedFiles::read(data).records(), [game.report().record()]);
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_data_folder_that_is_a_file_causes_a_notice_until_it_is_replaced() {
    let home = Folder::new();
    let data = home.path("irogaeshi");
    fs::write(&data, "a file").expect("it can be written");
    let options = Options { home: Some(&home), ..Options::default() };
    let mut game = Game::start(&options);
    game.press_button("New game");
    game.press_button(PERSONS_ON_6[0]);
    read_notice(&mut game, &["not saved", "data folder"]);
    for choice in &PERSONS_ON_6[1..3] {
        game.press_button(choice);
    }
    game.press_button("Start");
    game.wait("the match is shown", |game| game.report().board.as_ref().is_some_and(|board| board.area.cell > 1.0));
    play(&mut game);
    play(&mut game);
    assert_eq!(game.report().notice, None, "it is announced once");
    assert_eq!(fs::read_to_string(&data).expect("it is still there"), "a file");
    fs::remove_file(&data).expect("it can be removed");
    wait_until_saved(&mut game, &data);
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_full_disk_causes_a_notice_and_everything_is_saved_later() {
    let disk = match Disk::new(|place| format!("mount -t tmpfs -o size=64k,mode=700 small {place}")) {
        Ok(disk) => disk,
        Err(why) => return report_skipped("a full disk", &why),
    };
    let (data, options) = (&disk.data, disk.options());
    let mut game = Game::start(&options);
    game.show_match();
    play(&mut game);
    // The prefix is that of temporary files, which the game ignores.
    let filler = data.join(".irogaeshi-filler");
    let fill = || {
        let mut file = File::create(&filler).expect("there is room for a name");
        while file.write_all(&[0; 512]).is_ok() {}
    };
    fill();
    play_unsaved(&mut game, &["not saved", "disk is full"], data);
    fs::remove_file(&filler).expect("it can be removed");
    wait_until_saved(&mut game, data);

    // Killed while the disk is full, the game finds the last saved state at the next start.
    let saved = game.report().record();
    fill();
    play_unsaved(&mut game, &["not saved", "disk is full"], data);
    game.kill();
    fs::remove_file(&filler).expect("it can be removed");
    let mut game = Game::start(&options);
    game.show_match();
    assert_eq!(game.report().record(), saved);
    assert_eq!(game.report().notice, None, "nothing is wrong");
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_read_only_folder_causes_a_notice_and_everything_is_saved_later() {
    let disk = match Disk::new(|place| format!("mount --bind {place} {place}")) {
        Ok(disk) => disk,
        Err(why) => return report_skipped("a read-only folder", &why),
    };
    let mut game = Game::start(&disk.options());
    game.show_match();
    play(&mut game);
    disk.run(|place| format!("mount -o remount,bind,ro {place}"));
    play_unsaved(&mut game, &["not saved", "read-only"], &disk.data);
    disk.run(|place| format!("mount -o remount,bind,rw {place}"));
    wait_until_saved(&mut game, &disk.data);
}
