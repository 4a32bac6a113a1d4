//! The banner between two turns: passes, free or forced, and cut-ins. It disappears by itself.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::audio::cue::SoundCue;
use crate::game::board_view::board_root::BoardArea;
use crate::game::board_view::motion::Motion;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_command::TurnPlayed;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::over_everything;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Fill};
use crate::rules::{Player, Position, Record};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Announcement>()
        .add_systems(OnExit(Screen::Match), |mut announcement: ResMut<Announcement>| *announcement = default())
        .add_systems(
            Update,
            (find_news, announce, remove_expired).chain().in_set(GameSystems::Look).run_if(in_state(Screen::Match)),
        );
}

const DISPLAY_TIME: Duration = Duration::from_millis(2400);
/// Time to read a banner before the announced cut-in may happen.
const READING_TIME: Duration = Duration::from_millis(900);

/// The visible banner, with the time since the start of the game at which it disappears.
#[derive(Component)]
pub(crate) struct Banner {
    until: Duration,
}

/// An event between two turns.
#[derive(Clone, Debug, PartialEq, Eq)]
enum News {
    /// A player has passed by choice.
    FreePass(Player),
    /// A cut-in was due, but could capture nothing.
    CutInLost(Player),
    /// Players without a legal move, who pass in this order.
    Passes(Vec<Player>),
    /// A player moves out of turn next.
    CutIn(Player),
}

impl News {
    /// Events between the last turn and the next, in order.
    fn of(record: &Record) -> Vec<Self> {
        let position = record.position();
        let skipped = match record.last_turn() {
            Some(turn) => turn.passes.clone(),
            None => Position::opening_passes(record.variant().clone()),
        };
        let free = record.last_turn().filter(|turn| turn.placement.is_none()).map(|turn| Self::FreePass(turn.player));
        let due = record.variant().cut_in_at(position.move_number());
        let (lost, passes): (Vec<_>, Vec<_>) = skipped.into_iter().partition(|player| due == Some(*player));
        let lost = lost.into_iter().map(Self::CutInLost);
        let passes = (!passes.is_empty()).then_some(Self::Passes(passes));
        let cut_in = position.to_move().filter(|player| due == Some(*player)).map(Self::CutIn);
        free.into_iter().chain(lost).chain(passes).chain(cut_in).collect()
    }

    /// Returns whether it lies ahead. Only such news is repeated after an undo or a jump.
    const fn is_to_come(&self) -> bool {
        matches!(self, Self::CutIn(_))
    }

    /// Sentence such as "White and Ash have no move and must pass". `you` is the only human here.
    fn phrase(&self, you: Option<Player>) -> Phrase {
        match self {
            Self::FreePass(player) if you == Some(*player) => say!("banner-you-passed"),
            Self::CutInLost(player) if you == Some(*player) => say!("banner-you-cannot-cut-in"),
            Self::CutIn(player) if you == Some(*player) => say!("banner-you-cut-in"),
            Self::Passes(players) if players.iter().copied().eq(you) => say!("banner-you-pass"),
            Self::FreePass(player) => say!("banner-passed", player = *player),
            Self::CutInLost(player) => say!("banner-cannot-cut-in", player = *player),
            Self::CutIn(player) => say!("banner-cuts-in", player = *player),
            Self::Passes(players) => {
                say!("banner-passes", count = players.len(), players = Phrase::list(players.iter().copied()))
            }
        }
    }

    fn cue(&self) -> SoundCue {
        match self {
            Self::FreePass(_) | Self::CutInLost(_) | Self::Passes(_) => SoundCue::Passed,
            Self::CutIn(_) => SoundCue::CutIn,
        }
    }
}

#[cfg(feature = "tools")]
pub(crate) fn has_news(record: &Record) -> bool {
    !News::of(record).is_empty()
}

/// News about the position on the board. It lasts until the next turn is played.
#[derive(Resource, Debug, Default)]
pub(crate) struct Announcement {
    news: Vec<News>,
    you: Option<Player>,
    /// Ply of the news; `None` before a match is shown.
    ply: Option<usize>,
    /// Time of the announcement since the start of the game; `None` while the discs are still moving.
    announced_at: Option<Duration>,
}

impl Announcement {
    /// Sentences announced so far, in order, except for a free pass: it is the last turn, which is told anyway.
    pub(crate) fn phrases(&self) -> impl Iterator<Item = Phrase> {
        let news = if self.announced_at.is_some() { self.news.as_slice() } else { &[] };
        let news = news.iter().filter(|news| !matches!(news, News::FreePass(_)));
        news.map(|news| news.phrase(self.you))
    }

    /// Time from which the next move may follow, because its announcement could be read; `None` until it is announced.
    pub(crate) fn read_at(&self) -> Option<Duration> {
        if self.news.iter().any(News::is_to_come) {
            self.announced_at.map(|at| at + READING_TIME)
        } else {
            Some(Duration::ZERO)
        }
    }
}

/// Finds the news whenever the position changes.
fn find_news(
    mut turns: MessageReader<TurnPlayed>,
    game: Res<Match>,
    banners: Query<Entity, With<Banner>>,
    mut announcement: ResMut<Announcement>,
    mut commands: Commands,
) {
    let record = &game.record;
    let is_beginning = record.ply() == 0 && record.undone().is_empty();
    if turns.read().last().is_some() {
        // The banner of the turn before may stay to be read, unless the game has ended: it would hide the result.
        if record.position().to_move().is_none() {
            banners.iter().for_each(|banner| commands.entity(banner).despawn());
        }
        *announcement =
            Announcement { news: News::of(record), you: game.you(), ply: Some(record.ply()), announced_at: None };
    } else if game.is_changed() && (is_beginning || announcement.ply != Some(record.ply())) {
        banners.iter().for_each(|banner| commands.entity(banner).despawn());
        let news = News::of(record).into_iter().filter(|news| is_beginning || news.is_to_come()).collect();
        *announcement = Announcement { news, you: game.you(), ply: Some(record.ply()), announced_at: None };
    }
}

fn announce(
    time: Res<Time<Real>>,
    motions: Query<(), With<Motion>>,
    area: Single<Entity, With<BoardArea>>,
    banners: Query<Entity, With<Banner>>,
    mut announcement: ResMut<Announcement>,
    mut cues: MessageWriter<SoundCue>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    if announcement.news.is_empty() || announcement.announced_at.is_some() || !motions.is_empty() {
        return;
    }
    announcement.announced_at = Some(time.elapsed());
    frames.keep_drawing();
    let mut sounds: Vec<SoundCue> = announcement.news.iter().map(News::cue).collect();
    sounds.dedup();
    cues.write_batch(sounds);
    banners.iter().for_each(|banner| commands.entity(banner).despawn());
    let lines: Vec<_> = announcement
        .news
        .iter()
        .map(|news| worded(news.phrase(announcement.you), TextStyle::Strong, theme::TEXT))
        .collect();
    commands.spawn((
        Name::new("banner"),
        Banner { until: time.elapsed() + DISPLAY_TIME },
        ChildOf(*area),
        Pickable::IGNORE,
        // At the top, because the middle is where the discs move.
        over_everything(AlignItems::FlexStart),
        children![(
            Pickable::IGNORE,
            Node {
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Center,
                row_gap: px(theme::GAP / 2.0),
                margin: UiRect::top(px(theme::GAP)),
                padding: UiRect::axes(px(26), px(14)),
                border: px(1).all(),
                border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
                ..default()
            },
            Fill(theme::PANEL.with_alpha(0.94)),
            Border(theme::ACCENT),
            Children::spawn(SpawnIter(lines.into_iter())),
        )],
    ));
}

fn remove_expired(
    time: Res<Time<Real>>,
    banners: Query<(Entity, &Banner)>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    for (entity, banner) in &banners {
        let left = banner.until.saturating_sub(time.elapsed());
        if left.is_zero() {
            frames.keep_drawing();
            commands.entity(entity).despawn();
        } else {
            frames.wake_in(left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::Catalogue;
    use crate::rules::Variant;

    fn sentences(variant: &str, moves: &str) -> Vec<String> {
        let mut record = Record::new(variant.parse::<Variant>().unwrap());
        record.play_moves(moves).unwrap();
        News::of(&record).iter().map(|news| Catalogue::default().words(&news.phrase(None))).collect()
    }

    #[test]
    fn passes_are_announced_in_turn_order() {
        // F2 of the colour rules, with other turn orders.
        let beginning = |players| sentences(&format!("name: x\nplayers: {players}\nboard:\n.AB#\n"), "");
        assert_eq!(beginning("white black ash"), ["White has no move and must pass"]);
        assert_eq!(beginning("ash white black"), ["Ash and White have no move and must pass"]);
        assert_eq!(beginning("ash cyan white black"), ["Ash, Cyan and White have no move and must pass"]);
        assert_eq!(beginning("black white ash"), Vec::<String>::new());
    }

    #[test]
    fn a_free_pass_is_announced_before_what_follows_from_it() {
        let after = |moves| {
            let rules = "name: x\nplayers: white ash black\npasses: free\n";
            sentences(&format!("{rules}board:\n.WB\n###\n.BW\n"), moves)
        };
        assert_eq!(after("pass"), ["White passes", "Ash has no move and must pass"]);
        assert_eq!(after("pass pass"), ["Black passes"], "the game is over");
    }

    #[test]
    fn cut_ins_are_announced_before_they_happen_or_are_lost() {
        let after_a1 = |board: &str| {
            sentences(&format!("name: x\nplayers: black white\ncut-ins: 2 cyan\nboard:\n{board}\n"), "a1")
        };
        assert_eq!(after_a1(".WB.WG"), ["Cyan cuts in"]);
        // F5 of the colour rules.
        assert_eq!(after_a1(".WB.BW"), ["Cyan cannot cut in"]);
        assert_eq!(after_a1(".WB\n.WB"), ["Cyan cannot cut in", "White has no move and must pass"]);
    }
}
