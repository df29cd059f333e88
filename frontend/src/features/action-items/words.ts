import {
  Ban,
  ChevronsDown,
  ChevronsUp,
  Circle,
  CircleCheck,
  CircleDotDashed,
  Equal,
  type LucideIcon,
  Radar,
  ShieldPlus,
  Umbrella,
  Workflow,
} from "lucide-react";
import type { ActionItemKind, ActionItemPriority, ActionItemState, Severity } from "@/api/types";
import type { Tone } from "@/components/ui/badge";

export const STATES: Record<ActionItemState, { word: string; icon: LucideIcon; tone: Tone }> = {
  open: { word: "Open", icon: Circle, tone: "plain" },
  in_progress: { word: "In progress", icon: CircleDotDashed, tone: "accent" },
  done: { word: "Done", icon: CircleCheck, tone: "good" },
  wont_do: { word: "Won't do", icon: Ban, tone: "plain" },
};

export const STATE_ORDER: readonly ActionItemState[] = ["open", "in_progress", "done", "wont_do"];

/** What an empty column is for. */
export const EMPTY: Record<ActionItemState, string> = {
  open: "Nothing waits to be begun.",
  in_progress: "Nothing is under way. Move an item here when somebody begins with it.",
  done: "Nothing is done yet.",
  wont_do: "Nothing was refused. An item comes here with a reason.",
};

/** Where an item may go, as the server has it. */
export const MOVES: Record<ActionItemState, readonly ActionItemState[]> = {
  open: ["in_progress", "done", "wont_do"],
  in_progress: ["open", "done", "wont_do"],
  done: ["open", "in_progress"],
  wont_do: ["open", "in_progress"],
};

export const KINDS: Record<ActionItemKind, { word: string; icon: LucideIcon; meaning: string }> = {
  prevent: { word: "Prevent", icon: ShieldPlus, meaning: "it does not happen again" },
  detect: { word: "Detect", icon: Radar, meaning: "it is seen sooner" },
  mitigate: { word: "Mitigate", icon: Umbrella, meaning: "it hurts less" },
  process: { word: "Process", icon: Workflow, meaning: "it is handled better" },
};

export const KIND_ORDER: readonly ActionItemKind[] = ["prevent", "detect", "mitigate", "process"];

export const PRIORITIES: Record<ActionItemPriority, { word: string; icon: LucideIcon }> = {
  high: { word: "High", icon: ChevronsUp },
  medium: { word: "Medium", icon: Equal },
  low: { word: "Low", icon: ChevronsDown },
};

export const PRIORITY_ORDER: readonly ActionItemPriority[] = ["high", "medium", "low"];

export const NOBODY = "Nobody";

export const TARGETS_MEANING =
  "SEV1 and SEV2: 4 weeks, SEV3 and SEV4: 8 weeks, from the resolution, until then from the declaration.";

/** How soon what an incident of a severity left to do should be done, in weeks. */
export const TARGET_WEEKS: Record<Severity, number> = { sev1: 4, sev2: 4, sev3: 8, sev4: 8 };

export const OVERDUE_MEANING =
  "An item is overdue from the day after its due date, by the day in UTC, until it is done or refused.";

export const FIELD_NAMES: Record<string, string> = {
  title: "Title",
  details: "Details",
  owner: "Owner",
  due_on: "Due date",
  kind: "Kind",
  priority: "Priority",
  state: "State",
  reason: "Reason",
  link: "Link",
};
