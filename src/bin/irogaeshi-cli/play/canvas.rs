//! A grid of coloured characters, and the escape sequences that change a terminal from one grid to the next.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

/// A colour as three bytes, such as `0x1b_6e_47`.
pub(crate) type Rgb = u32;

/// Look of a character. Without colours, it has those of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) ink: Option<Rgb>,
    pub(crate) ground: Option<Rgb>,
    pub(crate) is_bold: bool,
    pub(crate) is_dim: bool,
    pub(crate) is_reversed: bool,
}

impl Style {
    pub(crate) const PLAIN: Self = Self { ink: None, ground: None, is_bold: false, is_dim: false, is_reversed: false };

    pub(crate) const fn ink(self, ink: Rgb) -> Self {
        Self { ink: Some(ink), ..self }
    }

    pub(crate) const fn on(self, ground: Rgb) -> Self {
        Self { ground: Some(ground), ..self }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { is_bold: true, ..self }
    }

    pub(crate) const fn dim(self) -> Self {
        Self { is_dim: true, ..self }
    }

    pub(crate) const fn reversed(self, is_reversed: bool) -> Self {
        Self { is_reversed, ..self }
    }
}

/// Colours that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColourDepth {
    /// Any colour of three bytes.
    True,
    /// The palette of 256 colours.
    Palette,
    /// The palette of 16 colours, which the terminal chooses.
    Sixteen,
    None,
}

impl ColourDepth {
    /// Finds the colours of a terminal by its environment variables.
    pub(crate) fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let has = |name: &str, values: &[&str]| {
            variable(name).is_some_and(|text| values.iter().any(|value| text.contains(value)))
        };
        // https://no-color.org
        if variable("NO_COLOR").is_some_and(|text| !text.is_empty()) {
            return Self::None;
        }
        match () {
            () if has("COLORTERM", &["truecolor", "24bit"]) || has("TERM", &["direct"]) => Self::True,
            () if has("TERM", &["256color"]) => Self::Palette,
            () if has("TERM", &["mono", "vt100", "vt220"]) => Self::None,
            () => Self::Sixteen,
        }
    }

    /// Parameters that choose a colour for ink (`base` 30) or ground (`base` 40).
    fn parameters(self, colour: Rgb, base: u8) -> String {
        let [_, red, green, blue] = colour.to_be_bytes();
        match self {
            Self::True => format!(";{};2;{red};{green};{blue}", base + 8),
            Self::Palette => format!(";{};5;{}", base + 8, nearest(colour, 16..=255)),
            Self::Sixteen => match nearest(colour, 0..=15) {
                index @ 0..=7 => format!(";{}", base + index),
                index => format!(";{}", base + 60 + index - 8),
            },
            Self::None => String::new(),
        }
    }
}

/// Index of the most similar colour of the usual palette.
fn nearest(colour: Rgb, indices: std::ops::RangeInclusive<u8>) -> u8 {
    let distance = |index: &u8| {
        let pairs = colour.to_be_bytes().into_iter().zip(palette(*index).to_be_bytes());
        // The eye is most sensitive to green and least to blue.
        pairs
            .zip([0, 3, 4, 2])
            .map(|((one, other), weight)| weight * u32::from(one.abs_diff(other)).pow(2))
            .sum::<u32>()
    };
    indices.min_by_key(distance).unwrap_or_default()
}

/// Colour of the usual palette: 16 colours, a cube of 6 x 6 x 6, and 24 greys.
const fn palette(index: u8) -> Rgb {
    const SIXTEEN: [Rgb; 16] = [
        0x00_00_00, 0x80_00_00, 0x00_80_00, 0x80_80_00, 0x00_00_80, 0x80_00_80, 0x00_80_80, 0xc0_c0_c0, 0x80_80_80,
        0xff_00_00, 0x00_ff_00, 0xff_ff_00, 0x00_00_ff, 0xff_00_ff, 0x00_ff_ff, 0xff_ff_ff,
    ];
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index {
        0..=15 => SIXTEEN[index as usize],
        16..=231 => {
            let place = (index - 16) as usize;
            Rgb::from_be_bytes([0, STEPS[place / 36], STEPS[place / 6 % 6], STEPS[place % 6]])
        }
        232.. => {
            let grey = 8 + 10 * (index - 232);
            Rgb::from_be_bytes([0, grey, grey, grey])
        }
    }
}

/// Mixes two colours; a `share` of 0 is the first, 1 the other.
pub(crate) fn mixed(one: Rgb, other: Rgb, share: f32) -> Rgb {
    let [one, other] = [one.to_be_bytes(), other.to_be_bytes()];
    let mix = |index: usize| (f32::from(one[index]) * (1.0 - share) + f32::from(other[index]) * share).round() as u8;
    Rgb::from_be_bytes([0, mix(1), mix(2), mix(3)])
}

/// Makes a colour brighter or, with a factor below 1, darker.
pub(crate) fn brightened(colour: Rgb, factor: f32) -> Rgb {
    Rgb::from_be_bytes(colour.to_be_bytes().map(|part| (f32::from(part) * factor).round() as u8))
}

/// Content of one place of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Glyph {
    /// `None` in the second column of a wide character.
    character: Option<char>,
    style: Style,
}

const BLANK: Glyph = Glyph { character: Some(' '), style: Style::PLAIN };

/// A grid of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canvas {
    width: u16,
    height: u16,
    glyphs: Vec<Glyph>,
}

impl Canvas {
    pub(crate) fn new(width: u16, height: u16) -> Self {
        Self { width, height, glyphs: vec![BLANK; usize::from(width) * usize::from(height)] }
    }

    pub(crate) const fn width(&self) -> u16 {
        self.width
    }

    fn row(&self, y: u16) -> &[Glyph] {
        &self.glyphs[usize::from(y) * usize::from(self.width)..][..usize::from(self.width)]
    }

    fn set(&mut self, x: u16, y: u16, glyph: Glyph) {
        if x < self.width && y < self.height {
            self.glyphs[usize::from(y) * usize::from(self.width) + usize::from(x)] = glyph;
        }
    }

    /// Writes a text on one line and returns the column after it. Cuts it at the edge; leaves out control characters.
    pub(crate) fn write(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        let mut x = x;
        for character in text.chars() {
            let width = character.width().unwrap_or_default() as u16;
            if width == 0 {
                continue;
            }
            if x + width > self.width {
                break;
            }
            self.set(x, y, Glyph { character: Some(character), style });
            if width == 2 {
                self.set(x + 1, y, Glyph { character: None, style });
            }
            x += width;
        }
        x
    }

    /// Fills a rectangle with a colour.
    pub(crate) fn fill(&mut self, x: u16, y: u16, width: u16, height: u16, style: Style) {
        for row in y..y.saturating_add(height).min(self.height) {
            for column in x..x.saturating_add(width).min(self.width) {
                self.set(column, row, Glyph { character: Some(' '), style });
            }
        }
    }

    /// Escape sequences that draw this grid over another one, or over any screen if it has another size.
    pub(crate) fn paint_over(&self, earlier: Option<&Self>, depth: ColourDepth) -> String {
        let earlier = earlier.filter(|earlier| (earlier.width, earlier.height) == (self.width, self.height));
        let mut text = if earlier.is_none() { "\x1b[0m\x1b[2J".to_owned() } else { String::new() };
        let mut style = None;
        for y in 0..self.height {
            let before = earlier.map(|earlier| earlier.row(y));
            let mut follows = false;
            for (x, glyph) in self.row(y).iter().enumerate() {
                let is_same = before.map_or(*glyph == BLANK, |before| before[x] == *glyph);
                let Some(character) = glyph.character.filter(|_| !is_same) else {
                    // The cursor has passed the second column of a wide character.
                    follows &= glyph.character.is_none() && !is_same;
                    continue;
                };
                // Writing to a string cannot fail.
                if !follows {
                    let _ = write!(text, "\x1b[{};{}H", y + 1, x + 1);
                }
                if style != Some(glyph.style) {
                    let _ = write!(text, "{}", sequence(glyph.style, depth));
                    style = Some(glyph.style);
                }
                text.push(character);
                follows = true;
            }
        }
        if style.is_some() {
            text += "\x1b[0m";
        }
        text
    }
}

/// Sequence that chooses a style.
fn sequence(style: Style, depth: ColourDepth) -> String {
    let mut text = "\x1b[0".to_owned();
    text += if style.is_bold { ";1" } else { "" };
    text += if style.is_dim { ";2" } else { "" };
    text += if style.is_reversed { ";7" } else { "" };
    text += &style.ink.map(|colour| depth.parameters(colour, 30)).unwrap_or_default();
    text += &style.ground.map(|colour| depth.parameters(colour, 40)).unwrap_or_default();
    text + "m"
}

/// Columns that a text takes.
pub(crate) fn columns(text: &str) -> u16 {
    text.chars().map(|character| character.width().unwrap_or_default() as u16).sum()
}

#[cfg(test)]
impl Canvas {
    /// The characters without their styles, without blanks at the ends of lines.
    pub(crate) fn text(&self) -> String {
        let line = |y| self.row(y).iter().filter_map(|glyph| glyph.character).collect::<String>();
        (0..self.height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
    }

    pub(crate) fn style(&self, x: u16, y: u16) -> Style {
        self.row(y)[usize::from(x)].style
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> ColourDepth {
        ColourDepth::of(|name| {
            let found = variables.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_says_which_colours_there_are() {
        assert_eq!(depth(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), ColourDepth::True);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), ColourDepth::Palette);
        assert_eq!(depth(&[("TERM", "linux")]), ColourDepth::Sixteen);
        assert_eq!(depth(&[("TERM", "vt100")]), ColourDepth::None);
        let all = [("NO_COLOR", "1"), ("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(depth(&all), ColourDepth::None);
        assert_eq!(depth(&[("NO_COLOR", ""), ("TERM", "xterm-256color")]), ColourDepth::Palette);
    }

    #[test]
    fn colours_are_written_as_the_terminal_knows_them() {
        let style = Style::PLAIN.ink(0xff_ff_ff).on(0x1b_6e_47).bold();
        assert_eq!(sequence(style, ColourDepth::True), "\x1b[0;1;38;2;255;255;255;48;2;27;110;71m");
        assert_eq!(sequence(style, ColourDepth::Palette), "\x1b[0;1;38;5;231;48;5;23m");
        assert_eq!(sequence(Style::PLAIN.on(0xf8_f3_e8), ColourDepth::Sixteen), "\x1b[0;107m");
        assert_eq!(sequence(style, ColourDepth::None), "\x1b[0;1m");
    }

    #[test]
    fn only_changes_are_written() {
        let mut first = Canvas::new(10, 2);
        first.write(0, 0, "Black 12", Style::PLAIN);
        let mut second = first.clone();
        second.write(6, 0, "13", Style::PLAIN);
        assert_eq!(second.paint_over(Some(&first), ColourDepth::None), "\x1b[1;8H\x1b[0m3\x1b[0m");
        assert_eq!(second.paint_over(Some(&second), ColourDepth::None), "");
        assert_eq!(second.paint_over(None, ColourDepth::None), "\x1b[0m\x1b[2J\x1b[1;1H\x1b[0mBlack\x1b[1;7H13\x1b[0m");
    }

    #[test]
    fn wide_characters_take_two_columns_and_are_not_cut_in_half() {
        let mut canvas = Canvas::new(5, 1);
        assert_eq!(canvas.write(0, 0, "a色\u{7}返し", Style::PLAIN), 5);
        assert_eq!(canvas.text(), "a色返\n");
        assert_eq!(canvas.paint_over(None, ColourDepth::None), "\x1b[0m\x1b[2J\x1b[1;1H\x1b[0ma色返\x1b[0m");
        assert_eq!(columns("a色返し"), 7);
    }
}
