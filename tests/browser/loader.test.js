// Tests of the loader, its messages, the mirror and the workers, with a stand-in for the game (fixtures/).

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { assembleFake, WASM_BYTES } from "./fake_page.js";
import { countWorkers, dropFiles, launch, openPage, screenshot, serve, state, until } from "./harness.js";

let work;
let folder;
let browser;
let build;
const open = [];

before(async () => {
  work = mkdtempSync(join(tmpdir(), "irogaeshi-loader-"));
  folder = join(work, "page");
  build = await assembleFake(join(work, "parts"), folder);
  browser = await launch();
});

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

after(async () => {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
});

/** @param {{options?: object, base?: string, gate?: (path: string, response) => unknown}} [how] */
async function start({ options, ...serving } = {}) {
  const server = await serve(folder, serving);
  const page = await openPage(browser, options);
  open.push(server, page.context());
  return { server, page };
}

async function startMatch() {
  const { server, page } = await start();
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await page.evaluate(() => window.fakeGame.report(window.fakeGame.match()));
  await until(page, (report) => report.screen === "match");
  return page;
}

const calls = (page) => page.evaluate(() => window.fakeGame.calls);
const focusedSquare = (page) => page.evaluate(() => document.activeElement.getAttribute("data-square"));

test("the page is light if the system is, unless the game's settings differ", async () => {
  const { server, page } = await start({ options: { colorScheme: "light" } });
  const seen = () => page.evaluate(() => ({
    appearance: document.documentElement.getAttribute("data-appearance"),
    background: getComputedStyle(document.body).backgroundColor,
    frame: document.querySelector("meta[name=theme-color]").getAttribute("content"),
  }));
  const light = { appearance: "light", background: "rgb(230, 226, 217)", frame: "#e6e2d9" };
  const dark = { appearance: "dark", background: "rgb(21, 23, 28)", frame: "#15171c" };
  await page.goto(server.url);
  assert.deepEqual(await seen(), light);
  for (const { appearance, expected } of [
    { appearance: "dark", expected: dark },
    { appearance: "light", expected: light },
    { appearance: "system", expected: light },
  ]) {
    await page.evaluate((chosen) => {
      localStorage.setItem("irogaeshi.settings", JSON.stringify({ appearance: chosen }));
    }, appearance);
    await page.reload();
    assert.deepEqual(await seen(), expected, appearance);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  assert.deepEqual(await seen(), dark);
});

test("the bar rises with the bytes that arrived, and the cover goes with the first report", async () => {
  // Sends the program in pieces, and waits for the bar after each.
  let sent = null;
  const connected = new Promise((resolve) => {
    sent = resolve;
  });
  const { server, page } = await start({
    gate(path, response) {
      if (!path.endsWith(build.wasm)) return undefined;
      response.writeHead(200, { "Content-Type": "application/wasm" });
      sent(response);
      return "answered";
    },
  });
  await page.goto(server.url);
  const response = await connected;
  const program = readFileSync(join(folder, build.wasm));
  const bar = page.locator("#progress");
  const values = [];
  for (let piece = 0; piece < 3; piece += 1) {
    response.write(program.subarray((piece * WASM_BYTES) / 4, ((piece + 1) * WASM_BYTES) / 4));
    await page.waitForFunction((share) => document.querySelector("progress").value >= share, (piece + 0.99) / 4);
    values.push(Number(await bar.getAttribute("value")));
    assert.match(await page.locator("#loading-text").textContent(), /^Loading, \d+%$/);
  }
  await screenshot(page, "loading");
  assert.deepEqual(values, [0.25, 0.5, 0.75]);
  assert.equal(await page.locator("#mirror").isVisible(), false);
  response.end(program.subarray((3 * WASM_BYTES) / 4));
  await until(page, (report) => report.screen === "title");
  await page.locator("#cover").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "irogaeshi", "the game has the keyboard focus");
  assert.deepEqual(page.problems, []);
});

test("the page uses the chosen language, otherwise the browser's, and then the game's", async () => {
  const { server, page } = await start({
    options: { locale: "ja-JP" },
    // The game never loads, so that all texts are the page's own.
    gate: (path) => (path.endsWith(build.wasm) ? "answered" : undefined),
  });
  const shown = () => page.evaluate(() => ({
    language: document.documentElement.lang,
    title: document.title,
    picture: document.getElementById("irogaeshi").getAttribute("aria-label"),
    loading: document.getElementById("loading-text").textContent,
  }));
  await page.goto(server.url);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "runs");
  const japanese = await shown();
  assert.equal(japanese.language, "ja");
  for (const words of [japanese.title, japanese.picture, japanese.loading]) assert.match(words, /[ぁ-んァ-ヶ]/);
  await page.evaluate(() => {
    localStorage.setItem("irogaeshi.settings", JSON.stringify({ format: 1, language: "en" }));
    // After an automatic reload, a failure is shown.
    sessionStorage.setItem("irogaeshi.restart", "{}");
  });
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.loader === "runs");
  const { picture, ...english } = await shown();
  assert.match(picture, /^Picture of the game/);
  assert.deepEqual(english, { language: "en", title: "Irogaeshi: reversi", loading: "Loading, 0%" });
  await page.evaluate(() => window.irogaeshi.panic("no more"));
  assert.equal(await page.locator("#trouble-title").textContent(), "The game stopped");
});

test("the page follows the language of the game's reports", async () => {
  const page = await startMatch();
  await page.evaluate(() => window.fakeGame.report({ ...window.fakeGame.match(), language: "ja" }));
  await until(page, (report) => report.language === "ja");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
  await page.waitForFunction(() => /[ァ-ヶ]/.test(document.title));
  await page.evaluate(() => window.fakeGame.panic("no more"));
  await page.locator("#trouble-title").waitFor();
  assert.match(await page.locator("#trouble-title").textContent(), /[ぁ-んァ-ヶ]/);
});

test("the Japanese font is fetched only when the game needs it", async () => {
  const { server, page } = await start();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  const isAsked = () => asked.some((url) => url.endsWith(build.font));
  assert.equal(isAsked(), false);
  assert.equal(await page.evaluate(() => window.irogaeshi.font()), undefined);
  await page.evaluate(() => Promise.all([window.irogaeshi.wantFont(), window.irogaeshi.wantFont()]));
  const size = readFileSync(join(folder, build.font)).length;
  assert.deepEqual((await calls(page)).filter(([name]) => name === "bring_font")[0], ["bring_font", size]);
  assert.equal(asked.filter((url) => url.endsWith(build.font)).length, 1, "once for all texts");
});

test("a Japanese page has its font before the game starts, or starts without if it is unavailable", async () => {
  const { server, page } = await start({ options: { locale: "ja-JP" } });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  const size = readFileSync(join(folder, build.font)).length;
  assert.equal(await page.evaluate(() => window.fakeGame.fontAtStart), size);
  await page.route(`**/${build.font}`, (route) => route.abort());
  await page.reload();
  await until(page, (report) => report.screen === "title");
  assert.equal(await page.evaluate(() => window.fakeGame.fontAtStart), null);
  await page.evaluate(() => window.irogaeshi.wantFont());
  assert.deepEqual((await calls(page)).at(-1), ["miss_font"]);
  await page.unroute(`**/${build.font}`);
  await page.evaluate(() => window.irogaeshi.wantFont());
  assert.deepEqual((await calls(page)).at(-1), ["bring_font", size], "the next text requests it again");
});

test("characters that no font covers reach the game as a font traced from the browser's drawing", async () => {
  const { server, page } = await start();
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  // Letters with and without a hole, a combining mark, a blank, and a character beyond U+FFFF.
  const characters = "Жβ\u0301\u2003\u{1d6fd}";
  await page.evaluate((wanted) => window.irogaeshi.wantCharacters(wanted), characters);
  await page.waitForFunction(() => window.fakeGame.calls.some(([name]) => name === "bring_drawn_font"));
  const seen = await page.evaluate(async () => {
    const [, bytes, told] = window.fakeGame.calls.find(([name]) => name === "bring_drawn_font");
    // The browser validates the font, like any web font.
    const font = new FontFace("drawn", new Uint8Array(bytes).buffer);
    document.fonts.add(await font.load());
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const [width, height] = [400, 400];
    Object.assign(context.canvas, { width, height });
    const drawing = (family, text) => {
      context.font = `500 200px ${family}`;
      context.clearRect(0, 0, width, height);
      context.fillText(text, 60, 240);
      const { data } = context.getImageData(0, 0, width, height);
      return { advance: context.measureText(text).width, inside: Array.from({ length: width * height }, (_, at) => data[4 * at + 3] > 127) };
    };
    const compared = Array.from(told, (character) => {
      const text = character === "\u0301" ? `\u00a0${character}` : character;
      const [drawn, given] = [drawing("drawn, system-ui, sans-serif", text), drawing("system-ui, sans-serif", text)];
      const count = (isCounted) => given.inside.filter((inside, at) => isCounted(inside, drawn.inside[at])).length;
      return {
        character,
        ink: count((one) => one),
        wrong: count((one, other) => one !== other),
        wider: Math.abs(drawn.advance - given.advance),
      };
    });
    return { told, compared };
  });
  assert.equal(seen.told, characters);
  for (const { character, ink, wrong, wider } of seen.compared) {
    assert.ok(character === "\u2003" ? ink === 0 : ink > 100, `${character} has ${ink} pixels`);
    assert.ok(wrong <= ink * 0.03, `${character}: ${wrong} of ${ink} pixels are wrong`);
    assert.ok(wider < 0.5, `${character} is ${wider} pixels too wide or too narrow`);
  }

  // Each font has its own name.
  await page.evaluate(() => window.irogaeshi.wantCharacters("Я"));
  await page.waitForFunction(() => window.fakeGame.calls.filter(([name]) => name === "bring_drawn_font").length === 2);
  const families = (await calls(page)).filter(([name]) => name === "bring_drawn_font")
    .map(([, bytes]) => Buffer.from(bytes.filter((byte) => byte > 0)).toString("latin1").match(/Irogaeshi Drawn \d/)?.[0]);
  assert.deepEqual(families, ["Irogaeshi Drawn 1", "Irogaeshi Drawn 2"]);
});

test("every file is named by its content, sent compressed, and cached by the browser", async () => {
  const names = readdirSync(folder);
  for (const name of names.filter((file) => /\.(js|css|wasm|png|otf|otc)$/.test(file) && file !== build.service)) assert.match(name, /-[0-9a-f]{12}\./);
  const { server, page } = await start();
  const answers = new Map();
  page.on("response", (response) => answers.set(response.url().slice(server.url.length), response.headers()));
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  assert.equal(answers.get(build.wasm)["content-type"], "application/wasm");
  assert.equal(answers.get(build.wasm)["content-encoding"], "br");
  assert.match(answers.get(build.wasm)["cache-control"], /immutable/);
  assert.equal(answers.get("")["cache-control"], "no-cache");
});

test("the page works under any path", async () => {
  const { server, page } = await start({ base: "/some/where/" });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await startWorker(page);
  await ask(page, "1");
  assert.deepEqual(await answers(page, 1), ["answer to 1"]);
  assert.deepEqual(page.problems, []);
});

test("a failed download is reported, and Retry loads the game", async () => {
  const { server, page } = await start();
  await page.route(`**/${build.wasm}`, (route) => route.abort());
  await page.goto(server.url);
  await page.getByRole("alert").getByText("The download did not finish").waitFor();
  await screenshot(page, "download-failed");
  await page.unroute(`**/${build.wasm}`);
  await page.getByRole("button", { name: "Retry" }).click();
  await until(page, (report) => report.screen === "title");
  await page.locator("#cover").waitFor({ state: "hidden" });
});

test("a script that could not be loaded can be retried too", async () => {
  const { server, page } = await start();
  await page.route(`**/${build.game}`, (route) => route.abort());
  await page.goto(server.url);
  await page.getByRole("alert").getByText("The download did not finish").waitFor();
  await page.unroute(`**/${build.game}`);
  await page.getByRole("button", { name: "Retry" }).click();
  await until(page, (report) => report.screen === "title");
});

const pageFile = (/** @type {string} */ name) => readdirSync(folder).find((file) => file.startsWith(name) && file.endsWith(".js"));

for (const name of ["loader-", "mirror-", "files-", "workers-"]) {
  test(`a missing script ${name}*.js is reported, and the page can be reloaded`, async () => {
    const { server, page } = await start();
    const script = pageFile(name);
    await page.route(`**/${script}`, (route) => route.fulfill({ status: 503 }));
    await page.goto(server.url);
    await page.getByRole("alert").getByText("The download did not finish").waitFor();
    assert.equal(await page.locator("#loading").isVisible(), false, "nothing claims to be loading");
    await page.unroute(`**/${script}`);
    await page.getByRole("button", { name: "Retry" }).click();
    await until(page, (report) => report.screen === "title");
  });
}

test("a missing style sheet is reported", async () => {
  const { server, page } = await start();
  await page.route("**/style-*.css", (route) => route.abort());
  await page.goto(server.url);
  await page.getByRole("alert").getByText("The download did not finish").waitFor();
});

for (const name of ["loader-", "mirror-", "irogaeshi-"]) {
  test(`a damaged script ${name}*.js is not mistaken for an old browser`, async () => {
    const { server, page } = await start();
    const script = name === "irogaeshi-" ? build.game : pageFile(name);
    await page.route(`**/${script}`, (route) => route.fulfill({ contentType: "text/javascript", body: "<!doctype html>" }));
    await page.goto(server.url);
    await page.getByRole("alert").getByText("The download did not finish").waitFor();
    await page.unroute(`**/${script}`);
    await page.getByRole("button", { name: "Retry" }).click();
    await until(page, (report) => report.screen === "title");
  });
}

test("a browser that cannot parse the page's scripts is reported as too old", async () => {
  const { server, page } = await start();
  const body = "let x = 1 ?!? 2;";
  const integrity = `sha256-${createHash("sha256").update(body).digest("base64")}`;
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const changed = html.replace(/(src="loader-[^"]*" integrity=")[^"]*/, `$1${integrity}`);
  assert.notEqual(changed, html);
  await page.route(server.url, (route) => route.fulfill({ contentType: "text/html", body: changed }));
  await page.route(`**/${pageFile("loader-")}`, (route) => route.fulfill({ contentType: "text/javascript", body }));
  await page.goto(server.url);
  await page.getByRole("alert").getByText("This browser is too old for the game").waitFor();
});

test("the game's program is requested at once, not after the scripts", async () => {
  // Delays the loader until the program is requested. If only the loader requested it, the page would never load.
  let asked;
  const program = new Promise((resolve) => {
    asked = resolve;
  });
  let requests = 0;
  const { server, page } = await start({
    gate(path) {
      if (path.endsWith(build.wasm)) {
        requests += 1;
        asked();
      }
      return path.includes("/loader-") ? program : undefined;
    },
  });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  assert.equal(requests, 1, "requested only once");
  assert.deepEqual(page.problems, []);
});

test("an interrupted download is reported as failed, not as an old browser", async () => {
  let whole = false;
  const { server, page } = await start({
    gate(path, response) {
      if (whole || !path.endsWith(build.wasm)) return undefined;
      response.writeHead(200, { "Content-Type": "application/wasm" });
      response.end(readFileSync(join(folder, build.wasm)).subarray(0, WASM_BYTES / 2));
      return "answered";
    },
  });
  await page.goto(server.url);
  await page.getByRole("alert").getByText("The download did not finish").waitFor();
  whole = true;
  await page.getByRole("button", { name: "Retry" }).click();
  await until(page, (report) => report.screen === "title");
});

test("a missing file is reported with the server's answer in the details", async () => {
  const { server, page } = await start({
    gate(path, response) {
      if (!path.endsWith(build.wasm)) return undefined;
      response.writeHead(503).end();
      return "answered";
    },
  });
  await page.goto(server.url);
  await page.getByRole("alert").getByText("The download did not finish").waitFor();
  await page.getByText("Details").click();
  await page.getByText("the server answered 503").waitFor();
});

for (const { times, shown } of [{ times: 1, shown: false }, { times: 2, shown: true }]) test(`a program that arrives damaged ${times === 1 ? "once is fetched again" : "twice is reported as damaged, not as an old browser"}`, async () => {
  const broken = Buffer.alloc(WASM_BYTES, 0xff);
  let left = times;
  const { server, page } = await start({
    gate(path, response) {
      if (!path.endsWith(build.wasm) || left === 0) return undefined;
      left -= 1;
      response.writeHead(200, { "Content-Type": "application/wasm" }).end(broken);
      return "answered";
    },
  });
  await page.goto(server.url);
  if (shown) {
    await page.getByRole("alert").getByText("The download is damaged").waitFor();
    await screenshot(page, "damaged");
    await page.getByRole("button", { name: "Retry" }).click();
  }
  await until(page, (report) => report.screen === "title");
});

test("a complete program that the browser refuses means that the browser is too old", async () => {
  const { server, page } = await start();
  await page.addInitScript(() => {
    for (const name of /** @type {const} */ (["compile", "compileStreaming"])) {
      WebAssembly[name] = async (source) => {
        await (await source).arrayBuffer?.();
        throw new WebAssembly.CompileError("unknown opcode");
      };
    }
  });
  await page.goto(server.url);
  await page.getByRole("alert").getByText("This browser is too old for the game").waitFor();
});

test("without WebGL 2 the page explains what to do", async () => {
  const withoutGraphics = await launch(["--disable-3d-apis"]);
  open.push(withoutGraphics);
  const server = await serve(folder);
  open.push(server);
  const page = await openPage(withoutGraphics);
  await page.goto(server.url);
  await page.getByRole("alert").getByText("The game cannot draw here").waitFor();
  await screenshot(page, "no-webgl2");
});

test("missing WebAssembly is reported", async () => {
  const { server, page } = await start();
  await page.addInitScript(() => {
    delete globalThis.WebAssembly;
  });
  await page.goto(server.url);
  await page.getByRole("alert").getByText("This browser cannot run the game").waitFor();
});

test("missing JavaScript is reported", async () => {
  const { server, page } = await start({ options: { javaScriptEnabled: false } });
  await page.goto(server.url);
  for (const language of [":not([lang])", "[lang=ja]"]) assert.equal(await page.locator(`noscript p${language}`).isVisible(), true);
  assert.equal(await page.locator("#loading").isVisible(), false, "nothing claims to be loading");
});

test("a panic is shown with its message, and later errors do not hide it", async () => {
  const page = await startMatch();
  await page.evaluate(() => window.fakeGame.panic("index out of bounds at src/rules/board.rs"));
  await page.getByRole("alert").getByText("The game stopped").waitFor();
  await page.getByText("Details").click();
  await page.getByText("index out of bounds at src/rules/board.rs").waitFor();
  await screenshot(page, "panic");
  await page.evaluate(() => window.fakeGame.report(window.fakeGame.title));
  assert.equal(await page.getByRole("alert").isVisible(), true);
  await page.getByRole("button", { name: "Reload" }).click();
  await until(page, (report) => report.screen === "title");
});

test("a trap without a message stops the game; foreign errors do not", async () => {
  const page = await startMatch();
  await page.evaluate(() => {
    // Errors of the browser itself and of an extension.
    dispatchEvent(new ErrorEvent("error", { message: "ResizeObserver loop completed with undelivered notifications." }));
    dispatchEvent(new ErrorEvent("error", { message: "boom", filename: "chrome-extension://abc/content.js" }));
  });
  assert.equal(await page.getByRole("alert").isVisible(), false);
  await page.evaluate(() => setTimeout(() => {
    throw new WebAssembly.RuntimeError("unreachable");
  }));
  await page.getByRole("alert").getByText("The game stopped").waitFor();
});

const variant = "name: x\nplayers: black white\nboard:\n.WB.\n";
/** A match in the game's format. */
const savedMatch = (record) => JSON.stringify({
  format: 1, changed: 1, content: { seed: 1, game: { format: 1, variant, ...record } },
});
const RUNNING = savedMatch({ moves: "" });
const OVER = savedMatch({ moves: "a1", ending: { reason: "played-out" } });
/** A match saved before the first format. The game converts it into a new entry and leaves it in place. */
const CONVERTED = JSON.stringify({ record: `${variant}moves: a1\n`, seats: ["person", "person"], seed: 1 });

/** Simulates that the browser takes the graphics away, as after sleep. */
const loseGraphics = (page) => page.evaluate(() => void document.getElementById("irogaeshi").dispatchEvent(new Event("webglcontextlost")));
/** Performs an action, and waits until the page has reloaded and shows its first screen. */
const untilReloaded = async (page, act) => {
  await Promise.all([page.waitForEvent("load"), act()]);
  await until(page, (report) => report.screen === "title");
};

test("lost graphics are restored by a reload that returns to the same screen", async () => {
  const page = await startMatch();
  await untilReloaded(page, () => loseGraphics(page));
  assert.deepEqual((await calls(page)).filter(([name]) => name === "come_back"), [["come_back", "match", "0001-match"]]);
  // Using the page proves that the failure is not permanent.
  await page.keyboard.press("u");
  await page.evaluate(() => window.fakeGame.report({ ...window.fakeGame.match(), screen: "review" }));
  await until(page, (report) => report.screen === "review");
  await untilReloaded(page, () => loseGraphics(page));
  assert.deepEqual((await calls(page)).filter(([name]) => name === "come_back"), [["come_back", "review", "0001-match"]]);
});

test("graphics lost in a room return to the room", async () => {
  const page = await startMatch();
  await page.evaluate(() => window.irogaeshi.showRoom("#/room/KQ7M2XRT"));
  await untilReloaded(page, () => loseGraphics(page));
  const led = (await calls(page)).filter(([name]) => ["come_back", "follow_link"].includes(name));
  assert.deepEqual(led, [["follow_link", "#/room/KQ7M2XRT"]]);
});

test("graphics lost while hidden are restored when the page becomes visible", async () => {
  const page = await startMatch();
  const see = (isSeen) => page.evaluate((seen) => {
    Object.defineProperty(document, "hidden", { get: () => !seen, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isSeen);
  await see(false);
  await loseGraphics(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  assert.equal(await page.evaluate(() => window.irogaeshi.state.screen), "match", "a hidden page does not reload");
  assert.equal(await page.getByRole("alert").isVisible(), false);
  await untilReloaded(page, () => see(true));
  assert.deepEqual((await calls(page)).find(([name]) => name === "come_back"), ["come_back", "match", "0001-match"]);
});

test("a failed start is retried once and leads to the same room", async () => {
  const { server, page } = await start();
  await page.addInitScript(() => {
    const times = Number(sessionStorage.getItem("starts") ?? 0) + 1;
    sessionStorage.setItem("starts", String(times));
    window.beforeStart = () => {
      if (times <= Number(sessionStorage.getItem("failures"))) throw new WebAssembly.RuntimeError("Out of bounds memory access");
    };
  });
  const starts = () => page.evaluate(() => sessionStorage.getItem("starts"));
  await page.goto(`${server.url}icon.svg`);
  await page.evaluate(() => sessionStorage.setItem("failures", "2"));
  await page.goto(`${server.url}#/room/KQ7M2XRT`);
  await until(page, (report) => report.screen === "title");
  assert.equal(await starts(), "3", "the picture, the failed start and the reload");
  assert.deepEqual((await calls(page)).filter(([name]) => name === "follow_link"), [["follow_link", "#/room/KQ7M2XRT"]]);

  // A second failure is shown.
  await page.evaluate(() => sessionStorage.setItem("failures", "9"));
  await page.goto(`${server.url}icon.svg`);
  await page.evaluate(() => sessionStorage.removeItem("irogaeshi.restart"));
  await page.goto(server.url);
  await page.getByRole("alert").getByText("The game stopped").waitFor();
  assert.equal(await starts(), "6");
});

for (const { what, saved, sentence } of [
  { what: "nothing", saved: [], sentence: "Please reload the page." },
  { what: "an unfinished match", saved: [[".1", OVER], [".2", RUNNING]], sentence: "Your match is saved" },
  { what: "only finished matches", saved: [[".1", OVER], ["", CONVERTED]], sentence: "Please reload the page." },
  { what: "only unreadable data", saved: [[".1", "{"], [".2", "null"]], sentence: "Please reload the page." },
]) {
  test(`graphics lost twice in a row offer a reload and mention whether a match can be continued: ${what} is saved`, async () => {
    const page = await startMatch();
    await untilReloaded(page, () => loseGraphics(page));
    await page.evaluate((entries) => {
      for (const [name, text] of entries) localStorage.setItem(`irogaeshi.match${name}`, text);
    }, saved);
    await loseGraphics(page);
    await page.getByRole("alert").getByText("The picture was lost").waitFor();
    await page.locator("#trouble-text").getByText(sentence).waitFor();
    await page.getByRole("button", { name: "Reload" }).click();
    await until(page, (report) => report.screen === "title");
  });
}

test("without storage lost graphics offer a reload at once", async () => {
  const page = await startMatch();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("denied", "SecurityError");
    };
  });
  await loseGraphics(page);
  await page.getByRole("alert").getByText("The picture was lost").waitFor();
});

test("the canvas fills the window at every size, and nothing scrolls", async () => {
  const { server, page } = await start();
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  for (const [width, height] of [[1280, 800], [360, 640], [2560, 1440], [640, 360]]) {
    await page.setViewportSize({ width, height });
    const box = await page.locator("#irogaeshi").boundingBox();
    assert.deepEqual(box, { x: 0, y: 0, width, height });
    const root = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    assert.deepEqual(root, [width, height]);
  }
});

test("two fingers zoom the page", async () => {
  const { server, page } = await start();
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  // Checks the styles, since a browser without a window cannot pinch. All ancestors must allow a gesture.
  const allowed = await page.locator("#irogaeshi").evaluate((canvas) => {
    const actions = [];
    for (let element = canvas; element; element = element.parentElement) actions.push(getComputedStyle(element).touchAction);
    return actions;
  });
  assert.deepEqual(allowed.filter((action) => !["auto", "pinch-zoom"].includes(action)), []);
  assert.equal(allowed[0], "pinch-zoom", "one finger controls the game");
});

test("two fingers and a wheel with Ctrl on the board go to the game", async () => {
  const page = await startMatch();
  const kept = (points, { wheel = false, ctrl = false } = {}) => page.locator("#irogaeshi").evaluate((canvas, { points, wheel, ctrl }) => {
    const touches = points.map(([clientX, clientY], identifier) => new Touch({ identifier, target: canvas, clientX, clientY }));
    const [[clientX, clientY]] = points;
    const events = wheel
      ? [new WheelEvent("wheel", { clientX, clientY, ctrlKey: ctrl, cancelable: true })]
      : ["touchstart", "touchmove"].map((type) => new TouchEvent(type, { touches, cancelable: true }));
    for (const event of events) canvas.dispatchEvent(event);
    return events.map((event) => event.defaultPrevented);
  }, { points, wheel, ctrl });
  assert.deepEqual(await kept([[40, 50], [300, 300]]), [true, true]);
  assert.deepEqual(await kept([[40, 50], [390, 300]]), [false, false], "one of them is beside the board");
  assert.deepEqual(await kept([[40, 50]]), [false, false], "one finger");
  assert.deepEqual(await kept([[40, 50]], { wheel: true, ctrl: true }), [true]);
  assert.deepEqual(await kept([[40, 50]], { wheel: true, ctrl: false }), [false]);
  assert.deepEqual(await kept([[390, 50]], { wheel: true, ctrl: true }), [false]);
  await page.evaluate(() => window.fakeGame.report({ ...window.fakeGame.match(), screen: "editor" }));
  await until(page, (report) => report.screen === "editor");
  assert.deepEqual(await kept([[40, 50], [300, 300]]), [true, true], "in the editor too");
  await page.evaluate(() => window.fakeGame.report({ ...window.fakeGame.match(), screen: "settings" }));
  await until(page, (report) => report.screen === "settings");
  assert.deepEqual(await kept([[40, 50], [300, 300]]), [false, false], "but not on the sample beside the settings");
});

test("a trackpad pinch reaches the game as a factor and a point, a wheel with Ctrl unchanged", async () => {
  const page = await startMatch();
  await page.evaluate(() => {
    window.wheels = [];
    document.getElementById("irogaeshi").addEventListener("wheel", ({ deltaY }) => window.wheels.push(deltaY));
  });
  const turn = (deltaY) => page.locator("#irogaeshi").evaluate((canvas, way) => {
    canvas.dispatchEvent(new WheelEvent("wheel", { clientX: 40, clientY: 50, deltaY: way, ctrlKey: true, cancelable: true }));
  }, deltaY);
  const told = async () => {
    const pinches = (await calls(page)).filter(([name]) => name === "pinch");
    assert.ok(pinches.every(([, x, y]) => x === 40 && y === 50));
    return [pinches.map(([, , , factor]) => factor.toFixed(3)), await page.evaluate(() => window.wheels)];
  };
  await turn(-10);
  await turn(5);
  await turn(-100);
  assert.deepEqual(await told(), [["1.105", "0.951", "1.500"], []]);
  await page.keyboard.down("Control");
  await turn(-100);
  await page.keyboard.up("Control");
  await turn(-10);
  assert.deepEqual(await told(), [["1.105", "0.951", "1.500", "1.105"], [-100]]);
  await page.keyboard.down("Control");
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await turn(5);
  assert.deepEqual((await told())[1], [-100], "the release was outside the page and not reported");
});

test("a trackpad pinch sent as gesture events reaches the game in the same way, one on the screen does not", async () => {
  const page = await startMatch();
  const gesture = (type, scale, clientX = 40) => page.locator("#irogaeshi").evaluate((canvas, [type, scale, clientX]) => {
    const event = Object.assign(new Event(type, { cancelable: true }), { clientX, clientY: 50, scale });
    canvas.dispatchEvent(event);
    return event.defaultPrevented;
  }, [type, scale, clientX]);
  const touch = (type, count) => page.locator("#irogaeshi").evaluate((canvas, [type, count]) => {
    const touches = Array.from({ length: count }, (_, identifier) =>
      new Touch({ identifier, target: canvas, clientX: 40, clientY: 50 }));
    canvas.dispatchEvent(new TouchEvent(type, { touches, cancelable: true }));
  }, [type, count]);
  const told = async () => (await calls(page)).filter(([name]) => name === "pinch").map(([, ...pinch]) => pinch);
  assert.equal(await gesture("gesturestart", 1), true);
  assert.equal(await gesture("gesturechange", 1.25), true);
  assert.equal(await gesture("gesturechange", 1.5), true);
  assert.equal(await gesture("gestureend", 1.5), true);
  await gesture("gesturestart", 1);
  await gesture("gesturechange", 0.5);
  await gesture("gestureend", 0.5);
  const pinches = [[40, 50, 1.25], [40, 50, 1.2], [40, 50, 0.5]];
  assert.deepEqual(await told(), pinches);
  assert.equal(await gesture("gesturechange", 2, 390), false, "beside the board it zooms the page");
  await touch("touchstart", 2);
  assert.equal(await gesture("gesturechange", 2), false);
  assert.deepEqual(await told(), pinches);
  await touch("touchend", 0);
  await gesture("gesturechange", 2);
  assert.deepEqual((await told()).at(-1), [40, 50, 2]);
});

test("the layout holds under a policy that forbids inline styles", async () => {
  const { server, page } = await start({
    gate(_path, response) {
      response.setHeader("Content-Security-Policy", "style-src 'self'");
    },
  });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  const button = page.getByRole("button", { name: "Play" });
  assert.deepEqual(await button.boundingBox(), { x: 400, y: 30, width: 120, height: 40 });
  assert.deepEqual(page.problems, []);
});

test("the page's policy allows only its own scripts, and its workers run", async () => {
  const { server, page } = await start();
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  const refused = await page.evaluate(() => {
    const tried = {
      text: () => Object.assign(document.createElement("script"), { text: "window.isIn = true" }),
      markup: () => Object.assign(document.createElement("div"), { innerHTML: "<img src=x onerror='window.isIn = true'>" }),
      worker: () => new Worker("data:text/javascript,postMessage(1)"),
      policy: () => trustedTypes.createPolicy("another", { createScriptURL: (url) => url }),
    };
    return Object.keys(tried).filter((name) => {
      try {
        tried[name]();
        return false;
      } catch {
        return true;
      }
    });
  });
  assert.deepEqual(refused, ["text", "markup", "worker", "policy"]);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.append("window.isIn = true");
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => "isIn" in window), false);
  page.problems.length = 0;
  await startWorker(page);
  await ask(page, "1");
  assert.deepEqual(await answers(page, 1), ["answer to 1"]);
  assert.deepEqual(page.problems, []);
});

test("forced colours do not show the mirror's text over the canvas", async () => {
  const { server, page } = await start({ options: { forcedColors: "active" } });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  const button = page.getByRole("button", { name: "Play" });
  assert.equal(await button.evaluate((element) => getComputedStyle(element).color), "rgba(0, 0, 0, 0)");
});

test("keys that the mirror does not need reach the game, wherever the focus is", async () => {
  const page = await startMatch();
  await page.getByRole("button", { name: "New game" }).focus();
  for (const key of ["u", "Escape", "Tab", "Enter"]) await page.keyboard.press(key);
  await page.locator('[data-square="a1"]').focus();
  for (const key of ["h", "ArrowRight", "Space"]) await page.keyboard.press(key);
  const keys = (await calls(page)).filter(([call]) => call === "key").map(([, key]) => key);
  assert.deepEqual(keys, ["u", "Escape", "h"]);
});

test("the board is a labelled grid of labelled cells", async () => {
  const page = await startMatch();
  const grid = page.getByRole("grid", { name: "Board" });
  assert.equal(await grid.getByRole("row").count(), 8);
  assert.equal(await grid.getByRole("gridcell").count(), 63);
  assert.equal(await grid.getByRole("button", { name: "d3, empty, legal move", exact: true }).count(), 1);
  assert.equal(await grid.getByRole("button", { name: "e4, black", exact: true }).count(), 1);
  assert.equal(await grid.getByRole("button", { name: "a1, empty", exact: true }).count(), 1);
  assert.equal(await page.getByRole("status").textContent(), "Black to move");
  const cell = await grid.getByRole("button", { name: "d3" }).boundingBox();
  assert.deepEqual(cell, { x: 140, y: 110, width: 40, height: 40 }, "a cell is where the canvas shows it");
});

test("arrow keys walk the grid across holes and tell the game; Enter plays", async () => {
  const page = await startMatch();
  await page.locator('[data-square="b3"]').focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await focusedSquare(page), "d3");
  await page.keyboard.press("Home");
  assert.equal(await focusedSquare(page), "a3");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focusedSquare(page), "a3");
  await page.keyboard.press("Control+End");
  assert.equal(await focusedSquare(page), "h8");
  await page.locator('[data-square="d3"]').focus();
  await page.keyboard.press("Enter");
  await until(page, (report) => report.status === "Black played d3");
  assert.equal(await focusedSquare(page), "d3", "the focus stays where it was");
  assert.equal(await page.locator('[data-square="d3"]').getAttribute("aria-label"), "d3, black, last move");
  assert.equal(await page.getByRole("status").textContent(), "Black played d3");
  assert.deepEqual((await calls(page)).filter(([call]) => call !== "key"), [
    ["focus_square", "b3"], ["focus_square", "d3"], ["focus_square", "a3"], ["focus_square", "h8"], ["focus_square", "d3"],
    ["play", "d3"],
  ]);
  const reachable = await page.locator('#board [tabindex="0"]').evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
  assert.deepEqual(reachable, ["d3"], "the Tab key reaches one cell");
});

/** Shows a match with these changes, and returns the mirror's announcement. */
async function newsAfter(page, changes) {
  await page.evaluate((changed) => window.fakeGame.report(window.fakeGame.match(changed)), changes);
  await until(page, (report, wanted) => Object.keys(wanted).every((key) => JSON.stringify(report[key]) === JSON.stringify(wanted[key])), changes);
  return page.locator("#spoken").textContent();
}

test("announcements are spoken once", async () => {
  const page = await startMatch();
  assert.equal(await page.locator("[aria-live=polite] > #spoken").textContent(), "Match", "a new screen is announced");
  await page.evaluate(() => {
    window.timesSpoken = 0;
    new MutationObserver((changes) => (window.timesSpoken += changes.length)).observe(document.getElementById("spoken"), {
      childList: true, characterData: true, subtree: true,
    });
  });
  const spoken = { news: "White played c3 and turned 2 discs.", advice: "Best: d3" };
  assert.equal(await newsAfter(page, { spoken }), spoken.news);
  assert.equal(await page.locator("[aria-live=polite] > #advice").textContent(), spoken.advice);
  const changes = await page.evaluate(() => window.timesSpoken);
  assert.equal(await newsAfter(page, { spoken, status: "White to move" }), spoken.news, "the text stays");
  assert.equal(await page.evaluate(() => window.timesSpoken), changes, "it is not spoken again");
  assert.equal(await newsAfter(page, { spoken: { news: "Undone.", advice: "" } }), "Undone.");
  assert.equal(await page.locator("#advice").textContent(), "");
});

test("the mirror has a screen's texts under ordered headings, and nothing empty", async () => {
  const page = await startNewGame();
  const texts = [
    { is_heading: true, text: "Heart" }, { is_heading: false, text: "52 squares." },
    { is_heading: true, text: "Clock" }, { is_heading: false, text: "Starting ends your unfinished game." },
  ];
  const show = async (shown) => {
    await page.evaluate((wanted) => window.fakeGame.report(window.fakeGame.newGame({ texts: wanted })), shown);
    await until(page, (report, count) => report.texts.length === count, shown.length);
  };
  await show(texts);
  const read = () => page.locator("#texts > *").evaluateAll((all) => all.map((element) => [element.localName, element.textContent]));
  assert.deepEqual(await read(), texts.map(({ is_heading, text }) => [is_heading ? "h2" : "p", text]));
  const levels = await page.locator("#mirror").locator("h1, h2, h3, h4").evaluateAll((all) => all.map(({ localName }) => localName));
  assert.deepEqual(levels, ["h1", "h2", "h2"]);
  // Lines keep their elements when another line is removed, so that a reader keeps its place.
  await page.evaluate(() => document.getElementById("texts").children[1].setAttribute("id", "read"));
  await show([texts[0], texts[1], texts[3]]);
  assert.equal(await page.locator("#read").textContent(), "52 squares.");
  assert.deepEqual(await read(), [["h2", "Heart"], ["p", "52 squares."], ["p", "Starting ends your unfinished game."]]);
  await show([]);
  const empty = await page.locator("#mirror *").evaluateAll((all) => all
    .filter((element) => element.checkVisibility() && element.matches("p, h1, h2, ul, li, div") && element.textContent === "")
    .filter((element) => !element.matches("[aria-live], [role=status]") && !element.querySelector("input"))
    .map((element) => element.outerHTML));
  assert.deepEqual(empty, []);
});

test("every screen has a heading, and a question is a modal dialogue", async () => {
  const page = await startMatch();
  await page.getByRole("heading", { name: "Match", exact: true }).waitFor({ state: "attached" });
  const question = "Start again?. The match will be lost.";
  await newsAfter(page, { question });
  await page.getByRole("dialog", { name: question }).waitFor({ state: "attached" });
  assert.equal(await page.locator("#board").getAttribute("hidden"), "");
  await newsAfter(page, { question: null });
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await page.locator("#board").getAttribute("hidden"), null);
});

test("a question takes the focus from the board, handles Escape, and returns the focus", async () => {
  const page = await startMatch();
  const cell = page.locator('[data-square="d3"]');
  await cell.focus();
  await page.keyboard.press("Enter");
  await until(page, (report) => report.status === "Black played d3");
  const [, again] = (await state(page)).buttons;
  await newsAfter(page, { question: "Start again?", buttons: [again, { ...again, id: "13", label: "Go on" }] });
  // A hidden element loses the focus only with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await page.evaluate(() => document.activeElement.textContent), again.label);
  await page.evaluate(() => {
    window.fakeGame.previous = window.fakeGame.match();
  });
  await page.keyboard.press("Escape");
  await until(page, (report) => report.question === null);
  await page.waitForFunction(() => document.activeElement.matches('[data-square="d3"]'));
  // Only once: a question after a button's press does not return the focus to the board.
  await page.getByRole("button", { name: "Undo" }).focus();
  await newsAfter(page, { question: "Leave?" });
  await newsAfter(page, { question: null });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Undo");
});

test("a disabled button cannot be pressed", async () => {
  const page = await startMatch();
  await page.evaluate(() => {
    const report = window.fakeGame.match();
    report.buttons[0].disabled = true;
    window.fakeGame.report(report);
  });
  await until(page, (report) => report.buttons[0].disabled);
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "New game" }).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual((await calls(page)).filter(([call]) => call === "activate"), [["activate", "12"]]);
});

test("Tab stops once at a group of choices, and arrows move within it", async () => {
  const page = await startMatch();
  await page.evaluate(() => {
    const { buttons } = window.fakeGame.newGame();
    const choices = buttons.map((button, index) => ({ ...button, grid: "7", stop: index === 0 }));
    const start = { ...buttons[0], id: "40", label: "Start", within: null, chosen: false };
    window.fakeGame.report(window.fakeGame.newGame({ buttons: [...choices, start], fields: [] }));
  });
  await until(page, (report) => report.buttons.length === 4);
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await page.getByRole("button", { name: "Colour" }).focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "Five");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "Heart");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "Heart", "it is the last choice");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Start", "Tab leaves the group");
});

test("arrows and Home with Alt or Meta are left to the browser", async () => {
  const page = await startMatch();
  const taken = (control) => control.evaluate((element) => {
    element.focus();
    return ["ArrowLeft", "ArrowRight", "Home"].flatMap((key) => ["altKey", "metaKey"].map((held) => {
      const press = new KeyboardEvent("keydown", { key, [held]: true, bubbles: true, cancelable: true });
      return !element.dispatchEvent(press) || document.activeElement !== element;
    }));
  });
  const none = Array(6).fill(false);
  assert.deepEqual(await taken(page.locator('[data-square="d3"]')), none);
  await page.evaluate(() => {
    const { report, newGame } = window.fakeGame;
    report(newGame({ buttons: newGame().buttons.map((button) => ({ ...button, grid: "7" })) }));
  });
  await until(page, (report) => report.buttons.some((button) => button.grid === "7"));
  assert.deepEqual(await taken(page.getByRole("button", { name: "Five" })), none);
});

test("an illegal cell can be tried, and the answer is spoken", async () => {
  const page = await startMatch();
  await page.locator('[data-square="a1"]').focus();
  await page.keyboard.press("Space");
  await page.getByRole("status").getByText("a1 is not a legal move").waitFor();
});

test("buttons keep their focus when the layout changes", async () => {
  const page = await startMatch();
  await page.getByRole("button", { name: "New game" }).focus();
  await page.evaluate(() => {
    const { report, match } = window.fakeGame;
    report(match({
      buttons: [
        { id: "71", label: "New game", area: { left: 5, top: 6, width: 70, height: 30 }, within: null, disabled: false, chosen: false },
        { id: "72", label: "Redo", area: { left: 5, top: 46, width: 70, height: 30 }, within: null, disabled: false, chosen: false },
      ],
    }));
  });
  await until(page, (report) => report.buttons[0].id === "71");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "New game");
  await page.keyboard.press("Enter");
  assert.deepEqual((await calls(page)).at(-1), ["activate", "71"]);
});

test("when the focused control disappears the focus moves to the new screen's first button", async () => {
  const page = await startMatch();
  await page.locator('[data-square="a1"]').focus();
  await page.evaluate(() => window.fakeGame.report(window.fakeGame.title));
  await until(page, (report) => report.screen === "title");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Play");
  await page.keyboard.press("Enter");
  await until(page, (report) => report.screen === "match");
});

async function startNewGame(options) {
  const { server, page } = await start({ options });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await page.evaluate(() => window.fakeGame.report(window.fakeGame.newGame()));
  await until(page, (report) => report.screen === "new-game");
  return page;
}

test("a button scrolled out of view can be found, is scrolled into view, and can be pressed", async () => {
  const page = await startNewGame();
  const box = (name) => page.getByRole("button", { name }).boundingBox();
  assert.deepEqual(await box("Five"), { x: 400, y: 80, width: 120, height: 40 }, "a button is where the canvas shows it");
  assert.deepEqual(await box("Heart"), { x: 400, y: 129, width: 120, height: 1 }, "a hidden one keeps a pixel at the edge");
  await page.getByRole("button", { name: "Heart" }).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await calls(page), [["reveal", "33"], ["activate", "33"]]);
});

test("chosen and unchosen states are reported", async () => {
  const page = await startNewGame();
  const pressed = async (name) => page.getByRole("button", { name }).getAttribute("aria-pressed");
  assert.deepEqual([await pressed("Colour"), await pressed("Five")], ["true", null]);
  await page.evaluate(() => {
    const { buttons } = window.fakeGame.newGame();
    const swapped = buttons.map((button) => ({ ...button, chosen: button.label === "Five" }));
    window.fakeGame.report(window.fakeGame.newGame({ buttons: swapped }));
  });
  await until(page, (report) => report.buttons[1].chosen);
  assert.deepEqual([await pressed("Colour"), await pressed("Five")], ["false", "true"]);
});

test("Back follows the game, and leaves the page only from its start", async () => {
  const { server, page } = await start();
  const backs = async () => (await calls(page)).filter(([, key]) => key === "Escape").length;
  const show = (screen) => page.evaluate((name) => {
    const { title, match, newGame, report } = window.fakeGame;
    report({ title, match: match(), "new-game": newGame() }[name]);
  }, screen);
  const shown = (screen) => until(page, (report, name) => report.screen === name, screen);
  await page.goto("about:blank");
  await page.goto(server.url);
  await shown("title");
  await show("new-game");
  await show("match");
  await shown("match");

  // Each Back goes one screen back.
  await page.evaluate(() => {
    window.fakeGame.previous = window.fakeGame.newGame();
  });
  await page.goBack();
  await shown("new-game");
  assert.equal(await backs(), 1);
  await page.evaluate(() => {
    window.fakeGame.previous = window.fakeGame.title;
  });
  await page.goBack();
  await shown("title");
  assert.equal(await backs(), 2);

  // After the game itself returns to the title, one Back leaves the page.
  await show("match");
  await shown("match");
  await show("title");
  await shown("title");
  await page.waitForFunction(() => history.state !== "irogaeshi");
  await page.goBack();
  assert.equal(page.url(), "about:blank");
});

test("Back works as before after a reload during a game", async () => {
  const page = await startMatch();
  await page.reload();
  await until(page, (report) => report.screen === "title");
  await page.waitForFunction(() => history.state !== "irogaeshi");
  await page.evaluate(() => {
    window.fakeGame.previous = window.fakeGame.title;
    window.fakeGame.report(window.fakeGame.match());
  });
  await until(page, (report) => report.screen === "match");
  await page.goBack();
  await until(page, (report) => report.screen === "title");
  assert.deepEqual(await calls(page), [["key", "Escape"]]);
});

test("text fields are real: they have names, accept typing, and limit the length", async () => {
  const page = await startNewGame();
  const field = page.getByRole("textbox", { name: "Black’s name" });
  await field.focus();
  await page.keyboard.type("Anna of the very long name");
  assert.equal(await field.inputValue(), "Anna of the very");
  const told = (await calls(page)).filter(([call]) => call === "set_text");
  assert.deepEqual(told.at(-1), ["set_text", "39", "Anna of the very"]);
  assert.deepEqual((await calls(page)).filter(([call]) => call === "key"), [], "typed text does not reach the game as keys");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "irogaeshi");
});

test("touching a drawn text field focuses the real one, which is visible while typing", async () => {
  const page = await startNewGame({ hasTouch: true });
  const field = page.getByRole("textbox", { name: "Black’s name" });
  const opacity = () => field.evaluate((element) => getComputedStyle(element).opacity);
  assert.equal(await opacity(), "0");
  await page.touchscreen.tap(460, 300);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Black’s name");
  assert.equal(await opacity(), "1");
  await page.keyboard.type("Kai");
  // Reports do not overwrite a field while typing.
  await page.evaluate(() => window.fakeGame.report(window.fakeGame.newGame({ fields: [{ ...window.fakeGame.newGame().fields[0], text: "K" }] })));
  await page.keyboard.type("to");
  assert.equal(await field.inputValue(), "Kaito");
  await page.touchscreen.tap(700, 500);
  assert.equal(await opacity(), "0");
});

test("clicking anywhere on the canvas gives it the keyboard focus", async () => {
  const page = await startMatch();
  await page.locator('[data-square="a1"]').focus();
  await page.mouse.click(500, 400);
  await page.keyboard.press("u");
  assert.deepEqual((await calls(page)).at(-1), ["key", "u"]);
});

const startWorker = (page) => page.evaluate(() => {
  window.answers ??= [];
  window.worker = window.irogaeshi.startWorker();
  window.worker.onmessage = (event) => window.answers.push(event.data);
  window.worker.onerror = (event) => {
    event.preventDefault();
    window.answers.push(event.message);
  };
});
const ask = (page, message) => page.evaluate((text) => window.worker.postMessage(text), message);
const answers = async (page, count) => {
  await page.waitForFunction((wanted) => window.answers.length === wanted, count);
  return page.evaluate(() => window.answers);
};
const isWorkersProgram = (path) => path.includes("irogaeshi-worker") && path.endsWith(".wasm");

test("the worker answers every message, including those sent before its program arrived", async () => {
  /** @type {() => void} */
  let release;
  /** @type {Promise<void>} */
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const { server, page } = await start({ gate: (path) => (isWorkersProgram(path) ? held : undefined) });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await startWorker(page);
  for (const message of ["1", "2"]) await ask(page, message);
  release();
  assert.deepEqual(await answers(page, 2), ["answer to 1", "answer to 2"]);
  await ask(page, "nonsense");
  assert.match((await answers(page, 3))[2], /the request cannot be read/);
});

for (const { what, program, prepare } of [
  { what: "vectors", program: "simd", prepare: () => {} },
  { what: "no vectors", program: "plain", prepare: () => { WebAssembly.validate = () => false; } },
]) {
  test(`a browser with ${what} fetches the ${program} program once for all workers`, async () => {
    const fetched = [];
    const { server, page } = await start({ gate: (path) => void (isWorkersProgram(path) && fetched.push(path.slice(1))) });
    await page.addInitScript(prepare);
    await page.goto(server.url);
    await until(page, (report) => report.screen === "title");
    for (let count = 1; count <= 3; count += 1) {
      await startWorker(page);
      await ask(page, "1");
      await answers(page, count);
      await page.evaluate(() => window.worker.terminate());
    }
    assert.deepEqual(fetched, [build.worker.programs[program]]);
    assert.deepEqual(page.problems, []);
  });
}

test("a failed download of the worker's program is reported, and the next worker retries", async () => {
  const { server, page } = await start();
  await page.route(`**/${build.worker.programs.simd}`, (route) => route.fulfill({ status: 503 }));
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await startWorker(page);
  await ask(page, "1");
  assert.match((await answers(page, 1))[0], /irogaeshi-worker-simd.*the server answered 503/);
  await page.unroute(`**/${build.worker.programs.simd}`);
  await startWorker(page);
  await ask(page, "1");
  assert.equal((await answers(page, 2))[1], "answer to 1");
});

for (const { what, file } of [
  { what: "script", file: () => build.worker.script },
  { what: "program", file: () => build.worker.programs.simd },
]) {
  test(`a worker whose ${what} cannot be loaded does not stop the game`, async () => {
    const { server, page } = await start();
    await page.route(`**/${file()}`, (route) => route.fulfill({ status: 404 }));
    await page.goto(server.url);
    await until(page, (report) => report.screen === "title");
    await page.evaluate(() => new Promise((resolve) => {
      window.irogaeshi.startWorker().onerror = resolve;
      // An unhandled error would reach the window after the worker's own handlers.
    }).then(() => new Promise((resolve) => setTimeout(resolve))));
    assert.equal(await page.getByRole("alert").isVisible(), false);
    assert.deepEqual(page.problems.filter((problem) => problem.startsWith("uncaught")), []);
  });
}

/** Opens a page whose program for several threads always fails. `fetched` collects the worker's programs that it requests. */
async function startThreads(prepare = () => {}) {
  const threaded = join(work, "threaded");
  const files = await assembleFake(join(work, "threaded-parts"), threaded, 1, true);
  const fetched = [];
  const server = await serve(threaded, { gate: (path) => void (isWorkersProgram(path) && fetched.push(path.slice(1))) });
  const page = await openPage(browser);
  open.push(server, page.context());
  rmSync(join(work, "threaded-parts"), { recursive: true });
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 4 }));
  await page.addInitScript(prepare);
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  return { page, fetched, programs: files.worker };
}

test("if its threads fail, a worker answers on one thread, as do all later workers", async () => {
  const { page, fetched, programs } = await startThreads();
  await startWorker(page);
  for (const message of ["1", "2"]) await ask(page, message);
  assert.deepEqual(await answers(page, 2), ["answer to 1", "answer to 2"]);
  await startWorker(page);
  await ask(page, "3");
  assert.equal((await answers(page, 3))[2], "answer to 3");
  assert.deepEqual(fetched, [programs.threads.program, programs.programs.simd], "each is fetched once");
  assert.deepEqual(page.problems, []);
});

test("a worker that cannot prepare on several threads prepares on one", async () => {
  const { page, fetched, programs } = await startThreads(countWorkers);
  await page.evaluate(() => window.irogaeshi.expectRequest("1"));
  await page.waitForFunction(() => window.countedWorkers.ready.length === 1);
  assert.deepEqual(fetched, [programs.threads.program, programs.programs.simd]);
});

for (const { what, prepare } of [
  { what: "shared arrays", prepare: () => { delete globalThis.SharedArrayBuffer; } },
  { what: "shared memory", prepare: () => {
    WebAssembly.Memory = /** @type {any} */ (class { buffer = new ArrayBuffer(8); });
  } },
  { what: "atomic operations", prepare: () => { delete globalThis.Atomics; } },
]) {
  test(`an isolated page without ${what} does not fetch the program for threads`, async () => {
    const { page, fetched, programs } = await startThreads(prepare);
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    await startWorker(page);
    await ask(page, "1");
    assert.deepEqual(await answers(page, 1), ["answer to 1"]);
    assert.deepEqual(fetched, [programs.programs.simd]);
    assert.deepEqual(page.problems, []);
  });
}

test("the workers' script and program are fetched before a worker is needed", async () => {
  const asked = new Set();
  const { server, page } = await start({ gate: (path) => void asked.add(path.slice(1)) });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await page.waitForFunction(() => window.irogaeshi.worker === "ready");
  assert.ok(asked.has(build.worker.script) && asked.has(build.worker.programs.simd));
  await page.context().setOffline(true);
  await startWorker(page);
  await ask(page, "1");
  assert.deepEqual(await answers(page, 1), ["answer to 1"]);
});

test("a returned worker is reused, and only one stays idle", async () => {
  const { server, page } = await start();
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  const same = await page.evaluate(() => {
    const { startWorker, returnWorker } = window.irogaeshi;
    const [first, second] = [startWorker(), startWorker()];
    returnWorker(first);
    returnWorker(second);
    const [third, fourth] = [startWorker(), startWorker()];
    return [first !== second, third === first, fourth !== second];
  });
  assert.deepEqual(same, [true, true, true]);
});

test("an idle worker prepares for the expected request", async () => {
  const fetched = [];
  const { server, page } = await start({ gate: (path) => void (path.includes("shares-") && fetched.push(path.slice(1))) });
  await page.addInitScript(countWorkers);
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await page.evaluate(() => window.irogaeshi.expectRequest("wants five"));
  await page.waitForFunction(() => window.countedWorkers.ready.length === 1);
  assert.deepEqual(fetched, [build.worker.networks.five]);
  await startWorker(page);
  await ask(page, "wants five");
  assert.match((await answers(page, 1))[0], /^answer to wants five, five of \d+ bytes$/);
  assert.deepEqual(await page.evaluate(() => window.countedWorkers.made.map((worker) => worker === window.worker)), [true]);
  // After a worker is ended, another gets ready.
  await page.evaluate(() => window.irogaeshi.endWorker(window.worker));
  await page.waitForFunction(() => window.countedWorkers.ready.length === 2);
  assert.equal(await page.evaluate(() => window.countedWorkers.ready[1] === window.irogaeshi.startWorker()), true);
  assert.deepEqual(fetched, [build.worker.networks.five], "a network is fetched once");
  assert.deepEqual(page.problems, []);
});

test("no worker is created to prepare while another is busy or idle", async () => {
  const { server, page } = await start();
  await page.addInitScript(countWorkers);
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await startWorker(page);
  // Waits as long as workers.js does: of two equal timers, the later one fires later.
  const expect = () => page.evaluate(() => {
    window.irogaeshi.expectRequest("1");
    return new Promise((resolve) => setTimeout(resolve, 300));
  });
  await expect();
  assert.equal(await page.evaluate(() => window.countedWorkers.ready.length), 0);
  await page.evaluate(() => window.irogaeshi.returnWorker(window.worker));
  await expect();
  await page.waitForFunction(() => window.countedWorkers.ready.length === 1);
  assert.equal(await page.evaluate(() => window.countedWorkers.made.length), 1);
});

test("a worker that cannot prepare does not stop the game", async () => {
  const { server, page } = await start();
  await page.addInitScript(countWorkers);
  await page.route(`**/${build.worker.programs.simd}`, (route) => route.fulfill({ status: 503 }));
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await page.waitForFunction(() => window.irogaeshi.worker === "failed");
  await page.evaluate(() => window.irogaeshi.expectRequest("1"));
  await page.waitForFunction(() => window.countedWorkers.made.length === 1);
  await page.unroute(`**/${build.worker.programs.simd}`);
  await page.evaluate(() => window.irogaeshi.expectRequest("1"));
  await page.waitForFunction(() => window.countedWorkers.ready.length === 1);
  assert.equal(await page.getByRole("alert").isVisible(), false);
  assert.deepEqual(page.problems.filter((problem) => problem.startsWith("uncaught")), []);
});

test("preparing does nothing without workers", async () => {
  const { server, page } = await start();
  await page.addInitScript(() => {
    window.Worker = undefined;
  });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await page.evaluate(() => {
    window.irogaeshi.expectRequest("1");
    return new Promise((resolve) => setTimeout(resolve, 300));
  });
  assert.deepEqual(page.problems, []);
});

test("a worker gets the network that it requests, fetched once for all workers", async () => {
  const fetched = [];
  const { server, page } = await start({ gate: (path) => void (path.includes("shares-") && fetched.push(path.slice(1))) });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  const { length } = readFileSync(new URL("../../assets/shares/five.bin", import.meta.url));
  const answer = `answer to wants five, five of ${length} bytes`;
  await startWorker(page);
  for (const message of ["1", "wants five", "wants five"]) await ask(page, message);
  assert.deepEqual(await answers(page, 3), ["answer to 1", answer, answer]);
  await startWorker(page);
  await ask(page, "wants five");
  assert.equal((await answers(page, 4))[3], answer);
  assert.deepEqual(fetched, [build.worker.networks.five]);
  assert.equal(await page.evaluate(() => window.irogaeshi.worker), "ready");
  assert.deepEqual(page.problems, []);
});

test("a worker answers without an unavailable network, which is requested again later", async () => {
  const { server, page } = await start();
  await page.route(`**/${build.worker.networks.five}`, (route) => route.fulfill({ status: 503 }));
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await startWorker(page);
  await ask(page, "wants five");
  assert.deepEqual(await answers(page, 1), ["answer to wants five"]);
  assert.equal(await page.evaluate(() => window.irogaeshi.worker), "ready");
  const fetched = async () => (await calls(page)).filter(([name]) => name === "network_fetched").map(([, ...told]) => told);
  assert.deepEqual(await fetched(), [["five", false]]);
  await page.unroute(`**/${build.worker.networks.five}`);
  await ask(page, "wants five");
  assert.match((await answers(page, 2))[1], /five of \d+ bytes/);
  assert.deepEqual(await fetched(), [["five", false], ["five", true]]);
});

test("a worker answers without a network whose file is invalid", async () => {
  const { server, page } = await start();
  await page.route(`**/${build.worker.networks.five}`, (route) => route.fulfill({ body: "<!doctype html>" }));
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  await startWorker(page);
  await ask(page, "wants five");
  assert.deepEqual(await answers(page, 1), ["answer to wants five"]);
  assert.deepEqual(page.problems, []);
});

const startEditor = async () => {
  const page = await startMatch();
  await page.evaluate(() => window.fakeGame.report(window.fakeGame.editor()));
  await until(page, (report) => report.screen === "editor");
  return page;
};

test("a dropped file goes to the game, up to its size limit", async () => {
  const page = await startMatch();
  await dropFiles(page, [["small.txt", "name: Small\n"], ["film.txt", "x".repeat(5000)]]);
  await page.waitForFunction(() => window.fakeGame.calls.filter(([call]) => call === "offer_file").length === 2);
  const offers = (await calls(page)).filter(([call]) => call === "offer_file");
  assert.deepEqual(offers, [["offer_file", "small.txt", 12, "name: Small\n"], ["offer_file", "film.txt", 1001, "x".repeat(20)]]);
  assert.deepEqual(page.problems, []);
});

test("the names of a WTHOR database are offered before its games", async () => {
  const page = await startMatch();
  await dropFiles(page, [["WTH_2001.wtb", "games"], ["wthor.JOU", "players"], ["b.txt", "x"], ["WTHOR.trn", "tournaments"], ["jou", "y"]]);
  await page.waitForFunction(() => window.fakeGame.calls.filter(([call]) => call === "offer_file").length === 5);
  const names = (await calls(page)).filter(([call]) => call === "offer_file").map(([, name]) => name);
  assert.deepEqual(names, ["wthor.JOU", "WTHOR.trn", "WTH_2001.wtb", "b.txt", "jou"]);
});

test("files that the system opens in the installed page go to the game, also those it was started with", async () => {
  const { server, page } = await start();
  await page.addInitScript(() => {
    const handle = (name, text) => ({ name, getFile: () => (text === null ? Promise.reject(new Error("it is gone")) : Promise.resolve(new File([text], name))) });
    const launch = (consume, ...files) => consume({ files: files.map(([name, text]) => handle(name, text)) });
    Object.defineProperty(window, "launchQueue", {
      value: {
        setConsumer(consume) {
          launch(consume, ["early.wtb", "games"], ["gone.sgf", null]);
          launch(consume, ["early.jou", "names"]);
          launch(consume);
          window.launchLate = () => launch(consume, ["late.pgn", "1. f5"]);
        },
      },
    });
  });
  await page.goto(server.url);
  const made = async (count) => {
    await page.waitForFunction((wanted) => window.fakeGame?.calls.filter(([call]) => call.startsWith("offer")).length === wanted, count);
    return (await calls(page)).filter(([call]) => call.startsWith("offer"));
  };
  const early = [["offer_file", "early.jou", 5, "names"], ["offer_file", "early.wtb", 5, "games"], ["offer_unreadable", "gone.sgf", "it is gone"]];
  assert.deepEqual(await made(3), early);
  await page.evaluate(() => window.launchLate());
  assert.deepEqual(await made(4), [...early, ["offer_file", "late.pgn", 5, "1. f5"]]);
  assert.deepEqual(page.problems, []);
});

test("several files can be chosen at once", async () => {
  const page = await startMatch();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.evaluate(() => window.irogaeshi.chooseFile())]);
  assert.equal(chooser.isMultiple(), true);
  await chooser.setFiles(["a.txt", "b.trn"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
  await page.waitForFunction(() => window.fakeGame.calls.filter(([call]) => call === "offer_file").length === 2);
  assert.deepEqual((await calls(page)).slice(-2).map(([, name]) => name), ["b.trn", "a.txt"]);
});

test("dropped text is left to the browser", async () => {
  const page = await startMatch();
  const prevented = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", "not a file");
    return ["dragover", "drop"].map((type) => !document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })));
  });
  assert.deepEqual(prevented, [false, false]);
  assert.deepEqual((await calls(page)).filter(([call]) => call.startsWith("offer")), []);
});

test("the same file can be chosen twice", async () => {
  const page = await startMatch();
  for (let times = 1; times <= 2; times += 1) {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.evaluate(() => window.irogaeshi.chooseFile())]);
    await chooser.setFiles({ name: "mended.txt", mimeType: "text/plain", buffer: Buffer.from("name: x") });
    await page.waitForFunction((count) => window.fakeGame.calls.filter(([call]) => call === "offer_file").length === count, times);
  }
  assert.deepEqual((await calls(page)).at(-1), ["offer_file", "mended.txt", 7, "name: x"]);
});

test("a file that the browser cannot read is reported", async () => {
  const page = await startMatch();
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new Error("it is a folder"));
  });
  await dropFiles(page, [["folder", ""]]);
  await page.waitForFunction(() => window.fakeGame.calls.at(-1)[0] === "offer_unreadable");
  assert.deepEqual((await calls(page)).at(-1), ["offer_unreadable", "folder", "it is a folder"]);
});

test("a text can be downloaded as a file", async () => {
  const page = await startMatch();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.evaluate(() => window.irogaeshi.download("Cross.txt", "name: Cross\n")),
  ]);
  assert.equal(download.suggestedFilename(), "Cross.txt");
  assert.equal(readFileSync(await download.path(), "utf8"), "name: Cross\n");
});

test("the editor's grid has its holes, and a notice is spoken", async () => {
  const page = await startEditor();
  const labels = await page.locator("#board button").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  assert.deepEqual(labels, ["a1, hole", "b1, empty", "a2, white", "b2, green"]);
  assert.equal(await page.locator("#counts").textContent(), "", "discs are not counted in the editor");
  await page.locator('[data-square="a1"]').dispatchEvent("click");
  assert.deepEqual((await calls(page)).at(-1), ["play", "a1"]);
  await page.evaluate(() => window.fakeGame.report(window.fakeGame.editor({ notice: "It cannot be opened." })));
  await page.locator("[aria-live=assertive] > #notice").getByText("It cannot be opened.").waitFor({ state: "attached" });
});

test("the address leads into a room and shows the current one, and Back does not return to a room that was left", async () => {
  const { server, page } = await start();
  const followed = async () => (await calls(page)).filter(([name]) => name === "follow_link").map(([, hash]) => hash);
  const hash = () => page.evaluate(() => location.hash);
  await page.goto(`${server.url}#/room/KQ7M2XRT`);
  await until(page, (report) => report.screen === "title");
  assert.deepEqual(await followed(), ["#/room/KQ7M2XRT"]);
  assert.equal(await hash(), "", "the game is not in a room yet");

  await page.evaluate(() => {
    window.irogaeshi.showRoom("#/room/KQ7M2XRT");
    window.fakeGame.report(window.fakeGame.match());
  });
  await until(page, (report) => report.screen === "match");
  assert.equal(await hash(), "#/room/KQ7M2XRT");

  // A link to another room, opened in the same tab.
  await page.evaluate(() => {
    location.hash = "#/room/ABCDEFGH";
  });
  await page.waitForFunction(() => window.fakeGame.calls.filter(([name]) => name === "follow_link").length === 2);
  assert.deepEqual((await followed())[1], "#/room/ABCDEFGH");
  assert.deepEqual((await calls(page)).filter(([name]) => name === "key"), [], "the game did not go back");
  await page.waitForFunction(() => location.hash === "#/room/KQ7M2XRT");

  await page.evaluate(() => {
    window.fakeGame.previous = window.fakeGame.title;
    window.irogaeshi.showRoom("");
  });
  await page.goBack();
  await until(page, (report) => report.screen === "title");
  assert.equal(await hash(), "");
  assert.equal((await followed()).length, 2);
});

test("tabs with the same match warn once each, and tabs with other matches do not", async () => {
  const { server, page } = await start();
  const other = await page.context().newPage();
  const third = await page.context().newPage();
  const show = async (tab, keptAs, phase = "waiting") => {
    await tab.evaluate(([name, phase]) => window.fakeGame.report(window.fakeGame.match({ kept_as: name, phase })), [keptAs, phase]);
    await until(tab, (report, name) => report.kept_as === name, keptAs);
  };
  const told = async (tab) => (await calls(tab)).filter(([name]) => name === "match_is_elsewhere").length;
  for (const tab of [page, other, third]) {
    await tab.goto(server.url);
    await until(tab, (report) => report.screen === "title");
  }
  await show(page, "one");
  await show(third, "another");
  await show(other, "one");
  for (const tab of [page, other]) await tab.waitForFunction(() => window.fakeGame.calls.some(([name]) => name === "match_is_elsewhere"));
  await show(page, "one");
  // One tab switches to another match and back.
  await show(other, "a copy");
  await show(other, "one");
  for (const tab of [page, other]) {
    await tab.waitForFunction(() => window.fakeGame.calls.filter(([name]) => name === "match_is_elsewhere").length === 2);
  }
  // Finished matches and matches of closed tabs cause no warning.
  await show(other, "another", "over");
  await page.close();
  await show(third, "one");
  await show(other, "last");
  await show(third, "last");
  await third.waitForFunction(() => window.fakeGame.calls.some(([name]) => name === "match_is_elsewhere"));
  assert.deepEqual([await told(third), await told(other)], [1, 3]);
});

test("each tab is a separate player and stays the same after a reload", async () => {
  const { server, page } = await start();
  const slot = (tab) => tab.evaluate(() => window.irogaeshi.slot);
  const opened = async (tab) => {
    await tab.goto(server.url);
    await until(tab, (report) => report.screen === "title");
  };
  await opened(page);
  const other = await page.context().newPage();
  await opened(other);
  assert.deepEqual([await slot(page), await slot(other)], [0, 1]);
  await page.close();
  await other.reload();
  await until(other, (report) => report.screen === "title");
  assert.equal(await slot(other), 1);
  const third = await other.context().newPage();
  await opened(third);
  assert.equal(await slot(third), 0);
});

test("no audio context runs before the first gesture or during silence", async () => {
  const { server, page } = await start();
  await page.addInitScript(() => {
    window.audioContexts = [];
    window.AudioContext = class extends AudioContext {
      constructor(options) {
        super(options);
        window.audioContexts.push(this);
      }
    };
  });
  await page.goto(server.url);
  await until(page, (report) => report.screen === "title");
  const states = () => page.evaluate(() => window.audioContexts.map((context) => context.state));
  const play = (seconds, beginsIn) =>
    page.evaluate(([length, begin]) => window.irogaeshi.sound.play(new Float32Array(length * 48_000), begin, 0.5), [seconds, beginsIn]);
  const stateIs = (wanted) => page.waitForFunction((state) => window.audioContexts[0]?.state === state, wanted);

  await play(0.1, 0);
  assert.equal(await page.evaluate(() => window.irogaeshi.sound.isAllowed()), false);
  assert.deepEqual(await states(), [], "no audio context exists before a gesture");
  await page.mouse.click(200, 200);
  assert.equal(await page.evaluate(() => window.irogaeshi.sound.isAllowed()), true);
  await stateIs("suspended");
  await play(0.1, 0.05);
  await stateIs("running");
  await stateIs("suspended");
  // Cancelled sounds let the context sleep.
  for (const giveUp of ["forget", "silence"]) {
    await play(0.1, 1000);
    await stateIs("running");
    await page.evaluate((how) => window.irogaeshi.sound[how](), giveUp);
    await stateIs("suspended");
  }
  assert.equal((await states()).length, 1);
  assert.deepEqual(page.problems, []);
});
