import type { ActionItem, ActionItemAdd, ActionItemEdit } from "@/api/types";
import { filled } from "@/lib/text";

/** An action item as a form's controls hold it. */
export type ItemDraft = {
  title: string;
  details: string;
  owner: string;
  due_on: string;
  kind: string;
  priority: string;
  link: string;
};

export const BLANK_ITEM: ItemDraft = {
  title: "",
  details: "",
  owner: "",
  due_on: "",
  kind: "prevent",
  priority: "medium",
  link: "",
};

export function draftOf(item: ActionItem): ItemDraft {
  return {
    title: item.title,
    details: item.details ?? "",
    owner: item.owner ?? "",
    due_on: item.due_on ?? "",
    kind: item.kind,
    priority: item.priority,
    link: item.link ?? "",
  };
}

/** What to add; a due date that is left out becomes the target. */
export function additionOf(draft: ItemDraft): ActionItemAdd {
  const { due_on, ...rest } = fieldsOf(draft);
  return { ...rest, ...(due_on === null ? {} : { due_on }) };
}

/** Only what differs from the item. */
export function changesOf(draft: ItemDraft, item: ActionItem): ActionItemEdit {
  const before = fieldsOf(draftOf(item));
  return Object.fromEntries(
    Object.entries(fieldsOf(draft)).filter(([name, value]) => before[name as keyof ItemDraft] !== value),
  );
}

function fieldsOf(draft: ItemDraft) {
  return {
    title: draft.title.trim(),
    details: filled(draft.details) === null ? null : draft.details,
    owner: filled(draft.owner),
    due_on: filled(draft.due_on),
    kind: draft.kind as ActionItem["kind"],
    priority: draft.priority as ActionItem["priority"],
    link: filled(draft.link),
  };
}
