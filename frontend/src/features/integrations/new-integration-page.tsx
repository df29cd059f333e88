import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { createIntegration, integrationKeys, sourcesQuery } from "@/api/integrations";
import { fieldProblems } from "@/api/problem";
import type { Source } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { showToken } from "@/features/integrations/new-tokens";
import { SourceChoice } from "@/features/integrations/source-choice";
import { useDocumentTitle } from "@/lib/document-title";
import { useDraft } from "@/lib/draft";

type NewIntegrationPageProps = { source: string | undefined; onSource: (source: string) => void };

/** Lets a tool send alerts, in two steps: which tool, and what it is called here. */
export function NewIntegrationPage({ source, onSource }: NewIntegrationPageProps) {
  useDocumentTitle("New integration");
  const sources = useQuery(sourcesQuery());
  const chosen = sources.data?.find(({ name }) => name === source);
  const pointed = useRef(false);
  return (
    <div className="max-w-4xl space-y-5">
      <header className="space-y-2">
        <Link
          to="/integrations"
          className="inline-flex items-center gap-1 text-xs text-soft hover:text-ink hover:underline"
        >
          <ArrowLeft className="size-3.5" aria-hidden /> Integrations
        </Link>
        <h1 tabIndex={-1} className="text-xl font-semibold">
          New integration
        </h1>
      </header>
      {sources.error && (
        <ProblemNote
          error={sources.error}
          doing="Loading the sources"
          onRetry={() => void sources.refetch()}
        />
      )}
      <Panel title="1. Which tool sends alerts?">
        {sources.isPending && (
          <Loading what="the sources">
            <SkeletonRows rows={6} className="h-10" />
          </Loading>
        )}
        {sources.data && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it notes how a tool is chosen, and offers nothing to do
          <div
            onPointerDown={() => {
              pointed.current = true;
            }}
            onKeyDown={() => {
              pointed.current = false;
            }}
          >
            <SourceChoice sources={sources.data} chosen={source} onChoose={onSource} />
          </div>
        )}
      </Panel>
      {chosen && <NameStep key={chosen.name} source={chosen} pointed={pointed} />}
    </div>
  );
}

type NameStepProps = { source: Source; pointed: RefObject<boolean> };

/** Comes into view where the tool was `pointed` at: with the arrow keys one goes on through the list. */
function NameStep({ source, pointed }: NameStepProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (pointed.current) form.current?.scrollIntoView({ block: "nearest" });
  }, [pointed]);
  const navigate = useNavigate();
  const client = useQueryClient();
  const draft = useDraft(`integration.new.${source.name}`, { name: source.label });
  const { name } = draft.values;
  const create = useMutation({
    mutationFn: (sent: typeof draft.values) =>
      createIntegration({ source: source.name, name: sent.name.trim() }),
    onSuccess: async (made, sent) => {
      draft.accepted(sent);
      showToken(made.id, { token: made.token, url: made.url });
      void client.invalidateQueries({ queryKey: integrationKeys.all });
      await navigate({ to: "/integrations/$id", params: { id: made.id } });
    },
  });
  const problems = fieldProblems(create.error);
  const missing = name.trim() === "" ? "Give it a name." : undefined;
  return (
    <Panel title={`2. What is it called here?`}>
      <form
        ref={form}
        noValidate
        className="scroll-mb-24 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!missing && !create.isPending) create.mutate(draft.values);
        }}
      >
        {create.error && !problems.name && (
          <ProblemNote error={create.error} doing="Making the integration" stillWorks="Nothing was made." />
        )}
        <Field
          label="Name"
          required
          error={problems.name ?? missing}
          hint={`People see it beside each delivery: “${source.label} production”, for example.`}
          className="max-w-md"
        >
          {(props) => (
            <Input
              {...props}
              maxLength={120}
              autoComplete="off"
              value={name}
              onChange={(event) => draft.set("name", event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Make it and show its token
        </Button>
      </form>
    </Panel>
  );
}
