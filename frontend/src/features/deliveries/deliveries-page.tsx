import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Inbox, X } from "lucide-react";
import { type DeliveryFilters, deliveryPagesQuery } from "@/api/deliveries";
import { integrationsQuery } from "@/api/integrations";
import { useLiveAlerts } from "@/api/live";
import type { DeliveryState } from "@/api/types";
import { DELIVERY_STATES } from "@/components/alerts/labels";
import { AlertsNav } from "@/components/alerts/section-nav";
import { WaitingRows } from "@/components/alerts/waiting-rows";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { ShowMore } from "@/components/ui/show-more";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { DeliveryRow } from "@/features/deliveries/delivery-row";
import { ReplayAll } from "@/features/deliveries/replay-all";
import { useDocumentTitle } from "@/lib/document-title";
import { useHeldRows } from "@/lib/use-held-rows";

type DeliveriesPageProps = { filters: DeliveryFilters; onFilter: (filters: DeliveryFilters) => void };

/** Everything that came in, as it was stored, and what became of it. */
export function DeliveriesPage({ filters, onFilter }: DeliveriesPageProps) {
  useDocumentTitle("Deliveries");
  useLiveAlerts();
  const pages = useInfiniteQuery(deliveryPagesQuery(filters));
  const fresh = pages.isPlaceholderData ? undefined : pages.data?.pages.flatMap((page) => page.items);
  const { rows, waiting, show } = useHeldRows(JSON.stringify(filters), fresh);
  return (
    <div className="space-y-4">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        Deliveries
      </h1>
      <AlertsNav />
      <StateFilter filters={filters} onFilter={onFilter} />
      {filters.state === "quarantined" && <ReplayAll filters={filters} />}
      {pages.error && (
        <ProblemNote
          error={pages.error}
          doing="Loading deliveries"
          stillWorks="Deliveries still come in and are stored."
          onRetry={() => void pages.refetch()}
        />
      )}
      <WaitingRows waiting={waiting} what="delivery" many="deliveries" onShow={show} />
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {(pages.isPending || pages.isPlaceholderData) && (
          <Loading what="deliveries">
            <SkeletonRows rows={8} className="h-14" />
          </Loading>
        )}
        {fresh && rows.length === 0 && <NoDelivery filters={filters} onFilter={onFilter} />}
        {rows.length > 0 && (
          <ul aria-label="Deliveries" className="divide-y divide-line">
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
      </div>
      <ShowMore pages={pages} />
    </div>
  );
}

const STATE_ORDER: readonly DeliveryState[] = ["quarantined", "parsed", "ignored", "stored"];

function StateFilter({ filters, onFilter }: DeliveriesPageProps) {
  const integrations = useQuery(integrationsQuery()).data;
  const scoped = integrations?.filter(
    ({ id, source }) => (filters.integration ?? id) === id && (filters.source ?? source) === source,
  );
  const count = (state: DeliveryState) => scoped?.reduce((sum, { deliveries }) => sum + deliveries[state], 0);
  const only = integrations?.find(({ id }) => id === filters.integration)?.name ?? filters.integration;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-medium text-soft">Show</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        <Chip
          word="All"
          pressed={!filters.state}
          onPress={() => onFilter({ ...filters, state: undefined })}
        />
        {STATE_ORDER.map((state) => (
          <Chip
            key={state}
            word={DELIVERY_STATES[state].word}
            icon={DELIVERY_STATES[state].icon}
            count={count(state)}
            pressed={filters.state === state}
            onPress={() => onFilter({ ...filters, state: filters.state === state ? undefined : state })}
          />
        ))}
        {(only || filters.source) && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => onFilter({ state: filters.state })}
            className="max-w-full"
          >
            <X aria-hidden /> <span className="truncate">Only from {only ?? filters.source}</span>
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function NoDelivery({ filters, onFilter }: DeliveriesPageProps) {
  if (filters.state === "quarantined")
    return (
      <EmptyState icon={Inbox} title="Nothing is in quarantine">
        A body that cannot be read is kept here with its reason, and can be replayed after a fix.
      </EmptyState>
    );
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <EmptyState
      icon={Inbox}
      title={isFiltered ? "No delivery matches" : "Nothing has come in yet"}
      action={isFiltered && <Button onClick={() => onFilter({})}>Clear filters</Button>}
    >
      Every body that a tool sends is stored first, without secrets and personal data, and then read.
    </EmptyState>
  );
}
