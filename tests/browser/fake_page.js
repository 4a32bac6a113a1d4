// A page with a stand-in for the game (fixtures/) instead of the game, put together as the real one is.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assemble } from "../../web/assemble.mjs";

const FIXTURES = new URL("fixtures/", import.meta.url);
const WASM_HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
/** Large enough to arrive in many pieces. */
export const WASM_BYTES = 900_000;

/** A valid program that is nothing but one custom section of noise, which no compression shortens. */
function fakeWasm(bytes, firstSeed = 1) {
  const name = [...Buffer.from("noise")];
  const size = bytes - WASM_HEADER.length - 5;
  const length = [];
  // LEB128 in four bytes, whatever the value, so that the total is as asked.
  for (let left = size, index = 0; index < 4; index += 1, left >>>= 7) length.push((left & 0x7f) | (index < 3 ? 0x80 : 0));
  const noise = Buffer.alloc(size - name.length - 1);
  for (let index = 0, seed = firstSeed; index < noise.length; index += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    noise[index] = seed >>> 24;
  }
  return Buffer.concat([Buffer.from([...WASM_HEADER, 0, ...length, name.length, ...name]), noise]);
}

/**
 * Builds the page into `out`, with its parts in a folder of their own; `version` says which of several it is, and is found in
 * `fakeGame.version` then. With `hasThreads` it has a program for several threads, which always fails: it cannot be started.
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
