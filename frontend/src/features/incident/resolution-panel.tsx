import type { ReactNode } from "react";
import type { Incident } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { Disclosure } from "@/components/ui/disclosure";
import { Markdown } from "@/components/ui/markdown";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";

/** How a resolved incident ended, as its people wrote it. */
export function ResolutionPanel({ incident }: { incident: Incident }) {
  return (
    <Panel
      title="Resolution"
      aside={
        <span className="text-xs text-muted">
          <span dir="auto">{incident.resolved_by ?? "unknown"}</span> ·{" "}
          <Timestamp at={incident.resolved_at} form="both" />
        </span>
      }
    >
      <dl className="space-y-3 text-sm">
        <Prose name="Root cause" text={incident.root_cause} />
        <Prose name="What ended it" text={incident.resolution} />
        <Prose name="What did not help" text={incident.ineffective_actions} />
        {incident.same_as && (
          <Entry name="Same resolution as">
            <IncidentLink id={incident.same_as} />
          </Entry>
        )}
        {incident.did_not_help.length > 0 && (
          <Entry name="Tried, and did not help: the resolution of">
            <span className="flex flex-wrap gap-x-2">
              {incident.did_not_help.map((id) => (
                <IncidentLink key={id} id={id} />
              ))}
            </span>
          </Entry>
        )}
      </dl>
      {incident.postmortem && (
        <Disclosure summary="Closing notes" className="mt-3 border-t border-line pt-3">
          <Markdown text={incident.postmortem} />
        </Disclosure>
      )}
    </Panel>
  );
}

function Prose({ name, text }: { name: string; text: string | null }) {
  if (!text) return null;
  return (
    <Entry name={name}>
      <p dir="auto" className="prose-text">
        {text}
      </p>
    </Entry>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-0.5 text-xs font-medium text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
