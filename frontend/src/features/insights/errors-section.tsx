import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { csvAddress, errorsQuery, type InsightsPeriod } from "@/api/insights";
import type { RepeatingError } from "@/api/types";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { CountLink } from "@/features/insights/count-link";
import { Cell, type Column, DataTable, NumberCell, RowHead } from "@/features/insights/data-table";
import { HoldStrip, HoldTable } from "@/features/insights/holds";
import { SampleMark } from "@/features/insights/marks";
import { MoreButton } from "@/features/insights/more-button";
import { Section } from "@/features/insights/section";
import { Legend } from "@/features/insights/stacked-bar";
import { formatDuration } from "@/lib/time";

const COLUMNS: readonly Column[] = [
  { name: "Error" },
  { name: "Occurrences", end: true },
  { name: "Last" },
  { name: "How long each fix held", className: "min-w-44" },
  { name: "Median hold", end: true },
  { name: "Now" },
];

/** Which errors repeat, how often, and how long each fix held. */
export function ErrorsSection({ period }: { period: InsightsPeriod }) {
  const pages = useInfiniteQuery(errorsQuery(period));
  const first = pages.data?.pages[0];
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      id="errors"
      title="Errors that repeat"
      csv={csvAddress("errors", period)}
      result={{ data: first, error: pages.error, refetch: pages.refetch }}
      skeleton={<SkeletonRows rows={8} className="h-14" />}
      empty="No error came more than once in this range."
      isEmpty={({ total }) => total === 0}
    >
      {({ total }) => (
        <>
          <div className="border-b border-line px-4 py-2">
            <Legend
              parts={[
                ["solid", "one fix, until the error was back"],
                ["hatched", "still holding"],
              ]}
            />
          </div>
          <DataTable caption="Errors that repeat" columns={COLUMNS}>
            {items.map((error) => (
              <ErrorRows key={error.fingerprint} error={error} />
            ))}
          </DataTable>
          <MoreButton pages={pages} shown={items.length} total={total} what="errors" />
        </>
      )}
    </Section>
  );
}

function ErrorRows({ error }: { error: RepeatingError }) {
  const [open, setOpen] = useState(false);
  const details = useId();
  return (
    <>
      <tr className="hover:bg-raised">
        <RowHead className="min-w-56 align-top">
          {error.title}
          <span className="block text-xs font-normal text-muted">
            {error.service} <SampleMark count={error.samples} />
          </span>
        </RowHead>
        <NumberCell className="align-top">
          <CountLink
            count={error.occurrences}
            rows={error.rows}
            what={`occurrences of ${error.title}`}
            one={`occurrence of ${error.title}`}
            className="font-semibold"
          />
          <span className="block text-xs text-muted">
            {error.seen_before ? "and before" : "all in range"}
          </span>
        </NumberCell>
        <Cell className="align-top whitespace-nowrap text-soft">
          <Timestamp at={error.last_at} />
        </Cell>
        <Cell className="align-top">
          {error.holds.length === 0 ? (
            <span className="text-xs text-muted">never fixed yet</span>
          ) : (
            <HoldsButton error={error} open={open} controls={details} onPress={() => setOpen(!open)} />
          )}
        </Cell>
        <NumberCell className="align-top">
          {error.median_held_s === null ? "–" : formatDuration(error.median_held_s)}
          {error.held > 0 && <span className="block text-xs text-muted">n {error.held}</span>}
        </NumberCell>
        <Cell className="align-top text-xs text-soft">
          <Standing error={error} />
        </Cell>
      </tr>
      {open && (
        <tr id={details}>
          <td colSpan={COLUMNS.length} className="bg-page/60 px-4 py-3">
            <p className="pb-2 text-xs text-muted">
              Fingerprint <code className="font-mono wrap-anywhere">{error.fingerprint}</code>
            </p>
            <HoldTable error={error} />
          </td>
        </tr>
      )}
    </>
  );
}

type HoldsButtonProps = { error: RepeatingError; open: boolean; controls: string; onPress: () => void };

function HoldsButton({ error, open, controls, onPress }: HoldsButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onPress}
      className="flex w-full items-center gap-1.5 rounded-sm text-start hover:text-accent"
    >
      <ChevronRight className={`size-4 shrink-0 text-muted ${open ? "rotate-90" : ""}`} aria-hidden />
      <HoldStrip holds={error.holds} />
      <span className="sr-only">; show each fix</span>
    </button>
  );
}

function Standing({ error }: { error: RepeatingError }) {
  if (error.open > 0) return <CountLink said count={error.open} rows={error.rows} what="open" />;
  if (!error.holding_since) return <>not fixed</>;
  return (
    <>
      holding since <Timestamp at={error.holding_since} />
    </>
  );
}
