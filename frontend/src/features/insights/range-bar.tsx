import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { InsightsPeriod } from "@/api/insights";
import { Input } from "@/components/ui/field";
import { Chip } from "@/features/insights/chip";
import { dayOf, type InsightsSearch, PRESETS, presetOf } from "@/features/insights/insights-search";
import { ServicePicker } from "@/features/insights/service-picker";

type RangeBarProps = {
  search: InsightsSearch;
  period: InsightsPeriod;
  problem: string | null;
  onSearch: (search: InsightsSearch) => void;
};

/** The range and the services that everything on the page counts; all of it in the address. */
export function RangeBar({ search, period, problem, onSearch }: RangeBarProps) {
  const preset = presetOf(search);
  const rest = { service: search.service, samples: search.samples, zone: search.zone };
  const custom = (given: { from?: string; to?: string }) =>
    onSearch({ ...rest, from: period.from, to: period.to, ...given });
  return (
    <search aria-label="What is counted" className="space-y-2 print:hidden">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <fieldset className="min-w-0">
          <legend className="mb-1 text-xs font-medium text-soft">Last days</legend>
          <div className="flex flex-wrap gap-1.5">
            {PRESETS.map((days) => (
              <Chip key={days} pressed={preset === days} onPress={() => onSearch({ ...rest, days })}>
                <span className="sr-only">Last</span> {days} <span className="sr-only">days</span>
              </Chip>
            ))}
          </div>
        </fieldset>
        <div className="flex items-end gap-2">
          <Day
            name="From"
            value={period.from}
            invalid={problem !== null}
            onDay={(from) => custom({ from })}
          />
          <Day name="To" value={period.to} invalid={problem !== null} onDay={(to) => custom({ to })} />
        </div>
        <ServicePicker
          period={period}
          chosen={search.service ?? []}
          onChoose={(names) => onSearch({ ...search, service: names.length > 0 ? names : undefined })}
        />
        <label className="flex h-9 items-center gap-2 text-sm text-soft">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={search.samples !== false}
            onChange={(event) => onSearch({ ...search, samples: event.target.checked ? undefined : false })}
          />
          Count samples
        </label>
      </div>
      {problem && (
        <p id="range-problem" role="alert" className="flex items-center gap-1.5 text-sm text-bad">
          <CircleAlert className="size-4 shrink-0" aria-hidden />
          {problem}
        </p>
      )}
    </search>
  );
}

type DayProps = { name: string; value: string; invalid: boolean; onDay: (day: string) => void };

function Day({ name, value, invalid, onDay }: DayProps) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block text-xs font-medium text-soft">
        {name} <span className="font-normal text-muted">UTC</span>
      </label>
      <Input
        id={id}
        type="date"
        required
        value={value}
        className="w-36"
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? "range-problem" : undefined}
        onChange={(event) => {
          const day = dayOf(event.target.value);
          if (day) onDay(day);
        }}
      />
    </div>
  );
}
