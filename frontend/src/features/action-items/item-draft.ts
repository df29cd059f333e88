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

export const FIELD_LABELS: Record<keyof ItemDraft, string> = {
  title: "What is to be done",
  details: "Details",
  owner: "Owner",
  due_on: "Due date",
  kind: "Kind",
  priority: "Priority",
  link: "Link to your tracker",
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

/** Only what the draft changes of what it began from. */
export function changesOf(draft: ItemDraft, base: ItemDraft): ActionItemEdit {
  const before = fieldsOf(base);
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
