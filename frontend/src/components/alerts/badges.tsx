import type { AlertStatus, DeliveryState, Severity } from "@/api/types";
import { ALERT_STATUSES, DELIVERY_STATES } from "@/components/alerts/labels";
import { SeverityBadge } from "@/components/incident/badges";
import { Badge } from "@/components/ui/badge";
import { sentence } from "@/lib/text";

export function AlertStatusBadge({ status }: { status: AlertStatus }) {
  const { word, icon, tone, meaning } = ALERT_STATUSES[status];
  return (
    <Badge icon={icon} tone={tone} title={meaning}>
      {word}
    </Badge>
  );
}

type AlertSeverityProps = { severity: Severity | null; raw: string | null };

/** Our severity, and the word that the source used for it. */
export function AlertSeverity({ severity, raw }: AlertSeverityProps) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5 gap-y-0.5">
      {severity ? (
        <SeverityBadge severity={severity} />
      ) : (
        <span className="text-xs text-muted">No severity</span>
      )}
      {raw && raw.toLowerCase() !== severity && (
        <span dir="auto" title="As its source calls it" className="max-w-32 truncate text-xs text-muted">
          {raw}
        </span>
      )}
    </span>
  );
}

/** How far a delivery got; an ignored one says as what. */
export function DeliveryStateBadge({ state, kind }: { state: DeliveryState; kind?: string | null }) {
  const { word, icon, tone, meaning } = DELIVERY_STATES[state];
  return (
    <Badge icon={icon} tone={tone} title={meaning}>
      {word}
      {state === "ignored" && kind && `: ${sentence(kind).toLowerCase()}`}
    </Badge>
  );
}
