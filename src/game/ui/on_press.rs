//! Message that a control writes when it is pressed; of any type.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::game::audio::cue::SoundCue;
use crate::game::flow::navigate::Navigate;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(write_on_press);
}

/// The message that a control writes when it is pressed. Notices and scenes carry one as well.
#[derive(Component, Clone)]
pub struct OnPress {
    message: Arc<dyn Pressed>,
    /// True if pressing also closes the overlay that holds the control.
    closes: bool,
}

impl OnPress {
    #[must_use]
    pub fn new<M: Message + Clone + PartialEq + fmt::Debug>(message: M) -> Self {
        Self { message: Arc::new(message), closes: false }
    }

    /// Closes the overlay that holds the control as well, because the press answers it.
    #[must_use]
    pub fn closing<M: Message + Clone + PartialEq + fmt::Debug>(message: M) -> Self {
        Self { closes: true, ..Self::new(message) }
    }

    /// Returns the message if it is of this type.
    #[must_use]
    pub fn message<M: Message>(&self) -> Option<&M> {
        self.message.as_any().downcast_ref()
    }

    /// Writes the message as if the control was pressed.
    pub fn write(&self, commands: &mut Commands) {
        self.message.write(commands);
        if self.closes {
            commands.write_message(Navigate::Close);
        }
    }
}

impl<M: Message + Clone + PartialEq + fmt::Debug> From<M> for OnPress {
    fn from(message: M) -> Self {
        Self::new(message)
    }
}

impl PartialEq for OnPress {
    fn eq(&self, other: &Self) -> bool {
        self.closes == other.closes && self.message.equals(other.message.as_any())
    }
}

impl fmt::Debug for OnPress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(formatter)
    }
}

/// A message with its type erased.
trait Pressed: fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn write(&self, commands: &mut Commands);
}

impl<M: Message + Clone + PartialEq + fmt::Debug> Pressed for M {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn write(&self, commands: &mut Commands) {
        commands.write_message(self.clone());
    }
}

fn write_on_press(activate: On<Activate>, controls: Query<&OnPress>, mut commands: Commands) {
    if let Ok(on_press) = controls.get(activate.entity) {
        on_press.write(&mut commands);
        commands.write_message(SoundCue::Pressed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Message, Clone, Debug, PartialEq)]
    struct Shout(u8);

    #[derive(Message, Clone, Debug, PartialEq)]
    struct Whisper(u8);

    #[test]
    fn messages_differ_by_type_and_by_value() {
        let shout = OnPress::new(Shout(1));
        assert_eq!(shout, OnPress::new(Shout(1)));
        assert_ne!(shout, OnPress::new(Shout(2)));
        assert_ne!(shout, OnPress::new(Whisper(1)));
        assert_eq!(shout.message::<Shout>(), Some(&Shout(1)));
        assert_eq!(shout.message::<Whisper>(), None);
    }

    #[test]
    fn a_pressed_control_writes_its_message() {
        let mut app = App::new();
        app.add_plugins(plugin).add_message::<Shout>().add_message::<SoundCue>();
        let entity = app.world_mut().spawn(OnPress::new(Shout(3))).id();
        app.world_mut().trigger(Activate { entity });
        app.world_mut().flush();
        let written: Vec<_> = app.world_mut().resource_mut::<Messages<Shout>>().drain().collect();
        assert_eq!(written, [Shout(3)]);
    }
}
