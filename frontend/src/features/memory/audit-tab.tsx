import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, GitCompareArrows, ScanSearch } from "lucide-react";
import { auditNow, lastAuditQuery, memoryKeys } from "@/api/memory";
import type { MemoryAudit } from "@/api/types";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { DifferencesTable } from "@/features/memory/differences-table";
import { counted } from "@/lib/text";
import { formatLatency } from "@/lib/time";

/** Whether memory holds what the ledger says, document by document. */
export function AuditTab() {
  const client = useQueryClient();
  const last = useQuery(lastAuditQuery());
  const audit = useMutation({
    mutationFn: auditNow,
    onSuccess: (found) => client.setQueryData(lastAuditQuery().queryKey, { last: found }),
    onSettled: () => client.invalidateQueries({ queryKey: memoryKeys.all }),
  });
  const found = last.data?.last ?? null;
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-[75ch] text-sm text-soft">
          An audit compares the ledger with what memory holds, one document after the other: what is missing,
          too much, old, double or wrongly tagged.
        </p>
        <Button variant="primary" busy={audit.isPending} onClick={() => audit.mutate()}>
          {!audit.isPending && <ScanSearch aria-hidden />} Audit now
        </Button>
      </div>
      <p role="status" className={audit.isPending ? "text-sm text-soft" : "sr-only"}>
        {audit.isPending && "Comparing every document of the ledger with memory…"}
        {audit.data && (audit.data.clean ? "The audit found no difference." : "The audit found differences.")}
      </p>
      {audit.error && (
        <ProblemNote
          error={audit.error}
          doing="The audit"
          stillWorks={found ? "The last audit is shown below; nothing was changed." : "Nothing was changed."}
          onRetry={() => audit.mutate()}
        />
      )}
      {last.error && (
        <ProblemNote error={last.error} doing="Reading the last audit" onRetry={() => void last.refetch()} />
      )}
      {last.isPending && (
        <Loading what="the last audit">
          <Skeleton className="h-48 w-full" />
        </Loading>
      )}
      {last.data && (found ? <Outcome audit={found} /> : <NoAudit />)}
      <FromTheTerminal />
    </div>
  );
}

function NoAudit() {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState icon={ScanSearch} title="No audit yet">
        Nobody has compared this bank with the ledger. It only reads, and takes a few seconds.
      </EmptyState>
    </div>
  );
}

function Outcome({ audit }: { audit: MemoryAudit }) {
  const took = Date.parse(audit.finished_at) - Date.parse(audit.started_at);
  return (
    <Panel
      title="Last audit"
      aside={
        <span className="text-xs text-muted">
          <Timestamp at={audit.finished_at} form="both" /> · by <span dir="auto">{audit.asked_by}</span>
        </span>
      }
    >
      <div className="space-y-4">
        <Verdict audit={audit} />
        <Facts
          items={[
            ["Should be held", counted(audit.expected, "document")],
            ["Memory holds", counted(audit.held, "document")],
            ["On their way", `${counted(audit.pending, "document")}, no difference until they have arrived`],
            [
              "Bank",
              <code key="bank" className="font-mono text-xs">
                {audit.bank_id}
              </code>,
            ],
            ["Took", formatLatency(took)],
          ]}
        />
        {!audit.clean && <DifferencesTable differences={audit.differences} />}
      </div>
    </Panel>
  );
}

function Verdict({ audit }: { audit: MemoryAudit }) {
  return audit.clean ? (
    <p className="flex items-center gap-2 rounded-md bg-good-wash px-3 py-2 text-sm font-medium">
      <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />
      Clean: memory holds exactly what the ledger says.
    </p>
  ) : (
    <p className="flex items-center gap-2 rounded-md bg-warn-wash px-3 py-2 text-sm font-medium">
      <GitCompareArrows className="size-4 shrink-0 text-warn" aria-hidden />
      {counted(audit.differences.length, "difference")} between ledger and memory.
    </p>
  );
}

function FromTheTerminal() {
  return (
    <Panel title="From a terminal">
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {COMMANDS.map(([command, what]) => (
          <div key={command} className="contents">
            <dt>
              <code className="rounded-sm bg-raised px-1.5 py-0.5 font-mono text-xs">{command}</code>
            </dt>
            <dd className="text-soft">{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-xs text-muted">
        In the folder of MemoryOps; in its container the command is{" "}
        <code className="font-mono">memoryops</code>.
      </p>
    </Panel>
  );
}

const COMMANDS = [
  [
    ".venv/bin/memoryops memory audit",
    "The same comparison; add --json for a script. Exits with 1 on a difference.",
  ],
  [
    ".venv/bin/memoryops memory rebuild",
    "Writes an emptied or new bank again from the record; can be stopped and taken up again.",
  ],
] as const;
