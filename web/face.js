// The Japanese face: fetched before the game starts where the page speaks Japanese, and otherwise when the game wants it for a text.
// If it cannot be fetched, the browser's own face is drawn (drawn_face.js), and the next text asks again.

/**
 * `bring` hands it to a game that runs, `miss` tells the game that it cannot be had for now; `keep` has it kept for when there is no network.
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
      // It is asked for again with the next text that wants it.
      coming = null;
    }
  }

  function prepare() {
    coming ??= fetchFace();
    return coming;
  }

  return {
    /** Resolves when it is there, or cannot be had for now. */
    prepare,
    /** What is there when the game starts. */
    get: () => face,
    /** Brings it to the game as soon as it is there, or tells that it is not to be had. */
    async want() {
      await prepare();
      if (face) bring(face);
      else miss();
    },
  };
}
