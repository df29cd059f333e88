import type { WeekHour } from "@/api/types";
import { WEEKDAYS } from "@/features/insights/labels";

/** How strongly a cell of the heat map is filled, from one incident to the most, and in which ink it is written. */
export const HEAT = [
  { share: 10, ink: "ink" },
  { share: 22, ink: "ink" },
  { share: 36, ink: "ink" },
  { share: 85, ink: "on-accent" },
  { share: 100, ink: "on-accent" },
] as const;

/** The step of HEAT for a count, from 0 up; null for none. */
export function heatStep(count: number, most: number): number | null {
  if (count <= 0) return null;
  return Math.min(HEAT.length - 1, Math.ceil((count / Math.max(most, 1)) * HEAT.length) - 1);
}

/** The counts that a step of the heat map stands for; null where no count falls there. */
export function heatRange(step: number, most: number): readonly [from: number, to: number] | null {
  const from = Math.floor((step / HEAT.length) * most) + 1;
  const to = Math.floor(((step + 1) / HEAT.length) * most);
  return from <= to ? [from, to] : null;
}

/** The hours in which the most incidents were declared, the busiest first. */
export function busiest(hours: readonly WeekHour[], shown: number): WeekHour[] {
  return hours
    .filter(({ incidents }) => incidents > 0)
    .sort((a, b) => b.incidents - a.incidents)
    .slice(0, shown);
}

/** An hour of the week in words, `Mon 09–10`. */
export function hourWords({ weekday, hour }: Pick<WeekHour, "weekday" | "hour">): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${WEEKDAYS[weekday - 1]?.short} ${two(hour)}–${two(hour + 1)}`;
}
