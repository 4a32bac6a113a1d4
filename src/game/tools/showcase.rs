//! Pictures of each kind of board for all kinds of colour vision, for the documentation and for checking after changes
//! to the look.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::game::board_view::banner;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::setup::SetupCommand;
use crate::game::settings::Settings;
use crate::game::settings::palette::colour_vision::ColourVision;
use crate::game::tools::scene::{FRAME, Moment, Scene, ScenePlugin, random_records};
use crate::game::ui::on_press::OnPress;
use crate::notation::GameRecord;
use crate::rules::{Goal, Record, Turn};

/// Takes the pictures and saves them.
pub struct ShowcasePlugin {
    /// Target folder, created if missing. Pictures for other kinds of colour vision than all cones go into subfolders.
    pub folder: PathBuf,
}

/// A match to picture.
struct Exhibit {
    /// Prefix of its picture names.
    name: &'static str,
    /// Key of the variant.
    variant: &'static str,
    goal: Goal,
    /// Seed of the random moves.
    seed: u64,
}

const EXHIBITS: [Exhibit; 5] = [
    Exhibit { name: "classic", variant: "classic-8", goal: Goal::Most, seed: 383 },
    Exhibit { name: "reverse", variant: "classic-8", goal: Goal::Fewest, seed: 112 },
    Exhibit { name: "green", variant: "colour-3", goal: Goal::Most, seed: 22 },
    Exhibit { name: "colour", variant: "colour", goal: Goal::Most, seed: 1389 },
    Exhibit { name: "five", variant: "five", goal: Goal::Most, seed: 24 },
];

/// Kinds of colour vision for which the pictures are taken.
const COLOUR_VISIONS: [ColourVision; 4] =
    [ColourVision::AllCones, ColourVision::Protanopia, ColourVision::Deuteranopia, ColourVision::Greyscale];

impl Plugin for ShowcasePlugin {
    fn build(&self, app: &mut App) {
        // CPU players wait, so that the next scene finds the position unchanged.
        let settings = Settings { cpu_delay: Duration::MAX, lesson_offered: true, ..default() };
        app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME)).insert_resource(settings).add_plugins(
            ScenePlugin {
                scenes: EXHIBITS.iter().flat_map(Exhibit::scenes).chain(film(&EXHIBITS[0])).collect(),
                folder: self.folder.clone(),
                visions: COLOUR_VISIONS.to_vec(),
            },
        );
    }
}

/// Number of consecutive turns in the film.
const FILMED: usize = 4;

/// The command of a placement.
fn placing(ply: usize, turn: &Turn) -> Option<MatchCommand> {
    Some(MatchCommand::at(ply, MatchChange::Place { player: turn.player, square: turn.square()? }))
}

/// The consecutive turns of a match in which most discs turn over.
fn film(exhibit: &Exhibit) -> Vec<Scene> {
    let records = random_records(exhibit.variant, exhibit.goal, exhibit.seed);
    let turns = records.last().map(Record::played).unwrap_or_default();
    let turned = |ply: &usize| turns[*ply..*ply + FILMED].iter().map(|turn| turn.captured().count()).sum();
    let Some(begin) = (0..=turns.len().saturating_sub(FILMED)).max_by_key::<usize, _>(turned) else {
        return Vec::new();
    };
    let scene = |ply: usize| {
        let load = SetupCommand::Load(Box::new(GameRecord::new(records[ply].clone()).into()));
        Scene {
            name: format!("film-{}", ply - begin),
            opening: if ply == begin { vec![OnPress::new(load)] } else { Vec::new() },
            turn: placing(ply, &turns[ply]),
            moment: Moment::Filmed,
        }
    };
    (begin..begin + FILMED).map(scene).collect()
}

impl Exhibit {
    /// Scenes of the match; those whose moment never comes are left out.
    fn scenes(&self) -> Vec<Scene> {
        let records = random_records(self.variant, self.goal, self.seed);
        let turns = records.last().map(Record::played).unwrap_or_default();
        let last = turns.len();
        let turned = |ply: &usize| {
            let board = records[*ply].position().board();
            let captured = turns[*ply].captured();
            captured.filter(|square| board.disc(*square).is_some_and(|disc| board.turns(disc))).count()
        };
        let plies = |wanted: fn(&Turn) -> bool| (0..last).filter(move |ply| wanted(&turns[*ply]));
        let turning = plies(|turn| !turn.explodes())
            .filter(|ply| (last / 3..2 * last / 3).contains(ply) && turned(ply) > 0)
            // At this ply the human is to move, so that legal moves are marked.
            .filter(|ply| turns[*ply].player == turns[0].player)
            .max_by_key(turned);
        let exploding = plies(Turn::explodes).max_by_key(|ply| turns[*ply].captured().count());
        let announcing = plies(|turn| turn.outcome.is_none()).find(|ply| banner::has_news(&records[ply + 1]));

        let scene = |(name, ply, moving): (&str, Option<usize>, Option<Moment>)| {
            let ply = ply?;
            let turn = turns.get(ply).filter(|_| moving.is_some());
            Some(Scene {
                name: format!("{}-{name}", self.name),
                opening: vec![OnPress::new(SetupCommand::Load(Box::new(GameRecord::new(records[ply].clone()).into())))],
                turn: turn.and_then(|turn| placing(ply, turn)),
                moment: moving.unwrap_or(Moment::Still),
            })
        };
        [
            ("start", Some(0), None),
            ("middle", turning, None),
            ("turning", turning, Some(Moment::Turning(0))),
            ("exploding", exploding, Some(Moment::Exploding)),
            ("telling", announcing, Some(Moment::Announcing)),
            ("over", Some(last), None),
        ]
        .into_iter()
        .filter_map(scene)
        .collect()
    }
}
