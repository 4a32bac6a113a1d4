// Drives Firefox through Marionette and WebKitGTK through WebDriver, which have the same commands. Each browser has its own
// virtual display and its own profile.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { TIMEOUT } from "./environment.js";
import { timeoutMessage } from "./game_window.js";

/** Interval between two looks at the page, in milliseconds. */
const POLL_INTERVAL = 50;
const SIZE = [700, 560];
const LIBRARIES = "/usr/lib";

/** Starts a virtual display; `close` ends it. */
async function startDisplay() {
  const words = ["-displayfd", "1", "-screen", "0", `${SIZE.join("x")}x24`, "-nolisten", "tcp"];
  const screen = spawn("Xvfb", words, { stdio: ["ignore", "pipe", "ignore"] });
  const gone = once(screen, "exit");
  const [number] = await once(createInterface({ input: screen.stdout }), "line");
  return {
    env: { ...process.env, DISPLAY: `:${number}`, WAYLAND_DISPLAY: "", LIBGL_ALWAYS_SOFTWARE: "1", LC_ALL: "C.UTF-8" },
    async close() {
      screen.kill();
      await gone;
    },
  };
}

/**
 * Polls until something is found.
 * @template T
 * @param {string} what
 * @param {() => Promise<T | null | undefined> | T | null | undefined} look
 * @returns {Promise<T>}
 */
async function wait(what, look) {
  for (const begin = performance.now(); ; await pause(POLL_INTERVAL)) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (performance.now() - begin > TIMEOUT) throw new Error(`timed out waiting until ${what}`);
  }
}

/** Ends a program, and waits until it has ended. @param {import("node:child_process").ChildProcess} program */
async function end(program) {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = once(program, "exit");
  program.kill();
  const limit = setTimeout(() => program.kill("SIGKILL"), 10_000);
  await gone;
  clearTimeout(limit);
}

/** Commands, with their names in Marionette and their paths in WebDriver. */
const COMMANDS = {
  navigate: { name: "WebDriver:Navigate", path: "url" },
  evaluate: { name: "WebDriver:ExecuteScript", path: "execute/sync" },
  act: { name: "WebDriver:PerformActions", path: "actions" },
  refresh: { name: "WebDriver:Refresh", path: "refresh" },
};

/** The name of the Firefox program, which on Debian is the release with extended support. */
function firefox() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = ["firefox-esr", "firefox"].find((name) => folders.some((folder) => existsSync(join(folder, name))));
  if (found === undefined) throw new Error("Firefox is missing: scripts/system-packages browser installs it");
  return found;
}

/** Starts Firefox with its preferences in a profile, into which Marionette writes its port. */
async function startFirefox() {
  const display = await startDisplay();
  const profile = mkdtempSync(join(tmpdir(), "irogaeshi-firefox-"));
  const preferences = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": false,
    "browser.startup.page": 0,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": false,
    "app.normandy.enabled": false,
    "app.update.enabled": false,
    "extensions.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "toolkit.telemetry.reportingpolicy.firstRun": false,
    // Without a graphics card.
    "webgl.force-enabled": true,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const words = ["--marionette", "--no-remote", "--profile", profile, "--width", `${SIZE[0]}`, "--height", `${SIZE[1]}`, "about:blank"];
  const program = spawn(firefox(), words, { env: { ...display.env, HOME: profile }, stdio: "ignore" });
  const file = join(profile, "MarionetteActivePort");
  const port = await wait("Firefox listens", () => {
    if (program.exitCode !== null) throw new Error(`Firefox has ended with ${program.exitCode}`);
    return existsSync(file) ? Number(readFileSync(file, "utf8")) || null : null;
  });
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  /** Pending answers by request number. @type {Map<number, (answer: [unknown, unknown]) => void>} */
  const open = new Map();
  let received = Buffer.alloc(0);
  socket.on("data", (piece) => {
    received = Buffer.concat([received, piece]);
    for (;;) {
      // Each message has its length, a colon, and JSON. The first is a greeting.
      const colon = received.indexOf(":");
      const length = Number(received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString());
      received = received.subarray(colon + 1 + length);
      if (Array.isArray(message)) open.get(message[1])?.([message[2], message[3]]);
    }
  });
  let number = 0;
  const send = async (/** @type {string} */ name, parameters = {}) => {
    number += 1;
    const json = JSON.stringify([0, number, name, parameters]);
    const answer = new Promise((resolve) => open.set(number, resolve));
    socket.write(`${Buffer.byteLength(json)}:${json}`);
    const [error, result] = await answer;
    if (error) throw new Error(`${name}: ${error.error}: ${error.message}`);
    return result;
  };
  await send("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
  return {
    async ask(what, parameters) {
      const result = await send(COMMANDS[what].name, parameters);
      return result?.value ?? null;
    },
    async close() {
      socket.destroy();
      await end(program);
      await display.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The path of the small browser in WebKitGTK's library, which on Debian is below a folder for the machine's architecture. */
function miniBrowser() {
  const folders = readdirSync(LIBRARIES).flatMap((folder) => ["4.1", "6.0"].map((version) => join(LIBRARIES, folder, `webkit2gtk-${version}`, "MiniBrowser")));
  const found = folders.find((path) => existsSync(path));
  if (found === undefined) throw new Error("MiniBrowser is missing: scripts/system-packages browser installs it");
  return found;
}

/** Starts WebKitGTK's driver, which starts the browser and answers over HTTP. */
async function startWebKit() {
  const display = await startDisplay();
  const home = mkdtempSync(join(tmpdir(), "irogaeshi-webkit-"));
  // The driver cannot choose a port itself, so this finds a free one.
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, "close");
  const env = { ...display.env, HOME: home, XDG_DATA_HOME: join(home, "data"), XDG_CACHE_HOME: join(home, "cache") };
  const program = spawn("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], { env, stdio: "ignore" });
  const request = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await wait("the driver of WebKit listens", () => request("GET", "status").catch(() => null));
  const options = { binary: miniBrowser(), args: ["--automation", `--geometry=${SIZE.join("x")}`] };
  const { sessionId } = await request("POST", "session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  });
  return {
    ask: (what, parameters = {}) => request("POST", `session/${sessionId}/${COMMANDS[what].path}`, parameters),
    async close() {
      await request("DELETE", `session/${sessionId}`).catch(() => {});
      await end(program);
      await display.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A page in one of these browsers, with the harness's interface for pages of Chromium. */
export class DrivenPage {
  #browser;

  constructor(browser) {
    this.#browser = browser;
  }

  /** @param {"firefox" | "webkit"} which */
  static async open(which) {
    return new DrivenPage(await (which === "firefox" ? startFirefox() : startWebKit()));
  }

  goto(url) {
    return this.#browser.ask("navigate", { url });
  }

  reload() {
    return this.#browser.ask("refresh");
  }

  /** Runs a function in the page. */
  evaluate(run, ...args) {
    return this.#browser.ask("evaluate", { script: `return (${run})(...arguments);`, args });
  }

  /** Waits until the last report fulfils a condition (a function that runs in the page) and returns that report. */
  async until(condition, argument) {
    const look = `const report = window.irogaeshi?.state; return report && (${condition})(report, arguments[0]) ? JSON.stringify(report) : null;`;
    try {
      // While the page loads, no script can run.
      const ask = () => this.#browser.ask("evaluate", { script: look, args: [argument ?? null] }).catch(() => null);
      return JSON.parse(await wait(String(condition), ask));
    } catch (error) {
      const cover = await this.evaluate(() => document.getElementById("card")?.innerText).catch(String);
      const report = await this.evaluate(() => window.irogaeshi?.state ?? null).catch(() => null);
      throw new Error(`${timeoutMessage(condition, argument, report)}\n${cover}`, { cause: error });
    }
  }

  /** Clicks at a point of the page. */
  click([x, y]) {
    const at = { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) };
    const press = [at, { type: "pause", duration: 30 }, { type: "pointerDown", button: 0 }, { type: "pause", duration: 30 }, { type: "pointerUp", button: 0 }];
    return this.#browser.ask("act", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: press }] });
  }

  /** Presses a key, given as a letter or a WebDriver key code. */
  press(key) {
    const actions = [{ type: "keyDown", value: key }, { type: "keyUp", value: key }];
    return this.#browser.ask("act", { actions: [{ type: "key", id: "keys", actions }] });
  }

  /** Waits for a button with this label, and presses it in the mirror, as a screen reader does. */
  async clickButton(label) {
    const find = (report, wanted) => report.buttons.some((button) => button.label === wanted && !button.disabled);
    await this.until(find, label);
    await this.evaluate((wanted) => {
      for (const button of document.querySelectorAll("#buttons button")) {
        if (button.textContent === wanted) return /** @type {HTMLElement} */ (button).click();
      }
      throw new Error(`the mirror has no button ${wanted}`);
    }, label);
  }

  close() {
    return this.#browser.close();
  }
}
