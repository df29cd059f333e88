import { useQuery } from "@tanstack/react-query";
import { sourcesQuery } from "@/api/integrations";
import type { MatchedSeverity } from "@/api/types";
import { SEVERITIES } from "@/components/incident/labels";
import { Field, Input, TextArea } from "@/components/ui/field";
import { type RuleDraft, type RuleFaults, SEVERITY_CHOICES } from "@/features/routing/rule-draft";

export type RuleFieldsProps = {
  draft: RuleDraft;
  faults: RuleFaults;
  onChange: (changes: Partial<RuleDraft>) => void;
};

const WORDS: Record<MatchedSeverity, string> = {
  sev1: SEVERITIES.sev1.word,
  sev2: SEVERITIES.sev2.word,
  sev3: SEVERITIES.sev3.word,
  sev4: SEVERITIES.sev4.word,
  unknown: "Not known",
};

/** What an alert must have for the rule to match; what is left blank is not asked for. */
export function MatchFields({ draft, faults, onChange }: RuleFieldsProps) {
  const sources = useQuery(sourcesQuery()).data ?? [];
  const toggle = (severity: MatchedSeverity) =>
    onChange({
      severities: SEVERITY_CHOICES.filter(
        (value) => (value === severity) !== draft.severities.includes(value),
      ),
    });
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-semibold">When</legend>
      <Field
        label="Source is one of"
        error={faults.sources}
        hint={`Names with commas between, such as ${sources[0]?.name ?? "alertmanager"}, grafana.`}
      >
        {(props) => (
          <Input
            {...props}
            list="rule-sources"
            autoComplete="off"
            value={draft.sources}
            onChange={(event) => onChange({ sources: event.target.value })}
          />
        )}
      </Field>
      <datalist id="rule-sources">
        {sources.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </datalist>
      <Field
        label="Service is one of"
        error={faults.services}
        hint="* stands for any letters: payment-*, checkout."
      >
        {(props) => (
          <Input
            {...props}
            autoComplete="off"
            value={draft.services}
            onChange={(event) => onChange({ services: event.target.value })}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1 text-xs font-medium text-soft">
          Severity is one of <span className="font-normal text-muted">optional</span>
        </legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {SEVERITY_CHOICES.map((value) => (
            <label key={value} className="flex items-center gap-1.5 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={draft.severities.includes(value)}
                onChange={() => toggle(value)}
              />
              {WORDS[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        label="Labels"
        error={faults.labels}
        hint="One a line, as name=value; all have to fit, * stands for any letters."
      >
        {(props) => (
          <TextArea
            {...props}
            rows={2}
            dir="ltr"
            spellCheck={false}
            className="font-mono text-xs"
            value={draft.labels}
            onChange={(event) => onChange({ labels: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}
