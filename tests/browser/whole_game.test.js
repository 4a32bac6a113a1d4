// A whole game in Firefox and in WebKitGTK on the page served by the online server: by pointer, with a hint, a reload and a
// review. IROGAESHI_PAGE and IROGAESHI_PROGRAMS name folders as for online.test.js.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { DrivenPage } from "./driven_browser.js";
import { legalSquares, middleOf } from "./harness.js";
import { startServer } from "./room_server.js";

/** Reason to skip: the virtual displays and WebKitGTK exist only on Linux. */
const isElsewhere = process.platform !== "linux" && "needs Xvfb and WebKitGTK, which are on Linux";

let server;
/** @type {DrivenPage | null} */
let page = null;

before(async () => {
  server = await startServer();
});

afterEach(async () => {
  await page?.close();
  page = null;
});

after(() => server?.close());

const movesOf = (record) => /^moves:(.*)$/m.exec(record)[1].trim();

/** Waits until a human is to move, or the game is over. */
const settled = () => page.until(({ screen, phase }) => screen === "match" && (phase === "waiting" || phase === "over"));
const shows = (screen) => page.until((report, wanted) => report.screen === wanted, screen);

/** Plays a square by a click on the canvas, and waits for the human's next turn or the end. */
async function play(report, square) {
  await page.click(middleOf(report.board, square));
  await page.until((now, before) => now.record !== before, report.record);
  return settled();
}

for (const which of /** @type {const} */ (["firefox", "webkit"])) {
  test(`a whole game in ${which} with a hint can be saved, reloaded and reviewed`, { skip: isElsewhere }, async () => {
    page = await DrivenPage.open(which);
    await page.goto(server.url);
    await shows("title");
    // No animations and no pauses. Other tests choose these settings by hand.
    await page.evaluate(() => localStorage.setItem("irogaeshi.settings", JSON.stringify({ format: 1, pace: "still", cpu_delay: 0 })));
    await page.reload();
    await shows("title");
    await page.clickButton("New game");
    await page.clickButton("Board: Classic 6 × 6");
    await page.clickButton("Start");
    let report = await settled();
    assert.equal(report.board.cells.length, 36);

    // Hints come only from workers.
    await page.clickButton("Hint");
    const { board, notice } = await page.until((now) => now.advice?.startsWith("Best: "));
    const [best] = board.cells.filter((cell) => cell.worth !== null).map((cell) => cell.square);
    assert.ok(legalSquares(report).includes(best));
    assert.equal(notice, null);

    report = await play(report, best);
    while (movesOf(report.record).split(" ").length < 12) report = await play(report, legalSquares(report)[0]);
    await page.reload();
    await shows("title");
    await page.clickButton("Continue");
    const loaded = await settled();
    assert.equal(movesOf(loaded.record), movesOf(report.record), "nothing is lost");

    report = loaded;
    while (report.phase !== "over") report = await play(report, legalSquares(report)[0]);
    assert.deepEqual(legalSquares(report), []);
    const moves = movesOf(report.record);
    await page.clickButton("Review");
    // Moves are reviewed from the last to the first, so the loss of the first one is shown last.
    const reviewed = await page.until(({ screen, buttons }) => screen === "review"
      && buttons.some(({ label }) => label.startsWith("1. ") && label.includes(", ")));
    assert.equal(movesOf(reviewed.record), moves);
    assert.equal(reviewed.notice, null);

    // Lost graphics lead back to the review.
    await page.evaluate(() => {
      // The mark is gone after the reload.
      document.documentElement.dataset.isLost = "yes";
      document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
    });
    const restored = await page.until(({ screen, spoken }) => screen === "review" && spoken.news === "Review"
      && document.documentElement.dataset.isLost === undefined && document.getElementById("trouble").hidden);
    assert.equal(movesOf(restored.record), moves);
  });
}
