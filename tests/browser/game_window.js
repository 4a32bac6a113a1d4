// The real window on a screen that nobody sees: started, driven by pointer and keys, watched, and killed. It reads and does
// what the harness reads and does on a page, so that one test can have both.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { PATIENCE, program, SCREENSHOTS } from "./environment.js";

const run = promisify(execFile);

/** How often a picture is looked at again, in milliseconds. */
const GLANCE = 20;
/** As many glances at the same picture are stillness: without a graphics card a frame can take as long as several. */
const STILL = 20;

/** What is said when a game never comes to fulfil a condition: what it shows instead. */
export function neverSo(condition, argument, report) {
  const { board, buttons = [], ...shown } = report ?? {};
  const labels = buttons.map(({ label, disabled }) => (disabled ? `(${label})` : label));
  return `never so: ${condition} of ${JSON.stringify(argument)}, but ${JSON.stringify({ ...shown, area: board?.area, labels })}`;
}

/** Looks from time to time until something is so. */
async function watch(what, isSo) {
  for (const begin = performance.now(); !isSo(); ) {
    if (performance.now() - begin > PATIENCE) throw new Error(`never so: ${what}`);
    await pause(GLANCE);
  }
}

export class GameWindow {
  /** The last report of the game; null before the first. */
  report = /** @type {Report | null} */ (null);
  /** What waits for a report. */
  #waiting = /** @type {Set<() => void>} */ (new Set());
  #folder = mkdtempSync(join(tmpdir(), "irogaeshi-screen-"));
  #display;
  #screen;
  #game;
  /** Resolve when the screen is gone, and when the game has ended. */
  #gone;
  #ended;

  /**
   * Opens the window and waits for its first report.
   * @param {{home: string, size: [number, number], words?: string[]}} how where it keeps what outlives it, and what the
   * command line asks for
   */
  static async open({ home, size: [width, height], words = [] }) {
    const window = new GameWindow();
    // Should the test be killed, the screen goes when the window goes.
    const screen = ["-displayfd", "1", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp", "-nocursor", "-terminate"];
    window.#screen = spawn("Xvfb", [...screen, "-fbdir", window.#folder], { stdio: ["ignore", "pipe", "ignore"] });
    window.#gone = once(window.#screen, "exit");
    const [number] = await once(createInterface({ input: window.#screen.stdout }), "line");
    window.#display = { ...process.env, DISPLAY: `:${number}`, WAYLAND_DISPLAY: "" };
    // The buttons are looked for by their English names.
    const env = { ...window.#display, LC_ALL: "C", WINIT_X11_SCALE_FACTOR: "1", XDG_DATA_HOME: home, HOME: home };
    const log = openSync(window.#log, "w");
    window.#game = spawn(program("irogaeshi"), ["--report", "--size", `${width}x${height}`, ...words], { env, stdio: ["ignore", "pipe", log] });
    closeSync(log);
    window.#ended = once(window.#game, "exit");
    createInterface({ input: window.#game.stdout }).on("line", (line) => {
      if (!line.startsWith("{")) return;
      window.report = JSON.parse(line);
      for (const look of window.#waiting) look();
    });
    await window.until(() => true);
    // As every window manager does with a new window; here is none.
    await window.#xdotool("search", "--sync", "--onlyvisible", "--name", "^Irogaeshi$", "windowfocus");
    return window;
  }

  /** Waits until a report fulfils a condition, and returns it. */
  until(condition, argument) {
    return new Promise((resolve, reject) => {
      const end = (settle, value) => {
        clearTimeout(limit);
        this.#waiting.delete(look);
        settle(value);
      };
      const look = () => {
        if (this.report && condition(this.report, argument)) end(resolve, this.report);
      };
      const giveUp = () => end(reject, new Error(`${neverSo(condition, argument, this.report)}\n${readFileSync(this.#log, "utf8")}`));
      const limit = setTimeout(giveUp, PATIENCE);
      this.#waiting.add(look);
      look();
    });
  }

  point(x, y) {
    return this.#xdotool("mousemove", Math.round(x), Math.round(y));
  }

  /** Clicks in one go, so that whoever sees what the click has done knows that all of it is over. */
  click(x, y) {
    return this.#xdotool("mousemove", Math.round(x), Math.round(y), "click", 1);
  }

  /** Turns the wheel by one click. */
  turnWheel(x, y, isUp) {
    return this.#xdotool("mousemove", Math.round(x), Math.round(y), "click", isUp ? 4 : 5);
  }

  /** Types into what has the focus. */
  type(text) {
    return this.#xdotool("type", "--delay", 40, text);
  }

  /**
   * Does something, and waits until a part of the picture is another one.
   * @param {Area} area
   * @param {() => Promise<unknown>} act
   */
  async untilChanged(area, act) {
    const before = this.#picture(area);
    await act();
    await watch("the picture changes", () => !this.#picture(area).equals(before));
  }

  /** Waits until nothing on the screen changes any more. */
  async stillness() {
    let [before, still] = [this.#picture(), 0];
    await watch("the picture stands still", () => {
      const now = this.#picture();
      still = now.equals(before) ? still + 1 : 0;
      before = now;
      return still > STILL;
    });
  }

  /** Ends the game in the midst of whatever it does. */
  async kill() {
    this.#game.kill("SIGKILL");
    await this.#ended;
  }

  async close() {
    await this.kill();
    this.#screen.kill();
    await this.#gone;
    rmSync(this.#folder, { recursive: true });
  }

  /** Keeps a picture as an X window dump, which is what the screen writes. */
  screenshot(name) {
    if (!SCREENSHOTS) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    copyFileSync(this.#dump, join(SCREENSHOTS, `${name}.xwd`));
  }

  /** Where the game complains. */
  get #log() {
    return join(this.#folder, "game.log");
  }

  /** Where the screen keeps its picture. */
  get #dump() {
    return join(this.#folder, "Xvfb_screen0");
  }

  /**
   * The pixels of the screen, or of a part of it, four bytes each. The screen keeps them as an X window dump: a header of
   * big-endian words, of which the first is its length and the twentieth counts colours of twelve bytes that follow it, and
   * then rows of pixels.
   * @param {Area} [area]
   */
  #picture(area) {
    const dump = readFileSync(this.#dump);
    const word = (index) => dump.readUInt32BE(index * 4);
    const [first, row] = [word(0) + word(19) * 12, word(12)];
    const { left, top, width, height } = area ?? { left: 0, top: 0, width: word(4), height: word(5) };
    const from = (y) => first + y * row + Math.round(left) * 4;
    const rows = Array.from({ length: Math.round(height) }, (_, index) => from(Math.round(top) + index));
    return Buffer.concat(rows.map((start) => dump.subarray(start, start + Math.round(width) * 4)));
  }

  #xdotool(...words) {
    return run("xdotool", words.map(String), { env: this.#display });
  }
}
