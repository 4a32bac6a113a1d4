// Detects that another tab of this browser continues the same match. Each tab announces the name under which its match
// is saved.

/** Channel between the tabs. */
const CHANNEL = "irogaeshi.match";

/**
 * The match that a tab plays; null if there is none, it is not saved yet, or it is over.
 * @param {Report} report
 */
function openMatch({ phase, kept_as: name }) {
  return phase === null || phase === "over" ? null : name;
}

/** @param {() => void} warn called when another tab opens the same match */
export function createTabs(warn) {
  if (!("BroadcastChannel" in globalThis)) return { update() {} };
  const channel = new BroadcastChannel(CHANNEL);
  const id = `${Math.random()}`;
  /** Other tabs with this tab's match. @type {Set<string>} */
  const sharing = new Set();
  /** @type {string | null} */
  let own = null;

  /** @param {string} other */
  function share(other) {
    if (sharing.size === 0) warn();
    sharing.add(other);
  }

  channel.addEventListener("message", ({ data: { from, name, isAnswer } }) => {
    if (own === null || name !== own) {
      sharing.delete(from);
      return;
    }
    share(from);
    if (!isAnswer) channel.postMessage({ from: id, name, isAnswer: true });
  });
  window.addEventListener("pagehide", () => channel.postMessage({ from: id, name: null, isAnswer: false }));

  return {
    /** @param {Report} report */
    update(report) {
      const name = openMatch(report);
      if (name === own) return;
      own = name;
      sharing.clear();
      channel.postMessage({ from: id, name, isAnswer: false });
    },
  };
}
