/**
 * By its path, what a page asks for first, as its route's loader has it: `scripts/start-script.ts` asks before the console's
 * code is there, and `api/early.ts` hands the answers on. `:id` stands for anything.
 */
export const EARLY_CALLS: Readonly<Record<string, readonly string[]>> = {
  "/": [
    "/api/v1/incidents/overview",
    "/api/v1/status",
    "/api/v1/insights/findings?limit=1",
    "/api/v1/memory/status",
  ],
  "/incidents": ["/api/v1/incidents?limit=50&count=true", "/api/v1/memory/status"],
  "/incidents/:id": [
    "/api/v1/incidents/:id",
    "/api/v1/incidents/:id/investigations",
    "/api/v1/incidents/:id/repeat",
    "/api/v1/incidents/:id/alerts/summary",
  ],
  "/incidents/:id/postmortem": ["/api/v1/incidents/:id", "/api/v1/incidents/:id/postmortem"],
};
