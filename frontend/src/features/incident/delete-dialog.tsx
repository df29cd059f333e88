import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteIncident, incidentKeys, restoreIncident } from "@/api/incidents";
import { describeProblem } from "@/api/problem";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";

type DeleteDialogProps = { incident: Incident; open: boolean; onOpenChange: (open: boolean) => void };

/** Hides an incident after a question, with the way back at hand. */
export function DeleteDialog({ incident, open, onOpenChange }: DeleteDialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const undo = async () => {
    try {
      await restoreIncident(incident.id);
      await client.invalidateQueries({ queryKey: incidentKeys.all });
      await navigate({ to: "/incidents/$id", params: { id: incident.id } });
    } catch (error) {
      toast(`Restoring failed: ${describeProblem(error).advice}`, { tone: "bad" });
    }
  };
  const remove = async () => {
    setBusy(true);
    try {
      await deleteIncident(incident.id);
      onOpenChange(false);
      await navigate({ to: "/incidents" });
      client.removeQueries({ queryKey: incidentKeys.one(incident.id) });
      await client.invalidateQueries({ queryKey: incidentKeys.all });
      toast(`${incident.id} was deleted.`, { action: { label: "Undo", run: () => void undo() } });
    } catch (error) {
      toast(`Deleting failed: ${describeProblem(error).advice}`, { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${incident.id}?`}
      description="It disappears from every list and its memory is withdrawn. Nothing is lost: it can be restored, and its id is never given to another."
    >
      <div className="flex justify-end gap-2">
        <Button onClick={() => onOpenChange(false)}>Keep it</Button>
        <Button variant="danger" busy={busy} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
