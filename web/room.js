// The room in the page's address: the address leads into a room, and shows the current room so that it can be copied.

/** Mark of history entries not made by the user. Entries of back.js have their own mark. */
const OWN_ENTRY = "irogaeshi-page";

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
  let shownHash = "";
  /** The hash with which the page was opened, until the game can receive it. */
  let openedHash = location.hash;
  let isGameReady = false;
  history.replaceState(history.state ?? OWN_ENTRY, "", addressWith(""));

  function show() {
    // Within one document, this causes no event and no new entry.
    if (location.hash !== shownHash) history.replaceState(history.state, "", addressWith(shownHash));
  }

  /** Handles a changed address. */
  function handleChange() {
    // Only entries made by a link or by hand have no mark.
    if (history.state === null) {
      const hash = location.hash;
      history.replaceState(OWN_ENTRY, "", addressWith(shownHash));
      if (isGameReady) follow(hash);
      else openedHash = hash;
    } else {
      show();
    }
  }

  window.addEventListener("popstate", handleChange);
  // Not every browser fires `popstate` for a changed hash.
  window.addEventListener("hashchange", handleChange);

  return {
    /** Called once the game listens. Returns whether the address has led it into a room. */
    begin() {
      isGameReady = true;
      if (openedHash !== "") follow(openedHash);
      return openedHash !== "";
    },
    /** Called before a reload. Puts a hash that the game has not received back into the address. */
    restoreAddress() {
      if (!isGameReady && openedHash !== "") history.replaceState(history.state, "", addressWith(openedHash));
    },
    /** Called when the history may be at another entry. */
    update: show,
    /**
     * Shows the game's room in the address.
     * @param {string} hash the hash that leads to the room; empty for none
     */
    show(hash) {
      shownHash = hash;
      show();
    },
  };
}
