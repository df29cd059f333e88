import { useQuery } from "@tanstack/react-query";
import { actionItemHistoryQuery } from "@/api/action-items";
import type { ActionItemChange } from "@/api/types";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { FIELD_NAMES } from "@/features/action-items/words";
import { sentence } from "@/lib/text";

/** Every change of an item, the newest first, with what stood there before. */
export function ItemHistory({ id }: { id: string }) {
  const history = useQuery(actionItemHistoryQuery(id));
  return (
    <Panel title="History">
      {history.isPending && (
        <Loading what="the history">
          <Skeleton className="h-8 w-full" />
        </Loading>
      )}
      {history.error && (
        <ProblemNote
          error={history.error}
          doing="Loading the history"
          onRetry={() => void history.refetch()}
        />
      )}
      <ol className="space-y-3 text-sm">
        {history.data?.items.toReversed().map((change) => (
          <li key={change.revision} className="space-y-1">
            <p>
              {sentence(change.kind)} by <span dir="auto">{change.by}</span>{" "}
              <Timestamp at={change.at} form="both" className="text-xs text-muted" />
            </p>
            <Differences change={change} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type Difference = { from: string | null; to: string | null };

function Differences({ change }: { change: ActionItemChange }) {
  const differences = Object.entries(change.changes as Record<string, Difference>);
  if (differences.length === 0) return null;
  return (
    <ul className="space-y-1 border-l border-line pl-3 text-xs text-soft">
      {differences.map(([field, { from, to }]) => (
        <li key={field} className="wrap-anywhere">
          {FIELD_NAMES[field] ?? field}: <Value text={from} /> → <Value text={to} />
        </li>
      ))}
    </ul>
  );
}

function Value({ text }: { text: string | null }) {
  if (text === null) return <span className="text-muted">nothing</span>;
  return (
    <span dir="auto" className="whitespace-pre-wrap text-ink">
      {text}
    </span>
  );
}
