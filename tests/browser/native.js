// The worker's program, built for this machine. Answers the same requests as a worker of the page, line by line.

import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function build() {
  const what = ["--locked", "--profile", "fast", "--no-default-features", "--features", "worker", "--bin", "irogaeshi-worker"];
  const messages = execFileSync("cargo", ["build", "--message-format=json-render-diagnostics", ...what], {
    cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 64 << 20,
  });
  return messages.split("\n").filter(Boolean).map((line) => JSON.parse(line)).findLast(({ executable }) => executable).executable;
}

/** Builds and starts the program. `ask(json)` resolves to the answer, also JSON. */
export function startNative() {
  const program = spawn(build(), { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  return {
    pid: program.pid,
    async ask(json) {
      program.stdin.write(`${json}\n`);
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`the native worker ended instead of answering ${json}`);
        const news = JSON.parse(value);
        // The reply is the last message.
        if (!news?.progress && !news?.["so-far"]) return value;
      }
    },
    close: () => program.stdin.end(),
  };
}
