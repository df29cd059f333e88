import { useEffect, useRef, useState } from "react";
import { resolveIncident } from "@/api/incidents";
import { fieldProblems } from "@/api/problem";
import type { Incident } from "@/api/types";
import { OUTCOMES } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { KnownResolutions } from "@/features/incident/known-resolutions";
import { missingIn, type ResolveValues, resolveOf, sameAsOf } from "@/features/incident/resolve-draft";
import { useChange } from "@/features/incident/use-change";
import { useKnownResolutions } from "@/features/incident/use-known-resolutions";
import { useActor } from "@/lib/actor";
import type { DraftHandle } from "@/lib/draft";
import { focusHeading } from "@/lib/focus-heading";
import { submitOnKey } from "@/lib/submit-key";

type ResolveFormProps = { incident: Incident; draft: DraftHandle<ResolveValues>; onClose: () => void };

/** What ended the incident; what is written here is what memory keeps. */
export function ResolveForm({ incident, draft, onClose }: ResolveFormProps) {
  const actor = useActor();
  const [tried, setTried] = useState(false);
  const resolve = useChange(
    "Resolving",
    async (sent: ResolveValues) => {
      const resolved = await resolveIncident(incident.id, resolveOf(sent, actor));
      draft.accepted(sent);
      return resolved;
    },
    { tells: "form" },
  );
  const missing = missingIn(draft.values);
  const problems: Record<string, string | undefined> = {
    ...(tried ? missing : {}),
    ...fieldProblems(resolve.error),
  };

  const close = () => {
    onClose();
    focusHeading();
  };
  const submit = (form: HTMLFormElement) => {
    if (resolve.isPending) return;
    setTried(true);
    if (Object.keys(missing).length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    resolve.mutate(draft.values, {
      onSuccess: (_, sent) => {
        close();
        toast(`${incident.id} is resolved. ${whatBecomes(sent)}`);
      },
    });
  };

  return (
    <Panel title={`Resolve ${incident.id}`} id="resolve" className="border-edge">
      <form
        noValidate
        onKeyDown={submitOnKey}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        {resolve.error && (
          <ProblemNote error={resolve.error} doing="Resolving" stillWorks="Your text is kept." />
        )}
        <ResolveFields incident={incident} draft={draft} problems={problems} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-xs text-muted">
            {draft.restored ? "Restored from your draft. " : ""}Kept in this browser until sent.
          </p>
          <div className="flex gap-2">
            <Button onClick={close}>Not yet</Button>
            <Button type="submit" variant="primary" busy={resolve.isPending}>
              Resolve incident
            </Button>
          </div>
        </div>
      </form>
    </Panel>
  );
}

/** What memory makes of it, for the person who just resolved it. */
function whatBecomes(values: ResolveValues): string {
  if (values.outcome === "false_alarm") return "A false alarm is not remembered.";
  const sameAs = sameAsOf(values);
  return sameAs ? `It confirms the memory of ${sameAs}.` : "What was learned is on its way to memory.";
}

type ResolveFieldsProps = {
  incident: Incident;
  draft: DraftHandle<ResolveValues>;
  problems: Record<string, string | undefined>;
};

function ResolveFields({ incident, draft, problems }: ResolveFieldsProps) {
  const first = useRef<HTMLSelectElement>(null);
  const known = useKnownResolutions(incident);
  const isFalseAlarm = draft.values.outcome === "false_alarm";
  const sameAs = sameAsOf(draft.values);
  const takenOver = sameAs ? ` Left blank, it is taken over from ${sameAs}.` : "";
  useEffect(() => {
    first.current?.focus({ preventScroll: true });
    first.current?.scrollIntoView({ block: "center" });
  }, []);

  const control = (name: keyof ResolveValues) => ({
    value: draft.values[name],
    onChange: (event: { target: { value: string } }) => draft.set(name, event.target.value),
  });

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Outcome"
          required
          error={problems.outcome}
          hint={OUTCOMES[draft.values.outcome as keyof typeof OUTCOMES]?.hint}
        >
          {(props) => (
            <Select
              {...props}
              ref={first}
              {...control("outcome")}
              options={Object.entries(OUTCOMES).map(([value, { word }]) => [value, word])}
            />
          )}
        </Field>
        {!isFalseAlarm && (
          <Field
            label="Same resolution as"
            error={problems.same_as}
            hint={
              sameAs
                ? `Confirms the memory of ${sameAs} instead of writing a new one. Clear it when what you did differs.`
                : "An earlier incident that ended in the same way, if there is one."
            }
          >
            {(props) => (
              <Input {...props} {...control("same_as")} placeholder="INC-101" className="font-mono" />
            )}
          </Field>
        )}
      </div>
      {!isFalseAlarm && <KnownResolutions known={known} draft={draft} />}
      <Field
        label="Root cause"
        required={!isFalseAlarm && sameAs === null}
        error={problems.root_cause}
        hint={`Why it broke, for someone who was not there.${takenOver}`}
      >
        {(props) => <TextArea {...props} {...control("root_cause")} />}
      </Field>
      <Field
        label="Resolution"
        required={!isFalseAlarm && sameAs === null}
        error={problems.resolution}
        hint={`What ended it, so that the next person can do it.${takenOver}`}
      >
        {(props) => <TextArea {...props} {...control("resolution")} />}
      </Field>
      <Field
        label="What did not help"
        error={problems.ineffective_actions}
        hint="Dead ends save the next person time."
      >
        {(props) => <TextArea rows={2} {...props} {...control("ineffective_actions")} />}
      </Field>
      <Disclosure summary="Add closing notes" open={draft.values.postmortem !== ""}>
        <Field
          label="Closing notes"
          error={problems.postmortem}
          hint="What else is worth knowing, in Markdown. A postmortem, once it is published, takes their place."
        >
          {(props) => <TextArea rows={8} {...props} {...control("postmortem")} className="font-mono" />}
        </Field>
      </Disclosure>
    </>
  );
}
