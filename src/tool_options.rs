//! Command-line options of the tools for developers. Their help and their problems are in English only.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use bevy::prelude::*;
use irogaeshi::game::{
    CommandLineProblem, DemoPlugin, FirstFramePlugin, FrameCountPlugin, ScreensPlugin, ShowcasePlugin,
};

/// Help on these options, aligned as that of the others.
pub(crate) const HELP: &str = "
Tools for developing the game:
      --demo FOLDER         plays a match by itself, leaves pictures and the record in FOLDER, and ends
      --showcase FOLDER     leaves pictures of boards, also as colour-blind players see them, in FOLDER, and ends
      --screens FOLDER      leaves pictures of all screens in FOLDER, with --server of rooms too, and ends
      --first-frame         prints how long the start took
      --count-frames        prints the number of drawn frames from time to time";

/// Options of the tools for developers.
#[derive(Debug, Default)]
pub(crate) struct ToolOptions {
    tour: Option<Tour>,
    /// Time at which the option was read, which is the first thing that the program does.
    first_frame: Option<Instant>,
    count_frames: bool,
}

/// A tour in which the game takes pictures of itself, and the folder for them.
#[derive(Debug)]
enum Tour {
    Demo(PathBuf),
    Showcase(PathBuf),
    Screens(PathBuf),
}

/// Reason why a tool cannot do what is asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolProblem {
    #[error("the folder {} cannot be made: {reason}", .folder.display())]
    NoFolder { folder: PathBuf, reason: io::Error },
    #[error("--demo, --showcase and --screens show boards of their own: leave out either these or the file")]
    TourWithFiles,
    #[error(
        "--demo, --showcase and --screens are played by the game itself: leave out --join, and --server too except \
         with --screens"
    )]
    TourOnline,
}

impl From<ToolProblem> for CommandLineProblem {
    fn from(problem: ToolProblem) -> Self {
        Self::OfTools(problem.to_string())
    }
}

impl ToolOptions {
    /// Reads an option without its hyphens, and its value.
    ///
    /// # Errors
    /// The option is unknown, or its folder cannot be made.
    pub(crate) fn read(&mut self, name: &str, parser: &mut lexopt::Parser) -> Result<(), CommandLineProblem> {
        match name {
            "demo" => self.tour = Some(Tour::Demo(read_folder(parser.value()?)?)),
            "showcase" => self.tour = Some(Tour::Showcase(read_folder(parser.value()?)?)),
            "screens" => self.tour = Some(Tour::Screens(read_folder(parser.value()?)?)),
            "first-frame" => self.first_frame = Some(Instant::now()),
            "count-frames" => self.count_frames = true,
            _ => return Err(CommandLineProblem::UnknownOption(format!("--{name}"))),
        }
        Ok(())
    }

    /// Checks that the options for players go with a tour, if one is asked for.
    ///
    /// # Errors
    /// A tour opens no files and enters no room, and only that of the screens uses a server.
    pub(crate) fn check(&self, has_files: bool, joins: bool, has_server: bool) -> Result<(), ToolProblem> {
        match &self.tour {
            Some(_) if has_files => Err(ToolProblem::TourWithFiles),
            Some(_) if joins => Err(ToolProblem::TourOnline),
            Some(Tour::Demo(_) | Tour::Showcase(_)) if has_server => Err(ToolProblem::TourOnline),
            _ => Ok(()),
        }
    }

    /// Adds the plugins that the options ask for. Returns true for a tour.
    pub(crate) fn apply(self, app: &mut App, has_server: bool) -> bool {
        let is_tour = self.tour.is_some();
        match self.tour {
            Some(Tour::Demo(folder)) => drop(app.add_plugins(DemoPlugin { folder })),
            Some(Tour::Showcase(folder)) => drop(app.add_plugins(ShowcasePlugin { folder })),
            Some(Tour::Screens(folder)) => drop(app.add_plugins(ScreensPlugin { folder, has_server })),
            None => {}
        }
        if let Some(started) = self.first_frame {
            app.add_plugins(FirstFramePlugin { started });
        }
        if self.count_frames {
            app.add_plugins(FrameCountPlugin);
        }
        is_tour
    }
}

/// Returns the folder, made if it does not exist.
fn read_folder(value: OsString) -> Result<PathBuf, ToolProblem> {
    let folder = PathBuf::from(value);
    match fs::create_dir_all(&folder) {
        Ok(()) => Ok(folder),
        Err(reason) => Err(ToolProblem::NoFolder { folder, reason }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names in the help.
    fn names() -> impl Iterator<Item = &'static str> {
        HELP.lines().filter_map(|line| line.trim_start().strip_prefix("--")?.split_whitespace().next())
    }

    #[test]
    fn the_options_in_the_help_are_those_that_programs_without_tools_refuse_by_name() {
        assert_eq!(names().count(), 5);
        for name in names() {
            let mut parser = lexopt::Parser::from_args([std::env::temp_dir()]);
            assert_eq!(ToolOptions::default().read(name, &mut parser), Ok(()), "{name}");
            let option = format!("--{name}");
            let refused: CommandLineProblem = lexopt::Error::UnexpectedOption(option.clone()).into();
            assert_eq!(refused, CommandLineProblem::NeedsTools(option));
        }
    }

    #[test]
    fn tours_go_with_no_file_and_no_room_and_only_that_of_the_screens_with_a_server() {
        let tour = |name| {
            let mut options = ToolOptions::default();
            let read = options.read(name, &mut lexopt::Parser::from_args([std::env::temp_dir()]));
            read.map(|()| options).expect("the folder exists")
        };
        for name in ["demo", "showcase", "screens"] {
            assert!(tour(name).check(false, false, false).is_ok());
            assert!(matches!(tour(name).check(true, false, false), Err(ToolProblem::TourWithFiles)));
            assert!(matches!(tour(name).check(false, true, false), Err(ToolProblem::TourOnline)));
            assert_eq!(tour(name).check(false, false, true).is_ok(), name == "screens");
        }
        assert!(ToolOptions::default().check(true, true, true).is_ok());
    }
}
