import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { documentQuery, forgetDocument, memoryKeys } from "@/api/memory";
import { describeProblem } from "@/api/problem";
import type { LedgerDocument } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { DOCUMENT_STATES, DocumentStateBadge } from "@/components/incident/memory-state";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { Facts } from "@/components/ui/facts";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { SourceText } from "@/components/ui/source-text";
import { Timestamp } from "@/components/ui/timestamp";
import { toast } from "@/components/ui/toast";

/** One document as it was written, its steps, and the probe that proved it. */
export function DocumentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const document = useQuery(documentQuery(id));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Document ${id}`}>
      {document.isPending && (
        <Loading what={`document ${id}`}>
          <div className="space-y-3">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-64 w-full" />
          </div>
        </Loading>
      )}
      {document.error && <ProblemNote error={document.error} doing={`Reading document ${id}`} />}
      {document.data && <Content document={document.data} />}
    </Dialog>
  );
}

function Content({ document }: { document: LedgerDocument }) {
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: () => forgetDocument(document.id),
    onSuccess: () => toast(`${document.id} is being withdrawn from memory; the record keeps the incident.`),
    onError: (error) => toast(`Forgetting failed: ${describeProblem(error).advice}`, { tone: "bad" }),
    onSettled: () => client.invalidateQueries({ queryKey: memoryKeys.all }),
  });
  const isHeld = document.state !== "withdrawn" && document.state !== "withdrawing";
  return (
    <div className="space-y-4">
      <Facts
        items={[
          ["State", <DocumentStateBadge key="state" state={document.state} />],
          ["Incident", <IncidentLink key="incident" id={document.incident_id} />],
          ["Revision", `${document.revision}, proved ${document.ready_revision ?? "never"}`],
          [
            "Bank",
            <code key="bank" className="font-mono text-xs">
              {document.bank_id}
            </code>,
          ],
          [
            "Tags",
            <code key="tags" className="font-mono text-xs">
              {document.tags.join(" ")}
            </code>,
          ],
          [
            "Hash",
            <code key="hash" className="font-mono text-xs">
              {document.content_hash}
            </code>,
          ],
        ]}
      />
      <SourceText label="Document text" text={document.text} className="!max-h-96" />
      <Disclosure summary="Probe that must bring it back">
        <SourceText label="Probe" text={document.probe} />
        {document.probe_trace && (
          <SourceText
            label="Last probe"
            text={JSON.stringify(document.probe_trace, null, 2)}
            className="mt-2"
          />
        )}
      </Disclosure>
      <Disclosure summary={`Steps (${document.steps.length})`}>
        <ol className="space-y-1 text-xs text-soft">
          {document.steps.map((step, at) => (
            <li key={at}>
              {DOCUMENT_STATES[step.from_state].word} → {DOCUMENT_STATES[step.to_state].word}: {step.cause}{" "}
              <span className="text-muted">
                <Timestamp at={step.at} form="both" />
              </span>
            </li>
          ))}
        </ol>
      </Disclosure>
      {isHeld && (
        <div className="flex justify-end border-t border-line pt-3">
          <Button variant="danger" busy={forget.isPending} onClick={() => forget.mutate()}>
            Forget this document
          </Button>
        </div>
      )}
    </div>
  );
}
