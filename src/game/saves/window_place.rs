//! Saves the position and size of the window, which the next start restores.

use std::time::Duration;

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{Monitor, MonitorSelection, PrimaryMonitor, PrimaryWindow, WindowEvent, WindowMode};
use bevy::winit::WINIT_WINDOWS;
use serde::{Deserialize, Serialize};

use crate::game::frame::EndSystems;
use crate::game::redraw::Frames;
use crate::game::storage::lenient::{self, Fields};
use crate::game::storage::store::{Entry, Kind};
use crate::game::storage::{Storage, fields};

/// Restores the window and saves its changes. Add it after [`StoragePlugin`](crate::game::StoragePlugin), and not when
/// a size was given on the command line.
pub struct WindowPlacePlugin;

impl Plugin for WindowPlacePlugin {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        let Some(storage) = world.get_resource::<Storage>() else { return };
        let saved = storage.read(&entry()).ok().flatten().and_then(|text| fields::parse(&text)).unwrap_or_default();
        let place: WindowPlace = lenient::read(&saved);
        if let Ok(mut window) = world.query_filtered::<&mut Window, With<PrimaryWindow>>().single_mut(world) {
            place.open(&mut window);
        }
        app.insert_resource(SavedPlace { current: place, saved: lenient::fields_of(&place), moved_at: None })
            .add_systems(Update, adjust_to_monitors)
            .add_systems(Last, save_place.in_set(EndSystems::Save));
    }
}

fn entry() -> Entry {
    Entry::new(Kind::State, "window")
}

/// Time without movement after which the place is saved; a window that is being dragged changes all the time.
const AT_REST: Duration = Duration::from_secs(1);
/// Part of a window's upper edge that must be on a monitor, in physical pixels, so that players can grab it.
const HANDLE: IVec2 = IVec2::new(120, 24);
/// Plausible sizes, in logical pixels; others are ignored.
const SIDES: std::ops::RangeInclusive<u32> = 200..=20_000;

/// Place of a window when it is neither maximised nor full screen, and whether it is one of these.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq)]
#[serde(default)]
struct WindowPlace {
    /// Logical pixels.
    size: Option<(u32, u32)>,
    /// Upper left corner in physical pixels, in coordinates of all monitors.
    corner: Option<(i32, i32)>,
    is_maximised: bool,
    is_full_screen: bool,
}

impl WindowPlace {
    /// The current place of a window; `corner` is `None` if the system does not say. A maximised or full-screen window
    /// keeps the last place, which it will return to.
    fn of(window: &Window, corner: Option<IVec2>, is_maximised: bool, last: Self) -> Self {
        let is_full_screen = window.mode != WindowMode::Windowed;
        if is_full_screen || is_maximised {
            return Self { is_maximised: is_maximised || is_full_screen && last.is_maximised, is_full_screen, ..last };
        }
        let corner = corner.map(Into::into).or(last.corner);
        let size = Some((window.width().round() as u32, window.height().round() as u32));
        Self { size, corner, is_maximised, is_full_screen }
    }

    fn open(self, window: &mut Window) {
        if let Some((width, height)) =
            self.size.filter(|(width, height)| SIDES.contains(width) && SIDES.contains(height))
        {
            window.resolution.set(width as f32, height as f32);
        }
        if let Some(corner) = self.corner {
            window.position = WindowPosition::At(corner.into());
        }
    }
}

/// Returns whether players can grab a window with this corner and width, in physical pixels.
fn is_in_reach(corner: IVec2, width: i32, monitors: impl IntoIterator<Item = IRect>) -> bool {
    let edge = IRect::from_corners(corner, corner + IVec2::new(width, HANDLE.y));
    monitors.into_iter().any(|monitor| {
        let seen = monitor.intersect(edge).size();
        seen.x >= HANDLE.x.min(width) && seen.y >= HANDLE.y
    })
}

#[derive(Resource)]
struct SavedPlace {
    current: WindowPlace,
    /// The fields that this copy of the program last read or saved.
    saved: Fields,
    /// Time of the last move that is not saved yet, since the start of the game.
    moved_at: Option<Duration>,
}

/// Once the monitors are known, brings a window back whose monitor is gone, and maximises it or fills the screen as
/// before.
fn adjust_to_monitors(
    window: Single<&mut Window, With<PrimaryWindow>>,
    monitors: Query<(&Monitor, Has<PrimaryMonitor>)>,
    place: Res<SavedPlace>,
    mut is_done: Local<bool>,
) {
    if *is_done || monitors.is_empty() {
        return;
    }
    *is_done = true;
    let mut window = window.into_inner();
    let area = |monitor: &Monitor| {
        IRect::from_corners(monitor.physical_position, monitor.physical_position + monitor.physical_size().as_ivec2())
    };
    let width = window.physical_width().cast_signed();
    if let Some(corner) = place.current.corner
        && !is_in_reach(corner.into(), width, monitors.iter().map(|(monitor, _)| area(monitor)))
    {
        window.position = WindowPosition::Centered(MonitorSelection::Primary);
        let primary = monitors.iter().max_by_key(|(_, is_primary)| *is_primary).map(|(monitor, _)| monitor);
        if let Some(room) = primary.map(Monitor::physical_size) {
            let size = window.physical_size().min(room);
            if size != window.physical_size() {
                window.resolution.set_physical_resolution(size.x, size.y);
            }
        }
    }
    if place.current.is_full_screen {
        window.mode = WindowMode::BorderlessFullscreen(MonitorSelection::Current);
    } else if place.current.is_maximised {
        window.set_maximized(true);
    }
}

fn save_place(
    storage: Res<Storage>,
    window: Option<Single<(Entity, &Window), With<PrimaryWindow>>>,
    mut events: MessageReader<WindowEvent>,
    exits: MessageReader<AppExit>,
    time: Res<Time<Real>>,
    mut place: ResMut<SavedPlace>,
    mut frames: ResMut<Frames>,
    _main_thread: NonSendMarker,
) {
    let is_move = |event: &WindowEvent| matches!(event, WindowEvent::WindowMoved(_) | WindowEvent::WindowResized(_));
    if events.read().filter(|event| is_move(event)).count() > 0 {
        place.moved_at = Some(time.elapsed());
    }
    // Not every system sends an event when a window fills the screen.
    let fills_screen = window.as_ref().is_some_and(|window| window.1.mode != WindowMode::Windowed);
    if window.is_some() && fills_screen != place.current.is_full_screen {
        place.moved_at.get_or_insert(time.elapsed());
    }
    if exits.is_empty() {
        let Some(moved_at) = place.moved_at else { return };
        let left = (moved_at + AT_REST).saturating_sub(time.elapsed());
        if !left.is_zero() {
            frames.wake_in(left);
            return;
        }
    }
    place.moved_at = None;
    // A closed window has no place any more, so the last one stays saved.
    let Some((entity, window)) = window.map(Single::into_inner) else { return };
    // Asks winit, because Bevy misses moves that the system does not report, and does not know whether a window is
    // maximised.
    let (corner, is_maximised) = WINIT_WINDOWS.with_borrow(|windows| {
        windows.get_window(entity).map_or((None, false), |window| {
            let corner = window.outer_position().ok().map(|corner| IVec2::new(corner.x, corner.y));
            (corner, window.is_maximized())
        })
    });
    let SavedPlace { current, saved, .. } = &mut *place;
    *current = WindowPlace::of(window, corner, is_maximised, *current);
    // A failure is not worth a notice: the window just opens where it did before.
    if let Err(error) = fields::save(&*storage.0, &entry(), saved, lenient::fields_of(current), |_| ()) {
        debug!("the place of the window could not be saved: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: WindowPlace =
        WindowPlace { size: Some((900, 700)), corner: Some((100, 50)), is_maximised: false, is_full_screen: false };

    fn window(place: WindowPlace) -> Window {
        let mut window = Window::default();
        place.open(&mut window);
        window
    }

    #[test]
    fn a_window_opens_where_it_was() {
        assert_eq!(WindowPlace::of(&window(PLACE), PLACE.corner.map(Into::into), false, WindowPlace::default()), PLACE);
        assert_eq!(window(PLACE).position, WindowPosition::At(IVec2::new(100, 50)));
        let usual = Window::default();
        for size in [Some((0, 0)), Some((900, 3)), Some((u32::MAX, 700)), None] {
            let opened = window(WindowPlace { size, ..PLACE });
            assert_eq!(opened.resolution.size(), usual.resolution.size(), "{size:?}");
        }
    }

    #[test]
    fn a_window_that_fills_the_screen_keeps_its_former_place() {
        let mut filling = window(WindowPlace { size: Some((1920, 1080)), corner: Some((0, 0)), ..PLACE });
        assert_eq!(
            WindowPlace::of(&filling, Some(IVec2::ZERO), true, PLACE),
            WindowPlace { is_maximised: true, ..PLACE }
        );
        filling.mode = WindowMode::BorderlessFullscreen(MonitorSelection::Current);
        let full = WindowPlace::of(&filling, Some(IVec2::ZERO), false, WindowPlace { is_maximised: true, ..PLACE });
        assert_eq!(full, WindowPlace { is_maximised: true, is_full_screen: true, ..PLACE });
        assert_eq!(WindowPlace::of(&window(PLACE), None, false, full), PLACE, "it fills nothing any more");
    }

    #[test]
    fn a_window_that_cannot_be_grabbed_is_out_of_reach() {
        let left = IRect::new(0, 0, 1920, 1080);
        let right = IRect::new(1920, 0, 3840, 1080);
        let is_there = |x, y, monitors: &[IRect]| is_in_reach(IVec2::new(x, y), 900, monitors.iter().copied());
        assert!(is_there(2500, 100, &[left, right]));
        assert!(!is_there(2500, 100, &[left]), "its monitor is gone");
        assert!(is_there(-700, 100, &[left]));
        assert!(!is_there(-850, 100, &[left]) && !is_there(1850, 100, &[left]) && !is_there(10, 1070, &[left]));
        assert!(!is_there(10, -30, &[left]), "its upper edge is above the screen");
    }

    #[test]
    fn places_of_other_versions_are_read_field_by_field() {
        let saved = fields::parse(br#"{"format":1,"size":[900,700],"corner":"left","is_maximised":true,"glow":3}"#);
        let read: WindowPlace = lenient::read(&saved.expect("an object"));
        assert_eq!(read, WindowPlace { corner: None, is_maximised: true, ..PLACE });
    }
}
