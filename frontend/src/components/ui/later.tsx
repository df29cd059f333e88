import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { painted } from "@/lib/painted";

const HELD_AT_MOST_MS = 1_000;

type LaterProps = {
  meanwhile: ReactNode;
  children: ReactNode;
  /** Something above is about to come that is wanted sooner; it is waited for, but not for long. */
  held?: boolean;
};

/** Draws what stands below the first screen once that is painted, in pieces that leave room for keys and clicks. */
export function Later({ meanwhile, children, held = false }: LaterProps) {
  const [isDue, setDue] = useState(false);
  const wasHeld = useRef(held);
  useEffect(() => {
    let isWanted = true;
    const begin = () => isWanted && startTransition(() => setDue(true));
    const timer = held ? setTimeout(begin, HELD_AT_MOST_MS) : undefined;
    if (!held && wasHeld.current) void painted().then(begin);
    else if (!held) begin();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [held]);
  return isDue ? children : meanwhile;
}
