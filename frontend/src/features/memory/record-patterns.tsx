import { Sigma } from "lucide-react";
import type { ReflectResponse } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { Panel } from "@/components/ui/panel";

/** Patterns that the record shows by counting; nobody's opinion, and no memory. */
export function RecordPatterns({ patterns }: { patterns: ReflectResponse["from_record"] }) {
  if (patterns.length === 0) return null;
  return (
    <Panel
      title="What the record shows by counting"
      aside={
        <span className="inline-flex items-center gap-1 text-xs font-semibold text-soft">
          <Sigma className="size-3.5" aria-hidden /> From the record, not from memory
        </span>
      }
    >
      <ul className="space-y-2 text-sm">
        {patterns.map((pattern) => (
          <li key={pattern.statement} className="flex flex-wrap items-baseline gap-x-2">
            <span>{pattern.statement}</span>
            {pattern.incident_ids.map((id) => (
              <IncidentLink key={id} id={id} />
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
