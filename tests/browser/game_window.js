// The real window on a virtual screen: starts it, drives it by pointer and keys, reads it, and kills it. Has the same
// interface as pages in the harness, so that one test can use both.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { TIMEOUT, program, SCREENSHOTS } from "./environment.js";

const run = promisify(execFile);

/** Interval between two looks at the picture, in milliseconds. */
const POLL_INTERVAL = 20;
/** Number of equal pictures in a row that count as still. Without a graphics card, a frame can take several intervals. */
const STILL_PICTURES = 20;

/** Error message of a timeout, with the game's last report. */
export function timeoutMessage(condition, argument, report) {
  const { board, buttons = [], ...shown } = report ?? {};
  const labels = buttons.map(({ label, disabled }) => (disabled ? `(${label})` : label));
  return `timed out waiting for ${condition} of ${JSON.stringify(argument)}, but ${JSON.stringify({ ...shown, area: board?.area, labels })}`;
}

/** Polls until a condition holds. */
async function watch(what, isTrue) {
  for (const begin = performance.now(); !isTrue(); ) {
    if (performance.now() - begin > TIMEOUT) throw new Error(`timed out waiting until ${what}`);
    await pause(POLL_INTERVAL);
  }
}

export class GameWindow {
  /** The last report of the game; null before the first. */
  report = /** @type {Report | null} */ (null);
  /** Callbacks for the next report. */
  #waiting = /** @type {Set<() => void>} */ (new Set());
  #folder = mkdtempSync(join(tmpdir(), "irogaeshi-screen-"));
  #display;
  #screen;
  #game;
  /** Resolve when the screen and the game have ended. */
  #gone;
  #ended;

  /**
   * Opens the window and waits for its first report.
   * @param {{home: string, size: [number, number], words?: string[]}} how the folder for its saved files, its size, and
   * further arguments of the command line
   */
  static async open({ home, size: [width, height], words = [] }) {
    const window = new GameWindow();
    // With `-terminate` the screen ends after its last window, even if the test is killed.
    const screen = ["-displayfd", "1", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp", "-nocursor", "-terminate"];
    window.#screen = spawn("Xvfb", [...screen, "-fbdir", window.#folder], { stdio: ["ignore", "pipe", "ignore"] });
    window.#gone = once(window.#screen, "exit");
    const [number] = await once(createInterface({ input: window.#screen.stdout }), "line");
    window.#display = { ...process.env, DISPLAY: `:${number}`, WAYLAND_DISPLAY: "" };
    // English, because the tests find buttons by their English labels.
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
    // Focuses the window, as a window manager would; this screen has none.
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
      const giveUp = () => end(reject, new Error(`${timeoutMessage(condition, argument, this.report)}\n${readFileSync(this.#log, "utf8")}`));
      const limit = setTimeout(giveUp, TIMEOUT);
      this.#waiting.add(look);
      look();
    });
  }

  point(x, y) {
    return this.#xdotool("mousemove", Math.round(x), Math.round(y));
  }

  /** Moves and clicks in one command, so that nothing is pending once the click has an effect. */
  click(x, y) {
    return this.#xdotool("mousemove", Math.round(x), Math.round(y), "click", 1);
  }

  /** Turns the wheel by one step. */
  turnWheel(x, y, isUp) {
    return this.#xdotool("mousemove", Math.round(x), Math.round(y), "click", isUp ? 4 : 5);
  }

  /** Types into the focused field. */
  type(text) {
    return this.#xdotool("type", "--delay", 40, text);
  }

  /**
   * Performs an action, and waits until a part of the picture has changed.
   * @param {Area} area
   * @param {() => Promise<unknown>} act
   */
  async untilChanged(area, act) {
    const before = this.#picture(area);
    await act();
    await watch("the picture changes", () => !this.#picture(area).equals(before));
  }

  /** Waits until the picture no longer changes. */
  async stillness() {
    let [before, still] = [this.#picture(), 0];
    await watch("the picture is still", () => {
      const now = this.#picture();
      still = now.equals(before) ? still + 1 : 0;
      before = now;
      return still > STILL_PICTURES;
    });
  }

  /** Kills the game, whatever it is doing. */
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

  /** Saves a picture as an X window dump, the format of the virtual screen. */
  screenshot(name) {
    if (!SCREENSHOTS) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    copyFileSync(this.#dump, join(SCREENSHOTS, `${name}.xwd`));
  }

  /** File with the game's error output. */
  get #log() {
    return join(this.#folder, "game.log");
  }

  /** File with the screen's picture. */
  get #dump() {
    return join(this.#folder, "Xvfb_screen0");
  }

  /**
   * Pixels of the screen or of a part of it, four bytes each. An X window dump begins with a header of big-endian 32-bit
   * words: the first is the header's length, the twentieth the number of colours of twelve bytes that follow it. Then come
   * rows of pixels.
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
