// The service worker: the page without a network, and from one version to the next. With a stand-in for the game where the game
// does not matter; at the end with the game, from the server of online play.
// IROGAESHI_PAGE names the built folder, IROGAESHI_PROGRAMS that of the server.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { handler, listen } from "../../web/server.mjs";
import { assembleFake } from "./fake_page.js";
import { clickButton, launch, openPage, openTab, screenshot, showTitle, state, until } from "./harness.js";
import { startServer } from "./room_server.js";

/** Much longer than anything takes, and how often it is looked at, in milliseconds. */
const PATIENCE = 60_000;
const GLANCE = 50;

let work;
let browser;
/** The folders of the versions, and what the build says of each. */
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

/** A server that has version 1 until it is told otherwise: `deploy(version)` exchanges all, `answer` what single files get. */
async function startSite() {
  let folder = folders.get(1);
  const site = {
    url: "",
    /** Paths that were asked for. */
    asked: /** @type {string[]} */ ([]),
    /** What answers instead of the files, where it returns true. */
    instead: /** @type {(path: string, response: import("node:http").ServerResponse) => boolean} */ (() => false),
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
    if (!site.instead(request.url ?? "", response)) handler(folder)(request, response);
  });
  site.url = `${origin}/`;
  open.push(site);
  return site;
}

/** A browser's profile of its own, with service workers. */
async function newProfile() {
  const page = await openPage(browser, { serviceWorkers: "allow" });
  open.push(page.context());
  return page;
}

/** Opens the page and waits until what it needs without a network is kept. */
async function visit(page, url) {
  await page.goto(url);
  await until(page, (report) => report.screen === "title");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await kept(page, /irogaeshi-worker-simd.*\.wasm$/);
}

/** Waits until a page answers an asynchronous question with yes. (`waitForFunction` takes the promise itself for one.) */
async function untilYes(page, question, argument) {
  const end = Date.now() + PATIENCE;
  while (!(await page.evaluate(question, argument))) {
    assert.ok(Date.now() < end, `never so: ${question} with ${argument}`);
    await pause(GLANCE);
  }
}

/** Waits until a file is kept whose address fits. */
function kept(page, pattern) {
  return untilYes(page, async (source) => (await window.keptFiles()).some((url) => new RegExp(source).test(url)), pattern.source);
}

/** Has a profile look into its caches, in every page of it. */
function letLook(page) {
  return page.context().addInitScript(() => {
    window.keptFiles = async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => url);
    };
  });
}

const versionOf = (page) => page.evaluate(() => window.fakeGame.version);
const bar = (page) => page.getByRole("region", { name: "New version" });

/** Has the browser look for a newer version, and waits until it is taken in ("installed") or refused ("redundant"). */
const takeIn = (page) => page.evaluate(async () => {
  const { installing } = await (await navigator.serviceWorker.getRegistration()).update();
  if (installing === null) return "none";
  while (installing.state === "installing") await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
  return installing.state;
});

/** A page of version 1 that has been visited and is answered by its service worker. */
async function startVisited() {
  const site = await startSite();
  const page = await newProfile();
  await letLook(page);
  await visit(page, site.url);
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await page.evaluate(() => navigator.serviceWorker.controller !== null), true);
  return { site, page };
}

const tellScreen = (page, which) => page.evaluate((screen) => window.fakeGame.report(screen === "title" ? window.fakeGame.title : window.fakeGame.match()), which);

/** What a worker answers. */
const think = (tab) => tab.evaluate(() => new Promise((resolve, reject) => {
  const worker = window.irogaeshi.startWorker();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = () => reject(new Error("the worker has failed"));
  worker.postMessage("wants five");
}));

test("after the first visit the page starts without a network, and the CPU thinks", async () => {
  const site = await startSite();
  const page = await newProfile();
  await letLook(page);
  await visit(page, site.url);
  const downloads = site.asked.filter((path) => path.endsWith(builds.get(1).wasm)).length;
  assert.equal(downloads, 1, "what the page has loaded is not loaded again to be kept");
  const answer = await think(page);
  assert.match(answer, /^answer to wants five, five of \d+ bytes$/);
  await kept(page, /shares-five-[0-9a-f]{12}\.bin$/);
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
  site.instead = (_path, response) => {
    const { writeHead } = response;
    response.writeHead = (status, headers) =>
      writeHead.call(response, status, Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("Cross-Origin-"))));
    return false;
  };
  const page = await newProfile();
  await letLook(page);
  await visit(page, site.url);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await kept(page, /irogaeshi-worker-[0-9a-f]{12}\.js$/);
  await page.reload();
  await until(page, (report) => report.screen === "title");
  site.instead = () => false;
  site.deploy(2);
  assert.equal(await takeIn(page), "installed");
  assert.equal(builds.get(1).worker.script, builds.get(2).worker.script, "or this shows nothing");
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
  // A test browser is incognito, where nothing is installed; nothing else is in the way.
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
  await tellScreen(page, "match");
  site.deploy(2);
  assert.equal(await takeIn(page), "installed");
  assert.equal(await bar(page).isVisible(), false, "not in a match");
  await tellScreen(page, "title");
  await bar(page).waitFor();
  await screenshot(page, "update");
  await tellScreen(page, "match");
  await bar(page).waitFor({ state: "hidden" });
  assert.equal(await versionOf(page), 1);
  // A visit does not take it either.
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await versionOf(page), 1);
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
  await until(page, (report) => report.screen === "title");
  assert.equal(await page.evaluate(() => localStorage.getItem("irogaeshi.match.1")), "a match");
  assert.equal(await bar(page).isVisible(), false);
  await untilYes(page, async () => (await caches.keys()).length === 1);
  const files = await page.evaluate(() => window.keptFiles());
  assert.equal(files.some((url) => url.endsWith(builds.get(1).wasm)), false, "the old version is gone");
  const { simd } = builds.get(2).worker.programs;
  assert.equal(files.some((url) => url.endsWith(simd)), true, "and what was fetched later is there in the new one");
  assert.deepEqual(page.problems, []);
});

test("a postponed update is not offered again until the page is reopened", async () => {
  const { site, page } = await startVisited();
  site.deploy(2);
  assert.equal(await takeIn(page), "installed");
  await bar(page).getByRole("button", { name: "Later" }).click();
  await bar(page).waitFor({ state: "hidden" });
  await tellScreen(page, "match");
  await tellScreen(page, "title");
  await until(page, (report) => report.screen === "title");
  assert.equal(await bar(page).isVisible(), false);
  await page.reload();
  await bar(page).waitFor();
});

test("a page that writes to the service worker in the old form gets the new version", async () => {
  const { site, page } = await startVisited();
  site.deploy(2);
  assert.equal(await takeIn(page), "installed");
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).waiting.postMessage({ wish: "take over" }));
  await untilYes(page, async () => (await navigator.serviceWorker.getRegistration()).waiting === null);
  await page.reload();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
});

test("an interrupted update leaves the old version intact and is resumed", async () => {
  const { site, page } = await startVisited();
  site.deploy(2);
  const { wasm } = builds.get(2);
  site.instead = (path, response) => {
    if (!path.endsWith(wasm)) return false;
    // Half of the file, then the line is cut.
    const content = readFileSync(join(site.folderOf(2), wasm));
    response.writeHead(200, { "Content-Type": "application/wasm", "Content-Length": content.length });
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
    return true;
  };
  assert.equal(await takeIn(page), "redundant");
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await versionOf(page), 1);
  assert.equal(await bar(page).isVisible(), false);
  site.instead = () => false;
  const before = site.asked.length;
  assert.equal(await takeIn(page), "installed");
  await bar(page).waitFor();
  const unchanged = readFileSync(join(site.folderOf(2), "index.html"), "utf8").match(/style-[0-9a-f]{12}\.css/)[0];
  assert.equal(site.asked.slice(before).some((path) => path.endsWith(unchanged)), false, "what both have is not fetched again");
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
});

test("versions are never mixed when the server changes during an update", async () => {
  const { site, page } = await startVisited();
  // The list of files is of version 2, the page already of version 3; all other files are there of both.
  site.deploy(3);
  site.instead = (path, response) => {
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
  assert.equal(await takeIn(page), "redundant");
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await versionOf(page), 1);
  site.instead = () => false;
  assert.equal(await takeIn(page), "installed");
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 3);
});

test("a match in another tab continues when one tab is updated, and is offered the update afterwards", async () => {
  const { site, page } = await startVisited();
  const other = await openTab(page.context());
  await other.goto(site.url);
  await until(other, (report) => report.screen === "title");
  await tellScreen(other, "match");
  await until(other, (report) => report.screen === "match");
  site.deploy(2);
  assert.equal(await takeIn(page), "installed");
  await bar(page).getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
  assert.equal(await versionOf(other), 1);
  assert.equal((await state(other)).screen, "match");
  const { simd } = builds.get(1).worker.programs;
  const status = await other.evaluate(async (name) => (await fetch(name)).status, simd);
  assert.equal(status, 200, "files of the old version are there as long as a tab runs it");
  await tellScreen(other, "title");
  await bar(other).getByRole("button", { name: "Update" }).click();
  await other.waitForFunction(() => window.fakeGame?.version === 2);
});

test("a stopped game reloads in the newer version if one is stored", async () => {
  const { site, page } = await startVisited();
  site.deploy(2);
  assert.equal(await takeIn(page), "installed");
  await page.evaluate(() => window.fakeGame.panic("no more"));
  await page.getByRole("alert").getByText("The game stopped").waitFor();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => window.fakeGame?.version === 2);
});

test("answers of online servers are neither stored nor served from storage", async () => {
  const { site, page } = await startVisited();
  let times = 0;
  site.instead = (path, response) => {
    if (!path.startsWith("/api/")) return false;
    times += 1;
    response.writeHead(200, { "Cache-Control": "max-age=600" }).end(String(times));
    return true;
  };
  const ask = () => page.evaluate(async () => (await fetch("api/rooms", { cache: "no-store" })).text());
  assert.deepEqual([await ask(), await ask()], ["1", "2"]);
  const files = await page.evaluate(() => window.keptFiles());
  assert.deepEqual(files.filter((url) => url.includes("/api/")), []);
});

test("the game served by the online server starts offline and plays a move", async () => {
  const server = await startServer();
  open.push(server);
  const page = await newProfile();
  await letLook(page);
  await showTitle(page, server.url);
  await kept(page, /irogaeshi-worker-(simd|threads).*\.wasm$/);
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
});
