import { editActionItem } from "@/api/action-items";
import type { ActionItem } from "@/api/types";
import { toast } from "@/components/ui/toast";
import { dayWords } from "@/features/action-items/due";
import { ItemDialog } from "@/features/action-items/item-dialog";
import { changesOf, draftOf } from "@/features/action-items/item-draft";
import { useItemChange } from "@/features/action-items/use-item-change";
import { useDraft } from "@/lib/draft";

/** Edits an action item; after somebody else's change the item is read again and the text typed here stays. */
export function EditDialog({ item, onClose }: { item: ActionItem; onClose: () => void }) {
  const draft = useDraft(`action-item.edit.${item.id}`, draftOf(item));
  const changes = changesOf(draft.values, item);
  const save = useItemChange(() => editActionItem(item.id, item.revision, changes));
  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = () => {
    if (Object.keys(changes).length === 0) return close();
    save.mutate(undefined, {
      onSuccess: () => {
        close();
        toast(`${item.id} is saved.`);
      },
    });
  };
  return (
    <ItemDialog
      title={`Edit ${item.id}`}
      action="Save"
      dueHint={`The target is ${dayWords(item.target_on)}.`}
      draft={draft}
      error={save.error}
      busy={save.isPending}
      onSubmit={submit}
      onClose={close}
    />
  );
}
