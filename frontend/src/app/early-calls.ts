/**
 * By its path, what a page asks for first, as its route's loader has it: `scripts/start-script.ts` asks before the console's
 * code is there, and `api/early.ts` hands the answers on. `:id` stands for anything, `:89-days-ago` for that day in UTC.
 */
export const EARLY_CALLS: Readonly<Record<string, readonly string[]>> = {
  "/": [
    "/api/v1/incidents/overview",
    "/api/v1/status",
    "/api/v1/insights/findings?limit=1",
    "/api/v1/memory/status",
    "/api/v1/samples",
  ],
  "/incidents": ["/api/v1/incidents?limit=50&count=true", "/api/v1/memory/status"],
  "/incidents/:id": [
    "/api/v1/incidents/:id",
    "/api/v1/incidents/:id/investigations",
    "/api/v1/incidents/:id/repeat",
    "/api/v1/incidents/:id/alerts/summary",
    "/api/v1/incidents/:id/open-earlier-actions",
  ],
  "/alerts": ["/api/v1/alerts?limit=50&count=true"],
  "/insights": [
    "/api/v1/insights/findings?from=:89-days-ago&to=:0-days-ago&limit=5",
    "/api/v1/insights/services?from=:89-days-ago&to=:0-days-ago&limit=10",
    "/api/v1/insights/errors?from=:89-days-ago&to=:0-days-ago&limit=10",
    "/api/v1/insights/noise?from=:89-days-ago&to=:0-days-ago&limit=10",
  ],
  "/action-items": [
    "/api/v1/action-items/counts",
    "/api/v1/action-items?state=open&order=due&limit=50",
    "/api/v1/action-items?state=in_progress&order=due&limit=50",
    "/api/v1/action-items?state=done&order=closed&limit=50",
    "/api/v1/action-items?state=wont_do&order=closed&limit=50",
  ],
  "/incidents/:id/postmortem": ["/api/v1/incidents/:id", "/api/v1/incidents/:id/postmortem"],
};
