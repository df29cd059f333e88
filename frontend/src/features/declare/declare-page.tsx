import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Siren } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { declareIncident, incidentKeys, overviewQuery } from "@/api/incidents";
import { fieldProblems } from "@/api/problem";
import type { Incident } from "@/api/types";
import { SeverityChoice } from "@/components/incident/severity-choice";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Field, Input, TextArea } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import {
  BLANK_DECLARE,
  type DeclareValues,
  declarationOf,
  missingIn,
  suggestedTitle,
} from "@/features/declare/declare-draft";
import { KnownAlready } from "@/features/declare/known-already";
import { useActor } from "@/lib/actor";
import { useDocumentTitle } from "@/lib/document-title";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";
import { toLocalInput } from "@/lib/time";
import { zoneHint } from "@/lib/zones";

type Problems = Record<string, string | undefined>;

/** Declares an incident in four fields; what is already known appears beside them. */
export function DeclarePage({ onDeclared }: { onDeclared: (incident: Incident) => void }) {
  useDocumentTitle("Declare");
  const navigate = useNavigate();
  const client = useQueryClient();
  const actor = useActor();
  const draft = useDraft("declare", BLANK_DECLARE);
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const declare = useMutation({
    mutationFn: (sent: DeclareValues) => declareIncident(declarationOf(sent, actor)),
    onSuccess: async (incident, sent) => {
      // First of all: what the incident's page asks for stands in a row for the few connections there are.
      onDeclared(incident);
      draft.accepted(sent);
      client.setQueryData(incidentKeys.one(incident.id), incident);
      // Lists are asked for when they are looked at again: nothing stands in the way of what comes now.
      const lists = ({ queryKey }: { queryKey: QueryKey }) => !queryKey.includes(incident.id);
      void client.invalidateQueries({ queryKey: incidentKeys.all, predicate: lists, refetchType: "none" });
      await navigate({ to: "/incidents/$id", params: { id: incident.id } });
    },
  });
  const missing = missingIn(draft.values);
  const problems: Problems = { ...(tried ? missing : {}), ...fieldProblems(declare.error) };

  const submit = () => {
    if (declare.isPending) return;
    setTried(true);
    if (Object.keys(missing).length === 0) declare.mutate(draft.values);
    else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const control = (name: keyof DeclareValues) => ({
    value: draft.values[name],
    onChange: (event: { target: { value: string } }) => draft.set(name, event.target.value),
  });

  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
      <form
        ref={form}
        noValidate
        onKeyDown={submitOnKey}
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div>
          <h1 tabIndex={-1} className="text-xl font-semibold">
            Declare an incident
          </h1>
          <p className="mt-1 text-sm text-soft">
            When unsure, declare; and take the worse severity. Both are easy to change.
          </p>
        </div>
        {declare.error && Object.keys(fieldProblems(declare.error)).length === 0 && (
          <ProblemNote error={declare.error} doing="Declaring" stillWorks="What you typed is kept." />
        )}
        <ServiceField error={problems.service} control={control("service")} />
        <SeverityChoice
          value={draft.values.severity}
          error={problems.severity}
          onChange={(value) => draft.set("severity", value)}
        />
        <Field label="Error" error={problems.error} hint="As it stands in the log. It identifies repeats.">
          {(props) => <TextArea {...props} rows={3} className="font-mono text-xs" {...control("error")} />}
        </Field>
        <Field label="Symptoms" error={problems.symptoms} hint="What people see, and since what.">
          {(props) => <TextArea {...props} rows={3} {...control("symptoms")} />}
        </Field>
        <Field label="Title" error={problems.title} hint="Left blank, it is made from service and error.">
          {(props) => <Input {...props} placeholder={suggestedTitle(draft.values)} {...control("title")} />}
        </Field>
        <MoreFields problems={problems} control={control} open={hasMore(draft.values)} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={declare.isPending}>
            {!declare.isPending && <Siren aria-hidden />} Declare incident
          </Button>
          <p className="text-xs text-muted">
            {draft.restored && "Restored from your draft. "}Ctrl+Enter declares, too.
          </p>
        </div>
      </form>
      <KnownAlready values={draft.values} />
    </div>
  );
}

type ControlOf = (name: keyof DeclareValues) => {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
};

function hasMore(values: DeclareValues): boolean {
  return [values.environment, values.version, values.commander, values.started_at].some(
    (value) => value !== "",
  );
}

function ServiceField({ error, control }: { error?: string; control: ReturnType<ControlOf> }) {
  const overview = useQuery(overviewQuery());
  return (
    <Field label="Service" required error={error}>
      {(props) => (
        <>
          <Input {...props} list="known-services" autoComplete="off" {...control} />
          <datalist id="known-services">
            {overview.data?.services.map(({ service }) => (
              <option key={service} value={service} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function MoreFields({
  problems,
  control,
  open,
}: {
  problems: Problems;
  control: ControlOf;
  open: boolean;
}): ReactNode {
  return (
    <Disclosure summary="Environment, version, commander, start" open={open}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Environment" error={problems.environment}>
          {(props) => <Input {...props} placeholder="production" {...control("environment")} />}
        </Field>
        <Field label="Version" error={problems.version} hint="What was deployed.">
          {(props) => <Input {...props} {...control("version")} />}
        </Field>
        <Field label="Commander" error={problems.commander}>
          {(props) => <Input {...props} {...control("commander")} />}
        </Field>
        <Field
          label="Impact started"
          error={problems.started_at}
          hint={zoneHint(control("started_at").value)}
        >
          {(props) => (
            <Input
              {...props}
              type="datetime-local"
              max={toLocalInput(new Date())}
              {...control("started_at")}
            />
          )}
        </Field>
      </div>
    </Disclosure>
  );
}
