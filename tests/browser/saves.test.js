// Tests of saving on the page: no reported change is lost when a tab is closed or crashes, when another tab is open, or when the
// browser's storage is full or blocked.
//
// A change counts once the game has reported it to the page, which is before the page shows it. IROGAESHI_CLOSED_TABS is the
// number of tabs to close; IROGAESHI_PAGE names the built folder, as for game.test.js.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { PAGE } from "./environment.js";
import { choose, clickButton, dropFiles, launch, launchWith, legalSquares, openTab, serve, settled, showTitle, state, typeSquare, until, VIEWPORT } from "./harness.js";

const CLOSED_TABS = Number(process.env.IROGAESHI_CLOSED_TABS ?? 5);
/** Choices for a match without waiting. */
const HUMANS = ["Black: Human", "White: Human", "Speed: 200 %"];
const ON_4 = ["Board: Classic 4 × 4", ...HUMANS];
const ON_6 = ["Board: Classic 6 × 6", ...HUMANS];

let browser;
const open = [];

before(async () => {
  browser = await launch();
});

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

after(() => browser?.close());

/** Opens a context with its own storage, small since it is drawn without a graphics card. Also returns the page's address. */
async function openContext() {
  const server = await serve(PAGE);
  const context = await browser.newContext({ serviceWorkers: "block", viewport: VIEWPORT });
  open.push(server, context);
  return { context, url: server.url };
}

/** Loads the page in a new tab and waits for its title screen. */
async function openTitle(context, url) {
  const page = await openTab(context);
  await showTitle(page, url);
  return page;
}

// Tabs are brought to the front before use, since the browser draws few frames for others.

/** Starts a match with these choices from the title. */
async function beginMatch(page, choices) {
  await page.bringToFront();
  await clickButton(page, "New game");
  for (const choice of [...choices, "Start"]) await choose(page, choice);
  await until(page, (report) => report.screen === "match");
  return settled(page);
}

async function continueMatch(page) {
  await page.bringToFront();
  await clickButton(page, "Continue");
  await until(page, (report) => report.screen === "match");
  return settled(page);
}

/** Plays a square by its name, and waits until the move is reported and no disc is moving. */
async function play(page, square) {
  await page.bringToFront();
  const before = await state(page);
  await typeSquare(page, square);
  await until(page, (now, record) => now.record !== record, before.record);
  return settled(page);
}

const playAny = async (page) => play(page, legalSquares(await state(page))[0]);

/** The moves of a reported record. */
const movesOf = (record) => /^moves:(.*)$/m.exec(record)[1].trim();

/** Everything that the page has saved, read in a tab without the game. */
async function savedFiles(page) {
  const entries = await page.evaluate(() => Object.entries(localStorage));
  /** @type {{matches: {moves: string, isOver: boolean}[], boards: Map<string, string>, settings: any}} */
  const found = { matches: [], boards: new Map(), settings: {} };
  for (const [key, text] of entries.sort(([one], [other]) => (one < other ? -1 : 1))) {
    assert.ok(key.startsWith("irogaeshi."), `unexpected key ${key}`);
    const [, kind, ...name] = key.split(".");
    if (kind === "board" && name.length > 0) {
      found.boards.set(name.join("."), text);
      continue;
    }
    const value = JSON.parse(text);
    if (kind === "settings") found.settings = value;
    if (kind === "match") found.matches.push({ moves: value.content.game.moves, isOver: "ending" in value.content.game });
  }
  return found;
}

/** Opens a tab without the game, with the page's storage. */
async function openPlainTab(context, url) {
  const page = await openTab(context);
  await page.goto(`${url}icon.svg`);
  return page;
}

/** Returns a generator of random numbers from 0 to 1, the same for each seed. */
function randomNumbers(seed) {
  let dice = BigInt(seed);
  return () => {
    // Knuth's linear congruential generator, MMIX.
    dice = BigInt.asUintN(64, dice * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(dice >> 33n) / 2 ** 31;
  };
}

test("a tab closed or crashed at a random moment loses no reported move", async (t) => {
  const { context, url } = await openContext();
  /** Moves last reported by the open tab. They arrive even if the tab closes before the test can read its state. */
  let told = "";
  await context.exposeBinding("tellTest", (_source, record) => {
    told = movesOf(record);
  });
  await context.addInitScript(() => {
    let bridge;
    Object.defineProperty(window, "irogaeshi", {
      get: () => bridge,
      set(made) {
        bridge = made;
        const report = made.report;
        made.report = (json) => {
          const { record } = JSON.parse(json);
          // @ts-expect-error: binding defined by this test.
          if (record !== null) window.tellTest(record);
          report.call(made, json);
        };
      },
    });
  });
  let saved = [];
  let moves = 0;
  let untold = 0;
  for (let tab = 0; tab < CLOSED_TABS; tab += 1) {
    const random = randomNumbers(tab);
    const page = await openTitle(context, url);
    const goesOn = saved.length > 0 && !saved.at(-1).isOver;
    let now = goesOn ? await continueMatch(page) : await beginMatch(page, ON_4);
    const others = goesOn ? saved.slice(0, -1) : saved;
    assert.equal(movesOf(now.record), goesOn ? saved.at(-1).moves : "");
    assert.equal(now.notice, null);
    for (let left = Math.floor(random() * 4); left > 0 && now.phase !== "over"; left -= 1) {
      now = await playAny(page);
      moves += 1;
    }
    const before = movesOf(now.record);
    const legal = legalSquares(now);
    const next = legal[Math.floor(random() * legal.length)];
    const after = next ? `${before} ${next}`.trim() : before;
    // The tab may close before everything is typed.
    const typing = next ? typeSquare(page, next).catch(() => undefined) : undefined;
    if (next && random() < 0.3) await until(page, (report, record) => report.record !== record, now.record);
    else await pause(random() * 400);
    if (random() < 0.5) {
      await page.close();
    } else {
      // Crashes the tab, as when the system kills its process.
      const gone = page.waitForEvent("crash");
      page.goto("chrome://crash").catch(() => undefined);
      await gone;
      await page.close();
    }
    await typing;

    const plain = await openPlainTab(context, url);
    saved = (await savedFiles(plain)).matches;
    const kept = saved.map((match) => match.moves);
    await plain.close();
    assert.ok([before, after].includes(told), `tab ${tab} reported ${told}`);
    const expected = (last) => [...others.map((match) => match.moves), ...(last === "" ? [] : [last])];
    const isTold = kept.join("; ") === expected(told).join("; ");
    const isDone = kept.join("; ") === expected(after).join("; ");
    assert.ok(isTold || isDone, `tab ${tab} reported ${told}, but ${kept.join("; ")} is saved`);
    if (told === after && next) moves += 1;
    if (told !== after && isDone) untold += 1;
  }
  t.diagnostic(`${CLOSED_TABS} tabs closed or crashed, ${moves} moves reported, ${saved.length} matches, nothing lost or damaged; `
    + `${untold} times a move was saved before it was reported`);
});

test("two tabs at once save both matches, both settings and both boards", async () => {
  const { context, url } = await openContext();
  // Both tabs load before either saves anything.
  const tabs = [await openTitle(context, url), await openTitle(context, url)];
  await beginMatch(tabs[0], ON_4);
  await beginMatch(tabs[1], [...ON_6.slice(0, 3), "Disc colours: High contrast"]);
  for (let left = 5; left > 0; left -= 1) for (const page of tabs) await playAny(page);
  const played = await Promise.all(tabs.map(async (page) => movesOf((await state(page)).record)));
  await tabs[0].bringToFront();
  await tabs[0].keyboard.press("m");

  const plain = await openPlainTab(context, url);
  const isUnmarked = () => JSON.parse(localStorage.getItem("irogaeshi.settings") ?? "{}").legal_marks === false;
  await plain.waitForFunction(isUnmarked);
  let saved = await savedFiles(plain);
  assert.deepEqual(saved.matches.map(({ moves }) => moves).sort(), played.toSorted(), "each plays its own match");
  const { pace, palette, legal_marks } = saved.settings;
  assert.deepEqual({ pace, palette, legal_marks }, { pace: "brisk", palette: "high-contrast", legal_marks: false });

  // Two boards with the same name, saved by tabs that were opened before.
  const rings = ["....\n.WA.\n.AW.\n....", "....\n.AW.\n.WA.\n...."].map((rows) => `name: Ring\nplayers: white ash\nboard:\n${rows}\n`);
  for (const [index, page] of tabs.entries()) {
    await page.bringToFront();
    await dropFiles(page, [["ring.txt", rings[index]]]);
    await until(page, (report) => report.screen === "new-game" && report.buttons.some(({ label, chosen }) => label === "Board: Ring" && chosen));
    await plain.waitForFunction((count) => Object.keys(localStorage).filter((key) => key.startsWith("irogaeshi.board.")).length === count, index + 1);
  }
  saved = await savedFiles(plain);
  assert.deepEqual([...saved.boards.keys()], ["Ring", "Ring 2"]);
  assert.deepEqual([...saved.boards.values()].sort(), rings.toSorted());
  for (const page of tabs) assert.deepEqual(page.problems, []);
  for (const page of tabs) await page.close();

  // Two tabs that continue the same match save both continuations.
  const parted = [await openTitle(context, url), await openTitle(context, url)];
  const [first, second] = [await continueMatch(parted[0]), await continueMatch(parted[1])];
  assert.equal(first.record, second.record);
  assert.ok(played.includes(movesOf(first.record)));
  const legal = legalSquares(first);
  assert.ok(legal.length > 1, "there are two legal moves");
  for (const [index, page] of parted.entries()) await play(page, legal[index]);
  for (let left = 2; left > 0; left -= 1) for (const page of parted) await playAny(page);
  const ways = await Promise.all(parted.map(async (page) => movesOf((await state(page)).record)));
  const kept = (await savedFiles(plain)).matches.map(({ moves }) => moves);
  assert.deepEqual(kept.sort(), [...played.filter((moves) => moves !== movesOf(first.record)), ...ways].sort());
  for (const page of parted) assert.deepEqual(page.problems, []);
});

/** Opens a tab that shows the library of games. */
async function openLibrary(context, url) {
  const page = await openTitle(context, url);
  await page.evaluate(async () => {
    const { game } = JSON.parse(document.getElementById("build").textContent);
    (await import(new URL(game, document.baseURI).href)).come_back("library");
  });
  await until(page, (report) => report.screen === "library" && report.status.endsWith("games"));
  return page;
}

/** Adds games to the library, and waits for its size. */
async function addToLibrary(page, moves, size) {
  await page.bringToFront();
  await dropFiles(page, [["games.txt", moves.map((game) => `${game}\n`).join("")]]);
  await until(page, (report, status) => report.status === status, size);
}

test("two tabs share the library of games, and a crash loses nothing of it", async () => {
  const { context, url } = await openContext();
  const [one, other] = [await openLibrary(context, url), await openLibrary(context, url)];
  await addToLibrary(one, ["f5d6c3", "f5f6e6"], "2 games");
  await addToLibrary(other, ["f5d6c3", "f5d6c4"], "3 games");
  await addToLibrary(one, ["f5d6c3d3"], "4 games");
  assert.deepEqual([...one.problems, ...other.problems], []);
  const gone = one.waitForEvent("crash");
  one.goto("chrome://crash").catch(() => undefined);
  await gone;
  await addToLibrary(other, ["f5d6c3d3c4"], "5 games");
  const again = await openLibrary(context, url);
  await until(again, (report) => report.status === "5 games");
});

/** Fills the browser's storage completely. */
const fillStorage = (page) => page.evaluate(() => {
  let filler = localStorage.getItem("filler") ?? "";
  for (let length = 4 * 1024 * 1024; length >= 1;) {
    try {
      localStorage.setItem("filler", filler + "x".repeat(length));
      filler += "x".repeat(length);
    } catch {
      length = Math.floor(length / 2);
    }
  }
});

test("full storage is reported, the game continues, and everything is saved once there is space", async () => {
  const { context, url } = await openContext();
  const page = await openTitle(context, url);
  await beginMatch(page, ON_6);
  const { record } = await playAny(page);
  await fillStorage(page);
  await playAny(page);
  const told = await until(page, (report) => report.notice !== null);
  assert.match(told.notice, /not saved.*storage is full/);
  await clickButton(page, "OK");
  await until(page, (report) => report.notice === null);
  const { notice } = await playAny(page);
  assert.equal(notice, null, "the notice is shown once");
  const moves = () => page.evaluate(() => Object.entries(localStorage)
    .filter(([key]) => key.startsWith("irogaeshi.match."))
    .map(([, text]) => JSON.parse(text).content.game.moves));
  assert.deepEqual(await moves(), [movesOf(record)], "the earlier save is still there");

  // Without any input, saving resumes.
  await page.evaluate(() => localStorage.removeItem("filler"));
  const again = await until(page, (report) => report.notice?.startsWith("Saving works again") ?? false);
  assert.deepEqual(await moves(), [movesOf(again.record)]);
  assert.deepEqual(page.problems, []);
});

test("forbidden storage is reported, and the game continues", async () => {
  const server = await serve(PAGE);
  const folder = mkdtempSync(join(tmpdir(), "irogaeshi-browser-"));
  open.push(server, { close: () => rmSync(folder, { recursive: true, force: true }) });
  // Equals "Block all cookies" in the browser's settings.
  mkdirSync(join(folder, "Default"));
  writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify({
    profile: { default_content_setting_values: { cookies: 2 } },
  }));
  const context = await launchWith(folder, { viewport: VIEWPORT });
  open.push(context);
  const page = await openTitle(context, server.url);
  const reason = await page.evaluate(() => {
    try {
      return `storage of ${localStorage.length}`;
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  });
  assert.equal(reason, "SecurityError", "nothing can be saved");
  const told = await until(page, (report) => report.notice !== null);
  assert.match(told.notice, /does not let this page save.*lost when you close this tab/);
  await clickButton(page, "OK");
  await until(page, (report) => report.notice === null);
  await clickButton(page, "New game");
  for (const choice of [...ON_6, "Start"]) await choose(page, choice);
  await until(page, (report) => report.screen === "match");
  await settled(page);
  for (let left = 3; left > 0; left -= 1) await playAny(page);
  const report = await state(page);
  assert.equal(movesOf(report.record).split(" ").length, 3);
  assert.equal(report.notice, null, "the notice is shown once");
  assert.deepEqual(page.problems, []);
});
