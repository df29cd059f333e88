import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn } from "lucide-react";
import { topFindingQuery } from "@/api/insights";

/** One quiet line beside the heading: what stands out most; nothing while nothing does. */
export function TopFinding() {
  const finding = useQuery(topFindingQuery()).data?.items[0];
  if (!finding) return null;
  return (
    <Link
      to="/insights"
      title={finding.sentence}
      className="flex min-w-0 items-start gap-1.5 text-sm text-soft hover:text-ink hover:underline max-sm:w-full"
    >
      <ChartColumn className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="sr-only">Top finding: </span>
      <span dir="auto" className="line-clamp-2 sm:line-clamp-1">
        {finding.title}
      </span>
    </Link>
  );
}
