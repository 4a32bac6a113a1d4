// Which of the tabs of this browser this one is: each is a player of its own, who keeps their seats when it is loaded again.

/** What the names of locks, and the key of the tab's own number, begin with. */
const NAME = "irogaeshi.slot";
/** More tabs than anybody plays in. */
const MOST = 64;
/**
 * How long a tab that was loaded again waits for its former self to let go, in milliseconds. That takes a moment, and longer
 * where the computer is busy; whoever does not get the number back has lost a seat.
 */
const RELEASE = 60_000;
/** How long a tab waits that may be a copy, in milliseconds: then the other one lets go of nothing. */
const PARTING = 3000;
/** How long other tabs have to answer, in milliseconds. */
const ANSWER = 300;

/** The number that this tab had before it was loaded again. A copy of a tab has it too. */
function former() {
  try {
    const text = sessionStorage.getItem(NAME);
    return text === null ? null : Number(text);
  } catch {
    return null;
  }
}

/** Whether the tab was loaded again, and is no copy. */
function isReload() {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}

/** @param {number} slot */
function remember(slot) {
  try {
    sessionStorage.setItem(NAME, String(slot));
  } catch {
    // Where nothing is kept, no seat is either.
  }
}

/**
 * Holds a number until the tab ends; whether nobody else does.
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
  const own = former();
  if (own !== null && (await hold(own, { signal: AbortSignal.timeout(isReload() ? RELEASE : PARTING) }))) return own;
  for (let slot = 0; slot < MOST; slot += 1) {
    if (await hold(slot, { ifAvailable: true })) return slot;
  }
  return MOST;
}

/**
 * Where there are no locks, as on a page without encryption, the other tabs are asked.
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
  await new Promise((resolve) => setTimeout(resolve, ANSWER));
  const numbers = [...Array(MOST).keys()];
  const own = former();
  held = (own === null ? numbers : [own, ...numbers]).find((slot) => !taken.has(slot)) ?? MOST;
  return held;
}

/**
 * The number of this tab, which no other tab has as long as this one lasts.
 * @returns {Promise<number>}
 */
export async function takeSlot() {
  const slot = "locks" in navigator ? await byLocks() : await byAsking();
  remember(slot);
  return slot;
}
