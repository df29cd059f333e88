import {
  BellOff,
  ListTodo,
  type LucideIcon,
  Repeat2,
  ShieldX,
  Snail,
  TrendingUp,
  Unlink,
} from "lucide-react";
import type { FindingKind, FindingNumber, FindingWeight, Measure } from "@/api/types";
import type { Tone } from "@/components/ui/badge";
import { formatCount, formatShare } from "@/lib/numbers";
import { counted } from "@/lib/text";
import { formatDuration } from "@/lib/time";

export const WEEKDAYS = [
  { short: "Mon", long: "Monday" },
  { short: "Tue", long: "Tuesday" },
  { short: "Wed", long: "Wednesday" },
  { short: "Thu", long: "Thursday" },
  { short: "Fri", long: "Friday" },
  { short: "Sat", long: "Saturday" },
  { short: "Sun", long: "Sunday" },
] as const;

export const MEASURES: Record<Measure, { word: string; without: string }> = {
  acknowledge: { word: "To acknowledge", without: "not acknowledged" },
  mitigate: { word: "To mitigate", without: "without a time of mitigation" },
  resolve: { word: "To resolve", without: "not resolved" },
};

export const KINDS: Record<FindingKind, { word: string; icon: LucideIcon }> = {
  recurrence_after_fix: { word: "Came back after a fix", icon: Repeat2 },
  repeated_while_open: { word: "Repeated with work left open", icon: ListTodo },
  fix_did_not_hold: { word: "Fix did not hold", icon: ShieldX },
  rising_rate: { word: "Rising rate", icon: TrendingUp },
  slow_recovery: { word: "Slow recovery", icon: Snail },
  no_learning: { word: "No learning", icon: Unlink },
  always_noise: { word: "Always noise", icon: BellOff },
};

export const WEIGHTS: Record<FindingWeight, { word: string; tone: Tone }> = {
  high: { word: "High", tone: "bad" },
  medium: { word: "Medium", tone: "warn" },
  low: { word: "Low", tone: "plain" },
};

/** A number of a finding in its unit. */
export function formatNumber({ value, unit }: FindingNumber): string {
  if (unit === "seconds") return formatDuration(value);
  if (unit === "days") return counted(Math.round(value), "day");
  if (unit === "share") return value > 1 ? `${value.toFixed(1)}×` : formatShare(value);
  if (unit === "probability") return value < 0.001 ? "below 0.1 %" : `${(value * 100).toFixed(1)} %`;
  return formatCount(value);
}
