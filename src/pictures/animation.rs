//! Games as animated GIFs.

use std::borrow::Cow;
use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::board_drawing::BoardDrawing;
use super::moment::Moment;
use super::options::PictureOptions;
use super::pixels::Pixels;
use super::png_file::bytes_of;
use super::shape::{Area, Shape, mix};
use super::typefaces::Typefaces;
use crate::rules::Record;

/// Pictures of a disc that turns, with the last one, in which it lies. Odd, so that none shows only its edge.
const STEPS: u16 = 5;
/// Hundredths of a second for each of them.
const STEP_TIME: u16 = 4;
/// Hundredths of a second before the game begins again.
const END_TIME: u16 = 300;
/// Shortest time of a picture that all viewers respect, in hundredths of a second.
const MIN_TIME: u16 = 4;
/// Mixtures of two colours at a border.
const MAX_MIXTURES: usize = 6;
/// Colours of a GIF, of which one is kept for what does not change.
const MAX_COLOURS: usize = 255;

/// An animated GIF in the making, one picture at a time, so that a caller can show how far it is, and stop.
///
/// ```
/// use std::time::Duration;
/// use irogaeshi::pictures::{Animation, PictureOptions, Typefaces};
/// use irogaeshi::rules::{Record, Variant};
///
/// let mut record = Record::new(Variant::classic(4).unwrap());
/// record.play_moves("b1 a1").unwrap();
/// let typefaces = Typefaces::new(&[]);
/// let mut animation = Animation::new(record, PictureOptions::default(), Duration::from_millis(900));
/// while let Some(progress) = animation.step(&typefaces) {
///     assert!(progress.done <= progress.all);
/// }
/// assert!(animation.finish().starts_with(b"GIF89a"));
/// ```
pub struct Animation {
    record: Record,
    options: PictureOptions,
    pixels: Pixels,
    palette: Palette,
    /// Pictures to come, the last one first.
    schedule: Vec<Picture>,
    all: usize,
    file: Option<Encoder<Vec<u8>>>,
}

/// Progress of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationProgress {
    /// Number of pictures made.
    pub done: usize,
    /// Number of all pictures.
    pub all: usize,
}

/// One picture.
#[derive(Clone, Copy)]
struct Picture {
    ply: usize,
    /// Steps of the turn that have passed, up to [`STEPS`].
    step: u16,
    /// Hundredths of a second.
    time: u16,
}

impl Animation {
    /// Begins the animation of the turns played, each of which takes this time.
    #[must_use]
    pub fn new(record: Record, options: PictureOptions, pace: std::time::Duration) -> Self {
        let drawing = BoardDrawing::new(&record, &options);
        let pixels = Pixels::new(drawing.size());
        let palette = Palette::new(&drawing);
        let mut schedule = schedule(&record, u16::try_from(pace.as_millis() / 10).unwrap_or(u16::MAX));
        schedule.reverse();
        let [width, height] = drawing.size().map(|side| side as u16);
        let file = Encoder::new(Vec::new(), width, height, &palette.bytes()).and_then(|mut file| {
            file.set_repeat(Repeat::Infinite)?;
            Ok(file)
        });
        let all = schedule.len();
        // Writing to memory does not fail.
        Self { record, options, pixels, palette, schedule, all, file: file.ok() }
    }

    /// Progress so far.
    #[must_use]
    pub const fn progress(&self) -> AnimationProgress {
        AnimationProgress { done: self.all - self.schedule.len(), all: self.all }
    }

    /// Makes the next picture; `None` after the last one.
    pub fn step(&mut self, typefaces: &Typefaces<'_>) -> Option<AnimationProgress> {
        let picture = self.schedule.pop()?;
        if self.draw(picture, typefaces).is_err() {
            self.file = None;
        }
        Some(self.progress())
    }

    /// The file, with the pictures made so far.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.file.and_then(|file| file.into_inner().ok()).unwrap_or_default()
    }

    fn draw(&mut self, picture: Picture, typefaces: &Typefaces<'_>) -> Result<(), EncodingError> {
        let Self { record, options, pixels, palette, schedule, all, file } = self;
        let drawing = BoardDrawing::new(record, options);
        let moment = Moment::at(record, picture.ply).reached(f32::from(picture.step) / f32::from(STEPS));
        let [width, height] = drawing.size();
        let is_first = schedule.len() + 1 == *all;
        let shapes = if is_first {
            vec![(Area { left: 0, top: 0, width, height }, drawing.all(&moment))]
        } else {
            changes(record, &drawing, &moment, picture.step)
        };
        let areas: Vec<Area> = shapes.iter().map(|(area, _)| *area).collect();
        for (_, shapes) in &shapes {
            pixels.draw(shapes, typefaces);
        }
        let changed = around(&areas).unwrap_or(Area { left: 0, top: 0, width: 1, height: 1 });
        let buffer = palette.changes(pixels, changed, is_first);
        let [left, top, width, height] =
            [changed.left, changed.top, changed.width, changed.height].map(|side| side as u16);
        let frame = Frame {
            delay: picture.time,
            dispose: DisposalMethod::Keep,
            transparent: Some(palette.unchanged()),
            left,
            top,
            width,
            height,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        file.as_mut().map_or(Ok(()), |file| file.write_frame(&frame))
    }
}

/// Areas that differ from the picture before, with their shapes.
fn changes(record: &Record, drawing: &BoardDrawing<'_>, moment: &Moment<'_>, step: u16) -> Vec<(Area, Vec<Shape>)> {
    let mut squares = moment.changed();
    if step <= 1 {
        squares.extend(moment.last_square());
        // The mark of the move before goes.
        squares.extend(Moment::at(record, moment.ply().saturating_sub(1)).last_square());
    }
    let squares = squares.into_iter().map(|square| (drawing.area(square), drawing.square(square, moment)));
    let caption = drawing.caption_area().filter(|_| step == STEPS).map(|area| (area, drawing.caption(moment)));
    squares.chain(caption).collect()
}

/// Pictures of a game, in their order.
fn schedule(record: &Record, pace: u16) -> Vec<Picture> {
    let rest = pace.saturating_sub(STEPS * STEP_TIME).max(MIN_TIME);
    let end = |ply| if ply == record.ply() { END_TIME } else { rest };
    let mut pictures = vec![Picture { ply: 0, step: STEPS, time: end(0) }];
    for ply in 1..=record.ply() {
        pictures.extend((1..STEPS).map(|step| Picture { ply, step, time: STEP_TIME }));
        pictures.push(Picture { ply, step: STEPS, time: end(ply) });
    }
    pictures
}

/// Smallest area around others.
fn around(areas: &[Area]) -> Option<Area> {
    let left = areas.iter().map(|area| area.left).min()?;
    let top = areas.iter().map(|area| area.top).min()?;
    let right = areas.iter().map(|area| area.left + area.width).max()?;
    let bottom = areas.iter().map(|area| area.top + area.height).max()?;
    Some(Area { left, top, width: right - left, height: bottom - top })
}

/// Colours of a GIF, and the picture before in these colours.
struct Palette {
    colours: Vec<u32>,
    /// Nearest colours that were looked up.
    nearest: HashMap<u32, u8>,
    width: u32,
    before: Vec<u8>,
}

impl Palette {
    fn new(drawing: &BoardDrawing<'_>) -> Self {
        let (mut colours, mut pairs) = drawing.palette();
        let sort = |colours: &mut Vec<u32>| {
            colours.sort_unstable();
            colours.dedup();
        };
        sort(&mut colours);
        pairs.sort_unstable();
        pairs.dedup();
        let mixtures = MAX_COLOURS.saturating_sub(colours.len()) / pairs.len().max(1);
        let mixtures = mixtures.min(MAX_MIXTURES);
        for (one, other) in pairs {
            let share = |index: usize| index as f32 / (mixtures + 1) as f32;
            colours.extend((1..=mixtures).map(|index| mix(one, other, share(index))));
        }
        sort(&mut colours);
        colours.truncate(MAX_COLOURS);
        let [width, height] = drawing.size();
        let before = vec![0; width as usize * height as usize];
        Self { colours, nearest: HashMap::new(), width, before }
    }

    /// Red, green and blue of each colour; the last one is for what does not change.
    fn bytes(&self) -> Vec<u8> {
        self.colours.iter().chain([&0]).flat_map(|colour| bytes_of(*colour)).collect()
    }

    const fn unchanged(&self) -> u8 {
        self.colours.len() as u8
    }

    fn nearest(&mut self, colour: u32) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let distance = |other: u32| {
                let parts = bytes_of(colour).into_iter().zip(bytes_of(other));
                parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum::<u32>()
            };
            let nearest = (0..colours.len()).min_by_key(|index| distance(colours[*index]));
            nearest.unwrap_or_default() as u8
        })
    }

    /// Colours in an area, where they differ from the picture before or if all are wanted.
    fn changes(&mut self, pixels: &Pixels, area: Area, all: bool) -> Vec<u8> {
        let mut changes = Vec::with_capacity(area.width as usize * area.height as usize);
        let mut last = (0, self.nearest(0));
        for (index, colour) in pixels.in_area(area).enumerate() {
            let (down, across) = (index / area.width as usize, index % area.width as usize);
            let at = (area.top as usize + down) * self.width as usize + area.left as usize + across;
            if colour != last.0 {
                last = (colour, self.nearest(colour));
            }
            let colour = last.1;
            let is_changed = all || self.before[at] != colour;
            self.before[at] = colour;
            changes.push(if is_changed { colour } else { self.unchanged() });
        }
        changes
    }
}
