import { useQuery } from "@tanstack/react-query";
import { entryHistoryQuery } from "@/api/timeline";
import type { EntryChange, TimelineItem } from "@/api/types";
import { Dialog } from "@/components/ui/dialog";
import { DiffText } from "@/components/ui/diff-text";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { spoken } from "@/lib/text";
import { formatUtc } from "@/lib/time";

const DONE = { edited: "Edited", removed: "Removed", restored: "Brought back" } as const;

type HistoryDialogProps = { incidentId: string; item: TimelineItem; onClose: () => void };

/** Everything that was changed about an entry: who, when, before and after. */
export function HistoryDialog({ incidentId, item, onClose }: HistoryDialogProps) {
  const history = useQuery(entryHistoryQuery(incidentId, item.id));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="History of this entry">
      {history.isPending && (
        <Loading what="the history">
          <SkeletonRows rows={3} className="h-11 !px-0" />
        </Loading>
      )}
      {history.error && (
        <ProblemNote
          error={history.error}
          doing="Loading the history"
          onRetry={() => void history.refetch()}
        />
      )}
      {history.data && (
        <ol className="space-y-4 text-sm">
          {history.data.changes.map((change) => (
            <li key={change.revision} className="space-y-1.5">
              <p>
                {DONE[change.change]} by <span dir="auto">{change.by}</span>{" "}
                <span className="text-xs text-muted">
                  <Timestamp at={change.at} form="both" />
                </span>
              </p>
              <Difference change={change} />
            </li>
          ))}
          <li className="text-muted">
            Written by <span dir="auto">{item.actor}</span>{" "}
            <span className="text-xs">
              <Timestamp at={item.recorded_at} form="both" />
            </span>
          </li>
        </ol>
      )}
    </Dialog>
  );
}

function Difference({ change: { before, after, change } }: { change: EntryChange }) {
  if (change !== "edited") return null;
  const facts = [
    before.happened_at === after.happened_at
      ? null
      : `Happened at: ${formatUtc(new Date(before.happened_at))} → ${formatUtc(new Date(after.happened_at))}`,
    ...Object.keys({ ...before.details, ...after.details })
      .filter((name) => before.details?.[name] !== after.details?.[name])
      .map((name) => `${spoken(name)}: ${before.details?.[name] ?? "–"} → ${after.details?.[name] ?? "–"}`),
  ].filter((fact) => fact !== null);
  return (
    <>
      {facts.map((fact) => (
        <p key={fact} className="text-soft wrap-anywhere first-letter:uppercase">
          {fact}
        </p>
      ))}
      {before.text !== after.text && (
        <DiffText label="What changed in the text" before={before.text ?? ""} after={after.text ?? ""} />
      )}
    </>
  );
}
