// Starts the web workers in which the CPU thinks. Their program is fetched and compiled once, the fastest that the browser
// runs, and handed to each: a worker that is busy hears nothing, so it is stopped by ending it and starting another.

/** The smallest program with vector instructions: browsers without them refuse it. */
const VECTORS = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // a program
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01, 0x00, // with a function that returns a vector
  0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b, // of bytes: a 0 in each, its bits counted
);

async function fetchProgram(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** `script` is what workers run, `programs` the program by kind: `simd`, and `plain` for browsers without vectors. */
export function createWorkers({ script, programs }) {
  const url = (name) => new URL(name, document.baseURI).href;
  let program = null;

  /** Fetches the program, unless it is there. What failed is tried again the next time. */
  function prepare() {
    program ??= fetchProgram(url(WebAssembly.validate(VECTORS) ? programs.simd : programs.plain));
    program.catch(() => {
      program = null;
    });
    return program;
  }

  return {
    prepare,
    /** A worker at once; it answers when it has its program. What goes wrong arrives as its `error` event. */
    start() {
      const worker = new Worker(url(script));
      prepare().then(
        (compiled) => worker.postMessage({ program: compiled }),
        (error) => worker.postMessage({ failure: error.message }),
      );
      return worker;
    },
  };
}
