import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { attachAlert } from "@/api/alerts";
import { type IncidentFilters, incidentPagesQuery } from "@/api/incidents";
import type { Alert, IncidentSummary } from "@/api/types";
import { SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { useHandling } from "@/features/alerts/use-handling";
import { useDebounced } from "@/lib/use-debounced";

const SHOWN = 6;

/** Finds an open incident, and puts the alert with it. */
export function AttachDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const attach = useHandling((incidentId: string) => attachAlert(alert.id, incidentId));
  const send = () => {
    if (chosen === null) return;
    attach.mutate(chosen, {
      onSuccess: () => {
        onClose();
        toast(`${alert.id} is with ${chosen} now.`);
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Which incident does ${alert.id} belong to?`}
      description="What it tells from now on goes there too, while that incident is open."
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {attach.error && (
          <ProblemNote error={attach.error} doing="Attaching" stillWorks="The alert stays where it was." />
        )}
        <Field label="Find an open incident" required>
          {({ required: _, ...props }) => (
            <Input
              {...props}
              type="search"
              placeholder="Its id, title, error…"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </Field>
        <Found alert={alert} search={search} chosen={chosen} onChoose={setChosen} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" variant="primary" disabled={chosen === null} busy={attach.isPending}>
            Attach{chosen && ` to ${chosen}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type FoundProps = {
  alert: Alert;
  search: string;
  chosen: string | null;
  onChoose: (id: string) => void;
};

function Found({ alert, search, chosen, onChoose }: FoundProps) {
  const q = useDebounced(search.trim(), 250);
  const filters: IncidentFilters = q ? { status: "open", q } : { status: "open" };
  const open = useInfiniteQuery(incidentPagesQuery(filters));
  const items = (open.data?.pages[0]?.items ?? [])
    .filter(({ id }) => id !== alert.incident_id)
    .toSorted((one, other) => Number(other.service === alert.service) - Number(one.service === alert.service))
    .slice(0, SHOWN);
  if (open.error) return <ProblemNote error={open.error} doing="Looking for incidents" />;
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-soft">
        {q ? "Found" : "Open now, those of its service first"}
      </legend>
      <p role="status" className="text-sm text-muted">
        {open.data && items.length === 0 && "No other open incident fits."}
      </p>
      <div className="space-y-1">
        {items.map((incident) => (
          <Candidate
            key={incident.id}
            incident={incident}
            checked={chosen === incident.id}
            onChoose={onChoose}
          />
        ))}
      </div>
    </fieldset>
  );
}

type CandidateProps = { incident: IncidentSummary; checked: boolean; onChoose: (id: string) => void };

function Candidate({ incident, checked, onChoose }: CandidateProps) {
  return (
    <label className="flex items-start gap-2.5 rounded-md border border-transparent px-2 py-1.5 text-sm hover:bg-raised has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="incident"
        className="mt-1 size-3.5 shrink-0 accent-accent"
        checked={checked}
        onChange={() => onChoose(incident.id)}
      />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {incident.title}
        </span>
        <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <span className="font-mono">{incident.id}</span>
          <span dir="auto">{incident.service}</span>
          <SeverityBadge severity={incident.severity} />
          <StatusBadge status={incident.status} />
        </span>
      </span>
    </label>
  );
}
