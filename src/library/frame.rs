//! Frames of a library's file: how they are written, and how they are found again around damage.
//!
//! A file is a header and frames, each appended as a whole. All numbers are little endian.
//!
//! | part | bytes | content |
//! |---|---|---|
//! | header | 8 | [`MAGIC`] |
//! | | 4 | version of the format |
//! | | 4 | generation, one more after each compaction |
//! | | 8 | FNV-1a of the 16 bytes before |
//! | frame | 4 | [`MARK`] |
//! | | 4 | length of the content |
//! | | 1 | kind of the content |
//! | | … | content |
//! | | 8 | FNV-1a of length, kind and content |

use std::ops::Range;

use crate::rules::fnv_1a;

/// First bytes of every library. They reveal programs that change line ends or the highest bit.
const MAGIC: [u8; 8] = *b"\x89IRG\r\n\x1a\n";
/// Version of the format. Later versions keep the layout of the header.
pub(super) const VERSION: u32 = 1;
/// Size of the header in bytes.
pub(super) const HEADER_BYTES: usize = 24;
/// First bytes of a frame, which are not UTF-8.
const MARK: [u8; 4] = [0xF5, 0xD6, 0xC3, 0xFF];
/// Bytes before the content.
const HEAD_BYTES: usize = 9;
/// Bytes of a checksum.
const CHECK_BYTES: usize = 8;
/// Maximum size of a frame's content in bytes.
pub(super) const MAX_CONTENT: usize = 1 << 20;

/// Bytes that may be hashed for each byte of a file in search of the frame after damage.
const MAX_EFFORT: usize = 64;

/// Result of reading a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// A library of this version, with its generation.
    Known(u32),
    /// A library of a later version.
    Newer(u32),
    /// A library whose header is damaged.
    Damaged,
    /// No library.
    Other,
}

pub(super) fn header(generation: u32) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend(generation.to_le_bytes());
    header.extend(fnv_1a(&header).to_le_bytes());
    header
}

/// Reads the header of a file.
pub(super) fn read_header(bytes: &[u8]) -> Header {
    let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else { return Header::Other };
    let (said, check) = header.split_at(HEADER_BYTES - CHECK_BYTES);
    let number = |at: usize| u32::from_le_bytes([said[at], said[at + 1], said[at + 2], said[at + 3]]);
    let is_intact = fnv_1a(said).to_le_bytes() == *check;
    match (said.starts_with(&MAGIC), is_intact, number(MAGIC.len())) {
        (true, true, VERSION) => Header::Known(number(MAGIC.len() + 4)),
        (true, true, newer) => Header::Newer(newer),
        _ if Frames::new(bytes, HEADER_BYTES).next_frame().is_some() => Header::Damaged,
        _ => Header::Other,
    }
}

/// Writes a frame.
pub(super) fn frame(kind: u8, content: &[u8]) -> Vec<u8> {
    debug_assert!(content.len() <= MAX_CONTENT, "batches are smaller");
    let mut frame = MARK.to_vec();
    frame.extend((content.len() as u32).to_le_bytes());
    frame.push(kind);
    frame.extend_from_slice(content);
    frame.extend(fnv_1a(&frame[MARK.len()..]).to_le_bytes());
    frame
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A frame: where it is, its kind and its content.
    Frame(Range<usize>, u8, &'a [u8]),
    /// Bytes that are no frame, though frames follow.
    Damage(Range<usize>),
    /// Bytes at the end that are no frame: writing was interrupted, or the end is damaged.
    Unfinished(Range<usize>),
}

/// Parts of a file, one after another.
#[derive(Clone, Debug)]
pub(super) struct Frames<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Bytes that may still be hashed in vain, so that a file made to be slow is not.
    effort: usize,
}

impl<'a> Frames<'a> {
    /// Reads the frames that begin at `at`.
    pub(super) const fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, effort: bytes.len().saturating_mul(MAX_EFFORT) }
    }

    /// The frame that begins at a place, if it is whole.
    fn frame_at(&mut self, at: usize) -> Option<(Range<usize>, u8, &'a [u8])> {
        let rest = self.bytes.get(at..)?.strip_prefix(&MARK)?;
        let length = u32::from_le_bytes(*rest.first_chunk()?) as usize;
        if length > MAX_CONTENT || length > self.effort {
            return None;
        }
        let checked = HEAD_BYTES - MARK.len() + length;
        let (checked_bytes, after) = rest.split_at_checked(checked)?;
        if after.first_chunk::<CHECK_BYTES>() != Some(&fnv_1a(checked_bytes).to_le_bytes()) {
            self.effort -= length;
            return None;
        }
        let (head, content) = checked_bytes.split_at(HEAD_BYTES - MARK.len());
        let end = at + HEAD_BYTES + length + CHECK_BYTES;
        Some((at..end, head[4], content))
    }

    /// The first frame from here on, whatever is before it.
    fn next_frame(&mut self) -> Option<(Range<usize>, u8, &'a [u8])> {
        let mut at = self.at;
        loop {
            let candidate = self.bytes.get(at..)?.windows(MARK.len()).position(|window| window == MARK)?;
            at += candidate;
            if let Some(found) = self.frame_at(at) {
                return Some(found);
            }
            at += 1;
        }
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let from = self.at;
        if from >= self.bytes.len() {
            return None;
        }
        match self.next_frame() {
            Some((range, kind, content)) if range.start == from => {
                self.at = range.end;
                Some(Part::Frame(range, kind, content))
            }
            Some((range, ..)) => {
                self.at = range.start;
                Some(Part::Damage(from..range.start))
            }
            None => {
                self.at = self.bytes.len();
                Some(Part::Unfinished(from..self.at))
            }
        }
    }
}
