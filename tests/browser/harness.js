// Helpers of the browser tests: the browser, a served page that collects all its problems, and waiting. Every wait is for a
// condition with a timeout; nothing sleeps for a fixed time.
//
// Functions that read the game, wait for it and press its buttons work on a page and on a window (game_window.js).

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { handler, listen } from "../../web/server.mjs";
import { TIMEOUT, SCREENSHOTS } from "./environment.js";
import { GameWindow, timeoutMessage } from "./game_window.js";

/** Distance in pixels by which the focus ring exceeds a field. */
const RING = 6;

const BROWSER = {
  executablePath: process.env.IROGAESHI_CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  args: [
    "--no-sandbox",
    // WebGL 2 without a graphics card.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    // Prevents requests to any server but the test's own.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export const launch = (extraArguments = []) => chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...extraArguments] });

/** Size of most pages. Small, because without a graphics card a frame takes as long as its pixels need. */
export const VIEWPORT = { width: 640, height: 480 };

/** Size of a window in which all choices of the editor are visible at once. */
export const WIDE_VIEWPORT = { width: 1024, height: 640 };

/** Screen pixels for each CSS pixel, for browsers in which it is not 1. @type {WeakMap<object, number>} */
const scales = new WeakMap();

/**
 * Starts a browser on a screen with a higher resolution, like that of a phone. A scale that is only emulated for a page does
 * not change a canvas's resolution, since the browser then reports CSS pixels as the screen's.
 * @param {number} scale screen pixels for each CSS pixel
 */
export async function launchAtScale(scale) {
  const browser = await launch([`--force-device-scale-factor=${scale}`]);
  scales.set(browser, scale);
  return browser;
}

/**
 * Starts a browser with its settings and storage in a folder.
 * @param {string} folder
 * @param {import("playwright-core").BrowserContextOptions} [how]
 */
export const launchWith = (folder, how) => chromium.launchPersistentContext(folder, { ...BROWSER, serviceWorkers: "block", ...how });

/**
 * Serves a built page below the URL path `base`. Each response waits for the promise that `gate(path, response)` returns, if
 * any; if it resolves to "answered", `gate` has sent the response.
 * @param {string} folder
 * @param {{base?: string, gate?: (path: string, response: import("node:http").ServerResponse) => unknown}} [how]
 */
export async function serve(folder, { base = "/", gate = () => undefined } = {}) {
  if (!existsSync(join(folder, "index.html"))) {
    throw new Error(`${folder} has no built page: run web/build, or set IROGAESHI_PAGE to its folder`);
  }
  const answer = handler(folder, base);
  const { server, origin } = await listen(async (request, response) => {
    if ((await gate(request.url, response)) !== "answered") answer(request, response);
  });
  const sockets = [];
  server.on("connection", (socket) => sockets.push(socket));
  return {
    url: origin + base,
    /** Number of bytes sent so far, including headers. */
    bytesSent: () => sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Opens a page with its own storage. `page.problems` collects console errors, uncaught errors and failed requests. Service
 * workers are blocked unless a test needs them, since they would answer in place of the test's server.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [how]
 */
export async function openPage(browser, { viewport = VIEWPORT, serviceWorkers = "block", ...options } = {}) {
  if (options.deviceScaleFactor !== undefined) throw new Error("an emulated scale does not change the canvas's resolution: use launchAtScale");
  const context = await browser.newContext({ viewport, serviceWorkers, ...options, deviceScaleFactor: scales.get(browser) ?? 1 });
  return openTab(context);
}

/**
 * Opens another page in a context, with the same storage.
 * @param {import("playwright-core").BrowserContext} context
 */
export async function openTab(context) {
  context.setDefaultTimeout(TIMEOUT);
  const page = Object.assign(await context.newPage(), { problems: /** @type {string[]} */ ([]) });
  page.on("console", (message) => {
    if (message.type() === "error") page.problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    // winit leaves `main` this way while the game keeps running.
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
  return page instanceof GameWindow ? page.report : page.evaluate(() => window.irogaeshi.state);
}

/** Waits until the last report fulfils a condition (a function that runs in the page) and returns that report. */
export async function until(page, condition, argument) {
  if (page instanceof GameWindow) return page.until(condition, argument);
  // Created here, since the page's policy may forbid creating functions from text.
  const look = new Function("value", `const report = window.irogaeshi?.state; return report && (${condition})(report, value) ? report : null;`);
  try {
    const handle = await page.waitForFunction(look, argument);
    return await handle.jsonValue();
  } catch (error) {
    throw page.isClosed() ? error : new Error(timeoutMessage(condition, argument, await state(page)), { cause: error });
  }
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

/**
 * Types the name of a square quickly. Waiting for the effect of each key would take two frames, which on a slow computer is
 * longer than the game waits for the number: it would treat the letter as a shortcut.
 */
export const typeSquare = (page, square) => Promise.all(Array.from(square, (key) => page.keyboard.press(key)));

/** Waits for frames, as between a human's moving the mouse and pressing its button. */
export function frames(page, count) {
  return page.evaluate(async (left) => {
    for (; left > 0; left -= 1) await new Promise(requestAnimationFrame);
  }, count);
}

export const movePointer = (page, [x, y]) => (page instanceof GameWindow ? page.point(x, y) : page.mouse.move(x, y));

export async function clickAt(page, [x, y]) {
  if (page instanceof GameWindow) {
    await page.click(x, y);
    return;
  }
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
 * Waits for a button, a field or a slider with this label, scrolls it into view, and returns the centre of its area.
 * @param {"buttons" | "fields" | "sliders"} kind
 * @returns {Promise<[number, number]>}
 */
async function middleInSight(page, label, kind = "buttons") {
  const find = (report) => report[kind].find((control) => control.label === label);
  for (;;) {
    const report = await until(page, (now, [controls, wanted]) => now[controls].some((control) => control.label === wanted), [kind, label]);
    const { area, within } = find(report);
    const [x, y] = centre(area);
    const isAbove = within && y < within.top + 8;
    const isBelow = within && y > within.top + within.height - 8;
    if (!isAbove && !isBelow) {
      // While scrolling, its position differs from the last report.
      if (page instanceof GameWindow) await page.stillness();
      else await frames(page, 3);
      if (find(await state(page))?.area.top === area.top) return [x, y];
      continue;
    }
    if (page instanceof GameWindow) {
      await page.turnWheel(...centre(within), isAbove);
    } else {
      await page.mouse.move(...centre(within));
      await frames(page, 2);
      await page.mouse.wheel(0, isAbove ? -100 : 100);
    }
    const isMoved = (now, [controls, wanted, top]) => now[controls].find((control) => control.label === wanted)?.area.top !== top;
    await until(page, isMoved, [kind, label, area.top]);
  }
}

export const clickButton = async (page, label) => clickAt(page, await middleInSight(page, label));

/** Distances in pixels of a slider's rail: of its ends from the left and right edges, and of the rail from the lower edge. */
const RAIL = { inset: 21, rise: 14 };

/** Clicks a slider at a number, and waits until the number is chosen. */
async function slide(page, label, number) {
  await middleInSight(page, label, "sliders");
  const { area, least, most } = (await state(page)).sliders.find((slider) => slider.label === label);
  const share = (number - least) / (most - least);
  const x = area.left + RAIL.inset + (area.width - 2 * RAIL.inset) * share;
  await clickAt(page, [x, area.top + area.height - RAIL.rise]);
  const isChosen = (report, [wanted, value]) => report.sliders.some((slider) => slider.label === wanted && slider.value === value);
  await until(page, isChosen, [label, number]);
}

/** Presses a choice of the current screen or of the settings, and returns from the settings. */
export async function choose(page, label) {
  const isMotion = /^(Motion|Speed|Computer’s pause): /.test(label);
  const section = isMotion ? "Motion" : /^Disc colours: /.test(label) ? "Look" : null;
  if (section === null) return clickButton(page, label);
  const { screen } = page.report ?? (await state(page));
  await clickButton(page, "Settings");
  const { buttons } = await until(page, (report) => report.screen === "settings" && report.buttons.length > 0);
  // Without a list of sections, all choices are on one screen.
  if (buttons.some((button) => button.label === section)) await clickButton(page, section);
  const [, speed] = label.match(/^Speed: (\d+) %$/) ?? [];
  if (speed) await slide(page, "Speed", Number(speed));
  else await clickButton(page, label);
  await clickButton(page, "Back");
  await until(page, (report, [before]) => report.screen === before, [screen]);
}

/** Clicks into a text field of a window, waits for the focus ring, since earlier keys would go elsewhere, and types. */
export async function typeInto(window, label, text) {
  const middle = await middleInSight(window, label, "fields");
  const { left, top, width } = window.report.fields.find((field) => field.label === label).area;
  await window.untilChanged({ left, top: top - RING, width, height: RING }, () => clickAt(window, middle));
  // The ring may appear before the field accepts letters.
  await window.stillness();
  await window.type(text);
  await until(window, ({ fields }, [wanted, typed]) => fields.some((field) => field.label === wanted && field.text === typed), [label, text]);
}

export const tapButton = async (page, label) => page.touchscreen.tap(...(await middleInSight(page, label)));

/** Drops files on the page, each with a name and a text. */
export async function dropFiles(page, files) {
  const dataTransfer = await page.evaluateHandle((named) => {
    const transfer = new DataTransfer();
    for (const [name, text] of named) transfer.items.add(new File([text], name, { type: "text/plain" }));
    return transfer;
  }, files);
  for (const type of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("#irogaeshi", type, { dataTransfer });
}

/**
 * Shares something with the page at `url`, as other programs do with the installed page: by a form.
 * @param {{title?: string, text?: string, url?: string, files?: {name: string, mimeType: string, buffer: Buffer}[]}} shared
 */
export async function share(page, url, shared) {
  const { files = [], ...texts } = shared;
  await page.goto("about:blank");
  const fields = ["title", "text", "url"].map((name) => `<textarea name="${name}"></textarea>`).join("");
  await page.setContent(`<form method="post" enctype="multipart/form-data" action="${url}share">${fields}<input type="file" name="files" multiple></form>`);
  for (const [name, text] of Object.entries(texts)) await page.locator(`[name=${name}]`).fill(text);
  await page.locator("[name=files]").setInputFiles(files);
  await page.evaluate(() => document.forms[0].submit());
  await page.waitForURL(url);
}

export async function screenshot(page, name) {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** Init script that collects the workers created by the page, and those that are ready for the expected request. */
export const countWorkers = () => {
  const made = /** @type {Worker[]} */ ([]);
  const ready = /** @type {Worker[]} */ ([]);
  window.countedWorkers = { made, ready };
  window.Worker = class extends Worker {
    /** @param {string | URL} script */
    constructor(script) {
      super(script);
      made.push(this);
      this.addEventListener("message", ({ data }) => void (data.isReady && ready.push(this)));
    }
  };
};
