import { useInfiniteQuery } from "@tanstack/react-query";
import { csvAddress, type InsightsPeriod, servicesQuery } from "@/api/insights";
import type { FailingService } from "@/api/types";
import { SkeletonRows } from "@/components/ui/skeleton";
import { CountLink } from "@/features/insights/count-link";
import { Cell, type Column, DataTable, NumberCell, RowHead } from "@/features/insights/data-table";
import { SampleMark } from "@/features/insights/marks";
import { MoreButton } from "@/features/insights/more-button";
import { Section } from "@/features/insights/section";
import { resolvedRows, SpreadWords } from "@/features/insights/spread-words";
import { Legend, type Part, StackedBar } from "@/features/insights/stacked-bar";

const COLUMNS: readonly Column[] = [
  { name: "Service" },
  { name: "Incidents", end: true },
  { name: "New, repeats, unidentified", className: "w-[22%] min-w-36" },
  { name: "New", end: true, hint: "The record had never seen this error" },
  { name: "Repeats", end: true, hint: "The record had seen this error before" },
  { name: "Unidentified", end: true, hint: "No error text, so no fingerprint" },
  { name: "Open", end: true },
  { name: "Days", end: true, hint: "Days with at least one incident" },
  { name: "Time to resolve", end: true },
];

/** Which services keep failing, and whether with something new. */
export function ServicesSection({ period }: { period: InsightsPeriod }) {
  const pages = useInfiniteQuery(servicesQuery(period));
  const first = pages.data?.pages[0];
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const most = Math.max(1, ...items.map(({ incidents }) => incidents.count));
  return (
    <Section
      id="services"
      title="Services that keep failing"
      csv={csvAddress("services", period)}
      result={{ data: first, error: pages.error, refetch: pages.refetch }}
      skeleton={<SkeletonRows rows={8} className="h-9" />}
      empty="No service had an incident in this range."
      isEmpty={({ total }) => total === 0}
    >
      {({ total }) => (
        <>
          <div className="border-b border-line px-4 py-2">
            <Legend
              parts={[
                ["outline", "new"],
                ["solid", "repeats"],
                ["hatched", "unidentified: no error text"],
              ]}
            />
          </div>
          <DataTable caption="Services by incidents" columns={COLUMNS}>
            {items.map((line) => (
              <Line key={line.service} line={line} most={most} />
            ))}
          </DataTable>
          <MoreButton pages={pages} shown={items.length} total={total} what="services" />
        </>
      )}
    </Section>
  );
}

function Line({ line, most }: { line: FailingService; most: number }) {
  const parts: Part[] = [
    { word: "new", count: line.new.count, look: "outline" },
    { word: "repeats", count: line.repeats.count, look: "solid" },
    { word: "unidentified", count: line.unidentified.count, look: "hatched" },
  ];
  return (
    <tr className="hover:bg-raised">
      <RowHead className="min-w-40">
        {line.service} <SampleMark count={line.samples} />
      </RowHead>
      <NumberCell>
        <CountLink
          {...line.incidents}
          what={`incidents of ${line.service}`}
          one={`incident of ${line.service}`}
          className="font-semibold"
        />
      </NumberCell>
      <Cell>
        <StackedBar parts={parts} most={most} />
      </Cell>
      <NumberCell>
        <CountLink {...line.new} what="new" />
      </NumberCell>
      <NumberCell>
        <CountLink {...line.repeats} what="repeats" one="repeat" />
      </NumberCell>
      <NumberCell>
        <CountLink {...line.unidentified} what="unidentified" />
      </NumberCell>
      <NumberCell>
        <CountLink {...line.open} what="open" />
      </NumberCell>
      <NumberCell>
        <CountLink
          count={line.days}
          rows={line.incidents.rows}
          what="days with incidents"
          one="day with incidents"
        />
      </NumberCell>
      <NumberCell>
        <SpreadWords spread={line.time_to_resolve} rows={resolvedRows(line.incidents.rows)} />
      </NumberCell>
    </tr>
  );
}
