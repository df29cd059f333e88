import type { Spread } from "@/api/types";
import { boxOf, type Edges, percent } from "@/features/insights/spread-geometry";

/** Least to most as a line, the middle half as a box, the median as a bar, p90 as a ring. */
export function BoxPlot({ spread, edges }: { spread: Spread; edges: Edges }) {
  const { from, to, median, p90, least, most } = boxOf(spread, edges);
  return (
    <span aria-hidden className="relative block h-4">
      {least !== null && most !== null && (
        <span
          className="absolute top-1/2 block border-t border-edge"
          style={{ left: percent(least), width: percent(most - least) }}
        />
      )}
      {from !== null && to !== null && (
        <span
          className="absolute inset-y-0.5 block min-w-1 rounded-[2px] border border-accent-solid bg-accent-wash"
          style={{ left: percent(from), width: percent(to - from) }}
        />
      )}
      {median !== null && (
        <span
          className="absolute inset-y-0 -ml-0.5 block w-1 bg-accent-solid"
          style={{ left: percent(median) }}
        />
      )}
      {p90 !== null && (
        <span
          className="absolute top-1/2 -mt-1 -ml-1 block size-2 rounded-full border-2 border-ink bg-surface"
          style={{ left: percent(p90) }}
        />
      )}
    </span>
  );
}

/** Says what the parts of a box plot mean. */
export function BoxKey() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-2xs text-muted">
      <span className="inline-flex items-center gap-1">
        <span aria-hidden className="inline-block h-3 w-1 bg-accent-solid" /> median
      </span>
      <span className="inline-flex items-center gap-1">
        <span
          aria-hidden
          className="inline-block h-3 w-4 rounded-[2px] border border-accent-solid bg-accent-wash"
        />{" "}
        middle half
      </span>
      <span className="inline-flex items-center gap-1">
        <span aria-hidden className="inline-block size-2 rounded-full border-2 border-ink" /> p90
      </span>
      <span className="inline-flex items-center gap-1">
        <span aria-hidden className="inline-block w-4 border-t border-edge" /> least to most
      </span>
    </p>
  );
}

/** The axis under bins: where each begins, as people speak of time. */
export function BinAxis({ edges }: { edges: Edges }) {
  return (
    <span aria-hidden className="tabular relative block h-4 text-2xs text-muted">
      {edges.slice(1).map((edge, place) => (
        <span
          key={edge}
          className="absolute -translate-x-1/2"
          style={{ left: percent((place + 1) / edges.length) }}
        >
          {edgeWords(edge)}
        </span>
      ))}
    </span>
  );
}

function edgeWords(seconds: number): string {
  if (seconds >= 86_400) return `${seconds / 86_400}d`;
  return seconds >= 3_600 ? `${seconds / 3_600}h` : `${seconds / 60}m`;
}
