import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpen, RotateCw } from "lucide-react";
import { useState } from "react";
import { ledgerQuery, memoryKeys, retainNow } from "@/api/memory";
import { describeProblem } from "@/api/problem";
import type { DocumentState, LedgerItem } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { DOCUMENT_STATES, DocumentStateBadge } from "@/components/incident/memory-state";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field, Select } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { toast } from "@/components/ui/toast";
import { DocumentDialog } from "@/features/memory/document-dialog";
import { spoken } from "@/lib/text";

const STATE_OPTIONS = [
  ["", "Any state"],
  ...Object.entries(DOCUMENT_STATES)
    .filter(([state]) => state !== "none")
    .map(([state, { word }]) => [state, word] as const),
] as const;

type LedgerTabProps = { document: string | null; onDocument: (id: string | null) => void };

/** What should be in memory, and what is known of each document. */
export function LedgerTab({ document, onDocument }: LedgerTabProps) {
  const [state, setState] = useState<DocumentState | null>(null);
  const ledger = useInfiniteQuery(ledgerQuery(state));
  const items = ledger.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="space-y-4">
      <Field label="State" required className="max-w-48">
        {({ required: _, ...props }) => (
          <Select
            {...props}
            value={state ?? ""}
            options={STATE_OPTIONS}
            onChange={(event) => setState((event.target.value || null) as DocumentState | null)}
          />
        )}
      </Field>
      {ledger.error && (
        <ProblemNote error={ledger.error} doing="Loading the ledger" onRetry={() => void ledger.refetch()} />
      )}
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {ledger.isPending && (
          <Loading what="the ledger">
            <SkeletonRows rows={8} className="h-14" />
          </Loading>
        )}
        {ledger.data && items.length === 0 && (
          <EmptyState icon={BookOpen} title={state ? "No document is in this state" : "The ledger is empty"}>
            A document is written for every verified resolution, and for nothing else.
          </EmptyState>
        )}
        {items.length > 0 && (
          <ul aria-label="Documents" className="divide-y divide-line">
            {items.map((item) => (
              <LedgerRow key={item.id} item={item} onOpen={() => onDocument(item.id)} />
            ))}
          </ul>
        )}
      </div>
      {ledger.hasNextPage && (
        <Button busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
          Show more
        </Button>
      )}
      {document && <DocumentDialog id={document} onClose={() => onDocument(null)} />}
    </div>
  );
}

function LedgerRow({ item, onOpen }: { item: LedgerItem; onOpen: () => void }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retainNow(item.id),
    onSuccess: () => toast(`${item.id} is queued again.`),
    onError: (error) => toast(`Retaining failed: ${describeProblem(error).advice}`, { tone: "bad" }),
    onSettled: () => client.invalidateQueries({ queryKey: memoryKeys.all }),
  });
  const canRetry = item.state === "failed" || item.state === "queued" || item.state === "retained";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm md:grid-cols-[6rem_9rem_minmax(0,1fr)_auto]">
      <IncidentLink id={item.incident_id} />
      <span className="max-md:justify-self-end">
        <DocumentStateBadge state={item.state} />
      </span>
      <p className="min-w-0 text-xs text-muted wrap-anywhere max-md:col-span-2">
        revision {item.revision}
        {item.ready_revision !== null &&
          item.ready_revision !== item.revision &&
          ` (memory holds ${item.ready_revision})`}
        {" · changed "}
        <Timestamp at={item.updated_at} />
        {item.reason && <span className="text-warn"> · {spoken(item.reason)}</span>}
        {item.detail && ` · ${item.detail}`}
        {item.next_attempt_at && (
          <>
            {" · "}attempt {item.attempts}, next <Timestamp at={item.next_attempt_at} />
          </>
        )}
      </p>
      <div className="flex gap-2 max-md:col-span-2">
        {canRetry && (
          <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
            <RotateCw aria-hidden /> Retry now
          </Button>
        )}
        <Button size="sm" aria-label={`Read the document of ${item.id}`} onClick={onOpen}>
          <BookOpen aria-hidden /> Read
        </Button>
      </div>
    </li>
  );
}
