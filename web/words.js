// The page's texts by language and key. The build writes them into the page from assets/locales. language.js chooses
// the first language; afterwards the game does.

/** @type {Texts} */
const texts = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/**
 * A text in the language of the page, with its values filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function translate(key, values = {}) {
  // A missing text must not prevent a message from being shown.
  return (texts[document.documentElement.lang]?.[key] ?? key).replace(/\{ \$([a-z]+) \}/g, (_, name) => String(values[name]));
}

/**
 * Switches to another language.
 * @param {string} language
 */
export function setLanguage(language) {
  // Writing an unchanged value would still rewrite all texts.
  if (document.documentElement.lang !== language) document.documentElement.lang = language;
}
