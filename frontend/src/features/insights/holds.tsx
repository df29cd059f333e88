import clsx from "clsx";
import type { Hold, RepeatingError } from "@/api/types";
import { OutcomeBadge, SampleBadge } from "@/components/incident/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { Timestamp } from "@/components/ui/timestamp";
import { Cell, type Column, DataTable, NumberCell, RowHead } from "@/features/insights/data-table";
import { percent } from "@/features/insights/spread-geometry";
import { counted } from "@/lib/text";
import { formatDuration } from "@/lib/time";

function longest(holds: readonly Hold[]): number {
  return Math.max(1, ...holds.map(({ held_s }) => held_s ?? 0));
}

/** How long the fixes held, in words. */
export function holdWords(holds: readonly Hold[]): string {
  const ended = holds.filter(({ holding }) => !holding).length;
  const holding = holds.find((hold) => hold.holding);
  return [
    ended > 0 ? `${counted(ended, "fix", "fixes")} did not last, the longest ${heldLongest(holds)}` : "",
    holding ? `one holding for ${formatDuration(holding.held_s ?? 0)} so far` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function heldLongest(holds: readonly Hold[]): string {
  return formatDuration(longest(holds.filter(({ holding }) => !holding)));
}

/** One bar a fix, oldest first: a full one ended with a recurrence, a hatched one is still holding. */
export function HoldStrip({ holds }: { holds: readonly Hold[] }) {
  const most = longest(holds);
  return (
    <span role="img" aria-label={holdWords(holds)} className="flex h-8 min-w-0 flex-1 items-end gap-0.5">
      {holds.toReversed().map((hold) => (
        <span
          key={hold.incident_id}
          title={`${hold.incident_id}: ${hold.held_s === null ? "overlapped" : formatDuration(hold.held_s)}`}
          className={clsx(
            "block min-h-0.5 w-3 rounded-t-[2px]",
            hold.holding ? "hatched border border-edge" : "bg-accent-solid",
          )}
          style={{ height: percent((hold.held_s ?? 0) / most) }}
        />
      ))}
    </span>
  );
}

const COLUMNS: readonly Column[] = [
  { name: "Fix" },
  { name: "Resolved" },
  { name: "Held", end: true },
  { name: "Longest of these fills the bar", className: "w-[30%] min-w-32" },
  { name: "Then" },
];

/** The newest fixes of one error, newest first. */
export function HoldTable({ error }: { error: RepeatingError }) {
  const most = longest(error.holds);
  return (
    <DataTable caption={`Fixes of “${error.title}”`} columns={COLUMNS}>
      {error.holds.map((hold) => (
        <tr key={hold.incident_id}>
          <RowHead className="min-w-32">
            <span className="flex flex-wrap items-center gap-1.5">
              <IncidentLink id={hold.incident_id} />
              <OutcomeBadge outcome={hold.outcome} />
              {hold.sample && <SampleBadge />}
            </span>
          </RowHead>
          <Cell className="whitespace-nowrap text-soft">
            <Timestamp at={hold.resolved_at} form="absolute" />
          </Cell>
          <NumberCell>{hold.held_s === null ? "overlapped" : formatDuration(hold.held_s)}</NumberCell>
          <Cell>
            <span
              aria-hidden
              className={clsx(
                "block h-2 min-w-0.5",
                hold.holding ? "hatched border border-edge" : "bg-accent-solid",
              )}
              style={{ width: percent((hold.held_s ?? 0) / most) }}
            />
          </Cell>
          <Cell className="whitespace-nowrap text-soft">
            {hold.next_incident_id ? (
              <>
                back as <IncidentLink id={hold.next_incident_id} />
              </>
            ) : (
              "still holding"
            )}
          </Cell>
        </tr>
      ))}
    </DataTable>
  );
}
