import type { Audience, DocumentState, HypothesisState, TimelineItem } from "@/api/types";
import { DOCUMENT_STATES } from "@/components/incident/memory-state";
import { changesText, type Tell } from "@/features/timeline/field-changes";
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

/** One timeline entry in words: a headline, and what people wrote; `tell` says its moments to the reader. */
export function describeEntry(item: TimelineItem, tell: Tell): Described {
  if (isEntryKind(item.kind)) return { headline: writtenHeadline(item), body: item.text };
  if (item.source === "memory") return { headline: memoryHeadline(item), body: null };
  const headline = HEADLINES[item.kind] ?? sentence(item.kind);
  const changes = item.kind === "investigation_started" ? null : changesText(item.changes, tell);
  if (item.text) return { headline: item.text, body: null };
  return { headline: changes ? `${headline}: ${changes}` : headline, body: null };
}

function writtenHeadline({ kind, details }: TimelineItem): string {
  const said = (name: string) => String(details?.[name] ?? "");
  if (kind === "deploy") return `Deploy: ${said("service")} ${said("version")}`;
  if (kind === "status_update") {
    const audience = said("audience") as Audience;
    return audience === "internal"
      ? "Internal update"
      : `Update for ${(AUDIENCES[audience] ?? "everyone").toLowerCase()}`;
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
