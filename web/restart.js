// Loads the page again by itself: after a start that failed, and after the browser has taken the graphics away. It does so once,
// and again only when the page was used or out of sight in between, as a failure that stays would never come to an end. Where
// the player was is noted for the page that comes.

/** The key of the note, which belongs to the tab (`sessionStorage`). */
const NOTE = "irogaeshi.restart";

/** A screen, and the name by which the match on it is kept. @typedef {{screen: string, keptAs: string | null}} Place */

/** @returns {{place: Place | null} | null} */
function readNote() {
  try {
    return JSON.parse(sessionStorage.getItem(NOTE) ?? "null");
  } catch {
    // A browser that forbids storage has noted nothing.
    return null;
  }
}

export function createRestart() {
  const before = readNote();
  /** Set as long as nothing shows that the page works. */
  let isTried = before !== null;

  function succeed() {
    if (!isTried) return;
    isTried = false;
    sessionStorage.removeItem(NOTE);
  }

  return {
    /** The place to go back to, if this page was loaded by itself. */
    place: before?.place ?? null,
    /** The game runs: from now on using the page, or leaving it for another, says that it works. */
    begin() {
      for (const use of ["pointerdown", "keydown"]) window.addEventListener(use, succeed, { capture: true });
      document.addEventListener("visibilitychange", () => document.hidden && succeed());
    },
    /**
     * Loads the page again, now or once it is seen. Says whether it will: not a second time in a row, nor where nothing can be noted.
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
