// Builds a page with a stand-in for the game (fixtures/), assembled like the real one.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assemble } from "../../web/assemble.mjs";

const FIXTURES = new URL("fixtures/", import.meta.url);
const WASM_HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
/** Large enough to arrive in many pieces. */
export const WASM_BYTES = 900_000;

/** A valid program of one custom section of noise, which does not compress. */
function fakeWasm(bytes, firstSeed = 1) {
  const name = [...Buffer.from("noise")];
  const size = bytes - WASM_HEADER.length - 5;
  const length = [];
  // LEB128 padded to four bytes, so that the total size is exact.
  for (let left = size, index = 0; index < 4; index += 1, left >>>= 7) length.push((left & 0x7f) | (index < 3 ? 0x80 : 0));
  const noise = Buffer.alloc(size - name.length - 1);
  for (let index = 0, seed = firstSeed; index < noise.length; index += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    noise[index] = seed >>> 24;
  }
  return Buffer.concat([Buffer.from([...WASM_HEADER, 0, ...length, name.length, ...name]), noise]);
}

/**
 * Builds the page into the folder `out`, from parts that it writes into the folder `parts`. The page has `version` in
 * `fakeGame.version`. With `hasThreads` it has a program for several threads that always fails to start.
 * @param {string} parts
 * @param {string} out
 */
export function assembleFake(parts, out, version = 1, hasThreads = false) {
  cpSync(FIXTURES, parts, { recursive: true });
  const game = readFileSync(new URL("irogaeshi.js", FIXTURES), "utf8");
  writeFileSync(join(parts, "irogaeshi.js"), `${game}\nfakeGame.version = ${version};\n`);
  writeFileSync(join(parts, "irogaeshi_bg.wasm"), fakeWasm(WASM_BYTES, version));
  writeFileSync(join(parts, "irogaeshi-worker_bg.wasm"), fakeWasm(1000, version));
  mkdirSync(join(parts, "simd"), { recursive: true });
  cpSync(new URL("irogaeshi-worker.js", FIXTURES), join(parts, "simd", "irogaeshi-worker.js"));
  writeFileSync(join(parts, "simd", "irogaeshi-worker_bg.wasm"), fakeWasm(2000, version));
  if (hasThreads) {
    mkdirSync(join(parts, "threads"));
    writeFileSync(join(parts, "threads", "irogaeshi-worker.wasm"), fakeWasm(3000, version));
  }
  return assemble({ parts, out, quick: true });
}
