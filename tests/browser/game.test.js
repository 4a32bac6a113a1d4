// Tests of the real page with the real game: loading, and playing by pointer, touch, keyboard, gamepad and the mirror, at every
// size. IROGAESHI_PAGE names the built folder (default: dist/web), IROGAESHI_SCREENSHOTS a folder for pictures.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { PAGE } from "./environment.js";
import { choose, clickAt, clickButton, countWorkers, dropFiles, frames, launch, launchAtScale, legalSquares, middleOf, movePointer, openPage, screenshot, serve, settled, showTitle, state, tapButton, typeSquare, until, WIDE_VIEWPORT } from "./harness.js";


let browser;
const open = [];

before(async () => {
  browser = await launch();
});

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

after(() => browser?.close());

/**
 * Opens the page and waits for its title screen.
 * @param {{options?: object, base?: string, gate?: (path: string) => unknown, prepare?: (page) => Promise<void>, on?}} [how]
 */
async function openTitle({ options, base, gate, prepare, on = browser } = {}) {
  const server = await serve(PAGE, { base, gate });
  const page = await openPage(on, options);
  open.push(server, page.context());
  await prepare?.(page);
  await showTitle(page, server.url);
  return { server, page };
}

/** Starts the default match, a human against the CPU, from the title by pointer. */
async function startMatch(page) {
  await clickButton(page, "New game");
  await until(page, (report) => report.screen === "new-game");
  await clickButton(page, "Start");
  return until(page, (report) => report.screen === "match" && report.phase === "waiting");
}

async function openMatch(how) {
  const { server, page } = await openTitle(how);
  return { server, page, report: await startMatch(page) };
}

/** Waits until the record has changed since the report `before`, and returns the new report. */
const moved = (page, before) => until(page, (report, record) => report.record !== record, before.record);

/** Plays a square by `act`, and checks that the move is on the board. */
async function checkMove(page, before, square, act) {
  assert.ok(legalSquares(before).includes(square));
  await act(square);
  await moved(page, before);
  const now = await until(page, (report, name) => report.board.cells.find((cell) => cell.square === name).disc !== null, square);
  assert.ok(now.counts.black + now.counts.white > before.counts.black + before.counts.white);
  return now;
}

const byPointer = (page) => async (square) => clickAt(page, middleOf((await state(page)).board, square));
const byName = (page) => (square) => typeSquare(page, square);
/** Presses a button in the mirror by its name, as a screen reader does. */
const pressUnseen = (page) => (name) => page.getByRole("button", { name, exact: true }).dispatchEvent("click");
/** Plays a square in the mirror, as a screen reader does. */
const byGrid = (page) => (square) => page.locator(`#board [data-square="${square}"]`).dispatchEvent("click");

test("the page loads and shows the title; the time and the bytes are printed", async (t) => {
  /** @type {() => void} */
  let measured;
  /** @type {Promise<void>} */
  const hold = new Promise((resolve) => {
    measured = resolve;
  });
  const { server, page } = await openTitle({
    // Delays downloads after the first frame, so that they are not counted.
    gate: (path) => (path.includes("irogaeshi-worker") ? hold : undefined),
    prepare: (fresh) => fresh.addInitScript(() => {
      window.progress = [];
      new MutationObserver(() => {
        const value = document.querySelector("progress")?.value;
        if (value !== undefined && value !== window.progress.at(-1)) window.progress.push(value);
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["value"] });
    }),
  });
  const progress = await page.evaluate(() => window.progress);
  assert.ok(progress.length > 3, `the bar moved in ${progress.length} steps`);
  assert.deepEqual(progress, progress.toSorted((one, other) => one - other), "the bar never falls back");
  assert.equal(progress.at(-1), 1);

  const firstFrame = await page.evaluate(() => performance.getEntriesByName("irogaeshi-first-frame")[0].startTime);
  t.diagnostic(`time to first playable frame: ${Math.round(firstFrame)} ms`);
  t.diagnostic(`bytes sent until then (compressed, headers included): ${server.bytesSent()}`);
  measured();
  await screenshot(page, "title");
  assert.deepEqual(page.problems, []);
});

test("with reduced motion the title's stone is still from the start", async () => {
  const { page } = await openTitle({
    options: { reducedMotion: "reduce" },
    // Stops the game's clock, so that a stone that turns would show its first frame.
    prepare: (fresh) => fresh.addInitScript(() => {
      performance.now = () => 0;
    }),
  });
  const press = pressUnseen(page);
  // The stone is above the buttons, which show the focus and are cut off.
  const { area } = (await state(page)).buttons[0];
  const stone = () => page.screenshot({ clip: { x: 0, y: 0, width: 640, height: area.top - 10 } });
  const first = await stone();
  await press("New game");
  await until(page, (report) => report.screen === "new-game");
  await press("Back");
  await until(page, (report) => report.screen === "title");
  assert.ok(first.equals(await stone()), "it looks the same when the title is shown again");
  assert.deepEqual(page.problems, []);
});

test("a match can be started and played by pointer on the canvas", async () => {
  const { page, report } = await openMatch();
  assert.deepEqual(report.counts, { black: 2, white: 2 });
  assert.equal(report.board.cells.length, 64);
  await screenshot(page, "match-start");
  await checkMove(page, report, legalSquares(report)[0], byPointer(page));
  await screenshot(page, "match-flip");
  const answered = await settled(page);
  assert.equal(answered.counts.black + answered.counts.white, 6, "the CPU has answered");
  assert.equal(answered.to_move, report.to_move);
  await screenshot(page, "match-answered");
  assert.deepEqual(page.problems, []);
});

test("without workers the CPU thinks on the page", async () => {
  const withoutWorkers = (fresh) => fresh.addInitScript(() => {
    window.Worker = undefined;
  });
  const { page, report } = await openMatch({ prepare: withoutWorkers });
  await checkMove(page, report, legalSquares(report)[0], byName(page));
  const answered = await settled(page);
  assert.equal(answered.counts.black + answered.counts.white, 6, "the CPU has answered");
  assert.deepEqual(page.problems, []);
});

test("an illegal square changes nothing", async () => {
  const { page, report } = await openMatch();
  await clickAt(page, middleOf(report.board, "a1"));
  await until(page, (now, before) => now.status !== before, report.status);
  const now = await state(page);
  assert.equal(now.record, report.record);
  assert.deepEqual(now.counts, report.counts);
  assert.deepEqual(page.problems, []);
});

test("keys work without a click: arrows and Enter, square names, undo", async () => {
  const { page, report } = await openMatch();
  // The first arrow shows the focus; later ones move it by a square.
  await page.keyboard.press("ArrowRight");
  let { board: { focus } } = await until(page, (now) => now.board.focus !== null);
  const target = legalSquares(report)[0];
  const step = async (key) => {
    await page.keyboard.press(key);
    ({ board: { focus } } = await until(page, (now, before) => now.board.focus !== before, focus));
  };
  while (focus[0] !== target[0]) await step(focus[0] < target[0] ? "ArrowRight" : "ArrowLeft");
  while (focus.slice(1) !== target.slice(1)) await step(Number(focus.slice(1)) < Number(target.slice(1)) ? "ArrowDown" : "ArrowUp");
  await screenshot(page, "match-focus");
  await checkMove(page, report, target, () => page.keyboard.press("Enter"));

  const second = await settled(page);
  await checkMove(page, second, legalSquares(second).at(-1), byName(page));

  const third = await settled(page);
  await page.keyboard.press("u");
  // The record keeps undone moves in its line "undone:".
  const undone = await until(page, (now, record) => now.record.split("undone:")[0] === record && now.phase === "waiting", second.record);
  assert.deepEqual(undone.counts, second.counts, "undo returns to the human's turn");
  assert.notEqual(third.record, second.record);
  assert.deepEqual(page.problems, []);
});

test("the accessible grid plays, speaks the status, and shows its focus on the canvas", async () => {
  const { page, report } = await openMatch();
  const grid = page.getByRole("grid", { name: "Board" });
  assert.equal(await grid.getByRole("gridcell").count(), 64);
  const target = legalSquares(report)[0];
  const cell = grid.locator(`[data-square="${target}"]`);
  assert.equal(await cell.getAttribute("aria-label"), `${target}, empty, legal move`);
  await cell.focus();
  await until(page, (now, square) => now.board.focus === square, target);
  const spoken = await page.getByRole("status").textContent();
  assert.equal(spoken, (await state(page)).status);
  await checkMove(page, report, target, () => page.keyboard.press("Enter"));
  const now = await settled(page);
  for (const { square, disc } of now.board.cells) {
    assert.equal(await grid.locator(`[data-square="${square}"]`).getAttribute("data-disc"), disc ?? "");
  }
  await page.getByRole("button", { name: "Undo" }).dispatchEvent("click");
  await until(page, (undone, record) => undone.record.split("undone:")[0] === record, report.record);
  assert.deepEqual(page.problems, []);
});

test("a phone plays by touch", async () => {
  const phone = await launchAtScale(3);
  open.push(phone);
  const { page } = await openTitle({ on: phone, options: { viewport: { width: 390, height: 844 }, hasTouch: true } });
  assert.equal(await page.evaluate(() => document.querySelector("canvas").width), 390 * 3);
  await tapButton(page, "New game");
  await until(page, (now) => now.screen === "new-game");
  await tapButton(page, "Start");
  const report = await until(page, (now) => now.phase === "waiting");
  await checkMove(page, report, legalSquares(report)[0], (square) => page.touchscreen.tap(...middleOf(report.board, square)));
  await settled(page);
  await screenshot(page, "match-phone");
  assert.deepEqual(page.problems, []);
});

/** Moves a finger over the canvas in steps. */
async function swipe(page, [fromX, fromY], [toX, toY]) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x: fromX, y: fromY }]);
  for (let step = 1; step <= 8; step += 1) {
    await touch("touchMove", [{ x: fromX + ((toX - fromX) * step) / 8, y: fromY + ((toY - fromY) * step) / 8 }]);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch("touchEnd", []);
  await client.detach();
}

test("a phone scrolls the boards, names a player and starts a match of five", async (t) => {
  const { page } = await openTitle({ options: { viewport: { width: 390, height: 844 }, hasTouch: true } });
  const pressed = await page.evaluate(() => performance.now());
  await tapButton(page, "New game");
  await until(page, (now) => now.screen === "new-game");
  const shown = await page.evaluate(() => performance.now());
  t.diagnostic(`from the touch on New game to its screen: ${Math.round(shown - pressed)} ms, including the test's own waiting`);
  await screenshot(page, "new-game-phone");

  const find = (report, label) => report.buttons.find((button) => button.label === label);
  const before = find(await state(page), "Board: Five");
  const [x, y] = [before.area.left + before.area.width / 2, before.area.top + before.area.height / 2];
  await swipe(page, [x, y], [x, y - 120]);
  const scrolled = await until(page, (now, top) => now.buttons.find((button) => button.label === "Board: Five").area.top < top - 60, before.area.top);
  assert.equal(find(scrolled, "Board: Five").chosen, false, "a finger that scrolls presses nothing");
  assert.equal(await page.getByRole("button", { name: "Board: Five", exact: true }).count(), 1, "a button scrolled out of view is still in the mirror");

  await tapButton(page, "Players");
  const report = await until(page, (now) => now.fields.length > 0);
  const { area } = report.fields.find((field) => field.label === "Black’s name");
  await page.touchscreen.tap(area.left + area.width / 2, area.top + area.height / 2);
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Black’s name");
  await page.keyboard.type("Änne");
  await until(page, (now) => now.fields[0].text === "Änne");
  await screenshot(page, "new-game-name");
  await page.keyboard.press("Enter");

  await tapButton(page, "Board");
  await tapButton(page, "Board: Five");
  await until(page, (now) => now.buttons.some((button) => button.label === "Board: Five" && button.chosen));
  await tapButton(page, "Start");
  const match = await until(page, (now) => now.screen === "match");
  assert.equal(Object.keys(match.counts).length, 5);
  await until(page, (now) => now.status === "Your move" && now.standing.startsWith("Änne 4"));
  assert.deepEqual(page.problems, []);
});

test("a new game can be chosen by the names of the buttons alone", async () => {
  const { page } = await openTitle();
  const press = pressUnseen(page);
  await press("New game");
  await until(page, (now) => now.screen === "new-game");
  await press("Board: Heart");
  await until(page, (now) => now.buttons.some((button) => button.label === "Board: Heart" && button.chosen));
  assert.equal(await page.getByRole("button", { name: "Board: Heart" }).getAttribute("aria-pressed"), "true");
  await press("CPU player for White");
  await page.getByRole("button", { name: "White: Random" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Start", exact: true }).count(), 0, "buttons behind the list are not in the mirror");
  const described = await page.getByRole("button", { name: "White: Monte Carlo" }).getAttribute("aria-description");
  assert.match(described ?? "", /^Strength 3 of 5\. /);
  await press("White: Random");
  await page.getByRole("textbox", { name: "White’s name" }).fill("Robot");
  await until(page, (now) => now.fields.some((field) => field.text === "Robot"));
  await press("Start");
  const match = await until(page, (now) => now.screen === "match");
  assert.match(match.record, /name: Heart/);
  assert.deepEqual(page.problems, []);
});

test("a whole game against the CPU, and how long the main thread is blocked while it thinks", async (t) => {
  const { page } = await openMatch({
    prepare: (fresh) => fresh.addInitScript(() => {
      // Records when the CPU thinks, and when the main thread is busy for more than 50 ms.
      window.thinking = [];
      window.longTasks = [];
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, startTime + duration]);
      }).observe({ type: "longtask", buffered: true });
      let bridge;
      Object.defineProperty(window, "irogaeshi", {
        get: () => bridge,
        set(made) {
          bridge = made;
          const report = made.report;
          made.report = (json) => {
            const { phase } = JSON.parse(json);
            const current = window.thinking.at(-1);
            const going = current !== undefined && current.length === 1;
            if (phase === "thinking" && !going) window.thinking.push([performance.now()]);
            else if (phase !== "thinking" && going) current.push(performance.now());
            report.call(made, json);
          };
        },
      });
    }),
  });
  const ways = [byPointer, byName, byGrid];
  let now = await settled(page);
  for (let move = 0; now.phase !== "over"; move += 1) {
    const legal = legalSquares(now);
    assert.ok(legal.length > 0, "the player to move has a legal move");
    await checkMove(page, now, legal[move % legal.length], ways[move % ways.length](page));
    now = await settled(page);
  }
  await screenshot(page, "match-over");
  const discs = now.board.cells.map((cell) => cell.disc).filter((disc) => disc !== null);
  assert.equal(now.counts.black, discs.filter((disc) => disc === "black").length);
  assert.equal(now.counts.white, discs.filter((disc) => disc === "white").length);
  assert.equal(legalSquares(now).length, 0);

  const { thinking, longTasks } = await page.evaluate(() => ({ thinking: window.thinking, longTasks: window.longTasks }));
  assert.ok(thinking.length > 10, "the CPU thought for each of its moves");
  const blocked = longTasks.filter(([from, to]) => thinking.some(([start, end = Infinity]) => from < end && to > start));
  const longest = Math.max(0, ...blocked.map(([from, to]) => to - from));
  t.diagnostic(`the CPU thought ${thinking.length} times; main-thread tasks over 50 ms meanwhile: ${blocked.length}`
    + (blocked.length > 0 ? `, the longest ${Math.round(longest)} ms` : ""));
  assert.deepEqual(page.problems, []);
});

test("hint, analysis and review are computed in workers", async () => {
  const { page } = await openTitle({
    prepare: (fresh) => fresh.addInitScript(countWorkers),
  });
  await clickButton(page, "New game");
  for (const choice of ["Board: Classic 4 × 4", "Motion: None", "Computer’s pause: 0 s", "Start"]) await choose(page, choice);
  await until(page, (report) => report.screen === "match" && report.phase === "waiting");

  await page.waitForFunction(() => window.countedWorkers.ready.length === 1);
  await clickButton(page, "Hint");
  const hinted = await until(page, (report) => report.advice?.startsWith("Best: "));
  assert.equal(await page.evaluate(() => window.countedWorkers.made.length), 1, "the hint comes from the worker that was ready");
  const worths = (report) => report.board.cells.filter((cell) => cell.worth !== null).map((cell) => cell.square);
  assert.equal(worths(hinted).length, 1);
  assert.ok(legalSquares(hinted).includes(worths(hinted)[0]));
  await clickButton(page, `Play ${worths(hinted)[0]}`);
  await moved(page, hinted);
  let now = await settled(page);
  assert.deepEqual([now.advice, worths(now)], [null, []], "a hint is for one turn");

  await clickButton(page, "Analysis");
  now = await until(page, (report) => report.advice?.includes("To the end"));
  assert.deepEqual(worths(now), legalSquares(now));
  await screenshot(page, "analysis");
  while (now.phase !== "over") {
    await byName(page)(legalSquares(now)[0]);
    await moved(page, now);
    now = await settled(page);
  }

  await clickButton(page, "Review");
  // Moves are reviewed from the last to the first, so the loss of the first one is shown last.
  await until(page, ({ screen, buttons }) => screen === "review"
    && buttons.some(({ label }) => label.startsWith("1. ") && label.includes(", ")));
  await page.keyboard.press("Home");
  await until(page, (report) => report.board.cells.filter((cell) => cell.disc !== null).length === 4);
  await screenshot(page, "review");
  await page.keyboard.press("Escape");
  await until(page, (report) => report.screen === "match");
  assert.deepEqual(page.problems, []);
});

test("a whole game of Five: one human has the mouse, one the keyboard, and three CPU players sit between them", async () => {
  const { page } = await openTitle();
  await clickButton(page, "New game");
  const choices = ["Board: Five", "Black: Human", "Ash: Human", "CPU player for White", "White: Openness", "CPU player for Cyan", "Cyan: Greedy",
    "CPU player for Yamabuki", "Yamabuki: Minimum", "Motion: None", "Computer’s pause: 0 s", "Start"];
  for (const choice of choices) await choose(page, choice);
  await until(page, (report) => report.screen === "match");
  await clickButton(page, "Not now");
  let now = await settled(page);
  const moves = { black: 0, ash: 0 };
  while (now.phase !== "over") {
    assert.ok(now.to_move in moves, `${now.to_move} is not a human`);
    const square = legalSquares(now)[0];
    moves[now.to_move] += 1;
    if (now.to_move === "black") await byPointer(page)(square);
    else await byName(page)(square);
    await moved(page, now);
    now = await settled(page);
    assert.match(now.record, new RegExp(`\\b${square}\\b`), "the move is in the record");
    if (moves.black === 8) await screenshot(page, "five");
  }
  await screenshot(page, "five-over");
  // No player moves at random, so the game is the same each time.
  assert.ok(moves.black > 4 && moves.ash > 4, JSON.stringify(moves));
  const discs = now.board.cells.map((cell) => cell.disc);
  for (const [player, count] of Object.entries(now.counts)) {
    assert.equal(count, discs.filter((disc) => disc === player).length, player);
  }
  assert.equal(Object.keys(now.counts).length, 5);
  assert.deepEqual(page.problems, []);
});

test("the game fits the window at every size", async () => {
  const { page } = await openMatch();
  for (const [width, height] of [[390, 844], [360, 640], [2560, 1440], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    // Waits until the canvas has the window's size, with the board and all buttons inside.
    await page.waitForFunction(([wide, high]) => {
      const canvas = document.querySelector("canvas");
      const { board, buttons } = window.irogaeshi.state;
      const { left, top, cell } = board.area;
      const inside = (area) => area.left >= 0 && area.top >= 0 && area.left + area.width <= wide && area.top + area.height <= high;
      return canvas.width === wide && canvas.height === high
        && inside({ left, top, width: board.columns * cell, height: board.rows * cell })
        && buttons.every(({ area }) => inside(area))
        // The board must grow with the window.
        && cell * board.columns > Math.min(wide, high) * 0.6;
    }, [width, height]);
    await screenshot(page, `match-${width}x${height}`);
  }
  const report = await settled(page);
  await checkMove(page, report, legalSquares(report)[0], byPointer(page));
  assert.deepEqual(page.problems, []);
});

const drawn = (page, rows) => until(page, (now, wanted) => now.draft !== null && now.draft.join("/") === wanted, rows.join("/"));

/** Opens the editor from the title, with an empty board of 6 x 6. */
async function openEmptyBoard(page, press = clickButton) {
  await press(page, "New game");
  await press(page, "Board editor");
  await until(page, (report) => report.screen === "editor" && report.board.area.cell > 1);
  await press(page, "Open");
  await press(page, "Empty board");
  await drawn(page, Array(8).fill("........"));
  for (const side of ["Columns", "Rows"]) {
    for (const length of [7, 6]) {
      await press(page, `${side}: one fewer`);
      await until(page, (now, wanted) => now.board[wanted.side] === wanted.length, { side: side.toLowerCase(), length });
    }
  }
}

/** Drags the mouse from a square to another. */
const drag = async (page, from, to) => {
  const { board } = await state(page);
  await page.mouse.move(...middleOf(board, from));
  await page.mouse.down();
  await page.mouse.move(...middleOf(board, to), { steps: 4 });
  await page.mouse.up();
};

test("a board can be painted, played, saved, exported and opened again", async () => {
  const { page, server } = await openTitle({ options: { viewport: WIDE_VIEWPORT } });
  await openEmptyBoard(page);
  for (const choice of ["Paint: White", "Symmetry: Both axes", "Change player in each copy"]) await clickButton(page, choice);
  await clickAt(page, middleOf((await state(page)).board, "c3"));
  await drawn(page, ["......", "......", "..WB..", "..BW..", "......", "......"]);
  await clickButton(page, "Symmetry: none");
  await page.keyboard.press("g");
  await until(page, (now) => now.buttons.some(({ label, chosen }) => label === "Paint: Green" && chosen));
  await drag(page, "a1", "c1");
  const rows = ["GGG...", "......", "..WB..", "..BW..", "......", "......"];
  await drawn(page, rows);
  await clickButton(page, "Undo");
  await drawn(page, ["......", ...rows.slice(1)]);
  await clickButton(page, "Redo");
  await drawn(page, rows);
  await page.mouse.move(1, 1);
  await screenshot(page, "editor");

  await clickButton(page, "Save");
  await until(page, (now) => now.notice?.includes("Saved to your boards") ?? false);
  assert.match(await page.evaluate(() => localStorage.getItem("irogaeshi.board.My board")), /^format: 1\nname: My board\n/);

  await clickButton(page, "Play");
  await until(page, (now) => now.buttons.some(({ label, chosen }) => label === "Board: My board" && chosen));
  await clickButton(page, "Start");
  const report = await until(page, (now) => now.screen === "match" && now.phase === "waiting");
  await checkMove(page, report, legalSquares(report)[0], byPointer(page));

  // The draft and the saved board survive a reload.
  await page.goto(server.url);
  await until(page, (now) => now.screen === "title");
  await clickButton(page, "New game");
  await clickButton(page, "Board editor");
  await drawn(page, rows);
  await clickButton(page, "Open");
  const [download] = await Promise.all([page.waitForEvent("download"), clickButton(page, "Download My board")]);
  const text = readFileSync(await download.path(), "utf8");
  assert.equal(download.suggestedFilename(), "My board.txt");
  assert.ok(text.includes(`board:\n${rows.join("\n")}\n`), text);
  await clickButton(page, "Delete My board");
  await clickButton(page, "Delete");
  await until(page, (now) => now.buttons.every(({ label }) => label !== "Delete My board"));
  await page.waitForFunction(() => localStorage.getItem("irogaeshi.board.My board") === null);

  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), clickButton(page, "Open a file")]);
  await chooser.setFiles({ name: "again.txt", mimeType: "text/plain", buffer: Buffer.from(text.replace("GGG", "RRR")) });
  await drawn(page, ["RRR...", ...rows.slice(1)]);
  assert.deepEqual(page.problems, []);
});

test("a trackpad pinch zooms the board, not the page, and a wheel with Ctrl zooms it in steps", async () => {
  // The area beside the board is so wide that no edge moves the zoomed board.
  const { page, report } = await openMatch({ options: { viewport: { width: 1280, height: 800 } } });
  const before = report.board.area.cell;
  const middle = middleOf(report.board, "d4");
  const client = await page.context().newCDPSession(page);
  const spread = (/** @type {number} */ scaleFactor) => {
    const [x, y] = middle;
    return client.send("Input.synthesizePinchGesture", { x, y, scaleFactor, gestureSourceType: "mouse" });
  };
  const enlarged = (now, [cell, least, most]) => {
    const factor = now.board.area.cell / cell;
    return least < factor && factor < most;
  };
  await spread(1.5);
  // Chromium rounds each wheel delta to whole pixels, so the exact factor is unknown.
  const larger = await until(page, enlarged, [before, 1.3, 1.7]);
  const [x, y] = middleOf(larger.board, "d4");
  assert.ok(Math.hypot(x - middle[0], y - middle[1]) < 3, "the point under the fingers stays");
  await spread(0.5);
  await until(page, enlarged, [before, 0.99, 1.01]);
  // One step of a mouse wheel.
  await movePointer(page, middle);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await until(page, enlarged, [before, 1.1, 1.2]);
  await page.keyboard.up("Control");
  assert.deepEqual(await page.evaluate(() => [window.visualViewport.scale, window.devicePixelRatio]), [1, 1]);
  assert.equal((await state(page)).ply, report.ply, "no move was played");
  assert.deepEqual(page.problems, []);
});

test("a finger paints, and so does the accessible grid", async () => {
  const { page } = await openTitle({ options: { viewport: { width: 390, height: 844 }, hasTouch: true } });
  await tapButton(page, "New game");
  await tapButton(page, "Board editor");
  const { board, draft } = await until(page, (report) => report.screen === "editor" && report.board.area.cell > 1);
  await tapButton(page, "Paint: Red");
  await until(page, (now) => now.buttons.some(({ label, chosen }) => label === "Paint: Red" && chosen));
  await page.touchscreen.tap(...middleOf(board, "b2"));
  await until(page, (now) => now.draft[1][1] === "R");
  await page.locator('#board [data-square="c2"]').dispatchEvent("click");
  await until(page, (now) => now.draft[1].startsWith(".RR"));
  assert.equal(await page.locator('#board [data-square="c2"]').getAttribute("aria-label"), "c2, Red");
  await screenshot(page, "editor-phone");
  assert.notDeepEqual((await state(page)).draft, draft);
  assert.deepEqual(page.problems, []);
});

test("a dropped board is chosen, and a file that is not one is reported", async () => {
  const { page, report } = await openMatch();
  const played = await checkMove(page, report, legalSquares(report)[0], byPointer(page));
  const { record } = await settled(page);
  await dropFiles(page, [["wrong.txt", "name: Wrong\nplayers: black white\nboard:\n.WB\n.XB\n"]]);
  const told = await until(page, (now) => now.notice !== null);
  assert.match(told.notice, /“wrong\.txt” cannot be opened\. Line 5: Row 2, column 2 of the board: “X” is none of/);
  assert.deepEqual([told.screen, told.record], ["match", record], "the running match stays");
  assert.equal(await page.locator("#notice").textContent(), told.notice);
  await screenshot(page, "notice");
  await clickButton(page, "OK");
  await until(page, (now) => now.notice === null);

  await dropFiles(page, [["ring.txt", "name: Ring\nplayers: white ash\nboard:\n....\n.WA.\n.AW.\n....\n"]]);
  await until(page, (now) => now.screen === "new-game" && now.buttons.some(({ label, chosen }) => label === "Board: Ring" && chosen));
  assert.ok(played.record.length > report.record.length);
  // Escape closes the notice, if it is still shown, and then leaves. Two presses within one slow frame would count as one.
  if ((await state(page)).notice !== null) {
    await page.keyboard.press("Escape");
    await until(page, (now) => now.notice === null);
  }
  await page.keyboard.press("Escape");
  await clickButton(page, "Continue");
  await until(page, (now, before) => now.screen === "match" && now.record === before, record);
  assert.deepEqual(page.problems, []);
});

test("the browser's Back goes back through the screens, and from the title leaves the page", async () => {
  const { page } = await openTitle({
    prepare: (fresh) => fresh.goto("about:blank"),
  });
  const press = pressUnseen(page);
  await press("New game");
  await press("Board editor");
  await until(page, (report) => report.screen === "editor");
  for (const screen of ["new-game", "title"]) {
    await page.goBack();
    await until(page, (report, wanted) => report.screen === wanted, screen);
  }
  await page.waitForFunction(() => history.state !== "irogaeshi");
  await page.goBack();
  assert.equal(page.url(), "about:blank");
});

test("a link in the address opens its game", async () => {
  const links = readFileSync(new URL("../data/golden/links.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const { link, moves } = links.find(({ board }) => board === "classic-8");
  const played = (report) => /moves: (.*)/.exec(report.record)?.[1].replaceAll(" ", "");
  const server = await serve(PAGE);
  const page = await openPage(browser);
  open.push(server, page.context());
  await page.goto(`${server.url}#game=${link}`);
  const report = await until(page, (now) => now.screen === "match" && now.record);
  assert.equal(played(report), moves);
  assert.equal(new URL(page.url()).hash, "", "a reload resumes the match instead of opening the link again");

  const other = links.find(({ board }) => board === "classic-6");
  await page.evaluate((hash) => { location.hash = hash; }, `#game=${other.link}`);
  const next = await until(page, (now, before) => now.screen === "match" && now.record !== before, report.record);
  assert.equal(played(next), other.moves);
  assert.deepEqual(page.problems, []);
});

test("the game works under a path", async () => {
  const { page, report } = await openMatch({ base: "/games/irogaeshi/" });
  await checkMove(page, report, legalSquares(report)[0], byName(page));
  const answered = await settled(page);
  assert.equal(answered.counts.black + answered.counts.white, 6, "the worker has answered");
  assert.deepEqual(page.problems, []);
});

test("a gamepad operates menus and board, plays and undoes", async () => {
  const { page } = await openTitle({
    prepare: (fresh) => fresh.addInitScript(() => {
      const pad = {
        id: "Stub (STANDARD GAMEPAD Vendor: 045e Product: 028e)",
        index: 0,
        connected: true,
        mapping: "standard",
        timestamp: 0,
        axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })),
      };
      window.pad = pad;
      window.pads = [];
      navigator.getGamepads = () => window.pads;
    }),
  });
  /** Holds a button for two polls of the page, and releases it. */
  const press = async (button) => {
    for (const pressed of [true, false]) {
      await page.evaluate(([index, now]) => {
        window.pad.buttons[index] = { pressed: now, touched: now, value: Number(now) };
      }, [button, pressed]);
      await frames(page, 4);
    }
  };
  const [A, B, LEFT_SHOULDER, START, UP, DOWN, LEFT, RIGHT] = [0, 1, 4, 9, 12, 13, 14, 15];
  await page.evaluate(() => {
    window.pads = [window.pad];
    window.dispatchEvent(new Event("gamepadconnected"));
  });
  // Buttons held when a gamepad first appears are ignored, so this waits until it is known.
  await frames(page, 4);
  await press(START);
  await until(page, (report) => report.screen === "settings");
  await press(B);
  await until(page, (report) => report.screen === "title");
  // The title's first button, which starts a match, has the focus.
  await press(A);
  let report = await until(page, (now) => now.screen === "match" && now.phase === "waiting");
  await press(DOWN);
  report = await until(page, (now) => now.board.focus !== null);
  const focused = report.board.focus;
  await press(RIGHT);
  report = await until(page, (now, before) => now.board.focus !== before, focused);
  const [target] = legalSquares(report);
  const place = (square) => [square.charCodeAt(0) - 97, Number(square.slice(1))];
  for (let steps = 0; report.board.focus !== target && steps < 20; steps++) {
    const [[column, row], [wantedColumn, wantedRow]] = [place(report.board.focus), place(target)];
    await press(column < wantedColumn ? RIGHT : column > wantedColumn ? LEFT : row < wantedRow ? DOWN : UP);
    report = await until(page, (now, before) => now.board.focus !== before, report.board.focus);
  }
  assert.equal(report.board.focus, target);
  const before = report.record;
  await press(A);
  await until(page, (now, record) => now.record !== record, before);
  await settled(page);
  await press(LEFT_SHOULDER);
  await until(page, (now) => now.ply === 0);
  await screenshot(page, "gamepad");
  assert.deepEqual(page.problems, []);
});
