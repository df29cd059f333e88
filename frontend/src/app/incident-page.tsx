import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { incidentQuery, listedIncident } from "@/api/incidents";
import { useLiveIncident } from "@/api/live";
import type { Incident } from "@/api/types";
import { FirstScreen } from "@/app/first-screen";
import { AsideSkeleton, IncidentSkeleton, RecordSkeleton } from "@/app/incident-skeleton";
import { MissingIncident } from "@/app/missing-incident";
import { isMoving } from "@/components/incident/memory-state";
import { SamplesOffer } from "@/components/samples-offer";
import { Button } from "@/components/ui/button";
import { Later } from "@/components/ui/later";
import { ActionItemsPanel } from "@/features/action-items/action-items-panel";
import { AlertsPanel } from "@/features/incident/alerts-panel";
import { IncidentDialogs } from "@/features/incident/incident-dialogs";
import { KnownPanel } from "@/features/incident/known-panel";
import { MemoryPanel } from "@/features/incident/memory-panel";
import { RepeatPanel } from "@/features/incident/repeat-panel";
import { ResolutionPanel } from "@/features/incident/resolution-panel";
import { type Adoptable, adopting, BLANK_RESOLVE } from "@/features/incident/resolve-draft";
import { ResolveForm } from "@/features/incident/resolve-form";
import { useIncidentControls } from "@/features/incident/use-incident-controls";
import { useToldChanges } from "@/features/incident/use-told-changes";
import { EvidenceElsewherePanel } from "@/features/investigation/evidence-elsewhere-panel";
import { InvestigationSection } from "@/features/investigation/investigation-section";
import { type Following, useInvestigation } from "@/features/investigation/use-investigation";
import { PostmortemPanel } from "@/features/postmortem/postmortem-panel";
import { TimelinePanel } from "@/features/timeline/timeline-panel";
import { useDocumentTitle } from "@/lib/document-title";
import { useDraft } from "@/lib/draft";

export function IncidentPage({ id }: { id: string }) {
  const queries = useQueryClient();
  const incident = useQuery({
    ...incidentQuery(id),
    refetchInterval: (query) => (query.state.data && isMoving(query.state.data.memory) ? 2_000 : 20_000),
  });
  useLiveIncident(id);
  useDocumentTitle(incident.data ? `${id} ${incident.data.title}` : id);
  if (incident.data) return <Loaded key={id} incident={incident.data} />;
  if (incident.error) {
    return <MissingIncident id={id} error={incident.error} onRetry={() => void incident.refetch()} />;
  }
  return <IncidentSkeleton id={id} listed={listedIncident(queries, id)} />;
}

/** Whether memory is being asked just now: its answer is wanted before anything else. */
function isAsking({ run }: Following): boolean {
  return run?.state === "running" && run.evidence === null;
}

function Loaded({ incident }: { incident: Incident }) {
  const draft = useDraft(`resolve.${incident.id}`, BLANK_RESOLVE);
  const isOpen = incident.status !== "resolved";
  const [resolving, setResolving] = useState(draft.restored);
  const controls = useIncidentControls(incident);
  const following = useInvestigation(incident);
  useToldChanges(incident);

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
    <div className="space-y-4">
      <FirstScreen
        incident={incident}
        controls={controls}
        following={following}
        resolving={resolving}
        onResolve={() => setResolving(true)}
      />
      {isOpen && resolving && (
        <ResolveForm incident={incident} draft={draft} onClose={() => setResolving(false)} />
      )}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-4">
          {!isOpen && <ResolutionPanel incident={incident} />}
          <Later meanwhile={<RecordSkeleton id={incident.id} />} held={isAsking(following)}>
            <PostmortemPanel incident={incident} />
            <TimelinePanel incidentId={incident.id} />
            <InvestigationSection
              incidentId={incident.id}
              following={following}
              actionFor={isOpen ? takeOver : undefined}
            />
          </Later>
        </div>
        <aside aria-label="Record" className="min-w-0 space-y-4">
          <Later meanwhile={<AsideSkeleton />} held={isAsking(following)}>
            {!isOpen && <MemoryPanel incident={incident} />}
            <ActionItemsPanel incident={incident} />
            <EvidenceElsewherePanel incidentId={incident.id} />
            <KnownPanel incident={incident} />
            <AlertsPanel incidentId={incident.id} />
            <RepeatPanel
              incident={incident}
              actionFor={isOpen ? (resolution) => takeOver({ root_cause: null, ...resolution }) : undefined}
            />
            {!incident.sample && <SamplesOffer />}
          </Later>
        </aside>
      </div>
      <IncidentDialogs incident={incident} controls={controls} />
    </div>
  );
}
