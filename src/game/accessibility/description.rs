//! Writes the report whenever something that a human could notice has changed.

use bevy::a11y::AccessibilityRequested;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::game::accessibility::controls::Controls;
use crate::game::accessibility::report::{CurrentReport, PlayedReport, Report, Spoken};
use crate::game::accessibility::shown_board::ShownBoard;
use crate::game::accessibility::shown_match::ShownMatch;
use crate::game::accessibility::shown_texts::without_reported;
use crate::game::flow::come_back::SavedName;
use crate::game::flow::screen::Screen;
use crate::game::frame::EndSystems;
use crate::game::games::games_list::GamesList;
use crate::game::play::match_state::Match;
use crate::game::play::spoken_time::SpokenTime;
use crate::game::text::names::screen_name;
use crate::game::text::{Catalogue, Phrase, say};
use crate::game::ui::notice::Notices;
use crate::game::ui::screen_status::{ScreenNews, ScreenStatus};
use crate::rules::Opening;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ReportChanged>()
        .init_resource::<AccessibilityRequested>()
        .init_resource::<CurrentReport>()
        .add_systems(Last, describe.in_set(EndSystems::Report).run_if(is_wanted));
}

/// Writes [`ReportChanged`] whenever something that a human could notice has changed.
pub struct ReportPlugin;

impl Plugin for ReportPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<JsonWanted>().add_systems(
            Last,
            write_json.in_set(EndSystems::Report).after(describe).run_if(resource_changed::<CurrentReport>),
        );
    }
}

/// Present if somebody reads [`ReportChanged`].
#[derive(Resource, Default)]
struct JsonWanted;

/// Returns whether anything reads the report: another program or a screen reader.
fn is_wanted(json: Option<Res<JsonWanted>>, requested: Res<AccessibilityRequested>) -> bool {
    json.is_some() || requested.get()
}

/// A changed report, as JSON.
#[derive(Message, Clone, Debug)]
pub struct ReportChanged(pub String);

fn write_json(report: Res<CurrentReport>, mut changes: MessageWriter<ReportChanged>) {
    let Some(report) = &report.0 else { return };
    match serde_json::to_string(report) {
        Ok(text) => {
            changes.write(ReportChanged(text));
        }
        Err(error) => error!("the report could not be written: {error}"),
    }
}

fn describe(
    (screen, screen_status): (Res<State<Screen>>, Res<ScreenStatus>),
    (news, spoken_time, notices): (Res<ScreenNews>, Res<SpokenTime>, Res<Notices>),
    (saved_name, games): (Res<SavedName>, Res<GamesList>),
    (shown, board, controls): (ShownMatch, ShownBoard, Controls),
    window: Single<&Window, With<PrimaryWindow>>,
    catalogue: Res<Catalogue>,
    mut current: ResMut<CurrentReport>,
) {
    let (game, record, counts) = (shown.game(), board.record(), board.counts());
    let heading = screen_status.heading.clone().unwrap_or_else(|| screen_name(*screen.get()));
    let importing = games.import_progress().map(|_| say!("games-adding"));
    let in_reach = controls.in_reach();
    let mut report = Report {
        language: catalogue.language().code(),
        screen: *screen.get(),
        heading: catalogue.words(&heading),
        can_go_back: screen.get().parent().is_some(),
        status: catalogue.words(&Phrase::sentences(std::iter::once(screen_status.words.clone()).chain(importing))),
        phase: shown.phase(),
        question: controls.question(&catalogue),
        board: board.report(&catalogue),
        ply: game.map(|game| game.record.ply()),
        match_id: game.map(|game| game.id),
        saved_name: saved_name.0.clone().filter(|_| record.is_some()),
        played: game.and_then(|game| PlayedReport::of(game, &catalogue)),
        standing: shown.standing(&counts, &catalogue),
        counts: counts.into_iter().map(|(player, count)| (player.key(), count)).collect(),
        spoken: Spoken::default(),
        opening: game.and_then(|game| Opening::of(&game.record)).map(|opening| opening.name),
        advice: shown.advice(&catalogue),
        to_move: game.and_then(Match::to_move).map(|(player, _)| player),
        clocks: shown.clocks(),
        low_time: shown.low_time(&catalogue),
        coming: shown.coming(),
        record: record.map(ToString::to_string),
        draft: board.draft().map(|draft| draft.grid().row_texts().collect()),
        room_news: catalogue.words(&news.sentences),
        room_news_number: news.number,
        spoken_time: catalogue.words(&spoken_time.sentences),
        spoken_time_number: spoken_time.number,
        texts: Vec::new(),
        notice: notices.shown().map(|sentence| catalogue.words(sentence)),
        buttons: in_reach.iter().filter_map(|control| controls.button(control, &window, &catalogue)).collect(),
        fields: in_reach.iter().filter_map(|control| control.field(&window, &catalogue)).collect(),
        sliders: in_reach.iter().filter_map(|control| control.slider(&window, &catalogue)).collect(),
    };
    if report.question.is_none() && !report.screen.has_board() {
        report.texts = without_reported(controls.texts(), &report.lines());
    }
    report.spoken = Spoken::of(current.0.as_ref(), &report, &catalogue);
    if current.0.as_ref() != Some(&report) {
        current.0 = Some(report);
    }
}
