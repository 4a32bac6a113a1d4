// Loads the game and stands between it and the page: the progress bar, every message in words when something fails, and
// `window.irogaeshi`, the object over which the game (WebAssembly) and the page talk. README.md of this folder describes it.

import { createBack } from "./back.js";
import { ensureClipboard } from "./clipboard.js";
import { createDrawnFaces } from "./drawn_face.js";
import { createFace } from "./face.js";
import { createFiles } from "./files.js";
import { runHiddenFrames } from "./frames.js";
import { toggleFullScreen } from "./fullscreen.js";
import { watchPads } from "./gamepads.js";
import { createMirror } from "./mirror.js";
import { createPinch } from "./pinch.js";
import { createRestart } from "./restart.js";
import { createRoom } from "./room.js";
import { takeSlot } from "./slot.js";
import { createSound } from "./sound.js";
import { createTabs } from "./tabs.js";
import { createUpdates } from "./updates.js";
import { say, speak } from "./words.js";
import { createWorkers } from "./workers.js";

/**
 * What the keys of saved matches begin with (`localStorage`), also of those that are over. What versions before the
 * first format saved needs no place here: the game makes an entry of it as soon as it starts.
 */
const SAVED_MATCH = "irogaeshi.match.";
/** winit leaves the program's `main` by throwing this: the game runs on. */
const NORMAL_EXIT = "Using exceptions for control flow";
/** Browsers report this as an error although it only says that a resize is answered one frame later. */
const RESIZE_NOTICE = "ResizeObserver loop";
/** Keys that browsers scroll or search with; on the canvas they belong to the game. */
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
 * The game's module once it runs; null before, and again after it has failed.
 * @type {Game | null}
 */
let game = null;
let started = false;
let failed = false;
let attempt = 0;

// ---- Trouble ------------------------------------------------------------------------------------------------------------

/** A failure with the words that the player reads. */
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
/** A newer version may do what this one could not. */
const reload = () => updates.reload();

/**
 * The trouble of a key, whose title and text the page's texts have.
 * @param {string} key
 * @param {{button?: string, action?: () => void, more?: string, cause?: unknown}} [how]
 */
function trouble(key, { button = say("reload"), action = reload, more = "", cause } = {}) {
  return new Trouble({ title: say(`${key}-title`), text: `${say(`${key}-text`)} ${more}`.trim(), button, action, cause });
}

const noWebAssembly = () => trouble("no-webassembly", { button: say("try-again") });
const noWebGl = () => trouble("no-webgl", { button: say("try-again") });
/** @param {unknown} cause */
const tooOld = (cause) => trouble("too-old", { button: say("try-again"), cause });
/** @param {unknown} cause */
const damaged = (cause) => trouble("damaged", { button: say("retry"), action: load, cause });
/** @param {unknown} cause */
const downloadFailed = (cause) => trouble("download-failed", { button: say("retry"), action: load, cause });
/** @param {unknown} cause */
const stopped = (cause) => trouble("stopped", { more: savedMatchNotice(), cause });
const graphicsLost = () => trouble("picture-lost", { more: savedMatchNotice() });

/**
 * Whether an entry is a match that the game can go on with.
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
  return saved ? say("match-saved") : say("match-not-saved");
}

/** @param {unknown} cause */
function describe(cause) {
  if (cause === undefined || cause === null) return "";
  if (!(cause instanceof Error)) return String(cause);
  // Firefox and Safari leave the message out of the stack.
  return cause.stack?.includes(cause.message) ? cause.stack : `${cause.name}: ${cause.message}\n${cause.stack ?? ""}`;
}

/**
 * Shows a failure in place of the game. The first one stays: what follows are its consequences.
 * @param {Trouble} what
 */
function show(what) {
  if (failed) return;
  failed = true;
  game = null;
  element("trouble-title").textContent = what.title;
  element("trouble-text").textContent = what.text;
  const details = describe(what.cause);
  element("trouble-details").hidden = details === "";
  element("trouble-cause").textContent = details;
  const button = element("trouble-button");
  button.textContent = what.button;
  button.onclick = what.action;
  element("stone").hidden = true;
  element("loading").hidden = true;
  element("trouble").hidden = false;
  element("mirror").hidden = true;
  element("cover").classList.remove("gone");
  button.focus();
}

/**
 * Loads the page again by itself, if it may: nothing of the game is called any more then.
 * @param {import("./restart.js").Place | null} place
 */
function startsAgain(place) {
  if (failed) return true;
  room.keep();
  if (!restart.again(place)) return false;
  failed = true;
  game = null;
  return true;
}

/** A game that stops before its first frame starts again by itself. @param {unknown} cause */
function stop(cause) {
  if (started || !startsAgain(restart.place)) show(stopped(cause));
}

/** The screen that is shown, as the way back to it. The address leads back into a room. */
function shownPlace() {
  return bridge.state && { screen: bridge.state.screen, keptAs: bridge.state.kept_as };
}

/** The game draws nothing any more: a page that is loaded again does. */
function losePicture() {
  if (!startsAgain(started ? shownPlace() : restart.place)) show(graphicsLost());
}

/**
 * Whether an error that nobody caught has broken the game. Extensions and the browser itself report theirs here too.
 * @param {unknown} error
 * @param {string} message
 * @param {string} source
 */
function breaksTheGame(error, message, source) {
  if (message.includes(NORMAL_EXIT) || message.includes(RESIZE_NOTICE)) return false;
  // After a trap, and after an exception that crossed it, a WebAssembly program must not be entered again.
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
  canvas.addEventListener("webglcontextlost", losePicture);
}

// ---- Loading ------------------------------------------------------------------------------------------------------------

function checkBrowser() {
  if (typeof WebAssembly !== "object") throw noWebAssembly();
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) throw noWebGl();
  // Browsers allow few contexts at a time; the game's own needs this one's place.
  context.getExtension("WEBGL_lose_context")?.loseContext();
}

/** @param {number} share */
function showProgress(share) {
  // The last step, starting, is not counted: a full bar that goes on waiting looks broken, so the text says what happens.
  progress.value = share;
  const percent = Math.floor(share * 100);
  element("loading-text").textContent = share < 1 ? say("loading-percent", { percent }) : say("starting");
}

/**
 * Downloads and compiles at once. The expected size is built in: `Content-Length` counts the compressed bytes.
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
  // A response of our own has the right type whatever the server says, and compiling while downloading demands it.
  const counted = new Response(response.body.pipeThrough(new TransformStream(counting)), { headers: { "Content-Type": "application/wasm" } });
  try {
    return await WebAssembly.compileStreaming(counted);
  } catch (error) {
    if (received !== expected) throw downloadFailed(error);
    return compileChecked(signal);
  }
}

/**
 * Downloads and compiles what has arrived in full length but was refused: past every cache, and compared with its hash. So what
 * was damaged on the way is mended, or told apart from a browser that is too old.
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
  // Some browsers remember a script that failed to load; another query makes it another script.
  const retry = attempt > 1 ? `?attempt=${attempt}` : "";
  try {
    return await import(new URL(build.game + retry, document.baseURI).href);
  } catch (error) {
    throw downloadFailed(error);
  }
}

/** Which of the browser's tabs this one is. */
const ownSlot = takeSlot();

async function load() {
  attempt += 1;
  failed = false;
  element("trouble").hidden = true;
  element("stone").hidden = false;
  element("loading").hidden = false;
  showProgress(0);
  // When one of the two downloads fails the other must not go on moving the bar of the next attempt.
  const downloads = new AbortController();
  try {
    checkBrowser();
    const signs = document.documentElement.lang === "ja" ? face.prepare() : null;
    const [glue, module, slot] = await Promise.all([fetchGlue(), fetchModule(downloads.signal), ownSlot, signs]);
    bridge.slot = slot;
    showProgress(1);
    // "Starting" must be on the screen before the game takes the main thread: a task after the next frame runs then.
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
  // Where Escape leads to the game knows.
  for (const type of ["keydown", "keyup"]) canvas.dispatchEvent(new KeyboardEvent(type, { key: "Escape", code: "Escape" }));
});
const face = createFace(build.face, { bring: (bytes) => game?.bring_face(bytes), miss: () => game?.miss_face(), keep: updates.keep });
const tabs = createTabs(() => game?.match_is_elsewhere());
const drawnFaces = createDrawnFaces((bytes, signs) => game?.bring_drawn_face(bytes, signs));
const workers = createWorkers(build.worker, {
  tell(progress, files = []) {
    bridge.worker = progress;
    files.forEach(updates.keep);
  },
  tellNetwork: (name, isThere) => game?.network_fetched(name, isThere),
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
  speak(report.language);
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
  performance.mark("irogaeshi-first-frame");
  element("cover").classList.add("gone");
  focusCanvas();
  // Before it is needed, but not before the game; whoever starts a worker hears what fails.
  workers.prepare().catch(() => {});
  updates.begin();
}

/** @type {Bridge} */
const bridge = {
  /** The last report, for tests and for the curious. */
  state: null,
  /** How far the program of the workers is. */
  worker: "waiting",
  /** Which of the browser's tabs this one is. */
  slot: 0,
  /** Called by the game whenever it comes into a room or leaves one. */
  showRoom: room.show,
  /** Called by the game: fills the screen, or no longer. */
  toggleFullScreen,
  /** Called by the game: what is to be heard. */
  sound: createSound(),
  /** Called by the game: a worker in which the CPU thinks. */
  startWorker: workers.start,
  /** Called by the game: a worker that has answered all that it was asked. */
  returnWorker: workers.giveBack,
  /** Called by the game: a worker that is not to go on with what it is at. */
  endWorker: workers.end,
  /** Called by the game: what is likely to be asked next. */
  expectRequest: workers.expect,
  /** Called by the game whenever what it shows has changed, first when it has drawn a frame. */
  report(json) {
    // The game is on the stack here. Changing the DOM can move the focus, which calls the game: that must wait until it has
    // returned. Of several reports in between only the last matters.
    if (latest === null) queueMicrotask(applyReport);
    latest = json;
  },
  /** Called by the game when it starts: the face for Japanese, where that is spoken. */
  face: face.get,
  /** Called by the game when a text wants that face. */
  wantFace: face.want,
  /** Called by the game when a text has signs that no face has. */
  wantSigns: drawnFaces.want,
  /** Called by the game: lets the player choose files to open. */
  chooseFile: files.choose,
  /** Called by the game: gives a text out as a file. */
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
// From here on the loader says what goes wrong (guard.js said it until now).
document.documentElement.dataset.loader = "runs";
watchForErrors();
if (document.documentElement.dataset.trouble === undefined) load();
