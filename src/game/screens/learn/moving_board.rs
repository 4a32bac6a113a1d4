//! A board on a page that plays its moves, a few times, and then rests.

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::screens::living_picture::{NextMove, Played, Stage};
use crate::game::ui::board_picture::{BoardPicture, PictureTurn};
use crate::rules::{Board, Record, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ShowAgain>().add_systems(
        Update,
        (show_again.in_set(GameSystems::Play), play_on.in_set(GameSystems::Show)).run_if(in_state(Screen::LearnPage)),
    );
}

/// Plays all boards of the page from their beginnings.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowAgain;

/// How often the moves are played before the board rests.
const ROUNDS: u8 = 3;

/// What the picture beside it shows, one after the other.
#[derive(Component, Debug)]
#[require(Node)]
pub(super) struct MovingBoard {
    start: Board,
    /// Where a disc was placed, and what came of it.
    turns: Vec<(Square, Board)>,
    /// How many of them are shown.
    shown: usize,
    rounds_left: u8,
    next_move: NextMove,
}

impl MovingBoard {
    /// The moves of a record.
    pub(super) fn of(record: &Record) -> Option<Self> {
        let board = |ply| record.position_at(ply).map(|position| position.board().clone());
        let turns = (1..).zip(record.played()).filter_map(|(ply, turn)| Some((turn.placement.square(), board(ply)?)));
        let turns = turns.collect();
        Some(Self { start: board(0)?, turns, shown: 0, rounds_left: ROUNDS, next_move: NextMove::default() })
    }

    fn board(&self) -> &Board {
        match self.shown.checked_sub(1).and_then(|last| self.turns.get(last)) {
            Some((_, board)) => board,
            None => &self.start,
        }
    }

    /// The board before the first move.
    pub(super) const fn start(&self) -> &Board {
        &self.start
    }

    /// The board after the last one.
    pub(super) fn end(&self) -> &Board {
        self.turns.last().map_or(&self.start, |(_, board)| board)
    }

    /// Goes on by a move, and says what was there before and where it was placed; after the last one to the beginning,
    /// or to rest.
    fn go_on(&mut self) -> Option<Played> {
        if let Some((square, _)) = self.turns.get(self.shown) {
            let before = (self.board().clone(), *square);
            self.shown += 1;
            if self.shown == self.turns.len() {
                self.rounds_left = self.rounds_left.saturating_sub(1);
            }
            return Some(before);
        }
        self.shown = 0;
        None
    }
}

fn show_again(
    mut wishes: MessageReader<ShowAgain>,
    mut boards: Query<(Entity, &mut MovingBoard, &mut BoardPicture)>,
    mut commands: Commands,
) {
    if wishes.read().last().is_none() {
        return;
    }
    for (entity, mut moving, mut picture) in &mut boards {
        (moving.shown, moving.rounds_left, moving.next_move) = (0, ROUNDS, NextMove::default());
        picture.0 = moving.start.clone();
        commands.entity(entity).remove::<PictureTurn>();
    }
}

fn play_on(mut stage: Stage, mut boards: Query<(Entity, &mut MovingBoard, &mut BoardPicture)>) {
    for (entity, mut moving, mut picture) in &mut boards {
        if moving.rounds_left > 0 && stage.is_due(&mut moving.next_move) {
            let played = moving.go_on();
            stage.show(entity, &mut picture, moving.board(), played);
        }
    }
}
