import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, Siren, Trash2 } from "lucide-react";
import { useState } from "react";
import { incidentAlertsQuery } from "@/api/alerts";
import { editIncident, resolveIncident } from "@/api/incidents";
import type { Incident } from "@/api/types";
import { AlertIdLink } from "@/components/alerts/alert-link";
import { Button } from "@/components/ui/button";
import { DeleteDialog } from "@/features/incident/delete-dialog";
import { useChange } from "@/features/incident/use-change";
import { useActor } from "@/lib/actor";
import { useCommand } from "@/lib/commands";

/** For an incident that a rule declared: a person says whether it is one. */
export function TriageBanner({ incident }: { incident: Incident }) {
  const actor = useActor();
  const [deleting, setDeleting] = useState(false);
  const from = useQuery(incidentAlertsQuery(incident.id)).data?.started_from;
  const confirm = useChange("Confirming", () =>
    editIncident(incident.id, incident.revision, { status: "investigating" }),
  );
  const dismiss = useChange("Resolving", () =>
    resolveIncident(incident.id, { outcome: "false_alarm", resolved_by: actor }),
  );
  useCommand({ label: "Confirm the incident", icon: CircleCheck, run: () => confirm.mutate(undefined) });
  useCommand({ label: "Resolve as false alarm", icon: Siren, run: () => dismiss.mutate(undefined) });
  const busy = confirm.isPending || dismiss.isPending;
  return (
    <section
      aria-label="Triage"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-dashed border-warn bg-warn-wash px-4 py-3 text-sm"
    >
      <CircleDashed className="size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">Declared by an alert rule; confirm to investigate.</p>
        <p className="text-soft wrap-anywhere">
          <span dir="auto">{incident.declared_by}</span>
          {from && (
            <>
              {" · from "}
              <AlertIdLink id={from} />
            </>
          )}
          . It takes alerts in meanwhile, and memory is asked already.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={busy}
          busy={confirm.isPending}
          onClick={() => confirm.mutate(undefined)}
        >
          {!confirm.isPending && <CircleCheck aria-hidden />} Confirm
        </Button>
        <Button disabled={busy} busy={dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
          {!dismiss.isPending && <Siren aria-hidden />} Resolve as false alarm
        </Button>
        <Button disabled={busy} onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden /> Delete…
        </Button>
      </div>
      <DeleteDialog incident={incident} open={deleting} onOpenChange={setDeleting} />
    </section>
  );
}
