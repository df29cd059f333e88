import {
  ClipboardCheck,
  FileText,
  ListTree,
  type LucideIcon,
  MessageSquare,
  Siren,
  ThumbsUp,
} from "lucide-react";
import type { SearchKind } from "@/api/types";

export const SEARCH_KINDS: Record<SearchKind, { many: string; icon: LucideIcon }> = {
  incident: { many: "Incidents", icon: Siren },
  timeline: { many: "Timeline entries", icon: ListTree },
  postmortem: { many: "Postmortems", icon: FileText },
  comment: { many: "Comments", icon: MessageSquare },
  action_item: { many: "Action items", icon: ClipboardCheck },
  feedback: { many: "Feedback", icon: ThumbsUp },
};

/** The texts of an incident and the sections of a postmortem as their pages name them; others go by the names of their kinds. */
export const FIELDS: Partial<Record<string, string>> = {
  root_cause: "Why it broke",
  resolution: "What fixed it",
  ineffective_actions: "What did not help",
  postmortem: "Closing notes",
  dead_ends: "Dead ends",
  went_well: "What went well",
  got_lucky: "Where we got lucky",
  surprised: "What surprised us",
  resolution_temporary: "Resolution, for the moment",
  resolution_lasting: "Resolution, lasting",
};

export const WORDS = {
  title: "Search",
  ask: "Search everything that people wrote",
  hint: "Incidents, timelines, postmortems and comments, action items, feedback. Every word has to stand in one text; words count from their beginning. The newest comes first.",
  nothing: "Nothing that anybody wrote holds all of these words",
  nothingHint: "Try fewer or shorter words, or leave out a filter.",
  save: "Save this search",
  nameless: "Give it a name, so that others know what it finds.",
  saved: "Saved searches",
  noneSaved: "None yet. A search that is saved here is shared with everybody in the workspace.",
} as const;
