// Compares the answers of the worker's programs in a real browser with those of the native program. IROGAESHI_PAGE names the
// built folder (default: dist/web).

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PAGE } from "./environment.js";
import { launch, openPage, serve } from "./harness.js";
import { startNative } from "./native.js";

const EVALUATIONS = ["evaluation", "reverse-evaluation", "any-evaluation", "any-reverse-evaluation"].map((name) =>
  readFileSync(new URL(`../../assets/${name}.bin`, import.meta.url)),
);
const SHARES = new URL("../../assets/shares/", import.meta.url);
const NETWORKS = readdirSync(SHARES).map((name) => readFileSync(new URL(name, SHARES)));
const END_GAMES = readFileSync(new URL("../data/ffo-40-59.csv", import.meta.url), "utf8").split("\n").slice(1, -1);

const CERTAIN = 5;
/** Searches from the start to some twenty empties: in the middle game, and to the end. */
const SEARCHES = [
  "---------------------------OX------XO--------------------------- X",
  "------------------XX-----XXO-------XO----OOO-------------------- X",
  "--XXXXX---OXXX---OOOXX---OOXXX--OOOXXXO---OOO------------------- X",
].flatMap((position) => [
  { position, budget: { depth: 40, exact_from: 0, selectivity: 1, nodes: 150_000 } },
  { position, budget: { depth: 7, exact_from: 0, selectivity: CERTAIN, nodes: 1e9 } },
]).concat(END_GAMES.slice(0, 4).map((line) => {
  const [, , , toMove, squares] = line.split(",");
  return { position: `${squares} ${toMove}`, budget: { depth: 60, exact_from: 60, selectivity: CERTAIN, nodes: 1_000_000 } };
}));

const CLASSIC = `name: Classic
players: black white
board:
${"........\n".repeat(3)}...WB...
...BW...
${"........\n".repeat(3)}`;
const CROSS = `name: Cross
players: black white
board:
##....##
##....##
........
...WB...
...BW...
........
##....##
##....##
`;
const COLOUR = `name: Small colour
players: black white ash
cut-ins: 5 cyan, 9 yamabuki
scored: black white ash
board:
##....##
#..R...#
..YWBG..
..GBWC..
#...A..#
##....##
`;
/** Boards that have networks. */
const [FIVE, TANPOPO] = ["five", "tanpopo"].map((key) =>
  readFileSync(new URL(`../../assets/variants/${key}.txt`, import.meta.url), "utf8"),
);
const TANPOPO_REVERSE = TANPOPO.replace("board:", "goal: fewest\nboard:");
/** Players of each kind without a time limit, on boards with and without holes, for two players and more. */
const THOUGHTS = [
  ["club-champion", CLASSIC, "f5 d6 c3"],
  ["child", CLASSIC, "f5 d6 c3"],
  ["club", CROSS, ""],
  ["quiet", CLASSIC, "f5"],
  ["weights-3", CLASSIC, "f5"],
  ["monte-carlo", CLASSIC, "f5 d6"],
  ["beginner", COLOUR, ""],
  ["expert", TANPOPO, ""],
  ["expert", FIVE, ""],
  ["expert", TANPOPO_REVERSE, ""],
].map(([player, board, moves], id) => ({
  id, record: `${board}moves: ${moves}\n`, question: { move: { player, seed: 7 + id } },
}));
/** A game that is short enough to analyse to the end. */
const ANALYSIS = {
  id: 99, record: "name: Small\nplayers: black white\nboard:\n....\n.WB.\n.BW.\n....\nmoves:\n", question: { analysis: { positions: 1e9 } },
};

let browser;
let server;
let native;
/** Path of a file that the server refuses. @type {string | null} */
let refused = null;
/** Paths of all requests. @type {string[]} */
const asked = [];

before(async () => {
  native = startNative();
  server = await serve(PAGE, {
    gate: (path, response) => {
      asked.push(path);
      return path === refused ? response.writeHead(503).end() && "answered" : undefined;
    },
  });
  browser = await launch();
});

after(async () => {
  native?.close();
  await browser?.close();
  await server?.close();
});

/** Opens a page with a worker. `ask(message)` resolves to its reply. */
async function startWorker(prepare, cores = 1) {
  const page = await openPage(browser);
  await page.addInitScript(prepare);
  await page.addInitScript((count) => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => count }), cores);
  await page.goto(server.url);
  await page.waitForFunction(() => window.irogaeshi?.startWorker);
  await page.evaluate(() => {
    window.worker = window.irogaeshi.startWorker();
  });
  const ask = (message) => page.evaluate((data) => new Promise((resolve, reject) => {
    window.worker.onmessage = (event) => {
      const news = JSON.parse(event.data);
      if (!news.progress && !news["so-far"]) resolve(event.data);
    };
    window.worker.onerror = (event) => reject(new Error(event.message));
    window.worker.postMessage(data);
  }), message);
  return { page, ask };
}

for (const [program, prepare] of [
  ["with vectors", () => {}],
  ["without vectors", () => { WebAssembly.validate = () => false; }],
]) {
  test(`the program ${program} finds the same as the native one at the same node limit`, async () => {
    const { page, ask } = await startWorker(prepare);
    for (const search of SEARCHES) {
      const json = JSON.stringify(search);
      const [here, there] = [await ask({ search: json }), await native.ask(json)].map((answer) => JSON.parse(answer));
      assert.ok(there.nodes > 1000 && there.line.length > 0, `${json} gave ${JSON.stringify(there)}`);
      assert.deepEqual(here, there, json);
    }
    await page.context().close();
  });

  test(`the program ${program} gives every player the same move as the native one`, async () => {
    const { page, ask } = await startWorker(prepare);
    for (const thought of THOUGHTS) {
      const json = JSON.stringify(thought);
      const [here, there] = [await ask(json), await native.ask(json)].map((answer) => JSON.parse(answer));
      assert.match(there.reply.answer.Ok?.move?.lines[0].moves[0] ?? "", /^[a-p]\d+$/, `${json} gave ${JSON.stringify(there)}`);
      assert.deepEqual(here, there, json);
    }
    await page.context().close();
  });

  test(`the program ${program} analyses as the native one does`, async () => {
    const { page, ask } = await startWorker(prepare);
    const json = JSON.stringify(ANALYSIS);
    // A new process, since earlier searches would change the result.
    const newNative = startNative();
    const [here, there] = [await ask(json), await newNative.ask(json)].map((answer) => JSON.parse(answer));
    newNative.close();
    assert.equal(there.reply.answer.Ok?.analysis?.lines.length, 4, JSON.stringify(there));
    assert.deepEqual(here, there);
    await page.context().close();
  });
}

/** Number of browsers' worker threads outside the processes `others`, and the processes that have them. */
function threadsOfWorkers(others = new Set()) {
  const processes = new Set();
  let count = 0;
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name) && !others.has(name))) {
    try {
      const names = readdirSync(`/proc/${process}/task`).map((thread) => readFileSync(`/proc/${process}/task/${thread}/comm`, "utf8"));
      const workers = names.filter((name) => name.startsWith("DedicatedWorker")).length;
      if (workers > 0) processes.add(process);
      count += workers;
    } catch {
      // The process has ended meanwhile.
    }
  }
  return { count, processes };
}

const { threads } = JSON.parse(readFileSync(join(PAGE, "index.html"), "utf8").match(/id="build">(.*?)</)[1]).worker;

test("the program on two threads finds what the native one finds", { skip: threads === null && "the build has no threads" }, async () => {
  // Each page has its own process, and that of the previous test may not have ended yet.
  const { processes: others } = threadsOfWorkers();
  const { page, ask } = await startWorker(() => {}, 3);
  for (const { position, budget } of SEARCHES.slice(-4)) {
    const json = JSON.stringify({ position, budget: { ...budget, nodes: 1e9 } });
    const [here, there] = [await ask({ search: json }), await native.ask(json)].map((answer) => JSON.parse(answer));
    assert.equal(here.score, there.score, json);
    assert.equal(here.line[0], there.line[0], json);
  }
  assert.equal(threadsOfWorkers(others).count, 3, "one thread receives messages and two think");
  await page.evaluate(() => window.irogaeshi.endWorker(window.worker));
  while (threadsOfWorkers(others).count > 0) await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.context().close();
});

test("the program on two threads answers for every player, with networks supplied", { skip: threads === null && "the build has no threads" }, async () => {
  const { page, ask } = await startWorker(() => {}, 3);
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  const brought = [];
  page.on("request", (request) => brought.push(request.url().match(/shares-(.+)-[0-9a-f]{12}\./)?.[1]));
  for (const thought of THOUGHTS) {
    const { reply } = JSON.parse(await ask(JSON.stringify(thought)));
    assert.equal(reply.id, thought.id);
    assert.match(reply.answer.Ok?.move?.lines[0].moves[0] ?? "", /^[a-p]\d+$/, JSON.stringify(reply));
  }
  assert.deepEqual(brought.filter(Boolean), ["tanpopo", "five", "tanpopo-reverse"], "each once");
  assert.deepEqual(said.filter((text) => text.includes("network")), []);
  const json = JSON.stringify(ANALYSIS);
  const squares = (answer) => JSON.parse(answer).reply.answer.Ok.analysis.lines.map(({ moves }) => moves[0]);
  assert.deepEqual(squares(await ask(json)), squares(await native.ask(json)));
  await page.context().close();
});

test("without the program for threads the other one answers", { skip: threads === null && "the build has no threads" }, async () => {
  refused = `/${threads.program}`;
  const { page, ask } = await startWorker(() => {}, 3);
  const json = JSON.stringify(SEARCHES[0]);
  assert.deepEqual(JSON.parse(await ask({ search: json })), JSON.parse(await native.ask(json)));
  refused = null;
  await page.context().close();
});

test("without shared memory the program for one thread answers", { skip: threads === null && "the build has no threads" }, async () => {
  asked.length = 0;
  const { page, ask } = await startWorker(() => {
    Object.assign(WebAssembly, { Memory: class {
      constructor() {
        throw new RangeError("out of memory");
      }
    } });
  }, 3);
  const json = JSON.stringify(SEARCHES[0]);
  assert.deepEqual(JSON.parse(await ask({ search: json })), JSON.parse(await native.ask(json)));
  assert.ok(!asked.includes(`/${threads.program}`));
  await page.context().close();
});

test("a request that fails on several threads is repeated on one, and a second failure is reported", { skip: threads === null && "the build has no threads" }, async () => {
  const { page, ask } = await startWorker(() => {}, 3);
  await assert.rejects(ask("{}"), /missing field/);
  await page.context().close();
});

test("each evaluation is once in each of the worker's programs but not in the game's; networks of shares are in none", () => {
  // Bytes from the middle of each file. They are compressed, so they occur nowhere else.
  const samples = [...EVALUATIONS, ...NETWORKS].map((file) => file.subarray(file.length / 2, file.length / 2 + 64));
  const found = {};
  for (const name of readdirSync(PAGE).filter((file) => file.endsWith(".wasm"))) {
    const program = readFileSync(join(PAGE, name));
    found[name.replace(/-[0-9a-f]{12}\.wasm$/, "")] = samples.map((sample) => {
      let count = 0;
      for (let at = program.indexOf(sample); at >= 0; at = program.indexOf(sample, at + 1)) count += 1;
      return count;
    });
  }
  const never = [...EVALUATIONS, ...NETWORKS].map(() => 0);
  const once = [...EVALUATIONS.map(() => 1), ...NETWORKS.map(() => 0)];
  assert.deepEqual(found, { irogaeshi: never, "irogaeshi-worker": once, "irogaeshi-worker-simd": once, ...(threads && { "irogaeshi-worker-threads": once }) });
});
