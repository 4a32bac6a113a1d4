// The Japanese font. Fetched before the game starts if the page is in Japanese, otherwise when a text needs it. If it
// cannot be fetched, the browser's own font is traced instead (glyphs/drawn_fonts.js), and the next text tries again.

/**
 * `bring` passes the font to the running game, `miss` reports that it is unavailable for now, and `store` stores it for
 * use without a network.
 * @param {string} name
 * @param {{bring(font: Uint8Array): void, miss(): void, store(file: string): void}} how
 */
export function createJapaneseFont(name, { bring, miss, store }) {
  /** @type {Uint8Array | undefined} */
  let font;
  /** @type {Promise<void> | null} */
  let download = null;

  async function fetchFont() {
    try {
      const response = await fetch(new URL(name, document.baseURI));
      if (!response.ok) throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`);
      font = new Uint8Array(await response.arrayBuffer());
      store(name);
    } catch {
      // The next text that needs it tries again.
      download = null;
    }
  }

  function prepare() {
    download ??= fetchFont();
    return download;
  }

  return {
    /** Resolves when the font has arrived, or is unavailable for now. */
    prepare,
    /** The font, if it has arrived when the game starts. */
    get: () => font,
    /** Passes the font to the game as soon as it arrives, or reports that it is unavailable. */
    async want() {
      await prepare();
      if (font) bring(font);
      else miss();
    },
  };
}
