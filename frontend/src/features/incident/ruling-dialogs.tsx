import { type ReactNode, useState } from "react";
import { mergeErrors, splitError } from "@/api/fingerprints";
import { fieldProblems } from "@/api/problem";
import type { Incident, Ruling } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, TextArea } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { useRuling, useUndo } from "@/features/incident/use-ruling";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";
import { filled } from "@/lib/text";

type RulingDialogProps = { incident: Incident; onClose: () => void };

/** Says that this incident's error is another one than the record took it for. */
export function SplitDialog({ incident, onClose }: RulingDialogProps) {
  const draft = useDraft(`split.${incident.id}`, { reason: "" });
  const split = useRuling(async () => {
    const sent = draft.values;
    const ruling = await splitError([incident.id], filled(sent.reason));
    draft.accepted(sent);
    return ruling;
  });
  const told = useTold(onClose, `${incident.id} counts as an error of its own now.`);
  return (
    <RulingForm
      title={`${incident.id} is not the same error?`}
      description="It counts as an error of its own from now on, with every incident whose error text is exactly the same. Nothing else changes, and it can be undone."
      send="Split it off"
      change={split}
      onSend={() => split.mutate(undefined, { onSuccess: told })}
      onClose={onClose}
    >
      <Reason value={draft.values.reason} onChange={(reason) => draft.set("reason", reason)} />
    </RulingForm>
  );
}

/** Says that this incident's error is that of another one, whatever its text says. */
export function MergeDialog({ incident, onClose }: RulingDialogProps) {
  const draft = useDraft(`merge.${incident.id}`, { into: "", reason: "" });
  const { into } = draft.values;
  const [tried, setTried] = useState(false);
  const target = into.trim().toUpperCase();
  const merge = useRuling(async () => {
    const sent = draft.values;
    const ruling = await mergeErrors(incident.id, target, filled(sent.reason));
    draft.accepted(sent);
    return ruling;
  });
  const told = useTold(onClose, `The error of ${incident.id} counts as that of ${target} now.`);
  const missing = tried && target === "" ? "Say which incident." : null;
  return (
    <RulingForm
      title={`The same error as another incident's?`}
      description={`Everything that counts as the error of ${incident.id}, now and later, counts as the other's. It can be undone.`}
      send="Count them as one"
      change={merge}
      onSend={() => {
        setTried(true);
        if (target !== "") merge.mutate(undefined, { onSuccess: told });
      }}
      onClose={onClose}
    >
      <Field label="The other incident" required error={missing ?? fieldProblems(merge.error).into}>
        {(props) => (
          <Input
            {...props}
            value={into}
            placeholder="INC-104"
            className="font-mono"
            onChange={(event) => draft.set("into", event.target.value)}
          />
        )}
      </Field>
      <Reason value={draft.values.reason} onChange={(reason) => draft.set("reason", reason)} />
    </RulingForm>
  );
}

function Reason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <Field label="Reason" hint="Kept in the log of rulings.">
      {(props) => (
        <TextArea rows={2} {...props} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

type RulingFormProps = {
  title: string;
  description: string;
  send: string;
  change: ReturnType<typeof useRuling>;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
};

function RulingForm({ title, description, send, change, onSend, onClose, children }: RulingFormProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <form
        noValidate
        onKeyDown={submitOnKey}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        {change.error && (
          <ProblemNote error={change.error} doing="The ruling" stillWorks="Nothing was changed." />
        )}
        {children}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Closes the dialog and says what was done, with the way back at hand. */
function useTold(onClose: () => void, text: string): (ruling: Ruling) => void {
  const undo = useUndo();
  return (ruling) => {
    onClose();
    toast(text, { action: { label: "Undo", run: () => undo.mutate(ruling.id) } });
  };
}
