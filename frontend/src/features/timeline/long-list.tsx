import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from "react";

const GUESSED_PX = 92;
const OVERSCAN = 4;
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 10,
  PageUp: (at) => at - 10,
  Home: () => 0,
  End: (_, last) => last,
};

type LongListProps = {
  label: string;
  items: readonly { id: string }[];
  /** The entry that stays drawn wherever the box is scrolled to. */
  kept: string | null;
  draw: (index: number) => ReactNode;
  /** Is given what draws an entry wherever it is in the list. */
  reach: RefObject<((index: number) => void) | null>;
};

/**
 * A list in a box of its own that draws what is near the view. Arrow, page, Home and End keys move the focus from entry
 * to entry, each tells its place among all, and the one with the focus stays drawn wherever the box is scrolled to.
 */
export function LongList({ label, items, kept, draw, reach }: LongListProps) {
  "use no memo"; // The virtualiser changes in place what it returns.
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, items.length - 1);
  const keptAt = kept === null ? -1 : items.findIndex(({ id }) => id === kept);
  // eslint-disable-next-line react-hooks/incompatible-library -- the directive above keeps the compiler away
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => GUESSED_PX,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: OVERSCAN,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), at, ...(keptAt < 0 ? [] : [keptAt])])].sort(
        (a, b) => a - b,
      ),
  });
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    setCurrent(next);
    virtual.scrollToIndex(next, { align: "auto" });
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    );
  };
  useImperativeHandle(reach, () => (index: number) => {
    setCurrent(index);
    virtual.scrollToIndex(index, { align: "center" });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    // Only where an entry itself has the focus: in its text boxes the keys move the caret.
    if (!step || !(event.target as HTMLElement).hasAttribute("data-index")) return;
    event.preventDefault();
    goTo(step(at, items.length - 1));
  };
  return (
    <div ref={box} className="mt-2 max-h-[70vh] overflow-y-auto overscroll-contain pr-1">
      <ol
        aria-label={label}
        tabIndex={-1}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            data-index={index}
            ref={virtual.measureElement}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            tabIndex={index === at ? 0 : -1}
            onFocus={() => setCurrent(index)}
            className="absolute inset-x-0 top-0 focus-visible:-outline-offset-2"
            style={{ transform: `translateY(${start}px)` }}
          >
            {draw(index)}
          </li>
        ))}
      </ol>
    </div>
  );
}
