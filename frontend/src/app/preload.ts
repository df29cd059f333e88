import { palette } from "@/app/palette";
import type { createConsoleRouter } from "@/app/router";

/** As long as the first screen's own data may still be on its way. */
const AFTER_LOAD_MS = 1_000;

/** Fetches, once the first screen stands, the code that the next press most likely needs. */
export function preloadWhenIdle(router: ReturnType<typeof createConsoleRouter>): void {
  const preload = () => {
    void palette.fetchAhead();
    void router.loadRouteChunk(router.routesByPath["/incidents/$id"]);
  };
  const later = () => setTimeout(preload, AFTER_LOAD_MS);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
