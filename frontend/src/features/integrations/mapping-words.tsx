import { Plus, X } from "lucide-react";
import type { AlertStatus, Severity } from "@/api/types";
import { ALERT_STATUSES } from "@/components/alerts/labels";
import { SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/field";
import type { MappingDraft, Word } from "@/features/integrations/mapping-draft";

const STATUS_MEANINGS = Object.entries(ALERT_STATUSES).map(
  ([value, { word }]) => [value as AlertStatus, word] as const,
);
const SEVERITY_MEANINGS = SEVERITY_ORDER.map((value) => [value, SEVERITIES[value].word] as const);

type WordsEditorProps = { draft: MappingDraft; onChange: (draft: MappingDraft) => void };

/** What the tool's own words mean; the common ones are known without. */
export function WordsEditor({ draft, onChange }: WordsEditorProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Words<AlertStatus>
        legend="Words for a status"
        words={draft.statusWords}
        meanings={STATUS_MEANINGS}
        onChange={(statusWords) => onChange({ ...draft, statusWords })}
      />
      <Words<Severity>
        legend="Words for a severity"
        words={draft.severityWords}
        meanings={SEVERITY_MEANINGS}
        onChange={(severityWords) => onChange({ ...draft, severityWords })}
      />
    </div>
  );
}

type WordsProps<Meaning extends string> = {
  legend: string;
  words: readonly Word<Meaning>[];
  meanings: readonly (readonly [Meaning, string])[];
  onChange: (words: Word<Meaning>[]) => void;
};

function Words<Meaning extends string>({ legend, words, meanings, onChange }: WordsProps<Meaning>) {
  const [first] = meanings;
  const replace = (at: number, changes: Partial<Word<Meaning>>) =>
    onChange(words.map((one, place) => (place === at ? { ...one, ...changes } : one)));
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1 text-xs font-medium text-soft">{legend}</legend>
      {words.length === 0 && <p className="text-xs text-muted">The common words are known.</p>}
      {words.map(({ word, means }, at) => (
        <div key={at} className="flex items-center gap-1.5">
          <Input
            aria-label={`${legend}: the tool's word ${at + 1}`}
            value={word}
            maxLength={100}
            className="min-w-0 flex-1 font-mono text-xs"
            onChange={(event) => replace(at, { word: event.target.value })}
          />
          <Select
            aria-label={`${legend}: what word ${at + 1} means`}
            value={means}
            options={meanings}
            className="!w-32 shrink-0"
            onChange={(event) => replace(at, { means: event.target.value as Meaning })}
          />
          <Button
            variant="quiet"
            size="sm"
            aria-label={`${legend}: remove word ${at + 1}`}
            onClick={() => onChange(words.filter((_, place) => place !== at))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        onClick={() => first && onChange([...words, { word: "", means: first[0] }])}
        disabled={words.length >= 100}
      >
        <Plus aria-hidden /> Add a word
      </Button>
    </fieldset>
  );
}
