import { ArrowUp, CircleAlert } from "lucide-react";
import type { Severity } from "@/api/types";
import { higherSeverity, SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";

const INK: Record<Severity, string> = {
  sev1: "text-sev1",
  sev2: "text-sev2",
  sev3: "text-sev3",
  sev4: "text-sev4",
};

type SeverityChoiceProps = { value: string; error?: string; onChange: (severity: Severity) => void };

/** The four severities with what they mean; whoever is not sure is offered the higher one. */
export function SeverityChoice({ value, error, onChange }: SeverityChoiceProps) {
  const higher = higherSeverity(value);
  return (
    <fieldset aria-describedby={error ? "severity-error" : undefined}>
      <legend className="mb-1 text-xs font-medium text-soft">Severity</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {SEVERITY_ORDER.map((severity) => {
          const { word, icon: Icon, meaning } = SEVERITIES[severity];
          return (
            <label
              key={severity}
              className="flex cursor-pointer flex-col gap-1 rounded-md border border-edge/70 bg-surface px-2.5 py-2 hover:border-edge has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <span className="flex items-center gap-1.5">
                <input
                  type="radio"
                  name="severity"
                  value={severity}
                  checked={value === severity}
                  aria-invalid={error ? true : undefined}
                  onChange={() => onChange(severity)}
                  className="size-3.5 accent-accent"
                />
                <Icon className={`size-4 ${INK[severity]}`} aria-hidden />
                <span className={`text-sm font-semibold ${INK[severity]}`}>{word}</span>
              </span>
              <span className="text-xs text-muted">{meaning}</span>
            </label>
          );
        })}
      </div>
      {higher && (
        <button
          type="button"
          // Arrow keys take the higher one, too; a stop here caught what was typed for the next field.
          tabIndex={-1}
          onClick={(event) => {
            onChange(higher);
            event.currentTarget
              .closest("fieldset")
              ?.querySelector<HTMLElement>(`[value="${higher}"]`)
              ?.focus();
          }}
          className="mt-1.5 inline-flex min-h-7 items-center gap-1.5 rounded-md px-1 text-xs text-soft hover:text-ink hover:underline"
        >
          <ArrowUp className="size-3.5" aria-hidden />
          Not sure? Take the higher one: {SEVERITIES[higher].word}
        </button>
      )}
      {error && (
        <p id="severity-error" className="mt-1 flex items-start gap-1 text-xs text-bad">
          <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  );
}
