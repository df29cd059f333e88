import { type FocusEvent, useEffect, useRef } from "react";
import { Entry, type EntryActions } from "@/features/timeline/entry";
import { LongList } from "@/features/timeline/long-list";
import type { Row } from "@/features/timeline/rows";

const DRAWN_WHOLE = 150;
const LABEL = "Timeline entries, newest first";

type TimelineListProps = {
  incidentId: string;
  rows: readonly Row[];
  declaredAt: string | null;
  zone: string;
  onReading: (reading: boolean) => void;
} & EntryActions;

/** The entries; of thousands only those near what is seen are drawn. `onReading` tells whether the focus is among them. */
export function TimelineList({ rows, onReading, ...entry }: TimelineListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus may be gone without having lost it.
    if (rows && !list.current?.contains(document.activeElement)) onReading(false);
  }, [rows, onReading]);
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onReading(false);
  };
  const draw = (row: Row) => <Entry row={row} {...entry} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only takes note of where the focus is
    <div ref={list} onFocus={() => onReading(true)} onBlur={leave}>
      {rows.length > DRAWN_WHOLE ? (
        <LongList label={LABEL} rows={rows} draw={draw} />
      ) : (
        <ol aria-label={LABEL} tabIndex={-1} className="mt-2">
          {rows.map((row) => (
            <li key={row.item.id}>{draw(row)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
