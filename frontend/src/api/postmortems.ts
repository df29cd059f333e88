import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { actorHeaders, api } from "@/api/client";
import { expectData, problemOf, reach } from "@/api/problem";
import type { PostmortemEdit, PostmortemStatus, SectionKey } from "@/api/types";

export const postmortemKeys = {
  all: ["postmortems"] as const,
  one: (id: string) => ["postmortems", "one", id] as const,
};

const PAGE_SIZE = 50;
const ifMatch = (revision: number | string) => ({ "if-match": `"${revision}"` });
const of = (id: string) => ({ path: { incident_id: id } });
const section = (id: string, key: SectionKey) => ({ path: { incident_id: id, key } });

/** `waiting` is for the person who asks: in review, and named as a reviewer. */
export type PostmortemFilters = { status?: PostmortemStatus; owner?: string; waiting?: true };

/** The postmortem of an incident, null where none was begun. */
export function postmortemQuery(id: string) {
  return queryOptions({
    queryKey: postmortemKeys.one(id),
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/incidents/{incident_id}/postmortem", { params: of(id), signal })),
  });
}

function narrowed({ status, owner, waiting }: PostmortemFilters, me: string | null) {
  if (waiting) return { status: ["in_review" as const], reviewer: me ?? undefined };
  return { status: status ? [status] : undefined, owner: owner || undefined };
}

/** Postmortems, the one begun last first; `me` is who asks. */
export function postmortemPagesQuery(filters: PostmortemFilters, me: string | null) {
  return infiniteQueryOptions({
    queryKey: [...postmortemKeys.all, "pages", filters, me],
    queryFn: ({ pageParam, signal }) =>
      expectData(
        api.GET("/api/v1/postmortems", {
          params: {
            query: {
              ...narrowed(filters, me),
              limit: PAGE_SIZE,
              cursor: pageParam ?? undefined,
              count: pageParam === null,
            },
          },
          signal,
        }),
      ),
    enabled: !filters.waiting || me !== null,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** How many wait for this person. */
export function waitingQuery(me: string | null) {
  return queryOptions({
    queryKey: [...postmortemKeys.all, "waiting", me],
    queryFn: async ({ signal }) => {
      const query = { ...narrowed({ waiting: true }, me), limit: 1, count: true };
      const page = await expectData(api.GET("/api/v1/postmortems", { params: { query }, signal }));
      return page.total ?? 0;
    },
    enabled: me !== null,
  });
}

export function versionsQuery(id: string, key: SectionKey) {
  return queryOptions({
    queryKey: [...postmortemKeys.one(id), "versions", key],
    queryFn: ({ signal }) =>
      expectData(
        api.GET("/api/v1/postmortems/{incident_id}/sections/{key}/versions", {
          params: section(id, key),
          signal,
        }),
      ),
  });
}

export function publishPreviewQuery(id: string) {
  return queryOptions({
    queryKey: [...postmortemKeys.one(id), "preview"],
    queryFn: ({ signal }) =>
      expectData(api.GET("/api/v1/postmortems/{incident_id}/publish-preview", { params: of(id), signal })),
    staleTime: 0,
  });
}

export function beginPostmortem(id: string) {
  return expectData(api.POST("/api/v1/incidents/{incident_id}/postmortem", { params: of(id) }));
}

export function draftPostmortem(id: string) {
  return expectData(api.POST("/api/v1/postmortems/{incident_id}/draft", { params: of(id), body: {} }));
}

export function editPostmortem(id: string, revision: number, body: PostmortemEdit) {
  return expectData(
    api.PATCH("/api/v1/postmortems/{incident_id}", {
      params: { ...of(id), header: ifMatch(revision) },
      body,
    }),
  );
}

/** Moves it to another status. */
export function movePostmortem(id: string, status: PostmortemStatus) {
  return expectData(
    api.POST("/api/v1/postmortems/{incident_id}/status", { params: of(id), body: { status } }),
  );
}

/** Asks these people to review it, as its owner and reviewers stood at this revision. */
export function askForReview(id: string, revision: number, reviewers: string[]) {
  return expectData(
    api.POST("/api/v1/postmortems/{incident_id}/status", {
      params: { ...of(id), header: ifMatch(revision) },
      body: { status: "in_review", reviewers },
    }),
  );
}

/** Saves a section; `settles` keeps it a version of its own, however soon after the one before. */
export function saveSection(id: string, key: SectionKey, revision: number, text: string, settles = false) {
  return expectData(
    api.PUT("/api/v1/postmortems/{incident_id}/sections/{key}", {
      params: { ...section(id, key), header: ifMatch(revision) },
      body: { text, settles },
    }),
  );
}

export function restoreVersion(id: string, key: SectionKey, current: number, revision: number) {
  return expectData(
    api.POST("/api/v1/postmortems/{incident_id}/sections/{key}/restore", {
      params: { ...section(id, key), header: ifMatch(current) },
      body: { revision },
    }),
  );
}

/** Takes this draft into the section, which stood at this revision. */
export function takeProposal(id: string, key: SectionKey, draft: string, revision: number) {
  return expectData(
    api.POST("/api/v1/postmortems/{incident_id}/sections/{key}/proposal", {
      params: { ...section(id, key), query: { draft }, header: ifMatch(revision) },
    }),
  );
}

/** Leaves this draft; another that stands there by now stays. */
export function dropProposal(id: string, key: SectionKey, draft: string) {
  return expectData(
    api.DELETE("/api/v1/postmortems/{incident_id}/sections/{key}/proposal", {
      params: { ...section(id, key), query: { draft } },
    }),
  );
}

export function tellEditing(id: string, key: SectionKey) {
  return expectData(
    api.POST("/api/v1/postmortems/{incident_id}/editing", { params: of(id), body: { section: key } }),
  );
}

export function addComment(id: string, key: SectionKey, text: string) {
  return expectData(
    api.POST("/api/v1/postmortems/{incident_id}/comments", {
      params: of(id),
      body: { section: key, text },
    }),
  );
}

export function resolveComment(id: string, commentId: number, resolved: boolean) {
  return expectData(
    api.POST("/api/v1/postmortems/{incident_id}/comments/{comment_id}/resolve", {
      params: { path: { incident_id: id, comment_id: commentId }, query: { resolved } },
    }),
  );
}

export function publishPostmortem(id: string, tag: string) {
  return expectData(
    api.POST("/api/v1/postmortems/{incident_id}/publish", {
      params: { ...of(id), header: ifMatch(tag) },
    }),
  );
}

export type ExportFormat = "markdown" | "html" | "pdf";

export function exportAddress(id: string, format: ExportFormat, redact: boolean, inline = false): string {
  const asked = new URLSearchParams({ format, redact_names: String(redact), inline: String(inline) });
  return `/api/v1/postmortems/${encodeURIComponent(id)}/export?${asked}`;
}

/** An export as a file; a PDF may take a while. */
export async function fetchExport(id: string, format: ExportFormat, redact: boolean): Promise<Blob> {
  const response = await reach(fetch(exportAddress(id, format, redact), { headers: actorHeaders() }));
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}
