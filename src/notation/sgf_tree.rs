//! The Smart Game Format (SGF) as text: the games of a collection, and the nodes of a game's main line.
//!
//! Source: A. Hollosi, "SGF FF\[4\]", <https://www.red-bean.com/sgf/>.

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// Name in capitals, such as `AB`.
    pub(super) name: String,
    /// Values, without escapes.
    pub(super) values: Vec<String>,
}

/// The nodes of a game up to the end of its first variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MainLine {
    /// Properties of each node, from the root.
    pub(super) nodes: Vec<Vec<Property>>,
    /// True if the game has other variations.
    pub(super) has_variations: bool,
}

impl MainLine {
    /// Reads the first game of a text; `None` if the text does not begin with one. A missing end is no error, because
    /// copied texts are often cut.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.trim_start().strip_prefix('(')?;
        if !text.trim_start().starts_with(';') {
            return None;
        }
        let mut nodes: Vec<Vec<Property>> = Vec::new();
        let mut name = String::new();
        let mut depth = 1_usize;
        let mut at = 0;
        while let Some(letter) = text[at..].chars().next() {
            at += letter.len_utf8();
            match letter {
                ';' => nodes.push(Vec::new()),
                '(' => depth += 1,
                ')' => break,
                '[' => {
                    let (value, length) = value(&text[at..]);
                    at += length;
                    let node = nodes.last_mut()?;
                    match (name.is_empty(), node.last_mut()) {
                        (true, Some(property)) => property.values.push(value),
                        (true, None) => {}
                        (false, _) => node.push(Property { name: capitals(&name), values: vec![value] }),
                    }
                }
                letter if letter.is_ascii_alphabetic() => {
                    name.push(letter);
                    continue;
                }
                _ => continue,
            }
            name.clear();
        }
        Some(Self { nodes, has_variations: has_variation(&text[at..], depth - 1) })
    }

    /// First value of a property that a game has once.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let property = self.nodes.iter().flatten().find(|property| property.name == name)?;
        property.values.first().map(|value| value.trim())
    }
}

/// Returns whether a variation begins before this number of open ones is closed.
fn has_variation(text: &str, mut open: usize) -> bool {
    let mut at = 0;
    while open > 0
        && let Some(letter) = text[at..].chars().next()
    {
        at += letter.len_utf8();
        match letter {
            '(' => return true,
            ')' => open -= 1,
            '[' => at += value(&text[at..]).1,
            _ => {}
        }
    }
    false
}

/// Value after its opening bracket, and the length of its text with the closing one. A backslash escapes the next
/// character, and joins two lines.
fn value(text: &str) -> (String, usize) {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            ']' => return (value, at + 1),
            '\\' => value.extend(letters.next().map(|(_, escaped)| escaped).filter(|escaped| *escaped != '\n')),
            _ => value.push(letter),
        }
    }
    (value, text.len())
}

/// Name of a property. Lower-case letters are no part of it (FF\[3\]), unless it has no others.
fn capitals(name: &str) -> String {
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals }
}

/// Splits a collection into its games.
pub(super) fn sgf_games(text: &str) -> Vec<&str> {
    let mut games = Vec::new();
    let (mut depth, mut begin, mut at) = (0_usize, 0, 0);
    while let Some(letter) = text[at..].chars().next() {
        match letter {
            '(' => {
                begin = if depth == 0 { at } else { begin };
                depth += 1;
            }
            ')' if depth == 1 => {
                games.push(&text[begin..=at]);
                depth = 0;
            }
            ')' => depth = depth.saturating_sub(1),
            '[' if depth > 0 => at += value(&text[at + 1..]).1,
            _ => {}
        }
        at += letter.len_utf8();
    }
    if depth > 0 {
        games.push(text[begin..].trim_end());
    }
    games
}
