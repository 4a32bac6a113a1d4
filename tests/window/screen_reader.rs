//! The window as a screen reader sees it: found, heard and played only over the accessibility bus.

use std::sync::mpsc::{Receiver, channel};
use std::thread;

use atspi::events::object::AnnouncementEvent;
use atspi::proxy::accessible::{AccessibleProxy, ObjectRefExt};
use atspi::proxy::action::ActionProxy;
use atspi::{ObjectRefOwned, Role};
use futures_util::StreamExt;
use irogaeshi::rules::{Record, Square, Variant};
use zbus::zvariant::OwnedObjectPath;
use zbus::{MatchRule, MessageStream, block_on};

use crate::game::{Game, Options};
use crate::session::Session;

/// Maximum number of announcements between two checks.
const MAX_ANNOUNCEMENTS: usize = 1000;
/// Registry in which screen readers find accessible programs.
const REGISTRY: (&str, &str) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root");

/// An accessible object of the window.
struct Thing {
    place: ObjectRefOwned,
    role: Role,
    name: String,
}

/// A minimal screen reader.
struct Reader {
    bus: zbus::Connection,
    announcements: Receiver<String>,
    heard: Vec<String>,
}

impl Reader {
    fn start(session: &Session) -> Self {
        let bus = session.accessibility();
        let rule = MatchRule::builder()
            .msg_type(zbus::message::Type::Signal)
            .interface("org.a11y.atspi.Event.Object")
            .and_then(|rule| rule.member("Announcement"))
            .expect("names")
            .build();
        let stream = MessageStream::for_match_rule(rule, &bus, Some(MAX_ANNOUNCEMENTS));
        let mut stream = block_on(stream).expect("the bus answers");
        let (sender, announcements) = channel();
        // The thread ends with the bus, or when nobody receives announcements any more.
        thread::spawn(move || {
            while let Some(Ok(message)) = block_on(stream.next()) {
                let said = AnnouncementEvent::try_from(&message).expect("it has the known form");
                if sender.send(said.text).is_err() {
                    break;
                }
            }
        });
        Self { bus, announcements, heard: Vec::new() }
    }

    fn accessible(&self, name: &str, path: &str) -> zbus::Result<AccessibleProxy<'static>> {
        let path = OwnedObjectPath::try_from(path)?;
        block_on(async {
            let builder = AccessibleProxy::builder(&self.bus).destination(name.to_owned())?.path(path)?;
            builder.cache_properties(zbus::proxy::CacheProperties::No).build().await
        })
    }

    /// Accessible programs.
    fn programs(&self) -> Vec<ObjectRefOwned> {
        let registry = self.accessible(REGISTRY.0, REGISTRY.1).expect("the registry is there");
        block_on(registry.get_children()).expect("the registry answers")
    }

    /// All accessible objects in reading order. Objects that disappear while they are read are left out.
    fn objects(&self) -> Vec<Thing> {
        let mut things = Vec::new();
        block_on(async {
            let mut places = self.programs();
            while let Some(place) = places.pop() {
                let Ok(proxy) = place.as_accessible_proxy(&self.bus).await else { continue };
                let (Ok(role), Ok(name)) = (proxy.get_role().await, proxy.name().await) else { continue };
                places.extend(proxy.get_children().await.unwrap_or_default().into_iter().rev());
                drop(proxy);
                things.push(Thing { place, role, name });
            }
        });
        things
    }

    /// Runs the default action of the first object that matches; `false` if there is none.
    fn act(&self, is_it: impl Fn(&Thing) -> bool) -> bool {
        let Some(thing) = self.objects().into_iter().find(is_it) else { return false };
        block_on(async {
            let name = thing.place.name().expect("it is in a program").clone();
            let action = ActionProxy::builder(&self.bus)
                .destination(name)?
                .path(thing.place.path().clone())?
                .cache_properties(zbus::proxy::CacheProperties::No)
                .build()
                .await?;
            action.do_action(0).await
        })
        .unwrap_or(false)
    }

    /// Returns whether something was announced, at any time so far.
    fn has_heard(&mut self, is_it: impl Fn(&str) -> bool) -> bool {
        self.heard.extend(self.announcements.try_iter());
        self.heard.iter().any(|said| is_it(said))
    }

    fn press(&self, game: &mut Game, name: &str) {
        let is_button = |thing: &Thing| [Role::Button, Role::RadioButton, Role::ToggleButton].contains(&thing.role);
        game.wait(&format!("{name} can be pressed"), |_| self.act(|thing| is_button(thing) && thing.name == name));
    }

    /// Names of the squares.
    fn squares(&self) -> Vec<String> {
        let cells = self.objects().into_iter().filter(|thing| thing.role == Role::TableCell);
        cells.map(|cell| cell.name).collect()
    }
}

#[test]
#[ignore = "needs Xvfb, xdotool, dbus-daemon and at-spi2-core; make test runs it"]
fn a_screen_reader_plays_a_whole_match() {
    let session = Session::start();
    let mut reader = Reader::start(&session);
    let mut game = Game::start(&Options { session: Some(&session), ..Options::default() });
    assert!(reader.programs().is_empty(), "nothing is reported before a request");
    // Start it while the game is at rest.
    game.wait_for_stillness();
    session.set_screen_reader(true);
    for button in ["New game", "Board: Classic 4 × 4", "All human", "Start"] {
        reader.press(&mut game, button);
    }
    let mut record = Record::new(Variant::built_in("classic-4").expect("is built in"));
    while let Some(player) = record.position().to_move() {
        let mut legal = Vec::new();
        game.wait("the squares say what can be played", |_| {
            let squares = reader.squares();
            let is_legal = |name: &&String| name.ends_with(", legal move");
            legal = squares.iter().filter(is_legal).filter_map(|name| name.split(',').next()?.parse().ok()).collect();
            let expected: Vec<Square> = record.position().legal_squares().into_iter().collect();
            !legal.is_empty() && legal == expected
        });
        let square = legal[0];
        assert!(reader.act(|thing| thing.name == format!("{square}, empty, legal move")));
        record.play(player, square).expect("it can be played");
        game.wait(&format!("{player:?} is heard to play {square}"), |_| {
            reader.has_heard(|said| said.contains(&format!("{player:?} played {square} and turned ")))
        });
    }
    game.wait("the end is heard", |_| reader.has_heard(|said| said.contains("Final count:")));
    assert_eq!(game.report().record().position().board(), record.position().board());
    // It also leads to the next match.
    reader.press(&mut game, "Rematch");
    game.wait("it is heard that there is another match", |_| reader.has_heard(|said| said == "The board is set up."));
}
