import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { noteDeploy, timelineQuery } from "@/api/incidents";
import { fieldProblems } from "@/api/problem";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";
import { filled } from "@/lib/text";
import { fromLocalInput, toLocalInput } from "@/lib/time";
import { zoneHint } from "@/lib/zones";

const BLANK = { service: "", version: "", happened_at: "" };

/** Notes a deploy, of now or of the past, so that it stands among what changed. */
export function DeployDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const client = useQueryClient();
  const draft = useDraft(`deploy.${incident.id}`, BLANK);
  const [tried, setTried] = useState(false);
  const version = filled(draft.values.version);
  const add = useMutation({
    mutationFn: (sent: typeof BLANK) =>
      noteDeploy(incident.id, {
        version: filled(sent.version) ?? "",
        service: filled(sent.service) ?? incident.service,
        happened_at: fromLocalInput(sent.happened_at),
      }),
    onSuccess: (_, sent) => {
      draft.accepted(sent);
      void client.invalidateQueries(timelineQuery(incident.id));
      onClose();
    },
  });
  const problems = fieldProblems(add.error);
  const missing = tried && version === null ? "Say which version went out." : undefined;
  const control = (name: keyof typeof BLANK) => ({
    value: draft.values[name],
    onChange: (event: { target: { value: string } }) => draft.set(name, event.target.value),
  });
  return (
    <Dialog open onOpenChange={onClose} title="Note a deploy">
      <form
        noValidate
        onKeyDown={submitOnKey}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (version !== null && !add.isPending) add.mutate(draft.values);
        }}
      >
        {add.error && Object.keys(problems).length === 0 && (
          <ProblemNote error={add.error} doing="Noting the deploy" stillWorks="What you typed is kept." />
        )}
        <Field label="Version" required error={problems.version ?? missing}>
          {(props) => <Input {...props} className="font-mono" {...control("version")} />}
        </Field>
        <Field label="Service" error={problems.service} hint={`Left blank, ${incident.service}.`}>
          {(props) => <Input {...props} {...control("service")} />}
        </Field>
        <Field
          label="When"
          error={problems.happened_at}
          hint={`${zoneHint(draft.values.happened_at)} Left blank, now.`}
        >
          {(props) => (
            <Input
              type="datetime-local"
              max={toLocalInput(new Date())}
              {...props}
              {...control("happened_at")}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={add.isPending}>
            Note it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
