import { readStored, writeStored } from "@/lib/storage";

const KEY = "memoryops.reloaded";
const NOT_AGAIN_MS = 60_000;

/**
 * Reloads the page where the server has another build than this one, whose parts are gone. While the server does not
 * answer, or answers with the same build, the page stays: what could not be fetched can be fetched later, and a reload
 * would take away what is on the screen.
 */
export async function reloadIfUpgraded(reload: () => void): Promise<void> {
  const last = Number(readStored("session", KEY) ?? 0);
  if (Date.now() - last < NOT_AGAIN_MS || !(await isAnotherBuild())) return;
  writeStored("session", KEY, String(Date.now()));
  reload();
}

async function isAnotherBuild(): Promise<boolean> {
  const start = document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src");
  if (!start) return false;
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(start);
  } catch {
    return false;
  }
}
