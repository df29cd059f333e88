import { editIncident } from "@/api/incidents";
import type { Incident, Status } from "@/api/types";
import { OPEN_STATUSES, STATUSES } from "@/components/incident/labels";
import { Panel } from "@/components/ui/panel";
import { useChange } from "@/features/incident/use-change";

/** Moves an open incident along. */
export function StatusControl({ incident }: { incident: Incident }) {
  const change = useChange("Changing the status", (status: Status) =>
    editIncident(incident.id, incident.revision, { status }),
  );
  return (
    <Panel title="Status">
      <fieldset disabled={change.isPending} className="grid gap-1">
        <legend className="sr-only">Status of {incident.id}</legend>
        {OPEN_STATUSES.map((status) => {
          const { word, icon: Icon } = STATUSES[status];
          return (
            <label
              key={status}
              className="flex items-center gap-2 rounded-md border border-transparent px-2 py-1.5 text-sm hover:bg-raised has-checked:border-edge/60 has-checked:bg-raised has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="status"
                className="size-3.5 accent-accent"
                checked={incident.status === status}
                onChange={() => change.mutate(status)}
              />
              <Icon className="size-4 text-soft" aria-hidden />
              {word}
            </label>
          );
        })}
      </fieldset>
    </Panel>
  );
}
