//! Variants on the command line.

use std::path::Path;

use irogaeshi::notation::AnyText;
use irogaeshi::rules::{DrawnBoard, Goal, Position, Shelf, Variant};

use crate::failure::Failure;
use crate::out::files::{FileError, read_at_most};
use crate::sockets::device;
use crate::suggestion::suggestion;

#[derive(clap::Args)]
pub(crate) struct VariantArgument {
    /// Variant to play: a built-in one, or a file that describes one.
    ///
    /// `irogaeshi-cli boards` lists the built-in variants, such as classic, classic-4 to classic-26, colour and five.
    /// random and chaos draw a new board; random-12345 is always the same.
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) variant: String,
}

impl VariantArgument {
    pub(crate) fn start(&self) -> Result<Position, Failure> {
        Ok(Position::start(find_variant(&self.variant)?))
    }
}

/// A variant and its goal.
#[derive(clap::Args)]
pub(crate) struct GoalArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// Let the fewest discs win.
    #[arg(long)]
    reverse: bool,
}

impl GoalArguments {
    pub(crate) fn find(&self) -> Result<Variant, Failure> {
        let variant = find_variant(&self.variant.variant)?;
        Ok(if self.reverse { variant.with_goal(Goal::Fewest) } else { variant })
    }
}

/// Finds a built-in variant by name, otherwise reads one from a file. Draws a new board for `random` and `chaos`.
pub(crate) fn find_variant(source: &str) -> Result<Variant, Failure> {
    if let Some(kind) = DrawnBoard::ALL.into_iter().find(|kind| kind.key() == source) {
        return Ok(kind.variant(DrawnBoard::seed_from(device::draw()? as u64)));
    }
    if let Some(variant) = Variant::built_in(source) {
        return Ok(variant);
    }
    let bytes = read_at_most(Path::new(source), AnyText::MAX_BYTES).map_err(|error| match error {
        FileError::Unreadable { error, .. } => {
            let others = ["classic"].into_iter().chain(DrawnBoard::ALL.map(DrawnBoard::key)).map(str::to_owned);
            let keys = others.chain(Variant::built_in_keys());
            let suggestion = suggestion(source, keys, "boards");
            format!("{source}: neither a built-in variant nor a readable file: {error}; {suggestion}")
        }
        other => other.to_string(),
    })?;
    match AnyText::read_bytes(&bytes).map_err(|error| format!("{source}: {error}"))? {
        AnyText::Variant(variant) => Ok(*variant),
        AnyText::Game(_) => Err(format!("{source}: a game, not a variant").into()),
    }
}

pub(crate) fn shelf_of(key: &str) -> Result<Shelf, Failure> {
    let found = Variant::shelves().find(|shelf| shelf.key == key);
    let keys = || Variant::shelves().map(|shelf| shelf.key).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("there is no shelf \"{key}\"; the shelves are {}", keys()).into())
}
