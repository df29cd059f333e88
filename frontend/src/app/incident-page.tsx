import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { incidentQuery, restoreIncident } from "@/api/incidents";
import { useLiveUpdates } from "@/api/live";
import type { HistoricalIncident, Incident } from "@/api/types";
import { IncidentSkeleton } from "@/app/incident-skeleton";
import { isMoving } from "@/components/incident/memory-state";
import { SamplesOffer } from "@/components/samples-offer";
import { Button } from "@/components/ui/button";
import { ProblemNote } from "@/components/ui/problem-note";
import { IncidentActions } from "@/features/incident/incident-actions";
import { IncidentHeader } from "@/features/incident/incident-header";
import { KnownPanel } from "@/features/incident/known-panel";
import { MemoryPanel } from "@/features/incident/memory-panel";
import { ResolutionPanel } from "@/features/incident/resolution-panel";
import { adopting, BLANK_RESOLVE } from "@/features/incident/resolve-draft";
import { ResolveForm } from "@/features/incident/resolve-form";
import { StatusControl } from "@/features/incident/status-control";
import { TimelinePanel } from "@/features/incident/timeline-panel";
import { useChange } from "@/features/incident/use-change";
import { InvestigationSection } from "@/features/investigation/investigation-section";
import { useDocumentTitle } from "@/lib/document-title";
import { useDraft } from "@/lib/draft";
import { useShortcut } from "@/lib/shortcuts";

export function IncidentPage({ id }: { id: string }) {
  const incident = useQuery({
    ...incidentQuery(id),
    refetchInterval: (query) => (query.state.data && isMoving(query.state.data.memory) ? 2_000 : 20_000),
  });
  useLiveUpdates(id);
  useDocumentTitle(incident.data ? `${id} ${incident.data.title}` : id);
  if (incident.data) return <Loaded key={id} incident={incident.data} />;
  if (incident.error) {
    return (
      <div className="space-y-4">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          {id}
        </h1>
        <ProblemNote error={incident.error} doing={`Opening ${id}`} onRetry={() => void incident.refetch()} />
      </div>
    );
  }
  return <IncidentSkeleton id={id} />;
}

function Loaded({ incident }: { incident: Incident }) {
  const draft = useDraft(`resolve.${incident.id}`, BLANK_RESOLVE);
  const isOpen = incident.status !== "resolved" && incident.deleted_at === null;
  const [resolving, setResolving] = useState(draft.restored);
  useShortcut("r", () => isOpen && setResolving(true));

  const adopt = (evidence: HistoricalIncident) => {
    draft.fill(adopting(draft.values, evidence));
    setResolving(true);
  };
  return (
    <div className="space-y-5">
      {incident.deleted_at && <DeletedNote incident={incident} />}
      <IncidentHeader
        incident={incident}
        actions={
          !incident.deleted_at && <IncidentActions incident={incident} onResolve={() => setResolving(true)} />
        }
      />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-5">
          <KnownPanel incident={incident} />
          {incident.status === "resolved" && <ResolutionPanel incident={incident} />}
          {isOpen && resolving && (
            <ResolveForm incident={incident} draft={draft} onClose={() => setResolving(false)} />
          )}
          <InvestigationSection
            incident={incident}
            actionFor={
              isOpen
                ? (evidence) => (
                    <Button size="sm" onClick={() => adopt(evidence)}>
                      Same cause: use to resolve
                    </Button>
                  )
                : undefined
            }
          />
        </div>
        <aside aria-label="Record" className="min-w-0 space-y-5">
          {isOpen ? <StatusControl incident={incident} /> : <MemoryPanel incident={incident} />}
          <TimelinePanel incidentId={incident.id} />
          {!incident.sample && <SamplesOffer />}
        </aside>
      </div>
    </div>
  );
}

function DeletedNote({ incident }: { incident: Incident }) {
  const restore = useChange("Restoring", () => restoreIncident(incident.id));
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-md border border-edge/60 bg-raised px-4 py-2.5 text-sm"
    >
      <Trash2 className="size-4 text-muted" aria-hidden />
      <p className="flex-1">
        This incident was deleted. It is kept, out of every list, and its memory is withdrawn.
      </p>
      <Button size="sm" busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
        Restore
      </Button>
    </div>
  );
}
