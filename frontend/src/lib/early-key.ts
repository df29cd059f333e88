/** As long as a page may take to draw what a key asks for. */
const KEPT_MS = 5_000;

let kept: { key: string; path: string; at: number } | null = null;

/** A key that was pressed before what it asks for was there; the next key or press, or another page, takes its place. */
export const earlyKey = {
  keep(key: string): void {
    kept = { key, path: window.location.pathname, at: performance.now() };
  },
  /** Whether that key is waiting to be answered; it is answered once. */
  take(key: string): boolean {
    const waits =
      kept?.key === key && kept.path === window.location.pathname && performance.now() - kept.at < KEPT_MS;
    if (waits) kept = null;
    return waits;
  },
  forget(): void {
    kept = null;
  },
};
