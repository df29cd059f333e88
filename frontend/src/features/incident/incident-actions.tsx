import { CircleCheck, NotebookPen, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { reopenIncident } from "@/api/incidents";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { useChange } from "@/features/incident/use-change";
import type { Controls } from "@/features/incident/use-incident-controls";
import { runCommand, useCommand } from "@/lib/commands";

type IncidentActionsProps = {
  incident: Incident;
  controls: Controls;
  resolving: boolean;
  onResolve: () => void;
};

/** What is done to an incident as a whole; of all that the page offers, one thing is the first. */
export function IncidentActions({ incident, controls, resolving, onResolve }: IncidentActionsProps) {
  const reopen = useChange("Reopening", () => reopenIncident(incident.id));
  const isResolved = incident.status === "resolved";
  useCommand(isResolved ? { label: "Reopen", icon: RotateCcw, run: () => reopen.mutate(undefined) } : null);
  useCommand(
    isResolved ? null : { label: "Resolve…", icon: CircleCheck, keyName: "resolve", run: onResolve },
  );
  const isFirst = incident.status !== "triage" && incident.commander !== null && !resolving;
  return (
    <>
      <NoteButton />
      <Button onClick={() => controls.ask("edit")}>
        <Pencil aria-hidden /> Edit
      </Button>
      <Button onClick={() => controls.ask("delete")} aria-label={`Delete ${incident.id}`}>
        <Trash2 aria-hidden />
      </Button>
      {isResolved ? (
        <Button busy={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
          <RotateCcw aria-hidden /> Reopen
        </Button>
      ) : (
        <Button variant={isFirst ? "primary" : "secondary"} onClick={onResolve}>
          <CircleCheck aria-hidden /> Resolve
        </Button>
      )}
    </>
  );
}

/** Goes to the note, wherever on the page it is written. */
function NoteButton() {
  return (
    <Button onClick={() => runCommand("note")}>
      <NotebookPen aria-hidden /> Note
    </Button>
  );
}
