// Settings from environment variables: timeout and folders.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the checkout, to which paths in variables are relative. */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const folderFrom = (text) => resolve(ROOT, text);

/**
 * Maximum wait in milliseconds. Long, because a software renderer on a busy machine is slow; passing tests never wait that
 * long. Set it lower while writing a test that must fail first.
 */
export const TIMEOUT = Number(process.env.IROGAESHI_TIMEOUT ?? 120_000);
/** Folder for pictures, if set. */
export const SCREENSHOTS = process.env.IROGAESHI_SCREENSHOTS && folderFrom(process.env.IROGAESHI_SCREENSHOTS);
/** Folder of the built page. */
export const PAGE = folderFrom(process.env.IROGAESHI_PAGE ?? "dist/web");
/** Folder of the programs built by cargo. */
const PROGRAMS = folderFrom(process.env.IROGAESHI_PROGRAMS ?? "target/debug");

/** The path of a program built by cargo. */
export function program(name) {
  const path = join(PROGRAMS, name);
  if (!existsSync(path)) {
    throw new Error(`${path} is missing: run cargo build --all-features, or set IROGAESHI_PROGRAMS to its folder`);
  }
  return path;
}
