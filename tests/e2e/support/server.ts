import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const CHECKOUT = resolve(__dirname, "../../..");
const START_MS = 180_000;

export type Server = { url: string; dataDir: string; stop: () => Promise<void> };

/** A MemoryOps server of its own, on a free port with an empty data folder. */
export async function startServer(environment: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "memoryops-e2e-"));
  const log = openSync(join(dataDir, "serve.log"), "a");
  const process_ = spawn(
    join(CHECKOUT, ".venv/bin/memoryops"),
    ["serve", "--port", String(port), "--data-dir", dataDir],
    { cwd: CHECKOUT, env: { ...process.env, ...environment }, stdio: ["ignore", log, log] },
  );
  const url = `http://127.0.0.1:${port}`;
  await until(`the server on port ${port} is up`, START_MS, async () => {
    if (process_.exitCode !== null) throw new Error(readFileSync(join(dataDir, "serve.log"), "utf8"));
    return (await fetch(`${url}/readyz`)).ok;
  });
  return { url, dataDir, stop: () => stop(process_, dataDir) };
}

async function stop(server: ChildProcess, dataDir: string): Promise<void> {
  const ended = new Promise((done) => server.once("exit", done));
  server.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

/** Asks again until it is so; failures while asking count as not yet. */
export async function until(what: string, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + ms;
  let last: unknown = null;
  while (Date.now() < deadline) {
    try {
      if (await holds()) return;
    } catch (error) {
      last = error;
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`Waited ${ms} ms in vain until ${what}. ${last ?? ""}`);
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address ? found(address.port) : failed(address)));
    });
  });
}
