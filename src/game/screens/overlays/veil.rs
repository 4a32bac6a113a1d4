//! Veil between a screen and an overlay, and a card on it.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::text::say;
use crate::game::ui::button::{card_paint, over_everything, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::CoversWindow;
use crate::game::ui::theme;
use crate::game::ui::tone::Fill;

/// Minimum distance of a card from the edges of the window.
pub(super) const MARGIN: f32 = 12.0;

/// Darkens the screen and blocks its input, with this padding around the overlay.
fn veil_with_padding(padding: f32) -> impl Bundle {
    (
        TabGroup::modal(),
        CoversWindow(padding),
        over_everything(AlignItems::Center),
        GlobalZIndex(3),
        Pickable::default(),
        Fill(theme::VEIL),
    )
}

/// Darkens the screen and blocks its input.
pub(in crate::game::screens) fn veil() -> impl Bundle {
    veil_with_padding(0.0)
}

/// Spawns a card over the screen, as high as its content if that fits, and at most `width` wide. A click outside closes
/// it. `root` holds the caller's own components.
pub(super) fn spawn_card_over_screen(
    commands: &mut Commands,
    root: impl Bundle,
    width: f32,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let node = Node::column(0)
        .width(percent(100))
        .max_width(px(width))
        .max_height(percent(100))
        .bordered()
        .rounded(theme::CARD_RADIUS);
    commands
        .spawn((root, veil_with_padding(MARGIN)))
        .observe(|click: On<Pointer<Click>>, mut navigate: MessageWriter<Navigate>| {
            // Outside the card.
            if click.entity == click.original_event_target() {
                navigate.write(Navigate::Close);
            }
        })
        .with_children(|veil| {
            veil.spawn((node, card_paint())).with_children(content);
        });
}

/// Spawns the first row of a card: a heading and the button that closes it.
pub(super) fn spawn_card_head(card: &mut ChildSpawnerCommands, about: impl FnOnce(&mut ChildSpawnerCommands)) {
    let head = Node::row(10).centred().fixed().padding(UiRect::new(px(16), px(8), px(8), px(4)));
    card.spawn((Pickable::IGNORE, head)).with_children(|head| {
        about(head);
        head.spawn(plain_button(say!("picker-close"), Navigate::Close));
    });
}
