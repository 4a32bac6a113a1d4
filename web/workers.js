// The web workers in which the CPU thinks. Their program is fetched and compiled once, the fastest that the browser runs, and
// handed to each: a worker that is busy hears nothing, so it is stopped by ending it and starting another.

/** The smallest program with vector instructions: browsers without them refuse it. */
const VECTORS = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // a program
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01, 0x00, // with a function that returns a vector
  0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b, // of bytes: a 0 in each, its bits counted
);

/** @param {string} url */
async function fetchFile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/**
 * `script` is what workers run, `programs` the program by kind: `simd`, and `plain` for browsers without vectors. `told` hears
 * how far the program is, and when it is there, which files it is made of.
 * @param {Build["worker"]} build
 * @param {(progress: WorkerProgress, files?: string[]) => void} told
 */
export function createWorkers({ script, programs }, told) {
  /** @param {string} name */
  const url = (name) => new URL(name, document.baseURI).href;
  /** @type {Promise<WebAssembly.Module> | null} */
  let program = null;
  /**
   * A worker without work. Only one is kept: each holds the memory of the deepest search that it has made.
   * @type {Worker | null}
   */
  let idle = null;

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
