import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { recallQuery } from "@/api/memory";
import type { RecallResponse } from "@/api/types";
import { EvidenceList } from "@/components/evidence/evidence-list";
import { MemoryBanner } from "@/components/evidence/memory-banner";
import { ExcludedMemories, RecallDetails } from "@/components/evidence/recall-details";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { type RecallSearch, recallOf } from "@/features/memory/memory-search";
import { RecallForm } from "@/features/memory/recall-form";
import { counted } from "@/lib/text";

type RecallTabProps = { search: RecallSearch; onSearch: (search: RecallSearch) => void };

/** Recall by meaning, with filters and the whole trace; the address holds what was asked. */
export function RecallTab({ search, onSearch }: RecallTabProps) {
  const request = recallOf(search);
  const recall = useQuery(recallQuery(request));
  const ask = (asked: RecallSearch) => {
    if (JSON.stringify(recallOf(asked)) === JSON.stringify(request)) void recall.refetch();
    else onSearch(asked);
  };
  return (
    <div className="space-y-5">
      <RecallForm key={JSON.stringify(request)} asked={search} busy={recall.isFetching} onAsk={ask} />
      <div aria-live="polite" aria-busy={recall.isFetching} className="space-y-4">
        {recall.error && (
          <ProblemNote error={recall.error} doing="Recall" onRetry={() => void recall.refetch()} />
        )}
        {recall.isLoading && (
          <Loading what="memories">
            <div className="space-y-3">
              <Skeleton className="h-10 w-full" />
              <Skeleton className="h-56 w-full" />
            </div>
          </Loading>
        )}
        {recall.data && <Result recall={recall.data} at={recall.dataUpdatedAt} />}
        {request === null && (
          <EmptyState icon={Search} title="Ask in your own words">
            Memory is searched by meaning. Filters narrow what may come back; an investigation never uses
            them.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function Result({ recall, at }: { recall: RecallResponse; at: number }) {
  return (
    <>
      <MemoryBanner
        status={recall.memory_status}
        memory={recall.memory}
        matches={recall.similar_historical_incidents}
        at={new Date(at).toISOString()}
      />
      {recall.time_range && (
        <p className="text-sm text-soft">
          Only incidents that began in the chosen days were asked for:{" "}
          {counted(recall.time_range.documents, "remembered one", "remembered ones")}.
        </p>
      )}
      <h2 className="sr-only">What memory returned</h2>
      <EvidenceList evidence={recall.similar_historical_incidents} />
      <Panel title="How this came about">
        <div className="space-y-3">
          <RecallDetails memory={recall.memory} open />
          <ExcludedMemories memory={recall.memory} open />
        </div>
      </Panel>
    </>
  );
}
