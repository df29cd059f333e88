type Held<T> = { rows: T[]; waiting: number };

/**
 * Rows in the order in which they are on screen already, with what is newest of each.
 * What came in above them waits and is counted; what follows the last of them, as a further page does, is shown.
 */
export function holdOrder<T extends { id: string }>(shown: readonly string[], fresh: readonly T[]): Held<T> {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const kept = shown.flatMap((id) => byId.get(id) ?? []);
  const onScreen = new Set(shown);
  const last = fresh.findLastIndex(({ id }) => onScreen.has(id));
  const further = fresh.slice(last + 1);
  const waiting = fresh.slice(0, last + 1).filter(({ id }) => !onScreen.has(id)).length;
  return { rows: [...kept, ...further], waiting };
}
