//! Web worker in which the CPU thinks: JSON requests in, JSON news out. It uses only the plain core.
//!
//! Scripts of the page call it. Built for threads with shared memory, it reads requests on stdin and answers on stdout,
//! line by line. It does the same on the desktop, where tests compare its answers and speed with those in a browser.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod calls;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod lines;
mod search;
mod thought;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn main() {}

/// Takes the number of threads as its first argument, 1 by default.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn main() -> std::io::Result<()> {
    let threads = match std::env::args().nth(1) {
        None => 1,
        Some(count) => {
            count.parse().map_err(|_| std::io::Error::other(format!("\"{count}\" is not a number of threads")))?
        }
    };
    lines::serve(threads)
}
