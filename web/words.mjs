// Reads the page's texts from the game's Fluent files: messages whose keys begin with "page-". Supports only texts on one line
// with placeholders such as `{ $percent }`, and refuses everything else.

const MESSAGE = /^page-([a-z][a-z0-9-]*) = (\S.*)$/;
const PLACEHOLDER = /\{ \$[a-z]+ \}/g;

/**
 * The texts by key, without the prefix "page-".
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
    if (lines[index + 1]?.startsWith(" ")) throw new Error(`${where}: a text of the page must be on one line`);
    if (key in words) throw new Error(`${where}: ${key} has two texts`);
    if (/[{}]/.test(text.replace(PLACEHOLDER, ""))) throw new Error(`${where}: only placeholders like { $percent } are supported`);
    words[key] = text;
  }
  return words;
}

/**
 * Fills in the texts of a page or a manifest: `%key%` in the language `main`, `%ja:key%` in Japanese. `write` escapes a text
 * for the file's format. Removes the texts used from `unused`.
 * @param {string} file
 * @param {Texts} texts
 * @param {(text: string) => string} write
 * @param {Set<string>} unused
 * @param {string} [main]
 */
export function fillIn(file, texts, write, unused, main = "en") {
  return file.replace(/%(?:([a-z]+):)?([a-z][a-z0-9-]*)%/g, (place, language = main, key) => {
    const text = texts[language]?.[key];
    if (text === undefined) throw new Error(`no text for ${place}`);
    unused.delete(key);
    return write(text);
  });
}
