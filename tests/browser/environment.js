// What the tests are told by the environment: how long they wait, and where everything is that they test.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Folders in variables are meant from the root of the checkout, wherever the tests are started. */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const folderFrom = (text) => resolve(ROOT, text);

/**
 * In milliseconds: long, because a software renderer on a busy machine is slow; a passing test never waits that long. Whoever
 * writes a test that has to fail first has less.
 */
export const PATIENCE = Number(process.env.IROGAESHI_PATIENCE ?? 120_000);
/** The folder for pictures, if any are wanted. */
export const SCREENSHOTS = process.env.IROGAESHI_SCREENSHOTS && folderFrom(process.env.IROGAESHI_SCREENSHOTS);
/** The folder of the built page. */
export const PAGE = folderFrom(process.env.IROGAESHI_PAGE ?? "dist/web");
/** The folder of the window and of the server. */
const PROGRAMS = folderFrom(process.env.IROGAESHI_PROGRAMS ?? "target/debug");

/** Where a program is that cargo has built. */
export function program(name) {
  const path = join(PROGRAMS, name);
  if (!existsSync(path)) {
    throw new Error(`${path} is missing: run cargo build --all-features, or name its folder in IROGAESHI_PROGRAMS`);
  }
  return path;
}
