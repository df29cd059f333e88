import type { Audience, DocumentState, HypothesisState, TimelineItem } from "@/api/types";
import { DOCUMENT_STATES } from "@/components/incident/memory-state";
import { AUDIENCES, isEntryKind, STATES } from "@/features/timeline/words";
import { sentence, spoken } from "@/lib/text";

const HEADLINES: Record<string, string> = {
  declared: "Declared",
  role: "Roles",
  resolved: "Resolved",
  reopened: "Reopened",
  deleted: "Deleted",
  restored: "Restored",
  edited: "Edited",
  investigation_started: "Investigation started",
};

type Described = { headline: string; body: string | null };

/** One timeline entry in words: a headline, and what people wrote. */
export function describeEntry(item: TimelineItem): Described {
  if (isEntryKind(item.kind)) return { headline: writtenHeadline(item), body: item.text };
  if (item.source === "memory") return { headline: memoryHeadline(item), body: null };
  const headline = HEADLINES[item.kind] ?? sentence(item.kind);
  const changes = item.kind === "investigation_started" ? null : changesText(item.changes);
  if (item.text) return { headline: item.text, body: null };
  return { headline: changes ? `${headline}: ${changes}` : headline, body: null };
}

function writtenHeadline({ kind, details }: TimelineItem): string {
  const said = (name: string) => String(details?.[name] ?? "");
  if (kind === "deploy") return `Deploy: ${said("service")} ${said("version")}`;
  if (kind === "status_update") {
    return `Update for ${(AUDIENCES[said("audience") as Audience] ?? "everyone").toLowerCase()}`;
  }
  if (kind === "hypothesis") {
    return `Hypothesis, ${(STATES[said("state") as HypothesisState] ?? "open").toLowerCase()}`;
  }
  return "Note";
}

function memoryHeadline({ kind, text }: TimelineItem): string {
  const state = DOCUMENT_STATES[kind.replace("memory_", "") as DocumentState];
  return [`Memory: ${state ? state.word.toLowerCase() : spoken(kind)}`, text].filter(Boolean).join(", ");
}

function changesText(changes: TimelineItem["changes"]): string | null {
  if (!changes) return null;
  const parts = Object.entries(changes).map(([field, change]) =>
    `${spoken(field)} ${changeText(change)}`.trim(),
  );
  return parts.length > 0 ? parts.join(", ") : null;
}

function changeText(change: unknown): string {
  const pair = Array.isArray(change) ? change : null;
  if (fieldOf(change, "changed") === true) return "changed";
  const from = pair ? pair[0] : fieldOf(change, "from");
  const to = pair ? pair[1] : fieldOf(change, "to");
  if (from === undefined && to === undefined) return short(change);
  if (from === null || from === undefined || from === "") return `set to ${short(to)}`;
  if (to === null || to === undefined || to === "") return "cleared";
  return `${short(from)} → ${short(to)}`;
}

function fieldOf(change: unknown, name: string): unknown {
  return typeof change === "object" && change !== null
    ? (change as Record<string, unknown>)[name]
    : undefined;
}

function short(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
