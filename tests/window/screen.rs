//! A virtual screen, and the colours on it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::math::{UVec2, Vec2};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// Larger than any window of the tests.
const SIZE: &str = "2560x1440x24";

/// An X server of its own, which ends with the test.
pub(crate) struct Screen {
    server: Child,
    display: String,
    folder: PathBuf,
}

impl Screen {
    /// Starts a server that writes its picture to a folder. It ends with the game, even if the test is killed.
    pub(crate) fn start(folder: &Path) -> Self {
        Self::start_with(folder, "-terminate")
    }

    /// Starts a server that outlives its clients, for a game that restarts itself.
    pub(crate) fn start_for_restarts(folder: &Path) -> Self {
        Self::start_with(folder, "-noreset")
    }

    fn start_with(folder: &Path, end: &str) -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", SIZE, "-nolisten", "tcp", "-nocursor", end, "-fbdir"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(fs::File::create(folder.join("server.log")).expect("the folder can be written"))
            .spawn()
            .expect("Xvfb is installed");
        // The server chooses a free number, and prints it once it is ready.
        let mut number = String::new();
        let stdout = server.stdout.take().expect("the output is piped");
        BufReader::new(stdout).read_line(&mut number).expect("Xvfb says its number");
        let screen = Self { server, display: format!(":{}", number.trim()), folder: folder.to_owned() };
        assert!(!number.trim().is_empty(), "Xvfb did not start; see {}", folder.join("server.log").display());
        screen
    }

    /// Name, as in `DISPLAY`.
    pub(crate) fn display(&self) -> &str {
        &self.display
    }

    /// A command whose windows or input are on this screen.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
        command
    }

    /// The current picture.
    pub(crate) fn picture(&self) -> Picture {
        let bytes = fs::read(self.folder.join("Xvfb_screen0")).expect("Xvfb keeps its picture in the folder");
        Picture::read(bytes).expect("the picture has the form that Xvfb writes")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        end(&mut self.server);
    }
}

/// Ends a process so that it can clean up, and waits for its end.
pub(crate) fn end(process: &mut Child) {
    if matches!(process.try_wait(), Ok(None)) {
        // A stopped process receives the signal only once it continues.
        let id = process.id();
        let asked = Command::new("sh").arg("-c").arg(format!("kill {id} && kill -CONT {id}")).status();
        if !asked.is_ok_and(|status| status.success()) {
            process.kill().ok();
        }
    }
    process.wait().ok();
}

/// A picture of the screen or of a part of it, in the X server's own format: a screen has millions of pixels, and tests
/// look at few of them.
#[derive(Clone, PartialEq)]
pub(crate) struct Picture {
    size: UVec2,
    /// Offset of the first pixel in bytes.
    first: usize,
    /// Bytes from one row to the next.
    row: usize,
    bytes: Vec<u8>,
}

/// Bytes of a pixel: blue, green, red, and an unused one.
const PIXEL: usize = 4;

impl Picture {
    /// Reads the X window dump that Xvfb maps into a file. Its header consists of big-endian words: the first is its
    /// length, the twentieth the number of colour map entries, of 12 bytes each, which follow it. Rows of pixels come
    /// last.
    fn read(bytes: Vec<u8>) -> Option<Self> {
        let word = |index: usize| Some(u32::from_be_bytes(bytes.get(index * 4..index * 4 + 4)?.try_into().ok()?));
        let (header, width, height, row, colours) = (word(0)?, word(4)?, word(5)?, word(12)?, word(19)?);
        let is_little_endian = word(7)? == 0;
        let (first, row) = ((header + colours * 12) as usize, row as usize);
        let is_whole = bytes.len() >= first + row * height as usize && row >= width as usize * PIXEL;
        let is_known = is_little_endian && word(11)? as usize == PIXEL * 8 && is_whole;
        is_known.then_some(Self { size: UVec2::new(width, height), first, row, bytes })
    }

    /// Offset of a pixel in bytes.
    fn place(&self, point: UVec2) -> usize {
        self.first + point.y as usize * self.row + point.x as usize * PIXEL
    }

    /// The colour at a point.
    ///
    /// # Panics
    /// If the point is outside of the screen.
    pub(crate) fn at(&self, point: Vec2) -> [u8; 3] {
        let point = point.as_uvec2();
        assert!(point.cmplt(self.size).all(), "{point} is beyond the screen");
        let place = self.place(point);
        colour(&self.bytes[place..place + PIXEL])
    }

    /// A part of the picture, which can be compared as a whole.
    pub(crate) fn part(&self, corner: Vec2, size: Vec2) -> Self {
        let (from, size) = (corner.as_uvec2(), size.as_uvec2());
        let row = size.x as usize * PIXEL;
        let starts = (from.y..from.y + size.y).map(|y| self.place(UVec2::new(from.x, y)));
        let bytes = starts.flat_map(|start| &self.bytes[start..start + row]).copied().collect();
        Self { size, first: 0, row, bytes }
    }

    /// Colours, row by row.
    pub(crate) fn pixels(&self) -> impl Iterator<Item = [u8; 3]> {
        let rows = self.bytes[self.first..].chunks(self.row).take(self.size.y as usize);
        rows.flat_map(|row| row[..self.size.x as usize * PIXEL].chunks_exact(PIXEL)).map(colour)
    }

    /// Saves it as a file.
    pub(crate) fn save(&self, path: &Path) {
        let bytes = self.pixels().flat_map(|[red, green, blue]| [red, green, blue, 255]).collect();
        let size = Extent3d { width: self.size.x, height: self.size.y, depth_or_array_layers: 1 };
        let format = TextureFormat::Rgba8UnormSrgb;
        Image::new(size, TextureDimension::D2, bytes, format, RenderAssetUsages::MAIN_WORLD)
            .try_into_dynamic()
            .expect("a picture of four bytes a pixel")
            .save(path)
            .expect("the picture can be written");
    }
}

/// Red, green and blue of a pixel's bytes.
fn colour(pixel: &[u8]) -> [u8; 3] {
    [pixel[2], pixel[1], pixel[0]]
}
