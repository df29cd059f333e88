import type { QueryKey } from "@tanstack/react-query";
import type { News } from "@/api/live";

/** What of one incident an announcement can have changed. */
export type Reach = "all" | "timeline" | "investigations" | "alerts" | "nothing";

/** Changes that are entries of the timeline and move nothing else than the incident itself. */
const ENTRIES: ReadonlySet<string> = new Set([
  "note",
  "status_update",
  "deploy",
  "hypothesis",
  "image_added",
  "investigation_started",
  "entry_edited",
  "entry_removed",
  "entry_restored",
  "entry_pinned",
  "entry_unpinned",
]);

/** What is to be asked for anew on an incident's page; what nobody knows here reaches everything. */
export function reachOf({ kind, change }: Pick<News, "kind" | "change">): Reach {
  if (kind === "investigation" || kind === "feedback") return "investigations";
  if (kind === "alerts") return "alerts";
  if (kind === "deliveries" || kind === "saved_searches") return "nothing";
  // Nothing of an incident can have been read before it was declared.
  if (kind === "incident" && change === "declared") return "nothing";
  return kind === "incident" && change !== undefined && ENTRIES.has(change) ? "timeline" : "all";
}

/** Whether a query of the incident lies within the reach; its id is part of the key, wherever the key begins. */
export function isWithin(reach: Reach, incidentId: string, key: QueryKey): boolean {
  const at = key.indexOf(incidentId);
  if (at === -1 || reach === "nothing") return false;
  if (reach === "all") return true;
  if (reach === "investigations") return key[0] === "investigations" || key[0] === "feedback";
  const part = key[at + 1];
  return part === reach || (reach === "timeline" && key[0] === "incidents" && part === undefined);
}
