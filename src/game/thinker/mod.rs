//! Runs CPU players beside the frame: in a thread on the desktop, in a web worker on the page. Both answer the same
//! requests; `cpu_seat` and `analysis` decide what to ask. Other programs run on the desktop only.

pub(super) mod program_news;
#[cfg_attr(target_arch = "wasm32", path = "programs_web.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "programs_native.rs")]
pub(super) mod programs;

#[cfg_attr(target_arch = "wasm32", path = "web.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "native.rs")]
mod beside_frame;

pub(super) use beside_frame::CpuWorker;
#[cfg(target_arch = "wasm32")]
pub(super) use beside_frame::plugin;
