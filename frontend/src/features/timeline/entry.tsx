import clsx from "clsx";
import { History, Link2, Pencil, Pin, PinOff, Trash2, Undo2 } from "lucide-react";
import type { MouseEventHandler, ReactNode } from "react";
import type { TimelineItem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { EntryBody } from "@/features/timeline/entry-body";
import { EntryEditor } from "@/features/timeline/entry-editor";
import { copyLink, entryAnchor } from "@/features/timeline/entry-link";
import { describeEntry } from "@/features/timeline/entry-words";
import type { Tell } from "@/features/timeline/field-changes";
import { besideText, type Row, tellIn, writtenLate } from "@/features/timeline/rows";
import type { EntryChanges } from "@/features/timeline/use-entry-changes";
import { isEntryKind, MARKS, markOf, PIN_WORDS } from "@/features/timeline/words";

export type EntryActions = {
  changes: EntryChanges;
  editing: string | null;
  /** Whether somebody removed the entry that is being edited. */
  isEditedGone: boolean;
  onEdit: (item: TimelineItem | null) => void;
  onHistory: (item: TimelineItem) => void;
};

type EntryProps = {
  incidentId: string;
  row: Row;
  declaredAt: string | null;
  zone: string;
  other: string;
} & EntryActions;

/** One entry: what happened, by both clocks, and what can be done with it. */
export function Entry({ incidentId, row, declaredAt, zone, other, ...actions }: EntryProps) {
  const { item, day } = row;
  const Icon = MARKS[markOf(item)] ?? MARKS.change;
  const isEditing = actions.editing === item.id;
  return (
    <>
      {day && (
        <h3 className="tabular mb-2 border-b border-line pt-3 pb-1 text-xs font-semibold text-soft">{day}</h3>
      )}
      <div
        id={entryAnchor(item.id)}
        tabIndex={-1}
        className={clsx(
          "grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 rounded-md py-1.5 text-sm",
          item.pinned && "border border-edge/60 px-2",
        )}
      >
        {Icon && (
          <Icon
            className={clsx("mt-0.5 size-4", item.source === "memory" ? "text-accent" : "text-muted")}
            aria-hidden
          />
        )}
        {isEditing ? (
          <EntryEditor
            incidentId={incidentId}
            item={item}
            isGone={actions.isEditedGone}
            onClose={() => actions.onEdit(null)}
          />
        ) : (
          <Said
            incidentId={incidentId}
            row={row}
            declaredAt={declaredAt}
            tell={tellIn(zone, other, row.clock)}
            {...actions}
          />
        )}
      </div>
    </>
  );
}

type SaidProps = Omit<EntryProps, "zone" | "other"> & { tell: Tell };

function Said({ incidentId, row, declaredAt, tell, changes, onEdit, onHistory }: SaidProps) {
  const { item } = row;
  const { headline, body } = describeEntry(item, tell);
  const isOpen = item.kind === "hypothesis" && item.details?.state === "open" && !item.removed_at;
  return (
    <div className="min-w-0 space-y-1">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">
          <span dir="auto" className={item.removed_at ? "line-through" : undefined}>
            {headline}
          </span>
          {item.pinned && <Tag>Pinned</Tag>}
          {item.removed_at && <Tag>Removed by {item.removed_by}</Tag>}
        </p>
        <Buttons incidentId={incidentId} item={item} changes={changes} onEdit={onEdit} />
      </div>
      {body && <EntryBody text={body} />}
      <Clocks row={row} declaredAt={declaredAt} tell={tell} onHistory={onHistory} />
      {isOpen && (
        <div className="flex gap-1.5 pt-0.5">
          <Button size="sm" onClick={() => changes.judge.mutate({ item, state: "confirmed" })}>
            Confirm
          </Button>
          <Button size="sm" onClick={() => changes.judge.mutate({ item, state: "ruled_out" })}>
            Rule out
          </Button>
        </div>
      )}
    </div>
  );
}

function Tag({ children }: { children: ReactNode }) {
  return <span className="ml-2 rounded border border-line px-1 py-px text-xs text-soft">{children}</span>;
}

type ClocksProps = {
  row: Row;
  declaredAt: string | null;
  tell: Tell;
  onHistory: EntryActions["onHistory"];
};

function Clocks({ row: { item, clock, beside }, declaredAt, tell, onHistory }: ClocksProps) {
  const due = typeof item.details?.next_update_at === "string" ? item.details.next_update_at : null;
  const isBefore = declaredAt !== null && item.happened_at < declaredAt;
  const late = writtenLate(item);
  const remarks = [
    item.source === "memory" ? null : item.actor,
    isBefore ? "before it was declared" : null,
    late,
    due && `next update ${tell(due)}`,
  ].filter((remark) => remark !== null);
  return (
    <p className="tabular text-xs text-muted">
      <time dateTime={item.happened_at}>
        <span className="text-soft">
          {clock.time} {clock.offset}
        </span>
        {beside && ` (${besideText(clock, beside)})`}
      </time>
      {remarks.map((remark) => (
        <span key={remark} dir="auto" className="wrap-anywhere">
          {" · "}
          {remark}
        </span>
      ))}
      {item.revision > 1 && (
        <>
          {" · "}
          <button
            type="button"
            className="inline-flex min-h-6 items-center gap-1 underline underline-offset-2 hover:text-ink"
            onClick={() => onHistory(item)}
          >
            <History className="size-3" aria-hidden />
            {item.edited_by ? `edited by ${item.edited_by}` : "history"}
          </button>
        </>
      )}
    </p>
  );
}

type ButtonsProps = {
  incidentId: string;
  item: TimelineItem;
  changes: EntryChanges;
  onEdit: EntryActions["onEdit"];
};

function Buttons({ incidentId, item, changes, onEdit }: ButtonsProps) {
  if (item.source === "memory") return null;
  if (item.removed_at) {
    return (
      <IconButton label="Bring back" onClick={() => changes.restore.mutate(item)}>
        <Undo2 />
      </IconButton>
    );
  }
  return (
    <div className="-mt-0.5 flex shrink-0 max-sm:-mt-1.5">
      <IconButton
        label={item.pinned ? "Unpin" : "Pin"}
        hint={item.pinned ? undefined : PIN_WORDS.hint}
        onClick={() => changes.pin.mutate(item)}
      >
        {item.pinned ? <PinOff /> : <Pin />}
      </IconButton>
      <IconButton label="Copy link" onClick={() => void copyLink(incidentId, item)}>
        <Link2 />
      </IconButton>
      {isEntryKind(item.kind) && (
        <>
          <IconButton label="Edit" onClick={() => onEdit(item)}>
            <Pencil />
          </IconButton>
          <IconButton
            label="Remove"
            onClick={(event) => {
              // The button goes with the entry, and would take the focus with it.
              event.currentTarget.closest("ol")?.focus();
              changes.remove.mutate(item);
            }}
          >
            <Trash2 />
          </IconButton>
        </>
      )}
    </div>
  );
}

type IconButtonProps = {
  label: string;
  hint?: string;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
};

function IconButton({ label, hint, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-description={hint}
      title={hint ? `${label}: ${hint}` : label}
      onClick={onClick}
      className="flex size-6 items-center justify-center rounded text-muted hover:bg-raised hover:text-ink max-sm:size-8 [&_svg]:size-3.5"
    >
      {children}
    </button>
  );
}
