// The web workers in which the CPU thinks. Their program is fetched and compiled once, the fastest that the browser runs, and
// handed to each: a worker that is busy hears nothing, so it is stopped by ending it and starting another. Networks of shares
// are fetched when a worker wants them.

/** The smallest program with vector instructions: browsers without them refuse it. */
const VECTORS = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // a program
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01, 0x00, // with a function that returns a vector
  0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b, // of bytes: a 0 in each, its bits counted
);

/** In milliseconds, how long a thought waits for a network; then it goes without. */
const PATIENCE = 20_000;

/**
 * @param {string} url
 * @param {AbortSignal} [signal]
 */
async function fetchFile(url, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/**
 * `script` is what workers run, `programs` the program by kind: `simd`, and `plain` for browsers without vectors; `networks` are
 * files by their keys. `told` hears how far the program is, and which files have come.
 * @param {Build["worker"]} build
 * @param {(progress: WorkerProgress, files?: string[]) => void} told
 */
export function createWorkers({ script, programs, networks }, told) {
  /** @param {string} name */
  const url = (name) => new URL(name, document.baseURI).href;
  /** @type {Promise<WebAssembly.Module> | null} */
  let program = null;
  /**
   * A worker without work. Only one is kept: each holds the memory of the deepest search that it has made.
   * @type {Worker | null}
   */
  let idle = null;
  /** Those that were fetched, or are on their way. @type {Map<string, Promise<ArrayBuffer | null>>} */
  const brought = new Map();

  async function fetchProgram() {
    told("loading");
    try {
      const name = WebAssembly.validate(VECTORS) ? programs.simd : programs.plain;
      // The script is fetched to be in the browser's cache when a worker wants it.
      const [bytes] = await Promise.all([fetchFile(url(name)), fetchFile(url(script))]);
      const compiled = await WebAssembly.compile(bytes);
      told("ready", [name, script]);
      return compiled;
    } catch (error) {
      program = null;
      told("failed");
      throw error;
    }
  }

  /**
   * The file of a network; null where it cannot be had, and then it is tried again the next time.
   * @param {string} key
   */
  async function fetchNetwork(key) {
    told("loading");
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const file = await fetchFile(url(networks[key]), patience.signal);
      told("ready", [networks[key]]);
      return file;
    } catch (error) {
      brought.delete(key);
      told("ready");
      console.warn(`the CPU thinks without its network for ${key}: ${error}`);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Brings a worker the network that it wants; what else it says is for the game.
   * @param {Worker} worker
   * @param {MessageEvent} event
   */
  async function serve(worker, event) {
    const key = event.data.wanted;
    if (key === undefined) return;
    event.stopImmediatePropagation();
    const file = brought.get(key) ?? fetchNetwork(key);
    brought.set(key, file);
    worker.postMessage({ network: await file });
  }

  /** Fetches the program, unless it is there. What failed is tried again the next time. */
  function prepare() {
    program ??= fetchProgram();
    return program;
  }

  return {
    prepare,
    /** A worker at once; it answers when it has its program. What goes wrong arrives as its `error` event. */
    start() {
      if (idle !== null) {
        const worker = idle;
        idle = null;
        return worker;
      }
      const worker = new Worker(url(script));
      worker.addEventListener("message", (event) => serve(worker, event));
      // An error that is left to the window would look like one of the game.
      worker.addEventListener("error", (event) => event.preventDefault());
      prepare().then(
        (compiled) => worker.postMessage({ program: compiled }),
        (error) => worker.dispatchEvent(new ErrorEvent("error", { message: String(error), cancelable: true })),
      );
      return worker;
    },
    /**
     * Takes back a worker that has answered all that it was asked.
     * @param {Worker} worker
     */
    giveBack(worker) {
      if (idle === null) idle = worker;
      else worker.terminate();
    },
  };
}
