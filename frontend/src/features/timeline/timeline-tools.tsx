import { Download, Pin, Trash2 } from "lucide-react";
import { exportAddress } from "@/api/timeline";
import { Chip } from "@/components/ui/chip";
import { Disclosure } from "@/components/ui/disclosure";
import { Select } from "@/components/ui/field";
import type { Filter } from "@/features/timeline/rows";
import type { useTimelineRows } from "@/features/timeline/use-timeline-rows";
import { UTC } from "@/lib/zones";

const FILTERS: readonly (readonly [Filter, string])[] = [
  ["all", "Everything"],
  ["people", "What people wrote"],
  ["note", "Notes"],
  ["status_update", "Status updates"],
  ["deploy", "Deploys"],
  ["hypothesis", "Hypotheses"],
  ["system", "What the system did"],
  ["memory", "Memory"],
];

const EXPORTS = [
  ["markdown", "Markdown"],
  ["json", "JSON"],
  ["csv", "CSV"],
] as const;

type Shown = Pick<ReturnType<typeof useTimelineRows>, "filters" | "zones">;

/** What of the timeline is shown, by which clock, and as what it can be taken away. */
export function TimelineTools({ incidentId, filters, zones }: Shown & { incidentId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
      <Select
        aria-label="Show"
        className="!h-8 !w-auto text-xs"
        value={filters.filter}
        onChange={(event) => filters.setFilter(event.target.value as Filter)}
        options={FILTERS}
      />
      <Chip
        word="Pinned"
        icon={Pin}
        pressed={filters.pinnedOnly}
        onPress={() => filters.setPinnedOnly(!filters.pinnedOnly)}
      />
      <Chip
        word="Removed too"
        icon={Trash2}
        pressed={filters.withRemoved}
        onPress={() => filters.setWithRemoved(!filters.withRemoved)}
      />
      <Disclosure summary="Export">
        <ul className="flex flex-wrap gap-2">
          {EXPORTS.map(([format, word]) => (
            <li key={format}>
              <a
                download
                href={exportAddress(incidentId, format, zones.own)}
                className="inline-flex min-h-6 items-center gap-1 text-sm text-accent hover:underline"
              >
                <Download className="size-3.5" aria-hidden />
                {word}
              </a>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

/** Whose clock is read first; the other one always stands beside it. */
export function ZoneSwitch({ zones }: Pick<Shown, "zones">) {
  if (zones.own === UTC) return <span className="text-xs text-muted">Times in UTC</span>;
  return (
    <Select
      aria-label="Times in"
      className="!h-7 !w-auto max-w-48 text-xs"
      value={zones.ownFirst ? "own" : UTC}
      onChange={(event) => zones.setOwnFirst(event.target.value === "own")}
      options={[
        [UTC, "UTC first"],
        ["own", `${zones.own.split("/").at(-1)?.replaceAll("_", " ")} first`],
      ]}
    />
  );
}
