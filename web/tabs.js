// Notices that another tab of this browser goes on with the same match. Each tab tells the others which one it has open, by the
// name under which that is kept.

/** The channel between the tabs. */
const CHANNEL = "irogaeshi.match";

/**
 * The match that a tab plays: nothing where none is open, where it is not kept yet, and once it is over.
 * @param {Report} report
 */
function openMatch({ phase, kept_as: name }) {
  return phase === null || phase === "over" ? null : name;
}

/** @param {() => void} tell told whenever another tab has come to have the same match */
export function createTabs(tell) {
  if (!("BroadcastChannel" in globalThis)) return { update() {} };
  const channel = new BroadcastChannel(CHANNEL);
  const id = `${Math.random()}`;
  /** The other tabs that have this tab's match. @type {Set<string>} */
  const sharing = new Set();
  /** @type {string | null} */
  let own = null;

  /** @param {string} other */
  function share(other) {
    if (sharing.size === 0) tell();
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
