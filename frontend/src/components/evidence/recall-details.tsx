import type { HistoricalIncident, RecallTrace } from "@/api/types";
import { exclusionText } from "@/components/evidence/reasons";
import { IncidentLink } from "@/components/incident/incident-link";
import { Disclosure } from "@/components/ui/disclosure";
import { Facts } from "@/components/ui/facts";
import { SourceText } from "@/components/ui/source-text";
import { counted } from "@/lib/text";
import { formatLatency } from "@/lib/time";

type TraceProps = { memory: RecallTrace; open?: boolean };
type ExcludedProps = TraceProps & { matches?: readonly HistoricalIncident[] };

/** What memory returned that is not evidence, and why; one click away. */
export function ExcludedMemories({ memory, matches = [], open }: ExcludedProps) {
  if (memory.excluded.length === 0)
    return <p className="text-sm text-muted">{noneExcluded(memory, matches)}</p>;
  return (
    <Disclosure open={open} summary={counted(memory.excluded.length, "excluded memory", "excluded memories")}>
      <ul className="space-y-1 text-sm">
        {memory.excluded.map(({ document_id, reason }, at) => (
          <li key={at} className="flex flex-wrap gap-x-2">
            {document_id ? (
              <IncidentLink id={document_id} />
            ) : (
              <span className="text-muted">no document</span>
            )}
            <span className="text-soft">{exclusionText(reason)}</span>
            <code className="font-mono text-xs text-muted">{reason}</code>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function noneExcluded(memory: RecallTrace, matches: readonly HistoricalIncident[]): string {
  if (memory.reason) return "Memory gave no answer, so there was nothing to exclude.";
  if (memory.recalled === 0) return "Memory brought nothing, so there was nothing to exclude.";
  const weak = matches.filter(({ match }) => match === "weak").length;
  return weak > 0
    ? `Nothing was excluded but ${counted(weak, "weak match", "weak matches")}, listed with the evidence.`
    : "All that memory brought is evidence; nothing was excluded.";
}

function thresholdText(threshold: number | null): string {
  return threshold === null ? "not known yet" : `${threshold.toFixed(2)} similarity`;
}

/** Exactly what was asked of memory. */
export function RecallDetails({ memory, open }: TraceProps) {
  return (
    <Disclosure open={open} summary="What was asked of memory">
      <div className="space-y-3">
        <SourceText label="Query sent to memory" text={memory.query || "(nothing was sent)"} />
        <Facts
          items={[
            [
              "Bank",
              <code key="bank" className="font-mono text-xs">
                {memory.bank_id}
              </code>,
            ],
            [
              "Tags",
              <code key="tags" className="font-mono text-xs">
                {memory.tags.join(", ") || "none"}
              </code>,
            ],
            ["Came back", counted(memory.recalled, "piece")],
            ["Kept", counted(memory.kept, "document")],
            ["Strong from", thresholdText(memory.threshold)],
            ["Took", formatLatency(memory.latency_ms)],
          ]}
        />
      </div>
    </Disclosure>
  );
}
