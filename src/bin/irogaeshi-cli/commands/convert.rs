//! Command `convert`: reads games of every format and writes them in another.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use irogaeshi::notation::{
    AnyText, Collection, Diagram, GameRecord, Ggf, Pgn, Sgf, WthorFiles, WthorGames, WthorKind, WthorNames, civil_date,
    grid_of, read_solitaires, transcript_of,
};
use irogaeshi::rules::Record;

use crate::failure::Failure;
use crate::out::files::{STDIN, check_writable, read_at_most, read_stdin_at_most, write_whole};
use crate::out::line::say;

#[derive(clap::Args)]
pub(crate) struct ConvertArguments {
    /// Format: moves, pgn, sgf, ggf, obf, squares, grid, json, record or wthor.
    ///
    /// obf and squares write the last position of each game, grid a board of move numbers, json a match on each line,
    /// record the board and the moves, and wthor files as those of the French federation's database.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    to: Format,
    /// File to write instead of stdout.
    ///
    /// WTHOR needs one: the names go into files beside it with the extensions .jou and .trn.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Files to read; without any, stdin.
    ///
    /// A file holds a game or several in any format that the game reads. WTHOR files are known by their extensions:
    /// .wtb has games, .pzz positions, and .jou the names of their players.
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
}

/// Format to write.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Moves such as f5d6c3, a line a game.
    Moves,
    /// Portable Game Notation.
    Pgn,
    /// Smart Game Format.
    Sgf,
    /// Generic Game Format.
    Ggf,
    /// Last position of each game, as a line in OBF.
    Obf,
    /// Last position of each game, as 64 squares and the player to move.
    Squares,
    /// Board of move numbers.
    Grid,
    /// Match as JSON, a line a game.
    Json,
    /// Record with its board.
    Record,
    /// Database of the French federation.
    Wthor,
}

/// Enough for the games of the whole WTHOR database in any format but JSON.
pub(crate) const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Converts every readable game, and says on stderr which ones were left out.
///
/// # Errors
/// If a file cannot be read or written, or a game was left out.
pub(crate) fn run(arguments: &ConvertArguments, out: &mut impl Write) -> Result<(), Failure> {
    let ConvertArguments { to, output, files } = arguments;
    let mut conversion = Conversion::new(*to, output.as_deref())?;
    let players = read_players(files)?;
    if files.is_empty() {
        conversion.add_text(STDIN, &read_stdin_at_most(MAX_BYTES)?)?;
    }
    for path in files {
        let name = path.display().to_string();
        match WthorKind::of(&name) {
            Some(WthorKind::Players | WthorKind::Tournaments) => {}
            Some(WthorKind::Games) => conversion.add_wthor(&name, &read_at_most(path, MAX_BYTES)?, &players)?,
            Some(WthorKind::Solitaires) => conversion.add_solitaires(&name, &read_at_most(path, MAX_BYTES)?)?,
            None => conversion.add_text(&name, &read_at_most(path, MAX_BYTES)?)?,
        }
        conversion.pass_on(out)?;
    }
    conversion.finish(out)
}

/// Names of the players in the files `.jou`; those of the last one.
fn read_players(files: &[PathBuf]) -> Result<WthorNames, Failure> {
    let is_players = |path: &&PathBuf| WthorKind::of(&path.to_string_lossy()) == Some(WthorKind::Players);
    let Some(path) = files.iter().rfind(is_players) else { return Ok(WthorNames::default()) };
    let names = WthorNames::read_players(&read_at_most(path, MAX_BYTES)?);
    Ok(names.map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Files that a conversion writes.
fn written_files(format: Format, path: &Path) -> Vec<PathBuf> {
    match format {
        Format::Wthor => vec![path.to_owned(), path.with_extension("jou"), path.with_extension("trn")],
        _ => vec![path.to_owned()],
    }
}

fn write_wthor(path: &Path, games: &[GameRecord]) -> Result<(), Failure> {
    const SECONDS_A_DAY: u64 = 24 * 60 * 60;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let day = |seconds: u64| civil_date(seconds / SECONDS_A_DAY);
    let (year, month, of_month) = day(now.as_secs());
    let played = games.iter().find_map(GameRecord::started).map_or(0, |started| day(started).0);
    let date = (year as u16, month as u8, of_month as u8);
    let files = WthorFiles::of(games, played as u16, date).map_err(|error| error.to_string())?;
    let contents = [files.games, files.players, files.tournaments];
    for (path, content) in written_files(Format::Wthor, path).iter().zip(contents) {
        write_whole(path, &content)?;
    }
    Ok(())
}

/// Games on their way into a format.
pub(crate) struct Conversion<'a> {
    format: Format,
    /// File to write instead of stdout.
    output: Option<&'a Path>,
    /// Output so far.
    written: Vec<u8>,
    /// Games that are written together.
    games: Vec<GameRecord>,
    done: usize,
    left_out: usize,
}

impl<'a> Conversion<'a> {
    /// Begins a conversion.
    ///
    /// # Errors
    /// If the format needs a file, or the file cannot be written.
    pub(crate) fn new(format: Format, output: Option<&'a Path>) -> Result<Self, Failure> {
        if format == Format::Wthor && output.is_none() {
            return Err("WTHOR needs a file to write: add --output games.wtb".to_owned().into());
        }
        for path in output.iter().flat_map(|path| written_files(format, path)) {
            check_writable(&path)?;
        }
        Ok(Self { format, output, written: Vec::new(), games: Vec::new(), done: 0, left_out: 0 })
    }

    /// Writes what is complete, if it goes to stdout.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn pass_on(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        if self.output.is_none() {
            out.write_all(&std::mem::take(&mut self.written))?;
        }
        Ok(())
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// If it cannot be written, a game was left out, or there was none.
    pub(crate) fn finish(self, out: &mut impl Write) -> Result<(), Failure> {
        let Self { format, output, written, games, done, left_out } = self;
        match output {
            Some(path) if format == Format::Wthor => write_wthor(path, &games)?,
            Some(path) => write_whole(path, &written)?,
            None => out.write_all(&written)?,
        }
        match (done, left_out) {
            (0, 0) => Err("there is no game to convert".to_owned().into()),
            (_, 0) => Ok(()),
            (done, left_out) => Err(format!("left out {left_out} of {} games", done + left_out).into()),
        }
    }

    fn add_text(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let text = AnyText::decode_list(bytes).map_err(|error| format!("{name}: {error}"))?;
        let Collection { found, unread } = Collection::read(text);
        let mut unread = unread.into_iter().peekable();
        for (line, reading) in found {
            while let Some((line, error)) = unread.next_if(|(unread, _)| *unread < line) {
                self.leave_out(name, line, &error);
            }
            if let Some(remark) = reading.remark {
                say(&format!("{name}: line {line}: {remark}"));
            }
            let game = match reading.content {
                AnyText::Game(game) => *game,
                AnyText::Variant(variant) => GameRecord::new(Record::new(*variant)),
            };
            self.add(name, &format!("line {line}"), game);
        }
        for (line, error) in unread {
            self.leave_out(name, line, &error);
        }
        Ok(())
    }

    fn add_wthor(&mut self, name: &str, bytes: &[u8], players: &WthorNames) -> Result<(), Failure> {
        let file = WthorGames::read(bytes).map_err(|error| format!("{name}: {error}"))?;
        for (game, number) in file.games().zip(1..) {
            let (game, stopped) = game.to_game_record(Some(players));
            if let Some(stopped) = stopped {
                say(&format!("{name}: game {number}: reading stopped there: {stopped}"));
            }
            self.add(name, &format!("game {number}"), game);
        }
        Ok(())
    }

    fn add_solitaires(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let positions = read_solitaires(bytes).map_err(|error| format!("{name}: {error}"))?;
        for (solitaire, number) in positions.iter().zip(1..) {
            let game = GameRecord::new(Record::new(solitaire.position.variant()));
            self.add(name, &format!("position {number}"), game);
        }
        Ok(())
    }

    /// Writes a game in the format, or says why it cannot be.
    pub(crate) fn add(&mut self, name: &str, place: &str, game: GameRecord) {
        if self.format == Format::Wthor {
            match WthorFiles::of([&game], 0, (0, 0, 0)) {
                Ok(_) => {
                    self.games.push(game);
                    self.done += 1;
                }
                Err(error) => self.refuse(name, place, &error.to_string()),
            }
            return;
        }
        match self.format.write(&game) {
            Ok(text) => {
                // Games of several lines have an empty line between them.
                if self.done > 0 && self.format.is_of_lines() {
                    self.written.push(b'\n');
                }
                self.written.extend(text.trim_end().bytes());
                self.written.push(b'\n');
                self.done += 1;
            }
            Err(why) => self.refuse(name, place, &why),
        }
    }

    fn leave_out(&mut self, name: &str, line: usize, error: &impl ToString) {
        self.refuse(name, &format!("line {line}"), &error.to_string());
    }

    /// Says why a game is left out.
    pub(crate) fn refuse(&mut self, name: &str, place: &str, why: &str) {
        say(&format!("{name}: {place}: {why}"));
        self.left_out += 1;
    }
}

impl Format {
    /// Returns whether a game has several lines.
    const fn is_of_lines(self) -> bool {
        matches!(self, Self::Pgn | Self::Grid | Self::Record)
    }

    /// Text of a game.
    ///
    /// # Errors
    /// The reason if the format cannot hold it.
    fn write(self, game: &GameRecord) -> Result<String, String> {
        let record = game.record();
        let board = record.variant().name();
        let diagram =
            || Diagram::of(record.position()).ok_or_else(|| format!("{board} has more than 64 squares for two"));
        match self {
            Self::Moves if record.variant().is_ordinary() => Ok(transcript_of(record)),
            Self::Moves => Err(format!("{board} does not begin as usual; moves alone would mislead")),
            Self::Pgn => Pgn::of(game).map(|pgn| pgn.to_string()).map_err(|error| error.to_string()),
            Self::Sgf => Sgf::of(game).map(|sgf| sgf.to_string()).map_err(|error| error.to_string()),
            Self::Ggf => Ggf::of(game).map(|ggf| ggf.to_string()).map_err(|error| error.to_string()),
            Self::Obf => Ok(format!("{};", diagram()?)),
            Self::Squares => Ok(diagram()?.to_string()),
            Self::Grid => grid_of(record).ok_or_else(|| format!("{board} does not begin as usual on 8 × 8 squares")),
            Self::Json => Ok(game.to_string()),
            Self::Record => Ok(record.to_string()),
            Self::Wthor => Err("WTHOR is no text".to_owned()),
        }
    }
}
