import { FlaskConical } from "lucide-react";
import type { Outcome, Severity, Status } from "@/api/types";
import { OUTCOMES, SEVERITIES, STATUSES } from "@/components/incident/labels";
import { Badge } from "@/components/ui/badge";

export function SeverityBadge({ severity }: { severity: Severity }) {
  const { word, icon, tone, meaning } = SEVERITIES[severity];
  return (
    <Badge tone={tone} icon={icon} title={meaning} className="font-semibold">
      {word}
    </Badge>
  );
}

export function StatusBadge({ status }: { status: Status }) {
  const { word, icon, tone } = STATUSES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { word, icon, tone, hint } = OUTCOMES[outcome];
  return (
    <Badge tone={tone} icon={icon} title={hint}>
      {word}
    </Badge>
  );
}

/** Marks data that came with the product and happened to nobody. */
export function SampleBadge() {
  return (
    <Badge icon={FlaskConical} title="Sample data that came with MemoryOps; it happened to nobody.">
      Sample
    </Badge>
  );
}
