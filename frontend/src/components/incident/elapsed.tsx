import { formatDuration, useNow } from "@/lib/time";

type ElapsedProps = { from: string; to?: string | null };

/** How long it has lasted, or lasted. */
export function Elapsed({ from, to }: ElapsedProps) {
  const now = useNow(to ? 3_600_000 : 5_000);
  const end = to ? Date.parse(to) : now;
  return <span className="tabular">{formatDuration((end - Date.parse(from)) / 1000)}</span>;
}
