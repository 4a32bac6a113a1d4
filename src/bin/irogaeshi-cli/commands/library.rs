//! Command `library`: adds games to a library, searches it, and writes games of it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use irogaeshi::files::{LibraryFile, LibraryFileError, Opened};
use irogaeshi::library::{Continuation, Game, GameDate, Import, Library, Query, Search, Term, WthorTables};
use irogaeshi::notation::{AnyText, Reading, WthorKind, WthorNames, civil_date};
use irogaeshi::rules::{Move, Outcome, Player, Position, Record, Variant};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::commands::convert::{Conversion, Format, MAX_BYTES};
use crate::failure::{Failure, Refusal};
use crate::out::files::{STDIN, read_at_most, read_stdin_at_most};
use crate::out::json::print_line;
use crate::out::line::{one_line, say};
use crate::out::table::{Column, Table};
use crate::variant::find_variant;

impl Refusal for LibraryFileError {}

#[derive(clap::Subcommand)]
pub(crate) enum LibraryCommand {
    /// Add the games of files in any format that the game reads.
    ///
    /// Games that are there already stay as they are.
    Add(AddArguments),
    /// Print the games that fulfil all conditions, one a line.
    ///
    /// A condition is a word such as player:tamenori, opponent:"Brightwell Graham", black:anna, won:black, won:player,
    /// ending:resigned, date:1999..2005-06, board:classic-8, opening:f5d6c3, opening:tiger, pos:f5d6, plies:..40,
    /// tag:study, in:"WTHOR 1999", event:paris, favourite or sort:-date. Other words are searched everywhere.
    Search(SearchArguments),
    /// Write the games that fulfil all conditions in another format.
    Export(ExportArguments),
    /// Print how games went on from a position, on the board turned or mirrored in any way.
    Position(PositionArguments),
    /// Write the library anew without removed games and damaged parts.
    Compact(FileArgument),
    /// Read every game and print what the library holds.
    Check(FileArgument),
}

#[derive(clap::Args)]
pub(crate) struct FileArgument {
    /// Library, such as games.irg.
    #[arg(value_name = "LIBRARY")]
    library: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct AddArguments {
    #[command(flatten)]
    file: FileArgument,
    /// Files to add; without any, or for "-", stdin.
    ///
    /// Files of the WTHOR database are known by their extensions: .wtb has games, .jou the names of their players and
    /// .trn those of their tournaments.
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Names of players for WTHOR files.
    #[arg(long, value_name = "FILE.JOU")]
    players: Option<PathBuf>,
    /// Names of tournaments for WTHOR files.
    #[arg(long, value_name = "FILE.TRN")]
    tournaments: Option<PathBuf>,
    /// Collection of the games [default: the file's name, or WTHOR].
    ///
    /// The default for games of the WTHOR database also has their year.
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
    /// Tag for the games; can be repeated.
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
}

#[derive(clap::Args)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    file: FileArgument,
    /// Conditions; without any, all games.
    #[arg(value_name = "QUERY", default_value = "", hide_default_value = true)]
    query: String,
    /// Print one JSON object a game.
    #[arg(long)]
    json: bool,
    /// Print no more than this number of games.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

#[derive(clap::Args)]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    file: FileArgument,
    /// Conditions as for search; without any, all games.
    #[arg(value_name = "QUERY", default_value = "", hide_default_value = true)]
    query: String,
    /// Format, as for convert.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    to: Format,
    /// File to write instead of stdout.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct PositionArguments {
    #[command(flatten)]
    file: FileArgument,
    /// Moves such as f5d6c3, or 64 squares and the player to move; "" is the start.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Board for the moves.
    #[arg(long, value_name = "NAME|FILE", default_value = "classic")]
    variant: String,
    /// Further conditions as for search.
    #[arg(long = "where", value_name = "QUERY", default_value = "", hide_default_value = true)]
    conditions: String,
    /// Print one JSON object a move.
    #[arg(long)]
    json: bool,
}

/// Number of games that are written at once.
const BATCH: usize = 2000;

/// Carries out a command on a library.
///
/// # Errors
/// If the library or a file cannot be read or written, a query is wrong, or a game cannot be read.
pub(crate) fn run(command: &LibraryCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        LibraryCommand::Add(arguments) => add(arguments, out),
        LibraryCommand::Search(arguments) => search(arguments, out),
        LibraryCommand::Export(arguments) => export(arguments, out),
        LibraryCommand::Position(arguments) => position(arguments, out),
        LibraryCommand::Compact(FileArgument { library }) => {
            let (mut file, _) = open(library)?;
            let size = || fs::metadata(library).map(|metadata| metadata.len()).unwrap_or_default();
            let before = size();
            file.compact()?;
            Ok(writeln!(out, "{} games, {before} bytes before, {} now", file.library().len(), size())?)
        }
        LibraryCommand::Check(FileArgument { library }) => check(library, out),
    }
}

/// Opens a library that exists, and says on stderr what is damaged.
fn open(path: &Path) -> Result<(LibraryFile, Opened), Failure> {
    if let Err(error) = fs::metadata(path) {
        return Err(format!("{}: cannot be read: {error}", path.display()).into());
    }
    open_or_begin(path)
}

fn open_or_begin(path: &Path) -> Result<(LibraryFile, Opened), Failure> {
    let (file, opened) = LibraryFile::open(path)?;
    let name = path.display();
    for range in &opened.damaged {
        say(&format!("{name}: bytes {} to {} are damaged, and their changes are lost", range.start, range.end));
    }
    if opened.unfinished > 0 {
        say(&format!("{name}: the last {} bytes are a change that was not finished", opened.unfinished));
    }
    if opened.unknown > 0 {
        say(&format!("{name}: {} changes are of a newer version; update the program to see them", opened.unknown));
    }
    Ok((file, opened))
}

fn add(arguments: &AddArguments, out: &mut impl Write) -> Result<(), Failure> {
    let AddArguments { file: FileArgument { library }, files, players, tournaments, collection, tag } = arguments;
    let kind_of = |path: &Path| WthorKind::of(&path.to_string_lossy());
    let names = |option: &Option<PathBuf>, kind, read: fn(&[u8]) -> Result<WthorNames, _>| {
        let path = option.as_ref().or_else(|| files.iter().rfind(|path| kind_of(path) == Some(kind)));
        let Some(path) = path else { return Ok(None) };
        let names = read(&read_at_most(path, MAX_BYTES)?);
        Ok::<_, Failure>(Some(Arc::new(names.map_err(|error| format!("{}: {error}", path.display()))?)))
    };
    let names = WthorTables {
        players: names(players, WthorKind::Players, WthorNames::read_players)?,
        tournaments: names(tournaments, WthorKind::Tournaments, WthorNames::read_tournaments)?,
    };
    let (mut library, _) = open_or_begin(library)?;
    let stdin = [PathBuf::from("-")];
    let sources = if files.is_empty() { &stdin[..] } else { files };
    let (mut added, mut known, mut unread) = (0, 0, 0);
    for path in sources {
        let is_stdin = path.as_os_str() == "-";
        let name = if is_stdin { STDIN.to_owned() } else { path.display().to_string() };
        let bytes = || if is_stdin { read_stdin_at_most(MAX_BYTES) } else { read_at_most(path, MAX_BYTES) };
        let import = match kind_of(path) {
            Some(WthorKind::Players | WthorKind::Tournaments) => continue,
            Some(WthorKind::Games) => {
                Import::of_wthor(bytes()?, names.clone()).map_err(|error| format!("{name}: {error}"))?
            }
            Some(WthorKind::Solitaires) => {
                return Err(format!("{name}: has positions, not games; convert it first").into());
            }
            None => {
                let bytes = bytes()?;
                let text = AnyText::decode_list(&bytes).map_err(|error| format!("{name}: {error}"))?;
                let of_file = if is_stdin { None } else { path.file_stem() };
                Import::of_text(text.to_owned())
                    .into_collection(&of_file.map(|stem| stem.to_string_lossy()).unwrap_or_default())
            }
        };
        let import = match collection {
            Some(collection) => import.into_collection(collection),
            None => import,
        };
        let import = import_all(&mut library, import.with_tags(tag.iter().cloned()), &name)?;
        for note in import.notes() {
            say(&format!("{name}: {note}"));
        }
        added += import.added();
        known += import.known();
        unread += import.unread();
    }
    writeln!(out, "added {added} games; {known} were there already")?;
    if unread > 0 { Err(format!("left out {unread} games").into()) } else { Ok(()) }
}

/// Imports batch by batch, each of which is on the disk before the next begins.
fn import_all(file: &mut LibraryFile, mut import: Import, name: &str) -> Result<Import, Failure> {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}").expect("the template is right");
    let bar = ProgressBar::new(import.total() as u64).with_style(style).with_message(one_line(name));
    while !import.is_done() {
        let change = file.change(|library| import.next_batch(library, BATCH))?;
        import.count(&change);
        bar.set_position(import.done() as u64);
    }
    bar.finish_and_clear();
    Ok(import)
}

fn query(text: &str) -> Result<Query, Failure> {
    Ok(text.parse::<Query>().map_err(|error| error.to_string())?)
}

fn search(arguments: &SearchArguments, out: &mut impl Write) -> Result<(), Failure> {
    let query = query(&arguments.query)?;
    let (file, _) = open(&arguments.file.library)?;
    let library = file.library();
    let search = Search::whole(library, query);
    let shown = arguments.limit.unwrap_or(usize::MAX);
    let games = search.found().iter().take(shown).filter_map(|found| Some((library.game(found.id)?, found.ply)));
    if arguments.json {
        for (game, ply) in games {
            print_line(out, &as_json(&game, ply))?;
        }
    } else {
        let mut table = Table::new(
            [("game", Column::Number), ("date", Column::Text), ("players", Column::Text), ("result", Column::Text)]
                .into_iter()
                .chain([("plies", Column::Number), ("board", Column::Text), ("collection", Column::Text)]),
        );
        for (game, _) in games {
            table.push([
                game.id().0.to_string(),
                date(&game).unwrap_or_default(),
                one_line(&game.names().map(|(_, name)| name).collect::<Vec<_>>().join(" – ")),
                game.discs().map(|(_, count)| count.to_string()).collect::<Vec<_>>().join("–"),
                game.plies().to_string(),
                one_line(game.variant().name()),
                one_line(game.collection()),
            ]);
        }
        write!(out, "{table}")?;
    }
    if search.found().len() > shown {
        say(&format!("showed {shown} of {} games", search.found().len()));
    }
    Ok(())
}

/// A date such as 1999-05-31, or a year.
fn date(game: &Game<'_>) -> Option<String> {
    const SECONDS_A_DAY: u64 = 24 * 60 * 60;
    Some(match game.date()? {
        GameDate::Year(year) => year.to_string(),
        GameDate::Time(seconds) => {
            let (year, month, day) = civil_date(seconds / SECONDS_A_DAY);
            format!("{year:04}-{month:02}-{day:02}")
        }
    })
}

fn as_json(game: &Game<'_>, ply: Option<u16>) -> Value {
    let by_player = |values: Vec<(Player, Value)>| {
        Value::Object(values.into_iter().map(|(player, value)| (player.key().to_owned(), value)).collect::<Map<_, _>>())
    };
    let moves = game.moves().unwrap_or_default();
    json!({
        "game": game.id().0,
        "date": date(game),
        "names": by_player(game.names().map(|(player, name)| (player, name.into())).collect()),
        "discs": by_player(game.discs().map(|(player, count)| (player, count.into())).collect()),
        "winner": game.outcome().map(|outcome| match outcome {
            Outcome::Win(player) => player.key(),
            Outcome::Draw => "nobody",
        }),
        "ending": game.ending().map(irogaeshi::rules::Ending::key),
        "board": game.board_key().unwrap_or(game.variant().name()),
        "moves": moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
        "title": game.title(),
        "event": game.event(),
        "collection": game.collection(),
        "tags": game.tags().collect::<Vec<_>>(),
        "favourite": game.is_favourite(),
        "perfect_discs": game.perfect_discs(),
        "ply": ply,
    })
}

fn export(arguments: &ExportArguments, out: &mut impl Write) -> Result<(), Failure> {
    let query = query(&arguments.query)?;
    let (file, _) = open(&arguments.file.library)?;
    let name = file.path().display().to_string();
    let mut conversion = Conversion::new(arguments.to, arguments.output.as_deref())?;
    for found in Search::whole(file.library(), query).found() {
        let Some(game) = file.library().game(found.id) else { continue };
        let place = format!("game {}", found.id.0);
        match game.to_record() {
            Ok(record) => conversion.add(&name, &place, record),
            Err(error) => conversion.refuse(&name, &place, &error.to_string()),
        }
        conversion.pass_on(out)?;
    }
    conversion.finish(out)
}

/// A next move, for output.
#[derive(Serialize)]
struct NextMove {
    /// `None` for games that stopped there.
    r#move: Option<Move>,
    equal: Vec<String>,
    games: usize,
    wins: Map<String, Value>,
    draws: usize,
}

fn position(arguments: &PositionArguments, out: &mut impl Write) -> Result<(), Failure> {
    let wanted = wanted(&arguments.position, &arguments.variant)?;
    let mut query = query(&arguments.conditions)?;
    query.terms.insert(0, Term::Position(Box::new(wanted.clone())));
    let (file, _) = open(&arguments.file.library)?;
    let search = Search::whole(file.library(), query);
    let everybody = wanted.variant().everybody();
    let moves = search.continuations();
    if arguments.json {
        for Continuation { chosen, equal, games, wins, draws } in moves {
            let wins = everybody.iter().map(|player| (player.key().to_owned(), wins[*player].into())).collect();
            let equal = equal.iter().map(ToString::to_string).collect();
            print_line(out, &NextMove { r#move: chosen, equal, games, wins, draws })?;
        }
        return Ok(());
    }
    let wins: Vec<String> = everybody.iter().map(|player| format!("{player} won")).collect();
    let columns = [("move", Column::Text), ("games", Column::Number)].into_iter();
    let columns = columns.chain(wins.iter().map(|title| (title.as_str(), Column::Number)));
    let mut table = Table::new(columns.chain([("drawn", Column::Number), ("equal", Column::Text)]));
    for Continuation { chosen, equal, games, wins, draws } in moves {
        let begin = [chosen.map_or_else(|| "(end)".to_owned(), |chosen| chosen.to_string()), games.to_string()];
        let wins = everybody.iter().map(|player| wins[*player].to_string());
        let equal =
            if equal.len() > 1 { equal.iter().map(ToString::to_string).collect::<Vec<_>>() } else { Vec::new() };
        table.push(begin.into_iter().chain(wins).chain([draws.to_string(), equal.join(" ")]));
    }
    Ok(write!(out, "{table}")?)
}

/// Reads moves on a board, or a position in any format.
fn wanted(text: &str, variant: &str) -> Result<Position, Failure> {
    let mut record = Record::new(find_variant(variant)?);
    let played = record.play_moves(text);
    if played.is_ok() {
        return Ok(record.position().clone());
    }
    match Reading::of(text) {
        Ok(Reading { content: AnyText::Variant(variant), .. }) => Ok(Position::start(Variant::clone(&variant))),
        Ok(Reading { content: AnyText::Game(game), remark: None, .. }) => Ok(game.record().position().clone()),
        _ => Ok(played.map(|()| record.position().clone())?),
    }
}

fn check(path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let (file, opened) = open(path)?;
    let library = file.library();
    let mut wrong = 0;
    for game in library.games() {
        if let Err(error) = game.to_record() {
            wrong += 1;
            say(&format!("{}: game {}: {error}", path.display(), game.id().0));
        }
    }
    write_summary(library, out)?;
    if wrong > 0 || opened != Opened::default() {
        return Err(Failure::Wrong(format!("{}: a part cannot be read", path.display())));
    }
    Ok(())
}

fn write_summary(library: &Library, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{} games, {} removed, {} KiB in memory", library.len(), library.removed(), library.memory() / 1024)?;
    let mut table = Table::new([("collection", Column::Text), ("games", Column::Number)]);
    for (name, count) in library.collections() {
        table.push([one_line(name), count.to_string()]);
    }
    Ok(write!(out, "{table}")?)
}
