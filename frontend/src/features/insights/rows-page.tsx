import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, SearchX } from "lucide-react";
import { type RowsQuery, rowsQuery } from "@/api/insights";
import type { Counted, CountedRow } from "@/api/types";
import { SampleBadge, SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { AlertLink } from "@/features/insights/alert-link";
import { Cell, type Column, DataTable, NumberCell, RowHead } from "@/features/insights/data-table";
import { dayOf } from "@/features/insights/insights-search";
import { MoreButton } from "@/features/insights/more-button";
import { type RowsSearch, rowsNarrowed, rowsTitle } from "@/features/insights/rows-search";
import { useDocumentTitle } from "@/lib/document-title";
import { formatCount } from "@/lib/numbers";
import { formatDuration } from "@/lib/time";

/** The rows that one number counted. */
export function RowsPage({ search }: { search: RowsSearch }) {
  const title = rowsTitle(search);
  useDocumentTitle(title);
  const { of } = search;
  return (
    <div className="space-y-4">
      <BackLink search={search} />
      <div className="space-y-1">
        <h1 tabIndex={-1} dir="auto" className="text-xl font-semibold wrap-anywhere">
          {title}
        </h1>
        <p dir="auto" className="text-sm text-soft wrap-anywhere">
          {[
            search.from && search.to ? `${search.from} to ${search.to} (UTC)` : "The last 90 days",
            ...rowsNarrowed(search),
          ].join(" · ")}
        </p>
      </div>
      {of ? <Rows search={{ ...search, of }} /> : <p>This address names no number of the insights.</p>}
    </div>
  );
}

function BackLink({ search }: { search: RowsSearch }) {
  const back = {
    from: dayOf(search.from),
    to: dayOf(search.to),
    samples: search.samples === false ? false : undefined,
  } as const;
  return (
    <Link
      to="/insights"
      search={back}
      className="inline-flex items-center gap-1 text-sm text-accent hover:underline"
    >
      <ArrowLeft className="size-4" aria-hidden /> Insights
    </Link>
  );
}

const FIRINGS: readonly Counted[] = ["firings", "acknowledged", "attached", "acted_on", "ignored"];

/** What stands in the columns: the state shown beside a firing is its incident's. */
function columnsOf(of: Counted): readonly Column[] {
  return [
    { name: "What", className: "w-full" },
    { name: "Service" },
    { name: FIRINGS.includes(of) ? "Incident" : "State" },
    { name: momentOf(of) },
    { name: "Took", end: true },
  ];
}

function momentOf(of: Counted): string {
  if (FIRINGS.includes(of)) return "Fired";
  if (of.startsWith("recall_")) return "Investigated";
  return of.startsWith("marked_") ? "Marked" : "Declared";
}

function Rows({ search }: { search: RowsQuery }) {
  const pages = useInfiniteQuery(rowsQuery(search));
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = pages.data?.pages[0]?.total ?? rows.length;
  return (
    <div className="space-y-2">
      <p role="status" className="text-sm text-muted">
        {pages.data && `${formatCount(total)} ${total === 1 ? "row" : "rows"}`}
      </p>
      {pages.error && (
        <ProblemNote error={pages.error} doing="Loading the rows" onRetry={() => void pages.refetch()} />
      )}
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {pages.isPending && (
          <Loading what="rows">
            <SkeletonRows rows={10} className="h-9" />
          </Loading>
        )}
        {pages.data && rows.length === 0 && (
          <EmptyState icon={SearchX} title="Nothing is counted here any more">
            The record has changed since the number was counted.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable caption={rowsTitle(search)} columns={columnsOf(search.of)}>
            {rows.map((row, place) => (
              <Row key={`${row.id}-${place}`} row={row} />
            ))}
          </DataTable>
        )}
        <MoreButton pages={pages} shown={rows.length} total={total} what="rows" />
      </div>
    </div>
  );
}

function RowLink({ row }: { row: CountedRow }) {
  if (row.id === row.incident_id) return <IncidentLink id={row.id} />;
  if (row.id.startsWith("ALR-")) return <AlertLink id={row.id} />;
  if (row.id.startsWith("INC-")) return <IncidentLink id={row.id} />;
  return <span className="font-mono text-xs text-soft">{row.id}</span>;
}

/** An incident, an investigation of one, evidence that was marked in one, or a firing of an alert. */
function Row({ row }: { row: CountedRow }) {
  const own = row.id === row.incident_id;
  return (
    <tr className="hover:bg-raised">
      <RowHead className="min-w-56">
        <RowLink row={row} /> {row.title}
        {!own && row.incident_id && (
          <>
            {row.id.startsWith("INC-") && <span className="font-normal text-muted"> in</span>}{" "}
            <IncidentLink id={row.incident_id} />
          </>
        )}
      </RowHead>
      <Cell className="whitespace-nowrap">
        <span dir="auto">{row.service ?? "–"}</span>
      </Cell>
      <Cell>
        <span className="flex gap-1">
          {row.severity && <SeverityBadge severity={row.severity} />}
          {row.status && <StatusBadge status={row.status} />}
          {row.sample && <SampleBadge />}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap text-soft">
        <Timestamp at={row.at} form="absolute" />
      </Cell>
      <NumberCell>{row.value_s === null ? "–" : formatDuration(row.value_s)}</NumberCell>
    </tr>
  );
}
