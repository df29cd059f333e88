import { type ReactNode, startTransition, useEffect, useState } from "react";

type LaterProps = { meanwhile: ReactNode; children: ReactNode };

/** Draws what stands below the first screen once that is painted, in pieces that leave room for keys and clicks. */
export function Later({ meanwhile, children }: LaterProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue ? children : meanwhile;
}
