//! Overlay with the game's link as a QR code.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::online::online_state::Online;
use crate::game::screens::overlays::share::commands::CopyLink;
use crate::game::screens::overlays::share::link::link_of;
use crate::game::screens::overlays::share::opener::opener;
use crate::game::screens::overlays::share::shown_game::ShownGame;
use crate::game::screens::overlays::veil::{MARGIN, spawn_card_head, spawn_card_over_screen};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ControlKey, Refocus, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::qr_code::{qr_code, squares_per_side};
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};

#[derive(Component)]
pub(super) struct LinkCodeRoot(LinkCode);

/// The content of the overlay.
#[derive(Clone, Debug, PartialEq)]
enum LinkCode {
    Code {
        link: String,
        place: CodePlace,
    },
    /// Reason why there is no code.
    Nothing(Phrase),
}

/// Size and place of the code, in logical pixels of the interface.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CodePlace {
    side: f32,
    /// Set if the words are beside the code instead of below it.
    is_beside: bool,
}

/// Minimum size of a square in logical pixels of the window, so that phones can read the code off a screen.
const MIN_SQUARE: f32 = 3.0;
/// Size of a square, in the same pixels, above which a code becomes no easier to read.
const GOOD_SQUARE: f32 = 5.0;
/// Minimum side of the code where there is space.
const GOOD_SIDE: f32 = 240.0;
/// Padding around the content.
const PADDING: f32 = 8.0;
/// Gap between its parts, and padding below.
const GAP: f32 = 14.0;
/// Height of the card's head, with the borders of the card.
const HEAD: f32 = theme::TOUCH + 14.0;
/// Height of the words and buttons below the code, and their width beside it.
const WORDS_BELOW: f32 = 124.0;
const WORDS_BESIDE: f32 = 200.0;
/// Minimum width of the card.
const MIN_WIDTH: f32 = 320.0;

impl CodePlace {
    /// The best place for a code with this number of squares along a side, at this scale of the interface; `None` if it
    /// would be too small to read. The words may have to be scrolled, but the code never.
    fn of(squares: u16, space: Vec2, scale: f32) -> Option<Self> {
        let side_of = |square: f32| f32::from(squares) * square / scale;
        let (wanted, least) = (side_of(GOOD_SQUARE).max(GOOD_SIDE), side_of(MIN_SQUARE));
        let free = space - Vec2::new(2.0 * (MARGIN + PADDING) + 2.0, 2.0 * MARGIN + HEAD + PADDING + GAP);
        let above = free.min_element().min(free.y - WORDS_BELOW);
        let beside = free.y.min(free.x - WORDS_BESIDE - GAP);
        let is_beside = above < wanted && above < beside;
        let largest = if is_beside { beside } else { above };
        let (largest, is_beside) = if largest < least { (free.min_element(), false) } else { (largest, is_beside) };
        (largest >= least).then(|| Self { side: largest.min(wanted), is_beside })
    }

    const fn card_width(self) -> f32 {
        let words = if self.is_beside { GAP + WORDS_BESIDE } else { 0.0 };
        (self.side + words + 2.0 * PADDING + 2.0).max(MIN_WIDTH)
    }
}

impl LinkCode {
    fn of(game: &ShownGame, online: &Online, space: Vec2, scale: f32) -> Option<Self> {
        let link = match link_of(game, online)? {
            Ok(_) if online.server.is_none() => return Some(Self::Nothing(say!("share-qr-no-server"))),
            Ok(link) => link,
            Err(error) => return Some(Self::Nothing(Phrase::from(&error))),
        };
        let place = squares_per_side(&link).and_then(|squares| CodePlace::of(squares, space, scale));
        Some(place.map_or_else(|| Self::Nothing(say!("share-qr-too-long")), |place| Self::Code { link, place }))
    }
}

/// Opens and closes the overlay, and shows the code anew after a change of the window or the game.
pub(super) fn show(
    overlay: Res<Overlay>,
    (game, online): (ShownGame, Res<Online>),
    (space, scale): (Res<LayoutSpace>, Res<UiScale>),
    open: Query<(Entity, &LinkCodeRoot)>,
    controls: Query<&ControlKey>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let is_wanted = *overlay == Overlay::LinkCode;
    let wanted = if is_wanted { LinkCode::of(&game, &online, space.0, scale.0) } else { None };
    let shown = open.iter().next();
    if shown.map(|(_, LinkCodeRoot(shown))| shown) == wanted.as_ref() {
        return;
    }
    if let Some((root, _)) = shown {
        commands.entity(root).despawn();
    } else {
        refocus.0 = Some(say!("share-back").identity());
    }
    match wanted {
        Some(wanted) => {
            let width = if let LinkCode::Code { place, .. } = wanted { place.card_width() } else { MIN_WIDTH };
            let root = (Name::new("link code"), LinkCodeRoot(wanted.clone()));
            spawn_card_over_screen(&mut commands, root, width, |card| spawn_card(card, &wanted));
        }
        None if *overlay == Overlay::Share => refocus.0 = Some(say!("share-qr-label").identity()),
        None => refocus.0 = Some(opener(&controls)),
    }
}

fn spawn_card(card: &mut ChildSpawnerCommands, shown: &LinkCode) {
    spawn_card_head(card, |head| {
        let heading = worded(say!("share-qr-heading"), TextStyle::Strong, theme::TEXT);
        head.spawn((heading, Node::default().min_width(px(0)).fill()));
    });
    let is_beside = matches!(shown, LinkCode::Code { place, .. } if place.is_beside);
    let parts = if is_beside { Node::row(GAP) } else { Node::column(GAP) };
    let content = parts.centred().padding(UiRect { bottom: px(GAP), ..px(PADDING).all() });
    spawn_scroll_area(card, Node::default(), content, |area| {
        let sentence = match shown {
            LinkCode::Code { link, place } => {
                area.spawn(qr_code(link.clone(), place.side));
                say!("share-qr-words")
            }
            LinkCode::Nothing(reason) => reason.clone(),
        };
        let words = Node::column(GAP).min_width(px(0)).padding(px(PADDING).horizontal());
        let words = if is_beside { words.fill() } else { words.width(percent(100)).fixed() };
        area.spawn((Pickable::IGNORE, words)).with_children(|words| {
            words.spawn(worded(sentence, TextStyle::Body, theme::TEXT));
            words.spawn((Pickable::IGNORE, Node::wrapping_row(8, 8))).with_children(|row| {
                row.spawn(plain_button(say!("share-back"), Navigate::Open(Overlay::Share)));
                row.spawn(plain_button(say!("menu-copy-link"), CopyLink));
            });
        });
    });
}
