import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { Incident, Investigation } from "@/api/types";
import { incidentAlerts } from "@/testing/alert-records";
import { timelineOf } from "@/testing/timeline-records";

const API = "*/api/v1";

/** A server on which nothing has happened; tests put their world over it. */
export const server = setupServer(
  http.get(`${API}/memory/status`, () =>
    HttpResponse.json({
      status: "ready",
      reason: null,
      detail: null,
      advice: null,
      since: "2026-03-01T12:00:00.000Z",
      checked_at: null,
      kind: "embedded",
      url: null,
      version: null,
      log_file: null,
      bank_id: "memoryops-default",
      threshold: 0.39,
      embedding: "all-MiniLM-L6-v2",
      calibrated: "stored",
      documents: { ready: 2, failed: 1 },
    }),
  ),
  http.get(`${API}/status`, () =>
    HttpResponse.json({ version: "0", started_at: "2026-03-01T12:00:00.000Z", dependencies: [] }),
  ),
  http.get(`${API}/events`, silentStream),
  http.get(`${API}/samples`, () => HttpResponse.json({ count: 0 })),
  http.get(`${API}/incidents/overview`, () =>
    HttpResponse.json({
      open: [],
      open_total: 0,
      by_severity: [],
      recent_resolutions: [],
      services: [],
      total: 0,
      samples: 0,
    }),
  ),
  http.get(`${API}/insights/findings`, () => HttpResponse.json({ ...pageOf([]), total: 0 })),
  http.get(`${API}/incidents/seen-before`, () => HttpResponse.json({ repeat: null })),
  http.get(`${API}/incidents/:id/postmortem`, () => HttpResponse.json(null)),
  http.get(`${API}/incidents/:id/repeat`, () => HttpResponse.json(null)),
  http.get(`${API}/incidents/:id/alerts/summary`, () => HttpResponse.json(incidentAlerts())),
  http.get(`${API}/incidents/:id/open-earlier-actions`, () => HttpResponse.json({ items: [], total: 0 })),
  http.get(`${API}/action-items`, () => HttpResponse.json({ ...pageOf([]), total: 0 })),
  http.get(`${API}/action-items/counts`, () => HttpResponse.json(NO_ACTION_ITEMS)),
  http.get(`${API}/alerts`, () => HttpResponse.json(pageOf([]))),
  http.get(`${API}/deliveries`, () => HttpResponse.json({ ...pageOf([]), total: 0 })),
  http.get(`${API}/integrations`, () => HttpResponse.json(pageOf([]))),
  http.get(`${API}/sources`, () => HttpResponse.json(pageOf([]))),
  http.get(`${API}/fingerprints/rulings`, () => HttpResponse.json(pageOf([]))),
);

/** The live stream of a server on which nothing happens. */
function silentStream() {
  const hello = new TextEncoder().encode('id: 0\nevent: hello\ndata: {"position": 0}\n\n');
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(hello) });
  return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
}

/** The counts of a record without action items. */
export const NO_ACTION_ITEMS = {
  open: 0,
  in_progress: 0,
  done: 0,
  wont_do: 0,
  overdue: 0,
  past_target: 0,
  owners: [],
};

/** A page of a list that has no other. */
export function pageOf<T>(items: readonly T[]) {
  return { items, next_cursor: null, total: null };
}

/** The server knows this incident and these runs of it. */
export function serverHolds(incident: Incident, runs: Investigation[] = []): void {
  server.use(
    http.get(`${API}/incidents/${incident.id}`, () => HttpResponse.json(incident)),
    http.get(`${API}/incidents/${incident.id}/timeline`, () => HttpResponse.json(timelineOf([]))),
    http.get(`${API}/incidents/${incident.id}/investigations`, () => HttpResponse.json({ items: runs })),
    http.get(`${API}/incidents/${incident.id}/feedback`, () => HttpResponse.json(pageOf([]))),
    http.get(`${API}/investigations/:id/feedback`, () => HttpResponse.json({ items: [], former: [] })),
  );
}

/** A run whose events the test sends one by one. */
export function serverInvestigates(incidentId: string) {
  const encoder = new TextEncoder();
  const started: Request[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  server.use(
    http.post(`${API}/incidents/${incidentId}/analyze`, ({ request }) => {
      started.push(request);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
    }),
  );
  return {
    started,
    send: (event: string, data: unknown) =>
      stream?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    end: () => stream?.close(),
  };
}

/** An RFC 9457 answer. */
export function problem(status: number, slug: string, extra: Record<string, unknown> = {}) {
  return HttpResponse.json(
    { type: `urn:memoryops:problem:${slug}`, title: slug, status, detail: `It is ${slug}.`, ...extra },
    { status, headers: { "Content-Type": "application/problem+json" } },
  );
}
