import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { useNews } from "@/api/live";
import {
  type PostmortemFilters,
  postmortemKeys,
  postmortemPagesQuery,
  waitingQuery,
} from "@/api/postmortems";
import type { PostmortemSummary } from "@/api/types";
import { SampleBadge, SeverityBadge } from "@/components/incident/badges";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { ShowMore } from "@/components/ui/show-more";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { PostmortemBadge } from "@/features/postmortem/status-badge";
import { STATUS_ORDER, STATUSES, WORDS } from "@/features/postmortem/words";
import { askForName, useActor } from "@/lib/actor";
import { useDocumentTitle } from "@/lib/document-title";
import { formatCount } from "@/lib/numbers";
import { counted } from "@/lib/text";

type PostmortemsPageProps = { filters: PostmortemFilters; onFilter: (filters: PostmortemFilters) => void };

/** Every postmortem by status, the one begun last first. */
export function PostmortemsPage({ filters, onFilter }: PostmortemsPageProps) {
  useDocumentTitle("Postmortems");
  const client = useQueryClient();
  useNews(({ kind, change }) => {
    if (kind === "postmortem" && change !== "editing")
      void client.invalidateQueries({ queryKey: postmortemKeys.all });
  });
  const me = useActor();
  const pages = useInfiniteQuery(postmortemPagesQuery(filters, me));
  const waiting = useQuery(waitingQuery(me)).data ?? 0;
  const isShown = (status: PostmortemSummary["status"] | undefined) =>
    !filters.waiting && filters.status === status;
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const total = pages.data?.pages[0]?.total;
  return (
    <div className="space-y-4">
      <div className="flex items-baseline gap-3">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Postmortems
        </h1>
        <p role="status" className="text-sm text-muted">
          {total != null && counted(total, "postmortem")}
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Status</legend>
        {[undefined, ...STATUS_ORDER].map((status) => (
          <Button
            key={status ?? "all"}
            size="sm"
            variant={isShown(status) ? "secondary" : "quiet"}
            aria-pressed={isShown(status)}
            onClick={() => onFilter({ ...filters, status, waiting: undefined })}
          >
            {status ? STATUSES[status].word : "All"}
          </Button>
        ))}
        <Button
          size="sm"
          variant={filters.waiting ? "secondary" : "quiet"}
          aria-pressed={filters.waiting === true}
          onClick={() =>
            onFilter({ ...filters, status: undefined, waiting: filters.waiting ? undefined : true })
          }
        >
          {WORDS.waiting}
          {waiting > 0 && <span className="tabular font-semibold text-accent">{formatCount(waiting)}</span>}
        </Button>
      </fieldset>
      {pages.error && (
        <ProblemNote error={pages.error} doing="Loading postmortems" onRetry={() => void pages.refetch()} />
      )}
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {pages.isLoading && (
          <Loading what="postmortems">
            <SkeletonRows rows={6} className="h-16" />
          </Loading>
        )}
        {filters.waiting && items.length === 0 && !pages.isLoading && !pages.error && <NoneWaiting me={me} />}
        {pages.data && items.length === 0 && !filters.waiting && (
          <EmptyState
            icon={FileText}
            title={
              filters.status ? `None is ${STATUSES[filters.status].word.toLowerCase()}` : WORDS.emptyList
            }
            action={
              <Link to="/incidents" search={{ status: "resolved" }} className={buttonClass()}>
                Resolved incidents
              </Link>
            }
          >
            {WORDS.emptyListHint}
          </EmptyState>
        )}
        {items.length > 0 && (
          <ul aria-label="Postmortems" className="divide-y divide-line">
            {items.map((item) => (
              <Row key={item.incident_id} item={item} />
            ))}
          </ul>
        )}
      </div>
      <ShowMore pages={pages} />
    </div>
  );
}

/** That nothing waits, and under which name that is so. */
function NoneWaiting({ me }: { me: string | null }) {
  return (
    <EmptyState
      icon={FileText}
      title={WORDS.noneWaiting}
      action={<Button onClick={askForName}>{me ? "Change the name" : "Say who you are"}</Button>}
    >
      {me ? (
        <>
          {WORDS.noneWaitingHint} <bdi className="font-medium">{me}</bdi>.
        </>
      ) : (
        WORDS.nameless
      )}
    </EmptyState>
  );
}

function Row({ item }: { item: PostmortemSummary }) {
  return (
    <li>
      <Link
        to="/incidents/$id/postmortem"
        params={{ id: item.incident_id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 -outline-offset-2 hover:bg-raised"
      >
        <span className="min-w-0 flex-1 basis-72">
          <span className="flex items-baseline gap-2">
            <span className="shrink-0 font-mono text-xs text-muted">{item.incident_id}</span>
            <span dir="auto" className="line-clamp-2 min-w-0 font-medium wrap-anywhere sm:line-clamp-1">
              {item.title}
            </span>
          </span>
          <span className="flex flex-wrap gap-x-2 text-xs text-muted">
            <span dir="auto">{item.owner ?? "Nobody owns it"}</span>
            <span className="tabular">
              {item.written} of {item.sections_total} written
            </span>
            {item.open_comments > 0 && <span>{counted(item.open_comments, "open comment")}</span>}
            <span>
              changed <Timestamp at={item.updated_at} />
            </span>
          </span>
        </span>
        <span className="flex items-center gap-2">
          {item.sample && <SampleBadge />}
          <SeverityBadge severity={item.severity} />
          <PostmortemBadge status={item.status} />
        </span>
      </Link>
    </li>
  );
}
