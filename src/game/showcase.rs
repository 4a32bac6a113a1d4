//! Pictures of what there is to see, board by board, as all eyes see it: for the documentation, and to be looked at whenever
//! the look of something has changed.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::scene::{Moment, Scene, ScenePlugin};
use super::{Action, Eyes, MoveIntent, Settings, banner};
use crate::cpu::Character;
use crate::rules::{Goal, Record, Turn, Variant};

/// Takes the pictures and leaves them in a folder.
pub struct ShowcasePlugin {
    /// The folder; made if there is none. What is seen by other eyes than those with all cones goes into folders in it.
    pub folder: PathBuf,
}

/// A match that is pictured.
struct Exhibit {
    /// With this the names of its pictures begin.
    name: &'static str,
    /// The variant's key.
    variant: &'static str,
    goal: Goal,
    /// Whoever plays draws lots by it.
    seed: u64,
}

const EXHIBITS: [Exhibit; 5] = [
    Exhibit { name: "classic", variant: "classic-8", goal: Goal::Most, seed: 1 },
    Exhibit { name: "reverse", variant: "classic-8", goal: Goal::Fewest, seed: 1 },
    Exhibit { name: "bombs", variant: "colour-5", goal: Goal::Most, seed: 1 },
    Exhibit { name: "colour", variant: "colour", goal: Goal::Most, seed: 1 },
    Exhibit { name: "five", variant: "five", goal: Goal::Most, seed: 1 },
];

/// How long a frame lasts, however long it takes to draw: the same moments are pictured on every machine.
const FRAME: Duration = Duration::from_millis(10);

impl Plugin for ShowcasePlugin {
    fn build(&self, app: &mut App) {
        // Who is to move waits for the next picture.
        let settings = Settings { cpu_delay: Duration::MAX, ..default() };
        app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME)).insert_resource(settings).add_plugins(
            ScenePlugin {
                scenes: EXHIBITS.iter().flat_map(Exhibit::scenes).collect(),
                folder: self.folder.clone(),
                eyes: Eyes::ALL.to_vec(),
            },
        );
    }
}

impl Exhibit {
    /// The match at every ply.
    fn records(&self) -> Vec<Record> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let start = Variant::built_in(self.variant).map(|variant| Record::new(variant.with_goal(self.goal)));
        let play_on = |record: &Record| {
            let mut record = record.clone();
            let square = Character::Random.choose(record.position(), &mut rng)?;
            record.play(record.position().to_move()?, square).ok()?;
            Some(record)
        };
        std::iter::successors(start, play_on).collect()
    }

    /// What is pictured of it; a moment that the match does not have is left out.
    fn scenes(&self) -> Vec<Scene> {
        let records = self.records();
        let turns = records.last().map(Record::played).unwrap_or_default();
        let last = turns.len();
        let turned = |ply: usize| {
            let board = records[ply].position().board();
            turns[ply]
                .placement
                .captured()
                .filter(|square| board.disc(*square).is_some_and(|disc| disc.turns()))
                .count()
        };
        let plies = |wanted: fn(&Turn) -> bool| (0..last).filter(move |ply| wanted(&turns[*ply]));
        let turning = plies(|turn| !turn.placement.explodes())
            .filter(|ply| (last / 3..2 * last / 3).contains(ply))
            // There whose turn it is is a person, and sees what can be played.
            .filter(|ply| turns.first().is_some_and(|first| first.placement.player() == turns[*ply].placement.player()))
            .max_by_key(|ply| turned(*ply));
        let exploding = plies(|turn| turn.placement.explodes()).max_by_key(|ply| turns[*ply].placement.size());
        let telling = plies(|turn| turn.outcome.is_none()).find(|ply| banner::has_news(&records[ply + 1]));

        let still = |moment: &str, ply: Option<usize>| self.scene(moment, &records, ply?, None, Moment::Still);
        let moving =
            |moment: &str, ply: Option<usize>, until| self.scene(moment, &records, ply?, turns.get(ply?), until);
        [
            still("start", Some(0)),
            still("middle", turning),
            moving("turning", turning, Moment::Turning(0)),
            moving("exploding", exploding, Moment::Exploding),
            moving("telling", telling, Moment::Telling),
            still("over", Some(last)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn scene(
        &self,
        moment_name: &str,
        records: &[Record],
        ply: usize,
        turn: Option<&Turn>,
        moment: Moment,
    ) -> Option<Scene> {
        let record = Box::new(records.get(ply)?.clone());
        let turn = turn.map(|turn| MoveIntent { player: turn.placement.player(), square: turn.placement.square() });
        Some(Scene {
            name: format!("{}-{moment_name}", self.name),
            opening: Some(Action::PlayRecord(record)),
            turn,
            moment,
        })
    }
}
