//! The board editor: a draft of a variant, its changes, and its display on the board.
//!
//! [`Draft`], [`History`] and [`Brush`] are plain values; the resource [`Editor`] owns them. The screen and the board
//! only show it: every change is an [`EditorCommand`] or a [`PaintIntent`](painting::PaintIntent).

mod canvas;
pub(super) mod draft;
pub(super) mod draft_slot;
pub(super) mod grid;
pub(super) mod history;
pub(super) mod marks;
pub(super) mod paint;
pub(super) mod painting;
pub(super) mod symmetry;

use bevy::prelude::*;

use self::draft::{Draft, Edit};
use self::history::History;
use self::paint::Paint;
use self::symmetry::{Brush, Symmetry};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::own_boards::board_file::FileProblem;
use crate::game::own_boards::boards::{OwnBoards, OwnBoardsChanged};
use crate::game::play::setup::{MatchSetup, VariantChoice};
use crate::game::text::names::board_name;
use crate::game::text::{Catalogue, Phrase, say};
use crate::game::ui::clipboard::{CopyText, PasteText, Pasted};
use crate::game::ui::notice::Notice;
use crate::notation::AnyText;
use crate::rules::{Cell, Position, Square, Tint, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<EditorCommand>()
        .init_resource::<Editor>()
        .add_plugins((canvas::plugin, painting::plugin))
        .add_systems(OnEnter(Screen::Editor), begin_draft)
        .add_systems(
            Update,
            (take_pasted, handle_editor_commands.run_if(in_state(Screen::Editor))).chain().in_set(PlaySystems::Editor),
        );
}

/// A command for the editor, other than painting.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum EditorCommand {
    /// Shows another sheet beside the board.
    Show(Sheet),
    /// Chooses the disc, square or hole to paint.
    ChooseCell(Cell),
    /// Chooses the tint or kind of hole to paint; `None` removes them.
    ChooseTint(Option<Tint>),
    ChooseSymmetry(Symmetry),
    /// Turns on or off that each symmetric place gets a disc of the next player.
    ToggleChangingPlayers,
    /// Turns on or off that painting fills the area of equal squares.
    ToggleFilling,
    Edit(Edit),
    /// Replaces the draft with a board.
    Open(VariantChoice),
    /// Replaces the draft with an empty board.
    OpenEmpty,
    /// Saves the draft as one of the player's own boards. Asks before it replaces another one.
    Save,
    /// Saves the draft in place of the board with this name, unless the draft was renamed meanwhile.
    Replace(String),
    Undo,
    Redo,
    /// Copies the draft as one line of text.
    Copy,
    /// Replaces the draft with a board from the clipboard.
    Paste,
    /// Chooses the draft for a new game.
    Play,
}

/// The sheet beside the board. Only one is shown, so that it fits on phones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sheet {
    /// Brush and symmetry.
    #[default]
    Paint,
    /// Size of the board.
    Size,
    /// Roles, turn order, scoring and goal.
    Players,
    /// Placements out of turn.
    CutIns,
    /// Tints of squares and kinds of holes.
    Tints,
    /// Name, description and goal, and the board as text.
    Name,
}

impl Sheet {
    pub const ALL: [Self; 6] = [Self::Paint, Self::Size, Self::Players, Self::CutIns, Self::Tints, Self::Name];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Paint => say!("sheet-paint"),
            Self::Size => say!("sheet-size"),
            Self::Players => say!("sheet-players"),
            Self::CutIns => say!("sheet-cut-ins"),
            Self::Tints => say!("sheet-tints"),
            Self::Name => say!("sheet-name"),
        }
    }
}

/// The state of the editor.
#[derive(Resource, Clone, Debug, Default)]
pub struct Editor {
    /// `None` until the editor is first shown.
    history: Option<History>,
    brush: Brush,
    sheet: Sheet,
}

impl Editor {
    /// An editor with a saved draft.
    #[must_use]
    pub fn with(draft: Draft) -> Self {
        Self { history: Some(History::new(draft)), ..Self::default() }
    }

    /// The draft; `None` until the editor is first shown.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        self.history.as_ref().map(History::draft)
    }

    pub(in crate::game) fn is_painting(&self) -> bool {
        self.history.as_ref().is_some_and(History::is_painting)
    }

    /// Follows a change of the draft's file name. `None` detaches the draft from its board, which has changed or is
    /// gone.
    pub(in crate::game) fn rename_file(&mut self, from: &str, to: Option<&str>) {
        if let Some(history) = &mut self.history {
            history.rename_file(from, to);
        }
    }

    #[must_use]
    pub const fn brush(&self) -> Brush {
        self.brush
    }

    #[must_use]
    pub const fn sheet(&self) -> Sheet {
        self.sheet
    }

    /// Returns whether undo and redo are possible.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        self.history.as_ref().map_or((false, false), |history| (history.can_undo(), history.can_redo()))
    }

    /// Changes the draft.
    pub fn edit(&mut self, edit: Edit) {
        self.history.get_or_insert_default().edit(edit);
    }

    /// Begins a stroke. Everything painted until its end is one step for undo.
    fn begin_stroke(&mut self) {
        self.history.get_or_insert_default().begin_stroke();
    }

    /// Paints a place, and those symmetric to it.
    fn paint(&mut self, square: Square, brush: Brush) {
        if let Some(history) = &mut self.history {
            let places = brush.painted_places(square, history.draft());
            history.paint(places);
        }
    }

    /// Discards the current stroke.
    fn cancel_stroke(&mut self) {
        if let Some(history) = &mut self.history {
            history.cancel_stroke();
        }
    }

    fn end_stroke(&mut self) {
        if let Some(history) = &mut self.history {
            history.end_stroke();
        }
    }
}

fn begin_draft(mut editor: ResMut<Editor>, setup: Res<MatchSetup>, own: Res<OwnBoards>, catalogue: Res<Catalogue>) {
    if editor.history.is_none() {
        editor.edit(opening(&setup.choice, &own, &catalogue).unwrap_or_else(|| empty(&own, &catalogue)));
        // Opening the first board is not a step that can be undone.
        editor.history = editor.draft().cloned().map(History::new);
    }
}

/// The edit that opens a board: one of the player's own as it is, any other as a copy.
fn opening(choice: &VariantChoice, own: &OwnBoards, catalogue: &Catalogue) -> Option<Edit> {
    let variant = Box::new(choice.variant().ok()?);
    Some(match choice {
        VariantChoice::BuiltIn(_) => {
            let name = catalogue.words(&say!("draft-copy-name", board = board_name(&variant)));
            Edit::Copy(variant, name)
        }
        VariantChoice::Own(_) => {
            let file = own.iter().find(|board| board.variant == *variant).map(|board| board.file.clone());
            Edit::Open(variant, file)
        }
    })
}

/// The edit that begins an empty board, with a name that no other board has.
fn empty(own: &OwnBoards, catalogue: &Catalogue) -> Edit {
    Edit::Empty(own.free_name(&catalogue.words(&say!("draft-name"))))
}

/// A sentence on how a game of the draft begins, or why it cannot be played.
pub(super) fn verdict(draft: &Draft) -> Result<Phrase, Phrase> {
    let variant = draft.variant().map_err(|problem| say!("editor-not-playable", problem = &problem))?;
    let position = Position::start(variant.clone());
    let player = position.to_move().map(Phrase::from).unwrap_or_default();
    let count = position.legal_squares().len();
    let skipped = Position::opening_passes(variant);
    Ok(if skipped.is_empty() {
        say!("editor-begins", player = player, count = count)
    } else {
        say!("editor-begins-after-passes", player = player, count = count, skipped = Phrase::list(skipped))
    })
}

fn handle_editor_commands(
    mut commands: MessageReader<EditorCommand>,
    mut editor: ResMut<Editor>,
    mut own: ResMut<OwnBoards>,
    mut setup: ResMut<MatchSetup>,
    catalogue: Res<Catalogue>,
    mut navigate: MessageWriter<Navigate>,
    mut changes: MessageWriter<OwnBoardsChanged>,
    mut notices: MessageWriter<Notice>,
    (mut copies, mut pastes): (MessageWriter<CopyText>, MessageWriter<PasteText>),
) {
    for command in commands.read() {
        match command {
            EditorCommand::Undo => {
                editor.history.get_or_insert_default().undo();
            }
            EditorCommand::Redo => {
                editor.history.get_or_insert_default().redo();
            }
            EditorCommand::Show(sheet) => editor.sheet = *sheet,
            EditorCommand::ChooseCell(cell) => editor.brush.paint = Paint::Cell(*cell),
            EditorCommand::ChooseTint(tint) => editor.brush.paint = Paint::Tint(*tint),
            EditorCommand::ChooseSymmetry(symmetry) => editor.brush.symmetry = *symmetry,
            EditorCommand::ToggleChangingPlayers => {
                editor.brush.changes_players = !editor.brush.changes_players;
            }
            EditorCommand::ToggleFilling => editor.brush.fills = !editor.brush.fills,
            EditorCommand::Edit(edit) => editor.edit(edit.clone()),
            EditorCommand::Open(choice) => {
                navigate.write(Navigate::Close);
                if let Some(edit) = opening(choice, &own, &catalogue) {
                    editor.edit(edit);
                }
            }
            EditorCommand::OpenEmpty => {
                navigate.write(Navigate::Close);
                editor.edit(empty(&own, &catalogue));
            }
            EditorCommand::Paste => {
                pastes.write(PasteText);
            }
            EditorCommand::Copy | EditorCommand::Save | EditorCommand::Replace(_) | EditorCommand::Play => {
                let Some(draft) = editor.draft() else { continue };
                let variant = match draft.variant() {
                    Ok(variant) => variant,
                    Err(problem) => {
                        notices.write(Notice::trouble(say!("editor-not-playable", problem = &problem)));
                        continue;
                    }
                };
                if *command == EditorCommand::Copy {
                    copies.write(CopyText(variant.to_line()));
                    continue;
                }
                if *command == EditorCommand::Play {
                    // This should always work: the text comes from a variant that was just built.
                    if setup.choose(VariantChoice::Own(variant.to_string())).is_ok() {
                        navigate.write(Navigate::To(Screen::NewGame));
                    }
                    continue;
                }
                let may_replace = matches!(command, EditorCommand::Replace(name) if name == variant.name());
                match file_to_replace(draft, &variant, &own, may_replace) {
                    Ok(replaced) => {
                        let file = put(&mut own, replaced, &variant);
                        editor.history.get_or_insert_default().set_file(Some(file.clone()));
                        changes.write(OwnBoardsChanged::Put { file, text: variant.to_string() });
                    }
                    Err(name) => {
                        let question = say!("editor-name-taken", name = name.as_str());
                        let replace = EditorCommand::Replace(name);
                        notices.write(Notice::trouble(question).offering(say!("editor-replace"), replace));
                    }
                }
            }
        }
    }
}

/// Opens a pasted board. Elsewhere pasted text is opened like a file.
fn take_pasted(
    mut pasted: MessageReader<Pasted>,
    screen: Res<State<Screen>>,
    mut commands: MessageWriter<EditorCommand>,
    mut notices: MessageWriter<Notice>,
) {
    for Pasted(text) in pasted.read().filter(|_| *screen.get() == Screen::Editor) {
        notices.write(match text.as_deref().map(pasted_board) {
            Some(Ok(variant)) => {
                let name = variant.name().to_owned();
                commands.write(EditorCommand::Edit(Edit::Open(Box::new(variant), None)));
                Notice::news(say!("editor-pasted", name = name))
            }
            Some(Err(problem)) => Notice::trouble(say!("editor-not-pasted", problem = problem)),
            None => Notice::trouble(say!("games-nothing-to-paste")),
        });
    }
}

/// The board of a text: a variant, or a position of another program.
///
/// # Errors
/// A sentence on the problem with the text.
fn pasted_board(text: &str) -> Result<Variant, Phrase> {
    match AnyText::read(text).map_err(|error| Phrase::from(&FileProblem::from(error)))? {
        AnyText::Variant(variant) => Ok(*variant),
        AnyText::Game(game) if game.record().ply() == 0 => Ok((**game.record().variant()).clone()),
        AnyText::Game(_) => Err(say!("editor-pasted-game")),
    }
}

/// The file to save a draft to: that of the board that it replaces, or `None` for a new one.
///
/// # Errors
/// The draft's name, if another board has it and may not be replaced.
fn file_to_replace(
    draft: &Draft,
    variant: &Variant,
    own: &OwnBoards,
    may_replace: bool,
) -> Result<Option<String>, String> {
    let name = variant.name();
    let is_same_board = |file: &&str| own.find(file).is_some_and(|board| board.variant.name() == name);
    if let Some(file) = draft.file().filter(is_same_board) {
        return Ok(Some(file.to_owned()));
    }
    match own.named(name) {
        Some(other) if other.variant == *variant || may_replace => Ok(Some(other.file.clone())),
        Some(_) => Err(name.to_owned()),
        None => Ok(None),
    }
}

fn put(own: &mut OwnBoards, replaced: Option<String>, variant: &Variant) -> String {
    match replaced {
        Some(file) => {
            own.put(file.clone(), variant.clone());
            file
        }
        None => own.add(variant).0,
    }
}
