// Tests of the service worker: use without a network, and updates. Most use a stand-in for the game; the last one uses the game
// and the online server. IROGAESHI_PAGE names the built folder, IROGAESHI_PROGRAMS that of the server.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { handler, listen } from "../../web/server.mjs";
import { assembleFake } from "./fake_page.js";
import { clickButton, launch, openPage, openTab, screenshot, share, showTitle, state, until } from "./harness.js";
import { startServer } from "./room_server.js";

/** Maximum wait, and interval between two looks, in milliseconds. */
const TIMEOUT = 60_000;
const POLL_INTERVAL = 50;

let work;
let browser;
/** Folder and build data of each version. */
const folders = new Map();
const builds = new Map();
const open = [];

before(async () => {
  work = mkdtempSync(join(tmpdir(), "irogaeshi-offline-"));
  for (const version of [1, 2, 3]) {
    const folder = join(work, `page-${version}`);
    builds.set(version, await assembleFake(join(work, `parts-${version}`), folder, version));
    folders.set(version, folder);
  }
  browser = await launch();
});

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

after(async () => {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
});

/** Starts a server with version 1. `deploy(version)` replaces all files, `intercept` the responses to single requests. */
async function startSite() {
  let folder = folders.get(1);
  const site = {
    url: "",
    /** Requested paths. */
    asked: /** @type {string[]} */ ([]),
    /** Returns true if it has answered the request in place of the files. */
    intercept: /** @type {(path: string, response: import("node:http").ServerResponse) => boolean} */ (() => false),
    deploy(version) {
      folder = folders.get(version);
    },
    folderOf: (version) => folders.get(version),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const { server, origin } = await listen((request, response) => {
    site.asked.push(request.url ?? "");
    if (!site.intercept(request.url ?? "", response)) handler(folder)(request, response);
  });
  site.url = `${origin}/`;
  open.push(site);
  return site;
}

/** Opens a page with its own storage and with service workers. */
async function newProfile() {
  const page = await openPage(browser, { serviceWorkers: "allow" });
  open.push(page.context());
  return page;
}

/** Opens the page and waits until all that it needs without a network is stored. */
async function visit(page, url) {
  await page.goto(url);
  await until(page, (report) => report.screen === "title");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await untilStored(page, /irogaeshi-worker-simd.*\.wasm$/);
}

/** Waits until an asynchronous function in the page resolves to true. `waitForFunction` would accept the promise itself. */
async function untilTrue(page, question, argument) {
  const end = Date.now() + TIMEOUT;
  while (!(await page.evaluate(question, argument))) {
    assert.ok(Date.now() < end, `timed out waiting for ${question} with ${argument}`);
    await pause(POLL_INTERVAL);
  }
}

/** Waits until a file with a matching address is stored. */
function untilStored(page, pattern) {
  return untilTrue(page, async (source) => (await window.storedFiles()).some((url) => new RegExp(source).test(url)), pattern.source);
}

/** Adds `window.storedFiles` to all pages of a context. */
function exposeStoredFiles(page) {
  return page.context().addInitScript(() => {
    window.storedFiles = async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => url);
    };
  });
}

const versionOf = (page) => page.evaluate(() => window.fakeGame.version);
const bar = (page) => page.getByRole("region", { name: "New version" });

/** Makes the browser check for a newer version, and returns the result: "installed", "redundant" if refused, or "none". */
const checkForUpdate = (page) => page.evaluate(async () => {
  const { installing } = await (await navigator.serviceWorker.getRegistration()).update();
  if (installing === null) return "none";
  while (installing.state === "installing") await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
  return installing.state;
});

/** Opens a page of version 1 that its service worker controls. */
async function startVisited() {
  const site = await startSite();
  const page = await newProfile();
  await exposeStoredFiles(page);
  await visit(page, site.url);
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await page.evaluate(() => navigator.serviceWorker.controller !== null), true);
  return { site, page };
}

const showScreen = (page, which) => page.evaluate((screen) => window.fakeGame.report(screen === "title" ? window.fakeGame.title : window.fakeGame.match()), which);

/** Asks a worker, and returns its answer. */
const think = (tab) => tab.evaluate(() => new Promise((resolve, reject) => {
  const worker = window.irogaeshi.startWorker();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = () => reject(new Error("the worker has failed"));
  worker.postMessage("wants five");
}));

test("after the first visit the page starts without a network, and the CPU thinks", async () => {
  const site = await startSite();
  const page = await newProfile();
  await exposeStoredFiles(page);
  await visit(page, site.url);
  const downloads = site.asked.filter((path) => path.endsWith(builds.get(1).wasm)).length;
  assert.equal(downloads, 1, "the service worker does not load files again that the page has loaded");
  const answer = await think(page);
  assert.match(answer, /^answer to wants five, five of \d+ bytes$/);
  await untilStored(page, /shares-five-[0-9a-f]{12}\.bin$/);
  await page.context().setOffline(true);
  await site.close();
  open.splice(open.indexOf(site), 1);
  const again = await openTab(page.context());
  await again.goto(`${site.url}#/room/KQ7M2XRT`);
  await until(again, (report) => report.screen === "title");
  assert.equal(await think(again), answer);
  assert.deepEqual(again.problems, []);
});

test("the CPU works with files stored before the server isolated the page", async () => {
  const site = await startSite();
  site.intercept = (_path, response) => {
    const { writeHead } = response;
    response.writeHead = (status, headers) =>
      writeHead.call(response, status, Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("Cross-Origin-"))));
    return false;
  };
  const page = await newProfile();
  await exposeStoredFiles(page);
  await visit(page, site.url);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await untilStored(page, /irogaeshi-worker-[0-9a-f]{12}\.js$/);
  await page.reload();
  await until(page, (report) => report.screen === "title");
  site.intercept = () => false;
  site.deploy(2);
  assert.equal(await checkForUpdate(page), "installed");
  assert.equal(builds.get(1).worker.script, builds.get(2).worker.script, "the versions share the script, as the test requires");
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2 && crossOriginIsolated);
  await until(page, (report) => report.screen === "title");
  assert.match(await think(page), /^answer to wants five/);
});

test("the installed page has a name in each language but one identity", async () => {
  const site = await startSite();
  const page = await openPage(browser);
  open.push(page.context());
  await page.goto(site.url);
  await until(page, (report) => report.screen === "title");
  const client = await page.context().newCDPSession(page);
  const installed = async () => {
    const { data, errors } = await client.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    return { ...JSON.parse(data), id: (await client.send("Page.getAppId")).appId };
  };
  const english = await installed();
  await page.evaluate(() => window.fakeGame.report({ ...window.fakeGame.title, language: "ja" }));
  await page.waitForFunction(() => document.querySelector("link[rel=manifest]").getAttribute("href").includes("-ja"));
  const japanese = await installed();
  assert.deepEqual([english.name, japanese.name], ["Irogaeshi", "色返し"]);
  assert.equal(english.id, japanese.id);
  assert.equal(await page.locator("meta[name=description]").getAttribute("content"), japanese.description);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  // A test browser is incognito, which forbids installation. There must be no other obstacle.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  for (const { src, sizes, type } of japanese.icons) {
    const answer = await page.request.get(new URL(src, site.url).href);
    assert.deepEqual([answer.status(), answer.headers()["content-type"]], [200, type]);
    if (type !== "image/png") continue;
    const png = await answer.body();
    assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes);
  }
});

test("a new version is offered only between games and installed on request; saved data survives", async () => {
  const { site, page } = await startVisited();
  await page.evaluate(() => localStorage.setItem("irogaeshi.match.1", "a match"));
  await showScreen(page, "match");
  site.deploy(2);
  assert.equal(await checkForUpdate(page), "installed");
  assert.equal(await bar(page).isVisible(), false, "not offered in a match");
  await showScreen(page, "title");
  await bar(page).waitFor();
  await screenshot(page, "update");
  await showScreen(page, "match");
  await bar(page).waitFor({ state: "hidden" });
  assert.equal(await versionOf(page), 1);
  // A reload does not switch either.
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await versionOf(page), 1);
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
  await until(page, (report) => report.screen === "title");
  assert.equal(await page.evaluate(() => localStorage.getItem("irogaeshi.match.1")), "a match");
  assert.equal(await bar(page).isVisible(), false);
  await untilTrue(page, async () => (await caches.keys()).length === 1);
  const files = await page.evaluate(() => window.storedFiles());
  assert.equal(files.some((url) => url.endsWith(builds.get(1).wasm)), false, "the old version is gone");
  const { simd } = builds.get(2).worker.programs;
  assert.equal(files.some((url) => url.endsWith(simd)), true, "files fetched when needed are stored in the new version, too");
  assert.deepEqual(page.problems, []);
});

test("a postponed update is not offered again until the page is reopened", async () => {
  const { site, page } = await startVisited();
  site.deploy(2);
  assert.equal(await checkForUpdate(page), "installed");
  await bar(page).getByRole("button", { name: "Later" }).click();
  await bar(page).waitFor({ state: "hidden" });
  await showScreen(page, "match");
  await showScreen(page, "title");
  await until(page, (report) => report.screen === "title");
  assert.equal(await bar(page).isVisible(), false);
  await page.reload();
  await bar(page).waitFor();
});

test("a page that writes to the service worker in the old form gets the new version", async () => {
  const { site, page } = await startVisited();
  site.deploy(2);
  assert.equal(await checkForUpdate(page), "installed");
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).waiting.postMessage({ wish: "take over" }));
  await untilTrue(page, async () => (await navigator.serviceWorker.getRegistration()).waiting === null);
  await page.reload();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
});

test("an interrupted update leaves the old version intact and is resumed", async () => {
  const { site, page } = await startVisited();
  site.deploy(2);
  const { wasm } = builds.get(2);
  site.intercept = (path, response) => {
    if (!path.endsWith(wasm)) return false;
    // Sends half of the file and closes the connection.
    const content = readFileSync(join(site.folderOf(2), wasm));
    response.writeHead(200, { "Content-Type": "application/wasm", "Content-Length": content.length });
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
    return true;
  };
  assert.equal(await checkForUpdate(page), "redundant");
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await versionOf(page), 1);
  assert.equal(await bar(page).isVisible(), false);
  site.intercept = () => false;
  const before = site.asked.length;
  assert.equal(await checkForUpdate(page), "installed");
  await bar(page).waitFor();
  const unchanged = readFileSync(join(site.folderOf(2), "index.html"), "utf8").match(/style-[0-9a-f]{12}\.css/)[0];
  assert.equal(site.asked.slice(before).some((path) => path.endsWith(unchanged)), false, "files that both versions share are not fetched again");
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
});

test("versions are never mixed when the server changes during an update", async () => {
  const { site, page } = await startVisited();
  // The list of files is of version 2, the page already of version 3. Hashed files of both are available.
  site.deploy(3);
  site.intercept = (path, response) => {
    const name = path.slice(1);
    if (name !== "service.js" && !/-[0-9a-f]{12}\./.test(name)) return false;
    try {
      const content = readFileSync(join(site.folderOf(2), name));
      response.writeHead(200, { "Content-Type": name.endsWith(".wasm") ? "application/wasm" : "text/javascript" }).end(content);
      return true;
    } catch {
      return false;
    }
  };
  assert.equal(await checkForUpdate(page), "redundant");
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await versionOf(page), 1);
  site.intercept = () => false;
  assert.equal(await checkForUpdate(page), "installed");
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 3);
});

test("a match in another tab continues when one tab is updated, and is offered the update afterwards", async () => {
  const { site, page } = await startVisited();
  const other = await openTab(page.context());
  await other.goto(site.url);
  await until(other, (report) => report.screen === "title");
  await showScreen(other, "match");
  await until(other, (report) => report.screen === "match");
  site.deploy(2);
  assert.equal(await checkForUpdate(page), "installed");
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
  assert.equal(await versionOf(other), 1);
  assert.equal((await state(other)).screen, "match");
  const { simd } = builds.get(1).worker.programs;
  const status = await other.evaluate(async (name) => (await fetch(name)).status, simd);
  assert.equal(status, 200, "files of the old version stay while a tab runs it");
  await showScreen(other, "title");
  await bar(other).getByRole("button", { name: "Update" }).click();
  await other.waitForFunction(() => window.fakeGame?.version === 2);
});

test("a stopped game reloads in the newer version if one is stored", async () => {
  const { site, page } = await startVisited();
  site.deploy(2);
  assert.equal(await checkForUpdate(page), "installed");
  await page.evaluate(() => window.fakeGame.panic("no more"));
  await page.getByRole("alert").getByText("The game stopped").waitFor();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
});

test("answers of online servers are neither stored nor served from storage", async () => {
  const { site, page } = await startVisited();
  let times = 0;
  site.intercept = (path, response) => {
    if (!path.startsWith("/api/")) return false;
    times += 1;
    response.writeHead(200, { "Cache-Control": "max-age=600" }).end(String(times));
    return true;
  };
  const ask = () => page.evaluate(async () => (await fetch("api/rooms", { cache: "no-store" })).text());
  assert.deepEqual([await ask(), await ask()], ["1", "2"]);
  const files = await page.evaluate(() => window.storedFiles());
  assert.deepEqual(files.filter((url) => url.includes("/api/")), []);
});

/** Waits for a number of offers of files to the game, and returns them. */
async function offers(page, count) {
  const made = (wanted) => {
    const all = window.fakeGame?.calls.filter(([call]) => call.startsWith("offer")) ?? [];
    return all.length >= wanted && all;
  };
  return (await page.waitForFunction(made, count)).jsonValue();
}

const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("texts and files shared by other programs reach the game once, also without a network", async () => {
  const { site, page } = await startVisited();
  await share(page, site.url, { title: "A game", text: "f5d6c3" });
  assert.deepEqual(await offers(page, 1), [["offer_file", "A game", 6, "f5d6c3"]]);
  assert.deepEqual(await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes("shared"))), []);
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.deepEqual(await page.evaluate(() => window.fakeGame.calls), []);

  await page.context().setOffline(true);
  await site.close();
  open.splice(open.indexOf(site), 1);
  await share(page, site.url, { url: `${site.url}#/game/x` });
  const [[, name, length, text]] = await offers(page, 1);
  assert.deepEqual([name, length, text], [site.url.slice(0, 20), site.url.length + 8, site.url.slice(0, 20)]);
  await share(page, site.url, { title: "Two", files: [file("é.pgn", "1. f5"), file("WTHOR.JOU", "names")] });
  assert.deepEqual(await offers(page, 2), [["offer_file", "WTHOR.JOU", 5, "names"], ["offer_file", "é.pgn", 5, "1. f5"]]);
  assert.deepEqual(page.problems, []);
});

test("what was shared waits for a game that does not start", async () => {
  const { site, page } = await startVisited();
  await page.context().addInitScript(() => {
    if (sessionStorage.getItem("isMended") === null) WebAssembly.compileStreaming = () => Promise.reject(new Error("no"));
  });
  await share(page, site.url, { text: "f5d6c3" });
  await page.getByRole("alert").waitFor();
  await page.evaluate(() => sessionStorage.setItem("isMended", "yes"));
  await page.reload();
  assert.deepEqual(await offers(page, 1), [["offer_file", "f5d6c3", 6, "f5d6c3"]]);
});

test("nothing shared, and other requests to the same place, open nothing", async () => {
  const { site, page } = await startVisited();
  await share(page, site.url, {});
  await until(page, (report) => report.screen === "title");
  const status = await page.evaluate(async () => (await fetch("share")).status);
  assert.equal(status, 404);
  assert.deepEqual(await page.evaluate(() => window.fakeGame.calls), []);
});

test("the game served by the online server starts offline and plays a move", async () => {
  const server = await startServer();
  open.push(server);
  const page = await newProfile();
  await exposeStoredFiles(page);
  await showTitle(page, server.url);
  await untilStored(page, /irogaeshi-worker-(simd|threads).*\.wasm$/);
  assert.deepEqual(page.problems, []);
  await page.context().setOffline(true);
  await server.close();
  open.splice(open.indexOf(server), 1);
  await page.reload();
  await until(page, (report) => report.screen === "title");
  await clickButton(page, "New game");
  await until(page, (report) => report.screen === "new-game");
  await clickButton(page, "Start");
  const { board, ply } = await until(page, (report) => report.screen === "match" && report.phase === "waiting");
  const square = board.cells.find(({ legal }) => legal).square;
  await page.locator(`[data-square="${square}"]`).press("Enter");
  await until(page, (report, before) => report.ply === before + 2, ply);

  // A shared game opens in the same way, once the player gives up the match on the board for it.
  await share(page, server.url, { text: "f5d6c3d3c4" });
  await clickButton(page, "Open it");
  const shared = await until(page, (report) => report.record?.includes("f5 d6 c3 d3 c4") ?? false);
  assert.equal(shared.ply, 5);
});
