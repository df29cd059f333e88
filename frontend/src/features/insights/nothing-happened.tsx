import { Telescope } from "lucide-react";
import type { InsightsPeriod } from "@/api/insights";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type InsightsSearch, widerThan } from "@/features/insights/insights-search";

type NothingHappenedProps = {
  period: InsightsPeriod;
  search: InsightsSearch;
  onSearch: (search: InsightsSearch) => void;
};

/** Nothing in the range: offers to look further back, or at every service. */
export function NothingHappened({ period, search, onSearch }: NothingHappenedProps) {
  const wider = widerThan(period);
  const rest = { service: search.service, samples: search.samples, zone: search.zone };
  return (
    <EmptyState
      icon={Telescope}
      title="Nothing happened in this range"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {wider && <Button onClick={() => onSearch({ ...rest, days: wider })}>Look at {wider} days</Button>}
          {search.service && (
            <Button onClick={() => onSearch({ ...search, service: undefined })}>Look at all services</Button>
          )}
          {search.samples === false && (
            <Button onClick={() => onSearch({ ...search, samples: undefined })}>Count samples too</Button>
          )}
        </span>
      }
    >
      From {period.from} to {period.to} no incident was declared and no alert fired
      {search.service && " in these services"}.
    </EmptyState>
  );
}
