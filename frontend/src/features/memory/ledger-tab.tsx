import { useInfiniteQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { useState } from "react";
import { ledgerQuery } from "@/api/memory";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { LedgerFilterBar } from "@/features/memory/ledger-filters";
import { LedgerTable } from "@/features/memory/ledger-table";
import { type LedgerSearch, statesOf } from "@/features/memory/memory-search";
import { RetryBar } from "@/features/memory/retry-bar";

type LedgerTabProps = { search: LedgerSearch; onSearch: (search: LedgerSearch) => void };

/** What should be in memory, and what is known of each document. */
export function LedgerTab({ search, onSearch }: LedgerTabProps) {
  const ledger = useInfiniteQuery(
    ledgerQuery({ states: statesOf(search.state), reason: search.reason, q: search.q }),
  );
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const items = ledger.data?.pages.flatMap((page) => page.items) ?? [];
  const selected = items.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const isFiltered = Boolean(search.state || search.reason || search.q);
  return (
    <div className="space-y-4">
      <LedgerFilterBar search={search} onSearch={onSearch} />
      {ledger.error && (
        <ProblemNote error={ledger.error} doing="Loading the ledger" onRetry={() => void ledger.refetch()} />
      )}
      <RetryBar selected={selected} onDone={() => setPicked(new Set())} />
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {ledger.isPending && (
          <Loading what="the ledger">
            <SkeletonRows rows={8} className="h-12" />
          </Loading>
        )}
        {ledger.data && items.length === 0 && (
          <EmptyState
            icon={BookOpen}
            title={isFiltered ? "No document fits these filters" : "The ledger is empty"}
            action={isFiltered && <Button onClick={() => onSearch({})}>Clear filters</Button>}
          >
            A document is written for every verified resolution, and for nothing else.
          </EmptyState>
        )}
        {items.length > 0 && <LedgerTable items={items} picked={picked} onPick={setPicked} />}
      </div>
      {ledger.hasNextPage && (
        <Button busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}
