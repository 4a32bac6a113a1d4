//! The web worker in which the CPU thinks: JSON requests in, JSON news out, the plain core alone.
//!
//! Scripts of the page call it. Built for threads that share their memory, it answers on stdout what it reads on stdin,
//! line by line; so it does on the desktop, where tests compare what it says there and in a browser, and how fast.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod calls;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod lines;
mod search;
mod thought;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn main() {}

/// The first argument says on how many threads it thinks; on one where there is none.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn main() -> std::io::Result<()> {
    let threads = match std::env::args().nth(1) {
        None => 1,
        Some(count) => {
            count.parse().map_err(|_| std::io::Error::other(format!("\"{count}\" is no number of threads")))?
        }
    };
    lines::serve(threads)
}
