import { useEffect, useRef } from "react";
import { editActionItem } from "@/api/action-items";
import { isStaleRevision } from "@/api/problem";
import type { ActionItem, ActionItemState, ActionItemSummary } from "@/api/types";
import { toast } from "@/components/ui/toast";
import { tellFailure, useItemChange } from "@/features/action-items/use-item-change";
import { STATES } from "@/features/action-items/words";
import { announce } from "@/lib/announce";
import { isBusy } from "@/lib/commands";

export type Move = { item: ActionItemSummary; to: ActionItemState; reason?: string };

/** Something that can be taken back: the way back, null where it failed, and the revision that it was made at. */
type Made = { back: Promise<Move | null>; at: number; dismissNote?: () => void };

/** Shows a move from when it is sent until it is over. */
export type ShowMove = (move: Move, sent: Promise<unknown>) => void;

const UNDO = { label: "Undo", keys: ["Ctrl", "Z"] } as const;

/**
 * Moves items between states, says whether each went, and takes moves back: a certain one, or by Ctrl+Z the last one.
 * One on a page: the key is one.
 */
export function useMoves(show: ShowMove = () => {}) {
  const { mutateAsync } = useItemChange(({ item, to, reason }: Move) =>
    editActionItem(item.id, item.revision, { state: to, ...(reason ? { reason } : {}) }),
  );
  const made = useRef<readonly Made[]>([]);
  const turn = useRef(Promise.resolve());

  const send = async (wanted: Move): Promise<ActionItem> => {
    const sent = mutateAsync(wanted);
    show(wanted, sent);
    return sent;
  };
  const move = async (wanted: Move): Promise<boolean> => {
    const { item, to } = wanted;
    const sent = send(wanted);
    const one: Made = { back: sent.then((moved) => wayBack(moved, item), nothing), at: item.revision };
    made.current = [...made.current, one];
    try {
      await sent;
    } catch (error) {
      forget(one);
      tellFailure(`Moving ${item.id}`, error);
      return false;
    }
    one.dismissNote = toast(`${item.id} is now in ${STATES[to].word}.`, {
      action: { ...UNDO, run: () => undo(one) },
    });
    return true;
  };
  const forget = (gone: Made) => {
    made.current = made.current.filter((one) => one !== gone);
  };
  const takeBack = async (one: Made | undefined): Promise<void> => {
    if (!one || !made.current.includes(one)) return;
    const back = await one.back;
    one.dismissNote?.();
    if (back === null) return forget(one);
    const { item, to } = back;
    try {
      const undone = await send(back);
      forget(one);
      // What was done to the item before can be taken back from where it stands again.
      for (const earlier of made.current) follow(earlier, undone, one.at);
      toast(`${item.id} is back in ${STATES[to].word}.`);
    } catch (error) {
      if (!isStaleRevision(error)) return tellFailure(`Taking back the move of ${item.id}`, error);
      forget(one);
      toast(`${item.id} was changed since it was moved, so it stays where it is.`, { tone: "bad" });
    }
  };
  /** One after the other: the next one begins from where the one before has led. */
  const inTurn = (act: () => Promise<void>) => {
    turn.current = turn.current.then(act);
  };
  const undo = (one: Made) => inTurn(() => takeBack(one));
  const undoLast = () => {
    if (made.current.length === 0) announce("There is no move to take back.");
    else inTurn(() => takeBack(made.current.at(-1)));
  };
  useUndoKey(undoLast);
  return { move, undoLast };
}

function wayBack(moved: ActionItemSummary, before: ActionItemSummary): Move {
  return { item: moved, to: before.state, reason: before.reason ?? undefined };
}

function nothing(): null {
  return null;
}

/** Leads the earlier move of the same item back from where it stands again, if what was undone had followed it at once. */
function follow(earlier: Made, undone: ActionItemSummary, revision: number): void {
  earlier.back = earlier.back.then((move) =>
    move?.item.id === undone.id && move.item.revision === revision ? { ...move, item: undone } : move,
  );
}

/** Ctrl or Cmd with Z takes back; in a field it stays the field's own. */
function useUndoKey(undo: () => void): void {
  const latest = useRef(undo);
  useEffect(() => {
    latest.current = undo;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey || event.repeat || event.defaultPrevented || isBusy(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
