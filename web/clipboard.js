// A clipboard for pages to which browsers give none because the connection is not encrypted, as in a home network. The
// game uses it through `navigator.clipboard`.

/**
 * Copies a text by selecting it, as before browsers had a clipboard for pages.
 *
 * @param {string} text
 */
function copyBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  // Invisible, and fixed so that the page does not scroll.
  field.style.cssText = "position: fixed; top: 0; opacity: 0";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied ? Promise.resolve() : Promise.reject(new Error("the browser does not let the page copy"));
}

/** Adds `navigator.clipboard` if the browser lacks it. */
export function ensureClipboard() {
  if ("clipboard" in navigator && navigator.clipboard) return;
  const clipboard = {
    writeText: copyBySelection,
    readText: () => Promise.reject(new Error("the browser does not let the page paste")),
  };
  Object.defineProperty(navigator, "clipboard", { value: clipboard });
}
