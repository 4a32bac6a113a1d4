//! Saves the draft, in an entry of its own.

use bevy::prelude::*;

use crate::game::editor::Editor;
use crate::game::own_boards::board_saving::BoardFileMoved;
use crate::game::storage::entry_slot::{ChangeOrder, EntrySlot};
use crate::game::storage::store::{Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::game::storage::unsaved::{Subject, Unsaved};
use crate::game::storage::{SaveSystems, Storage};

/// Saves drafts. Needs a store.
pub(in crate::game) fn saving_plugin(app: &mut App) {
    app.add_systems(
        Last,
        (
            (follow_board_files, note_draft).chain().in_set(SaveSystems::Changes),
            save_draft.in_set(SaveSystems::Subject(Subject::Draft)),
        ),
    );
}

/// Maximum number of saved drafts.
const MAX_DRAFTS: usize = 20;

/// The slot of the draft in the editor.
#[derive(Resource, Default)]
pub(in crate::game) struct DraftSlot(pub(in crate::game) EntrySlot);

/// Follows the files of boards. A draft is detached from a board that has changed, so that saving the draft asks before
/// it overwrites.
fn follow_board_files(mut moved: MessageReader<BoardFileMoved>, mut editor: ResMut<Editor>) {
    for BoardFileMoved { from, to } in moved.read() {
        editor.rename_file(from, to.as_deref());
    }
}

fn note_draft(editor: Res<Editor>, mut unsaved: ResMut<Unsaved>) {
    // A stroke is saved when it ends.
    if editor.is_changed() && !editor.is_painting() {
        unsaved.note(Subject::Draft);
    }
}

fn save_draft(
    editor: Res<Editor>,
    storage: Res<Storage>,
    mut slot: ResMut<DraftSlot>,
    mut order: ResMut<ChangeOrder>,
    mut unsaved: ResMut<Unsaved>,
) {
    unsaved.attempt(Subject::Draft, || save(&*storage.0, &editor, &mut slot.0, &mut order));
}

fn save(store: &dyn Store, editor: &Editor, slot: &mut EntrySlot, order: &mut ChangeOrder) -> Result<(), StoreError> {
    let Some(draft) = editor.draft() else { return Ok(()) };
    if slot.save(store, Kind::Draft, draft, order)? {
        let names = store.list(Kind::Draft).unwrap_or_default();
        let excess = names.len().saturating_sub(MAX_DRAFTS);
        // Never removes the new draft, whose name may sort first because of a wrong clock.
        for name in names.iter().filter(|name| slot.name() != Some(name.as_str())).take(excess) {
            let entry = Entry::new(Kind::Draft, name);
            if let Ok(Some(text)) = store.read(&entry) {
                // A failure does no harm, since a draft too many is only clutter.
                store.remove(&entry, &text).ok();
            }
        }
    }
    Ok(())
}
