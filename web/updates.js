// Starts the service worker (service.js), offers the version that it has taken in, and goes over to it when the player says so:
// between games, never by itself. Where a browser has no service workers the page is simply loaded each time.

import { scriptUrl } from "./trusted.js";

/** The screens between games. */
const BETWEEN_GAMES = new Set(["title", "new-game"]);
/** In milliseconds, how long after asking for a newer version it is not asked again. */
const PAUSE = 60 * 60 * 1000;

/**
 * `bar` is what offers, with a button to update and one to put it off.
 * @param {{version: string, service: string}} build
 * @param {{bar: HTMLElement, update: HTMLElement, later: HTMLElement}} shown
 */
export function createUpdates({ version, service }, { bar, update, later }) {
  /** @type {ServiceWorkerRegistration | null} */
  let registration = null;
  /** Whether another tab has gone over to a newer version. */
  let isBehind = false;
  let isPutOff = false;
  let isBetweenGames = false;
  let asked = 0;

  function show() {
    const isOffered = isBetweenGames && !isPutOff && (isBehind || (registration?.waiting ?? null) !== null);
    if (bar.hidden === isOffered) bar.hidden = !isOffered;
  }

  /** Loads the page again, in the newest version that is there. */
  function reload() {
    const waiting = registration?.waiting;
    if (!waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage({ wish: "take over" });
  }

  /** @param {ServiceWorkerRegistration} found */
  function watch(found) {
    found.addEventListener("updatefound", () => {
      const { installing } = found;
      installing?.addEventListener("statechange", show);
    });
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      isBehind = true;
      show();
    });
    // A page that stays open for days asks when it is looked at again.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || performance.now() - asked < PAUSE) return;
      asked = performance.now();
      found.update().catch(() => {});
    });
  }

  update.addEventListener("click", reload);
  later.addEventListener("click", () => {
    isPutOff = true;
    show();
  });

  return {
    reload,
    /** Called once, when the game is there: until then it has the network for itself. */
    async begin() {
      try {
        // The browser's own cache is not asked: it may have an old list of files.
        registration = await navigator.serviceWorker.register(scriptUrl(service), { updateViaCache: "none" });
      } catch {
        // No service workers here, or they are forbidden.
      }
      // What blocks them in a browser may also answer without one.
      if (!registration) return;
      watch(registration);
      show();
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ wish: "tidy", version });
    },
    /**
     * Has a file kept that was not fetched through the service worker.
     * @param {string} file
     */
    async keep(file) {
      const ready = await navigator.serviceWorker?.ready;
      ready?.active?.postMessage({ wish: "keep", version, file });
    },
    /** @param {Report} report */
    update({ screen, question }) {
      isBetweenGames = BETWEEN_GAMES.has(screen) && question === null;
      show();
    },
  };
}
