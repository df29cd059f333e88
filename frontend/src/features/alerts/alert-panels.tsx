import { Link } from "@tanstack/react-router";
import { NotebookText } from "lucide-react";
import type { Alert, AlertLink } from "@/api/types";
import { DeliveryLink } from "@/components/alerts/alert-link";
import { AlertLinks } from "@/components/alerts/alert-links";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";

/** What is known of it at a glance. */
export function FactsPanel({ alert }: { alert: Alert }) {
  return (
    <Panel title="Facts">
      <Facts
        items={[
          ["Service", <Foreign key="service" text={alert.service} />],
          ["Environment", <Foreign key="environment" text={alert.environment} />],
          ["Version", <Foreign key="version" text={alert.version} />],
          ["Started", <Timestamp key="started" at={alert.starts_at} form="both" />],
          ["Ended", <Timestamp key="ended" at={alert.ends_at} form="both" />],
          ["Acknowledged", <Timestamp key="acknowledged" at={alert.acknowledged_at} form="both" />],
          ["First heard of", <Timestamp key="first" at={alert.first_received_at} form="both" />],
          ["Last heard of", <Timestamp key="last" at={alert.last_received_at} form="both" />],
          ["Fired", <span key="fired" className="tabular">{`${alert.occurrences} ×`}</span>],
          [
            "Duplicates",
            <span key="duplicates" className="tabular">
              {alert.duplicates}
            </span>,
          ],
          [
            "Source",
            <Link
              key="source"
              to="/integrations/$id"
              params={{ id: alert.integration_id }}
              className="text-accent hover:underline"
            >
              {alert.source}
            </Link>,
          ],
          ["Last delivery", <DeliveryLink key="delivery" id={alert.delivery_id} />],
          [
            "Identity",
            <code key="identity" className="font-mono text-xs">
              {alert.fingerprint}
            </code>,
          ],
        ]}
      />
    </Panel>
  );
}

function Foreign({ text }: { text: string | null }) {
  return text === null ? <span className="text-muted">not said</span> : <span dir="auto">{text}</span>;
}

/** What could not be read as it stood, or is odd about it. */
export function NotesPanel({ notes }: { notes: readonly string[] }) {
  return (
    <section aria-label="Notes" className="rounded-lg border border-warn/50 bg-warn-wash px-4 py-3 text-sm">
      <h2 className="flex items-center gap-2 font-semibold">
        <NotebookText className="size-4 text-warn" aria-hidden /> Notes
      </h2>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {notes.map((note) => (
          <li key={note} dir="auto" className="wrap-anywhere">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Addresses that the source gives. */
export function LinksPanel({ links }: { links: readonly AlertLink[] }) {
  return (
    <Panel title="Links">
      <AlertLinks links={links} />
    </Panel>
  );
}

/** Its labels, as its source gives them. */
export function LabelsPanel({ labels }: { labels: Record<string, string> }) {
  const pairs = Object.entries(labels);
  return (
    <Panel title="Labels" aside={<span className="tabular text-xs text-muted">{pairs.length}</span>}>
      {pairs.length === 0 ? (
        <p className="text-sm text-muted">None.</p>
      ) : (
        <dl className="space-y-1.5 font-mono text-xs">
          {pairs.map(([name, value]) => (
            <div key={name} className="min-w-0 wrap-anywhere">
              <dt dir="auto" className="inline text-muted after:content-['=']">
                {name}
              </dt>
              <dd dir="auto" className="inline">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
