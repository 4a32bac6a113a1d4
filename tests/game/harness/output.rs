//! Output of a game: what it displays, reports and holds.

use std::collections::HashMap;
use std::time::Duration;

use bevy::ecs::resource::IsResource;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::{Button, ScrollbarThumb};
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_tweening::TweenAnim;
use irogaeshi::game::{
    Advice, Blast, BoardArea, BoardFocus, Catalogue, Cell, LegalMoves, Marks, Match, MatchPhase, MatchSetup, Motion,
    Notices, Screen, Settings, ShownCounts, Stone, ThinkingProgress,
};
use irogaeshi::rules::{Board, ByPlayer, Cell as Place, Disc, Position, Square};

use super::{Control, ReceivedMessages, ReportedSpeech, ShownReport, TestGame, square};

/// U+2060, word joiner: an invisible character where lines of Japanese must not break.
const JOINER: char = '\u{2060}';

/// A text as people read it.
pub(crate) fn read(text: &Text) -> String {
    text.0.replace(JOINER, "")
}

impl TestGame {
    /// The latest report, with the areas of controls. Only for games with layout.
    pub(crate) fn report(&self) -> &ShownReport {
        assert!(self.is_laid_out, "nothing has a place");
        self.app.world().resource::<ShownReport>()
    }

    /// The latest announcements for screen readers.
    pub(crate) fn spoken(&self) -> &ReportedSpeech {
        &self.app.world().resource::<ShownReport>().spoken
    }

    /// The button, field or slider with this label.
    pub(crate) fn control(&self, label: &str) -> Control {
        let found = self.report().controls().find(|control| control.label == label);
        found.unwrap_or_else(|| panic!("nothing is called \"{label}\"; {self:?}")).clone()
    }

    /// The texts on buttons, each with its area and that of its button, in physical pixels.
    pub(crate) fn words_in_buttons(&mut self) -> Vec<(String, Rect, Rect)> {
        let world = self.app.world_mut();
        let area = |node: &ComputedNode, at: &UiGlobalTransform| Rect::from_center_size(at.translation, node.size());
        let mut texts = world.query::<(Entity, &Text, &ComputedNode, &UiGlobalTransform)>();
        let texts: Vec<(Entity, String, Rect)> =
            texts.iter(world).map(|(entity, text, node, at)| (entity, read(text), area(node, at))).collect();
        let mut parents = world.query::<&ChildOf>();
        let mut buttons = world.query_filtered::<(&ComputedNode, &UiGlobalTransform), With<Button>>();
        let mut words = Vec::new();
        for (entity, text, place) in texts {
            let mut above = entity;
            while let Ok(parent) = parents.get(world, above) {
                above = parent.parent();
                if let Ok((node, at)) = buttons.get(world, above) {
                    words.push((text, place, area(node, at)));
                    break;
                }
            }
        }
        words
    }

    /// Middles of the visible scrollbar thumbs, from left to right.
    pub(crate) fn scrollbar_thumbs(&mut self) -> Vec<Vec2> {
        let world = self.app.world_mut();
        let mut thumbs = world.query_filtered::<(&UiGlobalTransform, &InheritedVisibility), With<ScrollbarThumb>>();
        let mut middles: Vec<Vec2> =
            thumbs.iter(world).filter(|(_, seen)| seen.get()).map(|(at, _)| at.translation).collect();
        middles.sort_by(|one, other| one.x.total_cmp(&other.x));
        middles
    }

    pub(crate) fn setup(&self) -> &MatchSetup {
        self.app.world().resource::<MatchSetup>()
    }

    /// Label of the control with keyboard focus.
    pub(crate) fn focused(&self) -> Option<String> {
        let focused = self.app.world().resource::<InputFocus>().get()?;
        self.app.world().get::<AccessibleLabel>(focused).map(|label| label.0.clone())
    }

    pub(crate) fn settings(&mut self) -> Mut<'_, Settings> {
        self.app.world_mut().resource_mut::<Settings>()
    }

    pub(crate) fn advice(&self) -> &Advice {
        self.app.world().resource::<Advice>()
    }

    pub(crate) fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }

    pub(crate) fn phase(&self) -> MatchPhase {
        *self.app.world().resource::<MatchPhase>()
    }

    pub(crate) fn thinking(&self) -> ThinkingProgress {
        *self.app.world().resource::<ThinkingProgress>()
    }

    /// Time until the next frame if nothing happens; `None` if one is requested at once.
    pub(crate) fn sleep(&self) -> Option<Duration> {
        let redraws = self.app.world().resource::<Messages<RequestRedraw>>();
        match self.app.world().resource::<WinitSettings>().focused_mode {
            UpdateMode::Reactive { wait, .. } if redraws.iter_current_update_messages().count() == 0 => Some(wait),
            _ => None,
        }
    }

    pub(crate) fn game(&self) -> &Match {
        self.app.world().resource::<Match>()
    }

    /// The match, for changes other than moves.
    pub(crate) fn game_mut(&mut self) -> Mut<'_, Match> {
        self.app.world_mut().resource_mut::<Match>()
    }

    pub(crate) fn position(&self) -> &Position {
        self.game().record.position()
    }

    pub(crate) fn ply(&self) -> usize {
        self.game().record.ply()
    }

    /// The squares played so far, such as "f5 d6".
    pub(crate) fn moves(&self) -> String {
        let squares = self.game().record.played().iter().map(|turn| turn.chosen().to_string());
        squares.collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn counts(&self) -> ByPlayer<u16> {
        self.app.world().resource::<ShownCounts>().0
    }

    pub(crate) fn legal_moves(&self) -> &LegalMoves {
        self.app.world().resource::<LegalMoves>()
    }

    /// Name of the square that is pointed at.
    pub(crate) fn focus(&self) -> Option<String> {
        self.app.world().resource::<BoardFocus>().square.map(|square| square.to_string())
    }

    /// Name of the button that Enter would press.
    pub(crate) fn focused_button(&self) -> Option<String> {
        let button = self.app.world().resource::<InputFocus>().get()?;
        self.app.world().get::<Name>(button).map(ToString::to_string)
    }

    /// The notice that is shown, in English.
    pub(crate) fn notice(&self) -> Option<String> {
        let sentence = self.app.world().resource::<Notices>().shown()?;
        Some(self.app.world().resource::<Catalogue>().words(sentence))
    }

    /// Labels of all buttons.
    pub(crate) fn labels(&self) -> Vec<String> {
        self.report().buttons.iter().map(|button| button.label.clone()).collect()
    }

    /// Takes all messages since the last call.
    pub(crate) fn take_messages(&mut self) -> ReceivedMessages {
        let mut messages = self.app.world_mut().resource_mut::<ReceivedMessages>();
        let report = messages.report.clone();
        std::mem::replace(&mut *messages, ReceivedMessages { report, ..default() })
    }

    pub(crate) fn report_json(&self) -> serde_json::Value {
        serde_json::from_str(&self.app.world().resource::<ReceivedMessages>().report).expect("a report is JSON")
    }

    /// The current status, as screen readers receive it.
    pub(crate) fn status(&self) -> String {
        self.report_json()["status"].as_str().expect("a report has a status").to_owned()
    }

    /// Returns whether a stone moves.
    pub(crate) fn is_moving(&mut self) -> bool {
        self.count::<Motion>() > 0
    }

    /// Progress of the motion on a square; `None` if nothing moves there.
    pub(crate) fn progress_on(&mut self, name: &str) -> Option<f32> {
        let world = self.app.world_mut();
        let mut moving = world.query::<(&Stone, &Motion)>();
        moving.iter(world).find(|(stone, _)| stone.square == square(name)).map(|(_, motion)| motion.progress())
    }

    /// The scorched squares, in reading order.
    pub(crate) fn scorched(&mut self) -> Vec<Square> {
        let blast = self.app.world().resource::<Blast>();
        let squares = self.position().board().squares();
        squares.filter(|square| blast.scorch(*square).soot > 0.0).collect()
    }

    pub(crate) fn marks_on(&mut self, name: &str) -> Marks {
        let world = self.app.world_mut();
        let mut cells = world.query::<(&Cell, &Marks)>();
        let (_, marks) = cells.iter(world).find(|(cell, _)| cell.0 == square(name)).expect("a cell for the square");
        *marks
    }

    /// Number of entities with this component.
    pub(crate) fn count<C: Component>(&mut self) -> usize {
        self.app.world_mut().query_filtered::<(), With<C>>().iter(self.app.world()).count()
    }

    /// All components of this type.
    pub(crate) fn all<C: Component + Clone>(&mut self) -> Vec<C> {
        self.app.world_mut().query::<&C>().iter(self.app.world()).cloned().collect()
    }

    /// Number of entities that are not resources.
    pub(crate) fn entities(&mut self) -> usize {
        self.app.world_mut().query_filtered::<Entity, Without<IsResource>>().iter(self.app.world()).count()
    }

    /// The names of all entities, sorted.
    pub(crate) fn names(&mut self) -> Vec<String> {
        let mut names: Vec<String> =
            self.app.world_mut().query::<&Name>().iter(self.app.world()).map(ToString::to_string).collect();
        names.sort();
        names
    }

    /// Number of tweens without a motion to drive. Tweens of the interface and of the board do not count.
    pub(crate) fn orphaned_tweens(&mut self) -> usize {
        let mut tweened =
            self.app.world_mut().query_filtered::<(Has<Motion>, Option<&Name>), (With<TweenAnim>, Without<Node>)>();
        let is_board = |name: Option<&Name>| name.is_some_and(|name| name.as_str() == "board");
        tweened.iter(self.app.world()).filter(|(has_motion, name)| !has_motion && !is_board(*name)).count()
    }

    /// All texts below the entity with this name; `None` if there is none.
    pub(crate) fn text_below(&mut self, name: &str) -> Option<String> {
        let world = self.app.world_mut();
        let mut named = world.query::<(Entity, &Name)>();
        let found: Vec<Entity> =
            named.iter(world).filter(|(_, given)| given.as_str() == name).map(|(entity, _)| entity).collect();
        assert!(found.len() < 2, "there is more than one {name}");
        let root = *found.first()?;
        let mut texts = world.query::<&Text>();
        let mut children = world.query::<&Children>();
        let mut lines = Vec::new();
        let mut to_visit = vec![root];
        while let Some(entity) = to_visit.pop() {
            lines.extend(texts.get(world, entity).ok().map(read));
            to_visit.extend(children.get(world, entity).into_iter().flat_map(|below| below.iter().rev()));
        }
        Some(lines.join("\n"))
    }

    /// Position of the board in the world, in pixels.
    pub(crate) fn board_at(&mut self) -> Vec2 {
        let world = self.app.world_mut();
        let mut named = world.query::<(&Name, &Transform)>();
        let (_, transform) = named.iter(world).find(|(name, _)| name.as_str() == "board").expect("a board");
        transform.translation.truncate()
    }

    /// The board as the stones show it, in the letters of the rules.
    ///
    /// # Panics
    /// If a stone is not on a square, shares one, or is not where its cell is drawn.
    pub(crate) fn shown(&mut self) -> Vec<String> {
        let board = self.position().board().clone();
        let world = self.app.world_mut();
        let mut cells = world.query::<(&Cell, &Transform)>();
        let places: HashMap<Square, Vec2> =
            cells.iter(world).map(|(cell, at)| (cell.0, at.translation.truncate())).collect();
        assert_eq!(places.len(), board.squares().count(), "there is one cell for each square");
        let mut stones = world.query::<(&Stone, Option<&Motion>, &Transform)>();
        let mut shown: HashMap<Square, Disc> = HashMap::new();
        for (stone, motion, at) in stones.iter(world) {
            assert_eq!(places.get(&stone.square), Some(&at.translation.truncate()), "{stone:?} lies beside its cell");
            let earlier = stone.visible_disc(motion).and_then(|disc| shown.insert(stone.square, disc));
            assert_eq!(earlier, None, "two stones lie on {}", stone.square);
        }
        rows(&board, |square| shown.get(&square).copied())
    }

    /// Checks that the stones and counts match the record.
    pub(crate) fn assert_shows_record(&mut self) {
        let shown = self.shown();
        let board = self.position().board();
        assert_eq!(shown, rows(board, |square| board.disc(square)), "after {}", self.moves());
        assert_eq!(self.counts(), self.position().counts(), "after {}", self.moves());
    }

    pub(crate) fn window(&mut self) -> Entity {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("one window")
    }

    pub(super) fn board_area(&mut self) -> Entity {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, With<BoardArea>>().single(world).expect("a place for the board")
    }
}

/// A board in the letters of the rules, with these discs on it.
fn rows(board: &Board, disc: impl Fn(Square) -> Option<Disc>) -> Vec<String> {
    let letter = |column, row| match Square::new(column, row) {
        Some(square) if board.cell(square) != Place::Hole => disc(square).map_or('.', Disc::letter),
        _ => '#',
    };
    (0..board.rows()).map(|row| (0..board.columns()).map(|column| letter(column, row)).collect()).collect()
}
