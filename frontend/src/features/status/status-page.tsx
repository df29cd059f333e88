import { useQuery } from "@tanstack/react-query";
import { statusQuery } from "@/api/status";
import { HealthMark } from "@/components/health-mark";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { useDocumentTitle } from "@/lib/document-title";
import { sentence } from "@/lib/text";

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
          onRetry={() => void status.refetch()}
        />
      )}
      {status.isPending && (
        <Loading what="the status">
          <div className="grid gap-5 lg:grid-cols-2">
            {["record", "memory", "model"].map((name) => (
              <Skeleton key={name} className="h-48 w-full" />
            ))}
          </div>
        </Loading>
      )}
      {status.data && (
        <div aria-live="polite" className="grid items-start gap-5 lg:grid-cols-2">
          {status.data.dependencies.map((dependency) => (
            <Panel
              key={dependency.name}
              title={dependency.label}
              aside={<HealthMark status={dependency.status} reason={dependency.reason} />}
            >
              <div className="space-y-3 text-sm">
                {dependency.detail && <p className="wrap-anywhere">{dependency.detail}</p>}
                {dependency.advice && (
                  <p className="border-l-2 border-warn pl-3">
                    <span className="block text-xs font-medium text-muted">What to do</span>
                    {dependency.advice}
                  </p>
                )}
                <Facts
                  items={[
                    ...(dependency.since
                      ? [["Since", <Timestamp key="since" at={dependency.since} form="both" />] as const]
                      : []),
                    ...(dependency.reason
                      ? [
                          [
                            "Reason",
                            <code key="reason" className="font-mono text-xs">
                              {dependency.reason}
                            </code>,
                          ] as const,
                        ]
                      : []),
                    ...Object.entries(dependency.facts).map(
                      ([name, value]) => [sentence(name), value] as const,
                    ),
                  ]}
                />
              </div>
            </Panel>
          ))}
        </div>
      )}
    </div>
  );
}
