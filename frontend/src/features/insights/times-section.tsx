import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { csvAddress, type InsightsPeriod, timesQuery } from "@/api/insights";
import type { TimeTaken } from "@/api/types";
import { Disclosure } from "@/components/ui/disclosure";
import { Skeleton } from "@/components/ui/skeleton";
import { BinAxis, BoxKey, BoxPlot } from "@/features/insights/box-plot";
import { CountLink } from "@/features/insights/count-link";
import { Cell, DataTable, NumberCell, RowHead } from "@/features/insights/data-table";
import { MEASURES } from "@/features/insights/labels";
import { SampleMark } from "@/features/insights/marks";
import { Section } from "@/features/insights/section";
import { percent } from "@/features/insights/spread-geometry";
import { formatDuration } from "@/lib/time";

/** How long it takes to acknowledge, mitigate and resolve: distributions, never a bare mean. */
export function TimesSection({ period }: { period: InsightsPeriod }) {
  const result = useQuery(timesQuery(period));
  return (
    <Section
      id="times"
      title="Times to acknowledge, mitigate and resolve"
      csv={csvAddress("times", period)}
      result={result}
      skeleton={<Skeleton className="m-4 h-64" />}
      empty="No incident was declared in this range."
      isEmpty={({ items }) => items.every(({ spread, without }) => spread.n + without === 0)}
    >
      {({ items }) => (
        <div className="space-y-4 p-4">
          <div className="grid gap-6 lg:grid-cols-3">
            {items.map((taken) => (
              <Distribution key={taken.measure} taken={taken} />
            ))}
          </div>
          <BoxKey />
          <Disclosure summary="As a table">
            <TimesTable items={items} />
          </Disclosure>
        </div>
      )}
    </Section>
  );
}

function figureWords({ spread }: TimeTaken): string {
  if (spread.n === 0 || spread.median_s === null) return "nothing counted";
  const p90 = spread.p90_s === null ? "p90 not told below 10" : `p90 ${formatDuration(spread.p90_s)}`;
  return `median ${formatDuration(spread.median_s)}, ${p90}`;
}

function Distribution({ taken }: { taken: TimeTaken }) {
  const { spread, bins, measure, without } = taken;
  const edges = bins.map(({ from_s }) => from_s);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <figure className="min-w-0 space-y-2">
      <figcaption className="space-y-0.5">
        <h3 className="font-medium">{MEASURES[measure].word}</h3>
        <p className="tabular text-sm text-soft">{figureWords(taken)}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <span>
            n{" "}
            <CountLink
              count={spread.n}
              rows={taken.rows}
              what="incidents with this time"
              one="incident with this time"
            />
          </span>
          <CountLink said count={without} rows={taken.without_rows} what={MEASURES[measure].without} />
          <SampleMark count={taken.samples} />
        </p>
      </figcaption>
      <div
        role="img"
        aria-label={`Time ${MEASURES[measure].word.toLowerCase()}: n ${spread.n}, ${figureWords(taken)}. The table has every bin.`}
      >
        <span className="flex h-28 items-end border-b border-edge">
          {bins.map(({ from_s, count }) => (
            <span
              key={from_s}
              className="tabular flex h-full flex-1 flex-col justify-end px-px text-center text-2xs"
            >
              <span className="text-soft">{count > 0 && count}</span>
              <span
                className="block rounded-t-[2px] bg-accent-solid"
                style={{ height: percent((count / most) * 0.84) }}
              />
            </span>
          ))}
        </span>
        <BinAxis edges={edges} />
        <BoxPlot spread={spread} edges={edges} />
      </div>
      {taken.warning && spread.n > 0 && (
        <p className="flex items-start gap-1.5 text-xs text-warn">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {taken.warning}
        </p>
      )}
    </figure>
  );
}

function TimesTable({ items }: { items: readonly TimeTaken[] }) {
  const bins = items[0]?.bins ?? [];
  return (
    <DataTable
      caption="Incidents by time taken"
      columns={[
        { name: "Time" },
        ...items.map(({ measure }) => ({ name: MEASURES[measure].word, end: true })),
      ]}
    >
      {bins.map(({ from_s, to_s }, place) => (
        <tr key={from_s}>
          <RowHead className="tabular min-w-32 font-normal">
            {to_s === null
              ? `${formatDuration(from_s)} or more`
              : `${formatDuration(from_s)} to below ${formatDuration(to_s)}`}
          </RowHead>
          {items.map(({ measure, bins: own }) => {
            const bin = own[place];
            return bin ? (
              <NumberCell key={measure}>
                <CountLink
                  count={bin.count}
                  rows={bin.rows}
                  what={`incidents ${MEASURES[measure].word}`}
                  one={`incident ${MEASURES[measure].word}`}
                />
              </NumberCell>
            ) : (
              <Cell key={measure}>–</Cell>
            );
          })}
        </tr>
      ))}
      <SummaryRow name="n" items={items} value={({ spread }) => String(spread.n)} />
      <SummaryRow name="Median" items={items} value={({ spread }) => told(spread.median_s)} />
      <SummaryRow name="Middle half from" items={items} value={({ spread }) => told(spread.p25_s)} />
      <SummaryRow name="Middle half to" items={items} value={({ spread }) => told(spread.p75_s)} />
      <SummaryRow name="p90" items={items} value={({ spread }) => told(spread.p90_s)} />
      <SummaryRow name="Longest" items={items} value={({ spread }) => told(spread.most_s)} />
    </DataTable>
  );
}

function told(seconds: number | null): string {
  return seconds === null ? "too few" : formatDuration(seconds);
}

type SummaryRowProps = { name: string; items: readonly TimeTaken[]; value: (taken: TimeTaken) => string };

function SummaryRow({ name, items, value }: SummaryRowProps) {
  return (
    <tr>
      <RowHead className="min-w-32 font-normal">{name}</RowHead>
      {items.map((taken) => (
        <NumberCell key={taken.measure}>{value(taken)}</NumberCell>
      ))}
    </tr>
  );
}
