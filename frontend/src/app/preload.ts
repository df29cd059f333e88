import { palette } from "@/app/palette";
import type { createConsoleRouter } from "@/app/router";

/** As long as the first screen's own data may still be on its way. */
const AFTER_LOAD_MS = 1_000;
/** By then nobody waits for anything else; a page whose code is there opens also when the network is gone. */
const ALL_AFTER_LOAD_MS = 10_000;
/** What a press may need at once is small, and waits for nothing but a moment in which the page rests. */
const REST_WITHIN_MS = 500;

/** Fetches, once the first screen stands, the code that the next press most likely needs. */
export function preloadWhenIdle(router: ReturnType<typeof createConsoleRouter>): void {
  const later = () => {
    whenAtRest(() => void palette.fetchAhead());
    setTimeout(() => void router.loadRouteChunk(router.routesByPath["/incidents/$id"]), AFTER_LOAD_MS);
    setTimeout(() => void fetchPages(router), ALL_AFTER_LOAD_MS);
  };
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}

async function fetchPages(router: ReturnType<typeof createConsoleRouter>): Promise<void> {
  for (const route of Object.values(router.routesById)) {
    if (!navigator.onLine) return;
    await router.loadRouteChunk(route);
  }
}

function whenAtRest(act: () => void): void {
  // Not every browser tells when it rests.
  if (typeof window.requestIdleCallback === "function")
    window.requestIdleCallback(act, { timeout: REST_WITHIN_MS });
  else setTimeout(act, REST_WITHIN_MS);
}
