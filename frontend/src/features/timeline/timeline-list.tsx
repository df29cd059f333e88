import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { TimelineItem } from "@/api/types";
import { Entry, type EntryActions } from "@/features/timeline/entry";
import { entryAnchor } from "@/features/timeline/entry-link";
import { LongList } from "@/features/timeline/long-list";
import { rowAt } from "@/features/timeline/rows";
import type { Target } from "@/features/timeline/use-entry-target";
import { jumpTo, whenDrawn } from "@/lib/jump";

const DRAWN_WHOLE = 150;
const LABEL = "Timeline entries, newest first";

type TimelineListProps = {
  incidentId: string;
  items: readonly TimelineItem[];
  /** Whether nothing older is still to come. */
  isWhole: boolean;
  declaredAt: string | null;
  zone: string;
  other: string;
  /** The entry to bring into view, once a visit. */
  target: Target | null;
  onReading: (reading: boolean) => void;
} & EntryActions;

/**
 * The entries; of thousands only those near what is seen are drawn. `onReading` tells whether the focus is among them.
 * How they are drawn is settled once: whoever reads or writes in them keeps their place when more come.
 */
export function TimelineList({ items, isWhole, target, onReading, ...entry }: TimelineListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [isLong] = useState(items.length + (isWhole ? 0 : 1) > DRAWN_WHOLE);
  const reach = useRef<((index: number) => void) | null>(null);
  useReached(target, items, reach);
  useEffect(() => {
    // What had the focus may be gone without having lost it.
    if (items && !list.current?.contains(document.activeElement)) onReading(false);
  }, [items, onReading]);
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onReading(false);
  };
  const draw = (index: number) => {
    const row = rowAt(items, index, entry.zone, entry.other);
    return row && <Entry row={row} {...entry} />;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only takes note of where the focus is
    <div ref={list} onFocus={() => onReading(true)} onBlur={leave}>
      {isLong ? (
        <LongList label={LABEL} items={items} kept={entry.editing} draw={draw} reach={reach} />
      ) : (
        <ol aria-label={LABEL} tabIndex={-1} className="mt-2">
          {items.map(({ id }, index) => (
            <li key={id}>{draw(index)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Goes to the entry that is aimed at; where only what is near the view is drawn, `reach` has it drawn first. */
function useReached(
  target: Target | null,
  items: readonly TimelineItem[],
  reach: RefObject<((index: number) => void) | null>,
): void {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  const { id, visit } = target ?? {};
  useEffect(() => {
    if (id === undefined || visit === undefined) return;
    reach.current?.(latest.current.findIndex((item) => item.id === id));
    return whenDrawn(entryAnchor(id), jumpTo);
  }, [id, visit, reach]);
}
