//! Order of the systems in a frame.

use bevy::prelude::*;
use bevy_tweening::AnimationSystem;

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (
            GameSystems::Input,
            GameSystems::Think,
            GameSystems::Play,
            GameSystems::Navigate,
            AnimationSystem::AnimationUpdate,
            GameSystems::Show,
            GameSystems::Look,
        )
            .chain(),
    );
    app.configure_sets(
        Update,
        (
            PlaySystems::Files,
            PlaySystems::Lesson,
            PlaySystems::Editor,
            PlaySystems::Boards,
            PlaySystems::Requests,
            PlaySystems::Setup,
            PlaySystems::Rooms,
            PlaySystems::ProgramForm,
            PlaySystems::Settings,
            PlaySystems::Programs,
            PlaySystems::Clock,
            PlaySystems::Online,
            PlaySystems::Match,
            PlaySystems::RoomMatch,
            PlaySystems::Arrivals,
            PlaySystems::Advice,
            PlaySystems::Overlays,
            PlaySystems::Sharing,
            PlaySystems::Games,
        )
            .chain()
            .in_set(GameSystems::Play),
    );
    app.configure_sets(
        Last,
        (EndSystems::Leave, EndSystems::Save, EndSystems::Status, EndSystems::Report, EndSystems::Redraw).chain(),
    );
}

/// Order of a frame. Put a new system into the set whose description fits.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSystems {
    /// Turns pointers, keys and requests of screen readers into intents and commands.
    Input,
    /// Asks CPU players and receives their answers.
    Think,
    /// Handles commands, in the order of `PlaySystems`: changes the match, the setup, the settings, the draft.
    Play,
    /// Changes the screen or the overlay.
    Navigate,
    /// Updates entities to show the match and starts their tweens. Runs after the tweens are stepped, so that a tween
    /// never sees the long frame in which the game woke up.
    Show,
    /// Derives the visible state from the entities: counts, marks, texts.
    Look,
}

/// Order in which commands are handled, by subject. A subject whose commands lead to those of others comes first, so
/// that everything happens in one frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PlaySystems {
    /// Files that were dropped, opened or pasted.
    Files,
    Lesson,
    /// The draft in the editor.
    Editor,
    /// The player's own boards.
    Boards,
    /// Requests to restart or to draw another board, which become a command or a question.
    Requests,
    /// The setup of the next match.
    Setup,
    /// The setup of the next room, and commands for rooms.
    Rooms,
    /// The form in which a program is registered, which becomes a command of the settings.
    ProgramForm,
    Settings,
    /// Programs that are tried or no longer registered.
    Programs,
    /// A clock that has run out, which becomes a match command.
    Clock,
    /// Online commands, and messages from the server.
    Online,
    Match,
    /// The match of a room: moves made here are sent to the server, and the match follows the server.
    RoomMatch,
    /// Changes of the screen that follow the state of the room.
    Arrivals,
    /// Advice on the current position.
    Advice,
    /// Overlays that close when they are answered.
    Overlays,
    /// Copies, files and pictures of the game of the screen.
    Sharing,
    /// The list of games.
    Games,
}

/// Order of the end of a frame, in [`Last`]. A change is saved before it is reported and before another frame is asked
/// for.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndSystems {
    /// Pauses the clock when the program ends.
    Leave,
    Save,
    /// Writes the status of the screen.
    Status,
    /// Writes the report. Its readers in the same frame must run later.
    Report,
    /// Decides whether another frame follows. Systems in [`Last`] that ask for one must run earlier.
    Redraw,
}
