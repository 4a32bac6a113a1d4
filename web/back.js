// The browser's Back button: goes back inside the game, and leaves the page only when the game has nowhere to go back
// to. One entry in the browser's history stands for everything that the game can go back from.

const ENTRY = "irogaeshi";

/** @param {() => void} goBack makes the game go one step back */
export function createBack(goBack) {
  /** True if the game can go back, as last reported. */
  let wanted = false;
  /** True while the history is at our entry, which may be left over from before a reload. */
  let onEntry = history.state === ENTRY;
  /** True while the history is leaving that entry because the game no longer needs it. */
  let leaving = false;

  function follow() {
    if (leaving || wanted === onEntry) return;
    if (wanted) {
      history.pushState(ENTRY, "");
      onEntry = true;
    } else {
      leaving = true;
      history.back();
    }
  }

  window.addEventListener("popstate", (event) => {
    const isOurs = leaving;
    const wasOnEntry = onEntry;
    leaving = false;
    onEntry = event.state === ENTRY;
    // An entry without a mark is new: the address was changed by a link or by hand.
    if (!isOurs && wasOnEntry && !onEntry && event.state !== null) goBack();
    // If the game is still not at its start, it needs the entry again for the next step back.
    follow();
  });

  return {
    /**
     * Sets whether the game can go back from what it shows now.
     * @param {boolean} canGoBack
     */
    update(canGoBack) {
      wanted = canGoBack;
      follow();
    },
  };
}
