// Tests of online matches between pages and windows on the real server, by pointer. IROGAESHI_PAGE names the built folder
// (default: dist/web), IROGAESHI_PROGRAMS that of the window and the server (default: target/debug), IROGAESHI_SCREENSHOTS a
// folder for pictures.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { GameWindow } from "./game_window.js";
import { clickAt, clickButton, dropFiles, launch, legalSquares, middleOf, openPage, movePointer, screenshot, showTitle, state, typeInto, until } from "./harness.js";
import { startServer } from "./room_server.js";

/** A short game for five players: everyone has legal moves, and it ends after some twenty moves. */
const SMALL_FIVE = `name: Small five
players: black white ash cyan yamabuki
turns: black white ash cyan yamabuki
board:
.....
.BWA.
.YGC.
.CAB.
.WY..
.....
`;

/** Interval between two small movements of the pointer, in milliseconds. */
const JITTER_INTERVAL = 200;

let browser;
const open = [];

before(async () => {
  browser = await launch();
});

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

after(() => browser?.close());

async function openServer() {
  const server = await startServer();
  open.push(server);
  return server;
}

/** Opens the page with its own storage, and waits for its title screen. */
async function openTitle(server, [width, height]) {
  const page = await openPage(browser, { viewport: { width, height } });
  open.push(page.context());
  await showTitle(page, server.url);
  return page;
}

async function openWindow(how) {
  const window = await GameWindow.open(how);
  open.push(window);
  return window;
}

const shows = (game, screen) => until(game, (report, wanted) => report.screen === wanted, screen);
const hasButton = (game, label) => until(game, ({ buttons }, wanted) => buttons.some((button) => button.label === wanted), label);
const isChosen = (game, label) => until(game, ({ buttons }, wanted) => buttons.some((button) => button.label === wanted && button.chosen), label);

/** The code of a page's room, from its address. */
async function roomOf(page) {
  await page.waitForURL(/#\/room\/\w+$/);
  return page.url().split("/").at(-1);
}

/** Waits until at least `ply` moves are played, no disc is moving, and one of `players` is to move or the match is over. */
const isTurn = (game, ply, players) => until(game, (report, [wanted, humans]) => {
  const isReached = report.ply !== null && report.ply >= wanted && report.board?.area.cell > 1;
  return isReached && (report.phase === "over" || (report.phase !== "flipping" && humans.includes(report.to_move)));
}, [ply, players]);

/**
 * Points at a square until the game has noticed. Events of the room can move the board meanwhile, so the pointer follows
 * the square, and moves a little each time, as a hand does.
 */
async function pointAt(game, square) {
  let isSeen = false;
  const seen = until(game, (report, wanted) => report.board.focus === wanted, square).finally(() => {
    isSeen = true;
  });
  for (let aside = 0; !isSeen; aside = 1 - aside) {
    const [x, y] = middleOf((await state(game)).board, square);
    await movePointer(game, [x + aside, y]);
    await Promise.race([seen, pause(JITTER_INTERVAL)]);
  }
  return seen;
}

/** Plays the first legal move by pointer. Returns the number of moves after it. */
async function play(game) {
  const { board, ply } = await until(game, ({ phase }) => phase === "waiting");
  const [square] = legalSquares({ board });
  const pointed = await pointAt(game, square);
  await clickAt(game, middleOf(pointed.board, square));
  const now = await until(game, (report, before) => report.ply > before, ply);
  assert.equal(movesOf(now)[ply], square);
  return ply + 1;
}

/**
 * Plays to the end by pointer, and checks that every player sees every move. Returns the last reports.
 * @param {Record<string, any>} seats pages or windows by player; null while one is closed
 * @param {(toMove: string | null, ply: number) => Promise<boolean> | boolean} [between] called between moves; returns true
 * if it has closed or opened one
 */
async function playToEnd(seats, between = () => false) {
  for (let ply = 0; ; ) {
    const here = Object.values(seats).filter((game) => game !== null);
    const reports = await Promise.all(here.map((game) => isTurn(game, ply, Object.keys(seats))));
    const [{ phase, to_move, ply: played }] = reports;
    if (await between(to_move, played)) continue;
    if (phase === "over") return reports;
    ply = await play(seats[to_move]);
  }
}

const movesOf = ({ record }) => /^moves:(.*)$/m.exec(record)[1].trim().split(" ").filter(Boolean);

test("two browsers meet by “Play somebody”, finish a match and a rematch, with a reload in between", async () => {
  const server = await openServer();
  const pages = [await openTitle(server, [640, 480]), await openTitle(server, [390, 700])];
  for (const page of pages) {
    await clickButton(page, "Online");
    await shows(page, "lobby");
    await clickButton(page, "Change the board and the clock");
    await clickButton(page, "Board: Classic 4 × 4");
    await isChosen(page, "Board: Classic 4 × 4");
    await clickButton(page, "Back");
    await clickButton(page, "Play somebody");
    await until(page, ({ screen }) => screen === "room" || screen === "match");
  }
  const room = await roomOf(pages[0]);
  for (const page of pages) await shows(page, "match");
  assert.equal(await roomOf(pages[1]), room);

  const first = await Promise.all(pages.map((page) => isTurn(page, 0, ["black"])));
  const [black, white] = first[0].phase === "waiting" ? pages : pages.toReversed();
  let isLoadedAgain = false;
  const reports = await playToEnd({ black, white }, async (toMove, ply) => {
    if (isLoadedAgain || toMove !== "white" || ply < 5) return false;
    isLoadedAgain = true;
    await white.reload();
    return true;
  });
  assert.equal(reports[0].record, reports[1].record);
  const served = await server.record(room);
  assert.deepEqual(served.moves.split(" "), movesOf(reports[0]));
  for (const page of pages) await hasButton(page, "Review");
  await screenshot(pages[0], "online-over");
  await screenshot(pages[1], "online-over-phone");
  for (const page of pages) await clickButton(page, "Rematch");
  for (const page of pages) await until(page, ({ ply }) => ply === 0);
  // The rematch swaps the seats.
  await Promise.all(pages.map((page) => isTurn(page, 0, ["black"])));
  assert.equal((await state(white)).phase, "waiting");
  for (const page of pages) assert.deepEqual(page.problems, []);
});

test("two windows and a page finish a match of five, and a killed window returns to its seat", {
  skip: process.platform !== "linux" && "windows need Xvfb and xdotool",
}, async () => {
  const server = await openServer();
  const home = mkdtempSync(join(tmpdir(), "irogaeshi-home-"));
  open.push({ close: () => rmSync(home, { recursive: true }) });

  // The page creates the room.
  const page = await openTitle(server, [640, 480]);
  await dropFiles(page, [["small-five.txt", SMALL_FIVE]]);
  await isChosen(page, "Board: Small five");
  await clickButton(page, "Back");
  await clickButton(page, "Online");
  await clickButton(page, "Make a room");
  await isChosen(page, "Board: Small five");
  await clickButton(page, "Make the room");
  const room = await roomOf(page);
  await screenshot(page, "online-room");

  // Both windows use the same folder, and each is a separate player.
  const size = /** @type {[number, number]} */ ([800, 600]);
  const link = `${server.url}#/room/${room}`;
  const white = await openWindow({ home, size, words: ["--join", link] });
  const ash = await openWindow({ home, size });
  await shows(ash, "title");
  await clickButton(ash, "Online");
  await shows(ash, "lobby");
  await typeInto(ash, "Code or link", link);
  await clickButton(ash, "Join the room");
  await clickButton(white, "Sit down as White");
  await clickButton(ash, "Sit down as Ash");
  for (const player of ["White", "Ash"]) await hasButton(page, `Remove ${player}`);
  await clickButton(page, "Fill with CPU players");
  for (const game of [page, white, ash]) await clickButton(game, "Ready");
  for (const game of [page, white, ash]) await shows(game, "match");
  white.screenshot("online-five");

  // The others play on without the killed window until it is its turn.
  const seats = { black: page, white, ash };
  const reports = await playToEnd(seats, async (toMove, ply) => {
    if (seats.ash === ash && toMove === "black" && ply >= 5) {
      await ash.kill();
      seats.ash = null;
      // This button appears beside the board and moves it, so the test waits for it.
      for (const game of [page, white]) await hasButton(game, "Let a CPU player play on as Ash");
      return true;
    }
    if (seats.ash !== null || toMove === "black" || toMove === "white") return false;
    seats.ash = await openWindow({ home, size });
    return true;
  });
  assert.equal(reports.length, 3);
  seats.ash.screenshot("online-five-over");
  const served = await server.record(room);
  for (const { record } of reports) assert.equal(record, reports[0].record);
  assert.deepEqual(served.moves.split(" "), movesOf(reports[0]));
  assert.deepEqual(page.problems, []);
});
