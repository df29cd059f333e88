import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { statusQuery } from "@/api/status";
import { HealthMark } from "@/components/health-mark";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";

/** Whether memory and model answer, since when, and why not. */
export function HealthPanel() {
  const status = useQuery(statusQuery());
  return (
    <Panel
      title="Health"
      flush
      aside={
        <Link to="/status" className="text-xs text-accent hover:underline">
          Details
        </Link>
      }
    >
      {status.isPending && (
        <Loading what="health">
          <SkeletonRows rows={3} className="h-12" />
        </Loading>
      )}
      {status.error && <ProblemNote error={status.error} doing="Asking for health" />}
      {status.data && (
        <ul className="divide-y divide-line">
          {status.data.dependencies.map((dependency) => (
            <li key={dependency.name} className="space-y-0.5 px-4 py-2.5 text-sm">
              <p className="flex items-center justify-between gap-2">
                <span>{dependency.label}</span>
                <HealthMark status={dependency.status} reason={dependency.reason} />
              </p>
              <p className="text-xs text-muted">
                {dependency.detail} {dependency.since && <Timestamp at={dependency.since} />}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
