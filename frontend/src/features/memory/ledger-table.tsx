import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { memoryKeys, retainNow } from "@/api/memory";
import { describeProblem } from "@/api/problem";
import type { LedgerItem } from "@/api/types";
import { DocumentStateBadge } from "@/components/incident/memory-state";
import { Button } from "@/components/ui/button";
import { Timestamp } from "@/components/ui/timestamp";
import { toast } from "@/components/ui/toast";
import { canRetry } from "@/features/memory/document-state";
import { spoken } from "@/lib/text";

type Picked = ReadonlySet<string>;
type LedgerTableProps = {
  items: readonly LedgerItem[];
  picked: Picked;
  onPick: (picked: Picked) => void;
};

const HEAD = "px-2 py-2 text-start text-xs font-medium text-muted first:pl-4 last:pr-4";
const CELL = "px-2 py-2 align-top first:pl-4 last:pr-4";
const WIDE = "max-md:hidden";

/** The ledger's documents, one a row; ticked ones are tried again together. */
export function LedgerTable({ items, picked, onPick }: LedgerTableProps) {
  const all = items.every(({ id }) => picked.has(id));
  const some = items.some(({ id }) => picked.has(id));
  const pick = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  return (
    <table aria-label="Documents" className="w-full table-fixed text-sm">
      <thead className="border-b border-line">
        <tr>
          <th scope="col" className={`${HEAD} w-10 md:w-12`}>
            <Tick
              label="Select all shown"
              checked={all}
              mixed={some && !all}
              onChange={() => onPick(all ? new Set() : new Set(items.map(({ id }) => id)))}
            />
          </th>
          <th scope="col" className={HEAD}>
            Document
          </th>
          <th scope="col" className={`${HEAD} ${WIDE} w-32`}>
            State
          </th>
          <th scope="col" className={`${HEAD} ${WIDE} w-24`}>
            Revision
          </th>
          <th scope="col" className={`${HEAD} ${WIDE} w-32`}>
            Changed
          </th>
          <th scope="col" className={`${HEAD} w-14 md:w-28`}>
            <span className="sr-only">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {items.map((item) => (
          <Row key={item.id} item={item} picked={picked.has(item.id)} onPick={() => pick(item.id)} />
        ))}
      </tbody>
    </table>
  );
}

type TickProps = { label: string; checked: boolean; mixed?: boolean; onChange: () => void };

function Tick({ label, checked, mixed = false, onChange }: TickProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = mixed;
      }}
      onChange={onChange}
      className="mt-0.5 size-4 accent-accent"
    />
  );
}

function Row({ item, picked, onPick }: { item: LedgerItem; picked: boolean; onPick: () => void }) {
  return (
    <tr className={picked ? "bg-accent-wash" : "hover:bg-raised"}>
      <td className={CELL}>
        <Tick label={`Select ${item.id}`} checked={picked} onChange={onPick} />
      </td>
      <td className={`${CELL} min-w-0`}>
        <Link
          to="/memory/documents/$id"
          params={{ id: item.id }}
          aria-label={`Document ${item.id}`}
          className="font-mono text-xs text-accent hover:underline"
        >
          {item.id}
        </Link>{" "}
        <span dir="auto" className="font-medium wrap-anywhere">
          {item.title}
        </span>{" "}
        <span dir="auto" className="text-xs text-muted wrap-anywhere">
          {item.service}
        </span>
        <span className="mt-1 block md:hidden">
          <DocumentStateBadge state={item.state} />
        </span>
        <Circumstances item={item} />
      </td>
      <td className={`${CELL} ${WIDE}`}>
        <DocumentStateBadge state={item.state} />
      </td>
      <td className={`${CELL} ${WIDE} tabular`}>
        {item.revision}
        {item.ready_revision !== null && item.ready_revision !== item.revision && (
          <span className="block text-xs text-warn">memory holds {item.ready_revision}</span>
        )}
      </td>
      <td className={`${CELL} ${WIDE} text-soft`}>
        <Timestamp at={item.updated_at} />
      </td>
      <td className={`${CELL} text-end`}>{canRetry(item) && <RetryButton id={item.id} />}</td>
    </tr>
  );
}

/** Why it is in its state, and when it moves on; nothing where there is nothing to say. */
function Circumstances({ item }: { item: LedgerItem }): ReactNode {
  if (item.forgotten_at)
    return (
      <p className="text-xs text-muted">
        Forgotten <Timestamp at={item.forgotten_at} />
        {item.forgotten_by && <> by {item.forgotten_by}</>}
      </p>
    );
  const retried = item.attempts > 0 ? item.next_attempt_at : null;
  if (!item.reason && !item.detail && !retried) return null;
  return (
    <p className="text-xs text-muted wrap-anywhere">
      {item.reason && <span className="text-warn">{spoken(item.reason)}</span>}
      {item.detail && `${item.reason ? ": " : ""}${item.detail}`}
      {retried && (
        <>
          {item.reason || item.detail ? " · " : ""}attempt {item.attempts}, next <Timestamp at={retried} />
        </>
      )}
    </p>
  );
}

function RetryButton({ id }: { id: string }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retainNow(id),
    onSuccess: () => toast(`${id} is queued again.`),
    onError: (error) => toast(`Retaining failed: ${describeProblem(error).advice}`, { tone: "bad" }),
    onSettled: () => client.invalidateQueries({ queryKey: memoryKeys.all }),
  });
  return (
    <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate()} aria-label={`Retry ${id} now`}>
      {!retry.isPending && <RotateCw aria-hidden />}
      <span className={WIDE}>Retry</span>
    </Button>
  );
}
