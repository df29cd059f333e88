import {
  draftOf,
  MAPPING_FIELDS,
  type MappingDraft,
  type MappingField,
} from "@/features/integrations/mapping-draft";
import type { Version } from "@/lib/edit-draft";

/** A mapping under way as it is kept in this browser: each expression, and both tables of words as lines. */
export type MappingTexts = Record<MappingField | "status_words" | "severity_words", string>;

export const MAPPING_LABELS = {
  ...Object.fromEntries(MAPPING_FIELDS.map(([field, label]) => [field, label])),
  status_words: "Words for a status",
  severity_words: "Words for a severity",
} as MappingTexts;

const SIGN = " = ";

export function textsOf({ expressions, statusWords, severityWords }: MappingDraft): MappingTexts {
  return {
    ...Object.fromEntries(MAPPING_FIELDS.map(([field]) => [field, expressions[field] ?? ""])),
    status_words: linesOf(statusWords),
    severity_words: linesOf(severityWords),
  } as MappingTexts;
}

export function draftFrom({ status_words, severity_words, ...expressions }: MappingTexts): MappingDraft {
  return { expressions, statusWords: wordsIn(status_words), severityWords: wordsIn(severity_words) };
}

/** A mapping as an edit begins from it; mappings have no revision, what they say tells them apart. */
export function versionOf(mapping: Record<string, unknown> | null): Version<MappingTexts> {
  return { values: textsOf(draftOf(mapping)), revision: 0 };
}

function linesOf(words: readonly { word: string; means: string }[]): string {
  return words.map(({ word, means }) => `${word.replaceAll("\n", " ")}${SIGN}${means}`).join("\n");
}

function wordsIn<Meaning extends string>(lines: string): { word: string; means: Meaning }[] {
  if (lines === "") return [];
  return lines.split("\n").map((line) => {
    const at = line.lastIndexOf(SIGN);
    return { word: line.slice(0, at), means: line.slice(at + SIGN.length) as Meaning };
  });
}
