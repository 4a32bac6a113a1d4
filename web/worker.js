// The web worker in which the CPU thinks. The build puts wasm-bindgen's glue (which declares `wasm_bindgen`) in front of this
// text, so that the worker is one classic script: every browser that runs the game runs those, while module workers came later
// to some.
//
// First comes `{ program }`, the compiled program (`workers.js`). Then one JSON request in, JSON news of it out, the reply last,
// all as strings; a request that arrives before the program waits for it. Scripts that compare machines ask by `{ search }`,
// which holds JSON too.

/** @type {() => void} */
let settle;
/** @type {Promise<void>} */
const ready = new Promise((resolve) => {
  settle = resolve;
});

self.onmessage = async ({ data }) => {
  try {
    if (typeof data === "string") {
      await ready;
      self.postMessage(wasm_bindgen.answer(data, (news) => self.postMessage(news)));
    } else if (data.search !== undefined) {
      await ready;
      self.postMessage(wasm_bindgen.search(data.search));
    } else {
      await wasm_bindgen({ module_or_path: data.program });
      settle();
    }
  } catch (error) {
    // Thrown inside this async function it would stay in here; thrown from a task it reaches the page's `Worker.onerror`.
    setTimeout(() => {
      throw error instanceof Error ? error : new Error(String(error));
    });
  }
};
