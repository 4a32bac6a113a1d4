// The clipboard where the browser has none for the page: over an unencrypted connection, as in a home network. The game
// asks `navigator.clipboard` for it.

/**
 * Copies a text as browsers did before they had a clipboard for pages.
 *
 * @param {string} text
 */
function copyBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  // Nobody sees it, and nothing scrolls there.
  field.style.cssText = "position: fixed; top: 0; opacity: 0";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied ? Promise.resolve() : Promise.reject(new Error("the browser does not let the page copy"));
}

/** Gives the page a clipboard where the browser has none. */
export function ensureClipboard() {
  if ("clipboard" in navigator && navigator.clipboard) return;
  const clipboard = {
    writeText: copyBySelection,
    readText: () => Promise.reject(new Error("the browser does not let the page paste")),
  };
  Object.defineProperty(navigator, "clipboard", { value: clipboard });
}
