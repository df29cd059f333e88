import type { EntryAdd, EntryKind } from "@/api/types";
import { isEntryKind } from "@/features/timeline/words";
import { filled } from "@/lib/text";
import { fromLocalInput } from "@/lib/time";

export const BLANK_ENTRY = {
  kind: "note",
  text: "",
  happened_at: "",
  audience: "internal",
  next_in: "",
  service: "",
  version: "",
};

export type EntryDraft = typeof BLANK_ENTRY;

export function kindOf(draft: EntryDraft): EntryKind {
  return isEntryKind(draft.kind) ? draft.kind : "note";
}

/** What is missing before the entry can be sent, by field. */
export function missingIn(draft: EntryDraft): Record<string, string> {
  const kind = kindOf(draft);
  if (kind === "deploy") return filled(draft.version) ? {} : { version: "Say which version." };
  return filled(draft.text) ? {} : { text: "Write something first." };
}

/** The entry that a draft means; `now` is what the next update is counted from, in milliseconds. */
export function entryOf(draft: EntryDraft, now: number): EntryAdd {
  const kind = kindOf(draft);
  const said = {
    kind,
    text: filled(draft.text) && draft.text,
    happened_at: fromLocalInput(draft.happened_at),
  };
  if (kind === "deploy") return { ...said, service: filled(draft.service), version: draft.version.trim() };
  if (kind === "status_update") {
    const minutes = Number(draft.next_in);
    const next = minutes > 0 ? new Date(now + minutes * 60_000).toISOString() : null;
    return { ...said, audience: draft.audience as EntryAdd["audience"], next_update_at: next };
  }
  return said;
}
