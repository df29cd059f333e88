import { useSyncExternalStore } from "react";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DeleteDialog } from "@/features/incident/delete-dialog";
import { DeployDialog } from "@/features/incident/deploy-dialog";
import { EditDialog } from "@/features/incident/edit-dialog";
import { NextUpdateDialog } from "@/features/incident/next-update-dialog";
import { OvertakenDialog } from "@/features/incident/overtaken-dialog";
import { RolesDialog } from "@/features/incident/roles-dialog";
import { SeverityDialog } from "@/features/incident/severity-dialog";
import { StatusDialog } from "@/features/incident/status-dialog";
import type { Controls } from "@/features/incident/use-incident-controls";
import { useActor } from "@/lib/actor";

export type QuickDialogProps = { incident: Incident; controls: Controls; onClose: () => void };

/** Whatever a control of the page asks; one at a time. */
export function IncidentDialogs({ incident, controls }: { incident: Incident; controls: Controls }) {
  const { ask, quick } = controls;
  const asked = useSyncExternalStore(controls.asked.subscribe, controls.asked.read);
  const onClose = () => ask(null);
  const props = { incident, controls, onClose };
  if (quick.overtaken) return <OvertakenDialog quick={quick} />;
  return (
    <>
      {asked === "roles" && <RolesDialog {...props} />}
      {asked === "take-over" && <TakeOverDialog {...props} />}
      {asked === "severity" && <SeverityDialog {...props} />}
      {asked === "status" && <StatusDialog {...props} />}
      {asked === "next-update" && <NextUpdateDialog {...props} />}
      {asked === "deploy" && <DeployDialog incident={incident} onClose={onClose} />}
      {asked === "edit" && <EditDialog incident={incident} onClose={onClose} />}
      <DeleteDialog incident={incident} open={asked === "delete"} onOpenChange={onClose} />
    </>
  );
}

/** Somebody commands: taking over from them is asked for, not slipped in. */
function TakeOverDialog({ incident, controls, onClose }: QuickDialogProps) {
  const actor = useActor();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${incident.commander} commands this incident`}
      description="Take over when they hand it to you, or when they do not answer. The timeline notes it."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Leave it with them</Button>
        <Button
          variant="primary"
          busy={controls.quick.isSaving}
          onClick={() => controls.quick.save({ commander: actor }, onClose)}
        >
          Take over command
        </Button>
      </div>
    </Dialog>
  );
}
