import { addActionItem } from "@/api/action-items";
import type { Incident } from "@/api/types";
import { SEVERITIES } from "@/components/incident/labels";
import { toast } from "@/components/ui/toast";
import { ItemDialog } from "@/features/action-items/item-dialog";
import { additionOf, BLANK_ITEM, type ItemDraft } from "@/features/action-items/item-draft";
import { useItemChange } from "@/features/action-items/use-item-change";
import { useDraft } from "@/lib/draft";

type AddDialogProps = { incident: Pick<Incident, "id" | "severity">; onClose: () => void };

/** Adds an action item to an incident, during it or after it. */
export function AddDialog({ incident, onClose }: AddDialogProps) {
  const draft = useDraft(`action-item.${incident.id}`, BLANK_ITEM);
  const add = useItemChange(async (sent: ItemDraft) => {
    const item = await addActionItem(incident.id, additionOf(sent));
    draft.accepted(sent);
    toast(`${item.id} is added.`);
    return item;
  });
  const submit = () => add.mutate(draft.values, { onSuccess: onClose });
  return (
    <ItemDialog
      title={`New action item of ${incident.id}`}
      action="Add action item"
      dueHint={`A day in UTC. Left empty, it is due by the target for ${SEVERITIES[incident.severity].word}.`}
      draft={draft}
      error={add.error}
      busy={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
