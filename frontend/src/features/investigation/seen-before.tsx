import { Link } from "@tanstack/react-router";
import { Archive, ArchiveX, ArrowDown, Loader2, type LucideIcon, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import type { EvidencePart } from "@/api/investigations";
import type { HistoricalIncident, MemoryStatus } from "@/api/types";
import { evidenceAnchor } from "@/components/evidence/evidence-card";
import { TrackRecordLine } from "@/components/evidence/track-record";
import { OutcomeBadge, SampleBadge } from "@/components/incident/badges";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { memoryWords, strongIn } from "@/features/investigation/seen-words";
import type { Following } from "@/features/investigation/use-investigation";
import { jumpTo } from "@/lib/jump";
import { counted } from "@/lib/text";
import { formatDay, formatDuration } from "@/lib/time";

type SeenBeforeProps = {
  following: Following;
  /** What the record knows of the error; told which incident memory tells of, right below. */
  repeat: (told: string | null) => ReactNode;
};

/** Whether it was seen before: what the record says, and the best of what memory brought, in short. */
export function SeenBefore({ following, repeat }: SeenBeforeProps) {
  const evidence = following.run?.evidence ?? null;
  const best = evidence?.similar_historical_incidents.find(
    ({ match, forgotten }) => match === "strong" && !forgotten,
  );
  return (
    <section aria-labelledby="seen-before" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="seen-before" className="text-sm font-semibold">
          Have we seen this?
        </h2>
        <MemoryLine following={following} evidence={evidence} />
      </div>
      {repeat(best?.incident_id ?? null)}
      {best && evidence && <Best evidence={best} others={strongIn(evidence) - 1} />}
    </section>
  );
}

const SHAPES: Record<MemoryStatus, { icon: LucideIcon; className: string }> = {
  ok: { icon: Archive, className: "border-l-4 border-accent bg-accent-wash rounded-r-md" },
  empty: { icon: ArchiveX, className: "rounded-full border border-edge/70" },
  unavailable: { icon: Unplug, className: "border-4 border-double border-warn bg-warn-wash" },
};

/** Memory's state in words, in the three shapes that it has everywhere. */
function MemoryLine({ following, evidence }: { following: Following; evidence: EvidencePart | null }) {
  const { run, loading, investigate } = following;
  if (evidence === null) {
    const isRunning = run?.state === "running" || run?.state === "queued";
    if (isRunning || loading) {
      return (
        <p role="status" className="flex items-center gap-1.5 text-xs text-muted">
          <Loader2 className="size-3.5 animate-spin" aria-hidden /> Asking memory…
        </p>
      );
    }
    return (
      <p className="flex items-center gap-2 text-xs text-soft">
        {run ? "Memory gave no answer: the run was cut off." : "Memory was not asked yet."}
        <Button size="sm" onClick={investigate}>
          {run ? "Ask again" : "Ask memory"}
        </Button>
      </p>
    );
  }
  const { icon: Icon, className } = SHAPES[evidence.memory_status];
  return (
    <p className={`flex max-w-full items-center gap-2 px-2.5 py-1 text-xs ${className}`}>
      <Icon className="size-3.5 shrink-0" aria-hidden />
      <span className="min-w-0">{memoryWords(evidence)}</span>
      {evidence.memory_status === "unavailable" && (
        <Button size="sm" onClick={investigate}>
          Ask again
        </Button>
      )}
    </p>
  );
}

type BestProps = { evidence: HistoricalIncident; others: number };

/** The best evidence in short; the whole of it stands in the investigation below. */
function Best({ evidence, others }: BestProps) {
  const { incident_id: id } = evidence;
  return (
    <article
      aria-label={`Best evidence: ${id}`}
      className="space-y-2 rounded-r-lg border border-l-4 border-line border-l-accent bg-surface px-4 py-2.5 text-sm"
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="inline-flex items-center gap-1 text-xs font-semibold text-accent">
          <Archive className="size-3.5" aria-hidden /> From memory
        </span>
        <h3 className="min-w-0 flex-1 basis-60 font-semibold wrap-anywhere">
          <Link to="/incidents/$id" params={{ id }} className="hover:underline">
            <span className="font-mono text-accent">{id}</span> <span dir="auto">{evidence.title}</span>
          </Link>
        </h3>
        <span className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
          {evidence.sample && <SampleBadge />}
          <OutcomeBadge outcome={evidence.outcome} />
          <Badge tone="accent" title="Cosine similarity of meaning, 0 to 1">
            Strong <span className="tabular font-mono">{evidence.similarity.toFixed(2)}</span>
          </Badge>
          <span className="tabular">
            took {formatDuration(evidence.duration_s)} · {formatDay(new Date(evidence.resolved_at))}
          </span>
        </span>
      </header>
      <dl className="grid gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)]">
        <Said name={evidence.outcome === "self_recovered" ? "How it ended, without a fix" : "What fixed it"}>
          {evidence.resolution}
        </Said>
        <Said name="What did not help" soft>
          {evidence.ineffective_actions ?? "Nothing noted."}
        </Said>
        <Said name="Why it matched" soft>
          {evidence.why.join(" · ")}
        </Said>
      </dl>
      <footer className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {evidence.track_record ? <TrackRecordLine record={evidence.track_record} /> : <span />}
        <Button size="sm" variant="quiet" onClick={() => jumpTo(evidenceAnchor(id))}>
          <ArrowDown aria-hidden />
          {others > 0
            ? `Its cause, and ${counted(others, "more match", "more matches")}`
            : "Its cause, and all it says"}
        </Button>
      </footer>
    </article>
  );
}

function Said({ name, soft = false, children }: { name: string; soft?: boolean; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-muted">{name}</dt>
      <dd dir="auto" className={`line-clamp-3 wrap-anywhere ${soft ? "max-sm:line-clamp-2 text-soft" : ""}`}>
        {children}
      </dd>
    </div>
  );
}
