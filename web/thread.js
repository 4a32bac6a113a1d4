// A thread of the worker's program, where threads share memory. worker.js starts it and sends it
//
// * `{ program, memory, input, count }`, once;
// * `{ run: "main" }`, to the thread that reads and answers lines;
// * `{ run: { id, start } }`, to others: a task, one after the other.
//
// It sends
//
// * `{ line }` for each line written by the program;
// * `{ spawned: { id, start } }` when the program starts a thread;
// * `{ isIdle: true }` when its task has ended;
// * `{ unread: true }` if a message cannot be read.
//
// The program is built for WASI, the system interface of WebAssembly programs (wasi.dev, preview 1). This file
// implements the parts that it uses: arguments, clock, random numbers, lines in and out, and threads.

/** WASI's code for success. */
const SUCCESS = 0;
/** File descriptor for errors. */
const STDERR = 2;

/**
 * Imports of the program.
 * @param {ThreadHome} home
 */
function importsOf({ memory, input, count }) {
  // Growing the memory replaces its buffer.
  const view = () => new DataView(memory.buffer);
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(memory.buffer, at, length);
  const state = new Int32Array(input, 0, 2);
  const waiting = new Uint8Array(input, 8);
  const args = ["irogaeshi-worker", String(count)].map((text) => new TextEncoder().encode(`${text}\0`));
  const decoder = new TextDecoder();
  /** Text of a line that has not ended yet, by file descriptor. */
  const unfinished = ["", "", ""];

  /** Pieces of memory in a WASI list of vectors. */
  function* vectors(/** @type {number} */ list, /** @type {number} */ length) {
    for (let at = list; at < list + 8 * length; at += 8) yield bytes(view().getUint32(at, true), view().getUint32(at + 4, true));
  }

  /** Waits for input and copies as much as fits. Returns the number of bytes. */
  function readInput(/** @type {Uint8Array} */ target) {
    Atomics.wait(state, 0, 0);
    const length = Atomics.load(state, 0);
    const from = Atomics.load(state, 1);
    const taken = Math.min(target.length, length - from);
    target.set(waiting.subarray(from, from + taken));
    Atomics.store(state, 1, from + taken);
    // Everything is read, so more input can be written.
    if (from + taken === length) Atomics.store(state, 0, 0);
    return taken;
  }

  const system = {
    args_sizes_get(/** @type {number} */ number, /** @type {number} */ size) {
      view().setUint32(number, args.length, true);
      view().setUint32(size, args.reduce((sum, { length }) => sum + length, 0), true);
      return SUCCESS;
    },
    args_get(/** @type {number} */ list, /** @type {number} */ texts) {
      let at = texts;
      for (const [index, text] of args.entries()) {
        view().setUint32(list + 4 * index, at, true);
        bytes(at, text.length).set(text);
        at += text.length;
      }
      return SUCCESS;
    },
    environ_sizes_get(/** @type {number} */ number, /** @type {number} */ size) {
      view().setUint32(number, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    clock_time_get(/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) {
      view().setBigUint64(at, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n, true);
      return SUCCESS;
    },
    fd_read(/** @type {number} */ _file, /** @type {number} */ list, /** @type {number} */ length, /** @type {number} */ read) {
      const target = [...vectors(list, length)].find((piece) => piece.length > 0);
      view().setUint32(read, target === undefined ? 0 : readInput(target), true);
      return SUCCESS;
    },
    fd_write(/** @type {number} */ file, /** @type {number} */ list, /** @type {number} */ length, /** @type {number} */ written) {
      let total = 0;
      for (const piece of vectors(list, length)) {
        // Copied, since the decoder refuses shared memory.
        unfinished[file] += decoder.decode(piece.slice(), { stream: true });
        total += piece.length;
      }
      view().setUint32(written, total, true);
      const lines = unfinished[file].split("\n");
      unfinished[file] = lines.pop() ?? "";
      for (const line of lines) {
        if (file === STDERR) console.warn(line);
        else self.postMessage({ line });
      }
      return SUCCESS;
    },
    proc_exit(/** @type {number} */ code) {
      throw new Error(`the worker's program has ended with ${code}`);
    },
    random_get(/** @type {number} */ at, /** @type {number} */ length) {
      // Browsers refuse to write random numbers into shared memory.
      bytes(at, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
  };
  let threads = 0;
  const wasi = {
    // Only the answering thread starts others.
    "thread-spawn"(/** @type {number} */ start) {
      threads += 1;
      self.postMessage({ spawned: { id: threads, start } });
      return threads;
    },
  };
  return { env: { memory }, wasi_snapshot_preview1: system, wasi };
}

/** @type {ThreadProgram} */
let program;

// Unreadable messages, such as memory that this browser does not share.
self.onmessageerror = () => self.postMessage({ unread: true });

self.onmessage = ({ data }) => {
  if (data.run === undefined) {
    const instance = new WebAssembly.Instance(data.program, importsOf(data));
    program = /** @type {ThreadProgram} */ (/** @type {unknown} */ (instance.exports));
  } else if (data.run === "main") {
    program._start();
  } else {
    program.wasi_thread_start(data.run.id, data.run.start);
    self.postMessage({ isIdle: true });
  }
};
