import { Link } from "@tanstack/react-router";
import type { ActionItemSummary } from "@/api/types";
import { SampleBadge, SeverityBadge } from "@/components/incident/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { DueMark, OwnerMark, PriorityMark, StateBadge } from "@/features/action-items/item-marks";
import { MoveMenu } from "@/features/action-items/move-menu";
import type { Move } from "@/features/action-items/use-moves";

type ItemRowProps = {
  item: ActionItemSummary;
  about: "incident" | "owner";
  onMove: (move: Move) => Promise<boolean>;
};

/** One action item in a list that already says its owner, or its incident. */
export function ItemRow({ item, about, onMove }: ItemRowProps) {
  return (
    <li className="flex items-start gap-2 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 space-y-1">
        <Link
          to="/action-items/$id"
          params={{ id: item.id }}
          dir="auto"
          className="block font-medium wrap-anywhere hover:underline"
        >
          {item.title}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted">
          <StateBadge state={item.state} />
          {about === "owner" && <OwnerMark owner={item.owner} />}
          <DueMark item={item} />
          {about === "incident" && (
            <>
              <PriorityMark priority={item.priority} />
              <SeverityBadge severity={item.severity} />
              <IncidentLink id={item.incident_id} />
              <span dir="auto">{item.service}</span>
            </>
          )}
          {item.sample && <SampleBadge />}
        </p>
      </div>
      <MoveMenu item={item} onMove={(to, reason) => onMove({ item, to, reason })} />
    </li>
  );
}
