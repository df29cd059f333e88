import { useInfiniteQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useId, useState } from "react";
import { type ActionItemFilters, actionItemPagesQuery } from "@/api/action-items";
import type { ActionItemState, ActionItemSummary } from "@/api/types";
import { ProblemNote } from "@/components/ui/problem-note";
import { ShowMore } from "@/components/ui/show-more";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { BoardCard } from "@/features/action-items/board-card";
import { type Moving, placed } from "@/features/action-items/placing";
import { EMPTY, STATES } from "@/features/action-items/words";
import { formatCount } from "@/lib/numbers";

type BoardColumnProps = {
  state: ActionItemState;
  filters: ActionItemFilters;
  count: number | undefined;
  moving: Moving;
  followed: string | null;
  onFollowed: () => void;
  accepts: boolean;
  onMove: (item: ActionItemSummary, to: ActionItemState, reason?: string) => Promise<boolean>;
  onDrag: (item: ActionItemSummary | null) => void;
  onDrop: () => void;
  onStep: (item: ActionItemSummary, by: -1 | 1) => void;
};

/** One state's items: open ones by due date, closed ones the last closed first. */
export function BoardColumn(props: BoardColumnProps) {
  const { state, accepts } = props;
  const pages = useInfiniteQuery(actionItemPagesQuery(state, props.filters));
  const [over, setOver] = useState(false);
  const heading = useId();
  const { word, icon: Icon } = STATES[state];
  const items = placed(state, pages.data?.pages.flatMap((page) => page.items) ?? [], props.moving);
  return (
    <section
      aria-labelledby={heading}
      className={clsx(
        "min-w-0 space-y-2 rounded-lg border p-1.5",
        accepts ? "border-dashed border-accent" : "border-transparent",
        accepts && over && "bg-accent-wash",
      )}
      onDragOver={(event) => {
        if (!accepts) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        props.onDrop();
      }}
    >
      <h2 id={heading} className="flex items-center gap-1.5 px-1 text-sm font-semibold">
        <Icon className="size-4 text-muted" aria-hidden /> {word}
        {props.count !== undefined && (
          <span className="tabular font-normal text-muted">{formatCount(props.count)}</span>
        )}
      </h2>
      {pages.isPending && (
        <Loading what={`action items, ${word}`}>
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
      {pages.error && (
        <ProblemNote error={pages.error} doing={`Loading ${word}`} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && items.length === 0 && (
        <p className="px-1 py-2 text-xs text-muted">{EMPTY[state]}</p>
      )}
      {items.length > 0 && (
        <ul aria-labelledby={heading} className={clsx("space-y-2", pages.isPlaceholderData && "opacity-60")}>
          {items.map((item) => (
            <BoardCard
              key={item.id}
              item={item}
              busy={item.id in props.moving}
              followed={props.followed === item.id}
              onFollowed={props.onFollowed}
              onMove={(to, reason) => props.onMove(item, to, reason)}
              onDrag={props.onDrag}
              onStep={(by) => props.onStep(item, by)}
            />
          ))}
        </ul>
      )}
      {pages.hasNextPage && props.count !== undefined && (
        <p className="tabular text-center text-xs text-muted">
          {formatCount(items.length)} of {formatCount(props.count)} shown
        </p>
      )}
      <ShowMore pages={pages} of={word} />
    </section>
  );
}
