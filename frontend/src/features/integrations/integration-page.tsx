import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Trash2 } from "lucide-react";
import { useState } from "react";
import { integrationQuery } from "@/api/integrations";
import { useLiveAlerts } from "@/api/live";
import type { DeliveryState, Integration } from "@/api/types";
import { DELIVERY_STATES } from "@/components/alerts/labels";
import { Button } from "@/components/ui/button";
import { CopyLine } from "@/components/ui/copy-line";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { ConfirmedBadge } from "@/features/integrations/confirmed-badge";
import { FirstDelivery } from "@/features/integrations/first-delivery";
import { MappingEditor } from "@/features/integrations/mapping-editor";
import { useNewToken } from "@/features/integrations/new-tokens";
import { RemoveDialog } from "@/features/integrations/remove-dialog";
import { SetupPanel } from "@/features/integrations/setup-panel";
import { SignaturePanel } from "@/features/integrations/signature-panel";
import { TokenPanel } from "@/features/integrations/token-panel";
import { TokensPanel } from "@/features/integrations/tokens-panel";
import { useDocumentTitle } from "@/lib/document-title";

type IntegrationPageProps = { id: string; sample: string | undefined };

/** One tool that may send alerts: how to set it up, what it sent, and what lets it in. */
export function IntegrationPage({ id, sample }: IntegrationPageProps) {
  const integration = useQuery(integrationQuery(id));
  useDocumentTitle(integration.data?.name ?? id);
  useLiveAlerts();
  return (
    <div className="space-y-5">
      <Link
        to="/integrations"
        className="inline-flex items-center gap-1 text-xs text-soft hover:text-ink hover:underline"
      >
        <ArrowLeft className="size-3.5" aria-hidden /> Integrations
      </Link>
      {!integration.data && (
        <h1 tabIndex={-1} className="font-mono text-sm text-muted">
          {id}
        </h1>
      )}
      {integration.isPending && (
        <Loading what={id}>
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
      {integration.error && (
        <ProblemNote
          error={integration.error}
          doing={`Reading ${id}`}
          stillWorks={integration.data && "What was read last is shown."}
          onRetry={() => void integration.refetch()}
        />
      )}
      {integration.data && <Loaded integration={integration.data} sample={sample} />}
    </div>
  );
}

function Loaded({ integration, sample }: { integration: Integration; sample: string | undefined }) {
  const made = useNewToken(integration.id);
  return (
    <>
      <Header integration={integration} />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-5">
          {made && <TokenPanel integration={integration} made={made} />}
          <FirstDelivery integration={integration.id} />
          <SetupPanel integration={integration} />
        </div>
        <aside aria-label="What lets it in" className="min-w-0 space-y-5">
          <DeliveriesPanel integration={integration} />
          <TokensPanel integration={integration} />
          {integration.can_sign && <SignaturePanel integration={integration} />}
        </aside>
      </div>
      {integration.source === "generic" && <MappingEditor integration={integration} sample={sample} />}
    </>
  );
}

function Header({ integration }: { integration: Integration }) {
  const [removing, setRemoving] = useState(false);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <span className="font-mono">{integration.id}</span> {integration.label}
          <ConfirmedBadge confirmed={integration.confirmed} />
        </p>
        <h1 tabIndex={-1} dir="auto" className="text-xl font-semibold wrap-anywhere">
          {integration.name}
        </h1>
      </div>
      <Button variant="danger" onClick={() => setRemoving(true)}>
        <Trash2 aria-hidden /> Remove…
      </Button>
      {removing && <RemoveDialog integration={integration} onClose={() => setRemoving(false)} />}
    </header>
  );
}

const STATES: readonly DeliveryState[] = ["parsed", "quarantined", "ignored", "stored"];

function DeliveriesPanel({ integration }: { integration: Integration }) {
  return (
    <Panel title="Deliveries">
      <ul className="space-y-1.5 text-sm">
        {STATES.filter((state) => state !== "stored" || integration.deliveries.stored > 0).map((state) => {
          const { word, icon: Icon } = DELIVERY_STATES[state];
          return (
            <li key={state}>
              <Link
                to="/alerts/deliveries"
                search={{ state, integration: integration.id }}
                className="flex items-center gap-2 rounded-sm hover:underline"
              >
                <Icon className="size-4 text-muted" aria-hidden />
                {word}
                <span className="tabular ml-auto font-medium">{integration.deliveries[state]}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 mb-4 text-xs text-muted">
        Last: <Timestamp at={integration.last_delivery_at} form="both" />
      </p>
      <CopyLine label="Address" text={integration.address} />
    </Panel>
  );
}
