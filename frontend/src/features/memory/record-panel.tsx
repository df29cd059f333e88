import { useQuery } from "@tanstack/react-query";
import { documentRecordQuery } from "@/api/memory";
import type { DocumentBeside } from "@/api/types";
import { MEMORY_REASONS } from "@/components/evidence/reasons";
import { Badge } from "@/components/ui/badge";
import { DiffText } from "@/components/ui/diff-text";
import { Disclosure } from "@/components/ui/disclosure";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { SourceText } from "@/components/ui/source-text";
import { sentence } from "@/lib/text";

/** Three views of one document: what the record says now, what the ledger keeps, what memory holds. */
export function RecordPanel({ id }: { id: string }) {
  const beside = useQuery(documentRecordQuery(id));
  return (
    <Panel title="Record, ledger and memory" aside={beside.data && <Verdict beside={beside.data} />}>
      {beside.isPending && (
        <Loading what="the record beside the document">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      {beside.error && (
        <ProblemNote
          error={beside.error}
          doing="Comparing with the record"
          stillWorks="The document above is as the ledger keeps it."
          onRetry={() => void beside.refetch()}
        />
      )}
      {beside.data && <Compared beside={beside.data} />}
    </Panel>
  );
}

function Verdict({ beside: { same, held } }: { beside: DocumentBeside }) {
  if (held.status === "unavailable") return <Badge tone="warn">Memory not asked</Badge>;
  if (!same) return <Badge tone="warn">They differ</Badge>;
  return <Badge tone="good">{held.status === "ok" ? "All the same" : "Nothing held, as wanted"}</Badge>;
}

function Compared({ beside }: { beside: DocumentBeside }) {
  return (
    <div className="space-y-4 text-sm">
      <Comparison
        title="What the record would write now, against the ledger"
        before={beside.ledger.text}
        after={beside.written}
        without={
          beside.written
            ? "The ledger keeps no words of it."
            : "The record asks for no document of this incident now."
        }
      />
      {beside.held.status === "ok" ? (
        <Comparison
          title="What the ledger keeps, against what memory holds now"
          before={beside.held.text}
          after={beside.ledger.text}
          without="Memory does not give its text back."
        />
      ) : (
        <NotHeld held={beside.held} />
      )}
      <Disclosure summary="The incident's fields in the record">
        <Facts
          items={Object.entries(beside.incident)
            .filter(([, value]) => value !== null && value !== "")
            .map(([field, value]) => [sentence(field), <Value key={field} value={value} />] as const)}
        />
      </Disclosure>
    </div>
  );
}

type ComparisonProps = { title: string; before: string | null; after: string | null; without: string };

function Comparison({ title, before, after, without }: ComparisonProps) {
  const [earlier, later] = [before || null, after || null];
  return (
    <div className="space-y-1.5">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      {earlier !== null && later !== null ? (
        earlier === later ? (
          <p className="text-good">The same, letter for letter.</p>
        ) : (
          <DiffText label={title} before={earlier} after={later} />
        )
      ) : (
        <>
          <p className="text-soft">{without}</p>
          {(earlier ?? later) !== null && (
            <Disclosure summary="The one text there is">
              <SourceText label={title} text={earlier ?? later ?? ""} />
            </Disclosure>
          )}
        </>
      )}
    </div>
  );
}

function NotHeld({ held }: { held: DocumentBeside["held"] }) {
  const why = held.reason ? MEMORY_REASONS[held.reason] : null;
  return (
    <div className="space-y-1">
      <h3 className="text-xs font-medium text-muted">What memory holds now</h3>
      <p>
        {held.status === "unavailable"
          ? `Memory could not be asked: ${why?.cause ?? held.detail ?? "the cause is unknown"}. ${why?.todo ?? ""}`
          : "Memory holds no such document."}
      </p>
    </div>
  );
}

function Value({ value }: { value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {text}
    </span>
  );
}
