//! Texts that end in "…" where there is no room for all of them.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiSystems};

use crate::game::redraw::Frames;
use crate::game::text::Phrase;
use crate::game::ui::theme::{TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, shorten.after(UiSystems::Layout));
}

/// A text in a node whose width does not depend on it, and which cuts off what is wider. It is shown whole while its
/// layout lets it go on in the next line.
#[derive(Component, Clone, Debug, Default)]
struct Shortened {
    /// All of it.
    whole: String,
    /// What is shown of it.
    shown: String,
    /// The width for which it was shortened, in physical pixels.
    room: f32,
}

/// A line that is shortened to the width of the node that it is put into.
pub(crate) fn shortened_text(content: impl Into<Phrase>, style: TextStyle, colour: Color) -> impl Bundle {
    (worded(content, style, colour), TextLayout::no_wrap(), Shortened::default())
}

/// Fits a text to its room, a step a frame: how wide a shorter one is, is known once it is laid out.
fn shorten(
    mut texts: Query<(&mut Shortened, &mut Text, &TextLayout, &ComputedNode, &ChildOf)>,
    around: Query<&ComputedNode>,
    mut frames: ResMut<Frames>,
) {
    for (mut shortened, mut text, layout, node, parent) in &mut texts {
        let Ok(parent) = around.get(parent.parent()) else { continue };
        // It says something else now.
        if text.0 != shortened.shown {
            shortened.whole.clone_from(&text.0);
            shortened.shown.clone_from(&text.0);
            shortened.room = 0.0;
        }
        let room = parent.content_box().width();
        if node.is_empty() || room <= 0.0 {
            continue;
        }
        let is_new_room = (room - shortened.room).abs() > 0.5;
        if is_new_room {
            shortened.room = room;
        }
        let is_wrapped = layout.linebreak != LineBreak::NoWrap;
        // All of it was laid out just now where it is new, and the next frame may be long in coming.
        let wanted = if (is_new_room || is_wrapped) && text.0 != shortened.whole {
            shortened.whole.clone()
        } else if !is_wrapped && node.size().x > room + 0.5 {
            shorter(&text.0, room / node.size().x)
        } else {
            continue;
        };
        if text.0 != wanted {
            shortened.shown.clone_from(&wanted);
            text.0 = wanted;
            frames.keep_drawing();
        }
    }
}

/// About that share of a text, one character less at least, and "…".
fn shorter(shown: &str, share: f32) -> String {
    let count = shown.trim_end_matches('…').chars().count();
    let kept = ((count as f32 * share) as usize).min(count.saturating_sub(1)).max(1);
    let begin: String = shown.chars().take(kept).collect();
    format!("{}…", begin.trim_end())
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn a_text_gets_shorter_with_every_step_down_to_one_character() {
        assert_eq!(shorter("Yamabuki", 0.9), "Yamabuk…");
        assert_eq!(shorter("Yamabuk…", 0.5), "Yam…");
        assert_eq!(shorter("The great", 0.5), "The…");
        assert_eq!(shorter("Y…", 0.1), "Y…");
    }

    #[test]
    fn a_new_text_that_is_too_wide_is_shortened_in_the_frame_that_shows_it() {
        let mut world = World::new();
        world.init_resource::<Frames>();
        let wide = |x| ComputedNode { size: Vec2::new(x, 20.0), ..default() };
        let place = world.spawn(wide(150.0)).id();
        let says = |words: &str| Text::new(words);
        let shortened = (says("d3 c5 d6 e3 f4 c6 …"), TextLayout::no_wrap(), Shortened::default());
        let text = world.spawn((shortened, wide(200.0), ChildOf(place))).id();
        world.run_system_once(shorten).expect("it runs");
        assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f…")));
        // With more room it is tried whole again, and shortened once that is laid out.
        world.entity_mut(place).insert(wide(190.0));
        world.run_system_once(shorten).expect("it runs");
        assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6 …")));
        world.run_system_once(shorten).expect("it runs");
        assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6…")));
        // So it is where the room grows slowly.
        for room in [190.4, 190.8] {
            world.entity_mut(place).insert(wide(room));
            world.run_system_once(shorten).expect("it runs");
        }
        assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6 …")));
        // Where it may go on in the next line it is whole again, however wide it is.
        world.run_system_once(shorten).expect("it runs");
        assert_ne!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6 …")));
        world.entity_mut(text).insert(TextLayout::default());
        for _ in 0..2 {
            world.run_system_once(shorten).expect("it runs");
            assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6 …")));
        }
    }
}
