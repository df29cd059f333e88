import { CircleUserRound, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { editIncident } from "@/api/incidents";
import type { Incident } from "@/api/types";
import { OutcomeBadge, SampleBadge, SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { Elapsed } from "@/components/incident/elapsed";
import { Button } from "@/components/ui/button";
import { Timestamp } from "@/components/ui/timestamp";
import { useChange } from "@/features/incident/use-change";
import { useActor } from "@/lib/actor";

type IncidentHeaderProps = { incident: Incident; actions: ReactNode };

/** What is broken, how badly, since when, and who is on it. */
export function IncidentHeader({ incident, actions }: IncidentHeaderProps) {
  const began = incident.started_at ?? incident.declared_at;
  return (
    <header className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-sm text-muted">{incident.id}</span>
        <SeverityBadge severity={incident.severity} />
        <StatusBadge status={incident.status} />
        {incident.outcome && <OutcomeBadge outcome={incident.outcome} />}
        {incident.sample && <SampleBadge />}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1
          tabIndex={-1}
          dir="auto"
          className="max-w-[60ch] min-w-0 text-xl font-semibold text-balance wrap-anywhere md:text-2xl"
        >
          {incident.title}
        </h1>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        <Item name="Service">
          <span dir="auto" className="font-medium wrap-anywhere">
            {incident.service}
          </span>
        </Item>
        {incident.environment && (
          <Item name="Environment">
            <span dir="auto">{incident.environment}</span>
          </Item>
        )}
        {incident.version && (
          <Item name="Version">
            <code dir="auto" className="font-mono text-xs">
              {incident.version}
            </code>
          </Item>
        )}
        <Item name={incident.resolved_at ? "Lasted" : "Ongoing for"}>
          <Clock className="mr-1 inline size-3.5 text-muted" aria-hidden />
          <span className="font-medium">
            <Elapsed from={began} to={incident.resolved_at} />
          </span>
          <span className="text-muted">
            , since <Timestamp at={began} form="absolute" />
          </span>
        </Item>
        <Item name="Commander">
          <Commander incident={incident} />
        </Item>
      </dl>
    </header>
  );
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-1.5">
      <dt className="text-xs whitespace-nowrap text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Commander({ incident }: { incident: Incident }) {
  const actor = useActor();
  const take = useChange("Taking command", () =>
    editIncident(incident.id, incident.revision, { commander: actor }),
  );
  if (incident.commander) {
    return (
      <span dir="auto" className="font-medium">
        <CircleUserRound className="mr-1 inline size-3.5 text-muted" aria-hidden />
        {incident.commander}
      </span>
    );
  }
  if (incident.status === "resolved") return <span className="text-muted">nobody</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <span className="text-warn">nobody yet</span>
      {actor && (
        <Button size="sm" busy={take.isPending} onClick={() => take.mutate(undefined)}>
          Take command
        </Button>
      )}
    </span>
  );
}
