import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast";
import { entryIn } from "@/features/timeline/entry-link";
import type { useTimelineRows } from "@/features/timeline/use-timeline-rows";

/** The entry that the address leads to, and which visit of the address it is: each leads there once. */
export type Target = { id: string; visit: string };

type Rows = Pick<ReturnType<typeof useTimelineRows>, "shown" | "isWhole" | "isWithRemoved" | "filters">;

/** The entry to go to, once it is among the rows: what hides it is taken away, and where it is gone that is said. */
export function useEntryTarget({ shown, isWhole, isWithRemoved, filters }: Rows): Target | null {
  const id = entryIn(useLocation({ select: ({ hash }) => hash }));
  const visit = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  const missed = useRef<string | null>(null);
  const isShown = id !== null && shown.some((item) => item.id === id);
  const isSought = id !== null && !isShown;
  const { showAll, setWithRemoved } = filters;
  useEffect(() => {
    if (!isSought || missed.current === visit) return;
    showAll();
    if (isWhole && !isWithRemoved) setWithRemoved(true);
    if (!isWithRemoved || !isWhole) return;
    missed.current = visit;
    toast("The entry that the link leads to is not in this timeline.", { tone: "bad" });
  }, [isSought, isWhole, isWithRemoved, visit, showAll, setWithRemoved]);
  return isShown ? { id, visit } : null;
}
