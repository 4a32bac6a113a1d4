//! The board editor: a variant in the making, what can be done to it, and how it is shown.
//!
//! [`Draft`], [`History`] and [`Brush`] are plain values; the truth is the resource [`Editor`]. The screen and the
//! board show it, and every change goes through [`EditorAction`] or [`PaintIntent`].

mod canvas;
mod draft;
mod grid;
mod history;
mod pen;
mod symmetry;

use bevy::prelude::*;

pub use draft::{Draft, DraftProblem, Edit, NobodyCanMove, Role};
pub use grid::Grid;
pub use history::History;
pub use pen::PaintIntent;
pub use symmetry::{Brush, Symmetry};

pub(super) use canvas::{BrushMark, HoleMark};
pub(super) use draft::check_first_move;

use super::words::listed;
use super::{Action, GameSystems, MatchSetup, Notice, OwnBoards, OwnBoardsChanged, Screen, VariantChoice};
use crate::rules::{Cell, Position, Square, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Editor>()
        .add_plugins((canvas::plugin, pen::plugin))
        .add_systems(OnEnter(Screen::Editor), begin_draft)
        .add_systems(Update, obey.in_set(GameSystems::Play).run_if(in_state(Screen::Editor)));
}

/// What can be asked for in the editor besides painting, taking back and taking again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorAction {
    /// Shows something else beside the board.
    Show(Sheet),
    /// Chooses what is painted.
    ChooseCell(Cell),
    /// Chooses which places are painted together.
    ChooseSymmetry(Symmetry),
    /// Gives each further place a disc of the next player, or no longer.
    ToggleChangingPlayers,
    /// Changes the draft.
    Edit(Edit),
    /// Opens a board in place of the draft.
    Open(VariantChoice),
    /// Begins with a board without discs.
    OpenEmpty,
    /// Keeps the draft among the user's own boards; asks before it replaces another one.
    Save,
    /// Keeps it in place of the one that has its name.
    Replace,
    /// Chooses it for a new game.
    Play,
}

/// What is shown beside the board: one thing at a time, so that phones have room for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sheet {
    /// What is painted.
    #[default]
    Paint,
    /// How large the board is.
    Size,
    /// Who takes turns, and what wins.
    Players,
    /// Who moves out of turn, and when.
    CutIns,
    /// What the board is called.
    Name,
}

impl Sheet {
    /// All sheets.
    pub const ALL: [Self; 5] = [Self::Paint, Self::Size, Self::Players, Self::CutIns, Self::Name];

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paint => "Paint",
            Self::Size => "Size",
            Self::Players => "Players",
            Self::CutIns => "Cut-ins",
            Self::Name => "Name",
        }
    }
}

/// What the editor works on.
#[derive(Resource, Clone, Debug, Default)]
pub struct Editor {
    /// The draft and its past; `None` until the editor is first shown.
    history: Option<History>,
    brush: Brush,
    sheet: Sheet,
}

impl Editor {
    /// An editor with a draft from an earlier start of the program.
    #[must_use]
    pub fn with(draft: Draft) -> Self {
        Self { history: Some(History::new(draft)), ..Self::default() }
    }

    /// The draft; `None` until the editor is first shown.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        self.history.as_ref().map(History::draft)
    }

    /// What is painted, and where else.
    #[must_use]
    pub const fn brush(&self) -> Brush {
        self.brush
    }

    /// What is shown beside the board.
    #[must_use]
    pub const fn sheet(&self) -> Sheet {
        self.sheet
    }

    /// Whether there is a step to take back, and one to take again.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        self.history.as_ref().map_or((false, false), |history| (history.can_undo(), history.can_redo()))
    }

    /// Changes the draft.
    pub fn edit(&mut self, edit: Edit) {
        self.history.get_or_insert_default().edit(edit);
    }

    /// Begins to paint: all that is painted until the end of the stroke is one step.
    fn begin_stroke(&mut self) {
        self.history.get_or_insert_default().begin_stroke();
    }

    /// Paints a place, and those that the brush paints with it.
    fn paint(&mut self, square: Square, brush: Brush) {
        if let Some(history) = &mut self.history {
            let dabs = brush.dabs(square, history.draft());
            history.paint(dabs);
        }
    }

    fn end_stroke(&mut self) {
        if let Some(history) = &mut self.history {
            history.end_stroke();
        }
    }
}

fn begin_draft(mut editor: ResMut<Editor>, setup: Res<MatchSetup>, own: Res<OwnBoards>) {
    if editor.history.is_none() {
        editor.edit(opening(&setup.choice, &own).unwrap_or(Edit::Empty(own.free_name(Draft::default().name()))));
        // Where it began is no step to take back.
        editor.history = editor.draft().cloned().map(History::new);
    }
}

/// The edit that opens a board: one of the user's own as it is, any other as a copy.
fn opening(choice: &VariantChoice, own: &OwnBoards) -> Option<Edit> {
    let variant = Box::new(choice.variant().ok()?);
    Some(match choice {
        VariantChoice::BuiltIn(_) => Edit::Copy(variant),
        VariantChoice::Own(_) => {
            let file = own.iter().find(|board| board.variant == *variant).map(|board| board.file.clone());
            Edit::Open(variant, file)
        }
    })
}

/// Why a draft cannot be played, or how a game of it begins: in a sentence, for people.
pub(super) fn verdict(draft: &Draft) -> Result<String, String> {
    let variant = draft.variant().map_err(|problem| format!("Cannot be played yet: {problem}."))?;
    let position = Position::start(variant.clone());
    let begins = position.to_move().map(|player| player.to_string()).unwrap_or_default();
    let moves = position.legal_squares().len();
    let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    let skipped = Position::opening_passes(variant);
    let passes = if skipped.is_empty() { String::new() } else { format!(", as {} cannot move", listed(skipped)) };
    Ok(format!("{begins} begins: {moves} to choose from{passes}."))
}

fn obey(
    mut actions: MessageReader<Action>,
    mut editor: ResMut<Editor>,
    mut own: ResMut<OwnBoards>,
    mut setup: ResMut<MatchSetup>,
    mut next: ResMut<NextState<Screen>>,
    mut changes: MessageWriter<OwnBoardsChanged>,
    mut notices: MessageWriter<Notice>,
) {
    for action in actions.read() {
        match action {
            Action::Undo => {
                editor.history.get_or_insert_default().undo();
            }
            Action::Redo => {
                editor.history.get_or_insert_default().redo();
            }
            Action::Editor(EditorAction::Show(sheet)) => editor.sheet = *sheet,
            Action::Editor(EditorAction::ChooseCell(cell)) => editor.brush.cell = *cell,
            Action::Editor(EditorAction::ChooseSymmetry(symmetry)) => editor.brush.symmetry = *symmetry,
            Action::Editor(EditorAction::ToggleChangingPlayers) => {
                editor.brush.changes_players = !editor.brush.changes_players;
            }
            Action::Editor(EditorAction::Edit(edit)) => editor.edit(edit.clone()),
            Action::Editor(EditorAction::Open(choice)) => {
                if let Some(edit) = opening(choice, &own) {
                    editor.edit(edit);
                }
            }
            Action::Editor(EditorAction::OpenEmpty) => {
                editor.edit(Edit::Empty(own.free_name(Draft::default().name())));
            }
            Action::Editor(EditorAction::Save | EditorAction::Replace | EditorAction::Play) => {
                let Some(draft) = editor.draft() else { continue };
                let variant = match draft.variant() {
                    Ok(variant) => variant,
                    Err(problem) => {
                        notices.write(Notice::trouble(format!("It cannot be played yet: {problem}.")));
                        continue;
                    }
                };
                if *action == Action::Editor(EditorAction::Play) {
                    // It was just parsed from the same draft, and a draft that is a variant has a text.
                    if setup.choose(VariantChoice::Own(variant.to_string())).is_ok() {
                        next.set(Screen::NewGame);
                    }
                    continue;
                }
                let may_replace = *action == Action::Editor(EditorAction::Replace);
                match place_to_keep(draft, &variant, &own, may_replace) {
                    Ok(place) => {
                        let file = keep(&mut own, place, &variant);
                        editor.history.get_or_insert_default().set_file(Some(file.clone()));
                        changes.write(OwnBoardsChanged::Kept { file, text: variant.to_string() });
                    }
                    Err(name) => {
                        let question = format!("There is another board called “{name}”.");
                        let replace = Action::Editor(EditorAction::Replace);
                        notices.write(Notice::trouble(question).offering("Replace it", replace));
                    }
                }
            }
            _ => {}
        }
    }
}

/// In place of which of the user's boards a draft is kept; an error is the name that another board has.
fn place_to_keep(
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

fn keep(own: &mut OwnBoards, place: Option<String>, variant: &Variant) -> String {
    match place {
        Some(file) => {
            own.put(file.clone(), variant.clone());
            file
        }
        None => own.keep(variant).0,
    }
}
