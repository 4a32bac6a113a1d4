//! Pictures of what there is to see, board by board, as all eyes see it: for the documentation, and to be looked at
//! whenever the look of something has changed.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::game::board_view::banner;
use crate::game::pictures::colour_vision::Eyes;
use crate::game::pictures::scene::{FRAME, Moment, Scene, ScenePlugin, random_records};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::setup::SetupCommand;
use crate::game::settings::Settings;
use crate::game::ui::on_press::OnPress;
use crate::notation::GameRecord;
use crate::rules::{Goal, Record, Turn};

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
    Exhibit { name: "classic", variant: "classic-8", goal: Goal::Most, seed: 383 },
    Exhibit { name: "reverse", variant: "classic-8", goal: Goal::Fewest, seed: 112 },
    Exhibit { name: "green", variant: "colour-3", goal: Goal::Most, seed: 22 },
    Exhibit { name: "colour", variant: "colour", goal: Goal::Most, seed: 1389 },
    Exhibit { name: "five", variant: "five", goal: Goal::Most, seed: 24 },
];

/// Who sees the pictures.
const EYES: [Eyes; 4] = [Eyes::AllCones, Eyes::Protanopia, Eyes::Deuteranopia, Eyes::Greyscale];

impl Plugin for ShowcasePlugin {
    fn build(&self, app: &mut App) {
        // Who is to move waits for the next picture.
        let settings = Settings { cpu_delay: Duration::MAX, lesson_offered: true, ..default() };
        app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME)).insert_resource(settings).add_plugins(
            ScenePlugin {
                scenes: EXHIBITS.iter().flat_map(Exhibit::scenes).collect(),
                folder: self.folder.clone(),
                eyes: EYES.to_vec(),
            },
        );
    }
}

impl Exhibit {
    /// What is pictured of it; a moment that the match does not have is left out.
    fn scenes(&self) -> Vec<Scene> {
        let records = random_records(self.variant, self.goal, self.seed);
        let turns = records.last().map(Record::played).unwrap_or_default();
        let last = turns.len();
        let turned = |ply: &usize| {
            let board = records[*ply].position().board();
            let captured = turns[*ply].placement.captured();
            captured.filter(|square| board.disc(*square).is_some_and(|disc| board.turns(disc))).count()
        };
        let plies = |wanted: fn(&Turn) -> bool| (0..last).filter(move |ply| wanted(&turns[*ply]));
        let turning = plies(|turn| !turn.placement.explodes())
            .filter(|ply| (last / 3..2 * last / 3).contains(ply) && turned(ply) > 0)
            // Where the first player is to move, who is a human: what can be played is marked.
            .filter(|ply| turns[*ply].placement.player() == turns[0].placement.player())
            .max_by_key(turned);
        let exploding = plies(|turn| turn.placement.explodes()).max_by_key(|ply| turns[*ply].placement.size());
        let telling = plies(|turn| turn.outcome.is_none()).find(|ply| banner::has_news(&records[ply + 1]));

        let scene = |(name, ply, moving): (&str, Option<usize>, Option<Moment>)| {
            let ply = ply?;
            let turn = turns.get(ply).filter(|_| moving.is_some()).map(|turn| &turn.placement);
            Some(Scene {
                name: format!("{}-{name}", self.name),
                opening: vec![OnPress::new(SetupCommand::Load(Box::new(GameRecord::new(records[ply].clone()))))],
                turn: turn.map(|placed| {
                    let (player, square) = (placed.player(), placed.square());
                    MatchCommand::at(ply, MatchChange::Place { player, square })
                }),
                moment: moving.unwrap_or(Moment::Still),
            })
        };
        [
            ("start", Some(0), None),
            ("middle", turning, None),
            ("turning", turning, Some(Moment::Turning(0))),
            ("exploding", exploding, Some(Moment::Exploding)),
            ("telling", telling, Some(Moment::Telling)),
            ("over", Some(last), None),
        ]
        .into_iter()
        .filter_map(scene)
        .collect()
    }
}
