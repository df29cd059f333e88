import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { recallQuery } from "@/api/memory";
import type { Outcome, RecallRequest, RecallResponse, Severity } from "@/api/types";
import { EvidenceList } from "@/components/evidence/evidence-list";
import { MemoryBanner } from "@/components/evidence/memory-banner";
import { ExcludedMemories, RecallDetails } from "@/components/evidence/recall-details";
import { OUTCOMES, SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field, Input, Select } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { filled } from "@/lib/text";

const BLANK = { query: "", service: "", severity: "", environment: "", outcome: "" };
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

function requestOf(values: typeof BLANK): RecallRequest {
  return {
    query: values.query.trim(),
    service: filled(values.service),
    severity: filled(values.severity) as Severity | null,
    environment: filled(values.environment),
    outcome: filled(values.outcome) as Outcome | null,
  };
}

/** Recall by meaning, with filters and the whole trace. */
export function RecallTab() {
  const [values, setValues] = useState(BLANK);
  const [asked, setAsked] = useState<RecallRequest | null>(null);
  const [blank, setBlank] = useState(false);
  const recall = useQuery(recallQuery(asked));
  const control = (name: keyof typeof BLANK) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const ask = () => {
    setBlank(values.query.trim() === "");
    if (values.query.trim() === "") return;
    const request = requestOf(values);
    if (JSON.stringify(request) === JSON.stringify(asked)) void recall.refetch();
    else setAsked(request);
  };
  return (
    <div className="space-y-5">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <div className="flex items-start gap-2">
          <Field
            label="What are you looking for?"
            required
            className="flex-1"
            error={blank ? "Describe what you see." : null}
          >
            {(props) => (
              <Input
                {...props}
                {...control("query")}
                placeholder="checkout times out waiting for a connection"
              />
            )}
          </Field>
          <Button type="submit" variant="primary" className="mt-5" busy={recall.isFetching}>
            {!recall.isFetching && <Search aria-hidden />} Recall
          </Button>
        </div>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <Field label="Service">{(props) => <Input {...props} {...control("service")} />}</Field>
          <Field label="Environment">{(props) => <Input {...props} {...control("environment")} />}</Field>
          <Field label="Severity">
            {(props) => <Select {...props} {...control("severity")} options={SEVERITY_OPTIONS} />}
          </Field>
          <Field label="Outcome">
            {(props) => <Select {...props} {...control("outcome")} options={OUTCOME_OPTIONS} />}
          </Field>
        </div>
      </form>
      <div aria-live="polite" aria-busy={recall.isFetching} className="space-y-4">
        {recall.error && (
          <ProblemNote error={recall.error} doing="Recall" onRetry={() => void recall.refetch()} />
        )}
        {recall.isLoading && (
          <Loading what="memories">
            <div className="space-y-3">
              <Skeleton className="h-10 w-full" />
              <Skeleton className="h-56 w-full" />
            </div>
          </Loading>
        )}
        {recall.data && <Result recall={recall.data} at={recall.dataUpdatedAt} />}
        {asked === null && (
          <EmptyState icon={Search} title="Ask in your own words">
            Memory is searched by meaning. Filters narrow what may come back; an investigation never uses
            them.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function Result({ recall, at }: { recall: RecallResponse; at: number }) {
  return (
    <>
      <MemoryBanner
        status={recall.memory_status}
        memory={recall.memory}
        matches={recall.similar_historical_incidents}
        at={new Date(at).toISOString()}
      />
      <EvidenceList evidence={recall.similar_historical_incidents} />
      <Panel title="How this came about">
        <div className="space-y-2">
          <ExcludedMemories memory={recall.memory} />
          <RecallDetails memory={recall.memory} />
        </div>
      </Panel>
    </>
  );
}
