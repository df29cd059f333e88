import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { timelineQuery } from "@/api/incidents";
import { describeProblem } from "@/api/problem";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Cell } from "@/components/ui/cell";
import { Skeleton } from "@/components/ui/skeleton";
import { type Deploy, type Deploys, deploysAround, distance, WINDOW_H } from "@/features/incident/deploys";
import { counted } from "@/lib/text";
import { formatUtc } from "@/lib/time";

const SHOWN = 2;

type ChangedCellProps = { incident: Incident; onDeploy: () => void };

/** What changed before it broke: the version, and the deploys that somebody noted. */
export function ChangedCell({ incident, onDeploy }: ChangedCellProps) {
  const timeline = useQuery(timelineQuery(incident.id));
  const onset = Date.parse(incident.started_at ?? incident.declared_at);
  return (
    <Cell
      title="What changed"
      aside={
        <Button size="sm" variant="quiet" onClick={onDeploy}>
          Note a deploy…
        </Button>
      }
    >
      {incident.version && (
        <p className="truncate" title={incident.version}>
          <span className="text-muted">Version </span>
          <code dir="auto" className="font-mono text-xs font-medium">
            {incident.version}
          </code>
        </p>
      )}
      {timeline.data?.next_cursor === null ? (
        <Noted deploys={deploysAround(timeline.data.items, onset)} onset={onset} />
      ) : timeline.error ? (
        <p className="text-soft">Deploys cannot be read: {describeProblem(timeline.error).title}.</p>
      ) : (
        <Skeleton className="h-5 w-44" />
      )}
    </Cell>
  );
}

function Noted({ deploys: { before, since }, onset }: { deploys: Deploys; onset: number }) {
  const more = before.length - SHOWN;
  return (
    <>
      {before.length === 0 && <p className="text-soft">No deploys noted in the {WINDOW_H} hours before.</p>}
      {(before.length > 0 || since.length > 0) && (
        <ul className="space-y-0.5">
          {[...since.slice(0, 1), ...before.slice(0, SHOWN)].map((deploy) => (
            <DeployLine key={deploy.id} deploy={deploy} onset={onset} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="text-xs text-muted">
          {counted(more, "more deploy")} in the {WINDOW_H} hours before
        </p>
      )}
    </>
  );
}

function DeployLine({ deploy: { service, version, text, at }, onset }: { deploy: Deploy; onset: number }) {
  return (
    <li className="flex items-baseline gap-1.5" title={formatUtc(new Date(at))}>
      <Rocket className="size-3.5 shrink-0 self-center text-muted" aria-hidden />
      <span dir="auto" className="min-w-0 truncate font-medium">
        {[service, version].filter(Boolean).join(" ") || text || "a deploy"}
      </span>
      <span className="tabular shrink-0 text-xs text-muted">{distance(at, onset)}</span>
    </li>
  );
}
