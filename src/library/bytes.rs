//! Numbers and texts as bytes.

/// Appends a number in groups of seven bits, the lowest first; all but the last have the highest bit set.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends the length of a slice and the slice.
pub(super) fn push_slice(bytes: &mut Vec<u8>, slice: &[u8]) {
    push_number(bytes, slice.len() as u64);
    bytes.extend_from_slice(slice);
}

/// Reader of what the functions of this file wrote. Each method returns `None` for what they cannot have written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn index(&mut self) -> Option<usize> {
        self.number()?.try_into().ok()
    }

    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn slice(&mut self) -> Option<&'a [u8]> {
        let length = self.index()?;
        self.take(length)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        str::from_utf8(self.slice()?).ok()
    }

    pub(super) const fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_size_read_back() {
        for number in (0..64).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit, u64::MAX >> bit]) {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            let mut reader = Bytes(&bytes);
            assert_eq!((reader.number(), reader.is_at_end()), (Some(number), true));
            assert_eq!(Bytes(&bytes[..bytes.len() - 1]).number(), None, "cut off");
        }
        assert_eq!(Bytes(&[0xFF; 10]).number(), None);
        assert_eq!(Bytes(&[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02]).number(), None);
    }
}
