//! Where lines of Japanese do not break. They may break between any two signs, but not well: "ファ", then "イル", is hard
//! to read, and a line with "す。" alone looks like a mistake. What belongs together is joined by a sign that nobody
//! sees.

/// U+2060, word joiner: nothing is seen of it, and no line breaks beside it.
const JOINER: char = '\u{2060}';

/// The most signs that are joined: what is wider than its place would stand out of it.
const MOST: usize = 7;
/// The most kanji in a row that are one word: longer ones are mostly made of two.
const KANJI: usize = 3;
/// The most signs of a caption that is one word, in kanji with its ending.
const WORD: usize = 4;
/// How many signs before the end of a sentence stand with it: as many as "ません" and the sign before.
const END: usize = 4;

/// The same text, of which short words in kanji, words in katakana, results such as 12対4, what is in short brackets and
/// the ends of sentences are not torn apart.
pub(super) fn joined(text: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    let mut is_joined = vec![false; signs.len()];
    let mut join = |from: usize, to: usize| is_joined[from..to].fill(true);
    let mut begin = 0;
    for word in signs.chunk_by(|one, other| is_katakana(*one) && is_katakana(*other)) {
        if word.len() <= MOST {
            join(begin, begin + word.len() - 1);
        }
        begin += word.len();
    }
    begin = 0;
    for word in signs.chunk_by(|one, other| is_kanji(*one) && is_kanji(*other)) {
        if word.len() <= KANJI {
            join(begin, begin + word.len() - 1);
        }
        begin += word.len();
    }
    let ending = signs.iter().skip_while(|sign| is_kanji(**sign));
    if signs.len() <= WORD && signs.first().is_some_and(|sign| is_kanji(*sign)) && ending.copied().all(is_hiragana) {
        join(0, signs.len() - 1);
    }
    for (index, sign) in signs.iter().enumerate() {
        if ends_sentence(*sign) {
            let before =
                signs[..index].iter().rev().take(END).take_while(|sign| is_hiragana(**sign) || is_kanji(**sign));
            join(index - before.count(), index);
        }
        let is_digit = |index: usize| signs.get(index).is_some_and(char::is_ascii_digit);
        if *sign == '対' && index > 0 && is_digit(index - 1) && is_digit(index + 1) {
            join(index - 1, index + 1);
        }
        if let Some(closing) = closing_of(*sign) {
            let length = signs[index..].iter().take(MOST + 1).position(|sign| *sign == closing);
            join(index, index + length.unwrap_or_default());
        }
    }
    let joiner = |is_joined| if is_joined { Some(JOINER) } else { None };
    signs.into_iter().zip(is_joined).flat_map(|(sign, is_joined)| [Some(sign), joiner(is_joined)]).flatten().collect()
}

/// The text as it was before [`joined`].
pub(crate) fn unjoined(text: &str) -> String {
    text.replace(JOINER, "")
}

/// Whether a sign is one of those that nobody sees.
pub(crate) const fn is_joiner(sign: char) -> bool {
    sign == JOINER
}

const fn is_katakana(sign: char) -> bool {
    // Without the dot between words.
    matches!(sign, 'ァ'..='ヺ' | 'ー'..='ヿ')
}

const fn is_hiragana(sign: char) -> bool {
    matches!(sign, 'ぁ'..='ゟ')
}

const fn is_kanji(sign: char) -> bool {
    matches!(sign, '一'..='鿿' | '々')
}

const fn ends_sentence(sign: char) -> bool {
    matches!(sign, '。' | '！' | '？')
}

const fn closing_of(sign: char) -> Option<char> {
    match sign {
        '（' => Some('）'),
        '「' => Some('」'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with a bar wherever nothing is joined.
    fn parts(text: &str) -> String {
        let joined = joined(text);
        assert_eq!(unjoined(&joined), text);
        let mut signs = joined.chars().peekable();
        let mut parts = String::new();
        while let Some(sign) = signs.next() {
            parts.push(sign);
            if signs.next_if(|next| is_joiner(*next)).is_none() && signs.peek().is_some() {
                parts.push('|');
            }
        }
        parts
    }

    #[test]
    fn short_words_in_kanji_hold_together() {
        assert_eq!(parts("この画面で対戦"), "こ|の|画面|で|対戦");
        assert_eq!(parts("対局を検討する"), "対局|を|検討|す|る");
        assert_eq!(parts("定石確認中"), "定|石|確|認|中", "a long one would not fit everywhere");
        assert_eq!(parts("描く"), "描く");
        assert_eq!(parts("白と黒"), "白|と|黒");
    }

    #[test]
    fn words_in_katakana_hold_together() {
        assert_eq!(parts("このファイルを"), "こ|の|ファイル|を");
        assert_eq!(parts("カラー・リバーシ"), "カラー|・|リバーシ");
        assert_eq!(parts("アイウエオカキク"), "ア|イ|ウ|エ|オ|カ|キ|ク", "a long one would not fit everywhere");
    }

    #[test]
    fn the_end_of_a_sentence_does_not_stand_alone() {
        assert_eq!(parts("石が返ります。次は"), "石|が|返ります。|次|は");
        assert_eq!(parts("はさみましょう。"), "は|さ|み|ましょう。");
        assert_eq!(parts("打つ？"), "打つ？");
        assert_eq!(parts("石。"), "石。");
        assert_eq!(parts("e2です。"), "e|2|です。");
        assert_eq!(parts("。"), "。");
    }

    #[test]
    fn short_brackets_hold_together() {
        assert_eq!(parts("4か所（最善はe2）"), "4|か|所|（最善はe2）");
        assert_eq!(parts("「はい、そうです、はい」"), "「|は|い|、|そ|う|で|す|、|は|い|」");
        assert_eq!(parts("（"), "（");
    }

    #[test]
    fn results_hold_together() {
        assert_eq!(parts("12対4で"), "1|2対4|で");
    }

    #[test]
    fn nothing_else_is_joined() {
        for text in ["", "a", "Anna", "d3 e3 (+4)", "白と黒"] {
            assert_eq!(joined(text), text);
        }
    }
}
