//! The line over a match: what is played, and the opening that the game followed.

use bevy::prelude::*;

use crate::game::screens::layout::Orientation;
use crate::game::theme::{self, TextStyle, japanese_font, text};
use crate::game::{GameSystems, Match, Screen};
use crate::rules::{Goal, Opening, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        name_opening
            .run_if(
                resource_exists_and_changed::<Match>
                    .or_else(resource_changed::<Orientation>)
                    .or_else(super::on_entering),
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
        text("", TextStyle::Small, theme::QUIET_TEXT),
        VariantName,
        children![
            name(OpeningName::English, TextStyle::Small.font()),
            name(OpeningName::Japanese, japanese_font(TextStyle::Small)),
        ],
    )
}

/// What is played, such as "Five, fewest discs win".
fn words(variant: &Variant) -> String {
    match variant.goal() {
        Goal::Most => variant.name().to_owned(),
        Goal::Fewest => format!("{}, fewest discs win", variant.name()),
    }
}

fn name_opening(
    game: Res<Match>,
    orientation: Res<Orientation>,
    mut variants: Query<&mut Text, With<VariantName>>,
    mut names: Query<(&mut TextSpan, &OpeningName)>,
) {
    let opening = Opening::of(&game.record);
    // Over the board is room for one of them.
    let is_alone = *orientation == Orientation::Portrait && opening.is_some();
    let variant = if is_alone { String::new() } else { words(game.record.variant()) };
    for mut text in &mut variants {
        if text.0 != variant {
            text.0.clone_from(&variant);
        }
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
