//! Drawing by OpenGL, on Linux computers without a Vulkan driver.

use std::env;
use std::process::Command;
use std::sync::Arc;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::renderer::{
    RenderAdapter, RenderAdapterInfo, RenderDevice, RenderInstance, RenderQueue, WgpuWrapper,
};
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::tasks::block_on;
use bevy::winit::DisplayHandleWrapper;
use wgpu::{Adapter, Backends, DeviceDescriptor, Instance, InstanceDescriptor, RequestAdapterOptions};

/// Environment variable from which wgpu, and so every program that draws with it, takes its graphics interface.
const CHOICE: &str = "WGPU_BACKEND";

/// The value of [`CHOICE`] for OpenGL.
const OPENGL: &str = "gl";

/// True unless the environment already chooses a graphics interface.
pub(crate) fn is_left_to_try() -> bool {
    env::var_os(CHOICE).is_none()
}

/// Chooses OpenGL for a program to be started.
pub(crate) fn choose(command: &mut Command) {
    command.env(CHOICE, OPENGL);
}

/// Draws by OpenGL if the environment chooses it, and otherwise without it: a renderer that Bevy itself makes for
/// OpenGL cannot present in a window.
pub(crate) fn replace_renderer(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    if env::var_os(CHOICE).is_some_and(|value| value.eq_ignore_ascii_case(OPENGL)) {
        return plugins.disable::<RenderPlugin>().add_before::<RenderPlugin>(OpenGlPlugin);
    }
    let backends = Some(Backends::from_env().unwrap_or(Backends::PRIMARY));
    let render_creation = WgpuSettings { backends, ..default() }.into();
    plugins.set(RenderPlugin { render_creation, synchronous_pipeline_compilation: true, ..default() })
}

/// `RenderPlugin` with a renderer made for the display, which OpenGL must know to present in a window. Must be added
/// after `WinitPlugin`, which knows the display.
struct OpenGlPlugin;

impl Plugin for OpenGlPlugin {
    fn build(&self, app: &mut App) {
        let display = app.world().resource::<DisplayHandleWrapper>().0.clone();
        let instance = Instance::new(InstanceDescriptor {
            backends: Backends::GL,
            ..InstanceDescriptor::new_with_display_handle(Box::new(display))
        });
        let adapter = block_on(instance.request_adapter(&RequestAdapterOptions::default()));
        // The start of the game turns the panic into a message, as it does where Bevy finds no driver.
        let adapter = adapter.expect("no OpenGL driver");
        app.add_plugins(RenderPlugin {
            render_creation: creation(instance, adapter),
            synchronous_pipeline_compilation: true,
            ..default()
        });
    }
}

/// A renderer with everything that the driver offers, as Bevy asks for by default.
fn creation(instance: Instance, adapter: Adapter) -> RenderCreation {
    let device = block_on(adapter.request_device(&DeviceDescriptor {
        required_features: adapter.features(),
        required_limits: adapter.limits(),
        ..default()
    }));
    let (device, queue) = device.expect("no OpenGL device");
    RenderCreation::manual(
        RenderDevice::from(device),
        RenderQueue(Arc::new(WgpuWrapper::new(queue))),
        RenderAdapterInfo(WgpuWrapper::new(adapter.get_info())),
        RenderAdapter(Arc::new(WgpuWrapper::new(adapter))),
        RenderInstance(Arc::new(WgpuWrapper::new(instance))),
    )
}
