//! Words that several sentences need.

/// Names in a sentence, such as "Black", "Black and White" or "Black, White and Ash"; nothing for nobody.
pub(super) fn listed(names: impl IntoIterator<Item = impl ToString>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_name_is_joined_by_a_word() {
        assert_eq!(listed([""; 0]), "");
        assert_eq!(listed(["Black"]), "Black");
        assert_eq!(listed(["Black", "White"]), "Black and White");
        assert_eq!(listed([10, 30, 40]), "10, 30 and 40");
    }
}
