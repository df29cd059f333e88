import { CircleCheck, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { reopenIncident } from "@/api/incidents";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { DeleteDialog } from "@/features/incident/delete-dialog";
import { EditDialog } from "@/features/incident/edit-dialog";
import { useChange } from "@/features/incident/use-change";

type IncidentActionsProps = { incident: Incident; onResolve: () => void };

export function IncidentActions({ incident, onResolve }: IncidentActionsProps) {
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const reopen = useChange("Reopening", () => reopenIncident(incident.id));
  return (
    <>
      <Button onClick={() => setEditing(true)}>
        <Pencil aria-hidden /> Edit
      </Button>
      <Button onClick={() => setDeleting(true)} aria-label={`Delete ${incident.id}`}>
        <Trash2 aria-hidden />
      </Button>
      {incident.status === "resolved" ? (
        <Button busy={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
          <RotateCcw aria-hidden /> Reopen
        </Button>
      ) : (
        <Button variant={incident.status === "triage" ? "secondary" : "primary"} onClick={onResolve}>
          <CircleCheck aria-hidden /> Resolve
        </Button>
      )}
      {editing && <EditDialog incident={incident} onClose={() => setEditing(false)} />}
      <DeleteDialog incident={incident} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}
