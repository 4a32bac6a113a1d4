// Automatic reload after a failed start, or after the browser has taken the graphics away. It reloads once, and again
// only if the page was used or hidden in between, since a permanent failure would otherwise reload for ever. The
// player's screen is stored for the reloaded page.

/** Key of the note in `sessionStorage`, which belongs to the tab. */
const NOTE = "irogaeshi.restart";

/** A screen, and the name under which its match is saved. @typedef {{screen: string, keptAs: string | null}} Place */

/** @returns {{place: Place | null} | null} */
function readNote() {
  try {
    return JSON.parse(sessionStorage.getItem(NOTE) ?? "null");
  } catch {
    // A browser that forbids storage has no note.
    return null;
  }
}

export function createRestart() {
  const before = readNote();
  /** True until something shows that the reloaded page works. */
  let isTried = before !== null;

  function succeed() {
    if (!isTried) return;
    isTried = false;
    sessionStorage.removeItem(NOTE);
  }

  return {
    /** The screen to return to, if this page was reloaded automatically. */
    place: before?.place ?? null,
    /** Called once the game runs. From now on, using or hiding the page proves that it works. */
    begin() {
      for (const use of ["pointerdown", "keydown"]) window.addEventListener(use, succeed, { capture: true });
      document.addEventListener("visibilitychange", () => document.hidden && succeed());
    },
    /**
     * Reloads the page, now or once it is visible. Returns false if it must not: twice in a row, or if no note can be
     * stored.
     * @param {Place | null} place
     */
    again(place) {
      if (isTried) return false;
      try {
        sessionStorage.setItem(NOTE, JSON.stringify({ place }));
      } catch {
        return false;
      }
      if (document.hidden) document.addEventListener("visibilitychange", () => location.reload(), { once: true });
      else location.reload();
      return true;
    },
  };
}
