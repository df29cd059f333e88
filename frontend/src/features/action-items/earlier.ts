import type { EarlierIncident } from "@/api/types";
import { dueWords } from "@/features/action-items/due";
import { NOBODY } from "@/features/action-items/words";
import { counted } from "@/lib/text";

/** The words around the title of the first item that an earlier incident left open. */
export function earlierWords(
  { open, first }: EarlierIncident,
  now: number,
): { before: string; after: string } {
  return {
    before: `left ${counted(open, "action item")} open:`,
    after: `(${dueWords(first, now)}, ${first.owner ?? NOBODY.toLowerCase()})`,
  };
}
