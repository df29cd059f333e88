import type { ReactNode } from "react";
import type { ReportLine } from "@/api/types";
import { CountLink } from "@/features/insights/count-link";
import { SampleMark } from "@/features/insights/marks";
import { changeOf, ignoredShare, partOf, told } from "@/features/insights/report-figures";
import { RowsLink } from "@/features/insights/rows-link";
import { resolvedRows } from "@/features/insights/spread-words";
import { formatCount } from "@/lib/numbers";

/** The six numbers of the whole team. */
export function ReportTotals({ line }: { line: ReportLine }) {
  const { time_to_resolve: time, time_to_resolve_before: before } = line;
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line md:grid-cols-3 xl:grid-cols-6 print:grid-cols-6">
      <Figure name="Incidents" note={against(line.incidents.count, line.incidents_before.count)}>
        <CountLink {...line.incidents} what="incidents" one="incident" /> <SampleMark count={line.samples} />
      </Figure>
      <Figure
        name="Repeats"
        note={`${partOf(line.repeats, line.incidents)} of all; ${against(line.repeats.count, line.repeats_before.count)}`}
      >
        <CountLink {...line.repeats} what="repeats" one="repeat" />
      </Figure>
      <Figure
        name="Time to resolve"
        note={
          <>
            median; p90 {told(time.p90_s)}, n{" "}
            <RowsLink
              search={resolvedRows(line.incidents.rows)}
              count={time.n}
              what="resolved"
              className="underline"
            />
            {time.small && " (few)"}; was {told(before.median_s)}
          </>
        }
      >
        {told(time.median_s)}
      </Figure>
      <Figure
        name="Ignored firings"
        note={`${ignoredShare(line)} of ${formatCount(line.firings.count)}; ${against(line.ignored_firings.count, line.ignored_firings_before.count)}`}
      >
        <CountLink {...line.ignored_firings} what="ignored firings" one="ignored firing" />
      </Figure>
      <Figure name="Open now" note="incidents of this range">
        <CountLink {...line.open} what="open incidents" one="open incident" />
      </Figure>
      <Figure name="Open learnings" note="waiting, failed or missing">
        <CountLink {...line.open_learnings} what="open learnings" one="open learning" />
      </Figure>
    </dl>
  );
}

function against(now: number, before: number): string {
  const change = changeOf({ count: now, rows: "" }, { count: before, rows: "" });
  return `was ${formatCount(before)}${change === "" ? "" : ` (${change})`}`;
}

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="-mt-px -ml-px border-t border-l border-line px-3 py-2 print:px-2 print:py-1">
      <dt className="text-xs text-muted">{name}</dt>
      <dd>
        <span className="tabular flex items-baseline gap-2 text-xl font-semibold print:text-base">
          {children}
        </span>
        <span className="tabular block text-xs text-soft">{note}</span>
      </dd>
    </div>
  );
}
