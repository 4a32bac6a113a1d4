// The real online server, which also serves the page, on a free port and with rooms in a temporary folder.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PAGE, program } from "./environment.js";

/** Long timeouts, since a page drawn without a graphics card on a busy machine may be silent for long. */
const PATIENT = ["--silence", "600", "--send-within", "600", "--hello-within", "600"];

/** Starts the server. CPU players do not pause before their moves. */
export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), "irogaeshi-rooms-"));
  const words = ["--address", "127.0.0.1:0", "--cpu-pause", "0", "--log", "warn", "--data", folder, "--page", PAGE, ...PATIENT];
  const server = spawn(program("irogaeshi-server"), words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  const lines = createInterface({ input: server.stdout });
  const [first] = await Promise.race([once(lines, "line"), ended]);
  const found = /http:\/\/\S+\//.exec(first);
  assert.ok(found, `the server prints its address, but printed: ${first}`);
  const url = found[0];
  return {
    url,
    /** The match of a room, from the server's public interface. */
    async record(room) {
      const answer = await fetch(`${url}api/rooms/${room}/record`);
      assert.equal(answer.status, 200);
      return answer.json();
    },
    async close() {
      server.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
