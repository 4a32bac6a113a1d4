// Starts the service worker (service.js), offers the version that it has stored, and switches to it when the player
// agrees: between games, never by itself. Without service workers, the page is simply loaded each time.

import { scriptUrl } from "./trusted.js";

/** Screens between games. */
const BETWEEN_GAMES = new Set(["title", "new-game"]);
/** Minimum time between two checks for a newer version, in milliseconds. */
const PAUSE = 60 * 60 * 1000;

/**
 * `bar` is the offer, with a button to update and one to postpone.
 * @param {{version: string, service: string}} build
 * @param {{bar: HTMLElement, update: HTMLElement, later: HTMLElement}} shown
 */
export function createUpdates({ version, service }, { bar, update, later }) {
  /** @type {ServiceWorkerRegistration | null} */
  let registration = null;
  /** True if another tab has switched to a newer version. */
  let isBehind = false;
  let isPutOff = false;
  let isBetweenGames = false;
  let asked = 0;

  function show() {
    const isOffered = isBetweenGames && !isPutOff && (isBehind || (registration?.waiting ?? null) !== null);
    if (bar.hidden === isOffered) bar.hidden = !isOffered;
  }

  /** Reloads the page in the newest version available. */
  function reload() {
    const waiting = registration?.waiting;
    if (!waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage({ command: "take over" });
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
    // A page that stays open for days checks when it becomes visible again.
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
    /** Called once when the game is loaded, so that nothing competes with it for the network before. */
    async begin() {
      try {
        // Bypasses the browser's own cache, which may have an old list of files.
        registration = await navigator.serviceWorker.register(scriptUrl(service), { updateViaCache: "none" });
      } catch {
        // Service workers are unsupported or forbidden.
      }
      // Blockers may resolve without a registration instead of failing.
      if (!registration) return;
      watch(registration);
      show();
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ command: "tidy", version });
    },
    /**
     * Stores a file that was not fetched through the service worker.
     * @param {string} file
     */
    async store(file) {
      const ready = await navigator.serviceWorker?.ready;
      ready?.active?.postMessage({ command: "keep", version, file });
    },
    /** @param {Report} report */
    update({ screen, question }) {
      isBetweenGames = BETWEEN_GAMES.has(screen) && question === null;
      show();
    },
  };
}
