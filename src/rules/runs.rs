//! Rows of letters, in which a number repeats the letter after it.

use super::Square;

/// Greatest number that is read; more letters do not fit into a row anyway.
const MAX_RUN: usize = Square::MAX_SIDE as usize + 1;

/// A number that is 0 or has no letter after it.
pub(super) struct NotARun(pub(super) String);

/// Writes a number before each letter that is repeated.
pub(super) fn write_runs(row: &[char]) -> String {
    let mut runs = String::new();
    for run in row.chunk_by(|one, other| one == other) {
        if run.len() > 1 {
            runs.push_str(&run.len().to_string());
        }
        runs.push(run[0]);
    }
    runs
}

/// Reads what [`write_runs`] wrote.
///
/// # Errors
/// A number that repeats nothing.
pub(super) fn read_runs(runs: &str) -> Result<Vec<char>, NotARun> {
    let mut row = Vec::new();
    let mut count = String::new();
    for letter in runs.chars() {
        if letter.is_ascii_digit() {
            count.push(letter);
            continue;
        }
        let repeated = match count.parse::<usize>() {
            Ok(0) => return Err(NotARun(count)),
            // Larger than any number that is read.
            Err(_) if !count.is_empty() => MAX_RUN,
            read => read.unwrap_or(1).min(MAX_RUN),
        };
        count.clear();
        row.extend(std::iter::repeat_n(letter, repeated));
    }
    if count.is_empty() { Ok(row) } else { Err(NotARun(count)) }
}
