//! Splits JSON into its objects without reading them, so that each is read alone, even beside broken ones.

/// Outermost objects of a text, inside arrays or not.
pub(super) fn json_objects(text: &str) -> Vec<&str> {
    let mut objects = Vec::new();
    let (mut depth, mut begin) = (0_usize, 0);
    let (mut is_string, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if is_string {
            is_string = byte != b'"' || is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            continue;
        }
        match byte {
            b'"' => is_string = true,
            b'{' => {
                begin = if depth == 0 { at } else { begin };
                depth += 1;
            }
            b'}' if depth == 1 => {
                objects.push(&text[begin..=at]);
                depth = 0;
            }
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    objects
}

/// Outermost objects inside an object.
pub(super) fn objects_inside(object: &str) -> Vec<&str> {
    let inner = object.trim().strip_prefix('{').and_then(|object| object.strip_suffix('}'));
    inner.map(json_objects).unwrap_or_default()
}

/// The text itself if it begins as a JSON object, or the first object of an array.
pub(super) fn first_object(text: &str) -> Option<&str> {
    let is_object = |text: &str| text.trim_start().starts_with('{');
    match text.strip_prefix('[') {
        Some(array) if is_object(array) => Some(json_objects(array).first().copied().unwrap_or(array)),
        _ => is_object(text).then_some(text),
    }
}
