// Loads the game and stands between it and the page: the progress bar, every message in words when something fails, and
// `window.irogaeshi`, the object over which the game (WebAssembly) and the page talk. README.md of this folder describes it.

import { createFiles } from "./files.js";
import { createMirror } from "./mirror.js";
import { createWorkers } from "./workers.js";

/** Where the game keeps an unfinished match (`localStorage`); only asked whether there is one. */
const SAVED_MATCH = "irogaeshi.match";
/** winit leaves the program's `main` by throwing this: the game runs on. */
const NORMAL_EXIT = "Using exceptions for control flow";
/** Browsers report this as an error although it only says that a resize is answered one frame later. */
const RESIZE_NOTICE = "ResizeObserver loop";
/** Keys that browsers scroll or search with; on the canvas they belong to the game. */
const GAME_KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", " ", "'", "/", "Backspace"]);

const element = (id) => document.getElementById(id);
const canvas = element("irogaeshi");
const build = JSON.parse(element("build").textContent);

/** The game's module once it runs; null before, and again after it has failed. */
let game = null;
let started = false;
let failed = false;
let attempt = 0;

// ---- Trouble ------------------------------------------------------------------------------------------------------------

/** A failure with the words that the player reads. */
class Trouble extends Error {
  constructor({ title, text, button, action, cause }) {
    super(title, { cause });
    Object.assign(this, { title, text, button, action });
  }
}

const reload = () => location.reload();

const noWebAssembly = () => new Trouble({
  title: "This browser cannot run the game",
  text: "It has no WebAssembly, or it is switched off. A current Firefox, Chrome, Edge or Safari has it.",
  button: "Try again",
  action: reload,
});

const tooOld = (cause) => new Trouble({
  title: "This browser is too old for the game",
  text: "It knows WebAssembly, but not all that the game uses. A current Firefox, Chrome, Edge or Safari will play it.",
  button: "Try again",
  action: reload,
  cause,
});

const noWebGl = () => new Trouble({
  title: "The game cannot draw here",
  text: "It draws with WebGL 2, which this browser does not offer. Often hardware acceleration is switched off in the "
    + "browser's settings, or the graphics driver is out of date.",
  button: "Try again",
  action: reload,
});

const downloadFailed = (cause) => new Trouble({
  title: "The download did not finish",
  text: "The game could not be loaded completely. Please check the connection and try again.",
  button: "Retry",
  action: load,
  cause,
});

const stopped = (cause) => new Trouble({
  title: "The game stopped",
  text: `An error inside the game ended it; that is our mistake, not yours. ${savedMatchNotice()}`,
  button: "Reload",
  action: reload,
  cause,
});

const graphicsLost = () => new Trouble({
  title: "The picture was lost",
  text: `The browser took the graphics away from the game, as happens after sleep or when memory is short. ${savedMatchNotice()}`,
  button: "Reload",
  action: reload,
});

function savedMatchNotice() {
  let saved = false;
  try {
    saved = localStorage.getItem(SAVED_MATCH) !== null;
  } catch {
    // A browser that forbids storage has kept nothing.
  }
  return saved ? "Your match is kept: reload the page to go on with it." : "Please reload the page.";
}

function describe(cause) {
  if (cause === undefined || cause === null) return "";
  if (!(cause instanceof Error)) return String(cause);
  // Firefox and Safari leave the message out of the stack.
  return cause.stack?.includes(cause.message) ? cause.stack : `${cause.name}: ${cause.message}\n${cause.stack ?? ""}`;
}

/** Shows a failure in place of the game. The first one stays: what follows are its consequences. */
function show(trouble) {
  if (failed) return;
  failed = true;
  game = null;
  element("trouble-title").textContent = trouble.title;
  element("trouble-text").textContent = trouble.text;
  const details = describe(trouble.cause);
  element("trouble-details").hidden = details === "";
  element("trouble-details").querySelector("pre").textContent = details;
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

/** Whether an error that nobody caught has broken the game. Extensions and the browser itself report theirs here too. */
function breaksTheGame(error, message, source) {
  if (message.includes(NORMAL_EXIT) || message.includes(RESIZE_NOTICE)) return false;
  // After a trap, and after an exception that crossed it, a WebAssembly program must not be entered again.
  return error?.name === "RuntimeError" || source.startsWith(new URL(".", document.baseURI).href);
}

function watchForErrors() {
  window.addEventListener("error", (event) => {
    if (event.message?.includes(NORMAL_EXIT)) event.preventDefault();
    else if (breaksTheGame(event.error, event.message ?? "", event.filename ?? "")) show(stopped(event.error ?? event.message));
  });
  window.addEventListener("unhandledrejection", (event) => {
    const message = String(event.reason?.message ?? event.reason);
    if (message.includes(NORMAL_EXIT)) event.preventDefault();
    else if (breaksTheGame(event.reason, message, "")) show(stopped(event.reason));
  });
  canvas.addEventListener("webglcontextlost", () => show(graphicsLost()));
}

// ---- Loading ------------------------------------------------------------------------------------------------------------

function checkBrowser() {
  if (typeof WebAssembly !== "object") throw noWebAssembly();
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) throw noWebGl();
  // Browsers allow few contexts at a time; the game's own needs this one's place.
  context.getExtension("WEBGL_lose_context")?.loseContext();
}

function showProgress(share) {
  // The last step, starting, is not counted: a full bar that goes on waiting looks broken, so the text says what happens.
  element("progress").value = share;
  element("loading-text").textContent = share < 1 ? `Loading, ${Math.floor(share * 100)} %` : "Starting";
}

/** Downloads and compiles at once. The expected size is built in: `Content-Length` counts the compressed bytes. */
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
  if (!response.ok) throw downloadFailed(`${build.wasm}: the server answered ${response.status} ${response.statusText}`);
  const counter = new TransformStream({
    transform(chunk, controller) {
      received += chunk.byteLength;
      showProgress(Math.min(received / expected, 1));
      controller.enqueue(chunk);
    },
  });
  // A response of our own has the right type whatever the server says, and compiling while downloading demands it.
  const counted = new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": "application/wasm" } });
  try {
    return await WebAssembly.compileStreaming(counted);
  } catch (error) {
    throw received === expected ? tooOld(error) : downloadFailed(error);
  }
}

async function fetchGlue() {
  // Some browsers remember a script that failed to load; another query makes it another script.
  const retry = attempt > 1 ? `?attempt=${attempt}` : "";
  try {
    return await import(new URL(build.game + retry, document.baseURI).href);
  } catch (error) {
    throw downloadFailed(error);
  }
}

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
    const [glue, module] = await Promise.all([fetchGlue(), fetchModule(downloads.signal)]);
    showProgress(1);
    // "Starting" must be on the screen before the game takes the main thread: a task after the next frame runs then.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    game = glue;
    await glue.default({ module_or_path: module });
  } catch (error) {
    downloads.abort();
    if (error instanceof Trouble) show(error);
    else if (!String(error?.message ?? error).includes(NORMAL_EXIT)) show(stopped(error));
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
  setText: (id, text) => game?.set_text(id, text),
  focusCanvas,
});

const files = createFiles(element("chooser"), () => game);
const workers = createWorkers(build.worker);

let latest = null;

function applyReport() {
  const report = latest;
  latest = null;
  if (failed) return;
  bridge.state = JSON.parse(report);
  mirror.update(bridge.state);
  if (started) return;
  started = true;
  performance.mark("irogaeshi-first-frame");
  element("cover").classList.add("gone");
  focusCanvas();
  // Before it is needed, but not before the game; whoever starts a worker hears what fails.
  workers.prepare().catch(() => {});
}

const bridge = {
  /** The last report, for tests and for the curious. */
  state: null,
  /** Called by the game: a worker in which the CPU thinks. */
  startWorker: workers.start,
  /** Called by the game whenever what it shows has changed, first when it has drawn a frame. */
  report(json) {
    // The game is on the stack here. Changing the DOM can move the focus, which calls the game: that must wait until it has
    // returned. Of several reports in between only the last matters.
    if (latest === null) queueMicrotask(applyReport);
    latest = json;
  },
  /** Called by the game: lets the player choose files to open. */
  chooseFile: files.choose,
  /** Called by the game: gives a text out as a file. */
  download: files.download,
  /** Called by the game's panic hook, before the program traps. */
  panic(message) {
    show(stopped(message));
  },
};
window.irogaeshi = bridge;

canvas.addEventListener("pointerdown", focusCanvas);
canvas.addEventListener("click", ({ clientX, clientY }) => mirror.focusFieldAt(clientX, clientY));
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("keydown", (event) => {
  if (GAME_KEYS.has(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
});
watchForErrors();
load();
