import { Link } from "@tanstack/react-router";
import type { Spread } from "@/api/types";
import { type RowsSearch, rowsSearchOf } from "@/features/insights/rows-search";
import { formatDuration } from "@/lib/time";

/** A distribution in one line: the median, p90 where enough was counted, and how much that was. */
export function SpreadWords({ spread, rows }: { spread: Spread; rows: RowsSearch }) {
  const { n, median_s, p90_s, small } = spread;
  if (n === 0 || median_s === null) return <span className="text-muted">–</span>;
  return (
    <span title={small ? "Few values: one more or less can move these figures a lot." : undefined}>
      {formatDuration(median_s)}
      <span className="text-xs text-muted">
        {" "}
        median{p90_s !== null && `, p90 ${formatDuration(p90_s)}`},{" "}
        <Link to="/insights/rows" search={rows} preload={false} className="text-accent underline">
          n {n}
        </Link>
        {small && " (few)"}
      </span>
    </span>
  );
}

/** The incidents whose time to resolve is known, among those that these rows list. */
export function resolvedRows(incidents: string): RowsSearch {
  return { ...rowsSearchOf(incidents), of: "time", measure: "resolve" };
}
