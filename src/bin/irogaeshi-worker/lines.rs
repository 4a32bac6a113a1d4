//! Answers on stdin and stdout, line by line: requests in, news out, with the reply last for each request.
//!
//! If an answer needs a network that is not loaded, the line `{"wanted": key}` asks for it. The next line of input is
//! `{"network": bytes}`, followed by that many bytes, or `{"network": null}` if it is not available.

use std::io::{self, BufRead, Read, Write};
use std::thread;
use std::time::Instant;

use irogaeshi::cpu::{ThinkRequest, Thinker, shares};
use serde::Deserialize;
use serde_json::json;

use crate::search::SearchRequest;
use crate::thought;

/// A line of input.
#[derive(Deserialize)]
#[serde(untagged)]
enum Request {
    Search(SearchRequest),
    Think(ThinkRequest),
}

/// Number of bytes of a network that follow.
#[derive(Deserialize)]
struct NetworkSize {
    network: Option<u64>,
}

/// Maximum bytes of a line or a network. A request with the record of the longest game is far shorter.
const MAX_BYTES: u64 = 1 << 20;

/// The next line; `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    if input.by_ref().take(MAX_BYTES + 1).read_line(&mut line)? as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("a line is longer than {MAX_BYTES} bytes")));
    }
    Ok(Some(line).filter(|line| !line.is_empty()))
}

/// Requests a network and loads it if it is available.
fn request_network(name: &str, input: &mut impl BufRead) -> io::Result<()> {
    writeln!(io::stdout(), "{}", json!({ "wanted": name }))?;
    let line = next_line(input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    let Some(length) = serde_json::from_str::<NetworkSize>(&line)?.network else {
        return Ok(());
    };
    let mut file = Vec::new();
    input.by_ref().take(length.min(MAX_BYTES)).read_to_end(&mut file)?;
    if let Err(error) = shares::load_network(name, &file) {
        writeln!(io::stderr(), "the CPU plays without its network for {name}: {error}")?;
    }
    Ok(())
}

/// Answers each line on this many threads. Ends at the first line that cannot be answered.
///
/// # Errors
/// The error of that line, or of stdin or stdout.
pub(crate) fn serve(threads: usize) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut thinker = Thinker::default();
    let threads = |help: &(dyn Fn() + Sync), work: &mut dyn FnMut()| {
        thread::scope(|scope| {
            for _ in 1..threads {
                // If no thread can be started, the others do its work.
                thread::Builder::new().spawn_scoped(scope, help).ok();
            }
            work();
        });
    };
    // If progress cannot be sent, the reply will fail as well.
    let report = |json: &str| drop(writeln!(io::stdout(), "{json}"));
    while let Some(line) = next_line(&mut input)? {
        let reply = match serde_json::from_str(&line)? {
            Request::Search(search) => search.answer(Some(&threads)),
            Request::Think(request) => {
                if let Some(key) = request.missing_network() {
                    request_network(key, &mut input)?;
                }
                let start = Instant::now();
                thought::answer(&request, &|| start.elapsed(), &report, Some(&threads), &mut thinker)
            }
        };
        writeln!(io::stdout(), "{}", reply.map_err(io::Error::other)?)?;
    }
    Ok(())
}
