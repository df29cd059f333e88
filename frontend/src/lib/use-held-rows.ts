import { useState } from "react";
import { holdOrder } from "@/lib/held-order";

/**
 * Rows that do not jump while they are looked at: newer ones wait until `show` is called.
 * Another `question` (filters) begins anew.
 */
export function useHeldRows<T extends { id: string }>(question: string, fresh: readonly T[] | undefined) {
  const [held, setHeld] = useState<{ question: string; ids: readonly string[] }>({ question, ids: [] });
  const ids = held.question === question ? held.ids : [];
  const { rows, waiting } = holdOrder(ids, fresh ?? []);
  const shown = rows.map(({ id }) => id);
  if (fresh && (held.question !== question || shown.join() !== ids.join())) setHeld({ question, ids: shown });
  return { rows, waiting, show: () => setHeld({ question, ids: (fresh ?? []).map(({ id }) => id) }) };
}
