import type { News } from "@/api/live";
import type { Incident } from "@/api/types";
import { SEVERITIES, STATUSES } from "@/components/incident/labels";
import { formatUtc } from "@/lib/time";

const TEXTS: readonly (readonly [keyof Incident, string])[] = [
  ["title", "The title"],
  ["service", "The service"],
  ["environment", "The environment"],
  ["version", "The version"],
  ["started_at", "When the impact started"],
  ["error", "The error"],
  ["symptoms", "The symptoms"],
  ["runbook", "The runbook"],
  ["root_cause", "The root cause"],
  ["resolution", "The resolution"],
  ["ineffective_actions", "What did not help"],
  ["postmortem", "The closing notes"],
];

export const ROLES = [
  ["commander", "Commander"],
  ["comms", "Comms"],
  ["scribe", "Scribe"],
] as const;

export type Role = (typeof ROLES)[number][0];

/** What is different, as sentences to be read out: what matters most at first. */
export function changeWords(before: Incident, after: Incident): string[] {
  const words: string[] = [];
  if (before.severity !== after.severity) words.push(`Severity is now ${SEVERITIES[after.severity].word}.`);
  if (before.status !== after.status) words.push(`Status is now ${STATUSES[after.status].word}.`);
  for (const [role, name] of ROLES) {
    if (before[role] !== after[role]) words.push(`${name} is now ${after[role] ?? "nobody"}.`);
  }
  if (before.next_update_at !== after.next_update_at) words.push(dueWords(after));
  for (const [field, name] of TEXTS) {
    if (before[field] !== after[field]) words.push(`${name} changed.`);
  }
  return words;
}

function dueWords({ next_update_at: at, status }: Incident): string {
  if (at !== null) return `The next update is due ${formatUtc(new Date(at))}.`;
  return status === "resolved" ? "No further update is due." : "No update is promised any more.";
}

const ADDED: Record<string, string> = {
  note: "a note",
  status_update: "a status update",
  deploy: "a deploy",
  hypothesis: "a hypothesis",
};

/** What to say of an entry of the timeline; null for what is told otherwise. */
export function addedWords(
  { kind, change, actor }: Pick<News, "kind" | "change" | "actor">,
  me: string | null,
) {
  const what = kind === "incident" && change ? ADDED[change] : undefined;
  if (what === undefined) return null;
  return actor && actor !== me ? `${actor} added ${what}.` : `You added ${what}.`;
}
