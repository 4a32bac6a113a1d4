//! Commands: messages that request something and wake the game if it sleeps.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Woken>();
}

/// A command was written. Its effects may take more than one frame to show.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct Woken;

/// Registers commands.
pub(crate) trait AddCommand {
    /// Adds a message that requests something and wakes the game.
    fn add_command<M: Message>(&mut self) -> &mut Self;
}

impl AddCommand for App {
    fn add_command<M: Message>(&mut self) -> &mut Self {
        self.add_message::<M>().add_message::<Woken>().add_systems(PostUpdate, wake::<M>)
    }
}

fn wake<M: Message>(commands: Res<Messages<M>>, mut woken: MessageWriter<Woken>) {
    if !commands.is_empty() {
        woken.write(Woken);
    }
}
