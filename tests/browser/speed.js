// Measures the engine's speed in the page and natively, on one core each, the restart of a worker, and the time to a hint. Only
// prints results.
//
//   npm --prefix tests/browser run speed            (IROGAESHI_PAGE names the built folder, default dist/web)
//
// Speeds use the processor time of a thread as reported by Linux, so that other programs do not affect them. Programs take
// turns.

import { readFileSync, readdirSync } from "node:fs";
import { PAGE } from "./environment.js";
import { countWorkers, launch, openPage, serve } from "./harness.js";
import { startNative } from "./native.js";

const ROUNDS = Number(process.env.IROGAESHI_ROUNDS ?? 3);
const STARTS = 21;
const FFO = readFileSync(new URL("../data/ffo-40-59.csv", import.meta.url), "utf8").split("\n").slice(1, -1);
const START = "---------------------------OX------XO--------------------------- X";

const ffo = (id) => {
  const [, , , toMove, squares] = FFO.find((line) => line.split(",")[1] === String(id)).split(",");
  return `${squares} ${toMove}`;
};
const toTheEnd = { depth: 60, exact_from: 60, selectivity: 5, nodes: 8_000_000 };
const QUESTIONS = [
  ["end: FFO 40, 8 million nodes", ffo(40), toTheEnd],
  ["end: FFO 44, 8 million nodes", ffo(44), toTheEnd],
  ["middle: from the start, 2 million nodes", START, { depth: 40, exact_from: 0, selectivity: 1, nodes: 2_000_000 }],
].map(([name, position, budget]) => ({ name, json: JSON.stringify({ position, budget }) }));

const CLASSIC = `name: Classic\nplayers: black white\nboard:\n${"........\n".repeat(3)}...WB...\n...BW...\n${"........\n".repeat(3)}`;
const variant = (key) => readFileSync(new URL(`../../assets/variants/${key}.txt`, import.meta.url), "utf8");
/** Hint requests as sent by the game, and the request expected before. */
const HINTS = [
  ["8 x 8", CLASSIC, "f5 d6 c3"],
  ["Five", variant("five"), ""],
  ["Matsuri", variant("matsuri"), ""],
].map(([name, board, moves]) => {
  const request = (positions) => JSON.stringify({ id: 1, record: `${board}moves: ${moves}\n`, question: { analysis: { positions } } });
  return { name, json: request(2 ** 25), expected: request(1) };
});
/** A search that ends at once. */
const AT_ONCE = JSON.stringify({ position: START, budget: { depth: 1, exact_from: 0, selectivity: 5, nodes: 1000 } });

/** Processor time of a thread in nanoseconds. */
const ranFor = (folder) => Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ")[0]);

/** Folders in `/proc` of all browsers' worker threads. */
function workerThreads() {
  const found = [];
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      for (const thread of readdirSync(`/proc/${process}/task`)) {
        const folder = `/proc/${process}/task/${thread}`;
        if (readFileSync(`${folder}/comm`, "utf8").startsWith("DedicatedWorker")) found.push(folder);
      }
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found;
}

const inPage = {
  start: () => {
    window.worker = window.irogaeshi.startWorker();
  },
  ask: (json) => new Promise((resolve, reject) => {
    window.worker.onmessage = (event) => resolve(event.data);
    window.worker.onerror = (event) => reject(new Error(event.message));
    window.worker.postMessage({ search: json });
  }),
  /** Times in milliseconds from a request to the first news, sorted, for one kind of worker. */
  hint: async ({ ask, json, starts, who }) => {
    const again = new Function(`return ${ask}`)();
    const took = [];
    for (let left = starts; left > 0; left -= 1) {
      window.irogaeshi.endWorker(window.worker);
      if (who === "a ready worker") {
        const { ready } = window.countedWorkers;
        const before = ready.length;
        window.irogaeshi.expectRequest(json.expected);
        while (ready.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
      }
      window.worker = window.irogaeshi.startWorker();
      if (who === "a worker that has answered") await again(json.atOnce);
      const from = performance.now();
      const said = new Promise((resolve) => {
        window.worker.onmessage = ({ data }) => {
          if (data.includes("so-far") || data.includes("reply")) resolve(undefined);
        };
      });
      window.worker.postMessage(json.hint);
      await said;
      took.push(performance.now() - from);
    }
    return took.toSorted((one, other) => one - other);
  },
};

/** Median and range of sorted values. */
function spread(values) {
  const [least, middle, most] = [0, values.length >> 1, values.length - 1].map((index) => values[index].toFixed(0));
  return `${middle} ms (${least} to ${most}, ${values.length} times)`;
}

/** Opens a page that uses the program with vectors, or the one without. */
async function startPage(browser, url, hasVectors) {
  const page = await openPage(browser);
  await page.addInitScript(countWorkers);
  // With more cores, the worker would use several threads.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 1 }));
  if (!hasVectors) await page.addInitScript(() => { WebAssembly.validate = () => false; });
  await page.goto(url);
  await page.waitForFunction(() => window.irogaeshi?.state?.screen === "title");
  const before = new Set(workerThreads());
  await page.evaluate(inPage.start);
  const ask = (json) => page.evaluate(inPage.ask, json);
  await ask(QUESTIONS[0].json);
  const [thread] = workerThreads().filter((folder) => !before.has(folder));
  return { page, ask, ranFor: () => ranFor(thread) };
}

const server = await serve(PAGE);
const browser = await launch();
const native = startNative();
try {
  const simd = await startPage(browser, server.url, true);
  const plain = await startPage(browser, server.url, false);
  /** @type {[string, { ask(json: string): Promise<string>, ranFor(): number }][]} */
  const kinds = [
    ["native", { ask: native.ask, ranFor: () => ranFor(`/proc/${native.pid}`) }],
    ["page, vectors", simd],
    ["page, plain", plain],
  ];
  for (const { name, json } of QUESTIONS) {
    const speeds = new Map(kinds.map(([kind]) => [kind, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, { ask, ranFor: clock }] of kinds) {
        const before = clock();
        const { nodes } = JSON.parse(await ask(json));
        speeds.get(kind).push(nodes / ((clock() - before) / 1e9));
      }
    }
    const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
    const of = median(speeds.get("native"));
    console.log(name);
    for (const [kind, values] of speeds) {
      const millions = values.map((value) => (value / 1e6).toFixed(2)).join(", ");
      console.log(`  ${kind.padEnd(14)} ${(median(values) / 1e6).toFixed(2).padStart(6)} million nodes a second, ${(median(values) / of).toFixed(2)} of native (${millions})`);
    }
  }
  for (const [kind, { page }] of /** @type {const} */ ([["page, vectors", simd], ["page, plain", plain]])) {
    const milliseconds = await page.evaluate(async ({ ask, json, starts }) => {
      const again = new Function(`return ${ask}`)();
      const took = [];
      for (let left = starts; left > 0; left -= 1) {
        window.irogaeshi.endWorker(window.worker);
        const from = performance.now();
        window.worker = window.irogaeshi.startWorker();
        await again(json);
        took.push(performance.now() - from);
      }
      return took.toSorted((one, other) => one - other);
    }, {
      ask: inPage.ask.toString(),
      json: AT_ONCE,
      starts: STARTS,
    });
    console.log(`${kind}: ended and started again, first answer after ${spread(milliseconds)}`);
    for (const { name, json, expected } of HINTS) {
      for (const who of ["a new worker", "a ready worker", "a worker that has answered"]) {
        const how = { ask: inPage.ask.toString(), json: { hint: json, expected, atOnce: AT_ONCE }, starts: STARTS, who };
        console.log(`${kind}: a hint on ${name} by ${who} after ${spread(await page.evaluate(inPage.hint, how))}`);
      }
    }
  }
} finally {
  native.close();
  await browser.close();
  await server.close();
}
