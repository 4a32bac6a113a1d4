//! Text form of notices, which servers exchange through the database.

use serde::{Deserialize, Serialize};

use super::{Notice, RoomReaction, ServerId};
use crate::online::{Reaction, RoomCode};
use crate::rules::Player;

/// A notice as JSON. Far below PostgreSQL's limit of 8000 bytes.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum NoticeText {
    Appended {
        room: RoomCode,
        sequence: u64,
        by: String,
    },
    Presence {
        room: RoomCode,
        by: String,
    },
    #[serde(rename = "said")]
    Reaction {
        room: RoomCode,
        player: Player,
        reaction: Reaction,
        by: String,
    },
}

/// Writes a notice; `None` if it is not sent to others.
pub(super) fn write(notice: &Notice) -> Option<String> {
    let text = match notice {
        Notice::Appended { room, sequence, by } => {
            NoticeText::Appended { room: *room, sequence: *sequence, by: by.to_string() }
        }
        Notice::Presence { room, by } => NoticeText::Presence { room: *room, by: by.to_string() },
        Notice::Reaction(RoomReaction { room, player, reaction, by }) => {
            NoticeText::Reaction { room: *room, player: *player, reaction: *reaction, by: by.to_string() }
        }
        Notice::Missed => return None,
    };
    serde_json::to_string(&text).ok()
}

/// Reads a notice; `None` if it is of a later version.
pub(super) fn read(text: &str) -> Option<Notice> {
    Some(match serde_json::from_str(text).ok()? {
        NoticeText::Appended { room, sequence, by } => Notice::Appended { room, sequence, by: server(&by)? },
        NoticeText::Presence { room, by } => Notice::Presence { room, by: server(&by)? },
        NoticeText::Reaction { room, player, reaction, by } => {
            Notice::Reaction(RoomReaction { room, player, reaction, by: server(&by)? })
        }
    })
}

fn server(text: &str) -> Option<ServerId> {
    u64::from_str_radix(text, 16).ok().map(ServerId)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_notices_can_be_read() {
        let (room, by) = (RoomCode::new(77), ServerId(u64::MAX));
        let said = RoomReaction { room, player: Player::ALL[0], reaction: Reaction::GoodLuck, by };
        let appended = Notice::Appended { room, sequence: u64::MAX, by };
        for notice in [appended, Notice::Presence { room, by }, Notice::Reaction(said)] {
            let text = write(&notice).expect("it is sent");
            assert_eq!(read(&text), Some(notice));
        }
        assert_eq!(write(&Notice::Missed), None);
    }

    #[test]
    fn unknown_notices_are_ignored() {
        for text in ["", "{}", r#"{"kind":"later"}"#, r#"{"kind":"appended","room":"KQ7M2XRT","sequence":1,"by":"x"}"#]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
