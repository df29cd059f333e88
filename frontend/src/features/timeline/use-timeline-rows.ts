import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { timelineQuery } from "@/api/incidents";
import { wholeTimelineQuery } from "@/api/timeline";
import { type Filter, fits, zonesOf } from "@/features/timeline/rows";
import { useOlderEntries } from "@/features/timeline/use-older-entries";
import { holdOrder } from "@/lib/held-order";
import { ownZone, useZoneChoice } from "@/lib/zones";

/**
 * The rows that are shown, newest first. While the reader is `busy` among them, what others add waits and is counted,
 * so that nothing moves under the eyes; what changes in place is shown.
 */
export function useTimelineRows(incidentId: string, busy: boolean) {
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
  const fresh = items.filter((item) => fits(filter, item) && (!pinnedOnly || item.pinned)).toReversed();
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
    declaredAt: items.find(({ kind }) => kind === "declared")?.happened_at ?? null,
    waiting,
    showWaiting: () => setHeld(fresh.map(({ id }) => id)),
    zone,
    other,
    filters: { filter, setFilter, pinnedOnly, setPinnedOnly, withRemoved, setWithRemoved, showAll },
    zones: { own: ownZone(), ownFirst, setOwnFirst },
  };
}
