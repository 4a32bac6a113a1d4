//! Texts that end in "…" if they do not fit.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiSystems};

use crate::game::redraw::Frames;
use crate::game::text::Phrase;
use crate::game::ui::theme::{TextStyle, worded};
use crate::game::ui::tone::Tone;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, shorten.after(UiSystems::Layout));
}

/// A text that is shortened to the width of its parent, which must not depend on the text and must clip it. It is shown
/// whole while its layout allows line breaks.
#[derive(Component, Clone, Debug, Default)]
struct Shortened {
    whole: String,
    shown: String,
    /// Width for which it was shortened, in physical pixels.
    room: f32,
}

/// A line of text that is shortened to the width of its parent.
pub(crate) fn shortened_text(content: impl Into<Phrase>, style: TextStyle, tone: Tone) -> impl Bundle {
    (worded(content, style, tone), TextLayout::no_wrap(), Shortened::default())
}

/// Fits texts to their space, a step per frame, because the width of a shorter text is known only after its layout.
fn shorten(
    mut texts: Query<(&mut Shortened, &mut Text, &TextLayout, &ComputedNode, &ChildOf)>,
    around: Query<&ComputedNode>,
    mut frames: ResMut<Frames>,
) {
    for (mut shortened, mut text, layout, node, parent) in &mut texts {
        let Ok(parent) = around.get(parent.parent()) else { continue };
        // The text has been changed elsewhere.
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
        // A new text has just been laid out whole, so it can be shortened now; the next frame may be long in coming.
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

/// Cuts a text to about this share, at least by one character, and appends "…".
fn shorter(shown: &str, share: f32) -> String {
    let count = shown.trim_end_matches('…').chars().count();
    let visible = ((count as f32 * share) as usize).min(count.saturating_sub(1)).max(1);
    let begin: String = shown.chars().take(visible).collect();
    format!("{}…", begin.trim_end())
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn each_step_shortens_a_text_down_to_one_character() {
        assert_eq!(shorter("Yamabuki", 0.9), "Yamabuk…");
        assert_eq!(shorter("Yamabuk…", 0.5), "Yam…");
        assert_eq!(shorter("The great", 0.5), "The…");
        assert_eq!(shorter("Y…", 0.1), "Y…");
    }

    #[test]
    fn a_text_that_is_too_wide_is_shortened_in_its_first_frame() {
        let mut world = World::new();
        world.init_resource::<Frames>();
        let wide = |x| ComputedNode { size: Vec2::new(x, 20.0), ..default() };
        let place = world.spawn(wide(150.0)).id();
        let says = |words: &str| Text::new(words);
        let shortened = (says("d3 c5 d6 e3 f4 c6 …"), TextLayout::no_wrap(), Shortened::default());
        let text = world.spawn((shortened, wide(200.0), ChildOf(place))).id();
        world.run_system_once(shorten).expect("it runs");
        assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f…")));
        // With more space the whole text is tried again, and shortened after its layout.
        world.entity_mut(place).insert(wide(190.0));
        world.run_system_once(shorten).expect("it runs");
        assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6 …")));
        world.run_system_once(shorten).expect("it runs");
        assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6…")));
        // A space that grows slowly is noticed as well.
        for room in [190.4, 190.8] {
            world.entity_mut(place).insert(wide(room));
            world.run_system_once(shorten).expect("it runs");
        }
        assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6 …")));
        // If line breaks are allowed, the text is whole again, whatever its width.
        world.run_system_once(shorten).expect("it runs");
        assert_ne!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6 …")));
        world.entity_mut(text).insert(TextLayout::default());
        for _ in 0..2 {
            world.run_system_once(shorten).expect("it runs");
            assert_eq!(world.get::<Text>(text), Some(&says("d3 c5 d6 e3 f4 c6 …")));
        }
    }
}
