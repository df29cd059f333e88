import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useLiveUpdates } from "@/api/live";
import { documentQuery } from "@/api/memory";
import type { LedgerDocument } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { DOCUMENT_STATES, DocumentStateBadge } from "@/components/incident/memory-state";
import { ForgottenNote } from "@/components/ui/forgotten-note";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { DocumentActions } from "@/features/memory/document-actions";
import { AbsencePanel, DocumentFacts, ProbePanel, StepsPanel } from "@/features/memory/document-panels";
import { RecordPanel } from "@/features/memory/record-panel";
import { RevisionsPanel } from "@/features/memory/revisions-panel";
import { useDocumentTitle } from "@/lib/document-title";
import { spoken } from "@/lib/text";

const AT_REST_MS = 15_000;
const MOVING_MS = 2_000;

/** One document: as written, its revisions, the record beside it, and how it was proved. */
export function DocumentPage({ id }: { id: string }) {
  useDocumentTitle(`Document ${id}`);
  useLiveUpdates();
  const document = useQuery({
    ...documentQuery(id),
    refetchInterval: ({ state }) => (isAtRest(state.data) ? AT_REST_MS : MOVING_MS),
  });
  return (
    <div className="space-y-5">
      <header className="space-y-2">
        <Link
          to="/memory"
          search={{ tab: "ledger" }}
          className="inline-flex items-center gap-1 text-xs text-soft hover:text-ink hover:underline"
        >
          <ArrowLeft className="size-3.5" aria-hidden /> Ledger
        </Link>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h1 tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold">
            Document {id}
          </h1>
          {document.data && <DocumentActions document={document.data} />}
        </div>
        {document.data && <Standing document={document.data} />}
      </header>
      {document.isPending && <DocumentSkeleton id={id} />}
      {document.error && (
        <ProblemNote
          error={document.error}
          doing={`Reading document ${id}`}
          stillWorks={document.data && "What was read last is shown."}
          onRetry={() => void document.refetch()}
        />
      )}
      {document.data && <Loaded document={document.data} />}
    </div>
  );
}

function isAtRest(document: LedgerDocument | undefined): boolean {
  return document !== undefined && ["ready", "failed", "withdrawn", "none"].includes(document.state);
}

/** Where it stands, in one line and in words. */
function Standing({ document }: { document: LedgerDocument }) {
  const { state, reason, detail, next_attempt_at, attempts } = document;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <DocumentStateBadge state={state} />
      <span>{DOCUMENT_STATES[state].meaning}</span>
      <span>
        of incident <IncidentLink id={document.incident_id} />
      </span>
      {reason && <span className="text-warn">{spoken(reason)}</span>}
      {attempts > 0 && next_attempt_at && (
        <span>
          attempt {attempts}, next <Timestamp at={next_attempt_at} />
        </span>
      )}
      {detail && <p className="w-full wrap-anywhere">{detail}</p>}
    </div>
  );
}

function Loaded({ document }: { document: LedgerDocument }) {
  return (
    <>
      {document.forgotten_at && (
        <ForgottenNote at={document.forgotten_at} by={document.forgotten_by}>
          Its words are erased from memory, from this ledger and from past investigations. The record of{" "}
          <IncidentLink id={document.incident_id} /> keeps its own. Nothing brings it back by itself.
          {document.replaced_by && (
            <>
              {" "}
              <Link
                to="/memory/documents/$id"
                params={{ id: document.replaced_by }}
                className="text-accent hover:underline"
              >
                The document of {document.replaced_by}
              </Link>{" "}
              took its place.
            </>
          )}
        </ForgottenNote>
      )}
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-5">
          <RevisionsPanel document={document} />
          <RecordPanel id={document.id} />
        </div>
        <aside aria-label="How it stands in memory" className="min-w-0 space-y-5">
          <Panel title="In the ledger">
            <DocumentFacts document={document} />
          </Panel>
          {document.absence && <AbsencePanel proof={document.absence} />}
          {!document.forgotten_at && <ProbePanel document={document} />}
          <StepsPanel steps={document.steps} />
        </aside>
      </div>
    </>
  );
}

function DocumentSkeleton({ id }: { id: string }) {
  return (
    <Loading what={`document ${id}`}>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Loading>
  );
}
