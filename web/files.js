// Files: those that were dropped, chosen, opened by the system or shared by other programs are passed to the game, and
// the game's files are downloaded.

import { takeShared } from "./shared.js";

/** Names of a WTHOR database's players and tournaments, which the game needs before the games that refer to them. */
const NAMES = /\.(jou|trn)$/i;

/**
 * @param {{name: string}} one
 * @param {{name: string}} other
 */
const namesFirst = (one, other) => Number(NAMES.test(other.name)) - Number(NAMES.test(one.name));

/**
 * @param {HTMLInputElement} chooser lets the player choose files
 * @param {() => Game | null} game the game's module while it runs
 */
export function createFiles(chooser, game) {
  /** Files that arrived before the game could take them. Null once it can. */
  let early = /** @type {{name: string, read: () => Promise<Blob>}[] | null} */ ([]);

  /**
   * Offers files, each read in its turn.
   * @param {{name: string, read: () => Promise<Blob>}[]} files
   */
  async function offerEach(files) {
    for (const { name, read } of [...files].sort(namesFirst)) {
      const running = game();
      if (running === null) return;
      try {
        // One byte over the limit is enough to be refused, so that a huge file is not read whole.
        const bytes = await (await read()).slice(0, running.file_limit() + 1).arrayBuffer();
        running.offer_file(name, new Uint8Array(bytes));
      } catch (error) {
        // A dropped folder looks like a file until it is read.
        running.offer_unreadable(name, error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** @param {File[]} files */
  const offer = (files) => offerEach(files.map((file) => ({ name: file.name, read: async () => file })));

  // Browsers with this queue open files in the installed page.
  window.launchQueue?.setConsumer(({ files }) => {
    const opened = files.map((handle) => ({ name: handle.name, read: () => handle.getFile() }));
    if (early === null) offerEach(opened);
    else early.push(...opened);
  });

  /** @param {DragEvent} event */
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;

  // Otherwise the browser would open a dropped file in place of the page.
  window.addEventListener("dragover", (event) => {
    if (!event.dataTransfer || !holdsFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  window.addEventListener("drop", (event) => {
    if (!event.dataTransfer || !holdsFiles(event)) return;
    event.preventDefault();
    offer([...event.dataTransfer.files]);
  });
  chooser.addEventListener("change", () => {
    const files = [...(chooser.files ?? [])];
    // Allows choosing the same file again, for example after it was corrected.
    chooser.value = "";
    offer(files);
  });

  return {
    /** Called once the game listens. */
    async begin() {
      const opened = early ?? [];
      early = null;
      await offerEach(opened);
      await offer(await takeShared().catch(() => []));
    },
    choose() {
      chooser.click();
    },
    /**
     * @param {string} name
     * @param {string | Uint8Array<ArrayBuffer>} content a text, or bytes
     */
    download(name, content) {
      const link = document.createElement("a");
      const type = typeof content === "string" ? "text/plain" : "application/octet-stream";
      link.href = URL.createObjectURL(new Blob([content], { type }));
      link.download = name;
      link.click();
      // Once the download has begun it no longer needs the URL.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
  };
}
