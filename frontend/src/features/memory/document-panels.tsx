import type { ReactNode } from "react";
import type { AbsenceProof, LedgerDocument } from "@/api/types";
import { DOCUMENT_STATES } from "@/components/incident/memory-state";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { SourceText } from "@/components/ui/source-text";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

/** What the ledger knows of a document beside its text. */
export function DocumentFacts({ document }: { document: LedgerDocument }) {
  return (
    <Facts
      items={[
        ["Revision", `${document.revision}, proved ${document.ready_revision ?? "never"}`],
        ["Retained", <Timestamp key="retained" at={document.retained_at} form="both" />],
        ["Proved", <Timestamp key="ready" at={document.ready_at} form="both" />],
        ["Bank", <Code key="bank">{document.bank_id}</Code>],
        ["Tags", <Code key="tags">{document.tags.join(" ") || "none"}</Code>],
        ["Hash", <Code key="hash">{document.content_hash}</Code>],
      ]}
    />
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-xs wrap-anywhere">{children}</code>;
}

/** That memory has let go of it, and how that was found out. */
export function AbsencePanel({ proof }: { proof: AbsenceProof }) {
  const isGone = !proof.found_by_id && proof.of_this_document === 0;
  return (
    <Panel
      title="Proved gone"
      aside={<Badge tone={isGone ? "good" : "bad"}>{isGone ? "Gone" : "Still there"}</Badge>}
    >
      <div className="space-y-2 text-sm">
        <p className="text-soft">
          Memory was asked <Timestamp at={proof.at} form="both" />:
        </p>
        <ul className="list-disc space-y-1 pl-4">
          <li>By its id: {proof.found_by_id ? "it is still there." : "no such document."}</li>
          <li>
            By a recall within <code className="font-mono text-xs wrap-anywhere">{proof.tags.join(" ")}</code>
            : {counted(proof.returned, "piece")} came back, {proof.of_this_document} of this document.
          </li>
        </ul>
        {proof.query && (
          <Disclosure summary="What was asked">
            <SourceText label="Query of the proof" text={proof.query} />
          </Disclosure>
        )}
      </div>
    </Panel>
  );
}

/** The recall that must bring it back, and what came of the last one. */
export function ProbePanel({ document }: { document: LedgerDocument }) {
  return (
    <Panel title="Probe">
      <div className="space-y-2 text-sm">
        <p className="text-soft">A recall by its own symptoms must bring it back before it counts.</p>
        <SourceText label="Words of the probe" text={document.probe || "(nothing)"} className="!max-h-40" />
        {document.probe_trace ? (
          <Disclosure summary="Trace of the last probe">
            <SourceText label="Last probe" text={JSON.stringify(document.probe_trace, null, 2)} />
          </Disclosure>
        ) : (
          <p className="text-muted">Not probed yet.</p>
        )}
      </div>
    </Panel>
  );
}

const SHOWN_STEPS = 5;

/** How it came to its state, newest first. */
export function StepsPanel({ steps }: { steps: LedgerDocument["steps"] }) {
  const newest = steps.toReversed();
  return (
    <Panel title="Steps" aside={<span className="tabular text-xs text-muted">{steps.length}</span>}>
      <StepList label="Steps, newest first" steps={newest.slice(0, SHOWN_STEPS)} />
      {newest.length > SHOWN_STEPS && (
        <Disclosure summary="Earlier steps" className="mt-3">
          <StepList label="Earlier steps" steps={newest.slice(SHOWN_STEPS)} />
        </Disclosure>
      )}
    </Panel>
  );
}

function StepList({ label, steps }: { label: string; steps: LedgerDocument["steps"] }) {
  return (
    <ol aria-label={label} className="space-y-2 text-sm">
      {steps.map((step, at) => (
        <li key={at}>
          <p className="font-medium">
            <span className="font-normal text-muted">{DOCUMENT_STATES[step.from_state].word} → </span>
            {DOCUMENT_STATES[step.to_state].word}
          </p>
          <p className="wrap-anywhere">{step.cause}</p>
          <p className="text-xs text-muted">
            revision {step.revision}
            {step.attempt > 1 && `, attempt ${step.attempt}`} · <Timestamp at={step.at} form="both" />
          </p>
        </li>
      ))}
    </ol>
  );
}
