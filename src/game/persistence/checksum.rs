//! The checksum at the end of each saved JSON object: whether its text is as the game has written it.
//!
//! It is a member of the object that older versions pass over. They sort the members of what they write anew, so that
//! their texts end with another member and count as texts without a checksum.

use crate::game::settings::lenient::Fields;

/// The name of the member.
const MEMBER: &str = "checksum";
/// The number of hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// The result of a check of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wholeness {
    /// It has its checksum.
    Whole,
    /// It has another checksum.
    Damaged,
    /// It has none, such as a text of an older version.
    Unknown,
}

/// A JSON object, with its checksum as the last member.
pub(super) fn sealed(object: String) -> String {
    let checksum = checksum(object.as_bytes());
    let Some(members) = object.strip_suffix('}') else { return object };
    let comma = if members.ends_with('{') { "" } else { "," };
    format!("{members}{comma}\"{MEMBER}\":\"{checksum:0DIGITS$x}\"}}")
}

/// Returns whether a saved text has a wrong checksum or is no JSON object.
pub(super) fn is_damaged(text: &[u8]) -> bool {
    match wholeness(text) {
        Wholeness::Whole => false,
        Wholeness::Damaged => true,
        Wholeness::Unknown => serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(text).is_err(),
    }
}

/// Compares a text with its checksum.
fn wholeness(text: &[u8]) -> Wholeness {
    let found = || {
        let (before, rest) = text.split_at_checked(text.len().checked_sub(DIGITS + 2)?)?;
        let before = before.strip_suffix(format!("\"{MEMBER}\":\"").as_bytes())?;
        let digits = std::str::from_utf8(rest.strip_suffix(b"\"}")?).ok()?;
        let object = [before.strip_suffix(b",").unwrap_or(before), b"}"].concat();
        Some((u64::from_str_radix(digits, 16).ok(), checksum(&object)))
    };
    match found() {
        Some((saved, now)) if saved == Some(now) => Wholeness::Whole,
        Some(_) => Wholeness::Damaged,
        None => Wholeness::Unknown,
    }
}

/// Forgets the checksum of fields that were read: it would not be that of what is written.
pub(super) fn remove(fields: &mut Fields) {
    fields.remove(MEMBER);
}

/// The 64-bit FNV-1a hash of the bytes: no single wrong byte leaves it as it is.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_and_every_cut_is_found() {
        for object in ["{}", r#"{"format":1}"#, r#"{"format":1,"content":{"moves":"f5 d6","name":"返し"}}"#] {
            let text = sealed(object.to_owned()).into_bytes();
            serde_json::from_slice::<Fields>(&text).expect("it is still an object");
            assert_eq!(wholeness(&text), Wholeness::Whole);
            assert_eq!(wholeness(object.as_bytes()), Wholeness::Unknown);
            for place in 0..text.len() {
                let mut other = text.clone();
                other[place] ^= 1;
                // A change in the member itself leaves no checksum, or breaks the object.
                assert_ne!(wholeness(&other), Wholeness::Whole, "{}", String::from_utf8_lossy(&other));
                assert_ne!(wholeness(&text[..place]), Wholeness::Whole);
            }
        }
    }

    #[test]
    fn what_an_older_version_writes_has_no_checksum() {
        let fields: Fields = serde_json::from_str(&sealed(r#"{"format":1,"pace":"brisk"}"#.to_owned())).expect("JSON");
        let text = serde_json::to_string(&fields).expect("JSON");
        assert!(text.contains(MEMBER));
        assert_eq!(wholeness(text.as_bytes()), Wholeness::Unknown);
    }
}
