import { type FocusEvent, useEffect, useRef } from "react";
import type { TimelineItem } from "@/api/types";
import { Entry, type EntryActions } from "@/features/timeline/entry";
import { LongList } from "@/features/timeline/long-list";
import { rowAt } from "@/features/timeline/rows";

const DRAWN_WHOLE = 150;
const LABEL = "Timeline entries, newest first";

type TimelineListProps = {
  incidentId: string;
  items: readonly TimelineItem[];
  declaredAt: string | null;
  zone: string;
  other: string;
  onReading: (reading: boolean) => void;
} & EntryActions;

/** The entries; of thousands only those near what is seen are drawn. `onReading` tells whether the focus is among them. */
export function TimelineList({ items, other, onReading, ...entry }: TimelineListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus may be gone without having lost it.
    if (items && !list.current?.contains(document.activeElement)) onReading(false);
  }, [items, onReading]);
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onReading(false);
  };
  const draw = (index: number) => {
    const row = rowAt(items, index, entry.zone, other);
    return row && <Entry row={row} {...entry} />;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only takes note of where the focus is
    <div ref={list} onFocus={() => onReading(true)} onBlur={leave}>
      {items.length > DRAWN_WHOLE ? (
        <LongList label={LABEL} items={items} draw={draw} />
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
