import { Archive, ArchiveX, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import type { HistoricalIncident, MemoryStatus, RecallTrace } from "@/api/types";
import { MEMORY_REASONS } from "@/components/evidence/reasons";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";
import { formatLatency } from "@/lib/time";

type MemoryBannerProps = {
  status: MemoryStatus;
  memory: RecallTrace;
  matches: readonly HistoricalIncident[];
  at?: string | null;
  action?: ReactNode;
};

/** Which of the three states memory was in: three shapes, three icons, three sentences. */
export function MemoryBanner(props: MemoryBannerProps) {
  const Shape = SHAPES[props.status];
  return <Shape {...props} />;
}

const SHAPES: Record<MemoryStatus, (props: MemoryBannerProps) => ReactNode> = {
  ok: OkBanner,
  empty: EmptyBanner,
  unavailable: UnavailableBanner,
};

function OkBanner({ memory, matches, at }: MemoryBannerProps) {
  const strong = matches.filter((match) => match.match === "strong").length;
  return (
    <div
      data-memory-status="ok"
      className="flex items-start gap-3 rounded-r-md border-l-4 border-accent bg-accent-wash px-3 py-2.5"
    >
      <Archive className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
      <p className="min-w-0 text-sm">
        <strong className="font-semibold">Memory: ok.</strong>{" "}
        {counted(strong, "strong match", "strong matches")} survived verification{" "}
        <Aside memory={memory} at={at} />
      </p>
    </div>
  );
}

function EmptyBanner({ memory, at }: MemoryBannerProps) {
  const weak = memory.excluded.filter(({ reason }) => reason === "weak_match").length;
  return (
    <div
      data-memory-status="empty"
      className="flex items-start gap-3 rounded-[1.375rem] border border-edge/70 px-4 py-2.5"
    >
      <ArchiveX className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden />
      <p className="min-w-0 text-sm">
        <strong className="font-semibold">Memory: empty.</strong> Recall completed; nothing like this has been
        learned before{weak > 0 && ` (${counted(weak, "weak match", "weak matches")} set aside)`}{" "}
        <Aside memory={memory} at={at} />
      </p>
    </div>
  );
}

function UnavailableBanner({ memory, at, action }: MemoryBannerProps) {
  const explanation = memory.reason ? MEMORY_REASONS[memory.reason] : null;
  return (
    <div
      data-memory-status="unavailable"
      className="flex items-start gap-3 border-4 border-double border-warn bg-warn-wash px-3 py-2.5"
    >
      <Unplug className="mt-0.5 size-5 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 flex-1 space-y-0.5 text-sm wrap-anywhere">
        <p>
          <strong className="font-semibold">Memory: unavailable</strong>
          {explanation && <>: {explanation.cause}</>} <Aside memory={memory} at={at} timed={false} />
        </p>
        {memory.detail && <p className="text-soft">{memory.detail}</p>}
        <p className="text-soft">
          This does not mean that nothing is known. The record still works. {explanation?.todo}
        </p>
        {action && <div className="pt-1">{action}</div>}
      </div>
    </div>
  );
}

type AsideProps = { memory: RecallTrace; at?: string | null; timed?: boolean };

function Aside({ memory, at, timed = true }: AsideProps) {
  return (
    <span className="text-xs text-muted">
      {memory.reason && <code className="font-mono">{memory.reason}</code>}
      {at && (
        <>
          {" "}
          · <Timestamp at={at} form="both" />
        </>
      )}
      {timed && ` · ${formatLatency(memory.latency_ms)}`}
    </span>
  );
}
