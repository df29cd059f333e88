import { useState } from "react";
import type { ActionItemSummary } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextArea } from "@/components/ui/field";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";
import { filled } from "@/lib/text";

type WontDoDialogProps = {
  item: ActionItemSummary;
  onClose: () => void;
  onGiven: (reason: string) => Promise<boolean>;
};

const BLANK = { reason: "" };

/** Asks why an item will not be done; nothing is moved without a reason. */
export function WontDoDialog({ item, onClose, onGiven }: WontDoDialogProps) {
  const draft = useDraft(`action-item.wont-do.${item.id}`, BLANK);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const reason = filled(draft.values.reason);
  const send = async () => {
    setTried(true);
    if (reason === null || busy) return;
    const sent = draft.values;
    setBusy(true);
    const moved = await onGiven(reason);
    setBusy(false);
    if (!moved) return;
    draft.accepted(sent);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Why will ${item.id} not be done?`}
      description={<span dir="auto">{item.title}</span>}
    >
      <form
        noValidate
        className="space-y-4"
        onKeyDown={submitOnKey}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field
          label="Reason"
          required
          error={tried && reason === null ? "Say why, for whoever asks when it repeats." : null}
        >
          {(props) => (
            <TextArea
              {...props}
              maxLength={1_000}
              value={draft.values.reason}
              onChange={(event) => draft.set("reason", event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Move to Won't do
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
