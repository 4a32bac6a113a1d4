//! Better line breaks for Japanese. Lines may break between any two characters, but not well: "ファ", then "イル", is hard
//! to read, and a line with "す。" alone looks like a mistake. An invisible character joins what belongs together.

/// U+2060, word joiner: invisible, and no line breaks beside it.
const JOINER: char = '\u{2060}';

/// Maximum number of joined characters; a longer part could be wider than its place.
const MAX_JOINED: usize = 7;
/// Maximum number of kanji in a row that count as one word; longer rows are mostly two words.
const MAX_KANJI: usize = 3;
/// Maximum length of a caption that counts as one word of kanji with an ending.
const MAX_WORD: usize = 4;
/// Number of characters joined to the end of a sentence: "ません" and the character before.
const ENDING_LENGTH: usize = 4;

/// Joins short words in kanji, words in katakana, results such as 12対4, short texts in brackets and the ends of
/// sentences.
pub(super) fn joined(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut is_joined = vec![false; characters.len()];
    let mut join = |from: usize, to: usize| is_joined[from..to].fill(true);
    let mut begin = 0;
    for word in characters.chunk_by(|one, other| is_katakana(*one) && is_katakana(*other)) {
        if word.len() <= MAX_JOINED {
            join(begin, begin + word.len() - 1);
        }
        begin += word.len();
    }
    begin = 0;
    for word in characters.chunk_by(|one, other| is_kanji(*one) && is_kanji(*other)) {
        if word.len() <= MAX_KANJI {
            join(begin, begin + word.len() - 1);
        }
        begin += word.len();
    }
    let ending = characters.iter().skip_while(|character| is_kanji(**character));
    if characters.len() <= MAX_WORD
        && characters.first().is_some_and(|character| is_kanji(*character))
        && ending.copied().all(is_hiragana)
    {
        join(0, characters.len() - 1);
    }
    for (index, character) in characters.iter().enumerate() {
        if ends_sentence(*character) {
            let before = characters[..index]
                .iter()
                .rev()
                .take(ENDING_LENGTH)
                .take_while(|character| is_hiragana(**character) || is_kanji(**character));
            join(index - before.count(), index);
        }
        let is_digit = |index: usize| characters.get(index).is_some_and(char::is_ascii_digit);
        if *character == '対' && index > 0 && is_digit(index - 1) && is_digit(index + 1) {
            join(index - 1, index + 1);
        }
        if let Some(closing) = closing_of(*character) {
            let length = characters[index..].iter().take(MAX_JOINED + 1).position(|character| *character == closing);
            join(index, index + length.unwrap_or_default());
        }
    }
    let joiner = |is_joined| if is_joined { Some(JOINER) } else { None };
    characters
        .into_iter()
        .zip(is_joined)
        .flat_map(|(character, is_joined)| [Some(character), joiner(is_joined)])
        .flatten()
        .collect()
}

/// Removes what [`joined`] has added.
pub(crate) fn unjoined(text: &str) -> String {
    text.replace(JOINER, "")
}

/// Returns whether a character is the invisible joiner.
pub(crate) const fn is_joiner(character: char) -> bool {
    character == JOINER
}

const fn is_katakana(character: char) -> bool {
    // Without the middle dot, which separates words.
    matches!(character, 'ァ'..='ヺ' | 'ー'..='ヿ')
}

const fn is_hiragana(character: char) -> bool {
    matches!(character, 'ぁ'..='ゟ')
}

const fn is_kanji(character: char) -> bool {
    matches!(character, '一'..='鿿' | '々')
}

const fn ends_sentence(character: char) -> bool {
    matches!(character, '。' | '！' | '？')
}

const fn closing_of(character: char) -> Option<char> {
    match character {
        '（' => Some('）'),
        '「' => Some('」'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with a bar wherever a line may break.
    fn parts(text: &str) -> String {
        let joined = joined(text);
        assert_eq!(unjoined(&joined), text);
        let mut characters = joined.chars().peekable();
        let mut parts = String::new();
        while let Some(character) = characters.next() {
            parts.push(character);
            if characters.next_if(|next| is_joiner(*next)).is_none() && characters.peek().is_some() {
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
