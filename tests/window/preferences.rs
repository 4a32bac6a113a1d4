//! Follows the desktop's preferences, as its portal reports them: reduced motion, light or dark.

use std::sync::{Arc, Mutex};

use bevy::math::Vec2;
use zbus::block_on;
use zbus::connection::Builder;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{OwnedValue, Value};

use crate::game::{Game, Options};
use crate::session::Session;

/// Name and path of the portal on the bus.
const PORTAL: (&str, &str) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop");
/// Namespace of the preferences.
const APPEARANCE: &str = "org.freedesktop.appearance";
const LIGHT: u32 = 2;
const DARK: u32 = 1;

/// Preferences that the portal reports.
#[derive(Clone, Copy)]
struct Likes {
    reduced_motion: bool,
    scheme: u32,
}

impl Likes {
    fn value(self, key: &str) -> Option<u32> {
        match key {
            "reduced-motion" => Some(self.reduced_motion.into()),
            "color-scheme" => Some(self.scheme),
            _ => None,
        }
    }
}

/// The portal's object on the bus.
struct Settings(Arc<Mutex<Likes>>);

#[zbus::interface(name = "org.freedesktop.portal.Settings")]
impl Settings {
    fn read(&self, namespace: &str, key: &str) -> zbus::fdo::Result<OwnedValue> {
        let likes = *self.0.lock().expect("nobody failed");
        let value = (namespace == APPEARANCE).then(|| likes.value(key)).flatten();
        // Wraps the value in another one, as every portal does.
        let value = value.map(|value| Value::Value(Box::new(Value::U32(value))));
        let value = value.ok_or_else(|| zbus::fdo::Error::Failed("nothing is known of this".to_owned()))?;
        value.try_into().map_err(|_| zbus::fdo::Error::Failed("it cannot be said".to_owned()))
    }

    #[zbus(signal)]
    async fn setting_changed(
        emitter: &SignalEmitter<'_>,
        namespace: &str,
        key: &str,
        value: Value<'_>,
    ) -> zbus::Result<()>;
}

/// A portal that knows only these preferences.
struct Portal {
    likes: Arc<Mutex<Likes>>,
    connection: zbus::Connection,
}

impl Portal {
    fn start(session: &Session, likes: Likes) -> Self {
        let likes = Arc::new(Mutex::new(likes));
        let builder = Builder::address(session.address()).and_then(|builder| builder.name(PORTAL.0));
        let builder = builder.and_then(|builder| builder.serve_at(PORTAL.1, Settings(Arc::clone(&likes))));
        let connection = block_on(builder.expect("names").build()).expect("nobody else has the name");
        Self { likes, connection }
    }

    /// Changes the preferences, and announces it.
    fn change(&self, likes: Likes) {
        *self.likes.lock().expect("nobody failed") = likes;
        let emitter = SignalEmitter::new(&self.connection, PORTAL.1).expect("a path");
        for key in ["reduced-motion", "color-scheme"] {
            let value = Value::U32(likes.value(key).expect("it is known"));
            block_on(Settings::setting_changed(&emitter, APPEARANCE, key, value)).expect("the bus takes it");
        }
    }
}

/// Returns whether the settings show that motion is off.
fn is_still(game: &Game) -> bool {
    game.report().button("Motion: None").is_some_and(|button| button.chosen)
}

/// Returns whether the background at the edge of the window is light.
fn is_light(game: &Game) -> bool {
    game.picture().at(Vec2::splat(3.0)).iter().all(|part| *part > 128)
}

#[test]
#[ignore = "needs Xvfb, xdotool, dbus-daemon and at-spi2-core; make test runs it"]
fn the_desktops_preferences_apply_at_the_start_and_on_change() {
    let session = Session::start();
    let portal = Portal::start(&session, Likes { reduced_motion: true, scheme: LIGHT });
    let mut game = Game::start(&Options { session: Some(&session), ..Options::default() });
    game.wait("it is light from the start", |game| is_light(game));
    game.press_button("Settings");
    game.press_button("Motion");
    game.wait("nothing moves from the start", |game| is_still(game));
    game.point_at_nothing();
    game.wait_for_stillness();
    portal.change(Likes { reduced_motion: false, scheme: DARK });
    game.wait("the resting game hears of the change", |game| !is_still(game) && !is_light(game));
    game.wait_for_stillness();
    portal.change(Likes { reduced_motion: true, scheme: LIGHT });
    game.wait("and of the next one", |game| is_still(game) && is_light(game));
}
