import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { timelineQuery } from "@/api/incidents";
import { wholeTimelineQuery } from "@/api/timeline";
import type { TimelineItem } from "@/api/types";
import { type Filter, fits, withEdited, zonesOf } from "@/features/timeline/rows";
import { useOlderEntries } from "@/features/timeline/use-older-entries";
import { holdOrder } from "@/lib/held-order";
import { ownZone, useZoneChoice } from "@/lib/zones";

/**
 * The rows that are shown, newest first. While the reader is `busy` among them, what others add waits and is counted,
 * so that nothing moves under the eyes; what changes in place is shown. The entry that is `edited` stays even where
 * somebody removed it: `isEditedGone`.
 */
export function useTimelineRows(incidentId: string, reading: boolean, edited: TimelineItem | null) {
  const busy = reading || edited !== null;
  const [filter, setFilter] = useState<Filter>("all");
  const [pinnedOnly, setPinnedOnly] = useState(false);
  const [withRemoved, setWithRemoved] = useState(false);
  const [ownFirst, setOwnFirst] = useZoneChoice();
  const showAll = useCallback(() => {
    setFilter("all");
    setPinnedOnly(false);
  }, []);
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const visible = useQuery(timelineQuery(incidentId));
  const whole = useQuery({ ...wholeTimelineQuery(incidentId), enabled: withRemoved });
  // The newest part is read first; the others follow by themselves, one after the other.
  const older = useOlderEntries(incidentId);

  const items = (withRemoved ? whole.data : undefined)?.items ?? visible.data?.items ?? [];
  const known = edited && items.find(({ id }) => id === edited.id);
  const fitting = items.filter((item) => fits(filter, item) && (!pinnedOnly || item.pinned)).toReversed();
  const fresh = withEdited(fitting, known ?? edited);
  if (busy && held === null) setHeld(fresh.map(({ id }) => id));
  if (!busy && held !== null) setHeld(null);
  const { rows: shown, waiting } = held === null ? { rows: fresh, waiting: 0 } : holdOrder(held, fresh);
  const [zone, other] = zonesOf(ownZone(), ownFirst);
  return {
    query: visible,
    older,
    isWhole: visible.data?.next_cursor === null,
    isWithRemoved: withRemoved && whole.data !== undefined,
    shown,
    isEditedGone: edited !== null && (!known || known.removed_at !== null),
    declaredAt: items.find(({ kind }) => kind === "declared")?.happened_at ?? null,
    waiting,
    showWaiting: () => setHeld(fresh.map(({ id }) => id)),
    zone,
    other,
    filters: { filter, setFilter, pinnedOnly, setPinnedOnly, withRemoved, setWithRemoved, showAll },
    zones: { own: ownZone(), ownFirst, setOwnFirst },
  };
}
