import { useQuery } from "@tanstack/react-query";
import { statusQuery } from "@/api/status";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { DependencyPanel } from "@/features/status/dependency-panel";
import { ServerPanel } from "@/features/status/server-panel";
import { useDocumentTitle } from "@/lib/document-title";

/** Every dependency: since when, why not, what to do. */
export function StatusPage() {
  useDocumentTitle("Status");
  const status = useQuery(statusQuery());
  return (
    <div className="space-y-5">
      <div>
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Status
        </h1>
        <p className="mt-1 text-sm text-soft">
          What MemoryOps leans on. The record works without memory and without a model.
        </p>
      </div>
      {status.error && (
        <ProblemNote
          error={status.error}
          doing="Asking for the status"
          stillWorks={status.data && "The last known state is shown."}
          onRetry={() => void status.refetch()}
        />
      )}
      {status.isPending && <StatusSkeleton />}
      {status.data && (
        <div aria-live="polite" className="grid items-start gap-5 lg:grid-cols-2">
          {status.data.dependencies.map((dependency) => (
            <DependencyPanel key={dependency.name} dependency={dependency} />
          ))}
          <ServerPanel version={status.data.version} startedAt={status.data.started_at} />
        </div>
      )}
    </div>
  );
}

function StatusSkeleton() {
  return (
    <Loading what="the status">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {["Record store", "Memory", "Language model"].map((name) => (
          <Panel key={name} title={name} className={name === "Memory" ? "lg:row-span-2" : undefined}>
            <Skeleton className="h-20 w-full" />
          </Panel>
        ))}
      </div>
    </Loading>
  );
}
