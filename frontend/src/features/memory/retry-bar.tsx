import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw, X } from "lucide-react";
import { memoryKeys, retainMany } from "@/api/memory";
import { IncidentLink } from "@/components/incident/incident-link";
import { Button } from "@/components/ui/button";
import { ProblemNote } from "@/components/ui/problem-note";
import { counted, sentence } from "@/lib/text";

const REFUSALS: Record<string, string> = {
  not_found: "The ledger knows no such document.",
  other_state: "It is not in that state any more.",
  forgotten: "It was forgotten; open it to retain it again.",
  nothing_to_retain: "Its incident has nothing to remember now.",
};

type RetryBarProps = { selected: readonly string[]; onDone: () => void };
type Outcome = Awaited<ReturnType<typeof retainMany>>;

/** Tries all selected documents again, and says which were refused and why. */
export function RetryBar({ selected, onDone }: RetryBarProps) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retainMany(selected),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: memoryKeys.all }),
  });
  return (
    <>
      {selected.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-accent/60 bg-accent-wash px-3 py-2">
          <p className="tabular mr-auto text-sm font-medium">
            {counted(selected.length, "document")} selected
          </p>
          <Button size="sm" onClick={onDone}>
            Clear selection
          </Button>
          <Button size="sm" variant="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
            {!retry.isPending && <RotateCw aria-hidden />} Retry selected
          </Button>
        </div>
      )}
      {retry.error && <ProblemNote error={retry.error} doing="Retaining" onRetry={() => retry.mutate()} />}
      <div role="status">{retry.data && <Told outcome={retry.data} onDismiss={() => retry.reset()} />}</div>
    </>
  );
}

function Told({ outcome, onDismiss }: { outcome: Outcome; onDismiss: () => void }) {
  return (
    <div className="flex items-start gap-3 rounded-md border border-line bg-surface px-3 py-2.5 text-sm">
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="font-medium">
          {counted(outcome.retried.length, "document is", "documents are")} queued again
          {outcome.refused.length > 0 && `; ${counted(outcome.refused.length, "was", "were")} left alone`}.
        </p>
        {outcome.refused.length > 0 && (
          <ul aria-label="Left alone" className="space-y-0.5 text-soft">
            {outcome.refused.map(({ id, reason }) => (
              <li key={id} className="flex gap-2">
                <IncidentLink id={id} />
                <span className="min-w-0 wrap-anywhere">{REFUSALS[reason] ?? sentence(reason)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <button type="button" aria-label="Dismiss" onClick={onDismiss} className="text-muted hover:text-ink">
        <X className="size-4" aria-hidden />
      </button>
    </div>
  );
}
