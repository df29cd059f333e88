import { CalendarClock, Hourglass, UserRound, UserRoundX } from "lucide-react";
import type { ActionItemKind, ActionItemPriority, ActionItemState, ActionItemSummary } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { dayWords, dueWords } from "@/features/action-items/due";
import {
  KINDS,
  NOBODY,
  PRIORITIES,
  STATES,
  TARGET_WEEKS,
  TARGETS_MEANING,
} from "@/features/action-items/words";
import { counted } from "@/lib/text";
import { useNow } from "@/lib/time";

export function StateBadge({ state }: { state: ActionItemState }) {
  const { word, icon, tone } = STATES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

export function KindMark({ kind }: { kind: ActionItemKind }) {
  const { word, icon: Icon, meaning } = KINDS[kind];
  return (
    <span className="inline-flex items-center gap-1" title={`So that ${meaning}`}>
      <Icon className="size-3.5" aria-hidden /> {word}
    </span>
  );
}

export function PriorityMark({ priority }: { priority: ActionItemPriority }) {
  const { word, icon: Icon } = PRIORITIES[priority];
  return (
    <span className="inline-flex items-center gap-1">
      <Icon className="size-3.5" aria-hidden /> {word} priority
    </span>
  );
}

export function OwnerMark({ owner }: { owner: string | null }) {
  const Icon = owner === null ? UserRoundX : UserRound;
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <Icon className="size-3.5 shrink-0" aria-hidden />
      <span className="sr-only">Owner: </span>
      <span dir="auto" className="truncate">
        {owner ?? NOBODY}
      </span>
    </span>
  );
}

/** When it is due, how late it is, and whether the target of its severity is missed: two facts, two marks. */
export function DueMark({ item }: { item: ActionItemSummary }) {
  return (
    <>
      {item.overdue ? (
        <Badge tone="bad" icon={CalendarClock} title={item.due_on ? `Was due ${dayWords(item.due_on)}` : ""}>
          {counted(item.days_overdue, "day")} late
        </Badge>
      ) : (
        <InTime item={item} />
      )}
      {item.past_target && (
        <Badge tone="warn" icon={Hourglass} title={`Target ${dayWords(item.target_on)}. ${TARGETS_MEANING}`}>
          {TARGET_WEEKS[item.severity]}-week target missed
        </Badge>
      )}
    </>
  );
}

function InTime({ item }: { item: ActionItemSummary }) {
  const now = useNow(60_000);
  if (item.closed_at) return <span className="tabular">closed {dayWords(item.closed_at.slice(0, 10))}</span>;
  return (
    <span
      className="inline-flex items-center gap-1"
      title={item.due_on ? `${dayWords(item.due_on)}, by the day in UTC` : undefined}
    >
      <CalendarClock className="size-3.5" aria-hidden /> {dueWords(item, now)}
    </span>
  );
}
