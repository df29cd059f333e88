import { useQueryClient } from "@tanstack/react-query";
import { actionItemQuery, editActionItem } from "@/api/action-items";
import { isStaleRevision } from "@/api/problem";
import type { ActionItem } from "@/api/types";
import { toast } from "@/components/ui/toast";
import { changesOf, draftOf, type ItemDraft } from "@/features/action-items/item-draft";
import { useItemChange } from "@/features/action-items/use-item-change";
import { useEditDraft, type Version } from "@/lib/edit-draft";

/** An edit under way: sends what was changed here alone; after somebody else's change, theirs is taken over under it. */
export function useItemEdit(item: ActionItem, onDone: () => void) {
  const client = useQueryClient();
  const draft = useEditDraft(`action-item.edit.${item.id}`, versionOf(item));
  const { base, values } = draft;
  const save = useItemChange(async (sent: ItemDraft) => {
    const saved = await editActionItem(item.id, base.revision, changesOf(sent, base.values));
    toast(`${item.id} is saved.`);
    if (draft.accepted(sent, versionOf(saved))) onDone();
    return saved;
  });
  const discard = () => {
    draft.discard();
    onDone();
  };
  const meetConflict = async () =>
    draft.meet(versionOf(await client.fetchQuery({ ...actionItemQuery(item.id), staleTime: 0 })));
  const submit = () => {
    if (Object.keys(changesOf(values, base.values)).length === 0) return discard();
    save.mutate(values, {
      onError: (error) => void (isStaleRevision(error) && meetConflict()),
    });
  };
  return { draft, save, isStale: isStaleRevision(save.error), submit, discard };
}

function versionOf(item: ActionItem): Version<ItemDraft> {
  return { values: draftOf(item), revision: item.revision };
}
