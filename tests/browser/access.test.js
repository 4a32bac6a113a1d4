// Accessibility checks by axe-core: of the cover and the messages with a stand-in for the game, then of every screen of the game,
// in both languages. IROGAESHI_PAGE names the built folder (default: dist/web), IROGAESHI_PROGRAMS that of the server (default:
// target/debug).

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { assembleFake } from "./fake_page.js";
import { dropFiles, launch, legalSquares, openPage, serve, settled, showTitle, state, until } from "./harness.js";
import { startServer } from "./room_server.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A board on which one move ends the match. */
const SHORT = "name: Short\nplayers: black white\nboard:\n.WB.\n";

/**
 * A path through all screens and overlays: the description of each, the key of a control that identifies it, and the steps
 * from the one before. A step is the key of a button or a function.
 * @type {[shown: string, known: string, ...steps: (string | ((page) => Promise<unknown>))[]][]}
 */
const SCREENS = [
  ["the title", "title-new-game"],
  ["the sheet of keys", "picker-close", askForKeys],
  ["the settings of look", "option-choice option=option-board", goBack, "settings-heading"],
  ["the settings of motion", "option-choice option=option-motion", "settings-motion"],
  ["the settings of the board", "option-mark-legal-squares", "settings-board"],
  ["the settings of sound", "sound-mute", "settings-sound"],
  ["the settings of language", "option-choice option=option-language", "settings-language"],
  ["the settings of keys", "keys-change", "settings-keys"],
  ["export and reset of the settings", "settings-export", "settings-data"],
  ["the question whether to forget the settings", "settings-reset-keep", "settings-reset"],
  ["the pages of the lesson", "learn-begin", goBack, goBack, "title-learn"],
  ["a page of the lesson", "learn-contents", "learn-heading-move"],
  ["a new game", "new-game-start", goBack, goBack, "title-new-game"],
  ["the CPU players", "picker-close", "seat-cpu-of player=disc-white"],
  ["the player's own boards", "library-close-label", goBack, "library-heading"],
  ["the editor", "editor-open", goBack, "new-game-editor"],
  ["the boards to edit", "library-empty-board", "editor-open"],
  ["a match", "match-menu", goBack, goBack, "new-game-start", settled],
  ["the menu of a match", "menu-paste", "match-menu"],
  ["the field to paste a game", "paste-field", "menu-paste"],
  ["the keys of a match", "picker-close", "paste-cancel", askForKeys],
  ["a match with its hint", "match-menu", goBack, "match-hint", advised],
  ["a match with its analysis", "advice-play", "match-analysis", advised],
  ["the question whether to begin anew", "restart-start-again", "match-analysis", placeDisc, "match-menu", "match-restart"],
  ["the question whether to give up", "resign-answer", goBack, "match-menu", "match-resign"],
  ["the title with an unfinished match", "title-continue", goBack, "match-menu", "menu-title"],
  ["the question whether all agree to advice", "agree-all", "title-new-game", "seat-choice player=disc-white seat=seat-human", "new-game-start", settled, "match-hint"],
  ["a match of CPU players", "watch", goBack, "match-menu", "match-new-game", "seat-choice player=disc-black seat=seat-cpu", "seat-choice player=disc-white seat=seat-cpu", "new-game-start"],
  ["a notice", "notice", "match-menu", "menu-title", dropBoard],
  ["the end of a match", "result-review", "notice-ok", "seat-choice player=disc-black seat=seat-human", "seat-choice player=disc-white seat=seat-human", "new-game-start", placeDisc],
  ["a review", "review-back-to-match", "result-review"],
  ["the games", "games-copy-all-label", goBack, "match-menu", "games-heading"],
  ["the statistics", "statistics-copy-label", "statistics-heading"],
  ["the lobby", "lobby-make", goBack, "title-play-online"],
  ["making a room", "new-room-make", "lobby-make"],
  ["a room", "room-ready", "new-room-make"],
  ["a match in a room", "match-say", "room-fill", "room-ready"],
  ["the phrases of a room", "reactions-mute", "match-say"],
];
/**
 * The same on a phone, for screens with a different layout there.
 * @type {typeof SCREENS}
 */
const PHONE_SCREENS = [
  ["the title", "title-new-game"],
  ["all settings", "settings-export", "settings-heading"],
  ["the boards of a new game", "new-game-editor", goBack, "title-new-game"],
  ["the players of a new game", "seat-choice", "new-game-players"],
  ["the editor", "editor-open", "new-game-board", "new-game-editor"],
  ["a match", "match-menu", goBack, "new-game-start", settled],
  ["the menu of a match", "menu-paste", "match-menu"],
  ["a notice", "notice", "menu-title", dropBoard],
  ["the end of a match", "result-review", "notice-ok", "new-game-start", placeDisc],
  ["a review", "review-back-to-match", "result-review"],
  ["the games", "games-copy-all-label", goBack, "match-menu", "games-heading"],
];
const SIZES = [
  { size: "a wide window", viewport: { width: 1024, height: 640 }, way: SCREENS },
  { size: "a phone", viewport: { width: 390, height: 844 }, way: PHONE_SCREENS },
];

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

/** Violations of the current page, one line each. */
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

/** Plays the first legal move, and waits for the next human's turn. */
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

/** Presses a key on the canvas and waits for its effect. */
async function pressKey(page, key) {
  const before = JSON.stringify(await state(page));
  await page.locator("#irogaeshi").press(key);
  await until(page, (report, then) => JSON.stringify(report) !== then, before);
}

function goBack(page) {
  return pressKey(page, "Escape");
}

/** Waits for advice. */
function advised(page) {
  return until(page, (report) => report.advice !== null);
}

/** Opens the list of the screen's keys. */
function askForKeys(page) {
  return pressKey(page, "F1");
}

/** Presses a button in the mirror, as a screen reader does, and waits for its effect. */
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
  test(`the cover and the error messages pass the accessibility checks (${locale})`, async () => {
    const { server, page } = await startFake({ locale });
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(server.url);
    assert.deepEqual(await violations(page), [], "the cover");
    await page.getByRole("alert").waitFor();
    assert.deepEqual(await violations(page), [], "trouble");
  });

  test(`the offer of a new version passes the accessibility checks (${locale})`, async () => {
    const { server, page } = await startFake({ locale });
    await page.goto(server.url);
    await until(page, (report) => report.screen === "title");
    await page.locator("#cover").waitFor({ state: "hidden" });
    await page.evaluate(() => document.getElementById("update").removeAttribute("hidden"));
    assert.deepEqual(await violations(page), []);
  });

  for (const { size, viewport, way } of SIZES) {
    test(`every screen passes the accessibility checks (${locale}, ${size})`, async () => {
      const server = await startServer();
      const page = await openPage(browser, { locale, viewport, reducedMotion: "reduce" });
      open.push(server, page.context());
      await showTitle(page, server.url);
      const found = {};
      for (const [shown, known, ...steps] of way) {
        for (const step of steps) await (typeof step === "string" ? press(page, step) : step(page));
        await until(page, ({ buttons, fields }, key) => [...buttons, ...fields].some((control) => control.key.startsWith(key)), known);
        const wrong = await violations(page);
        if (wrong.length > 0) found[shown] = wrong;
      }
      assert.deepEqual(found, {});
    });
  }
}
