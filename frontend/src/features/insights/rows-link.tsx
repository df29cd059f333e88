import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { RowsSearch } from "@/features/insights/rows-search";
import { formatCount } from "@/lib/numbers";

type RowsLinkProps = {
  count: number;
  search: RowsSearch;
  /** What is counted, for those who hear the number alone. */
  what: string;
  /** The same of a single one, where it is said otherwise. */
  one?: string;
  said?: boolean;
  className?: string;
};

/** A number that leads to the rows it counted; `said` shows the words too. */
export function RowsLink({ count, search, what, one = what, said = false, className }: RowsLinkProps) {
  const told = count === 1 ? one : what;
  const words = said ? told : <span className="sr-only">{told}</span>;
  if (count === 0) return <span className={clsx("tabular text-muted", className)}>0 {words}</span>;
  return (
    <Link
      to="/insights/rows"
      search={search}
      preload={false}
      className={clsx("tabular text-accent hover:underline print:text-ink", className)}
    >
      {formatCount(count)} {words}
    </Link>
  );
}
