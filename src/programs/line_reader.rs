//! Lines from other programs, which may be too long or not text.

use std::io::{self, BufRead, Read};

use thiserror::Error;

/// Maximum length of a line in bytes. Games with all their comments are far shorter.
const MAX_BYTES: usize = 65_536;

/// Error of a line. The next line can still be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The line is too long.
    #[error("the line is longer than {MAX_BYTES} bytes")]
    TooLong,
    /// The line is not UTF-8.
    #[error("the line is not UTF-8")]
    NotText,
}

/// Reads a line without its end; `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let mut line = Vec::new();
    if input.by_ref().take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineError::TooLong)));
    }
    Ok(Some(String::from_utf8(line).map_err(|_| LineError::NotText)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_leave_the_next_ones_readable() {
        let longest = "x".repeat(MAX_BYTES);
        let input = [b"a\n\xff\n".as_slice(), longest.as_bytes(), b"\n", longest.as_bytes(), b"xyz\n\nb"].concat();
        let mut input = input.as_slice();
        let mut next = || read_line(&mut input).expect("a slice can be read");
        assert_eq!(next(), Some(Ok("a".to_owned())));
        assert_eq!(next(), Some(Err(LineError::NotText)));
        assert_eq!(next(), Some(Ok(longest.clone())));
        assert_eq!(next(), Some(Err(LineError::TooLong)));
        assert_eq!(next(), Some(Ok(String::new())));
        assert_eq!(next(), Some(Ok("b".to_owned())));
        assert_eq!(next(), None);
    }
}
