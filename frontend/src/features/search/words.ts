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

export const SEARCH_KINDS: Record<SearchKind, { word: string; many: string; icon: LucideIcon }> = {
  incident: { word: "Incident", many: "Incidents", icon: Siren },
  timeline: { word: "Timeline entry", many: "Timeline entries", icon: ListTree },
  postmortem: { word: "Postmortem section", many: "Postmortems", icon: FileText },
  comment: { word: "Comment", many: "Comments", icon: MessageSquare },
  action_item: { word: "Action item", many: "Action items", icon: ClipboardCheck },
  feedback: { word: "Feedback", many: "Feedback", icon: ThumbsUp },
};

export const WORDS = {
  title: "Search",
  ask: "Search everything that people wrote",
  hint: "Incidents, timelines, postmortems and comments, action items, feedback. Every word has to stand in one text; words count from their beginning. The newest comes first.",
  nothing: "Nothing that anybody wrote holds all of these words",
  nothingHint: "Try fewer or shorter words, or leave out a filter.",
  save: "Save this search",
  saved: "Saved searches",
  noneSaved: "None yet. A search that is saved here is shared with everybody in the workspace.",
} as const;
