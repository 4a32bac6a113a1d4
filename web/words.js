// The page's texts by key: the build writes them into the page, from assets/locales/en.ftl.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/**
 * The text of a key, with values in its places.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  // A missing text must not keep a message from being shown.
  return (words[key] ?? key).replace(/\{ \$([a-z]+) \}/g, (_, name) => String(values[name]));
}
