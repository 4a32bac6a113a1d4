// The web worker in which the CPU thinks. The build puts wasm-bindgen's glue (which declares `wasm_bindgen`) in front of this
// text and the real file name below, so that the worker is one classic script: every browser that runs the game runs those,
// while module workers came later to some.
//
// One JSON request in, JSON news of it out, the reply last, all as strings. A request that arrives before the code does waits for it.

const ready = wasm_bindgen({ module_or_path: new URL("irogaeshi-worker_bg.wasm", self.location.href) });

self.onmessage = async (event) => {
  try {
    await ready;
    self.postMessage(wasm_bindgen.answer(event.data, (news) => self.postMessage(news)));
  } catch (error) {
    // Thrown inside this async function it would stay in here; thrown from a task it reaches the page's `Worker.onerror`.
    setTimeout(() => {
      throw error instanceof Error ? error : new Error(String(error));
    });
  }
};
