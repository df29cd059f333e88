/** Browser storage that never throws: blocked or full storage behaves as if it were empty. */
export function readStored(area: "local" | "session", key: string): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(area: "local" | "session", key: string, value: string | null): void {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
  } catch {
    // The page works without storage; only the draft is not kept.
  }
}

function areaOf(area: "local" | "session"): Storage {
  return area === "local" ? window.localStorage : window.sessionStorage;
}
