//! Caption below a board: each player's disc, count and name.

use super::disc_drawing::lying;
use super::options::PictureOptions;
use super::shape::{Align, Area, Shape};
use crate::rules::{Board, ByPlayer, Player, Variant};

/// Largest number of players in a line.
const IN_LINE: usize = 3;

pub(super) struct Caption {
    players: Vec<(Player, String)>,
    top: u32,
    width: u32,
    line_height: u32,
}

impl Caption {
    /// Caption at this height of a picture of this width.
    pub(super) fn new(variant: &Variant, names: &ByPlayer<String>, top: u32, width: u32) -> Self {
        let players = variant.everybody().into_iter().map(|player| (player, names[player].clone())).collect();
        Self { players, top, width, line_height: (width / 14).clamp(20, 52) }
    }

    pub(super) fn has(&self, player: Player) -> bool {
        self.players.iter().any(|(other, _)| *other == player)
    }

    const fn lines(&self) -> u32 {
        self.players.len().div_ceil(IN_LINE) as u32
    }

    pub(super) const fn height(&self) -> u32 {
        self.lines() * self.line_height + self.line_height / 4
    }

    pub(super) const fn area(&self) -> Area {
        Area { left: 0, top: self.top, width: self.width, height: self.height() }
    }

    /// The caption with the counts of a board.
    pub(super) fn shapes(&self, board: &Board, options: &PictureOptions) -> Vec<Shape> {
        let line = self.line_height as f32;
        let columns = self.players.len().div_ceil(self.lines() as usize);
        let width = (self.width as f32 - line / 2.0) / columns as f32;
        let mut shapes = vec![self.area().filled(options.board.frame)];
        for (index, (player, name)) in self.players.iter().enumerate() {
            let left = line / 4.0 + width * (index % columns) as f32;
            let middle = self.top as f32 + line * ((index / columns) as f32 + 0.5);
            let text = |text: String, size: f32, offset: f32| Shape::Text {
                text,
                at: [left + offset * line, middle],
                size: size * line,
                align: Align::Start,
                max_width: width - (offset + 0.2) * line,
                colour: options.board.frame_text,
            };
            shapes.extend(lying(options.discs.of(player.disc()), [left + 0.45 * line, middle], 0.34 * line));
            shapes.push(text(board.count(player.disc()).to_string(), 0.6, 1.0));
            if !name.is_empty() {
                shapes.push(text(name.clone(), 0.5, 2.2));
            }
        }
        shapes
    }
}
