// Reads the page's texts among those of the game: messages of the Fluent syntax whose keys begin with "page-". The page needs
// a text in one line, and places for values like `{ $percent }`. Anything else is refused, so that nothing is shown that was
// meant otherwise.

const MESSAGE = /^page-([a-z][a-z0-9-]*) = (\S.*)$/;
const PLACE = /\{ \$[a-z]+ \}/g;

/**
 * The texts by key, without its "page-".
 * @param {string} source
 * @returns {Record<string, string>}
 */
export function readWords(source) {
  /** @type {Record<string, string>} */
  const words = {};
  const lines = source.split("\n");
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith("page-")) continue;
    const [, key, text] = MESSAGE.exec(line) ?? [];
    const where = `line ${index + 1} of the texts`;
    if (key === undefined || text === undefined) throw new Error(`${where}: expected "page-key = text"`);
    if (lines[index + 1]?.startsWith(" ")) throw new Error(`${where}: a text of the page is one line`);
    if (key in words) throw new Error(`${where}: there are two texts for ${key}`);
    if (/[{}]/.test(text.replace(PLACE, ""))) throw new Error(`${where}: only places like { $percent } are understood`);
    words[key] = text;
  }
  return words;
}

/**
 * Puts texts in the places of a page or a manifest, written as that file needs them: those of `spoken`, which is English unless it
 * is given, for `%key%`, and Japanese ones for `%ja:key%`. Takes every text that it uses out of `unused`.
 * @param {string} file
 * @param {Texts} texts
 * @param {(text: string) => string} write
 * @param {Set<string>} unused
 * @param {string} [spoken]
 */
export function fillIn(file, texts, write, unused, spoken = "en") {
  return file.replace(/%(?:([a-z]+):)?([a-z][a-z0-9-]*)%/g, (place, language = spoken, key) => {
    const text = texts[language]?.[key];
    if (text === undefined) throw new Error(`there is no text for ${place}`);
    unused.delete(key);
    return write(text);
  });
}
