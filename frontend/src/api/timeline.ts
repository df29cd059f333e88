import { queryOptions } from "@tanstack/react-query";
import { actorHeaders, api } from "@/api/client";
import { incidentKeys } from "@/api/incidents";
import { expectData, problemOf, reach } from "@/api/problem";
import { requireSignIn } from "@/api/session";
import type { EntryAdd, EntryEdit, TimelineItem } from "@/api/types";

/** The timeline with what was removed from it. */
export function wholeTimelineQuery(id: string) {
  return queryOptions({
    queryKey: [...incidentKeys.one(id), "timeline", "removed too"],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}/timeline", {
          params: { path: { incident_id: id }, query: { removed: true } },
          signal,
        }),
      ),
  });
}

export function entryHistoryQuery(id: string, entryId: string) {
  return queryOptions({
    queryKey: [...incidentKeys.one(id), "timeline", "history", entryId],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/incidents/{incident_id}/timeline/{entry_id}/history", {
          params: { path: { incident_id: id, entry_id: entryId } },
          signal,
        }),
      ),
  });
}

export function addEntry(id: string, body: EntryAdd) {
  return expectData(
    api.POST("/api/v1/incidents/{incident_id}/timeline", { params: { path: { incident_id: id } }, body }),
  );
}

function ofEntry(id: string, entry: TimelineItem) {
  return { path: { incident_id: id, entry_id: entry.id } };
}

function asRead(id: string, entry: TimelineItem) {
  return { ...ofEntry(id, entry), header: { "if-match": `"${entry.revision}"` } };
}

export function editEntry(id: string, entry: TimelineItem, body: EntryEdit) {
  return expectData(
    api.PATCH("/api/v1/incidents/{incident_id}/timeline/{entry_id}", { params: asRead(id, entry), body }),
  );
}

export function removeEntry(id: string, entry: TimelineItem) {
  return expectData(
    api.DELETE("/api/v1/incidents/{incident_id}/timeline/{entry_id}", { params: asRead(id, entry) }),
  );
}

export function restoreEntry(id: string, entry: TimelineItem) {
  return expectData(
    api.POST("/api/v1/incidents/{incident_id}/timeline/{entry_id}/restore", { params: ofEntry(id, entry) }),
  );
}

export function pinEntry(id: string, entry: TimelineItem) {
  const params = ofEntry(id, entry);
  return entry.pinned
    ? expectData(api.DELETE("/api/v1/incidents/{incident_id}/timeline/{entry_id}/pin", { params }))
    : expectData(api.POST("/api/v1/incidents/{incident_id}/timeline/{entry_id}/pin", { params }));
}

/** Keeps a picture with the incident; gives the address under which it is served. */
export async function addImage(id: string, picture: Blob): Promise<string> {
  const response = await reach(
    fetch(`/api/v1/incidents/${encodeURIComponent(id)}/images`, {
      method: "POST",
      body: picture,
      headers: { ...actorHeaders(), "Content-Type": picture.type || "application/octet-stream" },
    }),
  );
  if (response.status === 401) requireSignIn();
  if (!response.ok) throw await problemOf(response);
  const { url } = (await response.json()) as { url: string };
  return url;
}

/** Where the timeline is downloaded from, with the reader's zone in what is made for people. */
export function exportAddress(id: string, format: "markdown" | "json" | "csv", zone: string): string {
  const query = new URLSearchParams(format === "markdown" ? { format, zone } : { format });
  return `/api/v1/incidents/${encodeURIComponent(id)}/timeline/export?${query}`;
}
