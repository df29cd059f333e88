import { OUTCOMES, SEVERITIES, STATUSES } from "@/components/incident/labels";
import { spoken } from "@/lib/text";

/** What tells a moment to the reader. */
export type Tell = (at: string) => string;

const NAMES: Record<string, string> = {
  started_at: "impact start",
  next_update_at: "next update",
  same_as: "same resolution as",
  ineffective_actions: "what did not help",
  did_not_help: "resolutions that did not help",
};

const WORDS: Record<string, Record<string, { word: string }>> = {
  severity: SEVERITIES,
  status: STATUSES,
  outcome: OUTCOMES,
};

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const SHORT = 60;

/** What an entry says was changed, in words; null where it says nothing of it. */
export function changesText(changes: Record<string, unknown> | null, tell: Tell): string | null {
  const parts = Object.entries(changes ?? {}).map(([field, change]) => fieldText(field, change, tell));
  return parts.length > 0 ? parts.join(", ") : null;
}

function fieldText(field: string, change: unknown, tell: Tell): string {
  const name = NAMES[field] ?? spoken(field);
  const said = (value: unknown) => valueText(field, value, tell);
  const [from, to] = endsOf(change);
  if (fieldOf(change, "changed") === true) return `${name} changed`;
  if (from === undefined && to === undefined) return `${name} ${said(change)}`;
  if (field === "next_update_at")
    return isBlank(to) ? "no update promised any more" : `next update due ${said(to)}`;
  if (isBlank(to)) return `${name} cleared`;
  return isBlank(from) ? `${name} set to ${said(to)}` : `${name} from ${said(from)} to ${said(to)}`;
}

function endsOf(change: unknown): [from: unknown, to: unknown] {
  return Array.isArray(change) && change.length === 2 && !Object.hasOwn(change, "from")
    ? [change[0], change[1]]
    : [fieldOf(change, "from"), fieldOf(change, "to")];
}

function isBlank(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function valueText(field: string, value: unknown, tell: Tell): string {
  if (Array.isArray(value)) return value.map((one) => valueText(field, one, tell)).join(" and ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const word = WORDS[field]?.[text]?.word;
  if (word) return word;
  if (MOMENT.test(text)) return tell(text);
  return text.length > SHORT ? `${text.slice(0, SHORT - 3)}…` : text;
}

function fieldOf(change: unknown, name: string): unknown {
  return typeof change === "object" && change !== null
    ? (change as Record<string, unknown>)[name]
    : undefined;
}
