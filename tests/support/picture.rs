//! Pictures read back from PNG files.

/// A picture with its pixels, three bytes each.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) pixels: Vec<u32>,
}

impl Picture {
    pub(crate) fn at(&self, [x, y]: [u32; 2]) -> u32 {
        self.pixels[y as usize * self.width + x as usize]
    }
}

/// The first three bytes of a pixel as one number.
pub(crate) fn colour(bytes: &[u8]) -> u32 {
    bytes[..3].iter().fold(0, |colour, byte| colour << 8 | u32::from(*byte))
}

pub(crate) fn read_png(file: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut bytes = vec![0; reader.output_buffer_size().expect("fits into memory")];
    let frame = reader.next_frame(&mut bytes).expect("pixels");
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    Picture { width: frame.width as usize, pixels: bytes.chunks(3).map(colour).collect() }
}
