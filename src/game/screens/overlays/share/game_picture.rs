//! Pictures of a game with the colours and names of the screen.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::drawing::fonts::Fallbacks;
use crate::game::flow::save_file::SaveFile;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::screens::new_game::seats::seat_name;
use crate::game::settings::Settings;
use crate::game::text::Catalogue;
use crate::game::ui::symbols::SymbolsShown;
use crate::looks::DiscPalette;
use crate::pictures::{Animation, AnimationProgress, PictureOptions, PictureSize, Typefaces, png};
use crate::rules::{ByPlayer, Record};

/// Time of a move in animations.
const PACE: Duration = Duration::from_millis(900);

/// Fonts, colours and words for pictures.
#[derive(SystemParam)]
pub(super) struct Drawer<'w> {
    fonts: Option<Res<'w, Fallbacks>>,
    settings: Res<'w, Settings>,
    symbols: Res<'w, SymbolsShown>,
    catalogue: Res<'w, Catalogue>,
}

impl Drawer<'_> {
    /// Choices for pictures of a match.
    pub(super) fn options(&self, game: &Match, size: PictureSize) -> PictureOptions {
        let palette = self.settings.palette;
        let name = |player| match game.seats[player] {
            _ if !game.names[player].trim().is_empty() => game.names[player].trim().to_owned(),
            Seat::Human | Seat::Remote => String::new(),
            seat => self.catalogue.words(&seat_name(seat, &self.settings.programs)),
        };
        PictureOptions {
            size,
            symbols: self.symbols.0,
            board: self.settings.board_theme.colours(),
            discs: DiscPalette::from_fn(|disc| palette.colours(disc)),
            names: ByPlayer::from_fn(name),
            ..PictureOptions::default()
        }
    }

    /// The position of a record as PNG.
    pub(super) fn png(&self, record: &Record, options: &PictureOptions) -> Vec<u8> {
        png(record, record.ply(), options, &self.typefaces())
    }

    fn typefaces(&self) -> Typefaces<'_> {
        Typefaces::new(&self.fonts.as_deref().map_or_else(Vec::new, Fallbacks::files))
    }
}

/// An animation in the making.
pub(super) struct GamePicture {
    name: String,
    animation: Animation,
}

impl GamePicture {
    /// Begins the animation of a game, for a file with this name.
    pub(super) fn new(name: String, record: Record, options: PictureOptions) -> Self {
        Self { name, animation: Animation::new(record, options, PACE) }
    }

    /// Draws the next picture; returns false if there is none.
    pub(super) fn draw_next(&mut self, drawer: &Drawer) -> bool {
        self.animation.step(&drawer.typefaces()).is_some()
    }

    /// Share of the pictures that are drawn.
    pub(super) fn share(&self) -> f32 {
        let AnimationProgress { done, all } = self.animation.progress();
        done as f32 / all as f32
    }

    /// The file with all pictures.
    pub(super) fn finish(self) -> SaveFile {
        SaveFile { name: self.name, bytes: self.animation.finish() }
    }
}
