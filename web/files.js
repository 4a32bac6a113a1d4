// Files: those that are dropped on the page or chosen go to the game, and those that the game gives out are downloaded.

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
        // One byte too many is enough to be refused: nobody waits until a film is read.
        const bytes = await file.slice(0, running.file_limit() + 1).arrayBuffer();
        running.offer_file(file.name, new Uint8Array(bytes));
      } catch (error) {
        // A folder that is dropped looks like a file until it is read.
        running.offer_unreadable(file.name, error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** @param {DragEvent} event */
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;

  // A browser opens a file that nobody takes, in place of the page.
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
    // The same file can be chosen again, such as when it was mended.
    chooser.value = "";
    offer(files);
  });

  return {
    choose() {
      chooser.click();
    },
    /**
     * @param {string} name
     * @param {string | Uint8Array<ArrayBuffer>} content a text, or a picture
     */
    download(name, content) {
      const link = document.createElement("a");
      const type = typeof content === "string" ? "text/plain" : "image/png";
      link.href = URL.createObjectURL(new Blob([content], { type }));
      link.download = name;
      link.click();
      // The download has its own hold on the bytes once it has begun.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
  };
}
