import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { Feedback, Verdict } from "@/api/types";

/** What feedback is on: the analysis, or a document by its id. */
export type FeedbackTarget = string;
export const ON_ANALYSIS: FeedbackTarget = "analysis";

/** All that people say of one investigation; the incident's id in the key lets the live stream refresh it. */
export function feedbackQuery(incidentId: string, investigationId: string) {
  return queryOptions({
    queryKey: ["investigations", incidentId, "feedback", investigationId],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/investigations/{investigation_id}/feedback", {
          params: { path: { investigation_id: investigationId } },
          signal,
        }),
      ),
  });
}

/** What people say of an incident as evidence for others, newest first. */
export function feedbackElsewhereQuery(incidentId: string) {
  return infiniteQueryOptions({
    queryKey: ["feedback", "elsewhere", incidentId],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}/feedback", {
          params: { path: { incident_id: incidentId }, query: { limit: 20, cursor: pageParam ?? undefined } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

type Target = { investigationId: string; target: FeedbackTarget };

export function giveFeedback({
  investigationId,
  target,
  verdict,
  sentence,
}: Target & { verdict: Verdict; sentence: string | null }): Promise<Feedback> {
  return expectData(
    api.PUT("/api/v1/investigations/{investigation_id}/feedback/{target}", {
      params: { path: { investigation_id: investigationId, target } },
      body: { verdict, sentence },
    }),
  );
}

export async function withdrawFeedback({ investigationId, target }: Target): Promise<void> {
  await expectData(
    api.DELETE("/api/v1/investigations/{investigation_id}/feedback/{target}", {
      params: { path: { investigation_id: investigationId, target } },
    }),
  );
}
