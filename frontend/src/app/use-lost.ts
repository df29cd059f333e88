import { useQuery } from "@tanstack/react-query";
import { useConnection } from "@/api/live";
import { memoryStatusQuery } from "@/api/memory";
import { ApiProblem } from "@/api/problem";
import { useNow } from "@/lib/time";

/** A break as short as this is not worth a word. */
const GRACE_MS = 2_500;

/** Since when the server has not answered, in milliseconds; null while it does. */
export function useLostSince(): number | null {
  const { open, since } = useConnection();
  const { error, errorUpdatedAt } = useQuery(memoryStatusQuery());
  const now = useNow(open ? 60_000 : 1_000);
  if (!open) return now - since > GRACE_MS ? since : null;
  return error !== null && !(error instanceof ApiProblem) ? errorUpdatedAt : null;
}
