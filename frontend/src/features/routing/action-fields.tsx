import type { RuleAction, Severity } from "@/api/types";
import { SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Field, Input, Select } from "@/components/ui/field";
import type { RuleFieldsProps } from "@/features/routing/match-fields";
import type { RuleDraft } from "@/features/routing/rule-draft";

const ACTIONS: readonly (readonly [action: RuleAction, label: string, what: string])[] = [
  ["declare", "Declare an incident", "or attach it, where one of its group is open already"],
  ["attach", "Attach to an open incident", "or only record it, where none of its group is open"],
  ["record", "Only record", "it pages nobody"],
];

const SEVERITY_OPTIONS = [
  ["", "leave it to the alert"],
  ...SEVERITY_ORDER.map((value) => [value, SEVERITIES[value].word] as const),
] as const;

/** What becomes of an alert that matches. */
export function ActionFields({ draft, faults, onChange }: RuleFieldsProps) {
  const number = (field: "window" | "limit", label: string, hint: string) => (
    <Field label={label} required error={faults[field]} hint={hint}>
      {(props) => (
        <Input
          {...props}
          inputMode="numeric"
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-semibold">Then</legend>
      <div className="space-y-1">
        {ACTIONS.map(([action, label, what]) => (
          <label key={action} className="flex items-start gap-2 text-sm">
            <input
              type="radio"
              name="action"
              className="mt-1 size-3.5 shrink-0 accent-accent"
              checked={draft.action === action}
              onChange={() => onChange({ action })}
            />
            <span>
              {label}, <span className="text-soft">{what}</span>
            </span>
          </label>
        ))}
      </div>
      {draft.action === "declare" && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="It is declared as" required>
            {({ required: _, ...props }) => (
              <Select
                {...props}
                value={draft.declareAs}
                options={[
                  ["triage", "in triage, until a person confirms"],
                  ["investigating", "an incident at once"],
                ]}
                onChange={(event) => onChange({ declareAs: event.target.value as RuleDraft["declareAs"] })}
              />
            )}
          </Field>
          <Field label="Severity where the alert has none" required>
            {({ required: _, ...props }) => (
              <Select
                {...props}
                value={draft.severity}
                options={SEVERITY_OPTIONS}
                onChange={(event) => onChange({ severity: event.target.value as Severity | "" })}
              />
            )}
          </Field>
        </div>
      )}
      {draft.action !== "record" && (
        <>
          <Field
            label="Grouped by service, and by these labels"
            error={faults.groupLabels}
            hint="Names with commas between, at most five."
          >
            {(props) => (
              <Input
                {...props}
                autoComplete="off"
                value={draft.groupLabels}
                onChange={(event) => onChange({ groupLabels: event.target.value })}
              />
            )}
          </Field>
          <div className="grid gap-3 sm:grid-cols-2">
            {number(
              "window",
              "Within minutes",
              "An incident takes its group in while it was active so lately.",
            )}
            {draft.action === "declare" &&
              number("limit", "Incidents a minute, at most", "What comes beyond goes into the newest one.")}
          </div>
        </>
      )}
    </fieldset>
  );
}
