//! Heading of a match: the variant, the number of the game in a series, and the opening that the game followed.

use std::sync::LazyLock;

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::text::names::{opening_name, played_name};
use crate::game::text::worded::Worded;
use crate::game::text::{Catalogue, Language, Phrase, say};
use crate::game::ui::responsive::Orientation;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Ink;
use crate::rules::Opening;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        name_opening
            .run_if(
                resource_exists_and_changed::<Match>
                    .or_else(resource_changed::<Orientation>)
                    .or_else(resource_changed::<Catalogue>)
                    .or_else(any_match_filter::<Added<super::MatchPart>>),
            )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

/// Japanese names of openings, which English players know as well.
static JAPANESE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(Language::Japanese));

/// Name of the variant.
#[derive(Component)]
struct VariantName;

#[derive(Component)]
struct OpeningName;

pub(super) fn title_line() -> impl Bundle {
    (
        worded("", TextStyle::Small, theme::QUIET_TEXT),
        VariantName,
        children![(TextSpan::default(), TextStyle::Small.font(), Ink(theme::QUIET_TEXT), OpeningName)],
    )
}

fn name_opening(
    game: Res<Match>,
    orientation: Res<Orientation>,
    mut variants: Query<&mut Worded, With<VariantName>>,
    catalogue: Res<Catalogue>,
    mut names: Query<&mut TextSpan, With<OpeningName>>,
) {
    let opening = Opening::of(&game.record);
    // Small layouts have space for only one of the two names.
    let is_alone = *orientation != Orientation::Landscape && opening.is_some();
    let variant = match game.series.games() {
        _ if is_alone => Phrase::nothing(),
        0 => played_name(game.record.variant()),
        before => say!("match-game-of-series", board = played_name(game.record.variant()), game = before + 1),
    };
    for mut text in &mut variants {
        text.set_if_neq(Worded(variant.clone()));
    }
    let name = opening.map_or_else(String::new, |opening| {
        let phrase = opening_name(opening);
        let own = catalogue.words(&phrase);
        if catalogue.language() != Language::English {
            return own;
        }
        let japanese = JAPANESE.words(&phrase);
        // Some openings have the same name in both languages.
        if japanese == own { own } else { format!("{own}  {japanese}") }
    });
    let name = if is_alone || name.is_empty() { name } else { format!("  ·  {name}") };
    for mut span in &mut names {
        if span.0 != name {
            span.0.clone_from(&name);
        }
    }
}
