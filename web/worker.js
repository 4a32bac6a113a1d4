// Web worker in which the CPU thinks. The build prepends wasm-bindgen's glue (which declares `wasm_bindgen`), so that
// the worker is one classic script: all browsers that run the game support those, while some got module workers later.
//
// The first message is `{ program }`, the compiled program (`workers.js`), with `threads` if it is the one for several
// threads. If that one fails, `{ threadsFailed }` is sent with the reason, and the page sends the program for one thread.
// Further messages from the page:
//
// * a JSON request, as a string. It is answered with JSON news, the reply last. A request that arrives before the program
//   waits for it;
// * `{ network }`, the answer to `{ wanted }`, which asks the page for a network needed by an answer. It is null if the
//   network is unavailable; the answer then does without;
// * `{ expected }`, a request whose answer is discarded, so that everything needed for such an answer gets loaded.
//   Then `{ isReady }` is sent;
// * `{ search }`, a JSON search, for scripts that compare machines.

/** Resolves the wait for the program. @type {() => void} */
let resolveProgram;

/** @returns {Promise<void>} settled with the next program */
function nextProgram() {
  return new Promise((resolve) => {
    resolveProgram = resolve;
  });
}

/** Settled when all requests are answered: each request waits for the one before, and the first for the program. */
let answered = nextProgram();
/** Receives the requested network. @type {(file: ArrayBuffer | null) => void} */
let receiveNetwork = () => {};

/** Throws from a task, so that the error reaches the page's `Worker.onerror`. @param {unknown} error */
function fail(error) {
  setTimeout(() => {
    throw error instanceof Error ? error : new Error(String(error));
  });
}

/** Requests a network; null if it is unavailable. @param {string} name @returns {Promise<ArrayBuffer | null>} */
function want(name) {
  const brought = /** @type {Promise<ArrayBuffer | null>} */ (new Promise((resolve) => {
    receiveNetwork = resolve;
  }));
  self.postMessage({ wanted: name });
  return brought;
}

/** The page's policy applies here too. Its only script is that of the threads, beside this one. */
const policy = globalThis.trustedTypes?.createPolicy("irogaeshi", {
  createScriptURL(url) {
    if (!url.startsWith(new URL(".", self.location.href).href)) throw new TypeError(`${url} is not a script of the page`);
    return url;
  },
});

/** The program in this worker, on its one thread. @type {Thinking} */
const singleThreaded = {
  async answer(request, report) {
    const name = wasm_bindgen.missing_network(request);
    const file = name === undefined ? null : await want(name);
    if (name !== undefined && file !== null) {
      try {
        wasm_bindgen.bring_network(name, new Uint8Array(file));
      } catch (error) {
        console.warn(`the CPU plays without its network for ${name}: ${error}`);
      }
    }
    return wasm_bindgen.answer(request, report);
  },
  search: async (request) => wasm_bindgen.search(request),
};

/** Maximum input of the program at once, a line or a network, in bytes. */
const MAX_INPUT = 1 << 20;

/**
 * The program on its own threads, which share memory (thread.js). One of them reads and answers lines and sleeps while
 * waiting for more. Therefore its input is in memory shared with this worker, which receives all threads' messages and
 * starts them.
 * @param {{ program: WebAssembly.Module } & Threads} how
 * @returns {Thinking}
 */
function multiThreaded({ program, script, count, memory: size }) {
  const memory = new WebAssembly.Memory(size);
  // The length of the input, the number of bytes read, and the input itself.
  const input = new SharedArrayBuffer(8 + MAX_INPUT);
  const state = new Int32Array(input, 0, 2);
  /** @type {Worker[]} */
  const all = [];
  /** @type {Worker[]} */
  const idle = [];
  /** Receives the next line. @type {(line: string) => void} */
  let receiveLine = () => {};
  /** Receives an error of any thread. @type {(reason: unknown) => void} */
  let receiveFailure = () => {};
  /** Rejected when a thread fails. @type {Promise<never>} */
  const failure = new Promise((_, reject) => {
    receiveFailure = reject;
  });
  // Avoids an unhandled rejection while nothing is asked.
  failure.catch(() => {});

  function create() {
    const thread = new Worker(/** @type {string} */ (policy?.createScriptURL(script) ?? script));
    all.push(thread);
    thread.onmessage = ({ data }) => {
      if (data.line !== undefined) receiveLine(data.line);
      else if (data.isIdle) idle.push(thread);
      else if (data.unread) receiveFailure("memory cannot be shared with a thread");
      else run(data.spawned);
    };
    thread.onerror = (event) => {
      event.preventDefault();
      receiveFailure(event.message ?? `${script} cannot be loaded`);
    };
    thread.postMessage({ program, memory, input, count });
    return thread;
  }

  /** Runs a part of the program on a thread of its own. @param {ThreadTask} task */
  function run(task) {
    try {
      (idle.pop() ?? create()).postMessage({ run: task });
    } catch (error) {
      receiveFailure(error);
    }
  }

  /** Gives the program the input that it waits for; all earlier input has been read by then. @param {Uint8Array} bytes */
  function put(bytes) {
    new Uint8Array(input, 8).set(bytes);
    Atomics.store(state, 1, 0);
    Atomics.store(state, 0, bytes.length);
    Atomics.notify(state, 0);
  }

  /** @param {string} name */
  async function bring(name) {
    const file = await want(name);
    const head = lineOf(JSON.stringify({ network: file?.byteLength ?? null }));
    const all = new Uint8Array(head.length + (file?.byteLength ?? 0));
    all.set(head);
    if (file !== null) all.set(new Uint8Array(file), head.length);
    put(all);
  }

  const lineOf = (/** @type {string} */ text) => new TextEncoder().encode(`${text}\n`);

  /** @type {Thinking["answer"]} */
  const reply = (request, report) => new Promise((resolve) => {
    receiveLine = (line) => {
      const news = JSON.parse(line);
      if (news?.wanted !== undefined) bring(news.wanted).catch(receiveFailure);
      else if (news?.progress ?? news?.["so-far"]) report(line);
      else resolve(line);
    };
    put(lineOf(request));
  });

  /** @type {Thinking["answer"]} */
  const answer = (request, report) => Promise.race([failure, reply(request, report)]);

  run("main");
  for (let more = 1; more < count; more += 1) idle.push(create());
  return {
    answer,
    search: (request) => answer(request, () => {}),
    end() {
      receiveLine = () => {};
      for (const thread of all) thread.terminate();
    },
  };
}

/** The current implementation, settled with the program. */
let thinking = singleThreaded;

/** Switches to the program for one thread, once the page has sent it. @param {unknown} reason */
function abandonThreads(reason) {
  thinking.end?.();
  thinking = singleThreaded;
  const there = nextProgram();
  self.postMessage({ threadsFailed: String(reason) });
  return there;
}

/**
 * Repeats on one thread what the threads have failed to answer.
 * @param {(thinking: Thinking) => Promise<string>} ask
 */
async function think(ask) {
  const asked = thinking;
  try {
    return await ask(asked);
  } catch (error) {
    if (asked === singleThreaded) throw error;
    await abandonThreads(error);
    return ask(thinking);
  }
}

/** @param {string | { search: string } | { expected: string }} asked */
async function answer(asked) {
  if (typeof asked === "string") {
    self.postMessage(await think((program) => program.answer(asked, (news) => self.postMessage(news))));
  } else if ("search" in asked) {
    self.postMessage(await think((program) => program.search(asked.search)));
  } else {
    await think((program) => program.answer(asked.expected, () => {}));
    self.postMessage({ isReady: true });
  }
}

self.onmessage = ({ data }) => {
  if (data.threads !== undefined) {
    const begin = resolveProgram;
    try {
      thinking = multiThreaded({ program: data.program, ...data.threads });
      begin();
    } catch (error) {
      abandonThreads(error).then(begin);
    }
  } else if (data.program !== undefined) wasm_bindgen({ module_or_path: data.program }).then(resolveProgram, fail);
  else if (data.network !== undefined) receiveNetwork(data.network);
  else answered = answered.then(() => answer(data)).catch(fail);
};
