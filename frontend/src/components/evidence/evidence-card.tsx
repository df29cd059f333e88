import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Archive, ArrowUpRight, ChevronDown } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import type { Forgotten, HistoricalIncident } from "@/api/types";
import { EvidenceStatements } from "@/components/evidence/evidence-statements";
import { TrackRecordLine } from "@/components/evidence/track-record";
import { OutcomeBadge, SampleBadge, SeverityBadge } from "@/components/incident/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { Badge } from "@/components/ui/badge";
import { ForgottenNote } from "@/components/ui/forgotten-note";
import { Timestamp } from "@/components/ui/timestamp";
import { formatDuration } from "@/lib/time";

/** The element id of the card that shows this incident's memory; citations jump to it. */
export function evidenceAnchor(incidentId: string): string {
  return `evidence-${incidentId}`;
}

type EvidenceCardProps = {
  evidence: HistoricalIncident;
  action?: ReactNode;
  feedback?: ReactNode;
  startsOpen?: boolean;
  /** Whether it is one line until it is opened. */
  isBrief?: boolean;
};

/**
 * One verified memory: solid edge, archive mark, its date, why it matched and what fixed it.
 * A card that starts closed still says what fixed it, a brief one in one line; a jump to it opens it.
 */
export function EvidenceCard(props: EvidenceCardProps) {
  const { forgotten } = props.evidence;
  return forgotten ? <ForgottenCard {...props} forgotten={forgotten} /> : <TellingCard {...props} />;
}

function TellingCard({ evidence, action, feedback, startsOpen = false, isBrief = false }: EvidenceCardProps) {
  const [open, setOpen] = useState(startsOpen);
  const body = useId();
  const card = useRef<HTMLElement>(null);
  const strong = evidence.match === "strong";
  const change = (to: boolean) => {
    setOpen(to);
    // Of a brief card the button goes that was pressed.
    if (isBrief)
      requestAnimationFrame(() => (to ? card.current : card.current?.querySelector("button"))?.focus());
  };
  return (
    <article
      ref={card}
      id={evidenceAnchor(evidence.incident_id)}
      tabIndex={-1}
      aria-label={`From memory: ${evidence.incident_id} ${evidence.title}`}
      onFocus={(event) => event.target === event.currentTarget && setOpen(true)}
      className={clsx(
        "evidence min-w-0 scroll-my-20 rounded-r-lg border border-l-4 border-line",
        strong ? "border-l-accent bg-surface" : "border-l-edge",
      )}
    >
      {isBrief && !open ? (
        <BriefLine evidence={evidence} body={body} onOpen={() => change(true)} />
      ) : (
        <Whole
          evidence={evidence}
          body={body}
          open={open}
          onOpen={change}
          action={action}
          feedback={feedback}
        />
      )}
    </article>
  );
}

type BriefLineProps = { evidence: HistoricalIncident; body: string; onOpen: () => void };

/** A further match in one line: which incident, what ended it, how alike. */
function BriefLine({ evidence, body, onOpen }: BriefLineProps) {
  return (
    <button
      type="button"
      aria-expanded={false}
      aria-controls={body}
      aria-label={`${evidence.incident_id} ${evidence.title}: show it`}
      onClick={onOpen}
      className="flex w-full items-center gap-2 px-3 py-1.5 text-left text-sm hover:bg-raised"
    >
      <ChevronDown className="size-4 shrink-0 -rotate-90 text-muted" aria-hidden />
      <span className="shrink-0 font-mono text-xs text-accent">{evidence.incident_id}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {evidence.title}
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-soft max-md:hidden">
        {evidence.resolution}
      </span>
      <span className="shrink-0 text-xs text-muted">
        <span className="tabular font-mono">{evidence.similarity.toFixed(2)}</span>
      </span>
    </button>
  );
}

type WholeProps = Pick<EvidenceCardProps, "evidence" | "action" | "feedback"> & {
  body: string;
  open: boolean;
  onOpen: (open: boolean) => void;
};

function Whole({ evidence, body, open, onOpen, action, feedback }: WholeProps) {
  const strong = evidence.match === "strong";
  return (
    <>
      <CardHeader evidence={evidence} />
      <div id={body} className="px-4 pt-2.5">
        {open ? (
          <EvidenceStatements evidence={evidence} />
        ) : (
          strong && (
            <p dir="auto" className="line-clamp-2 max-w-[75ch] text-sm wrap-anywhere">
              <span className="text-xs font-medium text-muted">What fixed it </span>
              {evidence.resolution}
            </p>
          )
        )}
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-2 px-3 pt-1.5 pb-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => onOpen(!open)}
          className="inline-flex h-7 items-center gap-1 rounded-md px-1 text-xs text-soft hover:text-ink"
        >
          <ChevronDown className={clsx("size-4", open && "rotate-180")} aria-hidden />
          {open ? "Show less" : "Why it matched, cause, dead ends"}
          <span className="sr-only"> of {evidence.incident_id}</span>
        </button>
        {action}
      </footer>
      {feedback && <div className="border-t border-line px-4 py-2">{feedback}</div>}
    </>
  );
}

/** A memory that was evidence here and was forgotten since: that it was, and nothing it said. */
function ForgottenCard({ evidence, forgotten }: EvidenceCardProps & { forgotten: Forgotten }) {
  return (
    <article
      id={evidenceAnchor(evidence.incident_id)}
      tabIndex={-1}
      aria-label={`Forgotten memory: ${evidence.incident_id}`}
      className="evidence min-w-0 scroll-my-20 space-y-2 rounded-r-lg border border-l-4 border-dotted border-edge/70 px-4 py-3"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <span className="inline-flex items-center gap-1 font-semibold text-soft">
          <Archive className="size-3.5" aria-hidden /> From memory
        </span>
        <IncidentLink id={evidence.incident_id} />
        <span>{evidence.match === "strong" ? "strong" : "weak"} match when this was investigated</span>
      </p>
      <ForgottenNote at={forgotten.at} by={forgotten.by} framed={false}>
        Its words are erased here; the record of the incident keeps its own.
      </ForgottenNote>
    </article>
  );
}

function CardHeader({ evidence }: { evidence: HistoricalIncident }) {
  const strong = evidence.match === "strong";
  return (
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
      <h3 className={clsx("text-sm wrap-anywhere", strong ? "font-semibold" : "font-medium text-soft")}>
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
      {evidence.track_record && <TrackRecordLine record={evidence.track_record} />}
    </header>
  );
}
