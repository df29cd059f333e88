import { useInfiniteQuery } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import { rulingsQuery } from "@/api/fingerprints";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { RulingList } from "@/features/incident/rulings";
import { useDocumentTitle } from "@/lib/document-title";

/** Every ruling on what counts as the same error: who made it, why, and the way back. */
export function RulingsPage() {
  useDocumentTitle("Rulings");
  const rulings = useInfiniteQuery(rulingsQuery());
  const items = rulings.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="space-y-5">
      <div>
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Rulings
        </h1>
        <p className="mt-1 max-w-[75ch] text-sm text-soft">
          The record recognises a repeat by its normalised error text. Where that was wrong, a person ruled
          so.
        </p>
      </div>
      {rulings.error && (
        <ProblemNote
          error={rulings.error}
          doing="Loading the rulings"
          onRetry={() => void rulings.refetch()}
        />
      )}
      <div className="rounded-lg border border-line bg-surface px-4 py-1">
        {rulings.isPending && (
          <Loading what="the rulings">
            <SkeletonRows rows={4} className="h-14 !px-0" />
          </Loading>
        )}
        {rulings.data && items.length === 0 && (
          <EmptyState icon={GitMerge} title="No rulings yet">
            On an incident's page, “Not the same error” and “Same as another incident's error” make one.
          </EmptyState>
        )}
        {items.length > 0 && <RulingList rulings={items} />}
      </div>
      {rulings.hasNextPage && (
        <Button busy={rulings.isFetchingNextPage} onClick={() => void rulings.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}
