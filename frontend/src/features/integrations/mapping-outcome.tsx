import { CircleAlert, CircleSlash } from "lucide-react";
import type { AlertPreview, MappingPreview } from "@/api/types";
import { AlertSeverity, AlertStatusBadge } from "@/components/alerts/badges";
import { ProblemNote } from "@/components/ui/problem-note";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

const SHOWN = 5;

type MappingOutcomeProps = {
  hasSample: boolean;
  preview: MappingPreview | undefined;
  error: Error | null;
  pending: boolean;
};

/** The alerts that come out of the sample, or why none does. */
export function MappingOutcome({ hasSample, preview, error, pending }: MappingOutcomeProps) {
  return (
    <section aria-labelledby="mapping-outcome" aria-busy={pending} className="space-y-2">
      <h3 id="mapping-outcome" className="text-xs font-medium text-soft">
        What comes out
      </h3>
      {!hasSample && (
        <p className="text-sm text-muted">With a sample in JSON, the alerts that it holds appear here.</p>
      )}
      {hasSample && error && (
        <ProblemNote error={error} doing="The preview" stillWorks="The mapping can still be edited." />
      )}
      {hasSample && preview && <Outcome preview={preview} />}
    </section>
  );
}

function Outcome({ preview: { alerts, kind, reason } }: { preview: MappingPreview }) {
  if (alerts.length === 0)
    return (
      <p role="status" className="flex items-start gap-2 text-sm">
        {kind ? (
          <CircleSlash className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden />
        ) : (
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        )}
        <span className="wrap-anywhere">
          {kind ? `It would be ignored as ${kind}.` : "It would go into quarantine."} {reason}
        </span>
      </p>
    );
  return (
    <div className="space-y-2">
      <p role="status" className="text-sm text-soft">
        {counted(alerts.length, "alert")}
        {alerts.length > SHOWN && `, the first ${SHOWN} shown`}
      </p>
      <ul aria-label="Alerts of the sample" className="space-y-2">
        {alerts.slice(0, SHOWN).map((alert, at) => (
          <Previewed key={at} alert={alert} />
        ))}
      </ul>
    </div>
  );
}

function Previewed({ alert }: { alert: AlertPreview }) {
  const labels = Object.entries(alert.labels);
  return (
    <li className="space-y-1 rounded-md border border-line bg-page px-3 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <AlertStatusBadge status={alert.status} />
        <AlertSeverity severity={alert.severity} raw={alert.severity_raw} />
        <span dir="auto" className="text-xs text-soft wrap-anywhere">
          {alert.service ?? "no service"}
        </span>
      </p>
      <p dir="auto" className="font-medium wrap-anywhere">
        {alert.title}
      </p>
      <p className="text-xs text-muted wrap-anywhere">
        identity <code className="font-mono">{alert.fingerprint}</code>
        {alert.starts_at && (
          <>
            {" · since "}
            <Timestamp at={alert.starts_at} form="absolute" />
          </>
        )}
        {labels.length > 0 && ` · ${counted(labels.length, "label")}`}
      </p>
      {alert.notes.length > 0 && (
        <ul className="list-disc pl-4 text-xs text-warn">
          {alert.notes.map((note) => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
