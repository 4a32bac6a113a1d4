// Files: dropped or chosen files are passed to the game, and the game's files are downloaded.

/**
 * @param {HTMLInputElement} chooser lets the player choose files
 * @param {() => Game | null} game the game's module while it runs
 */
export function createFiles(chooser, game) {
  /** @param {File[]} files */
  async function offer(files) {
    for (const file of files) {
      const running = game();
      if (running === null) return;
      try {
        // One byte over the limit is enough to be refused, so that a huge file is not read whole.
        const bytes = await file.slice(0, running.file_limit() + 1).arrayBuffer();
        running.offer_file(file.name, new Uint8Array(bytes));
      } catch (error) {
        // A dropped folder looks like a file until it is read.
        running.offer_unreadable(file.name, error instanceof Error ? error.message : String(error));
      }
    }
  }

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
