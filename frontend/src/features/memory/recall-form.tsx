import { Search } from "lucide-react";
import { useState } from "react";
import { OUTCOMES, SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { RecallSearch } from "@/features/memory/memory-search";
import { useDraft } from "@/lib/draft";
import { filled } from "@/lib/text";
import { dayHint } from "@/lib/zones";

const BLANK = { query: "", service: "", severity: "", environment: "", outcome: "", since: "", until: "" };
type Values = typeof BLANK;

const SEVERITY_OPTIONS = [
  ["", "Any"],
  ...SEVERITY_ORDER.map((name) => [name, SEVERITIES[name].word] as const),
] as const;
const OUTCOME_OPTIONS = [
  ["", "Any"],
  ...Object.entries(OUTCOMES)
    .filter(([name]) => name !== "false_alarm")
    .map(([name, { word }]) => [name, word] as const),
] as const;

type RecallFormProps = { asked: RecallSearch; busy: boolean; onAsk: (asked: RecallSearch) => void };

/** What to recall, and what may come back. */
export function RecallForm({ asked, busy, onAsk }: RecallFormProps) {
  const [initial] = useState(() => valuesOf(asked));
  const draft = useDraft<Values>(`memory.recall.${JSON.stringify(initial)}`, initial);
  const { values } = draft;
  const [tried, setTried] = useState(false);
  const control = (name: keyof Values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => draft.set(name, event.target.value),
  });
  const isBackwards = values.since !== "" && values.until !== "" && values.until < values.since;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (values.query.trim() === "" || isBackwards) return;
        // The address keeps it from here on.
        draft.clear();
        onAsk(searchOf(values));
      }}
    >
      <div className="flex items-start gap-2">
        <Field
          label="What are you looking for?"
          required
          className="flex-1"
          error={tried && values.query.trim() === "" ? "Describe what you see." : null}
        >
          {(props) => (
            <Input
              {...props}
              {...control("query")}
              placeholder="checkout times out waiting for a connection"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" className="mt-5" busy={busy}>
          {!busy && <Search aria-hidden />} Recall
        </Button>
      </div>
      <fieldset>
        <legend className="sr-only">Filters</legend>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
          <Field label="Service">{(props) => <Input {...props} {...control("service")} />}</Field>
          <Field label="Environment">{(props) => <Input {...props} {...control("environment")} />}</Field>
          <Field label="Severity">
            {(props) => <Select {...props} {...control("severity")} options={SEVERITY_OPTIONS} />}
          </Field>
          <Field label="Outcome">
            {(props) => <Select {...props} {...control("outcome")} options={OUTCOME_OPTIONS} />}
          </Field>
          <Field label="Began from" hint={dayHint()}>
            {(props) => <Input type="date" {...props} {...control("since")} />}
          </Field>
          <Field label="Began until" error={isBackwards ? "Ends before it begins." : null}>
            {(props) => <Input type="date" {...props} {...control("until")} />}
          </Field>
        </div>
      </fieldset>
    </form>
  );
}

function valuesOf(asked: RecallSearch): Values {
  const given = Object.keys(BLANK).map((name) => [name, asked[name as keyof RecallSearch] ?? ""]);
  return Object.fromEntries(given) as Values;
}

function searchOf(values: Values): RecallSearch {
  const given = Object.entries(values).map(([name, value]) => [name, filled(value) ?? undefined]);
  return Object.fromEntries(given) as RecallSearch;
}
