// Assembles the page from the output of wasm-bindgen and the files of this folder: gives scripts, styles and programs names
// with a hash of their content, and writes compressed copies beside them.
//
//   node web/assemble.mjs PARTS OUT [--quick]
//
// PARTS holds irogaeshi.js, irogaeshi_bg.wasm, irogaeshi-worker.js and irogaeshi-worker_bg.wasm; in simd/ the worker's files
// with vector instructions; and in threads/, if it exists, irogaeshi-worker.wasm for several threads. --quick compresses fast
// but less well, for test builds. Compressed copies of unchanged files are reused from an earlier OUT.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, posix, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { fillIn, readWords } from "./words.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
/** Networks of shares, under the names that the worker's program asks for. */
const NETWORKS = join(HERE, "../assets/shares");
/** Types of files to compress. Pictures, sounds and networks are compressed already. */
const COMPRESSIBLE = new Set([".html", ".js", ".css", ".wasm", ".svg", ".webmanifest", ".json", ".txt", ".ttf", ".otf", ".otc"]);
/** Hexadecimal digits of the hash in a name. The server recognises hashed names by this length. */
const HASH_LENGTH = 12;

/** The loader's imports, each after its own imports, and then the loader. */
const SCRIPTS = ["words.js", "trusted.js", "back.js", "clipboard.js", "glyphs/outline.js", "glyphs/truetype.js", "glyphs/drawn_fonts.js", "japanese_font.js", "shared.js", "files.js", "frames.js", "fullscreen.js", "gamepads.js", "library.js", "mirror.js", "pinch.js", "restart.js", "room.js", "slot.js", "sound.js", "tabs.js", "updates.js", "workers.js", "loader.js"];
/** Uses of a text in a script: `translate("key")`, or `trouble("key")` for a title and a text. */
const USE_IN_SCRIPT = /\b(translate|trouble)\("([a-z-]+)"/g;
/** Uses of a text as an element's content or label. */
const USE_IN_PAGE = /\bdata-(?:text|label|content)="([a-z-]+)"/g;
/** Languages of the page, beginning with the one of index.html. */
const LANGUAGES = ["en", "ja"];
/** Icons used only when the page is installed. */
const ICONS = ["icon-192.png", "icon-512.png", "icon-maskable-512.png", "apple-touch-icon.png"];
/** The service worker. Its name never changes, since browsers look for newer versions under the same name. */
const SERVICE = "service.js";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Digest in the form of the attribute `integrity`. @param {string | Buffer} content */
const integrityOf = (content) => `sha256-${createHash("sha256").update(content).digest("base64")}`;
/** @param {string | Buffer} content */
const hashOf = (content) => createHash("sha256").update(content).digest("hex");

/**
 * @param {string} name
 * @param {string | Buffer} content
 */
function hashedName(name, content) {
  const hash = hashOf(content).slice(0, HASH_LENGTH);
  const extension = extname(name);
  return `${basename(name, extension)}-${hash}${extension}`;
}

/**
 * @param {string} text
 * @param {string} from
 * @param {string} to
 * @param {string} where
 */
function replaceOnce(text, from, to, where) {
  if (text.split(from).length !== 2) throw new Error(`${where}: expected ${from} exactly once`);
  return text.replace(from, () => to);
}

/**
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

/**
 * @param {string} folder
 * @param {string} old
 * @param {boolean} quick
 */
async function compress(folder, old, quick) {
  const quality = quick ? 4 : zlib.constants.BROTLI_MAX_QUALITY;
  const compressors = {
    ".br": (/** @type {Buffer} */ content) => brotli(content, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
        [zlib.constants.BROTLI_PARAM_LGWIN]: zlib.constants.BROTLI_MAX_WINDOW_BITS,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    ".gz": (/** @type {Buffer} */ content) => gzip(content, { level: quick ? 6 : 9 }),
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

/**
 * Sizes in bytes of each file: raw, with gzip, with Brotli.
 * @param {string} folder
 */
function sizes(folder) {
  /** @param {string} path */
  const bytes = (path) => (existsSync(path) ? readFileSync(path).length : null);
  return [...filesUnder(folder)]
    .filter((path) => ![".br", ".gz"].includes(extname(path)))
    .sort()
    .map((path) => {
      const raw = readFileSync(path).length;
      return { name: relative(folder, path), raw, gzip: bytes(`${path}.gz`) ?? raw, brotli: bytes(`${path}.br`) ?? raw };
    });
}

/** Inline scripts of a page, without their tags. @param {string} html */
const inlineScripts = (html) => html.split("<script>").slice(1).map((rest) => rest.split("</script>")[0]);

/**
 * The page's content security policy: allows its own files, its inline scripts and rooms of any server. The online server also
 * sends a policy as a header, limited to its own rooms (src/server/http/page.rs).
 * @param {string} html
 */
function policyOf(html) {
  const hashes = inlineScripts(html).map((script) => `'${integrityOf(script)}'`).join(" ");
  return [
    "default-src 'none'", `script-src 'self' 'wasm-unsafe-eval' ${hashes}`, "worker-src 'self'", "style-src 'self'",
    "img-src 'self' data: blob:", "font-src 'self'", "media-src 'self' blob:", "manifest-src 'self'",
    "connect-src 'self' https: wss: http: ws:", "base-uri 'none'", "form-action 'none'",
    "require-trusted-types-for 'script'", "trusted-types irogaeshi",
  ].join("; ");
}

/** @param {string} text */
const inHtml = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
/** @param {string} text */
const inJson = (text) => JSON.stringify(text).slice(1, -1);
/** @param {unknown} value */
const inScript = (value) => JSON.stringify(value).replace(/</g, "\\u003c");

/**
 * Removes the texts that a script uses from `unused`. Throws if a text is missing.
 * @param {string} script
 * @param {Record<string, string>} words
 * @param {Set<string>} unused
 */
function markUsed(script, words, unused) {
  for (const [, call, key] of script.matchAll(USE_IN_SCRIPT)) {
    for (const name of call === "translate" ? [key] : [`${key}-title`, `${key}-text`]) {
      if (!(name in words)) throw new Error(`the page has no text for ${name}`);
      unused.delete(name);
    }
  }
}

/**
 * The list of files for the service worker: those loaded before the game starts, and those loaded when needed.
 * @param {string} folder
 * @param {string} name
 * @param {string[]} later
 * @returns {Version}
 */
function version(folder, name, later) {
  const hashes = [...filesUnder(folder)].map((path) => [relative(folder, path).replaceAll("\\", "/"), hashOf(readFileSync(path))]);
  /** @param {boolean} isLater */
  const part = (isLater) => Object.fromEntries(hashes.filter(([file]) => later.includes(file) === isLater));
  return { name, first: part(false), later: part(true) };
}

/** @param {{parts: string, out: string, quick?: boolean}} how */
export async function assemble({ parts, out, quick = false }) {
  const next = `${out}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  /** @param {string} name */
  const text = (name) => readFileSync(join(HERE, name), "utf8");
  /**
   * @param {string} name
   * @param {string | Buffer} content
   */
  const writeHashed = (name, content) => {
    const hashed = hashedName(name, content);
    writeFileSync(join(next, hashed), content);
    return hashed;
  };

  const wasm = readFileSync(join(parts, "irogaeshi_bg.wasm"));
  const glue = readFileSync(join(parts, "irogaeshi-worker.js"), "utf8");
  if (readFileSync(join(parts, "simd", "irogaeshi-worker.js"), "utf8") !== glue) {
    throw new Error("wasm-bindgen's scripts of the two worker programs differ, but the page has one script for both");
  }
  /**
   * @param {string} name
   * @param {string} folder
   */
  const program = (name, folder) => writeHashed(name, readFileSync(join(folder, "irogaeshi-worker_bg.wasm")));
  const threaded = join(parts, "threads", "irogaeshi-worker.wasm");
  /** @type {Build} */
  const build = {
    version: "",
    service: SERVICE,
    game: writeHashed("irogaeshi.js", readFileSync(join(parts, "irogaeshi.js"))),
    wasm: writeHashed("irogaeshi.wasm", wasm),
    wasmBytes: wasm.length,
    wasmIntegrity: integrityOf(wasm),
    font: writeHashed("japanese.otc", readFileSync(join(HERE, "../assets/fonts/japanese.otc"))),
    worker: {
      script: writeHashed("irogaeshi-worker.js", glue + text("worker.js")),
      programs: {
        simd: program("irogaeshi-worker-simd.wasm", join(parts, "simd")),
        plain: program("irogaeshi-worker.wasm", parts),
      },
      threads: existsSync(threaded) ? {
        program: writeHashed("irogaeshi-worker-threads.wasm", readFileSync(threaded)),
        script: writeHashed("thread.js", text("thread.js")),
      } : null,
      networks: Object.fromEntries(readdirSync(NETWORKS).map((name) => [
        basename(name, ".bin"), writeHashed(`shares-${name}`, readFileSync(join(NETWORKS, name))),
      ])),
    },
  };
  // Scripts of Rust libraries. Their paths contain a hash already.
  if (existsSync(join(parts, "snippets"))) cpSync(join(parts, "snippets"), join(next, "snippets"), { recursive: true });

  /** @param {string} language */
  const wordsOf = (language) => readWords(readFileSync(join(HERE, `../assets/locales/${language}.ftl`), "utf8"));
  /** @type {Texts} */
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, wordsOf(language)]));
  const words = wordsOf("en");
  for (const [key, language] of Object.keys(words).flatMap((key) => LANGUAGES.map((language) => [key, language]))) {
    if (!(key in texts[language])) throw new Error(`the page has no text for ${key} in ${language}.ftl`);
  }
  const unused = new Set(Object.keys(words));
  for (const [, key] of text("index.html").matchAll(USE_IN_PAGE)) {
    if (!(key in words)) throw new Error(`the page has no text for ${key}`);
  }
  // Imports come first, so that their hashed names are known. The built page has all scripts in one folder.
  const scripts = new Map();
  for (const name of SCRIPTS) {
    let content = text(name);
    markUsed(content, words, unused);
    for (const [imported, hashed] of scripts) {
      content = content.replaceAll(`"./${posix.relative(posix.dirname(name), imported)}"`, () => `"./${hashed}"`);
    }
    scripts.set(name, writeHashed(name, content));
  }
  const loader = scripts.get("loader.js");
  const imports = [...scripts.values()].filter((name) => name !== loader);
  const icons = ICONS.map((name) => [name, writeHashed(name, readFileSync(join(HERE, "icons", name)))]);
  const touchIcon = icons.find(([name]) => name === "apple-touch-icon.png")?.[1];
  /** An attribute with a file's name, and the digest that browsers check. @param {string} attribute @param {string} name */
  const checked = (attribute, name) => `${attribute}="${name}" integrity="${integrityOf(readFileSync(join(next, name)))}"`;
  const page = () => [
    ['src="loader.js"', checked("src", loader)],
    ['href="style.css"', checked("href", writeHashed("style.css", text("style.css")))],
    ['href="noscript.css"', `href="${writeHashed("noscript.css", text("noscript.css"))}"`],
    ['href="apple-touch-icon.png"', `href="${touchIcon}"`],
    ['href="irogaeshi.wasm"', `href="${build.wasm}"`],
    // Preloaded, since browsers would otherwise find each import only after reading the script before it.
    ['href="irogaeshi.js">', `${checked("href", build.game)}>\n  ${imports.map((name) => `<link rel="modulepreload" ${checked("href", name)}>`).join("\n  ")}`],
    ['<script src="guard.js"></script>', `<script>\n${text("guard.js")}</script>`],
    ['<script src="language.js"></script>', `<script>\n${text("language.js")}</script>`],
    ['id="build">{}<', `id="build">${inScript(build)}<`],
    ['id="words">{}<', `id="words">${inScript(texts)}<`],
  ].reduce((html, [from, to]) => replaceOnce(html, from, to, "index.html"), fillIn(text("index.html"), texts, inHtml, unused));
  // A manifest for each language. All have the same `start_url`, so browsers treat them as one program.
  for (const language of LANGUAGES) {
    const manifest = icons.reduce((json, [name, hashed]) => json.replace(`"${name}"`, () => `"${hashed}"`), text("manifest.webmanifest"));
    const words = fillIn(manifest.replace("%language%", language), texts, inJson, unused, language);
    writeFileSync(join(next, `manifest-${language}.webmanifest`), words);
  }
  writeFileSync(join(next, "icon.svg"), text("icon.svg"));
  // The page contains its version, so the hash is of the page with an empty one.
  build.version = hashOf(page() + [...filesUnder(next)].map((path) => hashOf(readFileSync(path))).join()).slice(0, HASH_LENGTH);
  const html = page();
  writeFileSync(join(next, "index.html"), replaceOnce(html, 'content="POLICY"', `content="${policyOf(html)}"`, "index.html"));
  const { script, programs, threads, networks } = build.worker;
  const later = [build.font, script, ...Object.values(programs), ...Object.values(threads ?? {}), ...Object.values(networks), ...icons.map(([, hashed]) => hashed)];
  writeFileSync(join(next, SERVICE), `const VERSION = ${JSON.stringify(version(next, build.version, later))};\n\n${text(SERVICE)}`);
  if (unused.size > 0) throw new Error(`no part of the page uses these texts: ${[...unused].join(", ")}`);

  await compress(next, out, quick);
  // The old page stays complete until the new one is.
  rmSync(out, { recursive: true, force: true });
  renameSync(next, out);
  return build;
}

/** @param {string} folder */
function printSizes(folder) {
  const rows = sizes(folder);
  const total = { name: "total", raw: 0, gzip: 0, brotli: 0 };
  for (const { raw, gzip: gzipped, brotli: shortest } of rows) {
    total.raw += raw;
    total.gzip += gzipped;
    total.brotli += shortest;
  }
  const width = Math.max(...rows.map((row) => row.name.length));
  /**
   * @param {string} name
   * @param {(string | number)[]} values
   */
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
