import type { ActionItemSummary } from "@/api/types";

type Owned = { owner: string | null; items: ActionItemSummary[] };

/** Items by owner, in the order in which the owners first come. */
export function byOwner(items: readonly ActionItemSummary[]): Owned[] {
  const groups = new Map<string | null, ActionItemSummary[]>();
  for (const item of items) groups.set(item.owner, [...(groups.get(item.owner) ?? []), item]);
  return [...groups].map(([owner, owned]) => ({ owner, items: owned }));
}
