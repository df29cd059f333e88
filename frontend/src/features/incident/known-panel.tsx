import type { Incident } from "@/api/types";
import { Panel } from "@/components/ui/panel";
import { SourceText } from "@/components/ui/source-text";
import { Timestamp } from "@/components/ui/timestamp";

/** What was seen, as declared: plain, because it is the record. */
export function KnownPanel({ incident }: { incident: Incident }) {
  return (
    <Panel
      title="What was seen"
      aside={
        <span className="min-w-0 text-xs text-muted wrap-anywhere">
          declared by <span dir="auto">{incident.declared_by}</span> ·{" "}
          <Timestamp at={incident.declared_at} form="both" />
        </span>
      }
    >
      <div className="space-y-3">
        {incident.error ? (
          <SourceText label="Error" text={incident.error} className="!max-h-40" />
        ) : (
          <p className="text-sm text-muted">
            No error text was given; add it with Edit, so that repeats are recognised.
          </p>
        )}
        {incident.symptoms && (
          <p dir="auto" className="prose-text text-sm">
            {incident.symptoms}
          </p>
        )}
      </div>
    </Panel>
  );
}
