// The page's texts by language and key: the build writes them into the page, from assets/locales. language.js chooses the language
// at first; afterwards the game does.

/** @type {Texts} */
const texts = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/**
 * The text of a key in the language of the page, with values in its places.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  // A missing text must not keep a message from being shown.
  return (texts[document.documentElement.lang]?.[key] ?? key).replace(/\{ \$([a-z]+) \}/g, (_, name) => String(values[name]));
}

/**
 * Goes on in another language.
 * @param {string} language
 */
export function speak(language) {
  // Writing an unchanged value would still have all words written anew.
  if (document.documentElement.lang !== language) document.documentElement.lang = language;
}
