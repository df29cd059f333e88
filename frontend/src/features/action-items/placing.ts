import type { ActionItemState, ActionItemSummary } from "@/api/types";
import { MOVES, STATE_ORDER } from "@/features/action-items/words";

/** Items that are on their way to another state, by id, until the lists have been read again. */
export type Moving = Readonly<Record<string, { item: ActionItemSummary; to: ActionItemState }>>;

/** The nearest state on that side of the board where an item of this state may go; null where there is none. */
export function beside(state: ActionItemState, by: -1 | 1): ActionItemState | null {
  const at = STATE_ORDER.indexOf(state);
  const side = by > 0 ? STATE_ORDER.slice(at + 1) : STATE_ORDER.slice(0, at).toReversed();
  return side.find((to) => MOVES[state].includes(to)) ?? null;
}

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
