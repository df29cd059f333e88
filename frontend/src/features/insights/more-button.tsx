import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/numbers";

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

type MoreButtonProps = { pages: Pages; shown: number; total: number; what: string };

/** Fetches the next page of a list; says how much of it is shown. */
export function MoreButton({ pages, shown, total, what }: MoreButtonProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex items-center justify-center gap-3 border-t border-line px-4 py-2">
      <Button size="sm" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Show more <span className="sr-only">{what}</span>
      </Button>
      <span className="tabular text-xs text-muted">
        {formatCount(shown)} of {formatCount(total)}
      </span>
    </div>
  );
}
