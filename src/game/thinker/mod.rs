//! Where the CPU thinks, beside the frame: a thread on the desktop, a web worker on the page. Both answer the same
//! requests; what is asked is decided by `cpu_seat` and `analysis`.

#[cfg_attr(target_arch = "wasm32", path = "web.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "native.rs")]
mod beside_frame;

pub(super) use beside_frame::Thinker;
#[cfg(target_arch = "wasm32")]
pub(super) use beside_frame::plugin;
