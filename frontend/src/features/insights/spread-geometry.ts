import type { Spread } from "@/api/types";

/** Where bins begin, in seconds, in order; the last bin has no end. */
export type Edges = readonly number[];

/** What a box drawing shows, each as a place from 0 to 1 along the axis; null where too little was counted. */
export type Box = {
  from: number | null;
  to: number | null;
  median: number | null;
  p90: number | null;
  least: number | null;
  most: number | null;
};

/**
 * The place of a value along an axis of equally wide bins, from 0 to 1. Inside a bin it moves in a straight line; in
 * the last one, which has no end, whatever is twice its beginning or more stands at the end.
 */
export function placeOf(seconds: number, edges: Edges): number {
  const last = edges.length - 1;
  const bin = Math.max(
    0,
    edges.findLastIndex((edge) => edge <= seconds),
  );
  const begin = edges[bin] ?? 0;
  const end = bin < last ? (edges[bin + 1] ?? begin) : begin * 2;
  const within = end > begin ? Math.min(1, Math.max(0, (seconds - begin) / (end - begin))) : 0;
  return (bin + within) / edges.length;
}

export function boxOf(spread: Spread, edges: Edges): Box {
  const at = (seconds: number | null) => (seconds === null ? null : placeOf(seconds, edges));
  return {
    from: at(spread.p25_s),
    to: at(spread.p75_s),
    median: at(spread.median_s),
    p90: at(spread.p90_s),
    least: at(spread.least_s),
    most: at(spread.most_s),
  };
}

/** A share as a CSS length. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
