// The room in the page's address: the address leads into a room, and shows the current room so that it can be copied.

/** Mark of history entries not made by the user. Entries of back.js have their own mark. */
const SEEN = "irogaeshi-page";

/** @param {string} hash */
function addressWith(hash) {
  return `${location.pathname}${location.search}${hash}`;
}

/**
 * Must look at the history before back.js, which adds entries of its own.
 * @param {(hash: string) => void} follow makes the game go where a hash leads
 */
export function createRoom(follow) {
  /** The hash that the address should show. */
  let shown = "";
  /** The hash with which the page was opened, until the game can receive it. */
  let opened = location.hash;
  let isHeard = false;
  history.replaceState(history.state ?? SEEN, "", addressWith(""));

  function show() {
    // Within one document, this causes no event and no new entry.
    if (location.hash !== shown) history.replaceState(history.state, "", addressWith(shown));
  }

  /** Handles a changed address. */
  function look() {
    // Only entries made by a link or by hand have no mark.
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
  // Not every browser fires `popstate` for a changed hash.
  window.addEventListener("hashchange", look);

  return {
    /** Called once the game listens. Returns whether the address has led it into a room. */
    begin() {
      isHeard = true;
      if (opened !== "") follow(opened);
      return opened !== "";
    },
    /** Called before a reload. Puts a hash that the game has not received back into the address. */
    keep() {
      if (!isHeard && opened !== "") history.replaceState(history.state, "", addressWith(opened));
    },
    /** Called when the history may be at another entry. */
    update: show,
    /**
     * Shows the game's room in the address.
     * @param {string} hash the hash that leads to the room; empty for none
     */
    show(hash) {
      shown = hash;
      show();
    },
  };
}
