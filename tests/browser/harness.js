// What the browser tests share: the browser, a served page that notes everything that goes wrong on it, and waiting.
// Nothing here sleeps: every wait is for a condition, and the limits only say when to give up.

import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { handler, listen } from "../../web/server.mjs";

/**
 * In milliseconds: long, because a software renderer on a busy machine is slow; a passing test never waits that long. Whoever
 * writes a test that has to fail first has less.
 */
const PATIENCE = Number(process.env.IROGAESHI_PATIENCE ?? 120_000);
/** Folders in variables are meant from the root of the checkout, wherever the tests are started. */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const folderFrom = (text) => resolve(ROOT, text);
const SCREENSHOTS = process.env.IROGAESHI_SCREENSHOTS && folderFrom(process.env.IROGAESHI_SCREENSHOTS);

const BROWSER = {
  executablePath: process.env.IROGAESHI_CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  args: [
    "--no-sandbox",
    // WebGL 2 without a graphics card.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    // A test browser asks nobody but the test's own server.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export const launch = (extraArguments = []) => chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...extraArguments] });

/**
 * Starts a browser of its own whose settings and storage lie in a folder.
 * @param {string} folder
 * @param {import("playwright-core").BrowserContextOptions} [how]
 */
export const launchWith = (folder, how) => chromium.launchPersistentContext(folder, { ...BROWSER, ...how });

/**
 * Serves a built page below the URL path `base`. `gate(path)`, if given, may return a promise: the answer waits for it.
 * @param {string} folder
 * @param {{base?: string, gate?: (path: string, response: import("node:http").ServerResponse) => unknown}} [how]
 */
export async function serve(folder, { base = "/", gate = () => undefined } = {}) {
  if (!existsSync(join(folder, "index.html"))) {
    throw new Error(`${folder} holds no built page: run web/build, or name the folder in IROGAESHI_PAGE`);
  }
  const answer = handler(folder, base);
  const { server, origin } = await listen(async (request, response) => {
    if ((await gate(request.url, response)) !== "answered") answer(request, response);
  });
  const sockets = [];
  server.on("connection", (socket) => sockets.push(socket));
  return {
    url: origin + base,
    /** All bytes that went to the browser so far, headers included. */
    bytesSent: () => sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A fresh page; `page.problems` collects console errors, uncaught errors and failed requests.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [how]
 */
export async function openPage(browser, { viewport = { width: 1280, height: 800 }, ...options } = {}) {
  const context = await browser.newContext({ viewport, ...options });
  return openTab(context);
}

/**
 * One more page beside those that a context has: it shares their storage.
 * @param {import("playwright-core").BrowserContext} context
 */
export async function openTab(context) {
  context.setDefaultTimeout(PATIENCE);
  const page = Object.assign(await context.newPage(), { problems: /** @type {string[]} */ ([]) });
  page.on("console", (message) => {
    if (message.type() === "error") page.problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    // winit leaves `main` this way; the game runs on.
    if (!error.message.includes("Using exceptions for control flow")) page.problems.push(`uncaught: ${error.message}`);
  });
  page.on("requestfailed", (request) => page.problems.push(`request: ${request.url()}: ${request.failure()?.errorText}`));
  page.on("response", (response) => {
    if (response.status() >= 400) page.problems.push(`answer: ${response.url()}: ${response.status()}`);
  });
  return page;
}

/** The last report of the game, or null before the first. */
export function state(page) {
  return page.evaluate(() => window.irogaeshi.state);
}

/** Waits until the last report fulfils a condition (a function that runs in the page) and returns that report. */
export async function until(page, condition, argument) {
  const handle = await page.waitForFunction(
    ([text, value]) => {
      const report = window.irogaeshi?.state;
      return report && new Function("report", "value", `return (${text})(report, value)`)(report, value) ? report : null;
    },
    [condition.toString(), argument],
  );
  return handle.jsonValue();
}

/** Loads the page and waits until the game shows its title screen. */
export async function showTitle(page, url) {
  await page.goto(url);
  await until(page, (report) => report.screen === "title");
  await page.locator("#cover").waitFor({ state: "hidden" });
}

/** Waits until a human is to move, or the game is over. */
export const settled = (page) => until(page, (report) => report.phase === "waiting" || report.phase === "over");

/** The squares of a report where a disc can be placed. */
export const legalSquares = (report) => report.board.cells.filter((cell) => cell.legal).map((cell) => cell.square);

/** Waits for frames: what a human's hand does between moving the mouse and pressing its button. */
function frames(page, count) {
  return page.evaluate(async (left) => {
    for (; left > 0; left -= 1) await new Promise(requestAnimationFrame);
  }, count);
}

export async function clickAt(page, [x, y]) {
  await page.mouse.move(x, y);
  await frames(page, 2);
  await page.mouse.down();
  await frames(page, 1);
  await page.mouse.up();
}

/** @returns {[number, number]} */
export function centre({ left, top, width, height }) {
  return [left + width / 2, top + height / 2];
}

/**
 * The middle of a square on the canvas.
 * @returns {[number, number]}
 */
export function middleOf(board, square) {
  const column = square.charCodeAt(0) - "a".charCodeAt(0);
  const row = Number(square.slice(1)) - 1;
  const { left, top, cell } = board.area;
  return [left + (column + 0.5) * cell, top + (row + 0.5) * cell];
}

/**
 * Waits for a button with this label, scrolls to it as far as it takes, and returns the middle of its picture on the canvas.
 * @returns {Promise<[number, number]>}
 */
async function middleOfButton(page, label) {
  for (;;) {
    const report = await until(page, (now, wanted) => now.buttons.some((button) => button.label === wanted), label);
    const { area, within } = report.buttons.find((button) => button.label === label);
    const [x, y] = centre(area);
    const isAbove = within && y < within.top + 8;
    const isBelow = within && y > within.top + within.height - 8;
    if (!isAbove && !isBelow) {
      // What still scrolls is not where the last report told.
      await frames(page, 3);
      const now = (await state(page)).buttons.find((button) => button.label === label);
      if (now?.area.top === area.top) return [x, y];
      continue;
    }
    await page.mouse.move(...centre(within));
    await frames(page, 2);
    await page.mouse.wheel(0, isAbove ? -100 : 100);
    await until(page, (now, [wanted, before]) => now.buttons.find((button) => button.label === wanted)?.area.top !== before, [label, area.top]);
  }
}

export const clickButton = async (page, label) => clickAt(page, await middleOfButton(page, label));

export const tapButton = async (page, label) => page.touchscreen.tap(...(await middleOfButton(page, label)));

/** Drops files on the page, each a name and a text, as a hand does that comes from another window. */
export async function dropFiles(page, files) {
  const dataTransfer = await page.evaluateHandle((named) => {
    const transfer = new DataTransfer();
    for (const [name, text] of named) transfer.items.add(new File([text], name, { type: "text/plain" }));
    return transfer;
  }, files);
  for (const type of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("#irogaeshi", type, { dataTransfer });
}

export async function screenshot(page, name) {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
