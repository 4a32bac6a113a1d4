//! Checksum at the end of each saved JSON object, which reveals damage.
//!
//! It is an object member that older versions ignore. They sort the members when they rewrite an object, so that their
//! texts end with another member and count as texts without a checksum.

use crate::game::storage::lenient::Fields;

/// Name of the member.
const MEMBER: &str = "checksum";
/// Number of hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// Result of checking a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Integrity {
    /// The checksum is right.
    Intact,
    /// The checksum is wrong.
    Damaged,
    /// There is no checksum, as in texts of older versions.
    Unknown,
}

/// Appends the checksum to a JSON object, as its last member.
pub(crate) fn with_checksum(object: String) -> String {
    let checksum = checksum(object.as_bytes());
    let Some(members) = object.strip_suffix('}') else { return object };
    let comma = if members.ends_with('{') { "" } else { "," };
    format!("{members}{comma}\"{MEMBER}\":\"{checksum:0DIGITS$x}\"}}")
}

/// Returns whether a saved text has a wrong checksum or is not a JSON object.
pub(crate) fn is_damaged(text: &[u8]) -> bool {
    match integrity(text) {
        Integrity::Intact => false,
        Integrity::Damaged => true,
        Integrity::Unknown => serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(text).is_err(),
    }
}

/// Compares a text with its checksum.
fn integrity(text: &[u8]) -> Integrity {
    let found = || {
        let (before, rest) = text.split_at_checked(text.len().checked_sub(DIGITS + 2)?)?;
        let before = before.strip_suffix(format!("\"{MEMBER}\":\"").as_bytes())?;
        let digits = std::str::from_utf8(rest.strip_suffix(b"\"}")?).ok()?;
        let object = [before.strip_suffix(b",").unwrap_or(before), b"}"].concat();
        Some((u64::from_str_radix(digits, 16).ok(), checksum(&object)))
    };
    match found() {
        Some((saved, now)) if saved == Some(now) => Integrity::Intact,
        Some(_) => Integrity::Damaged,
        None => Integrity::Unknown,
    }
}

/// Removes the checksum from fields that were read, because it will not fit what is written.
pub(crate) fn remove(fields: &mut Fields) {
    fields.remove(MEMBER);
}

/// 64-bit FNV-1a hash. Changing any single byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_and_every_cut_is_found() {
        for object in ["{}", r#"{"format":1}"#, r#"{"format":1,"content":{"moves":"f5 d6","name":"返し"}}"#] {
            let text = with_checksum(object.to_owned()).into_bytes();
            serde_json::from_slice::<Fields>(&text).expect("it is still an object");
            assert_eq!(integrity(&text), Integrity::Intact);
            assert_eq!(integrity(object.as_bytes()), Integrity::Unknown);
            for place in 0..text.len() {
                let mut other = text.clone();
                other[place] ^= 1;
                // A change in the member itself removes the checksum or breaks the object.
                assert_ne!(integrity(&other), Integrity::Intact, "{}", String::from_utf8_lossy(&other));
                assert_ne!(integrity(&text[..place]), Integrity::Intact);
            }
        }
    }

    #[test]
    fn texts_of_older_versions_count_as_without_checksum() {
        let fields: Fields =
            serde_json::from_str(&with_checksum(r#"{"format":1,"pace":"brisk"}"#.to_owned())).expect("JSON");
        let text = serde_json::to_string(&fields).expect("JSON");
        assert!(text.contains(MEMBER));
        assert_eq!(integrity(text.as_bytes()), Integrity::Unknown);
    }
}
