declare global {
  interface Window {
    /** Answers that were asked for before the console's code was there; see scripts/start-script.ts. */
    early?: Map<string, Promise<Response>>;
  }
}

/** As long as a page may take to start; what it read longer ago than that is asked for again. */
const FRESH_MS = 15_000;

/** The answer to a call that was asked for early: once, and not when it is stale. */
export function earlyAnswer(request: Request): Promise<Response> | null {
  const { pathname, search } = new URL(request.url);
  const answer = request.method === "GET" ? window.early?.get(pathname + search) : undefined;
  if (answer === undefined) return null;
  window.early?.delete(pathname + search);
  return performance.now() < FRESH_MS ? answer : null;
}
