import type { ActionItem } from "@/api/types";
import { ConflictNote } from "@/components/conflict-note";
import { dayWords } from "@/features/action-items/due";
import { ItemDialog } from "@/features/action-items/item-dialog";
import { FIELD_LABELS } from "@/features/action-items/item-draft";
import { useItemEdit } from "@/features/action-items/use-item-edit";

/** Edits an action item; when somebody else was faster, shows both versions and loses neither. */
export function EditDialog({ item, onClose }: { item: ActionItem; onClose: () => void }) {
  const { draft, save, isStale, submit, discard } = useItemEdit(item, onClose);
  return (
    <ItemDialog
      title={`Edit ${item.id}`}
      action={draft.clashes.length > 0 ? "Save over theirs" : "Save"}
      dueHint={`A day in UTC. The target is ${dayWords(item.target_on)}.`}
      draft={draft}
      error={save.error}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      onCancel={discard}
      notice={
        isStale && (
          <ConflictNote
            what="action item"
            labels={FIELD_LABELS}
            theirs={draft.base.values}
            mine={draft.values}
            fields={draft.clashes}
            onTakeTheirs={(field) => draft.takeTheirs([field])}
          />
        )
      }
    />
  );
}
