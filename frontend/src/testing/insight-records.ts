import { HttpResponse, http } from "msw";
import type { FailingService, Finding, MemoryAtWork, Share, Spread, TimeTaken, WeekHour } from "@/api/types";
import { server } from "@/testing/server";

const AT = "2026-11-30T12:00:00.000Z";
const ROWS = "/api/v1/insights/rows?from=2026-09-02&to=2026-11-30";

function share(count: number, of: string): Share {
  return { count, rows: `${ROWS}&of=${of}` };
}

function spread(n: number): Spread {
  const told = (seconds: number, least: number) => (n >= least ? seconds : null);
  return {
    n,
    median_s: told(600, 1),
    p25_s: told(300, 4),
    p75_s: told(900, 4),
    p90_s: told(1_800, 10),
    least_s: told(60, 1),
    most_s: told(3_600, 1),
    small: n < 20,
  };
}

function tableOf<T>(items: readonly T[]) {
  return {
    period: {
      start: "2026-09-02T00:00:00.000Z",
      end: "2026-12-01T00:00:00.000Z",
      services: [],
      samples: true,
    },
    counted_at: AT,
    says: "What it counts.",
    items,
    total: items.length,
    next_cursor: null,
  };
}

function failingService(): FailingService {
  return {
    service: "checkout",
    incidents: share(7, "incidents&service=checkout"),
    open: share(1, "open"),
    new: share(2, "new"),
    repeats: share(5, "repeats"),
    unidentified: share(0, "unidentified"),
    days: 4,
    samples: 1,
    time_to_resolve: spread(6),
  };
}

function findingRecord(): Finding {
  return {
    id: "rising_rate-1",
    kind: "rising_rate",
    weight: "high",
    title: "checkout breaks more often than before",
    sentence: "7 incidents in the last 14 days.",
    rule: "The last 14 days against the rest.",
    service: "checkout",
    numbers: [{ name: "recent", value: 7, unit: "count" }],
    incidents: 7,
    incident_ids: ["INC-7", "INC-6"],
    alert_ids: [],
    compared: 3,
    samples: 0,
    rows: `${ROWS}&of=finding&finding=rising_rate-1`,
    compared_rows: `${ROWS}&of=compared&finding=rising_rate-1`,
  };
}

function weekHours(): WeekHour[] {
  return Array.from({ length: 168 }, (_, at) => ({
    weekday: Math.floor(at / 24) + 1,
    hour: at % 24,
    incidents: at === 9 ? 3 : 0,
    samples: 0,
    rows: `${ROWS}&of=hour&weekday=${Math.floor(at / 24) + 1}&hour=${at % 24}&zone=UTC`,
  }));
}

function timeTaken(measure: TimeTaken["measure"]): TimeTaken {
  const rows = `${ROWS}&of=time&measure=${measure}`;
  return {
    measure,
    spread: spread(6),
    without: 1,
    without_rows: `${ROWS}&of=untimed&measure=${measure}`,
    samples: 0,
    warning: "Only 6 values: one more or less can move these figures a lot.",
    bins: [
      { from_s: 0, to_s: 600, count: 2, rows },
      { from_s: 600, to_s: null, count: 4, rows },
    ],
    rows,
  };
}

function memoryAtWork(): MemoryAtWork {
  const { period, counted_at, says } = tableOf([]);
  const none = share(0, "shown");
  return {
    period,
    counted_at,
    says,
    samples: 0,
    investigations: {
      ok: share(3, "recall_ok"),
      empty: share(1, "recall_empty"),
      unavailable: share(2, "recall_unavailable"),
      unfinished: share(0, "recall_unfinished"),
      hit_rate: 0.75,
    },
    evidence: {
      shown: none,
      confirmed: none,
      confirmed_shown: none,
      did_not_help: none,
      did_not_help_shown: none,
      marked_helped: none,
      marked_did_not_help: none,
      marked_wrong: none,
    },
    with_evidence: spread(3),
    with_evidence_rows: `${ROWS}&of=with_evidence`,
    without_evidence: spread(3),
    without_evidence_rows: `${ROWS}&of=without_evidence`,
    warning: "This is no experiment.",
    learnings: { ready: none, waiting: none, failed: none, confirming: none, forgotten: none, none },
  };
}

/** Insights of a small record; returns what was asked of each table. */
export function serverCounts(items = [failingService()]): { section: string; asked: URLSearchParams }[] {
  const asked: { section: string; asked: URLSearchParams }[] = [];
  const sums = {
    fired: share(0, "firings"),
    acknowledged: share(0, "acknowledged"),
    attached: share(0, "attached"),
    ignored: share(0, "ignored"),
    ignored_share: null,
  };
  const answers: Record<string, object> = {
    services: tableOf(items),
    findings: tableOf(items.map(findingRecord)),
    errors: tableOf([]),
    hours: { ...tableOf(weekHours()), zone: "UTC" },
    times: tableOf((["acknowledge", "mitigate", "resolve"] as const).map(timeTaken)),
    noise: { ...tableOf([]), ...sums },
    memory: memoryAtWork(),
  };
  server.use(
    ...Object.entries(answers).map(([section, answer]) =>
      http.get(`*/api/v1/insights/${section}`, ({ request }) => {
        asked.push({ section, asked: new URL(request.url).searchParams });
        return HttpResponse.json(answer);
      }),
    ),
  );
  return asked;
}
