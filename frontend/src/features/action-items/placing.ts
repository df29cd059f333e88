import type { ActionItemState, ActionItemSummary } from "@/api/types";

/** Items that are on their way to another state, by id, until the lists have been read again. */
export type Moving = Readonly<Record<string, { item: ActionItemSummary; to: ActionItemState }>>;

/** What a column shows: its items without those that leave, and above them those that arrive. */
export function placed(
  state: ActionItemState,
  items: readonly ActionItemSummary[],
  moving: Moving,
): ActionItemSummary[] {
  const staying = items.filter(({ id }) => (moving[id]?.to ?? state) === state);
  const shown = new Set(staying.map(({ id }) => id));
  const arriving = Object.values(moving).filter(({ item, to }) => to === state && !shown.has(item.id));
  return [...arriving.map(({ item, to }) => ({ ...item, state: to })), ...staying];
}
