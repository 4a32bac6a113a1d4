// The browser's Back: leads where the game leads back to, and out of the page only where the game has nowhere to go back to.
// For that, one entry in the browser's history stands for everything that the game can leave.

const ENTRY = "irogaeshi";

/** @param {() => void} goBack asks the game to go back a step */
export function createBack(goBack) {
  /** Whether the game can go back, as far as is known. */
  let wanted = false;
  /** Whether the history stands on the entry of ours; it may be there from before the page was loaded again. */
  let onEntry = history.state === ENTRY;
  /** Whether the history is on its way off that entry because the game no longer needs it. */
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
    // An entry without a mark is new: somebody has written another address.
    if (!isOurs && wasOnEntry && !onEntry && event.state !== null) goBack();
    // Where the game is still not at its beginning the next step back is for the game, too.
    follow();
  });

  return {
    /**
     * Says whether the game can go back from what it shows now.
     * @param {boolean} canGoBack
     */
    update(canGoBack) {
      wanted = canGoBack;
      follow();
    },
  };
}
