// Puts the page together: takes what wasm-bindgen made of the game and of its worker, and the files of this folder, gives the
// scripts, styles and programs names that carry a hash of their content, and writes compressed copies beside them.
//
//   node web/assemble.mjs PARTS OUT [--quick]
//
// PARTS holds irogaeshi.js, irogaeshi_bg.wasm, irogaeshi-worker.js and irogaeshi-worker_bg.wasm, and in simd/ the worker's again,
// with vector instructions. --quick compresses less well but at once, for test builds. A file of an earlier OUT that has the same
// name has the same content: its copies are reused.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";

const HERE = dirname(fileURLToPath(import.meta.url));
/** What shrinks by compression; fonts of the web (woff2), pictures and sounds are compressed already. */
const COMPRESSIBLE = new Set([".html", ".js", ".css", ".wasm", ".svg", ".webmanifest", ".json", ".txt", ".ttf", ".otf"]);
/** In hexadecimal digits: 48 bits, far more than a handful of files needs. The server knows hashed names by it. */
const HASH_LENGTH = 12;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

function hashedName(name, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH_LENGTH);
  const extension = extname(name);
  return `${basename(name, extension)}-${hash}${extension}`;
}

function replaceOnce(text, from, to, where) {
  if (text.split(from).length !== 2) throw new Error(`${where}: expected ${from} exactly once`);
  return text.replace(from, () => to);
}

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

async function compress(folder, old, quick) {
  const quality = quick ? 4 : zlib.constants.BROTLI_MAX_QUALITY;
  const compressors = {
    ".br": (content) => brotli(content, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
        [zlib.constants.BROTLI_PARAM_LGWIN]: zlib.constants.BROTLI_MAX_WINDOW_BITS,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    ".gz": (content) => gzip(content, { level: quick ? 6 : 9 }),
  };
  const jobs = [];
  for (const path of [...filesUnder(folder)]) {
    if (!COMPRESSIBLE.has(extname(path))) continue;
    const content = readFileSync(path);
    const before = join(old, relative(folder, path));
    const same = existsSync(before) && readFileSync(before).equals(content);
    for (const [extension, compressor] of Object.entries(compressors)) {
      if (same && existsSync(before + extension)) cpSync(before + extension, path + extension);
      else jobs.push(compressor(content).then((bytes) => writeFileSync(path + extension, bytes)));
    }
  }
  await Promise.all(jobs);
}

/** One row a file: its size as it is, by gzip and by Brotli. */
export function sizes(folder) {
  const bytes = (path) => (existsSync(path) ? readFileSync(path).length : null);
  return [...filesUnder(folder)]
    .filter((path) => ![".br", ".gz"].includes(extname(path)))
    .sort()
    .map((path) => {
      const raw = bytes(path);
      return { name: relative(folder, path), raw, gzip: bytes(`${path}.gz`) ?? raw, brotli: bytes(`${path}.br`) ?? raw };
    });
}

export async function assemble({ parts, out, quick = false }) {
  const next = `${out}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  const text = (name) => readFileSync(join(HERE, name), "utf8");
  const writeHashed = (name, content) => {
    const hashed = hashedName(name, content);
    writeFileSync(join(next, hashed), content);
    return hashed;
  };

  const wasm = readFileSync(join(parts, "irogaeshi_bg.wasm"));
  const glue = readFileSync(join(parts, "irogaeshi-worker.js"), "utf8");
  if (readFileSync(join(parts, "simd", "irogaeshi-worker.js"), "utf8") !== glue) {
    throw new Error("the two programs of the worker need different glue, and there is one script for both");
  }
  const program = (name, folder) => writeHashed(name, readFileSync(join(folder, "irogaeshi-worker_bg.wasm")));
  const build = {
    game: writeHashed("irogaeshi.js", readFileSync(join(parts, "irogaeshi.js"))),
    wasm: writeHashed("irogaeshi.wasm", wasm),
    wasmBytes: wasm.length,
    worker: {
      script: writeHashed("irogaeshi-worker.js", glue + text("worker.js")),
      programs: {
        simd: program("irogaeshi-worker-simd.wasm", join(parts, "simd")),
        plain: program("irogaeshi-worker.wasm", parts),
      },
    },
  };
  // Scripts that Rust libraries bring along; the glue names them by paths that hold a hash already.
  if (existsSync(join(parts, "snippets"))) cpSync(join(parts, "snippets"), join(next, "snippets"), { recursive: true });

  let script = text("loader.js");
  for (const name of ["mirror.js", "files.js", "workers.js"]) {
    script = replaceOnce(script, `"./${name}"`, `"./${writeHashed(name, text(name))}"`, "loader.js");
  }
  const loader = writeHashed("loader.js", script);
  const style = writeHashed("style.css", text("style.css"));
  let page = text("index.html");
  page = replaceOnce(page, 'src="loader.js"', `src="${loader}"`, "index.html");
  page = replaceOnce(page, 'href="style.css"', `href="${style}"`, "index.html");
  page = replaceOnce(page, 'id="build">{}<', `id="build">${JSON.stringify(build)}<`, "index.html");
  writeFileSync(join(next, "index.html"), page);
  for (const name of ["icon.svg", "manifest.webmanifest"]) writeFileSync(join(next, name), text(name));

  await compress(next, out, quick);
  // The old page stays whole until the new one is.
  rmSync(out, { recursive: true, force: true });
  renameSync(next, out);
  return build;
}

function printSizes(folder) {
  const rows = sizes(folder);
  const total = rows.reduce((sum, row) => ({
    name: "total", raw: sum.raw + row.raw, gzip: sum.gzip + row.gzip, brotli: sum.brotli + row.brotli,
  }), { raw: 0, gzip: 0, brotli: 0 });
  const width = Math.max(...rows.map((row) => row.name.length));
  const line = (name, ...values) => [name.padEnd(width), ...values.map((value) => String(value).padStart(12))].join("");
  console.log(line("bytes", "raw", "gzip", "brotli"));
  for (const row of [...rows, total]) console.log(line(row.name, row.raw, row.gzip, row.brotli));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const quick = process.argv.includes("--quick");
  const [parts, out, ...rest] = process.argv.slice(2).filter((argument) => argument !== "--quick");
  if (!parts || !out || rest.length > 0) {
    console.error("usage: node web/assemble.mjs PARTS OUT [--quick]");
    process.exit(2);
  }
  await assemble({ parts, out, quick });
  printSizes(out);
}
