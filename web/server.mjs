// Static web server for a built page, used by `web/serve` and the browser tests. Sends compressed copies, and lets browsers
// cache hashed files for ever. Listens on the loopback interface only.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const LOOPBACK = "127.0.0.1";
/** Default output folder of `web/build`. */
const BUILT = fileURLToPath(new URL("../dist/web", import.meta.url));
/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".otc": "font/collection",
  ".ogg": "audio/ogg",
  ".png": "image/png",
};
/** @type {[string, string][]} */
const ENCODINGS = [["br", ".br"], ["gzip", ".gz"]];
const HASHED = /-[0-9a-f]{12}\.[a-z]+$/;

/** @param {string} path */
function fileAt(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found : null;
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {string} encoding
 */
function accepts(request, encoding) {
  const offers = String(request.headers["accept-encoding"] ?? "").split(",").map((offer) => offer.trim().split(/\s*;\s*q=/));
  return offers.some(([name, quality]) => name === encoding && Number(quality ?? 1) > 0);
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} sentence
 */
function refuse(response, status, sentence) {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(`${sentence}\n`);
}

/**
 * Answers requests below the URL path `base` (with a slash at both ends) with files of `folder`.
 * @param {string} folder
 * @returns {import("node:http").RequestListener}
 */
export function handler(folder, base = "/") {
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "Only GET and HEAD are served.");
    let path;
    try {
      path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    } catch {
      return refuse(response, 400, "The address cannot be read.");
    }
    if (!path.startsWith(base)) return refuse(response, 404, `Nothing here: the page is at ${base}`);
    const name = path.slice(base.length) || "index.html";
    const file = normalize(join(folder, name));
    const found = file.startsWith(normalize(folder + sep)) ? fileAt(file) : null;
    if (!found) return refuse(response, 404, `There is no ${name}.`);

    const [encoding, suffix] = ENCODINGS.find(([token, end]) => accepts(request, token) && fileAt(file + end)) ?? [null, ""];
    const sent = (suffix === "" ? null : fileAt(file + suffix)) ?? found;
    /** @type {import("node:http").OutgoingHttpHeaders} */
    const headers = {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Content-Length": sent.size,
      // Files without a hash in their names may change, so browsers must revalidate them.
      "Cache-Control": HASHED.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
      ETag: `"${sent.size.toString(36)}-${Math.round(sent.mtimeMs).toString(36)}${suffix}"`,
      Vary: "Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
      // Isolation from other pages, which browsers require for shared memory and thus for threads.
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Resource-Policy": "same-origin",
    };
    if (encoding !== null) headers["Content-Encoding"] = encoding;
    if (request.headers["if-none-match"] === headers.ETag) {
      delete headers["Content-Length"];
      return response.writeHead(304, headers).end();
    }
    response.writeHead(200, headers);
    if (request.method === "HEAD") return response.end();
    createReadStream(file + suffix).on("error", (error) => response.destroy(error)).pipe(response);
  };
}

/**
 * Listens on the loopback interface; port 0 means any free one. Resolves to the server and its origin.
 * @param {import("node:http").RequestListener} answer
 * @returns {Promise<{server: import("node:http").Server, origin: string}>}
 */
export function listen(answer, port = 0) {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => {
      const { port: given } = /** @type {import("node:net").AddressInfo} */ (server.address());
      resolve({ server, origin: `http://${LOOPBACK}:${given}` });
    });
  });
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(`web/serve: ${sentence}`);
  process.exit(1);
}

/**
 * Runs `web/serve` with its arguments.
 * @param {string[]} given
 */
export async function main([givenPort = "8080", givenFolder = BUILT]) {
  const port = Number(givenPort);
  const folder = resolve(givenFolder);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    fail(`"${givenPort}" is not a port: give a number from 0 to 65535.`);
  }
  if (!existsSync(join(folder, "index.html"))) fail(`${folder} contains no page: build it first with web/build.`);
  try {
    const { origin } = await listen(handler(folder), port);
    console.log(`Irogaeshi is at ${origin}/   (Ctrl+C ends it)`);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    fail(code === "EADDRINUSE" ? `Port ${port} is taken: give another one, or 0 for any.` : message);
  }
}
