//! Numbers in mixed radix, written in the letters of base64url.
//!
//! Each symbol takes as much room as its radix needs: one of three legal moves takes 1.6 bits. The letters begin with
//! the lowest digits, so that the first symbols can be read before anything is known of the last ones.

/// Digits of base64url (RFC 4648, section 5).
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Bits of a letter.
pub(super) const LETTER_BITS: u32 = 6;

/// Returns whether a character is a digit of base64url.
pub(super) const fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

/// Natural number of any size: digits of 32 bits, the lowest first, without zeros at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Natural(Vec<u32>);

impl Natural {
    const ZERO: Self = Self(Vec::new());

    fn one() -> Self {
        Self(vec![1])
    }

    /// Multiplies by a factor of at least 1, and adds a number.
    fn multiply_and_add(&mut self, factor: u32, added: u32) {
        let mut carry = u64::from(added);
        for digit in &mut self.0 {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            *digit = product as u32;
            carry = product >> u32::BITS;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Divides, and returns the remainder.
    fn divide(&mut self, divisor: u32) -> u32 {
        let mut rest = 0;
        for digit in self.0.iter_mut().rev() {
            let dividend = rest << u32::BITS | u64::from(*digit);
            *digit = (dividend / u64::from(divisor)) as u32;
            rest = dividend % u64::from(divisor);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest as u32
    }

    /// Number of binary digits of the numbers below this one.
    fn bits(&self) -> u32 {
        let all = self.0.last().map_or(0, |last| self.0.len() as u32 * u32::BITS - last.leading_zeros());
        let is_power_of_two = self.0.iter().map(|digit| digit.count_ones()).sum::<u32>() == 1;
        all - u32::from(is_power_of_two)
    }
}

/// Symbols in the order in which they are read, each with its radix.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols(Vec<(u32, u32)>);

impl Symbols {
    /// Appends a symbol below a radix.
    pub(super) fn push(&mut self, value: u32, radix: u32) {
        debug_assert!(value < radix, "{value} below {radix}");
        self.0.push((value, radix));
    }

    /// Bytes that differ if any symbol differs.
    pub(super) fn bytes(&self) -> impl Iterator<Item = u8> {
        self.0.iter().flat_map(|(value, radix)| [value.to_le_bytes(), radix.to_le_bytes()]).flatten()
    }

    /// Writes the symbols, followed by the highest bits of a check: at least `check_bits`, and more as far as the last
    /// letter has room for them.
    pub(super) fn write(&self, check: u64, check_bits: u32) -> String {
        let mut product = Natural::one();
        for (_, radix) in &self.0 {
            product.multiply_and_add(*radix, 0);
        }
        let room = Room::of(&product, check_bits);
        let mut number = Natural::ZERO;
        number.multiply_and_add(1, room.check(check));
        for (value, radix) in self.0.iter().rev() {
            number.multiply_and_add(*radix, *value);
        }
        let digits = (0..room.letters).map(|_| number.divide(1 << LETTER_BITS));
        digits.map(|digit| char::from(LETTERS[digit as usize])).collect()
    }
}

/// Room for a product of radices and a check.
struct Room {
    letters: u32,
    check_bits: u32,
}

impl Room {
    fn of(product: &Natural, check_bits: u32) -> Self {
        let bits = product.bits();
        let letters = (bits + check_bits).div_ceil(LETTER_BITS);
        Self { letters, check_bits: letters * LETTER_BITS - bits }
    }

    const fn check(&self, check: u64) -> u32 {
        (check >> (u64::BITS - self.check_bits)) as u32
    }
}

/// Reason why the symbols of a text cannot be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mismatch {
    /// Letters are missing.
    TooShort,
    /// The check, or the number of letters, differs.
    Wrong,
}

/// Reader of the symbols of a text.
#[derive(Debug)]
pub(super) struct SymbolReader {
    /// Symbols that are left.
    number: Natural,
    letters: u32,
    /// Product of the radices of the symbols that were read.
    product: Natural,
    read: Symbols,
}

impl SymbolReader {
    /// Takes a text; `None` if it has other characters than the digits of base64url.
    pub(super) fn new(text: &str) -> Option<Self> {
        let mut number = Natural::ZERO;
        for letter in text.bytes().rev() {
            let digit = LETTERS.iter().position(|known| *known == letter)?;
            number.multiply_and_add(1 << LETTER_BITS, digit as u32);
        }
        Some(Self { number, letters: text.len() as u32, product: Natural::one(), read: Symbols::default() })
    }

    /// Reads a symbol below a radix.
    ///
    /// # Errors
    /// [`Mismatch::TooShort`] if the text has no room for so many symbols.
    pub(super) fn pop(&mut self, radix: u32) -> Result<u32, Mismatch> {
        self.product.multiply_and_add(radix, 0);
        if self.product.bits() > self.letters * LETTER_BITS {
            return Err(Mismatch::TooShort);
        }
        let value = self.number.divide(radix);
        self.read.push(value, radix);
        Ok(value)
    }

    /// Symbols read so far.
    pub(super) const fn read(&self) -> &Symbols {
        &self.read
    }

    /// Compares the check at the end with the expected one.
    ///
    /// # Errors
    /// A [`Mismatch`] if they differ.
    pub(super) fn finish(mut self, check: u64, check_bits: u32) -> Result<(), Mismatch> {
        let room = Room::of(&self.product, check_bits);
        if self.letters < room.letters {
            return Err(Mismatch::TooShort);
        }
        let found = self.number.divide(1 << room.check_bits);
        let is_right = self.letters == room.letters && self.number == Natural::ZERO && found == room.check(check);
        if is_right { Ok(()) } else { Err(Mismatch::Wrong) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_come_back_in_their_order() {
        let mut symbols = Symbols::default();
        let radices = [1, 64, 3, 1000, u32::MAX, 2, 7, 1, 33].repeat(9);
        for (index, radix) in radices.iter().enumerate() {
            symbols.push((index as u32).wrapping_mul(2_654_435_761) % radix, *radix);
        }
        let check = 0xA5C3_1234_5678_9ABC;
        let text = symbols.write(check, 6);
        let read = |text: &str| {
            let mut reader = SymbolReader::new(text).expect("digits");
            for (value, radix) in &symbols.0 {
                assert_eq!(reader.pop(*radix), Ok(*value));
            }
            reader.finish(check, 6)
        };
        assert_eq!(read(&text), Ok(()));
        assert_eq!(read(&format!("{text}A")), Err(Mismatch::Wrong));
        assert!(SymbolReader::new("f5.").is_none());
    }

    #[test]
    fn a_text_is_as_long_as_its_symbols_and_check_need() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.write(u64::MAX, 5), "_");
        symbols.push(63, 64);
        assert_eq!(symbols.write(0, 6), "_A");
        assert_eq!(symbols.write(0, 7), "_AA");
        symbols.push(0, 2);
        assert_eq!(symbols.write(0, 5), "_A");
        assert_eq!(symbols.write(u64::MAX, 6), "_-_");
    }
}
