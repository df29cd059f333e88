import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Archive, ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import type { HistoricalIncident } from "@/api/types";
import { OutcomeBadge, SampleBadge, SeverityBadge } from "@/components/incident/badges";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { SourceText } from "@/components/ui/source-text";
import { Timestamp } from "@/components/ui/timestamp";
import { formatDuration } from "@/lib/time";

/** The element id of the card that shows this incident's memory; citations jump to it. */
export function evidenceAnchor(incidentId: string): string {
  return `evidence-${incidentId}`;
}

type EvidenceCardProps = { evidence: HistoricalIncident; action?: ReactNode };

/** One verified memory: solid edge, archive mark, its date, why it matched and what fixed it. */
export function EvidenceCard({ evidence, action }: EvidenceCardProps) {
  const strong = evidence.match === "strong";
  return (
    <article
      id={evidenceAnchor(evidence.incident_id)}
      tabIndex={-1}
      aria-label={`From memory: ${evidence.incident_id} ${evidence.title}`}
      className={clsx(
        "evidence min-w-0 rounded-r-lg border border-l-4 border-line bg-surface",
        strong ? "border-l-accent" : "border-l-edge",
      )}
    >
      <header className="space-y-1.5 px-4 pt-3">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <span
            className={clsx(
              "inline-flex items-center gap-1 font-semibold",
              strong ? "text-accent" : "text-soft",
            )}
          >
            <Archive className="size-3.5" aria-hidden /> From memory
          </span>
          <span>
            resolved <Timestamp at={evidence.resolved_at} form="both" />
          </span>
          <span className="ml-auto flex flex-wrap items-center gap-1.5">
            {evidence.sample && <SampleBadge />}
            {evidence.record.stale && <Badge tone="warn">Older revision</Badge>}
            <Badge tone={strong ? "accent" : "plain"} title="Cosine similarity of meaning, 0 to 1">
              {strong ? "Strong match" : "Weak match"}
              <span className="tabular font-mono">{evidence.similarity.toFixed(2)}</span>
            </Badge>
          </span>
        </p>
        <h3 className="text-sm font-semibold wrap-anywhere">
          <Link to="/incidents/$id" params={{ id: evidence.incident_id }} className="hover:underline">
            <span className="font-mono text-accent">{evidence.incident_id}</span>{" "}
            <span dir="auto">{evidence.title}</span>
            <ArrowUpRight className="ml-0.5 inline size-3.5 text-muted" aria-hidden />
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <SeverityBadge severity={evidence.severity} />
          <OutcomeBadge outcome={evidence.outcome} />
          <span dir="auto">{evidence.service}</span>
          <span>lasted {formatDuration(evidence.duration_s)}</span>
        </p>
      </header>
      <dl className="space-y-3 px-4 py-3 text-sm">
        <Statement name="Why it matched">
          <ul className="list-disc pl-4 text-soft">
            {evidence.why.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Statement>
        <Statement
          name={evidence.outcome === "self_recovered" ? "How it ended, without a fix" : "What fixed it"}
        >
          <p dir="auto" className="prose-text">
            {evidence.resolution}
          </p>
        </Statement>
        <Statement name="Why it broke">
          <p dir="auto" className="prose-text text-soft">
            {evidence.root_cause}
          </p>
        </Statement>
        {evidence.ineffective_actions && (
          <Statement name="What did not help">
            <p dir="auto" className="prose-text text-soft">
              {evidence.ineffective_actions}
            </p>
          </Statement>
        )}
      </dl>
      <footer className="flex flex-wrap items-start justify-between gap-2 border-t border-line px-4 py-2">
        <Disclosure summary="As memory returned it" className="min-w-0 flex-1">
          <SourceText label={`Memory text of ${evidence.incident_id}`} text={evidence.memory_text} />
        </Disclosure>
        {action}
      </footer>
    </article>
  );
}

function Statement({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-0.5 text-xs font-medium text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
