import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { ActionItem } from "@/api/types";
import { SampleBadge, SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { dayWords } from "@/features/action-items/due";
import { KindMark, PriorityMark } from "@/features/action-items/item-marks";
import { NOBODY, TARGETS_MEANING } from "@/features/action-items/words";
import { hostOf } from "@/lib/links";

/** What is known of an action item, by name; days are days in UTC. */
export function ItemFacts({ item }: { item: ActionItem }) {
  return (
    <Panel title="Facts" className="self-start max-lg:order-first">
      <Facts
        items={[
          ["Owner", <bdi key="owner">{item.owner ?? NOBODY}</bdi>],
          ["Due", item.due_on ? `${dayWords(item.due_on)} (UTC)` : "No due date"],
          [
            "Target",
            <span key="target" title={TARGETS_MEANING}>
              {dayWords(item.target_on)} (UTC)
            </span>,
          ],
          ["Priority", <PriorityMark key="priority" priority={item.priority} />],
          ["Kind", <KindMark key="kind" kind={item.kind} />],
          ["Incident", <OfIncident key="incident" item={item} />],
          ["Tracker", <TrackerLink key="link" href={item.link} />],
          [
            "Added",
            <span key="added">
              <Timestamp at={item.created_at} form="both" /> by <bdi>{item.created_by}</bdi>
            </span>,
          ],
          ...(item.closed_at
            ? [["Closed", <Timestamp key="closed" at={item.closed_at} form="both" />] as const]
            : []),
        ]}
      />
    </Panel>
  );
}

function OfIncident({ item }: { item: ActionItem }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Link
        to="/incidents/$id"
        params={{ id: item.incident_id }}
        className="basis-full text-accent hover:underline"
      >
        {item.incident_id} <bdi>{item.incident_title}</bdi>
      </Link>
      <SeverityBadge severity={item.severity} />
      <StatusBadge status={item.incident_status} />
      <bdi className="text-xs text-muted">{item.service}</bdi>
      {item.sample && <SampleBadge />}
    </span>
  );
}

function TrackerLink({ href }: { href: string | null }) {
  const host = href === null ? null : hostOf(href);
  if (href === null || host === null) return <span className="text-muted">None</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 text-accent hover:underline"
    >
      {host} <ExternalLink className="size-3.5" aria-hidden />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
