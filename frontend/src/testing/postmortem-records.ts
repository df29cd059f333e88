import { HttpResponse, http } from "msw";
import type { Postmortem, PostmortemSection } from "@/api/types";
import { incidentRecord } from "@/testing/records";
import { server, serverHolds } from "@/testing/server";

export function sectionRecord(given: Partial<PostmortemSection> = {}): PostmortemSection {
  return {
    key: "overview",
    title: "Overview",
    prompt: "What happened, in a few sentences?",
    text: "",
    revision: 0,
    written: null,
    proposal: null,
    blame: [],
    ...given,
  };
}

export function postmortemRecord(given: Partial<Postmortem> = {}): Postmortem {
  return {
    incident_id: "INC-117",
    title: "Charges fail",
    service: "payment-api",
    severity: "sev1",
    incident_status: "resolved",
    outcome: "fixed",
    resolved_at: "2026-03-01T13:00:00.000Z",
    sample: false,
    status: "draft",
    owner: "Ada Lovelace",
    reviewers: [],
    written: 0,
    sections_total: 1,
    open_comments: 0,
    created_at: "2026-03-01T14:00:00.000Z",
    updated_at: "2026-03-01T14:00:00.000Z",
    published_at: null,
    revision: 1,
    next_statuses: ["in_review"],
    created_by: "Ada Lovelace",
    published_by: null,
    published_revision: null,
    impact: {
      duration_s: 3_600,
      users_affected: null,
      requests_failed_percent: null,
      tickets: null,
      revenue: null,
      currency: null,
    },
    sections: [sectionRecord()],
    factors: [],
    timeline: [],
    comments: [],
    people: ["Ada Lovelace", "Grace Hopper"],
    ...given,
  };
}

/** The server has this postmortem, until told of another; what is sent to change it stands in `sent`. */
export function serverHoldsPostmortem(first: Postmortem) {
  const held = { postmortem: first, sent: [] as { path: string; ifMatch: string | null; body: unknown }[] };
  serverHolds(incidentRecord({ status: "resolved", resolved_at: first.resolved_at }));
  server.use(
    http.get("*/api/v1/incidents/INC-117/postmortem", () => HttpResponse.json(held.postmortem)),
    http.post("*/api/v1/postmortems/INC-117/editing", () => new HttpResponse(null, { status: 204 })),
  );
  const keep = async (request: Request) => {
    const body: unknown = await request.clone().json();
    const path = new URL(request.url).pathname.replace("/api/v1/postmortems/INC-117", "");
    held.sent.push({ path, ifMatch: request.headers.get("if-match"), body });
  };
  return Object.assign(held, { keep });
}
