import { restoreIncident } from "@/api/incidents";
import { ApiProblem } from "@/api/problem";
import { Button } from "@/components/ui/button";
import { ProblemNote } from "@/components/ui/problem-note";
import { useChange } from "@/features/incident/use-change";

type MissingIncidentProps = { id: string; error: unknown; onRetry: () => void };

/** An incident that cannot be shown; one that was deleted is kept, and can be brought back. */
export function MissingIncident({ id, error, onRetry }: MissingIncidentProps) {
  const restore = useChange("Restoring", () => restoreIncident(id));
  const isGone = error instanceof ApiProblem && error.status === 404;
  return (
    <div className="space-y-4">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {id}
      </h1>
      <ProblemNote error={error} doing={`Opening ${id}`} onRetry={isGone ? undefined : onRetry} />
      {isGone && (
        <div className="flex flex-wrap items-center gap-3 text-sm text-soft">
          <p>
            A deleted incident is kept, out of every list. If this one was deleted, it can be brought back.
          </p>
          <Button size="sm" busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
            Restore {id}
          </Button>
        </div>
      )}
    </div>
  );
}
