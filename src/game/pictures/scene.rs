//! Pictures of the game, taken by itself for machines without a display: scene after scene is set up and waited for,
//! and then the game ends.

use std::collections::VecDeque;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cpu::Character;
use crate::game::analysis::advice::Advice;
use crate::game::analysis::review::Reviewing;
use crate::game::board_view::banner::Banner;
use crate::game::board_view::phase::Phase;
use crate::game::board_view::stones::Motion;
use crate::game::flow::screen::Screen;
use crate::game::pictures::colour_vision::Eyes;
use crate::game::play::match_command::MatchCommand;
use crate::game::play::match_state::Match;
use crate::game::ui::on_press::OnPress;
use crate::rules::{Goal, Record, Variant};

/// One picture: what leads to it, and when it is taken.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// The name of the picture's file, without its ending.
    pub(crate) name: String,
    /// What is asked for at first, one after the other.
    pub(crate) opening: Vec<OnPress>,
    /// What is played once that is shown.
    pub(crate) turn: Option<MatchCommand>,
    /// What is waited for then.
    pub(crate) moment: Moment,
}

/// When a picture is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Nothing moves.
    Still,
    /// Discs are half way through their turn, at this ply or later.
    Turning(usize),
    /// An explosion is at its height.
    Exploding,
    /// It is said what comes between two turns.
    Telling,
    /// The game is over.
    Over,
    /// This screen is shown.
    On(Screen),
    /// Advice has come.
    Advised,
    /// The whole match is reviewed.
    Reviewed,
}

/// How long a frame lasts, however long it takes to draw: the same moments are pictured on every machine.
pub(crate) const FRAME: Duration = Duration::from_millis(20);

/// A match on a built-in board, at every ply; whoever plays draws lots by the seed.
pub(crate) fn random_records(variant: &str, goal: Goal, seed: u64) -> Vec<Record> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let start = Variant::built_in(variant).map(|variant| Record::new(variant.with_goal(goal)));
    let play_on = |record: &Record| {
        let mut record = record.clone();
        let square = Character::Random.choose(record.position(), &mut rng)?;
        record.play(record.position().to_move()?, square).ok()?;
        Some(record)
    };
    std::iter::successors(start, play_on).collect()
}

/// How far discs have turned, on average, when they are half way.
const HALF_WAY: f32 = 0.5;
/// How far the blasts of an explosion have spread, on average, when it is at its height.
const HEIGHT: f32 = 0.2;

/// Takes the pictures of scenes, then ends the game.
pub(crate) struct ScenePlugin {
    /// Taken from here, the first one first.
    pub(crate) scenes: Vec<Scene>,
    /// Where the pictures go: those for all cones into the folder itself, others into a folder in it by the eyes' key.
    pub(crate) folder: PathBuf,
    /// Each picture is taken as all of them see it.
    pub(crate) eyes: Vec<Eyes>,
}

impl Plugin for ScenePlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Shooting {
            scenes: self.scenes.clone().into(),
            folder: self.folder.clone(),
            eyes: self.eyes.clone(),
            step: Step::Open,
            opened: 0,
            frames: 0,
        })
        .add_systems(Last, (shoot, keep_drawing));
    }
}

/// How many frames what is shown gets to settle.
const SETTLE: u32 = 12;
/// How many frames what is asked for gets to happen, before the next thing is asked for.
const HAPPEN: u32 = 3;

#[derive(Resource)]
struct Shooting {
    /// Those that are still to be taken.
    scenes: VecDeque<Scene>,
    folder: PathBuf,
    eyes: Vec<Eyes>,
    step: Step,
    /// How many things the first scene has asked for.
    opened: usize,
    /// For how many frames what is waited for has been so.
    frames: u32,
}

/// How far the first scene is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Asks for one thing after the other.
    Open,
    /// Waits to play the turn.
    BeforeTurn,
    /// Waits for the moment.
    BeforeMoment,
    /// The picture is being taken.
    Taking,
}

fn shoot(
    (phase, screen): (Res<Phase>, Res<State<Screen>>),
    game: Option<Res<Match>>,
    (advice, review): (Res<Advice>, Option<Res<Reviewing>>),
    motions: Query<&Motion>,
    banners: Query<(), With<Banner>>,
    mut shooting: ResMut<Shooting>,
    mut matches: MessageWriter<MatchCommand>,
    mut commands: Commands,
) {
    let Some(scene) = shooting.scenes.front() else { return };
    let is_reached = |moment| match moment {
        Moment::Still => motions.is_empty(),
        Moment::Turning(ply) => {
            game.as_ref().is_some_and(|game| game.record.ply() >= ply)
                && mean(motions.iter().filter_map(|motion| motion.turned())) >= HALF_WAY
        }
        Moment::Exploding => mean(motions.iter().filter_map(|motion| motion.blast())) >= HEIGHT,
        Moment::Telling => !banners.is_empty(),
        Moment::Over => *phase == Phase::Over,
        Moment::On(awaited) => *screen.get() == awaited,
        Moment::Advised => advice.found().is_some(),
        Moment::Reviewed => review.as_ref().is_some_and(|review| !review.is_open()),
    };
    let (awaited, needed) = match (shooting.step, scene.moment) {
        (Step::Open, _) => (true, if shooting.opened == 0 { 0 } else { HAPPEN }),
        (Step::Taking, _) => (true, 0),
        (Step::BeforeTurn, _) => (is_reached(Moment::Still), SETTLE),
        (Step::BeforeMoment, moment @ (Moment::Turning(_) | Moment::Exploding)) => (is_reached(moment), 0),
        (Step::BeforeMoment, moment) => (is_reached(moment), SETTLE),
    };
    let frames = if awaited { shooting.frames + 1 } else { 0 };
    let next = match shooting.step {
        _ if frames <= needed => shooting.step,
        Step::Open if shooting.opened < scene.opening.len() => {
            scene.opening[shooting.opened].write(&mut commands);
            shooting.opened += 1;
            shooting.frames = 0;
            return;
        }
        Step::Open if scene.turn.is_some() => Step::BeforeTurn,
        Step::Open => Step::BeforeMoment,
        Step::BeforeTurn => {
            matches.write_batch(scene.turn.clone());
            Step::BeforeMoment
        }
        Step::BeforeMoment => {
            commands.spawn(Screenshot::primary_window()).observe(keep);
            Step::Taking
        }
        Step::Taking => Step::Taking,
    };
    shooting.frames = if next == shooting.step { frames } else { 0 };
    shooting.step = next;
}

/// The mean of some numbers; 0 of none.
fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (count, sum) = numbers.fold((0_u16, 0.0), |(count, sum), number| (count + 1, sum + number));
    sum / f32::from(count.max(1))
}

fn keep(captured: On<ScreenshotCaptured>, mut shooting: ResMut<Shooting>, mut exit: MessageWriter<AppExit>) {
    let Some(scene) = shooting.scenes.pop_front() else { return };
    if let Err(error) = save(&captured.image, &shooting.eyes, &shooting.folder, &scene.name) {
        eprintln!("the picture {} could not be kept: {error}", scene.name);
        exit.write(AppExit::error());
    } else if shooting.scenes.is_empty() {
        exit.write(AppExit::Success);
    }
    shooting.step = Step::Open;
    (shooting.opened, shooting.frames) = (0, 0);
}

fn save(image: &Image, eyes: &[Eyes], folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    // Without alpha: a window is seen as it is.
    let picture = image.clone().try_into_dynamic()?.to_rgb8();
    for eyes in eyes {
        let folder = if *eyes == Eyes::AllCones { folder.to_owned() } else { folder.join(eyes.key()) };
        let mut seen = picture.clone();
        for pixel in seen.pixels_mut() {
            let [red, green, blue] = pixel.0;
            let colour: Color = eyes.see(Color::srgb_u8(red, green, blue).to_linear()).into();
            let [red, green, blue, _] = colour.to_srgba().to_u8_array();
            pixel.0 = [red, green, blue];
        }
        fs::create_dir_all(&folder)?;
        seen.save(folder.join(format!("{name}.png")))?;
    }
    Ok(())
}

fn keep_drawing(mut redraw: MessageWriter<RequestRedraw>) {
    redraw.write(RequestRedraw);
}
