import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { incidentQuery } from "@/api/incidents";
import { useLiveUpdates } from "@/api/live";
import type { Incident } from "@/api/types";
import { IncidentSkeleton } from "@/app/incident-skeleton";
import { MissingIncident } from "@/app/missing-incident";
import { isMoving } from "@/components/incident/memory-state";
import { SamplesOffer } from "@/components/samples-offer";
import { Button } from "@/components/ui/button";
import { AlertsPanel } from "@/features/incident/alerts-panel";
import { IncidentActions } from "@/features/incident/incident-actions";
import { IncidentHeader } from "@/features/incident/incident-header";
import { KnownPanel } from "@/features/incident/known-panel";
import { MemoryPanel } from "@/features/incident/memory-panel";
import { RepeatPanel } from "@/features/incident/repeat-panel";
import { ResolutionPanel } from "@/features/incident/resolution-panel";
import { type Adoptable, adopting, BLANK_RESOLVE } from "@/features/incident/resolve-draft";
import { ResolveForm } from "@/features/incident/resolve-form";
import { StatusControl } from "@/features/incident/status-control";
import { TimelinePanel } from "@/features/incident/timeline-panel";
import { TriageBanner } from "@/features/incident/triage-banner";
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
    return <MissingIncident id={id} error={incident.error} onRetry={() => void incident.refetch()} />;
  }
  return <IncidentSkeleton id={id} />;
}

function Loaded({ incident }: { incident: Incident }) {
  const draft = useDraft(`resolve.${incident.id}`, BLANK_RESOLVE);
  const isOpen = incident.status !== "resolved";
  const isTriage = incident.status === "triage";
  const [resolving, setResolving] = useState(draft.restored);
  useShortcut("r", () => isOpen && setResolving(true));

  const adopt = (known: Adoptable) => {
    draft.fill(adopting(draft.values, known));
    setResolving(true);
  };
  const takeOver = (known: Adoptable) => (
    <Button size="sm" onClick={() => adopt(known)}>
      Same resolution: use it
      <span className="sr-only"> as in {known.incident_id}</span>
    </Button>
  );
  return (
    <div className="space-y-5">
      <IncidentHeader
        incident={incident}
        actions={<IncidentActions incident={incident} onResolve={() => setResolving(true)} />}
      />
      {isTriage && <TriageBanner incident={incident} />}
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-5">
          <KnownPanel incident={incident} />
          <RepeatPanel
            incident={incident}
            actionFor={isOpen ? (resolution) => takeOver({ root_cause: null, ...resolution }) : undefined}
          />
          {incident.status === "resolved" && <ResolutionPanel incident={incident} />}
          {isOpen && resolving && (
            <ResolveForm incident={incident} draft={draft} onClose={() => setResolving(false)} />
          )}
          <InvestigationSection incident={incident} actionFor={isOpen ? takeOver : undefined} />
        </div>
        <aside aria-label="Record" className="min-w-0 space-y-5">
          {isOpen && !isTriage && <StatusControl incident={incident} />}
          {!isOpen && <MemoryPanel incident={incident} />}
          <AlertsPanel incidentId={incident.id} />
          <TimelinePanel incidentId={incident.id} />
          {!incident.sample && <SamplesOffer />}
        </aside>
      </div>
    </div>
  );
}
