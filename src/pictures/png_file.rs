//! Pixels as PNG: with a palette if 256 colours suffice, otherwise with three bytes a pixel.

use std::collections::BTreeSet;

use miniz_oxide::deflate::compress_to_vec_zlib;

use super::pixels::Pixels;

/// Level of compression, from 0 to 10.
const LEVEL: u8 = 9;
/// Types of colour.
const RGB: u8 = 2;
const INDEXED: u8 = 3;

/// Writes a picture.
pub(super) fn write(pixels: &Pixels) -> Vec<u8> {
    let palette: Vec<u32> = pixels.colours().iter().copied().collect::<BTreeSet<u32>>().into_iter().collect();
    let is_indexed = palette.len() <= 256;
    let mut data = Vec::new();
    for row in pixels.colours().chunks(pixels.width as usize) {
        // No filter: it helps photographs, but not areas of one colour.
        data.push(0);
        if is_indexed {
            data.extend(row.iter().map(|colour| palette.binary_search(colour).unwrap_or_default() as u8));
        } else {
            data.extend(row.iter().flat_map(|colour| bytes_of(*colour)));
        }
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [pixels.width.to_be_bytes(), pixels.height.to_be_bytes()].concat();
    // Eight bits; no other compression, filter or interlacing exists or is used.
    header.extend([8, if is_indexed { INDEXED } else { RGB }, 0, 0, 0]);
    push_chunk(&mut file, *b"IHDR", &header);
    if is_indexed {
        push_chunk(&mut file, *b"PLTE", &palette.iter().flat_map(|colour| bytes_of(*colour)).collect::<Vec<_>>());
    }
    push_chunk(&mut file, *b"IDAT", &compress_to_vec_zlib(&data, LEVEL));
    push_chunk(&mut file, *b"IEND", &[]);
    file
}

/// Red, green and blue.
pub(super) fn bytes_of(colour: u32) -> [u8; 3] {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

fn push_chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let begin = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc_32(&file[begin..]);
    file.extend(sum.to_be_bytes());
}

/// Checksum of ISO 3309, as PNG uses it.
fn crc_32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_of_the_standard() {
        assert_eq!(crc_32(b"123456789"), 0xCBF4_3926);
    }
}
