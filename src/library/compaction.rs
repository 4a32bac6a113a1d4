//! Files without what is no longer needed.

use super::bytes::push_number;
use super::entry::{BatchWriter, Parts};
use super::frame;
use super::game_library::{GAMES, LAST_ID, Library};

impl Library {
    /// File with the same games under the same numbers, without removed games and earlier changes. Changes that only
    /// a later version can read are kept.
    #[must_use]
    pub fn compacted(&self) -> Vec<u8> {
        let mut writer = BatchWriter::default();
        for game in self.games() {
            writer.push(&Parts {
                id: game.entry.id,
                board: game.board(),
                codes: game.codes(),
                names: game.names().map(|(_, name)| name).collect(),
                discs: game.discs().map(|(_, count)| count.into()).collect(),
                ending: game.entry.ending,
                outcome: game.entry.outcome,
                collection: game.collection(),
                event: game.event(),
                title: game.title(),
                tags: game.tags().collect(),
                is_favourite: game.is_favourite(),
                details: game.detail_bytes(),
            });
        }
        let mut bytes = frame::header(self.generation.wrapping_add(1));
        bytes.extend(writer.finish().iter().flat_map(|content| frame::frame(GAMES, content)));
        let mut last_id = Vec::new();
        push_number(&mut last_id, self.last_id.into());
        bytes.extend(frame::frame(LAST_ID, &last_id));
        bytes.extend_from_slice(&self.unknown);
        bytes
    }
}
