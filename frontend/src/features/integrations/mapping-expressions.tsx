import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { FieldPreview } from "@/api/types";
import { Input } from "@/components/ui/field";
import {
  MAPPING_FIELDS,
  type MappingDraft,
  type MappingField,
  shownValue,
} from "@/features/integrations/mapping-draft";

type Expressions = MappingDraft["expressions"];
type MappingExpressionsProps = {
  expressions: Expressions;
  found: readonly FieldPreview[];
  onChange: (expressions: Expressions) => void;
};

/** An expression for each field, with what it finds in the sample right under it. */
export function MappingExpressions({ expressions, found, onChange }: MappingExpressionsProps) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-xs font-medium text-soft">
        JMESPath expressions; all but Alerts and No alert look at one alert
      </legend>
      {MAPPING_FIELDS.map(([field, label, hint]) => (
        <Expression
          key={field}
          field={field}
          label={label}
          hint={hint}
          text={expressions[field] ?? ""}
          found={found.find((one) => one.field === field)}
          onChange={(text) => onChange({ ...expressions, [field]: text })}
        />
      ))}
    </fieldset>
  );
}

type ExpressionProps = {
  field: MappingField;
  label: string;
  hint: string;
  text: string;
  found: FieldPreview | undefined;
  onChange: (text: string) => void;
};

function Expression({ field, label, hint, text, found, onChange }: ExpressionProps) {
  const id = useId();
  return (
    <div className="grid gap-x-3 gap-y-1 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <label htmlFor={id} title={hint} className="pt-2 text-sm font-medium">
        {label}
      </label>
      <div className="min-w-0 space-y-1">
        <Input
          id={id}
          name={field}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          className="font-mono text-xs"
          value={text}
          placeholder={hint}
          aria-invalid={found?.problem ? true : undefined}
          aria-describedby={`${id}-found`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-found`} className="text-xs wrap-anywhere">
          {text.trim() !== "" && found && <Found found={found} />}
        </p>
      </div>
    </div>
  );
}

function Found({ found: { value, problem } }: { found: FieldPreview }) {
  const shown = shownValue(value);
  return (
    <>
      {problem && (
        <span className="flex items-start gap-1 text-bad">
          <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          {problem}
        </span>
      )}
      {shown !== null && <code className="line-clamp-3 font-mono text-soft">{shown}</code>}
      {shown === null && !problem && <span className="text-muted">finds nothing in this sample</span>}
    </>
  );
}
