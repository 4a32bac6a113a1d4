//! Everything a person can ask for besides a move: buttons carry it, keys write it, screens and matches obey it.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::editor::EditorAction;
use super::{AdviceKind, Choices, Pace, Palette, ReviewStep, Seat, Seating, VariantChoice};
use crate::rules::{Goal, Player, Record};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Action>().add_observer(write_action_of_button);
}

/// A wish. On a button it is what the button does.
#[derive(Component, Message, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// To the title.
    ShowTitle,
    /// To the choices of a new game.
    ShowNewGame,
    /// To the match that is on the board.
    Continue,
    /// Shows a part of the choices where there is no room for all.
    ShowChoices(Choices),
    /// Begins a match with the choices made.
    Start,
    /// Leaves the program.
    Quit,
    /// Chooses what is played.
    ChooseVariant(VariantChoice),
    /// Chooses whether the most or the fewest discs win.
    ChooseGoal(Goal),
    /// Chooses who makes a player's moves.
    ChooseSeat(Player, Seat),
    /// Chooses who makes everybody's moves.
    SeatEverybody(Seating),
    /// Shows the CPU players among whom there is a choice for a player.
    ShowCpuPlayers(Player),
    /// Chooses what a player is called; an empty name is that of their colour.
    NamePlayer(Player, String),
    /// Chooses how fast discs turn.
    ChoosePace(Pace),
    /// Chooses the colours of the discs.
    ChoosePalette(Palette),
    /// Chooses how long a CPU player waits.
    ChooseCpuDelay(Duration),
    /// Marks legal squares, or no longer.
    ToggleLegalMarks,
    /// Shows advice, or no longer; asks first where several persons play.
    Advise(AdviceKind),
    /// All persons want advice to be shown in this match.
    AgreeOnAdvice(AdviceKind),
    /// Plays the best square that the advice knows.
    PlayAdvised,
    /// Takes back, to one's own turn.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Begins the same match again; asks first while a game is running.
    Restart,
    /// Begins the same match again, asked or not.
    RestartNow,
    /// Begins the lesson.
    StartLesson,
    /// To the lesson's next step.
    NextStep,
    /// Leaves the lesson, to the match that it interrupted or to the choices of a new game.
    EndLesson,
    /// Closes whatever lies over the screen.
    Dismiss,
    /// To the board editor, as it was left.
    ShowEditor,
    /// Opens the list of the user's own boards, which also says how to open others.
    ShowBoards,
    /// Closes that list.
    HideBoards,
    /// Asks whether a board, by its file, is to be taken out of the user's own.
    AskToRemoveBoard(String),
    /// Takes it out.
    RemoveBoard(String),
    /// Lets the user choose a file to open, on the page.
    ChooseFile,
    /// Gives one of the user's own boards out as a file, on the page.
    DownloadBoard(String),
    /// Puts a match onto the board as far as it was played, in place of the one that is there.
    PlayRecord(Box<Record>),
    /// To the review of the match that is over.
    ShowReview,
    /// To another position of the match that is reviewed.
    Review(ReviewStep),
    /// Something in the board editor.
    Editor(EditorAction),
    /// Closes the notice.
    CloseNotice,
}

fn write_action_of_button(activate: On<Activate>, actions: Query<&Action>, mut writer: MessageWriter<Action>) {
    if let Ok(action) = actions.get(activate.entity) {
        writer.write(action.clone());
    }
}
