import { useState } from "react";
import { SeverityChoice } from "@/components/incident/severity-choice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { QuickDialogProps } from "@/features/incident/incident-dialogs";
import { submitOnKey } from "@/lib/submit-key";

export function SeverityDialog({ incident, controls: { quick }, onClose }: QuickDialogProps) {
  const [severity, setSeverity] = useState(incident.severity);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Severity of ${incident.id}`}
      description="When unsure, take the higher one; it can be lowered once you know more."
    >
      <form
        onKeyDown={submitOnKey}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          quick.save({ severity }, onClose);
        }}
      >
        <SeverityChoice value={severity} onChange={setSeverity} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={quick.isSaving}>
            Save severity
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
