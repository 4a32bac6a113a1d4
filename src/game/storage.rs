//! What outlives the program: the match on the board, and what was chosen.
//!
//! Both are kept as JSON, in files on the desktop and in the browser's storage on the page. What cannot be read is put
//! aside under another name, never overwritten.

use bevy::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::lesson::Lesson;
use super::shelf;
use super::{Match, MatchSetup, Seat, Settings};
use crate::rules::ByPlayer;

/// Keeps the match and the choices from one start of the program to the next.
pub struct StoragePlugin;

impl Plugin for StoragePlugin {
    fn build(&self, app: &mut App) {
        // Now, as the first screen is built before the first startup schedule runs.
        load(app.world_mut());
        app.add_systems(
            Last,
            (
                // The match of a lesson is nobody's.
                save_match.run_if(resource_exists_and_changed::<Match>.and_then(not(resource_exists::<Lesson>))),
                save_choices.run_if(resource_changed::<Settings>.or_else(resource_changed::<MatchSetup>)),
            ),
        );
    }
}

const MATCH: &str = "match";
const CHOICES: &str = "choices";

/// A match as it is kept.
#[derive(Serialize, Deserialize)]
struct SavedMatch {
    /// In the text notation of the rules.
    record: String,
    seats: ByPlayer<Seat>,
    #[serde(default)]
    names: ByPlayer<String>,
    seed: u64,
}

/// What was chosen, as it is kept.
#[derive(Serialize, Deserialize)]
struct SavedChoices {
    settings: Settings,
    setup: MatchSetup,
}

fn load(world: &mut World) {
    let game = |saved: SavedMatch| match saved.record.parse() {
        Ok(record) => Ok(Match { record, seats: saved.seats, names: saved.names, seed: saved.seed }),
        Err(error) => Err(format!("{error}")),
    };
    if let Some(game) = read(MATCH, game) {
        world.insert_resource(game);
    }
    let choices = |saved: SavedChoices| saved.setup.variant().map(|_| saved);
    if let Some(saved) = read(CHOICES, choices) {
        world.insert_resource(saved.settings);
        world.insert_resource(saved.setup);
    }
}

/// Reads what is kept under a name, and puts aside what cannot be understood.
fn read<Kept: DeserializeOwned, Meant>(name: &str, mean: impl Fn(Kept) -> Result<Meant, String>) -> Option<Meant> {
    let text = match shelf::read(name) {
        Ok(text) => text?,
        Err(error) => {
            warn!("what was kept as \"{name}\" could not be read: {error}");
            return None;
        }
    };
    match serde_json::from_str(&text).map_err(|error| error.to_string()).and_then(mean) {
        Ok(meant) => Some(meant),
        Err(reason) => {
            let aside = format!("{name}.unreadable");
            warn!("what was kept as \"{name}\" is put aside as \"{aside}\": {reason}");
            report_failure(&aside, shelf::write(&aside, &text));
            None
        }
    }
}

fn save_match(game: Res<Match>) {
    if game.is_running() {
        let Match { record, seats, names, seed } = game.clone();
        keep(MATCH, &SavedMatch { record: record.to_string(), seats, names, seed });
    } else {
        report_failure(MATCH, shelf::remove(MATCH));
    }
}

fn save_choices(settings: Res<Settings>, setup: Res<MatchSetup>) {
    keep(CHOICES, &SavedChoices { settings: settings.clone(), setup: setup.clone() });
}

fn keep(name: &str, kept: &impl Serialize) {
    match serde_json::to_string(kept) {
        Ok(text) => report_failure(name, shelf::write(name, &text)),
        Err(error) => warn!("\"{name}\" could not be kept: {error}"),
    }
}

/// A game that cannot be kept can still be played: the failure is told, nothing more.
fn report_failure(name: &str, result: Result<(), shelf::ShelfError>) {
    if let Err(error) = result {
        warn!("\"{name}\" could not be kept: {error}");
    }
}
