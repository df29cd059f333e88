import type { TimelineItem } from "@/api/types";
import { toast } from "@/components/ui/toast";

const PREFIX = "entry-";

/** The element id of an entry, and the part of an address behind `#` that leads to it. */
export function entryAnchor(entryId: string): string {
  return `${PREFIX}${entryId}`;
}

/** The entry that the part behind `#` leads to; null where it leads to none. */
export function entryIn(hash: string): string | null {
  return hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null;
}

/** Copies the address of an entry, or shows it where the browser does not allow that. */
export async function copyLink(incidentId: string, { id }: TimelineItem): Promise<void> {
  const address = `${window.location.origin}/incidents/${incidentId}#${entryAnchor(id)}`;
  try {
    await navigator.clipboard.writeText(address);
    toast("Link to the entry copied.");
  } catch {
    toast(`The browser did not allow copying. The link is ${address}`, { tone: "bad" });
  }
}
