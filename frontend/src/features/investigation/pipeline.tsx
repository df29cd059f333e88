import { CircleAlert, CircleCheck, CircleMinus, Loader2, type LucideIcon } from "lucide-react";
import type { TraceRow } from "@/api/types";
import { ExcludedMemories, RecallDetails } from "@/components/evidence/recall-details";
import { RepeatNote } from "@/components/evidence/repeat-note";
import { Disclosure } from "@/components/ui/disclosure";
import { Panel } from "@/components/ui/panel";
import { SourceText } from "@/components/ui/source-text";
import type { RunView } from "@/features/investigation/run-view";
import { stageLabel, stageTone } from "@/features/investigation/stages";
import { spoken } from "@/lib/text";
import { formatLatency } from "@/lib/time";

const ICONS: Record<ReturnType<typeof stageTone>, { icon: LucideIcon; className: string }> = {
  good: { icon: CircleCheck, className: "text-good" },
  warn: { icon: CircleAlert, className: "text-warn" },
  plain: { icon: CircleMinus, className: "text-muted" },
};

/** Every stage of the run with its timing; what was sent, kept and excluded is one click away. */
export function Pipeline({ run }: { run: RunView }) {
  const total = run.trace.reduce((sum, { latency_ms }) => sum + latency_ms, 0);
  const isRunning = run.state === "running" || run.state === "queued";
  return (
    <Panel
      title="How this came about"
      aside={<span className="tabular text-xs text-muted">{formatLatency(total)} in all</span>}
    >
      <ol className="space-y-1">
        {run.trace.map((row) => (
          <Stage key={`${row.stage}-${row.started_at}`} row={row} total={total} />
        ))}
        {isRunning && (
          <li className="flex items-center gap-2 text-sm text-muted">
            <Loader2 className="size-4 animate-spin" aria-hidden /> running
          </li>
        )}
      </ol>
      {run.evidence && (
        <div className="mt-4 space-y-2 border-t border-line pt-3">
          <ExcludedMemories
            memory={run.evidence.memory}
            matches={run.evidence.similar_historical_incidents}
          />
          <RecallDetails memory={run.evidence.memory} />
          {run.evidence.repeat && (
            <Disclosure summary="What the record knew of this error then">
              <RepeatNote repeat={run.evidence.repeat} current />
            </Disclosure>
          )}
        </div>
      )}
    </Panel>
  );
}

function Stage({ row, total }: { row: TraceRow; total: number }) {
  const { icon: Icon, className } = ICONS[stageTone(row.status)];
  const share = total > 0 ? Math.max(1, (row.latency_ms / total) * 100) : 0;
  const details = Object.keys(row.detail).length > 0 ? JSON.stringify(row.detail, null, 2) : null;
  return (
    <li className="text-sm">
      <div className="grid grid-cols-[1rem_minmax(0,9.5rem)_minmax(0,1fr)_3.75rem] items-center gap-2">
        <Icon className={`size-4 ${className}`} aria-hidden />
        <span className="truncate">{stageLabel(row.stage)}</span>
        <span className="flex items-center gap-2">
          <span className="shrink-0 text-xs text-muted">{spoken(row.status)}</span>
          <span aria-hidden className="h-1 min-w-0 flex-1 max-sm:hidden">
            <span className="block h-1 rounded-full bg-edge/60" style={{ width: `${share}%` }} />
          </span>
        </span>
        <span className="tabular text-right text-xs text-soft">{formatLatency(row.latency_ms)}</span>
      </div>
      {details && (
        <Disclosure summary={<span className="text-xs text-muted">details</span>} className="pl-6">
          <SourceText label={`Details of ${stageLabel(row.stage)}`} text={details} />
        </Disclosure>
      )}
    </li>
  );
}
