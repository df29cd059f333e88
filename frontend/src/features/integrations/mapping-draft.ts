import type { AlertStatus, Severity } from "@/api/types";

/** What an expression may be given for, in the order in which one thinks of it. */
export const MAPPING_FIELDS = [
  ["alerts", "Alerts", "Where the alerts stand in the body; blank when the body is one alert."],
  ["title", "Title", "What it is, in a line."],
  ["fingerprint", "Identity", "What stays the same when it fires again and when it is over."],
  ["status", "Status", "The tool's word for firing or over."],
  ["severity", "Severity", "The tool's word for how bad it is."],
  ["service", "Service", "What is affected."],
  ["starts_at", "Starts", "When it began."],
  ["ends_at", "Ends", "When it was over."],
  ["occurred_at", "Sent", "When the tool made this message."],
  ["error", "Error", "What failed, in the tool's words."],
  ["description", "Description", "What a person wrote for whoever is called."],
  ["environment", "Environment", "Production, staging…"],
  ["version", "Version", "Of the service."],
  ["labels", "Labels", "An object, or a list of key and value."],
  ["links", "Links", "Addresses, with names where there are any."],
  ["ignore", "No alert", "True, or a word such as heartbeat, where the body is no alert."],
] as const;

export type MappingField = (typeof MAPPING_FIELDS)[number][0];
export type Word<Meaning extends string> = { word: string; means: Meaning };
export type MappingDraft = {
  expressions: Partial<Record<MappingField, string>>;
  statusWords: Word<AlertStatus>[];
  severityWords: Word<Severity>[];
};

/** A mapping as the server keeps it, as what is edited. */
export function draftOf(mapping: Record<string, unknown> | null): MappingDraft {
  const given = mapping ?? {};
  const expressions = MAPPING_FIELDS.flatMap(([field]) =>
    typeof given[field] === "string" ? [[field, given[field]] as const] : [],
  );
  return {
    expressions: Object.fromEntries(expressions),
    statusWords: wordsOf<AlertStatus>(given.status_words),
    severityWords: wordsOf<Severity>(given.severity_words),
  };
}

function wordsOf<Meaning extends string>(table: unknown): Word<Meaning>[] {
  if (typeof table !== "object" || table === null) return [];
  return Object.entries(table).map(([word, means]) => ({ word, means: means as Meaning }));
}

/** What is edited, as the server takes it; what is blank is left out. */
export function mappingOf({
  expressions,
  statusWords,
  severityWords,
}: MappingDraft): Record<string, unknown> {
  const filled = Object.entries(expressions).filter(([, text]) => text.trim() !== "");
  return {
    ...Object.fromEntries(filled),
    ...tableOf("status_words", statusWords),
    ...tableOf("severity_words", severityWords),
  };
}

function tableOf(name: string, words: readonly Word<string>[]): Record<string, unknown> {
  const filled = words.filter(({ word }) => word.trim() !== "");
  if (filled.length === 0) return {};
  return { [name]: Object.fromEntries(filled.map(({ word, means }) => [word.trim(), means])) };
}

/** Why a sample is no JSON, or null when it is, or when there is none. */
export function faultOfSample(sample: string): string | null {
  if (sample.trim() === "") return null;
  try {
    JSON.parse(sample);
    return null;
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What an expression found, as a person reads it: of a list of alternatives the first that is there. */
export function shownValue(json: string | null): string | null {
  if (json === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return json; // Cut short by the server.
  }
  const given = Array.isArray(value) ? value.filter((one) => one !== null) : [value];
  if (given.length === 0 || given.every((one) => one === null)) return null;
  const [first] = given;
  const isPlain = (one: unknown) => typeof one !== "object" || one === null;
  if (Array.isArray(value) && given.every(isPlain))
    return given.length === 1 ? String(first) : `${first} (the first of ${given.length})`;
  return isPlain(value) ? String(value) : json;
}
