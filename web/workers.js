// The web workers in which the CPU thinks. Their program is fetched and compiled once, the fastest that the browser runs, and
// handed to each: a worker that is busy hears nothing, so it is stopped by ending it and starting another. Networks of shares
// are fetched when a worker wants them. While nobody thinks a worker gets ready, so that a hint is there at once.

import { scriptUrl } from "./trusted.js";

/** The smallest program with vector instructions: browsers without them refuse it. */
const VECTORS = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // a program
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01, 0x00, // with a function that returns a vector
  0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b, // of bytes: a 0 in each, its bits counted
);

/** The most threads that a worker thinks on: each takes memory, and time to start. */
const MOST_THREADS = 8;

/** The memory that threads share, in pages of 64 KiB: web/build links the program for these. */
const ROOM = { initial: 256, maximum: 8192, shared: true };

/**
 * Makes once what threads share: the memory, which a browser sets aside at once, and an array to wait at. WebKitGTK gives shared
 * memory to an isolated page, and has no `SharedArrayBuffer`.
 */
function canShare() {
  try {
    const state = new Int32Array(new SharedArrayBuffer(4));
    return typeof Atomics.wait === "function" && Atomics.load(state, 0) === 0 && new WebAssembly.Memory(ROOM).buffer instanceof SharedArrayBuffer;
  } catch {
    return false;
  }
}

/**
 * On how many threads a worker may think. One core is left to the page, so that no frame waits. Threads share memory, which browsers
 * allow to pages that are isolated from all others.
 */
const threadCount = () => (globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency - 1, MOST_THREADS) : 1);

/** In milliseconds, how long a thought waits for a network; then it goes without. */
const PATIENCE = 20_000;

/** In milliseconds, how long nobody must have thought before a worker gets ready: the CPU's turn often comes at once. */
const PAUSE = 300;

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
 * `script` is what workers run, `programs` the program by kind: `simd`, and `plain` for browsers without vectors; `threads` is the
 * program that shares its memory among threads, and the script of those, where the build has them; `networks` are files by their
 * keys. `tell` hears how far the program is, and which files have come; `tellNetwork` hears of each network that was fetched, or
 * could not be.
 * @param {Build["worker"]} build
 * @param {{tell(progress: WorkerProgress, files?: string[]): void, tellNetwork(key: string, isThere: boolean): void}} how
 */
export function createWorkers({ script, programs, threads, networks }, { tell, tellNetwork }) {
  /** @param {string} name */
  const url = (name) => new URL(name, document.baseURI).href;
  /** What a worker is told first: its program, and on how many threads it runs, if on several. @type {Promise<FirstMessage> | null} */
  let program = null;
  /**
   * A worker without work. Only one is kept: each holds the memory of the deepest search that it has made.
   * @type {Worker | null}
   */
  let idle = null;
  /** How many have been handed out. */
  let busy = 0;
  /** What a worker that waits is to be ready for. @type {string | null} */
  let expected = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  /** Set when the program for several threads has failed: then none is asked for until the page is loaded again. */
  let haveThreadsFailed = false;
  /** Those that were fetched, or are on their way. @type {Map<string, Promise<ArrayBuffer | null>>} */
  const brought = new Map();

  /** The programs that the browser runs, the fastest first, each with what else is fetched for it. */
  function candidates() {
    const hasVectors = WebAssembly.validate(VECTORS);
    const count = threadCount();
    const alone = { name: hasVectors ? programs.simd : programs.plain, scripts: [script], threads: undefined };
    if (threads === null || haveThreadsFailed || !hasVectors || count <= 1 || !canShare()) return [alone];
    const several = { script: url(threads.script), count, room: ROOM };
    return [{ name: threads.program, scripts: [script, threads.script], threads: several }, alone];
  }

  async function fetchProgram() {
    tell("loading");
    let failure;
    for (const { name, scripts, threads } of candidates()) {
      try {
        // Scripts are fetched to be in the browser's cache when a worker wants them.
        const [bytes] = await Promise.all([name, ...scripts].map((file) => fetchFile(url(file))));
        const compiled = await WebAssembly.compile(bytes);
        tell("ready", [name, ...scripts]);
        return { program: compiled, threads };
      } catch (error) {
        // Without a network another one may be there that was kept.
        failure = error;
      }
    }
    program = null;
    tell("failed");
    throw failure;
  }

  /**
   * The file of a network; null where it cannot be had, and then it is tried again the next time.
   * @param {string} key
   */
  async function fetchNetwork(key) {
    tell("loading");
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const file = await fetchFile(url(networks[key]), patience.signal);
      tell("ready", [networks[key]]);
      tellNetwork(key, true);
      return file;
    } catch (error) {
      brought.delete(key);
      tell("ready");
      tellNetwork(key, false);
      console.warn(`the CPU thinks without its network for ${key}: ${error}`);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Brings a worker the network that it wants, and keeps one that is ready; what else it says is for the game.
   * @param {Worker} worker
   * @param {MessageEvent} event
   */
  async function serve(worker, event) {
    const { wanted, isReady, threadsFailed } = event.data;
    if (wanted === undefined && isReady === undefined && threadsFailed === undefined) return;
    event.stopImmediatePropagation();
    if (isReady) {
      keep(worker);
      return;
    }
    if (threadsFailed !== undefined) {
      console.warn(`the CPU thinks on one thread, as several have failed: ${threadsFailed}`);
      giveUpThreads();
      begin(worker);
      return;
    }
    const file = brought.get(wanted) ?? fetchNetwork(wanted);
    brought.set(wanted, file);
    worker.postMessage({ network: await file });
  }

  /** Fetches the program, unless it is there. What failed is tried again the next time. */
  function prepare() {
    program ??= fetchProgram();
    return program;
  }

  /** From now on workers get the program for one thread. */
  function giveUpThreads() {
    if (haveThreadsFailed) return;
    haveThreadsFailed = true;
    program = null;
  }

  /** Hands a worker its program, as soon as that is there. @param {Worker} worker */
  function begin(worker) {
    prepare().then(
      (first) => worker.postMessage(first),
      (error) => worker.dispatchEvent(new ErrorEvent("error", { message: String(error), cancelable: true })),
    );
  }

  /** A new worker; it answers when it has its program. What goes wrong arrives as its `error` event. */
  function create() {
    const worker = new Worker(scriptUrl(script));
    worker.addEventListener("message", (event) => serve(worker, event));
    // An error that is left to the window would look like one of the game.
    worker.addEventListener("error", (event) => event.preventDefault());
    begin(worker);
    return worker;
  }

  /** @param {Worker} worker */
  function keep(worker) {
    if (idle === null) idle = worker;
    else worker.terminate();
  }

  /** Once nobody has thought for a moment, has a worker get ready. */
  function getReadySoon() {
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (busy > 0 || expected === null) return;
      try {
        const worker = idle ?? create();
        idle = null;
        worker.addEventListener("error", () => worker.terminate());
        worker.postMessage({ expected });
      } catch {
        // Whoever wants a worker hears why there is none; so it is with one that fails.
      }
    }, PAUSE);
  }

  return {
    prepare,
    /** A worker at once. */
    start() {
      const worker = idle ?? create();
      idle = null;
      busy += 1;
      return worker;
    },
    /**
     * Takes back a worker that has answered all that it was asked.
     * @param {Worker} worker
     */
    giveBack(worker) {
      busy -= 1;
      keep(worker);
    },
    /**
     * Ends a worker, with whatever it is at.
     * @param {Worker} worker
     */
    end(worker) {
      busy -= 1;
      worker.terminate();
      getReadySoon();
    },
    /**
     * From now on, a worker that waits is to be ready for what is asked like this.
     * @param {string} request
     */
    expect(request) {
      expected = request;
      getReadySoon();
    },
  };
}
