import type { WeekHour } from "@/api/types";
import { WEEKDAYS } from "@/features/insights/labels";
import { busiest, HEAT, heatRange, heatStep, hourWords } from "@/features/insights/week";
import { counted } from "@/lib/text";

type HeatMapProps = { hours: readonly WeekHour[]; zone: string };

/** The week by hours: the fuller a cell, the more incidents; wide screens write the number too. */
export function HeatMapChart({ hours, zone }: HeatMapProps) {
  const most = Math.max(0, ...hours.map(({ incidents }) => incidents));
  const top = busiest(hours, 3).map((hour) => `${hourWords(hour)} (${hour.incidents})`);
  return (
    <div className="space-y-2 px-4 pt-4">
      <div
        role="img"
        aria-label={`Incidents by hour of the week, ${zone}. The most: ${top.join(", ")}. The table has every hour.`}
        className="grid grid-cols-[2rem_repeat(24,minmax(0,1fr))] gap-px text-2xs"
      >
        <span />
        {Array.from({ length: 24 }, (_, hour) => (
          <span
            key={hour}
            className="tabular text-center text-muted max-md:[&:not(:nth-child(6n+2))]:invisible"
          >
            {hour}
          </span>
        ))}
        {WEEKDAYS.map(({ short }, day) => (
          <Day
            key={short}
            name={short}
            hours={hours.filter(({ weekday }) => weekday === day + 1)}
            most={most}
          />
        ))}
      </div>
      <Scale most={most} />
    </div>
  );
}

type DayProps = { name: string; hours: readonly WeekHour[]; most: number };

function Day({ name, hours, most }: DayProps) {
  return (
    <>
      <span className="self-center text-muted">{name}</span>
      {hours.map((hour) => (
        <span
          key={hour.hour}
          title={`${hourWords(hour)}: ${counted(hour.incidents, "incident")}`}
          className="tabular flex h-6 items-center justify-center rounded-[2px] bg-raised"
          style={fillOf(heatStep(hour.incidents, most))}
        >
          <span className="max-md:hidden">{hour.incidents > 0 && hour.incidents}</span>
        </span>
      ))}
    </>
  );
}

function fillOf(step: number | null) {
  const heat = step === null ? undefined : HEAT[step];
  if (!heat) return undefined;
  return {
    background: `color-mix(in srgb, var(--accent-solid) ${heat.share}%, var(--surface))`,
    color: `var(--${heat.ink})`,
  };
}

function Scale({ most }: { most: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xs text-muted">
      Incidents
      {HEAT.map((heat, step) => {
        const range = heatRange(step, most);
        return (
          range && (
            <span key={heat.share} className="tabular inline-flex items-center gap-1">
              <span aria-hidden className="size-3 rounded-[2px] border border-edge/50" style={fillOf(step)} />
              {range[0] === range[1] ? range[0] : `${range[0]}–${range[1]}`}
            </span>
          )
        );
      })}
    </p>
  );
}
