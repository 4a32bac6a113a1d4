//! Suggestions for mistyped names.

/// Least similarity of a suggested name, from 0 to 1; the same as for the commands and options that clap suggests.
const MIN_SIMILARITY: f64 = 0.7;

/// Ends an error about an unknown name: suggests the most similar one, and names the command that lists them.
///
/// ```text
/// did you mean "classic"? "irogaeshi-cli boards" lists them
/// ```
pub(crate) fn suggestion(typed: &str, known: impl IntoIterator<Item = impl AsRef<str>>, command: &str) -> String {
    let list = format!("\"irogaeshi-cli {command}\" lists them");
    match most_similar(typed, known) {
        Some(name) => format!("did you mean \"{}\"? {list}", name.as_ref()),
        None => list,
    }
}

/// The first of the names that are most similar to a text, if they are similar enough.
fn most_similar<Name: AsRef<str>>(typed: &str, known: impl IntoIterator<Item = Name>) -> Option<Name> {
    let rated = known.into_iter().map(|name| (strsim::jaro(typed, name.as_ref()), name));
    let similar = rated.filter(|(similarity, _)| *similarity > MIN_SIMILARITY);
    similar.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_name_is_suggested() {
        let boards = ["colour", "colour-1", "classic-8", "classic"];
        assert_eq!(most_similar("clasic", boards), Some("classic"));
        assert_eq!(most_similar("color", boards), Some("colour"));
        assert_eq!(most_similar("boards/mine.txt", boards), None);
        assert_eq!(most_similar("", boards), None);
    }
}
