import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { useId } from "react";
import { type ActionItemFilters, actionItemPagesQuery } from "@/api/action-items";
import type { ActionItemCounts, ActionItemSummary } from "@/api/types";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { ShowMore } from "@/components/ui/show-more";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { ItemRow } from "@/features/action-items/item-row";
import { byOwner } from "@/features/action-items/owners";
import { type Move, useMoves } from "@/features/action-items/use-moves";
import { NOBODY, OVERDUE_MEANING } from "@/features/action-items/words";
import { formatCount } from "@/lib/numbers";

type OverdueListProps = { filters: ActionItemFilters; counts: ActionItemCounts | undefined };

/** What is open past its due date: by owner, whose is the latest first, each sorted by how late. */
export function OverdueList({ filters, counts }: OverdueListProps) {
  const pages = useInfiniteQuery(actionItemPagesQuery("overdue", filters));
  const groups = byOwner(pages.data?.pages.flatMap((page) => page.items) ?? []);
  const { move } = useMoves();
  const overdueOf = (owner: string | null) => counts?.owners.find((one) => one.owner === owner)?.overdue;
  return (
    <div className="space-y-4">
      {pages.isPending && (
        <Loading what="overdue action items">
          <SkeletonRows rows={6} className="h-14" />
        </Loading>
      )}
      {pages.error && (
        <ProblemNote
          error={pages.error}
          doing="Loading overdue action items"
          onRetry={() => void pages.refetch()}
        />
      )}
      {pages.isSuccess && groups.length === 0 && (
        <EmptyState icon={CalendarCheck} title="Nothing is overdue">
          {OVERDUE_MEANING}
        </EmptyState>
      )}
      {groups.map(({ owner, items }) => (
        <OwnerGroup key={owner ?? ""} owner={owner} items={items} overdue={overdueOf(owner)} onMove={move} />
      ))}
      <ShowMore pages={pages} />
    </div>
  );
}

type OwnerGroupProps = {
  owner: string | null;
  items: readonly ActionItemSummary[];
  overdue: number | undefined;
  onMove: (move: Move) => Promise<boolean>;
};

function OwnerGroup({ owner, items, overdue, onMove }: OwnerGroupProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="rounded-lg border border-line bg-surface">
      <h2
        id={heading}
        className="flex items-baseline gap-2 border-b border-line px-4 py-2.5 text-sm font-semibold"
      >
        <span dir="auto" className="min-w-0 truncate">
          {owner ?? NOBODY}
        </span>
        {overdue !== undefined && (
          <span className="tabular text-xs font-normal text-muted">{formatCount(overdue)} overdue</span>
        )}
      </h2>
      <ul aria-labelledby={heading} className="divide-y divide-line">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} about="incident" onMove={onMove} />
        ))}
      </ul>
    </section>
  );
}
