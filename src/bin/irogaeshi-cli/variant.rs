//! The variant that the command line names.

use std::fs;

use irogaeshi::rules::{Position, Shelf, Variant};

use crate::failure::Failure;

#[derive(clap::Args)]
pub(crate) struct VariantArgument {
    /// A built-in variant (classic, classic-4 to classic-16, colour, five), or else a file that describes one.
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) variant: String,
}

impl VariantArgument {
    pub(crate) fn start(&self) -> Result<Position, Failure> {
        Ok(Position::start(find_variant(&self.variant)?))
    }
}

/// The built-in variant of this name, or else the one that a file describes.
pub(crate) fn find_variant(source: &str) -> Result<Variant, Failure> {
    match Variant::built_in(source) {
        Some(variant) => Ok(variant),
        None => Ok(fs::read_to_string(source)
            .map_err(|error| format!("{source}: not a built-in variant, and no file that can be read: {error}"))?
            .parse()
            .map_err(|error| format!("{source}: {error}"))?),
    }
}

/// The shelf of this title, in capitals or not.
pub(crate) fn shelf_of(title: &str) -> Result<Shelf, Failure> {
    let found = Variant::shelves().find(|shelf| shelf.title.eq_ignore_ascii_case(title));
    let titles = || Variant::shelves().map(|shelf| shelf.title).collect::<Vec<_>>().join("\", \"");
    found.ok_or_else(|| format!("there is no shelf \"{title}\"; the shelves are \"{}\"", titles()).into())
}
