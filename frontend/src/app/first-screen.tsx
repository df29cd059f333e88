import type { Incident } from "@/api/types";
import { Cells } from "@/components/ui/cell";
import { OpenEarlierLine } from "@/features/action-items/open-earlier-line";
import { ChangedCell } from "@/features/incident/changed-cell";
import { FiringCell } from "@/features/incident/firing-cell";
import { IncidentActions } from "@/features/incident/incident-actions";
import { IncidentHeader } from "@/features/incident/incident-header";
import { NextUpdate } from "@/features/incident/next-update-line";
import { PeopleCell } from "@/features/incident/people-cell";
import { RepeatLine } from "@/features/incident/repeat-line";
import { RunbookLine } from "@/features/incident/runbook-line";
import { TriageBanner } from "@/features/incident/triage-banner";
import type { Controls } from "@/features/incident/use-incident-controls";
import { NextStep } from "@/features/investigation/next-step";
import { SeenBefore } from "@/features/investigation/seen-before";
import type { Following } from "@/features/investigation/use-investigation";

type FirstScreenProps = {
  incident: Incident;
  controls: Controls;
  following: Following;
  resolving: boolean;
  onResolve: () => void;
};

/**
 * What somebody needs at 3 a.m., in this order: what is broken, who is on it, whether it still fires, what changed,
 * whether it was seen before, what to do, when the next update is due. Facts stand above what a model says.
 */
export function FirstScreen({ incident, controls, following, resolving, onResolve }: FirstScreenProps) {
  const isOpen = incident.status !== "resolved";
  return (
    <>
      <IncidentHeader
        incident={incident}
        onSeverity={() => controls.ask("severity")}
        onStatus={() => controls.ask("status")}
        actions={
          <IncidentActions
            incident={incident}
            controls={controls}
            resolving={resolving}
            onResolve={onResolve}
          />
        }
      />
      {incident.status === "triage" && <TriageBanner incident={incident} />}
      <Cells label="At a glance">
        <PeopleCell incident={incident} controls={controls} />
        <FiringCell incident={incident} />
        <ChangedCell incident={incident} onDeploy={() => controls.ask("deploy")} />
      </Cells>
      <OpenEarlierLine incidentId={incident.id} />
      {isOpen && (
        <>
          <SeenBefore
            following={following}
            repeat={(told) => <RepeatLine incident={incident} told={told} />}
          />
          <NextStep
            following={following}
            facts={
              <>
                <RunbookLine incident={incident} onEdit={() => controls.ask("edit")} />
                <NextUpdate incident={incident} controls={controls} />
              </>
            }
          />
        </>
      )}
    </>
  );
}
