import { Link } from "@tanstack/react-router";
import type { DocumentState, Incident } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { DOCUMENT_STATES, DocumentStateBadge } from "@/components/incident/memory-state";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { spoken } from "@/lib/text";

const STEPS: readonly DocumentState[] = ["queued", "retaining", "retained", "ready"];

/** Where this incident's memory stands, live. */
export function MemoryPanel({ incident }: { incident: Incident }) {
  const { memory } = incident;
  const at = STEPS.indexOf(memory.state);
  return (
    <Panel title="In memory" aside={<DocumentStateBadge state={memory.state} />}>
      <div aria-live="polite" className="space-y-3 text-sm">
        {at >= 0 && (
          <ol aria-label="Steps to memory" className="flex gap-1.5">
            {STEPS.map((step, index) => (
              <li
                key={step}
                aria-current={index === at ? "step" : undefined}
                className={`flex-1 border-t-2 pt-1 text-xs ${index <= at ? "border-accent text-ink" : "border-line text-muted"}`}
              >
                {DOCUMENT_STATES[step].word}
              </li>
            ))}
          </ol>
        )}
        <p className="text-soft">
          {DOCUMENT_STATES[memory.state].meaning}
          {memory.reason && <> Reason: {spoken(memory.reason)}.</>}
          {memory.next_attempt_at && (
            <>
              {" "}
              Attempt {memory.attempts}; next <Timestamp at={memory.next_attempt_at} />.
            </>
          )}
        </p>
        {memory.ready_at && (
          <p className="text-xs text-muted">
            Proved by a recall <Timestamp at={memory.ready_at} form="both" />
          </p>
        )}
        {memory.confirms && (
          <p className="text-xs text-muted">
            Confirms <IncidentLink id={memory.confirms} />
          </p>
        )}
        {memory.state !== "none" && (
          <Link
            to="/memory"
            search={{ tab: "ledger", document: incident.id }}
            className="text-accent hover:underline"
          >
            The document as it was written
          </Link>
        )}
      </div>
    </Panel>
  );
}
