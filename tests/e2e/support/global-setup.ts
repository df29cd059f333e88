import { startServer, until } from "./server";

const READY_MS = 240_000;
const SAMPLES = 16;

type MemoryStatus = { status: string; documents: { ready: number } };

/** One server for all tests, with the sample history remembered; BASE_URL and DATA_DIR name another one. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BASE_URL) return undefined;
  const server = await startServer();
  process.env.BASE_URL = server.url;
  process.env.DATA_DIR = server.dataDir;
  await until("the samples are remembered", READY_MS, async () => {
    const answer = await fetch(`${server.url}/api/v1/memory/status`);
    const { status, documents } = (await answer.json()) as MemoryStatus;
    return status === "ready" && documents.ready >= SAMPLES;
  });
  return server.stop;
}
