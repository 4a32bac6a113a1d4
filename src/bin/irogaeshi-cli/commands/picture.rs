//! Command `picture`: draws games as SVG, PNG or animated GIF.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use irogaeshi::notation::GameRecord;
use irogaeshi::pictures::{Animation, PictureOptions, PictureSize, Typefaces, png, svg};
use irogaeshi::programs::ThinkingTime;

use crate::commands::game_source::read_game;
use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};

/// Time of a move in animations.
const PACE: Duration = Duration::from_millis(900);

#[derive(clap::Args)]
pub(crate) struct PictureArguments {
    /// Game: moves such as f5d6c3, a link, or a file; "-" is standard input.
    ///
    /// Of several games, the first is drawn.
    #[arg(value_name = "GAME|FILE")]
    game: String,
    /// File to write; without it, the picture goes to standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the picture.
    ///
    /// Without it, the name of the file decides; without a file, it is SVG.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Draw the game up to this many turns [default: all].
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Size.
    ///
    /// About 320, 480 or 960 pixels wide.
    #[arg(long, value_name = "SIZE", default_value = PictureSize::Medium.key())]
    size: Size,
    /// Write the number of its move on each disc.
    #[arg(long)]
    numbers: bool,
    /// Leave the coordinates out.
    #[arg(long)]
    no_coordinates: bool,
    /// Leave the names and counts below the board out.
    #[arg(long)]
    no_caption: bool,
    /// Time of each move in animations [default: 900ms].
    #[arg(long, value_name = "TIME")]
    pace: Option<ThinkingTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Shapes, for the web and for print.
    Svg,
    /// Pixels.
    Png,
    /// Animation of the whole game.
    Gif,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size(PictureSize);

impl ValueEnum for Size {
    fn value_variants<'a>() -> &'a [Self] {
        const { &[Self(PictureSize::Small), Self(PictureSize::Medium), Self(PictureSize::Large)] }
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.key()))
    }
}

/// Draws the picture.
///
/// # Errors
/// If the game cannot be read or the file cannot be written.
pub(crate) fn run(arguments: &PictureArguments, out: &mut impl Write) -> Result<(), Failure> {
    let game = read_game(&arguments.game)?;
    let format = match (arguments.to, &arguments.output) {
        (Some(format), _) => format,
        (None, Some(path)) => format_of(path)?,
        (None, None) => Format::Svg,
    };
    match &arguments.output {
        Some(path) => check_writable(path)?,
        None if format != Format::Svg && io::stdout().is_terminal() => {
            return Err("the picture would go to the terminal; name a file with --output".to_owned().into());
        }
        None => {}
    }
    let bytes = draw(arguments, &game, format)?;
    match &arguments.output {
        Some(path) => Ok(write_whole(path, &bytes)?),
        None => Ok(out.write_all(&bytes)?),
    }
}

fn draw(arguments: &PictureArguments, game: &GameRecord, format: Format) -> Result<Vec<u8>, Failure> {
    let mut record = game.record().clone();
    let plies = record.ply();
    let ply = arguments.ply.unwrap_or(plies);
    if ply > plies {
        return Err(format!("there is no ply {ply}: the game has {plies} turns").into());
    }
    let options = PictureOptions {
        size: arguments.size.0,
        coordinates: !arguments.no_coordinates,
        caption: !arguments.no_caption,
        numbers: arguments.numbers,
        names: game.names().clone(),
        ..PictureOptions::default()
    };
    let typefaces = Typefaces::bundled();
    Ok(match format {
        Format::Svg => svg(&record, ply, &options).into_bytes(),
        Format::Png => png(&record, ply, &options, &typefaces),
        Format::Gif => {
            record.jump(ply);
            let pace = arguments.pace.map_or(PACE, |ThinkingTime(time)| time);
            let mut animation = Animation::new(record, options, pace);
            while animation.step(&typefaces).is_some() {}
            animation.finish()
        }
    })
}

fn format_of(path: &Path) -> Result<Format, Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    Format::from_str(extension, true).map_err(|_| {
        let path = path.display();
        Failure::Refused(format!("{path}: the name ends with neither .svg, .png nor .gif; name the format with --to"))
    })
}
