// The part of the address that names a room: it leads into the room, and shows the one that the game is in, to be copied.

/** What the page writes into entries of the history that nobody made by hand; those of back.js have a mark of their own. */
const SEEN = "irogaeshi-page";

/** @param {string} hash */
function addressWith(hash) {
  return `${location.pathname}${location.search}${hash}`;
}

/**
 * It has to look at the history before back.js does, which adds entries of its own.
 * @param {(hash: string) => void} follow asks the game to go where a hash leads
 */
export function createRoom(follow) {
  /** The hash that the address shall have. */
  let shown = "";
  /** Where the page was opened, until the game can hear of it. */
  let opened = location.hash;
  let isHeard = false;
  history.replaceState(history.state ?? SEEN, "", addressWith(""));

  function show() {
    // The same document: neither event nor entry comes of this.
    if (location.hash !== shown) history.replaceState(history.state, "", addressWith(shown));
  }

  /** The address is another one. */
  function look() {
    // Only an entry that somebody has made, by a link or by hand, has no mark yet.
    if (history.state === null) {
      const hash = location.hash;
      history.replaceState(SEEN, "", addressWith(shown));
      if (isHeard) follow(hash);
      else opened = hash;
    } else {
      show();
    }
  }

  window.addEventListener("popstate", look);
  // Not every browser tells of a new part of the address as of a step in the history.
  window.addEventListener("hashchange", look);

  return {
    /** The game hears from now on. Says whether the address has led it into a room. */
    begin() {
      isHeard = true;
      if (opened !== "") follow(opened);
      return opened !== "";
    },
    /** The page is about to be loaded again: what the game has not heard yet stands in the address once more. */
    keep() {
      if (!isHeard && opened !== "") history.replaceState(history.state, "", addressWith(opened));
    },
    /** The history may stand on another entry now. */
    update: show,
    /**
     * Shows where the game is.
     * @param {string} hash that leads to its room; empty where it is in none
     */
    show(hash) {
      shown = hash;
      show();
    },
  };
}
