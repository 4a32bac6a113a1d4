//! Command-line options of the game.

use std::ffi::{OsStr, OsString};
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::str::FromStr;

use bevy::prelude::*;
use irogaeshi::game::{
    CommandLineProblem, FileOffered, OnlineCommand, ReportChanged, ReportPlugin, SoundPlugin, StoragePlugin,
};
use irogaeshi::notation::GameLink;
use irogaeshi::online::{RoomLink, ServerAddress};
use lexopt::prelude::*;

#[cfg(feature = "tools")]
use crate::tool_options::ToolOptions;

/// Options for starting the game.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// Width and height in logical pixels.
    pub(crate) size: Option<(u32, u32)>,
    report: bool,
    server: Option<ServerAddress>,
    join: Option<RoomLink>,
    files: Vec<PathBuf>,
    /// Links to games.
    links: Vec<String>,
    #[cfg(feature = "tools")]
    tools: ToolOptions,
}

/// The result of reading a command line.
#[derive(Debug)]
pub(crate) enum Request {
    Play(Options),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
}

impl Options {
    /// Reads a command line, including the program's name.
    ///
    /// # Errors
    /// The first argument that cannot be understood or carried out.
    pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, CommandLineProblem> {
        let mut options = Self::default();
        let mut parser = lexopt::Parser::from_iter(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("join") => options.join = Some(read_text(&parser.value()?, CommandLineProblem::NotALink)?),
                Long("server") => options.server = Some(read_text(&parser.value()?, CommandLineProblem::NotAServer)?),
                Long("size") => options.size = Some(read_size(&parser.value()?)?),
                Long("report") => options.report = true,
                Short('h') | Long("help") => return Ok(Request::Help),
                Short('V') | Long("version") => return Ok(Request::Version),
                Value(value) => match value.to_str().filter(|text| GameLink::is_in(text)) {
                    Some(link) => options.links.push(link.to_owned()),
                    None => options.files.push(value.into()),
                },
                #[cfg(feature = "tools")]
                Long(name) => {
                    let name = name.to_owned();
                    options.tools.read(&name, &mut parser)?;
                }
                _ => return Err(argument.unexpected().into()),
            }
        }
        #[cfg(feature = "tools")]
        options.tools.check(
            !(options.files.is_empty() && options.links.is_empty()),
            options.join.is_some(),
            options.server.is_some(),
        )?;
        Ok(Request::Play(options))
    }

    /// Adds the plugins and messages that the options ask for.
    pub(crate) fn apply(self, app: &mut App) {
        #[cfg(feature = "tools")]
        let is_tour = self.tools.apply(app, self.server.is_some());
        #[cfg(not(feature = "tools"))]
        let is_tour = false;
        // Tours have no storage, so that they neither load nor replace the player's saved match.
        if !is_tour {
            app.add_plugins((StoragePlugin::default(), SoundPlugin));
        }
        let server = self.server.map(OnlineCommand::UseServer);
        for command in server.into_iter().chain(self.join.map(OnlineCommand::Join)) {
            app.world_mut().write_message(command);
        }
        for file in self.files {
            app.world_mut().write_message(FileOffered::read(&file));
        }
        for link in self.links {
            app.world_mut().write_message(FileOffered::link(&link));
        }
        if self.report {
            app.add_plugins(ReportPlugin).add_systems(Last, print_report.after(irogaeshi::game::EndSystems::Report));
        }
    }
}

/// Parses a value, or returns the problem made of its text.
fn read_text<T: FromStr>(
    value: &OsStr,
    problem: impl FnOnce(String) -> CommandLineProblem,
) -> Result<T, CommandLineProblem> {
    let read = value.to_str().and_then(|text| text.parse().ok());
    read.ok_or_else(|| problem(value.to_string_lossy().into_owned()))
}

/// Maximum side of a window, in logical pixels. Every graphics card can draw it, and no screen is larger.
const MAX_SIDE: u32 = 8192;

fn read_size(value: &OsStr) -> Result<(u32, u32), CommandLineProblem> {
    let read = || {
        let (width, height) = value.to_str()?.split_once('x')?;
        let sides = 1..=MAX_SIDE;
        Some((width.parse().ok()?, height.parse().ok()?))
            .filter(|(width, height)| sides.contains(width) && sides.contains(height))
    };
    let text = value.to_string_lossy();
    read().ok_or_else(|| CommandLineProblem::NotASize { text: text.into_owned(), max_side: MAX_SIDE })
}

fn print_report(mut changes: MessageReader<ReportChanged>, mut exit: MessageWriter<AppExit>) {
    for ReportChanged(json) in changes.read() {
        // A reader that has closed the pipe wants the game to end.
        if writeln!(stdout(), "{json}").and_then(|()| stdout().flush()).is_err() {
            exit.write(AppExit::Success);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_and_other_text_is_refused() {
        let read = |link: &str| Options::read(["irogaeshi", "--join", link].map(OsString::from));
        let Ok(Request::Play(options)) = read("https://play.example.org/#/room/KQ7M2XRT") else {
            panic!("it is a link")
        };
        assert_eq!(options.join.and_then(|link| link.server), "https://play.example.org".parse().ok());
        let no_link = "https://play.example.org";
        assert_eq!(read(no_link).err(), Some(CommandLineProblem::NotALink(no_link.to_owned())));
    }

    #[test]
    fn a_link_to_a_game_is_no_file() {
        let arguments = ["irogaeshi", "https://play.example.org/#game=ABC", "game.txt"].map(OsString::from);
        let Ok(Request::Play(options)) = Options::read(arguments) else { panic!("it is understood") };
        assert_eq!(options.links, ["https://play.example.org/#game=ABC"]);
        assert_eq!(options.files, [PathBuf::from("game.txt")]);
    }

    #[test]
    fn unknown_options_and_missing_values_are_named() {
        let read = |options: &[&str]| {
            let line = ["irogaeshi"].iter().chain(options).map(OsString::from);
            Options::read(line).err()
        };
        assert_eq!(read(&["--sise", "1x1"]), Some(CommandLineProblem::UnknownOption("--sise".to_owned())));
        assert_eq!(read(&["--size"]), Some(CommandLineProblem::NoValue("--size".to_owned())));
        assert_eq!(read(&["--report=yes"]), Some(CommandLineProblem::NeedlessValue("--report".to_owned())));
        assert_eq!(read(&["--server", "a b"]), Some(CommandLineProblem::NotAServer("a b".to_owned())));
        assert_eq!(read(&["a.irogaeshi", "--report"]), None);
    }

    #[test]
    fn impossible_window_sizes_are_refused_with_the_possible_ones() {
        let read = |text: &str| read_size(OsStr::new(text));
        assert_eq!(read("1280x800"), Ok((1280, 800)));
        assert_eq!(read("1x8192"), Ok((1, 8192)));
        for bad in ["65536x10", "10x8193", "0x10", "10x0", "10", "x", "-1x10", "99999999999x1"] {
            assert_eq!(read(bad), Err(CommandLineProblem::NotASize { text: bad.to_owned(), max_side: 8192 }));
        }
    }
}
