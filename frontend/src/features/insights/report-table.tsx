import clsx from "clsx";
import type { ReactNode } from "react";
import type { InsightsReport, ReportLine } from "@/api/types";
import { CountLink } from "@/features/insights/count-link";
import { SampleMark } from "@/features/insights/marks";
import { changeOf, ignoredShare, told } from "@/features/insights/report-figures";
import { RowsLink } from "@/features/insights/rows-link";
import { resolvedRows } from "@/features/insights/spread-words";
import { counted } from "@/lib/text";

const GROUPS = [
  ["Incidents", ["All", "±", "New", "Repeats", "±", "No text"]],
  ["Time to resolve", ["Median", "p90", "n", "Median before"]],
  ["Firings", ["All", "Ignored", "±", "Share"]],
  ["As of now", ["Open", "Learnings open"]],
] as const;

/** One line a service: repeats against new, times, noise, what is open, and what changed. */
export function ReportTable({ report }: { report: InsightsReport }) {
  const { services, services_total: total, all } = report;
  return (
    <div className="space-y-1">
      <section
        aria-label="By service"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto -outline-offset-2 print:overflow-visible"
      >
        <table className="tabular w-full text-sm print:text-2xs">
          <caption className="sr-only">By service, with the change against the period before (±)</caption>
          <Heads />
          <tbody className="divide-y divide-line">
            {services.map((line) => (
              <Line key={line.service} line={line} name={line.service ?? "–"} />
            ))}
          </tbody>
          <tfoot className="border-t-2 border-edge font-semibold">
            <Line line={all} name="All services" />
          </tfoot>
        </table>
      </section>
      {total > services.length && (
        <p className="text-xs text-muted">
          The {services.length} services with the most incidents;{" "}
          {counted(total - services.length, "further one")} counted in the sum. The CSV file and Insights list
          them.
        </p>
      )}
    </div>
  );
}

function Heads() {
  return (
    <thead className="text-xs text-muted print:text-2xs">
      <tr>
        <th scope="col" rowSpan={2} className="pr-2 text-start align-bottom font-medium">
          Service
        </th>
        {GROUPS.map(([name, columns]) => (
          <th
            key={name}
            scope="colgroup"
            colSpan={columns.length}
            className="border-l border-line px-2 text-start font-semibold text-soft print:px-1"
          >
            {name}
          </th>
        ))}
      </tr>
      <tr className="border-b border-edge">
        {GROUPS.flatMap(([group, columns]) =>
          columns.map((name, place) => (
            <th
              key={`${group} ${place}`}
              scope="col"
              className={clsx(
                "px-2 pb-1 text-end align-bottom font-medium print:px-1",
                place === 0 && "border-l border-line",
              )}
            >
              {name}
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

function Line({ line, name }: { line: ReportLine; name: string }) {
  const { time_to_resolve: time, time_to_resolve_before: before } = line;
  return (
    <tr className="break-inside-avoid hover:bg-raised">
      <th
        scope="row"
        dir="auto"
        className="min-w-36 max-w-60 py-1 pr-2 text-start font-medium print:max-w-44 print:py-0.5"
      >
        <span className="flex items-start gap-x-2 max-sm:flex-wrap">
          <span className="line-clamp-2 wrap-anywhere" title={name}>
            {name}
          </span>
          <SampleMark count={line.samples} />
        </span>
      </th>
      <Figure first>
        <CountLink {...line.incidents} what={`incidents, ${name}`} one={`incident, ${name}`} />
      </Figure>
      <Figure quiet>{changeOf(line.incidents, line.incidents_before)}</Figure>
      <Figure>
        <CountLink {...line.new} what="new" />
      </Figure>
      <Figure>
        <CountLink {...line.repeats} what="repeats" one="repeat" />
      </Figure>
      <Figure quiet>{changeOf(line.repeats, line.repeats_before)}</Figure>
      <Figure>
        <CountLink {...line.unidentified} what="without error text" />
      </Figure>
      <Figure first>{told(time.median_s)}</Figure>
      <Figure>{told(time.p90_s)}</Figure>
      <Figure>
        <RowsLink search={resolvedRows(line.incidents.rows)} count={time.n} what="resolved" />
      </Figure>
      <Figure quiet>{told(before.median_s)}</Figure>
      <Figure first>
        <CountLink {...line.firings} what="firings" one="firing" />
      </Figure>
      <Figure>
        <CountLink {...line.ignored_firings} what="ignored firings" one="ignored firing" />
      </Figure>
      <Figure quiet>{changeOf(line.ignored_firings, line.ignored_firings_before)}</Figure>
      <Figure>{ignoredShare(line)}</Figure>
      <Figure first>
        <CountLink {...line.open} what="open" />
      </Figure>
      <Figure>
        <CountLink {...line.open_learnings} what="open learnings" one="open learning" />
      </Figure>
    </tr>
  );
}

type FigureProps = { children: ReactNode; first?: boolean; quiet?: boolean };

function Figure({ children, first = false, quiet = false }: FigureProps) {
  return (
    <td
      className={clsx(
        "px-2 py-1 text-end align-top whitespace-nowrap print:px-1 print:py-0.5",
        first && "border-l border-line",
        quiet && "text-muted",
      )}
    >
      {children}
    </td>
  );
}
