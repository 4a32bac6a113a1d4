// Number of this tab among the browser's tabs. Each tab is a player of its own and keeps its seats after a reload.

/** Prefix of the locks' names, and the key of the tab's own number. */
const NAME = "irogaeshi.slot";
/** More tabs than anybody plays in. */
const MAX_SLOTS = 64;
/**
 * Maximum wait of a reloaded tab for its former self to release the number, in milliseconds. Usually a moment, but
 * longer on a busy computer; a tab that does not get its number back loses its seat.
 */
const RELOAD_TIMEOUT = 60_000;
/** Maximum wait of a tab that may be a copy, in milliseconds. The original never releases the number. */
const COPY_TIMEOUT = 3000;
/** Time for other tabs to answer, in milliseconds. */
const ANSWER_TIMEOUT = 300;

/** The number that this tab had before a reload. A copy of a tab has it too. */
function previousSlot() {
  try {
    const text = sessionStorage.getItem(NAME);
    return text === null ? null : Number(text);
  } catch {
    return null;
  }
}

/** Returns whether the tab was reloaded and is not a copy. */
function isReload() {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}

/** @param {number} slot */
function saveSlot(slot) {
  try {
    sessionStorage.setItem(NAME, String(slot));
  } catch {
    // Without storage, no seat survives a reload either.
  }
}

/**
 * Holds a number until the tab closes. Returns false if another tab has it.
 * @param {number} slot
 * @param {LockOptions} options
 * @returns {Promise<boolean>}
 */
function hold(slot, options) {
  return new Promise((resolve) => {
    navigator.locks
      .request(`${NAME}.${slot}`, options, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}

/** @returns {Promise<number>} */
async function byLocks() {
  const own = previousSlot();
  if (own !== null && (await hold(own, { signal: AbortSignal.timeout(isReload() ? RELOAD_TIMEOUT : COPY_TIMEOUT) }))) return own;
  for (let slot = 0; slot < MAX_SLOTS; slot += 1) {
    if (await hold(slot, { ifAvailable: true })) return slot;
  }
  return MAX_SLOTS;
}

/**
 * Asks the other tabs, for pages without encryption, which have no locks.
 * @returns {Promise<number>}
 */
async function byAsking() {
  const channel = new BroadcastChannel(NAME);
  const taken = new Set();
  /** @type {number | null} */
  let held = null;
  channel.addEventListener("message", ({ data }) => {
    if (data === "who?") {
      if (held !== null) channel.postMessage(held);
    } else {
      taken.add(data);
    }
  });
  channel.postMessage("who?");
  await new Promise((resolve) => setTimeout(resolve, ANSWER_TIMEOUT));
  const numbers = [...Array(MAX_SLOTS).keys()];
  const own = previousSlot();
  held = (own === null ? numbers : [own, ...numbers]).find((slot) => !taken.has(slot)) ?? MAX_SLOTS;
  return held;
}

/**
 * The number of this tab, which no other tab has while this one is open.
 * @returns {Promise<number>}
 */
export async function takeSlot() {
  const slot = "locks" in navigator ? await byLocks() : await byAsking();
  saveSlot(slot);
  return slot;
}
