import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { previewQuery, sourcesQuery } from "@/api/integrations";
import { fieldProblems } from "@/api/problem";
import type { Integration, Source } from "@/api/types";
import { ConflictNote } from "@/components/conflict-note";
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
import { MAPPING_LABELS, textsOf } from "@/features/integrations/mapping-texts";
import { WordsEditor } from "@/features/integrations/mapping-words";
import { useMappingEdit } from "@/features/integrations/use-mapping-edit";
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
  const saving = useMappingEdit(integration, builtIn, () =>
    toast("The mapping is saved; what comes in from now on is read by it."),
  );
  const { draft } = saving;
  const change = (next: MappingDraft) => saving.fill(textsOf(next));
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
          <PresetChoice sources={sources} onChoose={(chosen) => change(draftOf(chosen))} />
          <MappingExpressions
            expressions={draft.expressions}
            found={fields}
            onChange={(expressions) => change({ ...draft, expressions })}
          />
          <WordsEditor draft={draft} onChange={change} />
          <SaveBar integration={integration} saving={saving} />
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

type SaveBarProps = { integration: Integration; saving: ReturnType<typeof useMappingEdit> };

function SaveBar({ integration, saving: { edit, save, reset, isOvertaken } }: SaveBarProps) {
  const { quarantined } = integration.deliveries;
  const error = save.error ?? reset.error;
  const problems = Object.entries(fieldProblems(error));
  const isBusy = save.isPending || reset.isPending;
  return (
    <div className="space-y-3">
      {isOvertaken && (
        <ConflictNote
          what="mapping"
          labels={MAPPING_LABELS}
          theirs={edit.base.values}
          mine={edit.values}
          fields={edit.clashes}
          onTakeTheirs={(field) => edit.takeTheirs([field])}
        />
      )}
      {error && !isOvertaken && (
        <ProblemNote error={error} doing="Saving the mapping" stillWorks="The one before still counts." />
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
      {edit.changed.length > 0 && (
        <p className="text-xs text-muted">
          {edit.restored ? "Restored from your draft. " : ""}Kept in this browser until saved.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={save.isPending} disabled={isBusy} onClick={() => save.mutate()}>
          {edit.clashes.length > 0 ? "Save over theirs" : "Save mapping"}
        </Button>
        {edit.changed.length > 0 && (
          <Button disabled={isBusy} onClick={edit.discard}>
            Discard changes
          </Button>
        )}
        {integration.mapping && (
          <Button
            disabled={isBusy}
            onClick={() =>
              reset.mutate(undefined, { onSuccess: () => toast("The built-in mapping counts again.") })
            }
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
