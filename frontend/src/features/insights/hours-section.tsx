import { useQuery } from "@tanstack/react-query";
import { csvAddress, hoursQuery, type InsightsPeriod } from "@/api/insights";
import type { WeekHour } from "@/api/types";
import { Disclosure } from "@/components/ui/disclosure";
import { Skeleton } from "@/components/ui/skeleton";
import { CountLink } from "@/features/insights/count-link";
import { DataTable, NumberCell, RowHead } from "@/features/insights/data-table";
import { HeatMapChart } from "@/features/insights/heat-map";
import { WEEKDAYS } from "@/features/insights/labels";
import { SampleMark } from "@/features/insights/marks";
import { Section } from "@/features/insights/section";
import { busiest, hourWords } from "@/features/insights/week";
import { ownZone, UTC } from "@/lib/zones";

/** Not tried one by one: to make a format for each of some 420 zones takes 200 ms. */
const KNOWN_ZONES = Intl.supportedValuesOf("timeZone");

type HoursSectionProps = {
  period: InsightsPeriod;
  zone: string | undefined;
  onZone: (zone: string | undefined) => void;
};

/** In which hours of the week incidents are declared, by a clock of the reader's choice. */
export function HoursSection({ period, zone = UTC, onZone }: HoursSectionProps) {
  const result = useQuery(hoursQuery(period, zone));
  return (
    <Section
      id="hours"
      title="Hours of the week"
      csv={csvAddress("hours", period, zone)}
      result={result}
      skeleton={<Skeleton className="m-4 h-56" />}
      empty="No incident was declared in this range."
      isEmpty={({ items }) => items.every(({ incidents }) => incidents === 0)}
      aside={<ZoneChoice zone={zone} onZone={onZone} />}
    >
      {({ items }) => (
        <div className="space-y-3 pb-3">
          <HeatMapChart hours={items} zone={zone} />
          <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 text-sm text-soft">
            Busiest:
            {busiest(items, 3).map((hour) => (
              <span key={`${hour.weekday}-${hour.hour}`}>
                {hourWords(hour)}{" "}
                <CountLink
                  count={hour.incidents}
                  rows={hour.rows}
                  what="incidents"
                  one="incident"
                  className="font-semibold"
                />
              </span>
            ))}
            <SampleMark count={items.reduce((sum, { samples }) => sum + samples, 0)} />
          </p>
          <Disclosure summary="As a table" className="px-4 max-sm:[&>div]:pl-0">
            <HoursTable hours={items} zone={zone} />
          </Disclosure>
        </div>
      )}
    </Section>
  );
}

type ZoneChoiceProps = { zone: string; onZone: (zone: string | undefined) => void };

function ZoneChoice({ zone, onZone }: ZoneChoiceProps) {
  const own = ownZone();
  return (
    <label className="flex items-center gap-1.5 text-xs text-soft">
      Zone
      <select
        value={zone}
        onChange={({ target }) => onZone(target.value === UTC ? undefined : target.value)}
        className="h-7 max-w-44 rounded-md border border-edge/70 bg-surface px-1 text-xs text-ink"
      >
        {[...new Set([UTC, own, zone, ...KNOWN_ZONES])].map((name) => (
          <option key={name} value={name}>
            {name === own && name !== UTC ? `${name} (yours)` : name}
          </option>
        ))}
      </select>
    </label>
  );
}

function HoursTable({ hours, zone }: { hours: readonly WeekHour[]; zone: string }) {
  return (
    <DataTable
      caption={`Incidents by hour of the week, ${zone}`}
      columns={[{ name: "Hour" }, ...WEEKDAYS.map(({ short }) => ({ name: short, end: true }))]}
    >
      {Array.from({ length: 24 }, (_, hour) => (
        <tr key={hour} className="hover:bg-raised">
          <RowHead className="tabular font-normal whitespace-nowrap">
            {String(hour).padStart(2, "0")}:00
          </RowHead>
          {hours
            .filter((one) => one.hour === hour)
            .map((one) => (
              <NumberCell key={one.weekday}>
                <CountLink
                  count={one.incidents}
                  rows={one.rows}
                  what={`incidents, ${hourWords(one)}`}
                  one={`incident, ${hourWords(one)}`}
                />
              </NumberCell>
            ))}
        </tr>
      ))}
    </DataTable>
  );
}
