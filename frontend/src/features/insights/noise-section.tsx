import { useInfiniteQuery } from "@tanstack/react-query";
import { csvAddress, type InsightsPeriod, noiseQuery } from "@/api/insights";
import type { AlertNoise, NoisyAlert } from "@/api/types";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { AlertLink } from "@/features/insights/alert-link";
import { CountLink } from "@/features/insights/count-link";
import { Cell, type Column, DataTable, NumberCell, RowHead } from "@/features/insights/data-table";
import { MoreButton } from "@/features/insights/more-button";
import { Section } from "@/features/insights/section";
import { Legend, type Part, StackedBar } from "@/features/insights/stacked-bar";
import { formatShare } from "@/lib/numbers";

const COLUMNS: readonly Column[] = [
  { name: "Alert" },
  { name: "Fired", end: true },
  { name: "Acted on, ignored", className: "w-[22%] min-w-36" },
  { name: "Acted on", end: true },
  { name: "Ignored", end: true },
  { name: "Ignored share", end: true },
  { name: "Last fired" },
];

/** Which alerts fired, and which of them nobody acted on. */
export function NoiseSection({ period }: { period: InsightsPeriod }) {
  const pages = useInfiniteQuery(noiseQuery(period));
  const first = pages.data?.pages[0];
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const most = Math.max(1, ...items.map(({ fired }) => fired.count));
  return (
    <Section
      id="noise"
      title="Alert noise"
      csv={csvAddress("noise", period)}
      result={{ data: first, error: pages.error, refetch: pages.refetch }}
      skeleton={<SkeletonRows rows={9} className="h-12" />}
      empty="No alert fired in this range."
      isEmpty={({ total }) => total === 0}
    >
      {(noise) => (
        <>
          <Sums noise={noise} />
          <DataTable caption="Alerts by firings that nobody acted on" columns={COLUMNS}>
            {items.map((alert) => (
              <Line key={`${alert.alert_id} ${alert.service}`} alert={alert} most={most} />
            ))}
          </DataTable>
          <MoreButton pages={pages} shown={items.length} total={noise.total} what="alerts" />
        </>
      )}
    </Section>
  );
}

function Sums({ noise }: { noise: AlertNoise }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-2.5 text-sm text-soft">
      <p className="flex flex-wrap gap-x-4">
        <CountLink said {...noise.fired} what="firings" one="firing" />
        <CountLink said {...noise.acknowledged} what="acknowledged" />
        <CountLink said {...noise.attached} what="of a confirmed incident" />
        <span>
          <CountLink said {...noise.ignored} what="ignored" /> ({formatShare(noise.ignored_share)})
        </span>
      </p>
      <Legend
        parts={[
          ["solid", "acted on"],
          ["hatched", "ignored"],
        ]}
      />
    </div>
  );
}

function Line({ alert, most }: { alert: NoisyAlert; most: number }) {
  const parts: Part[] = [
    { word: "acted on", count: alert.acted_on.count, look: "solid" },
    { word: "ignored", count: alert.ignored.count, look: "hatched" },
  ];
  return (
    <tr className="hover:bg-raised">
      <RowHead className="min-w-52">
        {alert.title}
        <span className="block text-xs font-normal text-muted">
          <AlertLink id={alert.alert_id} /> {alert.source}
          {alert.service && ` · ${alert.service}`}
        </span>
      </RowHead>
      <NumberCell>
        <CountLink
          {...alert.fired}
          what={`firings of ${alert.alert_id}`}
          one={`firing of ${alert.alert_id}`}
          className="font-semibold"
        />
      </NumberCell>
      <Cell>
        <StackedBar parts={parts} most={most} />
      </Cell>
      <NumberCell>
        <CountLink {...alert.acted_on} what="acted on" />
      </NumberCell>
      <NumberCell>
        <CountLink {...alert.ignored} what="ignored" />
      </NumberCell>
      <NumberCell>{formatShare(alert.ignored_share)}</NumberCell>
      <Cell className="whitespace-nowrap text-soft">
        <Timestamp at={alert.last_fired_at} />
      </Cell>
    </tr>
  );
}
