import type { ReactNode } from "react";
import type { HistoricalIncident } from "@/api/types";
import { Disclosure } from "@/components/ui/disclosure";
import { SourceText } from "@/components/ui/source-text";

/** Why a memory matched, what fixed it, why it broke, what did not help, and its own words. */
export function EvidenceStatements({ evidence }: { evidence: HistoricalIncident }) {
  return (
    <>
      <dl className="space-y-3 text-sm">
        <Statement name="Why it matched">
          <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-soft">
            {evidence.why.map((reason) => (
              <li key={reason} className="before:mr-1.5 before:text-muted before:content-['·']">
                {reason}
              </li>
            ))}
          </ul>
        </Statement>
        <Statement
          name={evidence.outcome === "self_recovered" ? "How it ended, without a fix" : "What fixed it"}
        >
          <p dir="auto" className="prose-text">
            {evidence.resolution}
          </p>
        </Statement>
        <Statement name="Why it broke">
          <p dir="auto" className="prose-text text-soft">
            {evidence.root_cause}
          </p>
        </Statement>
        {evidence.ineffective_actions && (
          <Statement name="What did not help">
            <p dir="auto" className="prose-text text-soft">
              {evidence.ineffective_actions}
            </p>
          </Statement>
        )}
      </dl>
      <Disclosure summary={<span className="text-xs">As memory returned it</span>} className="mt-2 -ml-1">
        <SourceText label={`Memory text of ${evidence.incident_id}`} text={evidence.memory_text} />
      </Disclosure>
    </>
  );
}

function Statement({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-0.5 text-xs font-medium text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
