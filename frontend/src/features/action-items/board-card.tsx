import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import type { ActionItemState, ActionItemSummary } from "@/api/types";
import { SampleBadge, SeverityBadge } from "@/components/incident/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { DueMark, KindMark, OwnerMark, PriorityMark } from "@/features/action-items/item-marks";
import { MoveMenu } from "@/features/action-items/move-menu";

type BoardCardProps = {
  item: ActionItemSummary;
  busy: boolean;
  followed: boolean;
  /** Has to stay the same function: focus goes to the card once. */
  onFollowed: () => void;
  onMove: (to: ActionItemState, reason?: string) => Promise<boolean>;
  onDrag: (item: ActionItemSummary | null) => void;
  onStep: (by: -1 | 1) => void;
};

/** One action item on the board; focus goes with it where it is moved. */
export function BoardCard({ item, busy, followed, onFollowed, onMove, onDrag, onStep }: BoardCardProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!followed) return;
    // The menu, which is closing, gives focus back to a button that went with the card's old place.
    const timer = setTimeout(() => {
      link.current?.focus();
      onFollowed();
    }, 0);
    return () => clearTimeout(timer);
  }, [followed, onFollowed]);
  return (
    <li
      draggable
      aria-busy={busy || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", item.id);
        onDrag(item);
      }}
      onDragEnd={() => onDrag(null)}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
        event.preventDefault();
        if (!busy) onStep(event.key === "ArrowLeft" ? -1 : 1);
      }}
      className={clsx(
        "space-y-1.5 rounded-md border border-line bg-surface p-2.5 text-sm",
        busy ? "opacity-60" : "cursor-grab active:cursor-grabbing",
      )}
    >
      <div className="flex items-start gap-1">
        <Link
          ref={link}
          to="/action-items/$id"
          params={{ id: item.id }}
          dir="auto"
          draggable={false}
          className="min-w-0 flex-1 font-medium wrap-anywhere hover:underline"
        >
          {item.title}
        </Link>
        <MoveMenu item={item} onMove={onMove} />
      </div>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-soft">
        <OwnerMark owner={item.owner} />
        <DueMark item={item} />
      </p>
      {item.reason && (
        <p dir="auto" className="line-clamp-2 text-xs text-soft wrap-anywhere">
          {item.reason}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted">
        <PriorityMark priority={item.priority} />
        <KindMark kind={item.kind} />
        <span className="font-mono">{item.id}</span>
        {item.sample && <SampleBadge />}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line pt-1.5 text-xs text-muted">
        <SeverityBadge severity={item.severity} />
        <IncidentLink id={item.incident_id} />
        <span dir="auto" className="min-w-0 truncate">
          {item.service}
        </span>
      </p>
    </li>
  );
}
