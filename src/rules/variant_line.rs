//! Text format of variants on one line, to copy and paste.

use super::board::Cell;
use super::label::is_seen;
use super::runs::{NotARun, read_runs, write_runs};
use super::variant_fields::{VariantFields, fields_of, read_format};
use super::{Variant, VariantError, VariantProblem, format};

/// Beginning of every line. No other text format begins like this.
const HEAD: &str = "irogaeshi-board;";
/// Ends each field.
const END: char = ';';
/// Key of the board, which is the last field, so that a line that was cut off is noticed.
const BOARD: &str = "board";
/// Separates the rows of the board.
const NEXT_ROW: char = '/';
/// Letters for holes and empty squares. Chats format a text between hashes, and turn three full stops into one mark.
const HOLE: char = 'x';
const EMPTY: char = 'e';

impl Variant {
    /// The variant on one line without blanks, which survives chats, mails and forms. It says all that the usual text
    /// says, and is read wherever that one is.
    ///
    /// ```
    /// # use irogaeshi::rules::Variant;
    /// let line = Variant::classic(4).unwrap().to_line();
    /// assert!(line.starts_with("irogaeshi-board;format=1;name=Classic+4"), "{line}");
    /// assert!(line.ends_with(";players=black+white;scored=black+white;board=4e/eWBe/eBWe/4e;"), "{line}");
    /// assert_eq!(line.parse(), Ok(Variant::classic(4).unwrap()));
    /// ```
    #[must_use]
    pub fn to_line(&self) -> String {
        let mut line = HEAD.to_owned();
        for (key, value) in fields_of(self) {
            line.extend([key, "=", &encoded(&value)]);
            line.push(END);
        }
        let rows: Vec<String> = self.board().row_texts().map(|row| row_in_runs(&row)).collect();
        line.extend([BOARD, "=", &rows.join(&NEXT_ROW.to_string())]);
        line.push(END);
        line
    }

    /// The part of a text, such as a message, that is a variant on one line; if its end is missing, all that follows
    /// its beginning.
    pub(crate) fn line_in(text: &str) -> Option<&str> {
        let line = &text[text.find(HEAD)?..];
        let board = line.find(&format!("{END}{BOARD}="));
        let end = board.and_then(|board| Some(board + 1 + line[board + 1..].find(END)?));
        Some(end.map_or(line, |end| &line[..=end]))
    }
}

/// Writes letters and digits of any script as they are, blanks as plus signs, and other characters as the hexadecimal
/// numbers of their bytes, since chats give a meaning to many of them.
fn encoded(value: &str) -> String {
    let mut code = String::new();
    for letter in value.chars() {
        match letter {
            ' ' => code.push('+'),
            '-' | ',' | '/' => code.push(letter),
            _ if letter.is_alphanumeric() && is_seen(letter) => code.push(letter),
            _ => {
                let mut bytes = [0; 4];
                code.extend(letter.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")));
            }
        }
    }
    code
}

/// Reads what [`encoded`] wrote.
fn decoded(code: &str) -> Result<String, VariantProblem> {
    let mut bytes = Vec::new();
    let mut rest = code;
    while let Some(letter) = rest.chars().next() {
        let (part, after) = rest.split_at(letter.len_utf8());
        rest = after;
        match letter {
            '+' => bytes.push(b' '),
            '%' => {
                let digits = rest.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
                let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                bytes.push(byte.ok_or_else(|| VariantProblem::NotEncoded(code.to_owned()))?);
                rest = &rest[2..];
            }
            _ => bytes.extend_from_slice(part.as_bytes()),
        }
    }
    String::from_utf8(bytes).map_err(|_| VariantProblem::NotEncoded(code.to_owned()))
}

/// Writes a row of a board's text with a number before each letter that is repeated.
fn row_in_runs(row: &str) -> String {
    let cells: Vec<char> = row
        .chars()
        .map(|letter| match Cell::from_letter(letter) {
            Some(Cell::Hole) => HOLE,
            Some(Cell::Empty) => EMPTY,
            _ => letter,
        })
        .collect();
    write_runs(&cells)
}

/// Reads what [`row_in_runs`] wrote. Leaves unknown letters in place, for the reader of boards to name them.
fn row_of_runs(runs: &str) -> Result<String, VariantProblem> {
    let row = read_runs(runs).map_err(|NotARun(number)| VariantProblem::NotARun(number))?;
    let cell = |letter: char| match letter.to_ascii_lowercase() {
        HOLE => Cell::Hole.letter(),
        EMPTY => Cell::Empty.letter(),
        _ => letter,
    };
    Ok(row.into_iter().map(cell).collect())
}

/// A text that begins, after comments, like a variant on one line.
pub(super) struct VariantLine<'a> {
    /// Line of its beginning, from 1.
    line: usize,
    /// Its text, and all that follows.
    text: &'a str,
}

/// A field of a line.
struct Field {
    /// Number of its first character, from 1.
    at: usize,
    key: String,
    /// Its value, as it is written.
    code: String,
}

impl<'a> VariantLine<'a> {
    /// Recognises a text by its beginning.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let mut line = 1;
        let mut text = text.trim_start_matches('\u{feff}');
        loop {
            if text.trim_start_matches([' ', '\t']).starts_with(HEAD) {
                return Some(Self { line, text: text.trim_start_matches([' ', '\t']) });
            }
            let (before, after) = text.split_once('\n')?;
            if !before.trim().is_empty() && !before.trim_start().starts_with(';') {
                return None;
            }
            (line, text) = (line + 1, after);
        }
    }

    /// Reads the variant.
    ///
    /// # Errors
    /// A [`VariantProblem`] with the number of its character.
    pub(super) fn read(&self) -> Result<Variant, VariantError> {
        let line = self.line;
        self.variant().map_err(|VariantError { line: character, problem }| VariantError {
            line,
            problem: VariantProblem::AtCharacter { character, problem: Box::new(problem) },
        })
    }

    /// Reads the variant; errors have the numbers of characters instead of lines.
    fn variant(&self) -> Result<Variant, VariantError> {
        let fields = self.fields()?;
        let error = |at: usize| move |problem| VariantError { line: at, problem };
        let values = fields.iter().filter(|field| field.key != BOARD);
        let values: Vec<(&Field, String)> = values
            .map(|field| Ok((field, decoded(&field.code).map_err(error(field.at))?)))
            .collect::<Result<_, VariantError>>()?;
        for (field, value) in values.iter().filter(|(field, _)| field.key == format::KEY) {
            read_format(value.trim()).map_err(error(field.at))?;
        }
        let mut rows = Vec::new();
        for field in fields.iter().filter(|field| field.key == BOARD) {
            let mut at = field.at + BOARD.len() + 1;
            for code in field.code.split(NEXT_ROW) {
                rows.push((at, row_of_runs(code).map_err(error(at))?));
                at += code.chars().count() + 1;
            }
        }
        let mut text = VariantFields::default();
        for (field, value) in &values {
            text.set(field.at, &field.key, value.trim())?;
        }
        if let Some((at, _)) = rows.first() {
            text.set_board(*at, rows.iter().map(|(at, row)| (*at, row.as_str())))?;
        }
        text.finish(fields.last().map_or(1, |field| field.at))
    }

    /// Splits the line into fields. Ignores blanks, since mails break long lines.
    fn fields(&self) -> Result<Vec<Field>, VariantError> {
        let mut fields: Vec<Field> = Vec::new();
        let mut part = String::new();
        let (mut at, mut count) = (HEAD.len() + 1, HEAD.len());
        let mut letters = self.text[HEAD.len()..].char_indices();
        for (index, letter) in &mut letters {
            if letter.is_whitespace() {
                continue;
            }
            count += 1;
            if letter != END {
                part.push(letter);
                continue;
            }
            let (key, code) = part
                .split_once('=')
                .ok_or_else(|| VariantError { line: at, problem: VariantProblem::NotAFieldOfALine(part.clone()) })?;
            let is_last = key == BOARD;
            fields.push(Field { at, key: key.to_owned(), code: code.to_owned() });
            if is_last {
                let rest = &self.text[HEAD.len() + index + END.len_utf8()..];
                let is_over = rest.lines().all(|line| line.trim().is_empty() || line.trim().starts_with(';'));
                let more = VariantError { line: count + 1, problem: VariantProblem::TextAfterLine };
                return if is_over { Ok(fields) } else { Err(more) };
            }
            part.clear();
            at = count + 1;
        }
        if part.is_empty() { Ok(fields) } else { Err(VariantError { line: at, problem: VariantProblem::LineCutOff }) }
    }
}
