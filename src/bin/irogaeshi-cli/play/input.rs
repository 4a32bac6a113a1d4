//! Keys and mouse of a terminal, read from the bytes that it sends.

/// A key, or what the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Character(char),
    /// A letter pressed together with Control, in lower case.
    Control(char),
    Enter,
    Tab,
    BackTab,
    Backspace,
    Escape,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    /// The pointer has moved to this place, counted from 0.
    Moved(u16, u16),
    /// The left button was pressed at this place.
    Pressed(u16, u16),
}

/// Splits bytes into inputs. Sequences may arrive in parts.
#[derive(Default)]
pub(crate) struct InputParser {
    waiting: Vec<u8>,
}

const ESCAPE: u8 = 0x1b;

/// Longest sequence that is understood; longer ones are no sequences of a terminal.
const MAX_SEQUENCE: usize = 64;

/// First step in reading the waiting bytes.
enum Step {
    /// A number of bytes with a meaning, or without one.
    Read(usize, Option<Input>),
    /// More bytes are needed.
    Incomplete,
}

impl InputParser {
    /// Adds bytes and returns the inputs that are complete.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Vec<Input> {
        self.waiting.extend(bytes);
        let mut inputs = Vec::new();
        while !self.waiting.is_empty() {
            let Step::Read(length, input) = step(&self.waiting) else { break };
            self.waiting.drain(..length);
            inputs.extend(input);
        }
        inputs
    }

    /// Returns whether bytes wait for the rest of their sequence.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Ends the waiting: a lone escape byte is the Escape key; anything else unfinished is dropped.
    pub(crate) fn flush(&mut self) -> Option<Input> {
        let waiting = std::mem::take(&mut self.waiting);
        (waiting == [ESCAPE]).then_some(Input::Escape)
    }
}

fn step(bytes: &[u8]) -> Step {
    match bytes {
        [ESCAPE] | [ESCAPE, b'O'] => Step::Incomplete,
        [ESCAPE, b'[', sequence @ ..] => control_sequence(sequence),
        // Keys of the cursor in application mode.
        [ESCAPE, b'O', letter, ..] => Step::Read(3, cursor_key(*letter)),
        [ESCAPE, ESCAPE, ..] => Step::Read(1, Some(Input::Escape)),
        // A key together with Alt.
        [ESCAPE, _, ..] => Step::Read(2, None),
        [b'\r' | b'\n', ..] => Step::Read(1, Some(Input::Enter)),
        [b'\t', ..] => Step::Read(1, Some(Input::Tab)),
        [0x7f | 0x08, ..] => Step::Read(1, Some(Input::Backspace)),
        [control @ 0x01..=0x1a, ..] => Step::Read(1, Some(Input::Control(char::from(control - 1 + b'a')))),
        [0x00..=0x1f, ..] => Step::Read(1, None),
        _ => character(bytes),
    }
}

fn character(bytes: &[u8]) -> Step {
    let length = match bytes[0] {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    };
    match bytes.get(..length) {
        None => Step::Incomplete,
        Some(whole) => {
            let character = str::from_utf8(whole).ok().and_then(|text| text.chars().next());
            Step::Read(if character.is_some() { length } else { 1 }, character.map(Input::Character))
        }
    }
}

/// Reads a sequence after its beginning, `ESC [`.
fn control_sequence(sequence: &[u8]) -> Step {
    let Some(end) = sequence.iter().position(|byte| (0x40..=0x7e).contains(byte)) else {
        return if sequence.len() < MAX_SEQUENCE { Step::Incomplete } else { Step::Read(2, None) };
    };
    let parameters = str::from_utf8(&sequence[..end]).unwrap_or_default();
    let input = match (parameters.strip_prefix('<'), sequence[end]) {
        (Some(place), b'M') => mouse(place),
        (Some(_), _) => None,
        (None, b'Z') => Some(Input::BackTab),
        (None, b'~') => match parameters.split(';').next() {
            Some("1" | "7") => Some(Input::Home),
            Some("4" | "8") => Some(Input::End),
            _ => None,
        },
        (None, letter) => cursor_key(letter),
    };
    Step::Read(end + 3, input)
}

const fn cursor_key(letter: u8) -> Option<Input> {
    match letter {
        b'A' => Some(Input::Up),
        b'B' => Some(Input::Down),
        b'C' => Some(Input::Right),
        b'D' => Some(Input::Left),
        b'H' => Some(Input::Home),
        b'F' => Some(Input::End),
        _ => None,
    }
}

/// Reads what the mouse did: the button with its flags, the column and the row, both from 1.
fn mouse(text: &str) -> Option<Input> {
    /// Flag of a movement.
    const MOVED: u16 = 32;
    /// Bits that tell buttons and wheel apart.
    const BUTTON: u16 = 0b1100_0011;
    let mut numbers = text.split(';').map(|number| number.parse::<u16>().ok());
    let (button, column, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let (column, row) = (column.checked_sub(1)?, row.checked_sub(1)?);
    match button & BUTTON {
        _ if button & MOVED != 0 => Some(Input::Moved(column, row)),
        0 => Some(Input::Pressed(column, row)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Input> {
        InputParser::default().read(bytes)
    }

    #[test]
    fn keys_are_read() {
        assert_eq!(read(b"f5"), [Input::Character('f'), Input::Character('5')]);
        assert_eq!(read(b"\r\t\x7f\x03"), [Input::Enter, Input::Tab, Input::Backspace, Input::Control('c')]);
        assert_eq!(read(b"\x1b[A\x1b[B\x1bOC\x1b[1;2D"), [Input::Up, Input::Down, Input::Right, Input::Left]);
        assert_eq!(read(b"\x1b[Z\x1b[H\x1b[4~"), [Input::BackTab, Input::Home, Input::End]);
        assert_eq!(read("色".as_bytes()), [Input::Character('色')]);
    }

    #[test]
    fn the_mouse_is_read() {
        assert_eq!(read(b"\x1b[<35;10;5M"), [Input::Moved(9, 4)]);
        assert_eq!(read(b"\x1b[<0;1;1M\x1b[<0;1;1m"), [Input::Pressed(0, 0)]);
        // The wheel and the right button.
        assert_eq!(read(b"\x1b[<64;1;1M\x1b[<2;1;1M\x1b[<0;0;0M"), []);
    }

    #[test]
    fn sequences_may_arrive_byte_by_byte() {
        let mut parser = InputParser::default();
        let mut inputs = Vec::new();
        for byte in "\x1b[A\x1b[<0;12;3M色x".bytes() {
            inputs.extend(parser.read(&[byte]));
        }
        assert_eq!(inputs, [Input::Up, Input::Pressed(11, 2), Input::Character('色'), Input::Character('x')]);
        assert!(!parser.is_waiting());
    }

    #[test]
    fn an_escape_that_nothing_follows_is_a_key() {
        let mut parser = InputParser::default();
        assert_eq!(parser.read(b"\x1b"), []);
        assert!(parser.is_waiting());
        assert_eq!(parser.flush(), Some(Input::Escape));
        assert_eq!((parser.read(b"\x1b["), parser.flush()), (vec![], None));
        assert_eq!(read(b"\x1b\x1b[A"), [Input::Escape, Input::Up]);
    }

    #[test]
    fn bytes_without_a_meaning_are_dropped() {
        assert_eq!(read(b"\xffa\x00b\x1b[99Xc\x1bxd"), ['a', 'b', 'c', 'd'].map(Input::Character));
        let endless = [b"\x1b[".as_slice(), &[b'1'; 2 * MAX_SEQUENCE]].concat();
        assert_eq!(read(&endless).len(), 2 * MAX_SEQUENCE);
    }
}
