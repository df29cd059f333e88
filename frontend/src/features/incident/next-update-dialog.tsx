import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import type { QuickDialogProps } from "@/features/incident/incident-dialogs";
import { inMinutes, PROMISES } from "@/features/incident/next-update";
import { submitOnKey } from "@/lib/submit-key";
import { fromLocalInput, toLocalInput } from "@/lib/time";
import { zoneHint } from "@/lib/zones";

/** Promises the next update: in so many minutes with one press, or at a time. */
export function NextUpdateDialog({ incident, controls: { quick }, onClose }: QuickDialogProps) {
  const [at, setAt] = useState(() =>
    toLocalInput(
      incident.next_update_at ? new Date(incident.next_update_at) : new Date(Date.now() + 1_800_000),
    ),
  );
  const save = (next_update_at: string | null) => quick.save({ next_update_at }, onClose);
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
              onChange={(event) => setAt(event.target.value)}
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
