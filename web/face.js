// The Japanese font. Fetched before the game starts if the page is in Japanese, otherwise when a text needs it. If it
// cannot be fetched, the browser's own font is traced instead (drawn_face.js), and the next text tries again.

/**
 * `bring` passes the font to the running game, `miss` reports that it is unavailable for now, and `keep` stores it for
 * use without a network.
 * @param {string} name
 * @param {{bring(face: Uint8Array): void, miss(): void, keep(file: string): void}} how
 */
export function createFace(name, { bring, miss, keep }) {
  /** @type {Uint8Array | undefined} */
  let face;
  /** @type {Promise<void> | null} */
  let coming = null;

  async function fetchFace() {
    try {
      const response = await fetch(new URL(name, document.baseURI));
      if (!response.ok) throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`);
      face = new Uint8Array(await response.arrayBuffer());
      keep(name);
    } catch {
      // The next text that needs it tries again.
      coming = null;
    }
  }

  function prepare() {
    coming ??= fetchFace();
    return coming;
  }

  return {
    /** Resolves when the font has arrived, or is unavailable for now. */
    prepare,
    /** The font, if it has arrived when the game starts. */
    get: () => face,
    /** Passes the font to the game as soon as it arrives, or reports that it is unavailable. */
    async want() {
      await prepare();
      if (face) bring(face);
      else miss();
    },
  };
}
