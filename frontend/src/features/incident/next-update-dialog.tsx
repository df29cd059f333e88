import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import type { QuickDialogProps } from "@/features/incident/incident-dialogs";
import { inMinutes, PROMISES } from "@/features/incident/next-update";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";
import { fromLocalInput, toLocalInput } from "@/lib/time";
import { zoneHint } from "@/lib/zones";

const BLANK = { at: "" };

/** Promises the next update: in so many minutes with one press, or at a time. */
export function NextUpdateDialog({ incident, controls: { quick }, onClose }: QuickDialogProps) {
  const draft = useDraft(`incident.next-update.${incident.id}`, BLANK);
  const [at, setAt] = useState(
    () =>
      promisable(draft.values.at) ??
      toLocalInput(new Date(incident.next_update_at ?? inMinutes(30, Date.now()))),
  );
  const type = (value: string) => {
    setAt(value);
    draft.set("at", value);
  };
  const save = (next_update_at: string | null) => {
    const sent = draft.values;
    quick.save({ next_update_at }, () => {
      draft.accepted(sent);
      onClose();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Next update"
      description="When those who wait will hear again. Promise what you can keep; too many updates help nobody."
    >
      <div className="mb-4 flex flex-wrap gap-2">
        {PROMISES.map((minutes) => (
          <Button
            key={minutes}
            disabled={quick.isSaving}
            onClick={() => save(inMinutes(minutes, Date.now()))}
          >
            In {minutes} minutes
          </Button>
        ))}
      </div>
      <form
        onKeyDown={submitOnKey}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save(fromLocalInput(at));
        }}
      >
        <Field label="At" required hint={zoneHint(at)}>
          {(props) => (
            <Input
              type="datetime-local"
              {...props}
              value={at}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          {incident.next_update_at && (
            <Button className="mr-auto" disabled={quick.isSaving} onClick={() => save(null)}>
              No update is due
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={quick.isSaving}>
            Promise it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What was typed before, unless it is over by now and can be promised no more. */
function promisable(typed: string): string | null {
  const at = fromLocalInput(typed);
  return at !== null && Date.parse(at) > Date.now() ? typed : null;
}
