//! Commands: messages that ask for something, and that wake the game when nothing else happens.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Woken>();
}

/// Something was asked for: what that leads to may take more than one frame to be seen.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct Woken;

/// Adds commands to the app.
pub(crate) trait AddCommand {
    /// Adds a message that asks for something.
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
