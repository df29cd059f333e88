import { CircleCheck, type LucideIcon, PenLine, ScanEye } from "lucide-react";
import type { ExportFormat } from "@/api/postmortems";
import type { AnalysisReason, PostmortemStatus, PublishPreview } from "@/api/types";
import type { Tone } from "@/components/ui/badge";

export const STATUSES: Record<PostmortemStatus, { word: string; icon: LucideIcon; tone: Tone }> = {
  draft: { word: "Draft", icon: PenLine, tone: "plain" },
  in_review: { word: "In review", icon: ScanEye, tone: "accent" },
  published: { word: "Published", icon: CircleCheck, tone: "good" },
};

export const FORMATS: Record<ExportFormat, { word: string; ending: string }> = {
  markdown: { word: "Markdown", ending: "md" },
  html: { word: "HTML", ending: "html" },
  pdf: { word: "PDF", ending: "pdf" },
};

export const STATUS_ORDER: readonly PostmortemStatus[] = ["draft", "in_review", "published"];

export const NOT_REMEMBERED: Record<NonNullable<PublishPreview["not_remembered"]>, string> = {
  false_alarm: "Nothing: a false alarm is not remembered.",
  confirms: "Nothing of its own: this incident confirms another, whose document stands in memory for both.",
  forgotten: "Nothing: this document was forgotten. Only retaining it again on its own page brings it back.",
};

export const FIELDS = {
  root_cause: "Root cause",
  resolution: "What ended it",
  ineffective_actions: "What did not help",
  postmortem: "Closing notes",
} as const;

const REASONS: Partial<Record<AnalysisReason, string>> = {
  not_configured: "no model is configured",
  timeout: "the model took too long",
  rate_limited: "the model's rate limit was reached",
  invented_citation: "the model's draft named what is not in the record",
  invalid_output: "the model's draft could not be read",
  unreachable: "the model could not be reached",
};

/** Why the template wrote and not a model. */
export function reasonWords(reason: AnalysisReason): string {
  return REASONS[reason] ?? `the model failed: ${reason.replaceAll("_", " ")}`;
}

export const WORDS = {
  begin: "Begin postmortem",
  beginHint:
    "One per incident, written together. It starts as a draft from the record: what is known is filled in, the rest is asked for.",
  draftAgain: "Draft from the record",
  readyForReview: "Ask for review",
  reviewHint:
    "Whoever is asked finds it in the list of postmortems, under “Waiting for me”. It stays open for writing, and can be published from then on.",
  publishedAfter: "to be reviewed before it is published",
  nobodyAsked: "Name at least one person who is asked to read it.",
  changedWhileAsking:
    "Owner, reviewers or numbers were changed meanwhile. The list below has their names and yours: look, then ask again.",
  versions: "What one person adds within ten minutes is one version.",
  restored: (number: number) => `Version ${number} is restored, as a new one.`,
  waiting: "Waiting for me",
  noneWaiting: "Nothing waits for you",
  noneWaitingHint:
    "Postmortems in review that name you as a reviewer are listed here, under the name this browser gave:",
  nameless: "This browser has no name yet, so nothing can wait for it.",
  publish: "Publish…",
  revise: "Revise",
  publishedMeanwhile:
    "It was published meanwhile; your text is kept in this browser. Revise to have it saved.",
  reviseWithKept: "Revise with your text",
  letKeptGo: "Let your text go",
  backToDraft: "Back to draft",
  reopened:
    "The incident was reopened, so this is a draft again. It can be reviewed once the incident is resolved.",
  unwritten: "Published with nothing written",
  unwrittenHint: "Press Revise to write the sections. What the record tells is shown all the same.",
  emptyList: "No postmortem yet",
  emptyListHint: "A postmortem begins on the page of a resolved incident.",
  unpinned:
    "Nothing is pinned on the timeline, so it is told by what people did and said. Pin what matters there.",
} as const;
