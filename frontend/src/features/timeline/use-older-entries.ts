import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { olderEntriesQuery, takeOlder, timelineQuery } from "@/api/incidents";

/** Reads what is older than the part that is known, one part after the other, until all is there. */
export function useOlderEntries(incidentId: string) {
  const client = useQueryClient();
  const known = useQuery(timelineQuery(incidentId)).data;
  const cursor = known?.next_cursor ?? null;
  const older = useQuery(olderEntriesQuery(incidentId, cursor));
  const part = older.data;
  useEffect(() => {
    // Whenever it is missing: an answer that was on its way meanwhile may have come without it.
    if (cursor !== null && part && known) takeOlder(client, incidentId, cursor, part);
  }, [client, incidentId, cursor, part, known]);
  return older;
}
