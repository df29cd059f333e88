import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { previewQuery, sourcesQuery } from "@/api/integrations";
import { fieldProblems } from "@/api/problem";
import type { Integration, Source } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { draftOf, faultOfSample, type MappingDraft, mappingOf } from "@/features/integrations/mapping-draft";
import { MappingExpressions } from "@/features/integrations/mapping-expressions";
import { MappingOutcome } from "@/features/integrations/mapping-outcome";
import { MappingSample } from "@/features/integrations/mapping-sample";
import { WordsEditor } from "@/features/integrations/mapping-words";
import { useIntegrationEdit } from "@/features/integrations/use-integration-edit";
import { useDebounced } from "@/lib/use-debounced";

const PAUSE_MS = 400;

type MappingEditorProps = { integration: Integration; sample: string | undefined };

/** Which part of a body means what: expressions on one side, what they find in a sample on the other. */
export function MappingEditor({ integration, sample }: MappingEditorProps) {
  const sources = useQuery(sourcesQuery());
  if (sources.error)
    return (
      <ProblemNote error={sources.error} doing="Loading the mapping" onRetry={() => void sources.refetch()} />
    );
  if (!sources.data)
    return (
      <Loading what="the mapping">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  return <Editor integration={integration} sources={sources.data} sampleFrom={sample} />;
}

type EditorProps = { integration: Integration; sources: readonly Source[]; sampleFrom: string | undefined };

function Editor({ integration, sources, sampleFrom }: EditorProps) {
  const builtIn = sources.find(({ name }) => name === integration.source)?.mapping ?? null;
  const [draft, setDraft] = useState<MappingDraft>(() => draftOf(integration.mapping ?? builtIn));
  const [sample, setSample] = useState("");
  const fault = faultOfSample(sample);
  const mapping = mappingOf(draft);
  const asked = useDebounced(
    JSON.stringify([mapping, fault === null && sample.trim() ? sample : null]),
    PAUSE_MS,
  );
  const preview = useQuery(previewQuery(...(JSON.parse(asked) as [Record<string, unknown>, string | null])));
  const fields = sample.trim() && fault === null ? (preview.data?.fields ?? []) : [];
  return (
    <Panel
      title="Mapping"
      aside={
        <span className="text-xs text-muted">
          {integration.mapping ? "its own" : "the built-in one, until another is saved"}
        </span>
      }
    >
      <div className="grid gap-6 xl:grid-cols-2">
        <div className="min-w-0 space-y-4 xl:sticky xl:top-6 xl:self-start">
          <MappingSample
            integration={integration}
            from={sampleFrom}
            value={sample}
            fault={fault}
            onChange={setSample}
          />
          <MappingOutcome
            hasSample={sample.trim() !== "" && fault === null}
            preview={preview.data}
            error={preview.error}
            pending={preview.isFetching}
          />
        </div>
        <div className="min-w-0 space-y-5">
          <PresetChoice sources={sources} onChoose={(chosen) => setDraft(draftOf(chosen))} />
          <MappingExpressions
            expressions={draft.expressions}
            found={fields}
            onChange={(expressions) => setDraft({ ...draft, expressions })}
          />
          <WordsEditor draft={draft} onChange={setDraft} />
          <SaveBar integration={integration} mapping={mapping} onBuiltIn={() => setDraft(draftOf(builtIn))} />
        </div>
      </div>
    </Panel>
  );
}

type PresetChoiceProps = {
  sources: readonly Source[];
  onChoose: (mapping: Record<string, unknown> | null) => void;
};

function PresetChoice({ sources, onChoose }: PresetChoiceProps) {
  const presets = sources.filter(({ mapping }) => mapping !== null);
  return (
    <Field label="Start from a preset" hint="It takes the place of all expressions and words below." required>
      {({ required: _, ...props }) => (
        <Select
          {...props}
          value=""
          options={[["", "Choose one…"], ...presets.map(({ name, label }) => [name, label] as const)]}
          onChange={(event) =>
            onChoose(presets.find(({ name }) => name === event.target.value)?.mapping ?? null)
          }
        />
      )}
    </Field>
  );
}

type SaveBarProps = { integration: Integration; mapping: Record<string, unknown>; onBuiltIn: () => void };

function SaveBar({ integration, mapping, onBuiltIn }: SaveBarProps) {
  const save = useIntegrationEdit(integration);
  const { quarantined } = integration.deliveries;
  const problems = Object.entries(fieldProblems(save.error));
  const keep = (next: Record<string, unknown> | null, told: string) =>
    save.mutate({ mapping: next }, { onSuccess: () => toast(told) });
  return (
    <div className="space-y-3">
      {save.error && (
        <ProblemNote
          error={save.error}
          doing="Saving the mapping"
          stillWorks="The one before still counts."
        />
      )}
      {problems.length > 1 && (
        <ul className="list-disc pl-5 text-xs text-bad">
          {problems.map(([field, message]) => (
            <li key={field}>
              {field}: {message}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={save.isPending}
          onClick={() => keep(mapping, "The mapping is saved; what comes in from now on is read by it.")}
        >
          Save mapping
        </Button>
        {integration.mapping && (
          <Button
            disabled={save.isPending}
            onClick={() => {
              onBuiltIn();
              keep(null, "The built-in mapping counts again.");
            }}
          >
            Back to the built-in one
          </Button>
        )}
      </div>
      {quarantined > 0 && (
        <p className="text-sm text-soft">
          After saving,{" "}
          <Link
            to="/alerts/deliveries"
            search={{ state: "quarantined", integration: integration.id }}
            className="text-accent underline"
          >
            replay what is in quarantine ({quarantined})
          </Link>
          .
        </p>
      )}
    </div>
  );
}
