// Addresses of scripts that the page starts: its workers and its service worker. The page's policy requires that each
// passes through here (Trusted Types), so that no injected text can become a script.

/** The page's own folder. */
const HOME = new URL(".", document.baseURI).href;

/** @param {string} url */
function checked(url) {
  if (!url.startsWith(HOME)) throw new TypeError(`${url} is not a script of the page`);
  return url;
}

const policy = globalThis.trustedTypes?.createPolicy("irogaeshi", { createScriptURL: checked });

/**
 * The address of a script of the page. Typed as a string, since browsers accept a trusted value where a text is
 * expected.
 * @param {string} name
 * @returns {string}
 */
export function scriptUrl(name) {
  const { href } = new URL(name, HOME);
  return /** @type {string} */ (/** @type {unknown} */ (policy?.createScriptURL(href) ?? checked(href)));
}
