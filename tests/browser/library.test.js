// Tests of the library of games in the browser's database (web/library.js), with a stand-in for the game: nothing that was
// answered as written is lost, and nothing is written in part or over another tab's.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { assembleFake } from "./fake_page.js";
import { launch, launchWith, openTab, serve, until, VIEWPORT } from "./harness.js";

const CRASHED_TABS = Number(process.env.IROGAESHI_CLOSED_TABS ?? 5);

let work;
let folder;
let browser;
const open = [];

before(async () => {
  work = mkdtempSync(join(tmpdir(), "irogaeshi-library-"));
  folder = join(work, "page");
  await assembleFake(join(work, "parts"), folder);
  browser = await launch();
});

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

after(async () => {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
});

/** Opens a context with its own storage. Also returns the page's address. */
async function openContext() {
  const server = await serve(folder);
  const context = await browser.newContext({ serviceWorkers: "block", viewport: VIEWPORT });
  open.push(server, context);
  return { context, url: server.url };
}

async function openGame(context, url) {
  const page = await openTab(context);
  await page.goto(url);
  await until(page, (report) => report.screen === "title");
  return page;
}

/** Appends a small chunk, and a large one that cannot be compressed. */
const appendLarge = (page, number, length) => page.evaluate(([from, size]) => {
  const large = new Uint8Array(size);
  // The browser gives this number of random bytes at once.
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(large.subarray(at, at + 65_536));
  window.irogaeshi.appendToLibrary(from, [new Uint8Array([9]), large]);
}, [number, length]);

/** Makes a request as the game does, and returns the call that answers it. */
async function request(page, name, ...words) {
  const asked = await page.evaluate(([wish, given]) => {
    const count = window.fakeGame.calls.length;
    const bytes = (list) => (Array.isArray(list) ? list.map((chunk) => new Uint8Array(chunk)) : list);
    window.irogaeshi[wish](...given.map(bytes));
    if (window.fakeGame.calls.length > count) throw new Error("the answer must not come while the game calls");
    return count;
  }, [name, words]);
  const answer = await page.waitForFunction((count) => window.fakeGame.calls.slice(count).find(([call]) => call.startsWith("library")), asked);
  return answer.jsonValue();
}

const read = (page, from) => request(page, "readLibrary", from);
const append = (page, number, chunks) => request(page, "appendToLibrary", number, chunks);
const APPENDED = ["library_appended"];

test("chunks are appended, read from any number on, and there again after a reload", async () => {
  const { context, url } = await openContext();
  const page = await openGame(context, url);
  assert.deepEqual(await read(page, 0), ["library_read", 0, 0, []]);
  assert.deepEqual(await append(page, 0, [[1, 2, 3], [4]]), APPENDED);
  assert.deepEqual(await append(page, 2, [[255, 0]]), APPENDED);
  assert.deepEqual(await read(page, 1), ["library_read", 1, 3, [[4], [255, 0]]]);
  assert.deepEqual(await read(page, 3), ["library_read", 3, 3, []]);
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.deepEqual(await read(page, 0), ["library_read", 0, 3, [[1, 2, 3], [4], [255, 0]]]);
  assert.deepEqual(page.problems, []);
});

test("a tab that is behind gets the newer chunks and writes nothing", async () => {
  const { context, url } = await openContext();
  const [one, other] = [await openGame(context, url), await openGame(context, url)];
  await read(one, 0);
  await read(other, 0);
  assert.deepEqual(await append(one, 0, [[1], [2]]), APPENDED);
  assert.deepEqual(await append(other, 0, [[1], [3]]), ["library_read", 0, 2, [[1], [2]]]);
  assert.deepEqual(await append(other, 2, [[3]]), APPENDED);
  assert.deepEqual(await append(one, 2, [[4]]), ["library_read", 2, 3, [[3]]]);
  assert.deepEqual(await append(one, 3, [[4]]), APPENDED);
  assert.deepEqual(await read(other, 3), ["library_read", 3, 4, [[4]]]);
});

test("tabs that append at once get one number each, and every chunk is kept", async () => {
  const { context, url } = await openContext();
  const tabs = [await openGame(context, url), await openGame(context, url), await openGame(context, url)];
  await append(tabs[0], 0, [[0]]);
  const PER_TAB = 40;
  const conflicts = await Promise.all(tabs.map((page, tab) => page.evaluate(async ([own, count]) => {
    const { calls } = window.fakeGame;
    const answered = async () => {
      const before = calls.length;
      await new Promise((resolve) => {
        const push = calls.push;
        calls.push = (...news) => {
          calls.push = push;
          resolve(null);
          return push.apply(calls, news);
        };
      });
      return calls[before];
    };
    let next = 0;
    let late = 0;
    for (let index = 0; index < count; ) {
      window.irogaeshi.appendToLibrary(next, [new Uint8Array([own, index])]);
      const [call, , newNext] = await answered();
      if (call === "library_appended") {
        next += 1;
        index += 1;
      } else {
        late += 1;
        next = newNext;
      }
    }
    return late;
  }, [tab, PER_TAB])));
  assert.ok(conflicts.every((count) => count > 0), `conflicts: ${conflicts}`);
  const [, , next, chunks] = await read(tabs[0], 0);
  assert.equal(next, 1 + tabs.length * PER_TAB);
  for (const tab of tabs.keys()) {
    const own = chunks.slice(1).filter(([from]) => from === tab).map(([, index]) => index);
    assert.deepEqual(own, [...Array(PER_TAB).keys()], `tab ${tab}`);
  }
});

test("a tab that crashes while it appends leaves whole chunks only, and none that was answered is lost", async (t) => {
  const LENGTH = 200_000;
  let untold = 0;
  let appended = 0;
  for (let tab = 0; tab < CRASHED_TABS; tab += 1) {
    const { context, url } = await openContext();
    let told = 0;
    await context.exposeBinding("tellTest", (_source, count) => {
      told = count;
    });
    const page = await openGame(context, url);
    await page.evaluate((length) => new Promise((resolve) => {
      let next = 0;
      const appendTwo = () => window.irogaeshi.appendToLibrary(next, [next, next + 1].map((number) => new Uint8Array(length).fill(number)));
      window.fakeGame.calls.push = ([call]) => {
        if (call !== "library_appended") throw new Error(`unexpected ${call}`);
        next += 2;
        // @ts-expect-error: binding defined by this test.
        window.tellTest(next);
        appendTwo();
        resolve(null);
        return 0;
      };
      appendTwo();
    }), LENGTH);
    await pause(Math.random() * 150);
    const gone = page.waitForEvent("crash");
    page.goto("chrome://crash").catch(() => undefined);
    await gone;
    await page.close();

    const plain = await openGame(context, url);
    const lengths = await plain.evaluate(() => new Promise((resolve) => {
      const opening = indexedDB.open("irogaeshi.library");
      opening.onsuccess = () => {
        const reading = opening.result.transaction("chunks").objectStore("chunks").getAll();
        const isWhole = (chunk, number) => chunk.every((byte) => byte === (number & 255));
        reading.onsuccess = () => resolve(reading.result.map((chunk, number) => (isWhole(chunk, number) ? chunk.length : -1)));
      };
    }));
    assert.equal(lengths.length % 2, 0, "the two chunks of an append are there together");
    assert.ok(lengths.every((length) => length === LENGTH), `lengths: ${lengths}`);
    assert.ok(lengths.length >= told, `${told} were answered, and ${lengths.length} are there`);
    appended += lengths.length;
    untold += lengths.length - told;
    await context.close();
  }
  t.diagnostic(`${CRASHED_TABS} tabs crashed, ${appended} chunks are whole, ${untold} were written before they were answered`);
});

/** Lets the browser grant this page little storage. */
async function limitStorage(page, url, quotaSize) {
  const client = await page.context().newCDPSession(page);
  await client.send("Storage.overrideQuotaForOrigin", { origin: new URL(url).origin, ...(quotaSize && { quotaSize }) });
}

test("a full storage is answered, nothing is written, and it works again once there is space", async () => {
  const { context, url } = await openContext();
  const page = await openGame(context, url);
  // The limit counts from the opening of the database.
  await limitStorage(page, url, 100_000);
  await append(page, 0, [[1], [2]]);
  await appendLarge(page, 2, 1_000_000);
  await page.waitForFunction(() => window.fakeGame.calls.at(-1)[0] === "library_failed");
  assert.deepEqual(await page.evaluate(() => window.fakeGame.calls.at(-1)), ["library_failed", "QuotaExceededError"]);
  assert.deepEqual(await read(page, 0), ["library_read", 0, 2, [[1], [2]]]);
  await limitStorage(page, url);
  await appendLarge(page, 2, 1_000_000);
  await page.waitForFunction(() => window.fakeGame.calls.at(-1)[0] === "library_appended");
  assert.deepEqual((await read(page, 2)).slice(0, 3), ["library_read", 2, 4]);
  assert.deepEqual(page.problems, []);
});

test("a forbidden or missing database is answered", async () => {
  const server = await serve(folder);
  const profile = mkdtempSync(join(tmpdir(), "irogaeshi-browser-"));
  open.push(server, { close: () => rmSync(profile, { recursive: true, force: true }) });
  // Equals "Block all cookies" in the browser's settings.
  mkdirSync(join(profile, "Default"));
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await launchWith(profile, { viewport: VIEWPORT });
  open.push(context);
  const failed = ["library_failed", "SecurityError"];
  const page = await openGame(context, server.url);
  assert.deepEqual(await read(page, 0), failed);
  assert.deepEqual(await append(page, 0, [[1]]), failed);
  assert.deepEqual(page.problems, []);

  const { context: other, url } = await openContext();
  await other.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  assert.deepEqual(await read(await openGame(other, url), 0), failed);
});

/** Opens the database in a page without the game's connection. */
const upgrade = (page, version) => page.evaluate((wanted) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("irogaeshi.library", wanted);
  opening.onblocked = () => reject(new Error("blocked"));
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    opening.result.close();
    resolve(null);
  };
}), version);

test("a tab makes way for a later version of the database, and then leaves it alone", async () => {
  const { context, url } = await openContext();
  const [page, later] = [await openGame(context, url), await openGame(context, url)];
  await append(page, 0, [[1], [2]]);
  await upgrade(later, 2);
  assert.deepEqual(await read(page, 2), ["library_failed", "VersionError"]);
  assert.deepEqual(await append(page, 2, [[3]]), ["library_failed", "VersionError"]);
  assert.deepEqual(page.problems, []);
});

test("a database that was deleted is begun again, and its tabs read all of the new one", async () => {
  const { context, url } = await openContext();
  const [page, other] = [await openGame(context, url), await openGame(context, url)];
  await append(page, 0, [[1], [2]]);
  await read(other, 0);
  const remove = () => other.evaluate(() => new Promise((resolve, reject) => {
    const removing = indexedDB.deleteDatabase("irogaeshi.library");
    removing.onblocked = () => reject(new Error("blocked"));
    removing.onsuccess = () => resolve(null);
  }));
  await remove();
  assert.deepEqual(await append(page, 2, [[3]]), ["library_read", 0, 0, []]);
  assert.deepEqual(await append(page, 0, [[1], [3]]), APPENDED);
  // As long as before.
  assert.deepEqual(await append(other, 2, [[4]]), ["library_read", 0, 2, [[1], [3]]]);
  assert.deepEqual(await append(other, 2, [[4]]), APPENDED);
});

test("a connection that the browser closes is opened again", async () => {
  const { context, url } = await openContext();
  await context.addInitScript(() => {
    const opened = [];
    Object.assign(window, { opened });
    const { open: openDatabase } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      const opening = openDatabase.call(this, name, version);
      opening.addEventListener("success", () => opened.push(opening.result));
      return opening;
    };
  });
  const page = await openGame(context, url);
  await append(page, 0, [[1], [2]]);
  // The browser says so, or only the next transaction does.
  for (const [number, isTold] of [[2, true], [3, false]]) {
    await page.evaluate((tell) => {
      // @ts-expect-error: list of this test.
      const database = window.opened.at(-1);
      database.close();
      if (tell) database.dispatchEvent(new Event("close"));
    }, isTold);
    const [call, first, next] = await append(page, number, [[3]]);
    assert.deepEqual([call, first, next], ["library_read", 0, number]);
    assert.deepEqual(await append(page, number, [[3]]), APPENDED);
  }
  // @ts-expect-error: list of this test.
  assert.equal(await page.evaluate(() => window.opened.length), 3);
  assert.deepEqual(page.problems, []);
});

test("a chunk that the browser has lost does not hide the others", async () => {
  const server = await serve(folder);
  const profile = mkdtempSync(join(tmpdir(), "irogaeshi-browser-"));
  open.push({ close: () => rmSync(profile, { recursive: true, force: true }) }, server);
  const first = await launchWith(profile, { viewport: VIEWPORT });
  const page = await openGame(first, server.url);
  await append(page, 0, [[1]]);
  await appendLarge(page, 1, 400_000);
  await page.waitForFunction(() => window.fakeGame.calls.filter(([call]) => call === "library_appended").length === 2);
  await first.close();
  // Large values are files of their own.
  const files = readdirSync(join(profile, "Default", "IndexedDB"), { recursive: true, withFileTypes: true });
  const values = files.filter((file) => file.isFile() && file.parentPath.includes(".blob"));
  assert.equal(values.length, 1, "the browser stores one value as a file");
  rmSync(join(values[0].parentPath, values[0].name));
  const second = await launchWith(profile, { viewport: VIEWPORT });
  open.push(second);
  const again = await openGame(second, server.url);
  assert.deepEqual(await read(again, 0), ["library_read", 0, 3, [[1], [9], [0]]]);
  assert.deepEqual(await append(again, 3, [[4]]), APPENDED);
});

test("the browser is asked once to keep the library, when it gets its first change", async () => {
  const { context, url } = await openContext();
  await context.addInitScript(() => {
    navigator.storage.persist = () => {
      document.body.dataset.asked = `${document.body.dataset.asked ?? ""}asked `;
      return Promise.reject(new Error("no"));
    };
  });
  const page = await openGame(context, url);
  const asked = () => page.evaluate(() => document.body.dataset.asked);
  await read(page, 0);
  assert.equal(await asked(), undefined);
  await append(page, 0, [[1]]);
  await append(page, 1, [[2]]);
  assert.equal(await asked(), "asked ");
  assert.deepEqual(page.problems, []);
});
