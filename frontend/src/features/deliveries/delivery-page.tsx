import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, FlaskConical, RotateCw } from "lucide-react";
import { type DeliveryWithText, deliveryQuery, replay } from "@/api/deliveries";
import { useLiveAlerts } from "@/api/live";
import { DeliveryStateBadge } from "@/components/alerts/badges";
import { DELIVERY_STATES } from "@/components/alerts/labels";
import { Button, buttonClass } from "@/components/ui/button";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { BodyPanel } from "@/features/deliveries/body-panel";
import { ConfirmSubscription } from "@/features/deliveries/confirm-subscription";
import { DeliveryFacts, ToldPanel } from "@/features/deliveries/delivery-panels";
import { useReplay } from "@/features/deliveries/use-replay";
import { useDocumentTitle } from "@/lib/document-title";
import { counted } from "@/lib/text";

/** One delivery: what came, what was taken out of it, how it was read, and what it told. */
export function DeliveryPage({ id }: { id: string }) {
  useDocumentTitle(`Delivery ${id}`);
  useLiveAlerts();
  const delivery = useQuery(deliveryQuery(id));
  return (
    <div className="space-y-5">
      <header className="space-y-2">
        <Link
          to="/alerts/deliveries"
          className="inline-flex items-center gap-1 text-xs text-soft hover:text-ink hover:underline"
        >
          <ArrowLeft className="size-3.5" aria-hidden /> Deliveries
        </Link>
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Delivery {id}
        </h1>
      </header>
      {delivery.isPending && (
        <Loading what={`delivery ${id}`}>
          <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <Skeleton className="h-96 w-full" />
            <Skeleton className="h-64 w-full" />
          </div>
        </Loading>
      )}
      {delivery.error && (
        <ProblemNote
          error={delivery.error}
          doing={`Reading delivery ${id}`}
          stillWorks={delivery.data && "What was read last is shown."}
          onRetry={() => void delivery.refetch()}
        />
      )}
      {delivery.data && <Loaded delivery={delivery.data} />}
    </div>
  );
}

function Loaded({ delivery }: { delivery: DeliveryWithText }) {
  return (
    <>
      <Standing delivery={delivery} />
      {delivery.confirm_url && <ConfirmSubscription delivery={delivery} href={delivery.confirm_url} />}
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <BodyPanel delivery={delivery} />
        </div>
        <aside aria-label="What became of it" className="min-w-0 space-y-5">
          <ToldPanel delivery={delivery} />
          <DeliveryFacts delivery={delivery} />
        </aside>
      </div>
    </>
  );
}

function meaningOf({ state, kind }: DeliveryWithText): string {
  if (kind === "expired") return "It was not understood, and nobody replayed it while its body was kept.";
  return DELIVERY_STATES[state].meaning;
}

/** Where it stands and why, in words, with what can be done. */
function Standing({ delivery }: { delivery: DeliveryWithText }) {
  const again = useReplay(() => replay(delivery.id));
  const told = again.data;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 space-y-1 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <DeliveryStateBadge state={delivery.state} kind={delivery.kind} />
            <span className="text-soft">{meaningOf(delivery)}</span>
          </p>
          {delivery.reason && (
            <p dir="auto" className="prose-text font-medium">
              {delivery.reason}
            </p>
          )}
        </div>
        {!delivery.body_removed_at && (
          <div className="flex flex-wrap gap-2">
            {delivery.source === "generic" && (
              <Link
                to="/integrations/$id"
                params={{ id: delivery.integration_id }}
                search={{ sample: delivery.id }}
                className={buttonClass("secondary")}
              >
                <FlaskConical aria-hidden /> Open in the mapping
              </Link>
            )}
            <Button
              variant={delivery.state === "quarantined" ? "primary" : "secondary"}
              busy={again.isPending}
              onClick={() => again.mutate()}
            >
              {!again.isPending && <RotateCw aria-hidden />} Replay
            </Button>
          </div>
        )}
      </div>
      {again.error && (
        <ProblemNote error={again.error} doing="Replaying" stillWorks="The delivery is kept." />
      )}
      <p role="status" className={told ? "text-sm" : "sr-only"}>
        {told &&
          (told.state === "parsed"
            ? `Replayed: it tells ${counted(told.alerts_told, "alert")} now.`
            : `Replayed: it is ${DELIVERY_STATES[told.state].word.toLowerCase()}.`)}
      </p>
    </div>
  );
}
