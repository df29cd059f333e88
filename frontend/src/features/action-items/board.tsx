import { useState } from "react";
import type { ActionItemFilters } from "@/api/action-items";
import type { ActionItemCounts, ActionItemState, ActionItemSummary } from "@/api/types";
import { BoardColumn } from "@/features/action-items/board-column";
import type { Moving } from "@/features/action-items/placing";
import { useMove } from "@/features/action-items/use-item-change";
import { WontDoDialog } from "@/features/action-items/wont-do-dialog";
import { MOVES, STATE_ORDER } from "@/features/action-items/words";

type BoardProps = { filters: ActionItemFilters; counts: ActionItemCounts | undefined };

/** Columns by state; cards are dragged, or moved by their menu. What moves is shown in its new place at once. */
export function Board({ filters, counts }: BoardProps) {
  const run = useMove();
  const [moving, setMoving] = useState<Moving>({});
  const [dragged, setDragged] = useState<ActionItemSummary | null>(null);
  const [refused, setRefused] = useState<ActionItemSummary | null>(null);
  const [followed, setFollowed] = useState<string | null>(null);

  const move = async (item: ActionItemSummary, to: ActionItemState, reason?: string) => {
    setFollowed(item.id);
    setMoving((before) => ({ ...before, [item.id]: { item, to } }));
    const moved = await run({ item, to, reason });
    setMoving(({ [item.id]: _, ...rest }) => rest);
    if (moved) setFollowed(null);
    return moved;
  };
  const canDrop = (to: ActionItemState) => dragged !== null && MOVES[dragged.state].includes(to);
  const drop = (to: ActionItemState) => {
    if (dragged === null || !canDrop(to)) return;
    if (to === "wont_do") setRefused(dragged);
    else void move(dragged, to);
  };
  return (
    <div className="grid gap-4 lg:grid-cols-4 lg:gap-2">
      {STATE_ORDER.map((state) => (
        <BoardColumn
          key={state}
          state={state}
          filters={filters}
          count={counts?.[state]}
          moving={moving}
          followed={followed}
          accepts={canDrop(state)}
          onMove={move}
          onDrag={setDragged}
          onDrop={() => drop(state)}
        />
      ))}
      {refused && (
        <WontDoDialog
          item={refused}
          onClose={() => setRefused(null)}
          onGiven={(reason) => move(refused, "wont_do", reason)}
        />
      )}
    </div>
  );
}
