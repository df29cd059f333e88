import { Undo2 } from "lucide-react";
import { useCallback, useState } from "react";
import type { ActionItemFilters } from "@/api/action-items";
import type { ActionItemCounts, ActionItemState, ActionItemSummary } from "@/api/types";
import { BoardColumn } from "@/features/action-items/board-column";
import { Legend } from "@/features/action-items/legend";
import { beside, type Moving } from "@/features/action-items/placing";
import { type ShowMove, useMoves } from "@/features/action-items/use-moves";
import { WontDoDialog } from "@/features/action-items/wont-do-dialog";
import { MOVES, STATE_ORDER } from "@/features/action-items/words";
import { announce } from "@/lib/announce";
import { useCommand } from "@/lib/commands";

type BoardProps = { filters: ActionItemFilters; counts: ActionItemCounts | undefined };

/** Columns by state; cards are dragged, or moved by their menu or keys. What moves, or moves back, is shown in its place at once. */
export function Board({ filters, counts }: BoardProps) {
  const [moving, setMoving] = useState<Moving>({});
  const [dragged, setDragged] = useState<ActionItemSummary | null>(null);
  const [refused, setRefused] = useState<ActionItemSummary | null>(null);
  const [followed, setFollowed] = useState<string | null>(null);

  const leave = useCallback(() => setFollowed(null), []);
  const show: ShowMove = ({ item, to }, sent) => {
    setFollowed(item.id);
    setMoving((before) => ({ ...before, [item.id]: { item, to } }));
    const over = () => setMoving(({ [item.id]: _, ...rest }) => rest);
    sent.catch(() => setFollowed(item.id)).finally(over);
  };
  const moves = useMoves(show);
  useCommand({ label: "Take back the last move", icon: Undo2, run: moves.undoLast });
  const move = (item: ActionItemSummary, to: ActionItemState, reason?: string) =>
    moves.move({ item, to, reason });
  const canDrop = (to: ActionItemState) => dragged !== null && MOVES[dragged.state].includes(to);
  const send = (item: ActionItemSummary, to: ActionItemState) => {
    if (to === "wont_do") setRefused(item);
    else void move(item, to);
  };
  const drop = (to: ActionItemState) => {
    if (dragged !== null && canDrop(to)) send(dragged, to);
  };
  const step = (item: ActionItemSummary, by: -1 | 1) => {
    const to = beside(item.state, by);
    if (to) send(item, to);
    else announce(`${item.id} cannot go further ${by < 0 ? "left" : "right"}.`);
  };
  return (
    <div className="space-y-3">
      <Legend />
      <div className="grid gap-4 lg:grid-cols-4 lg:gap-2">
        {STATE_ORDER.map((state) => (
          <BoardColumn
            key={state}
            state={state}
            filters={filters}
            count={counts?.[state]}
            moving={moving}
            followed={followed}
            onFollowed={leave}
            accepts={canDrop(state)}
            onMove={move}
            onDrag={setDragged}
            onStep={step}
            onDrop={() => drop(state)}
          />
        ))}
      </div>
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
