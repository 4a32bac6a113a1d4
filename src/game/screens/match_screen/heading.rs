//! The line over a match: what is played, and the opening that the game followed.

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::game::text::Phrase;
use crate::game::text::names::played_name;
use crate::game::text::worded::Worded;
use crate::game::ui::responsive::Orientation;
use crate::game::ui::theme::{self, TextStyle, japanese_font, worded};
use crate::rules::Opening;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        name_opening
            .run_if(
                resource_exists_and_changed::<Match>
                    .or_else(resource_changed::<Orientation>)
                    .or_else(any_match_filter::<Added<super::Part>>),
            )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

/// What is played, before the opening's name.
#[derive(Component)]
struct VariantName;

/// A part of the opening's name.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum OpeningName {
    English,
    Japanese,
}

pub(super) fn title_line() -> impl Bundle {
    let name = |part, font| (TextSpan::default(), font, TextColor(theme::QUIET_TEXT), part);
    (
        worded(Phrase::nothing(), TextStyle::Small, theme::QUIET_TEXT),
        VariantName,
        children![
            name(OpeningName::English, TextStyle::Small.font()),
            name(OpeningName::Japanese, japanese_font(TextStyle::Small)),
        ],
    )
}

fn name_opening(
    game: Res<Match>,
    orientation: Res<Orientation>,
    mut variants: Query<&mut Worded, With<VariantName>>,
    mut names: Query<(&mut TextSpan, &OpeningName)>,
) {
    let opening = Opening::of(&game.record);
    // Where every line counts there is room for one of them.
    let is_alone = *orientation != Orientation::Landscape && opening.is_some();
    let variant = if is_alone { Phrase::nothing() } else { played_name(game.record.variant()) };
    for mut text in &mut variants {
        text.set_if_neq(Worded(variant.clone()));
    }
    for (mut span, part) in &mut names {
        let words = match (opening, part) {
            (None, _) => String::new(),
            (Some(opening), OpeningName::English) if is_alone => format!("{}  ", opening.english),
            (Some(opening), OpeningName::English) => format!("  ·  {}  ", opening.english),
            // Some have come from elsewhere as they are.
            (Some(opening), OpeningName::Japanese) if opening.japanese == opening.english => String::new(),
            (Some(opening), OpeningName::Japanese) => opening.japanese.to_owned(),
        };
        if span.0 != words {
            span.0 = words;
        }
    }
}
