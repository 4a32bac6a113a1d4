//! News of the room and its connection for screen readers.

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::frame::GameSystems;
use crate::game::online::online_state::{ConnectionStatus, Online, RoomReaction};
use crate::game::screens::online::room_seats::seat_name;
use crate::game::text::names::reaction_words;
use crate::game::text::{Phrase, say};
use crate::game::ui::screen_status::ScreenNews;
use crate::online::{Offer, Phase, Room, RoomMatch};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, find_news.in_set(GameSystems::Look).run_if(resource_changed::<Online>));
}

fn find_news(online: Res<Online>, mut last: Local<Option<Online>>, mut news: ResMut<ScreenNews>) {
    let before = last.replace(online.clone()).unwrap_or_default();
    let mut sentences = Vec::new();
    let is_lost = |online: &Online| matches!(online.connection, ConnectionStatus::Lost { .. });
    if is_lost(&online) && !is_lost(&before) {
        sentences.push(say!("news-lost"));
    } else if online.connection == ConnectionStatus::Open && is_lost(&before) {
        sentences.push(say!("news-back"));
    }
    if online.trouble != before.trouble {
        sentences.extend(online.trouble.clone());
    }
    if let (Some(now), Some(then)) = (online.room(), before.room())
        && now.code() == then.code()
    {
        let own = online.own_seat();
        for player in now.players() {
            sentences.extend(seat_news(player, then, now, own));
        }
        sentences.extend(match_news(then, now, own));
    }
    sentences.extend(online.reactions.iter().filter(|said| !before.reactions.contains(said)).filter_map(|said| {
        let RoomReaction { player, reaction, .. } = *said;
        let name = seat_name(player, &online.room()?.seats()[player]);
        (online.own_seat() != Some(player)).then(|| say!("news-said", player = name, words = reaction_words(reaction)))
    }));
    if !sentences.is_empty() {
        *news = ScreenNews { sentences: Phrase::sentences(sentences), number: news.number.wrapping_add(1) };
    }
}

/// News of a seat.
fn seat_news(player: Player, then: &Room, now: &Room, own: Option<Player>) -> Option<Phrase> {
    let (before, after) = (&then.seats()[player], &now.seats()[player]);
    if own == Some(player) || before == after {
        return None;
    }
    let name = seat_name(player, after);
    match (&before.human, &after.human) {
        (None, Some(_)) => Some(say!("news-sat-down", name = name, player = player)),
        (Some(left), human) if human.as_ref().is_none_or(|human| human.device != left.device) => {
            Some(say!("news-left", name = seat_name(player, before)))
        }
        _ if before.cpu != after.cpu && after.cpu.is_some() => {
            let cpu = CpuPlayer::try_from(after.cpu.as_ref()?).map_or_else(|_| say!("seat-cpu"), Phrase::from);
            Some(say!("news-cpu", name = cpu, player = player))
        }
        (Some(then), Some(now)) if then.away_since_ms.is_some() != now.away_since_ms.is_some() => {
            Some(if now.away_since_ms.is_some() {
                say!("news-away", name = name)
            } else {
                say!("news-here", name = name)
            })
        }
        (Some(then), Some(now)) if !then.ready && now.ready => Some(say!("news-ready", name = name)),
        (Some(then), Some(now)) if !then.rematch && now.rematch => Some(say!("news-rematch", name = name)),
        (Some(then), Some(now)) if !then.advice && now.advice => Some(say!("news-advice", name = name)),
        _ => None,
    }
}

/// New requests of the others during the match.
fn match_news(then: &Room, now: &Room, own: Option<Player>) -> Vec<Phrase> {
    let Some(game) = now.game().filter(|_| now.phase() == Phase::Playing) else { return Vec::new() };
    let is_new = |offer: fn(&RoomMatch) -> Option<&Offer>| {
        let before = then.game().and_then(offer);
        offer(game).filter(|asked| before.is_none_or(|before| before.by != asked.by) && own != Some(asked.by))
    };
    let name = |player: Player| seat_name(player, &now.seats()[player]);
    let takeback = is_new(|game| game.takeback.as_ref().map(|(offer, _)| offer));
    let draw = is_new(|game| game.draw.as_ref());
    let takeback = takeback.map(|offer| say!("news-takeback", name = name(offer.by)));
    takeback.into_iter().chain(draw.map(|offer| say!("news-draw", name = name(offer.by)))).collect()
}
