//! Takes pictures of the game on machines without a display: sets up scene after scene, waits for the right moment, and
//! quits after the last.

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
use crate::game::analysis::simulator::Simulator;
use crate::game::board_view::banner::Banner;
use crate::game::board_view::motion::Motion;
use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::screen::Screen;
use crate::game::play::match_command::MatchCommand;
use crate::game::play::match_state::Match;
use crate::game::settings::palette::colour_vision::ColourVision;
use crate::game::ui::on_press::OnPress;
use crate::rules::{Goal, Record, Variant};

/// A picture to take: the commands that lead to it, and its moment.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// File name without extension.
    pub(crate) name: String,
    /// Commands to write first, one after the other.
    pub(crate) opening: Vec<OnPress>,
    /// Move to play once these have settled.
    pub(crate) turn: Option<MatchCommand>,
    /// Moment at which the picture is taken.
    pub(crate) moment: Moment,
}

/// Moment of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Nothing moves.
    Still,
    /// Discs are half way through their turn, at this ply or later.
    Turning(usize),
    /// An explosion is at its height.
    Exploding,
    /// The banner between two turns is shown.
    Announcing,
    Over,
    /// This screen is shown.
    On(Screen),
    /// Advice has arrived.
    Advised,
    /// The whole match is reviewed.
    Reviewed,
    /// All games of the simulator are played.
    Simulated,
    /// Every second frame of the move, as numbered pictures, until everything lies still.
    Filmed,
}

/// Fixed duration of a frame, however long it takes to draw, so that every machine pictures the same moments.
pub(crate) const FRAME: Duration = Duration::from_millis(20);

/// Plays a random match on a built-in board and returns its record after every ply.
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

/// Mean progress at which turning discs count as half way.
const HALF_WAY: f32 = 0.5;
/// Mean spread at which the blasts of an explosion count as at their height.
const HEIGHT: f32 = 0.2;

/// Takes the pictures of all scenes, then quits.
pub(crate) struct ScenePlugin {
    pub(crate) scenes: Vec<Scene>,
    /// Target folder. Pictures for colour vision other than [`ColourVision::AllCones`] go into subfolders named after
    /// its key.
    pub(crate) folder: PathBuf,
    /// Every picture is saved once for each of these kinds of colour vision.
    pub(crate) visions: Vec<ColourVision>,
}

impl Plugin for ScenePlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Shooting {
            scenes: self.scenes.clone().into(),
            folder: self.folder.clone(),
            visions: self.visions.clone(),
            step: Step::Open,
            opened: 0,
            frames: 0,
            filmed: 0,
        })
        .add_systems(Last, (shoot, film.before(shoot), keep_drawing));
    }
}

/// Number of frames that a moment must last, so that the display settles.
const SETTLE: u32 = 12;
/// Number of frames between two commands, so that each takes effect.
const HAPPEN: u32 = 3;

#[derive(Resource)]
struct Shooting {
    /// Scenes still to come; the first is in progress.
    scenes: VecDeque<Scene>,
    folder: PathBuf,
    visions: Vec<ColourVision>,
    step: Step,
    /// Number of commands of the first scene already written.
    opened: usize,
    /// Number of frames since the awaited condition holds.
    frames: u32,
    /// Number of frames of the film in progress.
    filmed: u32,
}

/// Progress of the first scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Writes the commands of the scene.
    Open,
    /// Waits to play the move.
    BeforeTurn,
    /// Waits for the moment.
    BeforeMoment,
    /// Waits for the screenshot.
    Taking,
}

fn shoot(
    (phase, screen): (Res<MatchPhase>, Res<State<Screen>>),
    game: Option<Res<Match>>,
    (advice, review, simulator): (Res<Advice>, Option<Res<Reviewing>>, Res<Simulator>),
    motions: Query<&Motion>,
    banners: Query<(), With<Banner>>,
    mut shooting: ResMut<Shooting>,
    mut matches: MessageWriter<MatchCommand>,
    mut exit: MessageWriter<AppExit>,
    mut commands: Commands,
) {
    let Some(scene) = shooting.scenes.front() else { return };
    let is_reached = |moment| match moment {
        Moment::Still | Moment::Filmed => motions.is_empty(),
        Moment::Turning(ply) => {
            game.as_ref().is_some_and(|game| game.record.ply() >= ply)
                && mean(motions.iter().filter_map(|motion| motion.turned())) >= HALF_WAY
        }
        Moment::Exploding => mean(motions.iter().filter_map(|motion| motion.blast())) >= HEIGHT,
        Moment::Announcing => !banners.is_empty(),
        Moment::Over => *phase == MatchPhase::Over,
        Moment::On(awaited) => *screen.get() == awaited,
        Moment::Advised => advice.found().is_some(),
        Moment::Reviewed => review.as_ref().is_some_and(|review| !review.is_open()),
        Moment::Simulated => simulator.found.games > 0 && !simulator.is_running(),
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
        Step::BeforeMoment if scene.moment == Moment::Filmed => {
            shooting.end_scene(&mut exit);
            return;
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

/// Mean of some numbers; 0 for none.
fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (count, sum) = numbers.fold((0_u16, 0.0), |(count, sum), number| (count + 1, sum + number));
    sum / f32::from(count.max(1))
}

impl Shooting {
    fn end_scene(&mut self, exit: &mut MessageWriter<AppExit>) {
        self.scenes.pop_front();
        if self.scenes.is_empty() {
            exit.write(AppExit::Success);
        }
        self.step = Step::Open;
        (self.opened, self.frames, self.filmed) = (0, 0, 0);
    }

    fn save(&self, image: &Image, name: &str, exit: &mut MessageWriter<AppExit>) {
        if let Err(error) = save(image, &self.visions, &self.folder, name) {
            eprintln!("the picture {name} could not be saved: {error}");
            exit.write(AppExit::error());
        }
    }
}

fn keep(captured: On<ScreenshotCaptured>, mut shooting: ResMut<Shooting>, mut exit: MessageWriter<AppExit>) {
    let Some(scene) = shooting.scenes.front() else { return };
    shooting.save(&captured.image, &scene.name, &mut exit);
    shooting.end_scene(&mut exit);
}

/// Takes the pictures of a film while its move is shown.
fn film(mut shooting: ResMut<Shooting>, mut commands: Commands) {
    let Some(scene) = shooting.scenes.front() else { return };
    if shooting.step != Step::BeforeMoment || scene.moment != Moment::Filmed {
        return;
    }
    if shooting.filmed.is_multiple_of(2) {
        let name = format!("{}-{:03}", scene.name, shooting.filmed);
        commands.spawn(Screenshot::primary_window()).observe(
            move |captured: On<ScreenshotCaptured>, shooting: Res<Shooting>, mut exit: MessageWriter<AppExit>| {
                shooting.save(&captured.image, &name, &mut exit);
            },
        );
    }
    shooting.filmed += 1;
}

fn save(image: &Image, visions: &[ColourVision], folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    // Drops the alpha channel, because a window is opaque to its viewer.
    let picture = image.clone().try_into_dynamic()?.to_rgb8();
    for vision in visions {
        let folder = if *vision == ColourVision::AllCones { folder.to_owned() } else { folder.join(vision.key()) };
        let mut seen = picture.clone();
        for pixel in seen.pixels_mut() {
            let [red, green, blue] = pixel.0;
            let colour: Color = vision.see(Color::srgb_u8(red, green, blue).to_linear()).into();
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
