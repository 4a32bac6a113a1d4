// Web workers in which the CPU thinks. Their program is fetched and compiled once, the fastest that the browser can
// run, and given to each. A busy worker receives no messages, so it is stopped by ending it and starting another.
// Networks of shares are fetched when a worker wants them. While nobody thinks a worker gets ready, so that a hint
// appears at once.

import { scriptUrl } from "./trusted.js";

/** The smallest program with vector instructions, which browsers without them refuse. */
const VECTORS = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // a program
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01, 0x00, // with a function that returns a vector
  0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b, // of bytes: a 0 in each, its bits counted
);

/** Maximum threads of a worker, since each takes memory and time to start. */
const MAX_THREADS = 8;

/** Memory shared by threads, in pages of 64 KiB. web/build links the program for this size. */
const MEMORY = { initial: 256, maximum: 8192, shared: true };

/**
 * Creates what threads share, as a test: the memory, which browsers reserve at once, and an array to wait on. WebKitGTK
 * gives isolated pages shared memory but no `SharedArrayBuffer`.
 */
function canShare() {
  try {
    const state = new Int32Array(new SharedArrayBuffer(4));
    return typeof Atomics.wait === "function" && Atomics.load(state, 0) === 0 && new WebAssembly.Memory(MEMORY).buffer instanceof SharedArrayBuffer;
  } catch {
    return false;
  }
}

/**
 * Number of threads for a worker. One core is left to the page so that no frame waits. Browsers allow shared memory
 * only to pages that are isolated from all others.
 */
const threadCount = () => (globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency - 1, MAX_THREADS) : 1);

/** Maximum wait for a network in milliseconds; after that the CPU thinks without it. */
const NETWORK_TIMEOUT = 20_000;

/** Idle time in milliseconds before a worker gets ready, since the CPU's turn often comes at once. */
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
 * `script` is the workers' script. `programs` are the programs by kind: `simd`, and `plain` for browsers without
 * vectors. `threads` is the program with shared memory and the script of its threads, if the build has them. `networks`
 * are files by key. `onProgress` reports the progress of loading and the files that have arrived. `onNetwork` reports each
 * network that was fetched or could not be.
 * @param {Build["worker"]} build
 * @param {{onProgress(progress: WorkerProgress, files?: string[]): void, onNetwork(key: string, isThere: boolean): void}} how
 */
export function createWorkers({ script, programs, threads, networks }, { onProgress, onNetwork }) {
  /** @param {string} name */
  const url = (name) => new URL(name, document.baseURI).href;
  /** The first message to a worker: its program, and the number of threads if several. @type {Promise<FirstMessage> | null} */
  let program = null;
  /**
   * An idle worker. Only one is kept, since each holds the memory of its deepest search.
   * @type {Worker | null}
   */
  let idle = null;
  /** Number of workers in use. */
  let busy = 0;
  /** Request that an idle worker should be ready for. @type {string | null} */
  let expected = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  /** True once the program for several threads has failed; it is not tried again until a reload. */
  let haveThreadsFailed = false;
  /** Networks fetched or being fetched. @type {Map<string, Promise<ArrayBuffer | null>>} */
  const networkFiles = new Map();

  /** Programs that the browser can run, fastest first, each with its further files. */
  function candidates() {
    const hasVectors = WebAssembly.validate(VECTORS);
    const count = threadCount();
    const alone = { name: hasVectors ? programs.simd : programs.plain, scripts: [script], threads: undefined };
    if (threads === null || haveThreadsFailed || !hasVectors || count <= 1 || !canShare()) return [alone];
    const several = { script: url(threads.script), count, memory: MEMORY };
    return [{ name: threads.program, scripts: [script, threads.script], threads: several }, alone];
  }

  async function fetchProgram() {
    onProgress("loading");
    let failure;
    for (const { name, scripts, threads } of candidates()) {
      try {
        // Scripts are fetched so that they are in the browser's cache when a worker needs them.
        const [bytes] = await Promise.all([name, ...scripts].map((file) => fetchFile(url(file))));
        const compiled = await WebAssembly.compile(bytes);
        onProgress("ready", [name, ...scripts]);
        return { program: compiled, threads };
      } catch (error) {
        // Without a network, another program may be available from storage.
        failure = error;
      }
    }
    program = null;
    onProgress("failed");
    throw failure;
  }

  /**
   * Fetches the file of a network; null if unavailable. A failure is retried the next time.
   * @param {string} key
   */
  async function fetchNetwork(key) {
    onProgress("loading");
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), NETWORK_TIMEOUT);
    try {
      const file = await fetchFile(url(networks[key]), patience.signal);
      onProgress("ready", [networks[key]]);
      onNetwork(key, true);
      return file;
    } catch (error) {
      networkFiles.delete(key);
      onProgress("ready");
      onNetwork(key, false);
      console.warn(`the CPU plays without its network for ${key}: ${error}`);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Brings a worker the network that it wants, and keeps a worker that is ready. Other messages are for the game.
   * @param {Worker} worker
   * @param {MessageEvent} event
   */
  async function serve(worker, event) {
    const { wanted, isReady, threadsFailed } = event.data;
    if (wanted === undefined && isReady === undefined && threadsFailed === undefined) return;
    event.stopImmediatePropagation();
    if (isReady) {
      keepIdle(worker);
      return;
    }
    if (threadsFailed !== undefined) {
      console.warn(`the CPU uses one thread, since several have failed: ${threadsFailed}`);
      abandonThreads();
      begin(worker);
      return;
    }
    const file = networkFiles.get(wanted) ?? fetchNetwork(wanted);
    networkFiles.set(wanted, file);
    worker.postMessage({ network: await file });
  }

  /** Fetches the program unless it is there. A failure is retried the next time. */
  function prepare() {
    program ??= fetchProgram();
    return program;
  }

  /** From now on workers get the program for one thread. */
  function abandonThreads() {
    if (haveThreadsFailed) return;
    haveThreadsFailed = true;
    program = null;
  }

  /** Sends a worker its program as soon as it is there. @param {Worker} worker */
  function begin(worker) {
    prepare().then(
      (first) => worker.postMessage(first),
      (error) => worker.dispatchEvent(new ErrorEvent("error", { message: String(error), cancelable: true })),
    );
  }

  /** Creates a worker, which answers once it has its program. Errors arrive as its `error` event. */
  function create() {
    const worker = new Worker(scriptUrl(script));
    worker.addEventListener("message", (event) => serve(worker, event));
    // An error that reaches the window would look like one of the game.
    worker.addEventListener("error", (event) => event.preventDefault());
    begin(worker);
    return worker;
  }

  /** @param {Worker} worker */
  function keepIdle(worker) {
    if (idle === null) idle = worker;
    else worker.terminate();
  }

  /** Lets a worker get ready after a moment without thinking. */
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
        // The error is reported when a worker is needed next, like that of a worker that fails.
      }
    }, PAUSE);
  }

  return {
    prepare,
    /** Returns a worker at once. */
    start() {
      const worker = idle ?? create();
      idle = null;
      busy += 1;
      return worker;
    },
    /**
     * Takes back a worker that has finished its requests.
     * @param {Worker} worker
     */
    giveBack(worker) {
      busy -= 1;
      keepIdle(worker);
    },
    /**
     * Ends a worker, whatever it is doing.
     * @param {Worker} worker
     */
    end(worker) {
      busy -= 1;
      worker.terminate();
      getReadySoon();
    },
    /**
     * Sets the request that an idle worker should be ready for.
     * @param {string} request
     */
    expect(request) {
      expected = request;
      getReadySoon();
    },
  };
}
