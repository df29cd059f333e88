import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import type { Incident, IncidentSummary } from "@/api/types";
import { OutcomeBadge, SampleBadge, SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { Elapsed } from "@/components/incident/elapsed";
import { SEVERITIES, STATUSES } from "@/components/incident/labels";
import { formatLocal, formatUtc } from "@/lib/time";

type IncidentHeaderProps = {
  /** The incident, or what a list says of it while it is still on its way. */
  incident: IncidentSummary & Partial<Pick<Incident, "symptoms">>;
  actions: ReactNode;
  onSeverity?: () => void;
  onStatus?: () => void;
};

/** What is broken, for whom, since when and how badly. */
export function IncidentHeader({ incident, actions, onSeverity, onStatus }: IncidentHeaderProps) {
  const { severity, status } = incident;
  const canMove = status !== "resolved" && status !== "triage";
  return (
    <header className="space-y-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-sm text-muted">{incident.id}</span>
        <Changeable label={`Severity ${SEVERITIES[severity].word}: change it`} onPress={onSeverity}>
          <SeverityBadge severity={severity} />
        </Changeable>
        {canMove ? (
          <Changeable label={`Status ${STATUSES[status].word}: change it`} onPress={onStatus}>
            <StatusBadge status={status} />
          </Changeable>
        ) : (
          <StatusBadge status={status} />
        )}
        {incident.outcome && <OutcomeBadge outcome={incident.outcome} />}
        {incident.sample && <SampleBadge />}
        <span className="text-xs text-muted">{SEVERITIES[severity].meaning}</span>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1
          tabIndex={-1}
          dir="auto"
          className="max-w-[60ch] min-w-0 text-xl font-semibold text-balance wrap-anywhere md:text-2xl"
        >
          {incident.title}
        </h1>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
        <span dir="auto" className="font-medium wrap-anywhere">
          {incident.service}
        </span>
        {incident.environment && (
          <span dir="auto" className="text-soft wrap-anywhere">
            {incident.environment}
          </span>
        )}
        <span aria-hidden className="text-muted max-sm:hidden">
          ·
        </span>
        <Since incident={incident} />
      </p>
      {incident.symptoms && (
        <p dir="auto" className="line-clamp-2 max-w-[75ch] text-sm text-soft wrap-anywhere">
          {inOneLine(incident.symptoms)}
        </p>
      )}
    </header>
  );
}

/** Lines side by side, so that labels that an alert lists do not run together. */
function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " · ");
}

type ChangeableProps = { label: string; onPress?: () => void; children: ReactNode };

function Changeable({ label, onPress, children }: ChangeableProps) {
  if (!onPress) return <span className="inline-flex min-h-7 items-center pr-4">{children}</span>;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="group inline-flex min-h-7 items-center gap-0.5 rounded-sm"
    >
      {children}
      <ChevronDown className="size-3.5 text-muted group-hover:text-ink" aria-hidden />
    </button>
  );
}

/** Since when, relative and absolute, in UTC and in the reader's zone where it is another. */
function Since({ incident }: { incident: IncidentSummary }) {
  const { started_at, declared_at, resolved_at } = incident;
  const began = new Date(started_at ?? declared_at);
  const [utc, local] = [formatUtc(began), formatLocal(began)];
  return (
    <span>
      {resolved_at ? "Lasted " : "For "}
      <strong className="font-semibold">
        <Elapsed from={began.toISOString()} to={resolved_at} />
      </strong>
      <span className="text-soft">
        {" "}
        since <time dateTime={began.toISOString()}>{utc}</time>
      </span>
      {began.getTimezoneOffset() !== 0 && <span className="text-muted"> ({local})</span>}
      {started_at === null && (
        <span className="text-muted"> when it was declared; its start is not noted</span>
      )}
    </span>
  );
}
