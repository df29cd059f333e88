import {
  Archive,
  ArchiveRestore,
  ArchiveX,
  CircleDashed,
  CircleX,
  Clock,
  Loader2,
  type LucideIcon,
} from "lucide-react";
import type { DocumentMemory, DocumentState } from "@/api/types";
import { Badge, type Tone } from "@/components/ui/badge";

type Label = { word: string; icon: LucideIcon; tone: Tone; meaning: string };

export const DOCUMENT_STATES: Record<DocumentState, Label> = {
  none: { word: "Not in memory", icon: CircleDashed, tone: "plain", meaning: "Nothing to remember yet." },
  queued: { word: "Queued", icon: Clock, tone: "plain", meaning: "Waiting to be written to memory." },
  retaining: { word: "Retaining", icon: Loader2, tone: "plain", meaning: "Being written to memory." },
  retained: {
    word: "Retained",
    icon: ArchiveRestore,
    tone: "warn",
    meaning: "Written; not yet proved to be found again.",
  },
  ready: { word: "Remembered", icon: Archive, tone: "accent", meaning: "A recall has brought it back." },
  failed: { word: "Failed", icon: CircleX, tone: "bad", meaning: "Could not be remembered." },
  withdrawing: { word: "Withdrawing", icon: Loader2, tone: "plain", meaning: "Being removed from memory." },
  withdrawn: { word: "Withdrawn", icon: ArchiveX, tone: "plain", meaning: "Removed from memory." },
};

/** The states in the order in which a document goes through them. */
export const DOCUMENT_STATE_ORDER = Object.keys(DOCUMENT_STATES) as DocumentState[];

const MOVING: readonly DocumentState[] = ["queued", "retaining", "retained", "withdrawing"];

/** Whether the ledger is still working on it, so that it is worth asking again soon. */
export function isMoving(memory: DocumentMemory): boolean {
  return MOVING.includes(memory.state) || (memory.state === "failed" && memory.next_attempt_at !== null);
}

export function DocumentStateBadge({ state }: { state: DocumentState }) {
  const { word, icon, tone, meaning } = DOCUMENT_STATES[state];
  return (
    <Badge tone={tone} icon={icon} title={meaning}>
      {word}
    </Badge>
  );
}
