//! What can be asked for on the command line of the window.

use std::ffi::OsString;
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::Instant;

use bevy::prelude::*;
use irogaeshi::game::{
    DemoPlugin, FileOffered, FirstFramePlugin, FrameCountPlugin, OnlineCommand, ReportChanged, ReportPlugin,
    ScreensPlugin, ShowcasePlugin, SoundPlugin, StoragePlugin,
};
use irogaeshi::online::{RoomLink, ServerAddress};
use lexopt::prelude::*;

const HELP: &str = "\
Reversi, one disc at a time.

Usage: irogaeshi [OPTIONS] [FILE]...

  FILE                     a board or a match to open, as docs/variants.md describes them

Options:
      --join LINK          enters a room of a server of online play, or with --server one by its eight letters
      --server ADDRESS     plays online with the rooms of this server, such as https://play.example.org
      --size WIDTHxHEIGHT  how large the window opens
      --demo FOLDER        plays a match by itself, leaves pictures and the record in FOLDER, and ends
      --showcase FOLDER    leaves pictures of several boards, also as colour-blind players see them, in FOLDER, and ends
      --screens FOLDER     leaves pictures of all screens in FOLDER, with --server of rooms too, and ends
      --first-frame        prints how long the start took
      --count-frames       prints the number of drawn frames from time to time
      --report             prints a line of JSON whenever what is shown has changed
  -h, --help               prints this
  -V, --version            prints the version";

/// What the window is to do besides being played.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// Width and height in logical pixels.
    pub(crate) size: Option<(u32, u32)>,
    tour: Option<Tour>,
    first_frame: bool,
    count_frames: bool,
    report: bool,
    server: Option<ServerAddress>,
    join: Option<RoomLink>,
    files: Vec<PathBuf>,
}

/// What the game shows of itself, and the folder that the pictures go to.
#[derive(Debug)]
enum Tour {
    Demo(PathBuf),
    Showcase(PathBuf),
    Screens(PathBuf),
}

/// What the command line asks for.
#[derive(Debug)]
pub(crate) enum Wish {
    /// The game.
    Play(Options),
    /// Only a text.
    Print(String),
}

impl Options {
    /// Reads a command line, the program's name included.
    ///
    /// # Errors
    /// What cannot be understood or done, in words.
    pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Wish, lexopt::Error> {
        let mut options = Self::default();
        let mut parser = lexopt::Parser::from_iter(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("join") => options.join = Some(parser.value()?.parse()?),
                Long("server") => options.server = Some(parser.value()?.parse()?),
                Long("size") => options.size = Some(parser.value()?.parse_with(read_size)?),
                Long("demo") => options.tour = Some(Tour::Demo(read_folder(parser.value()?)?)),
                Long("showcase") => options.tour = Some(Tour::Showcase(read_folder(parser.value()?)?)),
                Long("screens") => options.tour = Some(Tour::Screens(read_folder(parser.value()?)?)),
                Long("first-frame") => options.first_frame = true,
                Long("count-frames") => options.count_frames = true,
                Long("report") => options.report = true,
                Short('h') | Long("help") => return Ok(Wish::Print(HELP.to_owned())),
                Short('V') | Long("version") => {
                    return Ok(Wish::Print(format!("irogaeshi {}", env!("CARGO_PKG_VERSION"))));
                }
                Value(file) => options.files.push(file.into()),
                _ => return Err(argument.unexpected()),
            }
        }
        if options.tour.is_some() && !options.files.is_empty() {
            return Err(
                "--demo, --showcase and --screens show boards of their own: leave out either these or the file".into(),
            );
        }
        let shows_rooms = matches!(options.tour, None | Some(Tour::Screens(_)));
        if options.tour.is_some() && (options.join.is_some() || (options.server.is_some() && !shows_rooms)) {
            return Err("--demo, --showcase and --screens are played by the game itself: leave out --join, and --server but with --screens".into());
        }
        Ok(Wish::Play(options))
    }

    /// Adds what is asked for to the game.
    pub(crate) fn apply(self, app: &mut App, started: Instant) {
        match self.tour {
            // These are nobody's matches: they neither take up what is kept nor replace it.
            Some(Tour::Demo(folder)) => app.add_plugins(DemoPlugin { folder }),
            Some(Tour::Showcase(folder)) => app.add_plugins(ShowcasePlugin { folder }),
            Some(Tour::Screens(folder)) => app.add_plugins(ScreensPlugin { folder, has_server: self.server.is_some() }),
            None => app.add_plugins((StoragePlugin::default(), SoundPlugin)),
        };
        let server = self.server.map(OnlineCommand::UseServer);
        for wish in server.into_iter().chain(self.join.map(OnlineCommand::Join)) {
            app.world_mut().write_message(wish);
        }
        for file in self.files {
            app.world_mut().write_message(FileOffered::read(&file));
        }
        if self.first_frame {
            app.add_plugins(FirstFramePlugin { started });
        }
        if self.count_frames {
            app.add_plugins(FrameCountPlugin);
        }
        if self.report {
            app.add_plugins(ReportPlugin).add_systems(Last, print_report.after(irogaeshi::game::ReportSystems));
        }
    }
}

/// A folder, made if there is none.
fn read_folder(value: OsString) -> Result<PathBuf, String> {
    let folder = PathBuf::from(value);
    fs::create_dir_all(&folder).map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))?;
    Ok(folder)
}

/// The longest side that a window can be asked to open with, in logical pixels: every graphics card can draw it, and no
/// screen is larger.
const LONGEST_SIDE: u32 = 8192;

fn read_size(text: &str) -> Result<(u32, u32), String> {
    let parse = || {
        let (width, height) = text.split_once('x')?;
        let sides = 1..=LONGEST_SIDE;
        Some((width.parse().ok()?, height.parse().ok()?))
            .filter(|(width, height)| sides.contains(width) && sides.contains(height))
    };
    parse().ok_or_else(|| format!("a size is a width and a height from 1 to {LONGEST_SIDE}, such as 1280x800"))
}

fn print_report(mut changes: MessageReader<ReportChanged>, mut exit: MessageWriter<AppExit>) {
    for ReportChanged(json) in changes.read() {
        // Whoever asked for reports and no longer reads them wants the game to end.
        if writeln!(stdout(), "{json}").and_then(|()| stdout().flush()).is_err() {
            exit.write(AppExit::Success);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_and_what_is_none_is_refused() {
        let read = |link: &str| Options::read(["irogaeshi", "--join", link].map(OsString::from));
        let Ok(Wish::Play(options)) = read("https://play.example.org/#/room/KQ7M2XRT") else { panic!("it is a link") };
        assert_eq!(options.join.and_then(|link| link.server), "https://play.example.org".parse().ok());
        assert!(read("https://play.example.org").is_err());
    }

    #[test]
    fn sizes_that_no_window_can_have_are_refused_with_what_it_can_have() {
        assert_eq!(read_size("1280x800"), Ok((1280, 800)));
        assert_eq!(read_size("1x8192"), Ok((1, 8192)));
        for bad in ["65536x10", "10x8193", "0x10", "10x0", "10", "x", "-1x10", "99999999999x1"] {
            let why = "a size is a width and a height from 1 to 8192, such as 1280x800";
            assert_eq!(read_size(bad), Err(why.to_owned()), "{bad}");
        }
    }
}
