// What axe-core finds on the page: the cover and the messages with a stand-in for the game, then every screen of the game, in both
// languages. IROGAESHI_PAGE names the built folder.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { PAGE } from "./environment.js";
import { assembleFake } from "./fake_page.js";
import { dropFiles, launch, legalSquares, openPage, serve, settled, showTitle, until } from "./harness.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A board on which one move ends the match. */
const SHORT = "name: Short\nplayers: black white\nboard:\n.WB.\n";
/** Not the key of a button, but to place a disc, and to drop the short board on the page. */
const [MOVE, DROP] = ["a move", "a board"];
/** The buttons that lead from the title to a screen, or to what lies over one, by their keys. */
const ROUTES = {
  title: [],
  "the settings": ["settings-heading"],
  "the games": ["games-heading"],
  "the statistics": ["games-heading", "statistics-heading"],
  "what there is to learn": ["title-learn"],
  "a page with moving boards": ["title-learn", "learn-page-turn"],
  "the lesson": ["title-learn", "learn-first-steps"],
  "the lobby": ["title-play-online"],
  "entering a room": ["title-play-online", "join-enter-label"],
  "making a room": ["title-play-online", "lobby-make"],
  "a new game": ["title-new-game"],
  "people's own boards": ["title-new-game", "library-heading"],
  "the editor": ["title-new-game", "new-game-editor"],
  "a match": ["title-new-game", "new-game-start"],
  "the menu of a match": ["title-new-game", "new-game-start", "match-menu"],
  "a match with its hint": ["title-new-game", "new-game-start", "match-hint"],
  "a match with its analysis": ["title-new-game", "new-game-start", "match-analysis"],
  "a question": ["title-new-game", "new-game-start", MOVE, "match-menu", "match-restart"],
  "a notice": [DROP],
  "the end of a match": [DROP, "new-game-start", MOVE],
  "a review": [DROP, "new-game-start", MOVE, "result-review"],
};

let work;
let browser;
const open = [];

before(async () => {
  work = mkdtempSync(join(tmpdir(), "irogaeshi-access-"));
  browser = await launch();
});

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

after(async () => {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
});

/** What axe-core has against the page as it is, a line each. */
async function violations(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(" ")}`);
}

async function startFake(options) {
  const folder = join(work, "page");
  await assembleFake(join(work, "parts"), folder);
  const server = await serve(folder);
  const page = await openPage(browser, options);
  open.push(server, page.context());
  return { server, page };
}

/** Places a disc wherever one can be placed, and waits for whoever moves then. */
async function placeDisc(page) {
  const { board, ply } = await settled(page);
  const [square] = legalSquares({ board });
  await page.locator(`[data-square="${square}"]`).press("Enter");
  await until(page, (report, before) => report.ply > before, ply);
  await settled(page);
}

async function dropBoard(page) {
  await dropFiles(page, [["short.txt", SHORT]]);
  await until(page, (report) => report.screen === "new-game");
}

/** Presses a button as a screen reader does, and waits for what it leads to. */
async function press(page, key) {
  await until(page, (report, wanted) => report.buttons.some((button) => button.key === wanted && !button.disabled), key);
  await page.evaluate((wanted) => {
    const { id } = window.irogaeshi.state.buttons.find((button) => button.key === wanted);
    window.before = JSON.stringify(window.irogaeshi.state);
    /** @type {HTMLElement} */ (document.querySelector(`#buttons [data-id="${id}"]`)).click();
  }, key);
  await until(page, () => JSON.stringify(window.irogaeshi.state) !== window.before);
}

for (const locale of ["en-GB", "ja-JP"]) {
  test(`nothing is wrong with the cover and with what is said in trouble (${locale})`, async () => {
    const { server, page } = await startFake({ locale });
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(server.url);
    assert.deepEqual(await violations(page), [], "the cover");
    await page.getByRole("alert").waitFor();
    assert.deepEqual(await violations(page), [], "trouble");
  });

  test(`nothing is wrong with the offer of a new version (${locale})`, async () => {
    const { server, page } = await startFake({ locale });
    await page.goto(server.url);
    await until(page, (report) => report.screen === "title");
    await page.locator("#cover").waitFor({ state: "hidden" });
    await page.evaluate(() => document.getElementById("update").removeAttribute("hidden"));
    assert.deepEqual(await violations(page), []);
  });

  test(`nothing is wrong with any screen (${locale})`, async () => {
    const server = await serve(PAGE);
    const page = await openPage(browser, { locale });
    open.push(server, page.context());
    const found = {};
    for (const [screen, keys] of Object.entries(ROUTES)) {
      await page.goto("about:blank");
      await showTitle(page, server.url);
      for (const step of keys) {
        if (step === MOVE) await placeDisc(page);
        else if (step === DROP) await dropBoard(page);
        else await press(page, step);
      }
      if (keys.at(-1) === "new-game-start") await settled(page);
      const wrong = await violations(page);
      if (wrong.length > 0) found[screen] = wrong;
    }
    assert.deepEqual(found, {});
  });
}
