import {
  Archive,
  Bell,
  CircleCheck,
  Flag,
  Lightbulb,
  type LucideIcon,
  Megaphone,
  NotebookPen,
  PencilLine,
  Rocket,
  Search,
  UserRound,
} from "lucide-react";
import type { Audience, EntryKind, HypothesisState, TimelineItem } from "@/api/types";

/** What pinning does. */
export const PIN_WORDS = {
  hint: "pinned entries are the timeline of the postmortem",
  done: "Pinned: it will stand in the timeline of the postmortem.",
  undone: "Unpinned.",
  none: "Nothing is pinned. What is pinned becomes the timeline of the postmortem.",
};

type KindWords = {
  word: string;
  icon: LucideIcon;
  field: string;
  action: string;
  added: string;
  hint: string;
};

/** The kinds that people write, in the order in which they are offered. */
export const KINDS: Record<EntryKind, KindWords> = {
  note: {
    word: "Note",
    icon: NotebookPen,
    field: "Add a note",
    action: "Add note",
    added: "Note added.",
    hint: "Markdown. Paste or drop pictures.",
  },
  status_update: {
    word: "Update",
    icon: Megaphone,
    field: "Add a status update",
    action: "Add update",
    added: "Update added.",
    hint: "What you told them, in their words. It is kept here and sent to nobody.",
  },
  deploy: {
    word: "Deploy",
    icon: Rocket,
    field: "What changed with it",
    action: "Add deploy",
    added: "Deploy added.",
    hint: "Markdown. May be left blank.",
  },
  hypothesis: {
    word: "Hypothesis",
    icon: Lightbulb,
    field: "Add a hypothesis",
    action: "Add hypothesis",
    added: "Hypothesis added.",
    hint: "What might be the cause; confirm it or rule it out later.",
  },
};

export const KIND_ORDER: readonly EntryKind[] = ["note", "status_update", "deploy", "hypothesis"];

export const AUDIENCES: Record<Audience, string> = {
  internal: "Internal",
  stakeholders: "Stakeholders",
  customers: "Customers",
};

export const STATES: Record<HypothesisState, string> = {
  open: "Open",
  confirmed: "Confirmed",
  ruled_out: "Ruled out",
};

/** In how many minutes the next update is promised, by what a select holds. */
export const NEXT_UPDATES: readonly (readonly [minutes: string, word: string])[] = [
  ["", "None promised"],
  ["15", "In 15 min"],
  ["30", "In 30 min"],
  ["60", "In 1 h"],
  ["120", "In 2 h"],
];

/** Icons by what `markOf` gives. */
export const MARKS: Record<string, LucideIcon> = {
  memory: Archive,
  note: KINDS.note.icon,
  status_update: KINDS.status_update.icon,
  deploy: KINDS.deploy.icon,
  hypothesis: KINDS.hypothesis.icon,
  declared: Flag,
  confirmed: Flag,
  resolved: CircleCheck,
  role: UserRound,
  investigation_started: Search,
  alerts_attached: Bell,
  alerts_over: Bell,
  change: PencilLine,
};

export function isEntryKind(kind: string): kind is EntryKind {
  return kind in KINDS;
}

export function markOf({ source, kind }: TimelineItem): string {
  return source === "memory" ? "memory" : kind in MARKS ? kind : "change";
}

/** What is said where somebody removes an entry while it is being edited. */
export const REMOVED_WORDS = {
  said: (by: string | null) => `${by ?? "Somebody"} removed this entry; your text is kept.`,
  restore: "Bring back and save",
  copied: "Text copied.",
  notCopied: "The browser does not let the text be copied: select it in the box.",
};
