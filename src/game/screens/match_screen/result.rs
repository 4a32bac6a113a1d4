//! The result: the winner, the counted discs and the buttons. It is in the panel, so that the board stays visible.

use bevy::prelude::*;

use crate::game::analysis::final_lead::FinalLead;
use crate::game::analysis::review::can_be_reviewed;
use crate::game::audio::cue::SoundCue;
use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_state::Online;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::screens::match_screen::MatchPart;
use crate::game::screens::match_screen::result_button::ResultButton;
use crate::game::screens::match_screen::room_result::{rematch_is_wanted_by_others, room_buttons, who_wants_rematch};
use crate::game::screens::match_screen::tally::{self, Counting};
use crate::game::screens::overlays::dialog::outcome_sentence;
use crate::game::settings::{Pace, Settings};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, button};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::Orientation;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::{Ending, Player, Rank};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(tally::plugin).add_systems(
        Update,
        (
            notice_end,
            show_result.run_if(
                resource_changed::<MatchPhase>
                    .or_else(resource_exists_and_changed::<Match>)
                    .or_else(rematch_is_wanted_by_others)
                    .or_else(resource_changed::<Orientation>)
                    .or_else(any_match_filter::<Added<MatchPart>>),
            ),
            show_winner,
        )
            .chain()
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

/// The winner's disc and the result in words; hidden until the discs are counted.
#[derive(Component)]
struct Headline;

/// Side of the winner's disc, in logical pixels.
const WINNER: f32 = 44.0;

/// Returns true once the last disc lies still, except in lessons, whose positions are not games.
pub(super) fn is_shown(phase: MatchPhase, lesson: Option<&Lesson>) -> bool {
    phase == MatchPhase::Over && lesson.is_none()
}

/// Starts the count of the discs and plays the sound of the outcome, if the match ended on this screen.
fn notice_end(
    phase: Res<MatchPhase>,
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    settings: Res<Settings>,
    mut counting: ResMut<Counting>,
    mut cues: MessageWriter<SoundCue>,
) {
    // Discs are not counted after a match that ended early.
    let is_still = settings.pace() == Pace::Still || game.ended_early.is_some();
    if counting.bypass_change_detection().follow(*phase, is_still) && lesson.is_none() {
        cues.write(sound_of_outcome(&game));
    }
}

/// Victory or defeat for the humans at this screen, and victory if nobody here took part.
fn sound_of_outcome(game: &Match) -> SoundCue {
    let is_here = |player: &Player| game.seats[*player] == Seat::Human;
    let nobody_is_here = !game.has_human() || game.was_played_elsewhere();
    match winners(game).as_slice() {
        [winner] if nobody_is_here || is_here(winner) => SoundCue::Won,
        [_] => SoundCue::Lost,
        _ => SoundCue::Drawn,
    }
}

/// All players in first place; nobody after a match that was abandoned.
fn winners(game: &Match) -> Vec<Player> {
    let ranks = game.ranks().filter(|_| game.ended_early != Some(Ending::Abandoned)).unwrap_or_default();
    ranks.iter().filter(|rank| rank.place == 1).map(|rank| rank.player).collect()
}

/// The winner and the score, such as "You win 54–10". The score is left out with more than two players, or if the match
/// ended early.
fn headline(game: &Match) -> Phrase {
    let ranks = game.ranks().unwrap_or_default();
    let winners = winners(game);
    let you = game.you();
    let score = match ranks.as_slice() {
        [first, second] if game.ended_early.is_none() => Some((first.discs, second.discs)),
        _ => None,
    };
    match (winners.as_slice(), score) {
        ([winner], Some((first, second))) if you == Some(*winner) => {
            say!("result-you-win", first = first, second = second)
        }
        ([_], Some((first, second))) if is_beaten(&ranks, you) => {
            say!("result-you-lose", first = second, second = first)
        }
        ([winner], Some((first, second))) => {
            say!("result-wins", player = game.called(*winner), first = first, second = second)
        }
        (_, Some((first, second))) => say!("result-draw", first = first, second = second),
        ([winner], None) if you == Some(*winner) => say!("outcome-you-win"),
        ([winner], None) => say!("outcome-wins", player = game.called(*winner)),
        _ => outcome_sentence(game),
    }
}

/// Returns true if the only human here is ranked, but not first.
fn is_beaten(ranks: &[Rank], you: Option<Player>) -> bool {
    ranks.iter().any(|rank| you == Some(rank.player) && rank.place > 1)
}

fn reason(game: &Match) -> Phrase {
    match game.ended_early {
        Some(Ending::DrawAgreed) => say!("result-draw-agreed"),
        Some(_) if !winners(game).is_empty() => outcome_sentence(game),
        _ => Phrase::nothing(),
    }
}

/// A note if the winner has every disc on the board.
fn perfect_win(game: &Match) -> Phrase {
    let board = game.record.position().board();
    let has_all = |winner: Player| {
        let mut discs = board.squares().filter_map(|square| board.disc(square));
        discs.all(|disc| disc == winner.disc())
    };
    match winners(game).as_slice() {
        [winner] if game.ended_early.is_none() && has_all(*winner) => say!("result-perfect"),
        _ => Phrase::nothing(),
    }
}

/// Score of the series, from its second match on.
fn series(game: &Match) -> Phrase {
    let series = game.series_so_far();
    if series.games() < 2 {
        return Phrase::nothing();
    }
    let players = game.record.variant().everybody().into_iter();
    let scored = players.filter(|player| game.record.variant().scored().contains(player));
    let wins = scored.map(|player| say!("series-wins", player = game.addressed(player), count = series.wins(player)));
    let draws = (series.draws() > 0).then(|| say!("series-draws", count = series.draws()));
    say!("series-score", count = series.games(), score = Phrase::list(wins.chain(draws)))
}

/// The lead with empty squares counted for the winner, if it differs from the score.
fn empties(game: &Match) -> Phrase {
    match FinalLead::of(game.record.position()) {
        Some(FinalLead { empties, lead }) => say!("result-empties", count = empties, lead = lead),
        None => Phrase::nothing(),
    }
}

fn show_result(
    phase: Res<MatchPhase>,
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    (online, orientation): (Res<Online>, Res<Orientation>),
    places: Query<(Entity, &MatchPart)>,
    mut commands: Commands,
) {
    let is_shown = is_shown(*phase, lesson.as_deref());
    for (place, _) in places.iter().filter(|(_, part)| **part == MatchPart::Result) {
        commands.entity(place).despawn_children();
        if is_shown {
            commands.entity(place).with_children(|place| spawn_result(place, &game, &online, *orientation));
        }
    }
}

fn spawn_result(place: &mut ChildSpawnerCommands, game: &Match, online: &Online, orientation: Orientation) {
    place.spawn((Name::new("result"), Pickable::IGNORE, Node::column(6).grow())).with_children(|result| {
        result.spawn((Name::new("winner"), Headline, Pickable::IGNORE, Node::row(12).centred())).with_children(|row| {
            let winners = winners(game);
            // Shows two discs at most for a shared first place, to leave space for the words.
            let side = WINNER / f32::from(u8::try_from(winners.len().clamp(1, 2)).unwrap_or(1)).sqrt();
            for winner in winners.iter().take(2) {
                row.spawn(disc_icon(winner.disc(), side));
            }
            let words = Node::column(0).justify(JustifyContent::Center).min_height(px(WINNER)).fill();
            row.spawn((Pickable::IGNORE, words)).with_children(|words| {
                words.spawn(worded(headline(game), TextStyle::Heading, theme::ACCENT));
                let below = [reason(game), perfect_win(game), empties(game), series(game)];
                for words_below in below.into_iter().filter(|words| !words.is_nothing()) {
                    words.spawn(worded(words_below, TextStyle::Small, theme::QUIET_TEXT));
                }
            });
        });
        // In small layouts the buttons come first, because the rows may not fit.
        if orientation == Orientation::Landscape {
            tally::spawn_rows(result, game);
            spawn_buttons(result, game, online);
        } else {
            spawn_buttons(result, game, online);
            tally::spawn_rows(result, game);
        }
    });
}

/// Spawns the players' requests for a rematch, and the buttons.
fn spawn_buttons(result: &mut ChildSpawnerCommands, game: &Match, online: &Online) {
    let room = online.room().filter(|_| game.room.is_some());
    let wanted = room.map_or_else(Phrase::nothing, |room| who_wants_rematch(room, online));
    if !wanted.is_nothing() {
        result.spawn(worded(wanted, TextStyle::Small, theme::QUIET_TEXT));
    }
    let review = can_be_reviewed(game)
        .then(|| ResultButton::captioned(say!("result-review"), ButtonKind::Plain, Navigate::To(Screen::Review)));
    let mut buttons = match room {
        Some(room) => review.into_iter().chain(room_buttons(room, online)).collect::<Vec<_>>(),
        None => review.into_iter().chain(local_buttons(game)).collect(),
    };
    let share = Navigate::Open(Overlay::Share);
    buttons.push(ResultButton::captioned(say!("share-open"), ButtonKind::Plain, share));
    result.spawn((Pickable::IGNORE, Node::wrapping_row(6, 6).margin(px(4).vertical()))).with_children(|row| {
        for ResultButton { caption, label, kind, on_press } in buttons {
            let mut spawned = row.spawn(button(caption, label, kind, Val::Auto, on_press));
            spawned.entry::<Node>().and_modify(|mut node| {
                node.flex_grow = 1.0;
                node.padding = UiRect::axes(px(8), px(6));
            });
        }
    });
}

/// Buttons after an offline match.
fn local_buttons(game: &Match) -> Vec<ResultButton> {
    let rematch = game.may_restart().then(|| {
        let restart = MatchCommand::now(MatchChange::Restart);
        ResultButton::captioned(say!("result-rematch"), ButtonKind::Main, restart)
    });
    let new_game = ResultButton::captioned(say!("match-new-game"), ButtonKind::Plain, Navigate::To(Screen::NewGame));
    rematch.into_iter().chain([new_game]).collect()
}

/// Reveals the winner once the discs are counted.
fn show_winner(counting: Res<Counting>, mut headlines: Query<&mut Visibility, With<Headline>>) {
    let visibility = if counting.is_done() { Visibility::Inherited } else { Visibility::Hidden };
    for mut headline in &mut headlines {
        headline.set_if_neq(visibility);
    }
}
