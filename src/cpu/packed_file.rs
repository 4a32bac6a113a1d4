//! Files of learnt values and of opening books: magic bytes, a version, a checksum, and compressed data.

use std::iter;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_slice_iter_to_slice;

use crate::rules::fnv_1a;

/// Compression level: the smallest files, since they are written once and downloaded often.
const LEVEL: u8 = 10;

/// A file whose data is still compressed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PackedFile<'a> {
    version: u8,
    /// FNV-1a of the data.
    checksum: u64,
    packed: &'a [u8],
}

/// Error from reading a packed file. Each format has its own texts for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PackedFileError {
    /// The file does not begin with the magic bytes, or ends within its head.
    OtherFormat,
    /// The format has this version, which is not known.
    OtherVersion(u8),
    /// The data cannot be decompressed, is too long, or does not match its checksum.
    Damaged,
}

impl<'a> PackedFile<'a> {
    /// Reads the head of a file: these magic bytes, and one of the known versions.
    pub(crate) fn open(file: &'a [u8], magic: &[u8], versions: &[u8]) -> Result<Self, PackedFileError> {
        let head = file.strip_prefix(magic).and_then(|rest| {
            let (version, rest) = rest.split_first()?;
            let (checksum, packed) = rest.split_first_chunk()?;
            Some(Self { version: *version, checksum: u64::from_le_bytes(*checksum), packed })
        });
        let head = head.ok_or(PackedFileError::OtherFormat)?;
        if versions.contains(&head.version) { Ok(head) } else { Err(PackedFileError::OtherVersion(head.version)) }
    }

    pub(crate) const fn version(&self) -> u8 {
        self.version
    }

    /// Decompresses the data, at most this many bytes.
    pub(crate) fn data(&self, max_bytes: usize) -> Result<Vec<u8>, PackedFileError> {
        let mut data = vec![0; max_bytes];
        let length = decompress_slice_iter_to_slice(&mut data, iter::once(self.packed), false, true);
        data.truncate(length.map_err(|_| PackedFileError::Damaged)?);
        if fnv_1a(&data) == self.checksum { Ok(data) } else { Err(PackedFileError::Damaged) }
    }
}

/// Writes a file for [`PackedFile::open`].
pub(crate) fn pack(magic: &[u8], version: u8, data: &[u8]) -> Vec<u8> {
    [magic, &[version], &fnv_1a(data).to_le_bytes(), &compress_to_vec(data, LEVEL)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: &[u8] = b"a format\n";

    #[test]
    fn a_file_holds_its_data() {
        for data in [&b""[..], b"data", &[7; 1000]] {
            let file = pack(MAGIC, 2, data);
            let opened = PackedFile::open(&file, MAGIC, &[1, 2]).expect("the version is known");
            assert_eq!(opened.version(), 2);
            assert_eq!(opened.data(1000).as_deref(), Ok(data));
        }
    }

    #[test]
    fn other_files_are_refused() {
        let file = pack(MAGIC, 2, b"data");
        for length in 0..MAGIC.len() + 9 {
            let opened = PackedFile::open(&file[..length], MAGIC, &[2]);
            assert_eq!(opened, Err(PackedFileError::OtherFormat), "{length} bytes");
        }
        assert_eq!(PackedFile::open(&file, b"b format\n", &[2]), Err(PackedFileError::OtherFormat));
        assert_eq!(PackedFile::open(&file, MAGIC, &[1, 3]), Err(PackedFileError::OtherVersion(2)));
    }

    #[test]
    fn damaged_data_is_refused() {
        let file = pack(MAGIC, 2, b"data");
        let data = |file: &[u8], max_bytes| PackedFile::open(file, MAGIC, &[2]).and_then(|file| file.data(max_bytes));
        assert_eq!(data(&file, 4).as_deref(), Ok(&b"data"[..]));
        assert_eq!(data(&file, 3), Err(PackedFileError::Damaged), "more than was asked for");
        for at in MAGIC.len() + 1..file.len() {
            assert_eq!(data(&file[..at.max(MAGIC.len() + 9)], 4), Err(PackedFileError::Damaged), "{at} bytes");
            let mut changed = file.clone();
            // The lowest bit, because the highest ones of the last byte are unused.
            changed[at] ^= 1;
            assert_eq!(data(&changed, 4), Err(PackedFileError::Damaged), "byte {at}");
        }
    }
}
