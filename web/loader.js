// Loads the game and connects it to the page: progress bar, error messages, and `window.irogaeshi`, the object through
// which the game (WebAssembly) and the page communicate. See README.md in this folder.

import { createBack } from "./back.js";
import { ensureClipboard } from "./clipboard.js";
import { createDrawnFonts } from "./glyphs/drawn_fonts.js";
import { createJapaneseFont } from "./japanese_font.js";
import { createFiles } from "./files.js";
import { runHiddenFrames } from "./frames.js";
import { toggleFullScreen } from "./fullscreen.js";
import { watchPads } from "./gamepads.js";
import { createLibrary } from "./library.js";
import { createMirror } from "./mirror.js";
import { createPinch } from "./pinch.js";
import { createRestart } from "./restart.js";
import { createRoom } from "./room.js";
import { takeSlot } from "./slot.js";
import { createSound } from "./sound.js";
import { createTabs } from "./tabs.js";
import { createUpdates } from "./updates.js";
import { setLanguage, translate } from "./words.js";
import { createWorkers } from "./workers.js";

/**
 * Prefix of the keys of saved matches in `localStorage`, including finished ones. Saves from before the first format
 * are not covered, since the game converts them when it starts.
 */
const SAVED_MATCH = "irogaeshi.match.";
/** winit leaves the program's `main` by throwing this, while the game keeps running. */
const NORMAL_EXIT = "Using exceptions for control flow";
/** Browsers report this as an error, although it only means that a resize is handled one frame later. */
const RESIZE_NOTICE = "ResizeObserver loop";
/** Keys that browsers use to scroll or search. On the canvas they belong to the game. */
const GAME_KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", " ", "'", "/", "Backspace"]);

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element #${id}`);
  return found;
}

const canvas = element("irogaeshi");
const progress = /** @type {HTMLProgressElement} */ (element("progress"));
/** @type {Build} */
const build = JSON.parse(element("build").textContent ?? "");

/**
 * The game's module while it runs; null before, and after a failure.
 * @type {Game | null}
 */
let game = null;
let started = false;
let failed = false;
let attempt = 0;

// ---- Trouble ------------------------------------------------------------------------------------------------------------

/** A failure with the text for the player. */
class Trouble extends Error {
  /** @param {{title: string, text: string, button: string, action: () => void, cause?: unknown}} words */
  constructor({ title, text, button, action, cause }) {
    super(title, { cause });
    this.title = title;
    this.text = text;
    this.button = button;
    this.action = action;
  }
}

const updates = createUpdates(build, { bar: element("update"), update: element("update-now"), later: element("update-later") });
/** Reloads, since a newer version may succeed where this one failed. */
const reload = () => updates.reload();

/**
 * A failure by its key. Its title and text are among the page's texts.
 * @param {string} key
 * @param {{button?: string, action?: () => void, more?: string, cause?: unknown}} [how]
 */
function trouble(key, { button = translate("reload"), action = reload, more = "", cause } = {}) {
  return new Trouble({ title: translate(`${key}-title`), text: `${translate(`${key}-text`)} ${more}`.trim(), button, action, cause });
}

const noWebAssembly = () => trouble("no-webassembly", { button: translate("try-again") });
const noWebGl = () => trouble("no-webgl", { button: translate("try-again") });
/** @param {unknown} cause */
const tooOld = (cause) => trouble("too-old", { button: translate("try-again"), cause });
/** @param {unknown} cause */
const damaged = (cause) => trouble("damaged", { button: translate("retry"), action: load, cause });
/** @param {unknown} cause */
const downloadFailed = (cause) => trouble("download-failed", { button: translate("retry"), action: load, cause });
/** @param {unknown} cause */
const stopped = (cause) => trouble("stopped", { more: savedMatchNotice(), cause });
const graphicsLost = () => trouble("picture-lost", { more: savedMatchNotice() });

/**
 * Returns whether an entry is a match that the game can continue.
 * @param {[key: string, text: string]} entry
 */
function isUnfinished([key, text]) {
  if (!key.startsWith(SAVED_MATCH)) return false;
  try {
    return (JSON.parse(text).content.game.ending ?? null) === null;
  } catch {
    // The game cannot read it either.
    return false;
  }
}

function savedMatchNotice() {
  let saved = false;
  try {
    saved = Object.entries(localStorage).some(isUnfinished);
  } catch {
    // A browser that forbids storage has saved nothing.
  }
  return saved ? translate("match-saved") : translate("match-not-saved");
}

/** @param {unknown} cause */
function describe(cause) {
  if (cause === undefined || cause === null) return "";
  if (!(cause instanceof Error)) return String(cause);
  // Firefox and Safari omit the message from the stack.
  return cause.stack?.includes(cause.message) ? cause.stack : `${cause.name}: ${cause.message}\n${cause.stack ?? ""}`;
}

/**
 * Shows a failure in place of the game. The first one stays, since later ones are its consequences.
 * @param {Trouble} trouble
 */
function show(trouble) {
  if (failed) return;
  failed = true;
  game = null;
  element("trouble-title").textContent = trouble.title;
  element("trouble-text").textContent = trouble.text;
  const details = describe(trouble.cause);
  element("trouble-details").hidden = details === "";
  element("trouble-cause").textContent = details;
  const button = element("trouble-button");
  button.textContent = trouble.button;
  button.onclick = trouble.action;
  element("stone").hidden = true;
  element("loading").hidden = true;
  element("trouble").hidden = false;
  element("mirror").hidden = true;
  element("cover").classList.remove("gone");
  button.focus();
}

/**
 * Reloads the page automatically, if allowed. After that nothing calls the game any more.
 * @param {import("./restart.js").Place | null} place
 */
function tryRestart(place) {
  if (failed) return true;
  room.restoreAddress();
  if (!restart.again(place)) return false;
  failed = true;
  game = null;
  return true;
}

/** Handles a stop of the game. Before its first frame, it restarts by itself. @param {unknown} cause */
function stop(cause) {
  if (started || !tryRestart(restart.place)) show(stopped(cause));
}

/** The current screen, to return to after a reload. A room is in the address already. */
function currentPlace() {
  return bridge.state && { screen: bridge.state.screen, keptAs: bridge.state.kept_as };
}

/** Handles the loss of the graphics, which only a reload restores. */
function handleLostGraphics() {
  if (!tryRestart(started ? currentPlace() : restart.place)) show(graphicsLost());
}

/**
 * Returns whether an uncaught error has broken the game. Errors of extensions and of the browser itself arrive here
 * too.
 * @param {unknown} error
 * @param {string} message
 * @param {string} source
 */
function breaksTheGame(error, message, source) {
  if (message.includes(NORMAL_EXIT) || message.includes(RESIZE_NOTICE)) return false;
  // A WebAssembly program must not be called after a trap or an exception that crossed it.
  return (error instanceof Error && error.name === "RuntimeError") || source.startsWith(new URL(".", document.baseURI).href);
}

function watchForErrors() {
  window.addEventListener("error", (event) => {
    if (event.message?.includes(NORMAL_EXIT)) event.preventDefault();
    else if (breaksTheGame(event.error, event.message ?? "", event.filename ?? "")) stop(event.error ?? event.message);
  });
  window.addEventListener("unhandledrejection", (event) => {
    const message = String(event.reason);
    if (message.includes(NORMAL_EXIT)) event.preventDefault();
    else if (breaksTheGame(event.reason, message, "")) stop(event.reason);
  });
  canvas.addEventListener("webglcontextlost", handleLostGraphics);
}

// ---- Loading ------------------------------------------------------------------------------------------------------------

function checkBrowser() {
  if (typeof WebAssembly !== "object") throw noWebAssembly();
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) throw noWebGl();
  // Browsers allow few contexts at a time, so this one must make room for the game's.
  context.getExtension("WEBGL_lose_context")?.loseContext();
}

/** @param {number} share */
function showProgress(share) {
  // Starting, the last step, is not measured. The text says so, because a full bar that just waits looks broken.
  progress.value = share;
  const percent = Math.floor(share * 100);
  element("loading-text").textContent = share < 1 ? translate("loading-percent", { percent }) : translate("starting");
}

/**
 * Compiles while downloading. The expected size is built in, because `Content-Length` counts compressed bytes.
 * @param {AbortSignal} signal
 */
async function fetchModule(signal) {
  const expected = build.wasmBytes;
  let received = 0;
  let response;
  try {
    // A failed attempt may have left half a file in the cache.
    response = await fetch(build.wasm, { signal, cache: attempt > 1 ? "reload" : "default" });
  } catch (error) {
    throw downloadFailed(error);
  }
  if (!response.ok || response.body === null) throw downloadFailed(`${build.wasm}: the server answered ${response.status} ${response.statusText}`);
  /** @type {Transformer<Uint8Array, Uint8Array>} */
  const counting = {
    transform(chunk, controller) {
      received += chunk.byteLength;
      showProgress(Math.min(received / expected, 1));
      controller.enqueue(chunk);
    },
  };
  // Streaming compilation requires this type, whatever the server sends.
  const counted = new Response(response.body.pipeThrough(new TransformStream(counting)), { headers: { "Content-Type": "application/wasm" } });
  try {
    return await WebAssembly.compileStreaming(counted);
  } catch (error) {
    if (received !== expected) throw downloadFailed(error);
    return compileChecked(signal);
  }
}

/**
 * Downloads again what arrived completely but was refused, bypassing caches and checking the hash. Repairs a damaged
 * download, or shows that the browser is too old.
 * @param {AbortSignal} signal
 */
async function compileChecked(signal) {
  let bytes;
  try {
    const response = await fetch(build.wasm, { signal, cache: "reload", integrity: build.wasmIntegrity });
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw damaged(error);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw tooOld(error);
  }
}

/** @returns {Promise<Game>} */
async function fetchGlue() {
  // Some browsers cache a failed script load; a different query avoids that.
  const retry = attempt > 1 ? `?attempt=${attempt}` : "";
  try {
    return await import(new URL(build.game + retry, document.baseURI).href);
  } catch (error) {
    throw downloadFailed(error);
  }
}

/** Number of this tab among the browser's tabs. */
const ownSlot = takeSlot();

async function load() {
  attempt += 1;
  failed = false;
  element("trouble").hidden = true;
  element("stone").hidden = false;
  element("loading").hidden = false;
  showProgress(0);
  // If one download fails, the other must not keep moving the bar in the next attempt.
  const downloads = new AbortController();
  try {
    checkBrowser();
    const font = document.documentElement.lang === "ja" ? japaneseFont.prepare() : null;
    const [glue, module, slot] = await Promise.all([fetchGlue(), fetchModule(downloads.signal), ownSlot, font]);
    bridge.slot = slot;
    showProgress(1);
    // The text "Starting" must appear before the game blocks the main thread, so wait for a task after the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    game = glue;
    await glue.default({ module_or_path: module });
  } catch (error) {
    downloads.abort();
    if (error instanceof Trouble) show(error);
    else if (!String(error).includes(NORMAL_EXIT)) stop(error);
  }
}

// ---- The bridge ---------------------------------------------------------------------------------------------------------

function focusCanvas() {
  canvas.focus({ preventScroll: true });
}

const mirror = createMirror(element("mirror"), {
  play: (square) => game?.play(square),
  focusSquare: (square) => game?.focus_square(square),
  activate: (id) => game?.activate(id),
  reveal: (id) => game?.reveal(id),
  passKey: (event) => canvas.dispatchEvent(new KeyboardEvent(event.type, event)),
  setText: (id, text) => game?.set_text(id, text),
  focusCanvas,
});

const pinch = createPinch(canvas, (x, y, factor) => game?.pinch(x, y, factor));
ensureClipboard();
runHiddenFrames();
watchPads(() => game?.pad_used());
const files = createFiles(/** @type {HTMLInputElement} */ (element("chooser")), () => game);
const restart = createRestart();
const room = createRoom((hash) => game?.follow_link(hash));
const back = createBack(() => {
  // Acts like Escape; the game knows where that leads.
  for (const type of ["keydown", "keyup"]) canvas.dispatchEvent(new KeyboardEvent(type, { key: "Escape", code: "Escape" }));
});
const japaneseFont = createJapaneseFont(build.font, { bring: (bytes) => game?.bring_font(bytes), miss: () => game?.miss_font(), store: updates.store });
const library = createLibrary({
  read: (first, next, chunks) => game?.library_read(first, next, chunks),
  appended: () => game?.library_appended(),
  fail: (reason) => game?.library_failed(reason),
});
const tabs = createTabs(() => game?.match_is_elsewhere());
const drawnFonts = createDrawnFonts((bytes, characters) => game?.bring_drawn_font(bytes, characters));
const workers = createWorkers(build.worker, {
  onProgress(progress, files = []) {
    bridge.worker = progress;
    files.forEach(updates.store);
  },
  onNetwork: (name, isThere) => game?.network_fetched(name, isThere),
});

/** @type {string | null} */
let latest = null;

function applyReport() {
  const json = latest;
  latest = null;
  if (failed || json === null) return;
  /** @type {Report} */
  const report = JSON.parse(json);
  bridge.state = report;
  setLanguage(report.language);
  mirror.update(report);
  pinch.update(report);
  back.update(report.can_go_back);
  room.update();
  updates.update(report);
  tabs.update(report);
  if (started) return;
  started = true;
  restart.begin();
  if (!room.begin() && restart.place !== null) game?.come_back(restart.place.screen, restart.place.keptAs ?? undefined);
  files.begin();
  performance.mark("irogaeshi-first-frame");
  element("cover").classList.add("gone");
  focusCanvas();
  // Early, but not before the game. Errors are reported when the game starts a worker.
  workers.prepare().catch(() => {});
  updates.begin();
}

/** @type {Bridge} */
const bridge = {
  /** The last report, for tests and for debugging. */
  state: null,
  /** Progress of loading the workers' program. */
  worker: "waiting",
  /** Number of this tab among the browser's tabs. */
  slot: 0,
  /** Called by the game when it enters or leaves a room. */
  showRoom: room.show,
  /** Called by the game to enter or leave full screen. */
  toggleFullScreen,
  /** Called by the game to play sounds. */
  sound: createSound(),
  /** Called by the game to get a worker for the CPU's thinking. */
  startWorker: workers.start,
  /** Called by the game to return a worker that has finished its requests. */
  returnWorker: workers.giveBack,
  /** Called by the game to stop a worker. */
  endWorker: workers.end,
  /** Called by the game to announce the next likely request. */
  expectRequest: workers.expect,
  /** Called by the game whenever its state changes, and first after it has drawn a frame. */
  report(json) {
    // The game is on the call stack here. Changing the DOM can move the focus, which calls the game, so that must wait
    // until it has returned. Of several reports in between, only the last matters.
    if (latest === null) queueMicrotask(applyReport);
    latest = json;
  },
  /** Called by the game at its start to get the Japanese font, if the page is in Japanese. */
  font: japaneseFont.get,
  /** Called by the game when a text needs that font. */
  wantFont: japaneseFont.want,
  /** Called by the game when a text has characters that no font covers. */
  wantCharacters: drawnFonts.want,
  /** Called by the game to read the library of games. */
  readLibrary: library.read,
  /** Called by the game to append to it. */
  appendToLibrary: library.append,
  /** Called by the game to let the player choose files to open. */
  chooseFile: files.choose,
  /** Called by the game to offer a file for download. */
  download: files.download,
  /** Called by the game's panic hook, before the program traps. */
  panic(message) {
    stop(message);
  },
};
window.irogaeshi = bridge;

canvas.addEventListener("pointerdown", focusCanvas);
canvas.addEventListener("click", ({ clientX, clientY }) => mirror.focusFieldAt(clientX, clientY));
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("keydown", (event) => {
  if (GAME_KEYS.has(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
});
// From here on the loader reports failures; guard.js did until now.
document.documentElement.dataset.loader = "runs";
watchForErrors();
if (document.documentElement.dataset.trouble === undefined) load();
