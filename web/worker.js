// The web worker in which the CPU thinks. The build puts wasm-bindgen's glue (which declares `wasm_bindgen`) in front of this
// text, so that the worker is one classic script: every browser that runs the game runs those, while module workers came later
// to some.
//
// First comes `{ program }`, the compiled program (`workers.js`). Then one JSON request in, JSON news of it out, the reply last,
// all as strings; a request that arrives before the program waits for it. Where the answer would go by a network that is not
// here, `{ wanted }` asks the page for it, and `{ network }` brings it: null where it is not to be had, and then the answer goes
// without. `{ expected }` holds a request that is answered to nobody, so that all is here that such an answer takes; `{ isReady }`
// tells the page then. Scripts that compare machines ask by `{ search }`, which holds JSON too.

/** @type {() => void} */
let settle;
/** Settled when all that was asked is answered: one request waits for the other, and the first for the program. */
let answered = /** @type {Promise<void>} */ (new Promise((resolve) => {
  settle = resolve;
}));
/** Hears the network that was asked for. @type {(file: ArrayBuffer | null) => void} */
let hear = () => {};

/** Inside a promise an error would stay in here; thrown from a task it reaches the page's `Worker.onerror`. @param {unknown} error */
function fail(error) {
  setTimeout(() => {
    throw error instanceof Error ? error : new Error(String(error));
  });
}

/**
 * Has the network brought that the answer to a request would go by, if it is not here.
 * @param {string} request
 */
async function bringNetwork(request) {
  const key = wasm_bindgen.missing_network(request);
  if (key === undefined) return;
  /** @type {Promise<ArrayBuffer | null>} */
  const brought = new Promise((resolve) => {
    hear = resolve;
  });
  self.postMessage({ wanted: key });
  const file = await brought;
  if (file === null) return;
  try {
    wasm_bindgen.bring_network(key, new Uint8Array(file));
  } catch (error) {
    console.warn(`the CPU thinks without its network for ${key}: ${error}`);
  }
}

/** @param {string | { search: string } | { expected: string }} asked */
async function answer(asked) {
  if (typeof asked === "string") {
    await bringNetwork(asked);
    self.postMessage(wasm_bindgen.answer(asked, (news) => self.postMessage(news)));
  } else if ("search" in asked) {
    self.postMessage(wasm_bindgen.search(asked.search));
  } else {
    await bringNetwork(asked.expected);
    wasm_bindgen.answer(asked.expected, () => {});
    self.postMessage({ isReady: true });
  }
}

self.onmessage = ({ data }) => {
  if (data.program !== undefined) wasm_bindgen({ module_or_path: data.program }).then(settle, fail);
  else if (data.network !== undefined) hear(data.network);
  else answered = answered.then(() => answer(data)).catch(fail);
};
