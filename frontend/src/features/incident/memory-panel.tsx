import { Link } from "@tanstack/react-router";
import { BadgeCheck } from "lucide-react";
import type { DocumentState, Incident } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { DOCUMENT_STATES, DocumentStateBadge } from "@/components/incident/memory-state";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { spoken } from "@/lib/text";

const STEPS: readonly DocumentState[] = ["queued", "retaining", "retained", "ready"];

/** Where this incident's memory stands, live; or whose memory it confirms. */
export function MemoryPanel({ incident }: { incident: Incident }) {
  const { confirms, state } = incident.memory;
  if (state === "none" && confirms) return <ConfirmsPanel confirms={confirms} />;
  return (
    <Panel title="In memory" aside={<DocumentStateBadge state={state} />}>
      <Standing incident={incident} />
    </Panel>
  );
}

/** It was resolved like another incident: that one's memory counts it, and none is written for this one. */
function ConfirmsPanel({ confirms }: { confirms: string }) {
  return (
    <Panel
      title="In memory"
      aside={
        <Badge tone="accent" icon={BadgeCheck}>
          Confirms
        </Badge>
      }
    >
      <div className="space-y-2 text-sm">
        <p>
          Confirms <IncidentLink id={confirms} />: it ended in the same way, so that the memory of {confirms}{" "}
          counts it instead of holding a second one.
        </p>
        <DocumentLink id={confirms}>The document of {confirms}</DocumentLink>
      </div>
    </Panel>
  );
}

function Standing({ incident }: { incident: Incident }) {
  const { memory } = incident;
  const at = STEPS.indexOf(memory.state);
  return (
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
        {memory.attempts > 0 && memory.next_attempt_at && (
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
      {memory.state !== "none" && (
        <DocumentLink id={incident.id}>The document as it was written</DocumentLink>
      )}
    </div>
  );
}

function DocumentLink({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <Link to="/memory/documents/$id" params={{ id }} className="text-accent hover:underline">
      {children}
    </Link>
  );
}
