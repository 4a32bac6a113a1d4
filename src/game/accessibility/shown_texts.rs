//! Collects the texts on a screen in reading order, without those of controls and those that another line already says.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use serde::Serialize;

use crate::game::text::joined::unjoined;
use crate::game::ui::theme::TextStyle;

/// A text on the screen.
#[derive(Serialize, Clone, Debug, PartialEq, Eq)]
pub(super) struct TextReport {
    /// Set for the heading of the texts that follow.
    pub(super) is_heading: bool,
    pub(super) text: String,
}

/// Queries that find the shown texts.
#[derive(SystemParam)]
pub(super) struct ShownTexts<'w, 's> {
    roots: Query<'w, 's, (Entity, Option<&'static GlobalZIndex>), (With<Node>, Without<ChildOf>)>,
    nodes: Query<'w, 's, (&'static Node, Option<&'static InheritedVisibility>)>,
    children: Query<'w, 's, &'static Children>,
    texts: Query<'w, 's, (&'static Text, Option<&'static TextStyle>)>,
    controls: Query<'w, 's, (), With<AccessibleLabel>>,
}

impl ShownTexts<'_, '_> {
    /// All texts of the screen.
    pub(super) fn all(&self) -> Vec<TextReport> {
        let mut roots: Vec<(Entity, i32)> =
            self.roots.iter().map(|(root, index)| (root, index.map_or(0, |index| index.0))).collect();
        roots.sort_by_key(|(root, index)| (*index, *root));
        roots.into_iter().flat_map(|(root, _)| self.below(root)).collect()
    }

    /// The texts of an entity and its descendants.
    pub(super) fn below(&self, root: Entity) -> Vec<TextReport> {
        self.among(vec![root])
    }

    /// The texts on a control.
    pub(super) fn inside(&self, control: Entity) -> Vec<TextReport> {
        self.among(self.children.get(control).into_iter().flatten().rev().copied().collect())
    }

    /// The texts of these entities and their descendants. `left` is a stack, so its last entity is read first.
    fn among(&self, mut left: Vec<Entity>) -> Vec<TextReport> {
        let mut found = Vec::new();
        while let Some(entity) = left.pop() {
            if self.controls.contains(entity) || !self.is_shown(entity) {
                continue;
            }
            if let Ok((text, style)) = self.texts.get(entity)
                && text.chars().any(char::is_alphanumeric)
            {
                let is_heading = style.is_some_and(|style| style.is_heading());
                found.push(TextReport { is_heading, text: unjoined(text) });
            }
            left.extend(self.children.get(entity).into_iter().flatten().rev());
        }
        found
    }

    fn is_shown(&self, entity: Entity) -> bool {
        let is_hidden = |(node, visibility): (&Node, Option<&InheritedVisibility>)| {
            node.display == Display::None || visibility.is_some_and(|visibility| !visibility.get())
        };
        !self.nodes.get(entity).is_ok_and(is_hidden)
    }
}

/// Leaves out texts that `reported` already says: headings that equal one of its lines, and other texts that are a part
/// of one.
pub(super) fn without_reported(texts: Vec<TextReport>, reported: &[&str]) -> Vec<TextReport> {
    let is_reported = |found: &TextReport| {
        reported.iter().any(|line| if found.is_heading { *line == found.text } else { holds(line, &found.text) })
    };
    texts.into_iter().filter(|found| !is_reported(found)).collect()
}

/// Returns whether a line contains a text as whole words.
fn holds(line: &str, text: &str) -> bool {
    let text = text.trim_end_matches(['.', '。', ':', '：']);
    let is_part = |beside: Option<char>, inside: Option<char>| {
        beside
            .zip(inside)
            .is_some_and(|(beside, inside)| beside.is_ascii_alphanumeric() && inside.is_ascii_alphanumeric())
    };
    line.match_indices(text).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + text.len()..]);
        !is_part(before.chars().next_back(), text.chars().next())
            && !is_part(after.chars().next(), text.chars().next_back())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<const COUNT: usize>(found: [(bool, &str); COUNT]) -> Vec<TextReport> {
        found.into_iter().map(|(is_heading, text)| TextReport { is_heading, text: text.to_owned() }).collect()
    }

    #[test]
    fn a_text_that_another_line_says_is_left_out() {
        let reported = ["Rooms", "Level 12 of 20, plans ahead", "A player waits."];
        let found = texts([
            (true, "Rooms"),
            (true, "Level"),
            (false, "Plans ahead"),
            (false, "plans ahead."),
            (false, "2"),
            (false, "12"),
        ]);
        assert_eq!(without_reported(found, &reported), texts([(true, "Level"), (false, "Plans ahead"), (false, "2")]));
    }
}
