import { queryOptions } from "@tanstack/react-query";
import { actorHeaders, api } from "@/api/client";
import { expectData, problemOf, reach, toProblem } from "@/api/problem";
import { requireSignIn } from "@/api/session";
import type {
  Analysis,
  AnalysisReason,
  AnalysisStatus,
  HistoricalIncident,
  Investigation,
  MemoryStatus,
  RecallTrace,
  Repeat,
  TraceRow,
} from "@/api/types";
import { readEvents } from "@/lib/sse";

export type EvidencePart = {
  memory_status: MemoryStatus;
  memory: RecallTrace;
  similar_historical_incidents: HistoricalIncident[];
  repeat: Repeat | null;
};

export type AnalysisPart = {
  analysis_status: AnalysisStatus;
  analysis_reason: AnalysisReason | null;
  ai_analysis: Analysis;
};

export type RunEvent =
  | { event: "stage"; data: TraceRow }
  | { event: "evidence"; data: EvidencePart }
  | { event: "analysis"; data: AnalysisPart }
  | { event: "done"; data: Investigation };

export function investigationsQuery(incidentId: string) {
  return queryOptions({
    queryKey: ["investigations", incidentId],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}/investigations", {
          params: { path: { incident_id: incidentId } },
          signal,
        }),
      ),
    refetchInterval: (query) => {
      const newest = query.state.data?.items[0];
      return newest?.state === "queued" || newest?.state === "running" ? 1_000 : false;
    },
  });
}

/** Runs an investigation and gives its events as they come; throws ApiProblem or Unreachable. */
export async function* analyze(incidentId: string): AsyncGenerator<RunEvent> {
  const response = await reach(
    fetch(`/api/v1/incidents/${encodeURIComponent(incidentId)}/analyze`, {
      method: "POST",
      headers: { Accept: "text/event-stream", ...actorHeaders() },
    }),
  );
  if (response.status === 401) requireSignIn();
  if (!response.ok || response.body === null) throw await problemOf(response);
  if (!(response.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
    yield { event: "done", data: (await response.json()) as Investigation };
    return;
  }
  for await (const { event, data } of readEvents(response.body)) {
    const value: unknown = JSON.parse(data);
    if (event === "error") throw toProblem((value as { status?: number }).status ?? 500, value);
    if (event === "stage" || event === "evidence" || event === "analysis" || event === "done") {
      yield { event, data: value } as RunEvent;
    }
  }
}
