import { History } from "lucide-react";
import type { TrackRecord } from "@/api/types";
import { timesWord as times } from "@/lib/text";
import { formatDuration } from "@/lib/time";

type Counts = Omit<TrackRecord, "seen" | "confirmed_by"> & { seen?: number };

/** How a resolution has fared, in one line: counted by the record, never told by memory. */
export function TrackRecordLine({ record }: { record: Counts }) {
  return (
    <p className="flex items-start gap-1.5 text-xs text-soft">
      <History className="mt-px size-3.5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0">{trackRecordText(record)}</span>
    </p>
  );
}

/** `Seen 4 times · fixed the same way 3 times · did not help once · median 18m to fix`. */
export function trackRecordText(record: Counts): string {
  const { seen, fixed, mitigated, did_not_help, median_time_to_fix_s: median } = record;
  const parts = [
    seen !== undefined && `seen ${times(seen)}`,
    fixed > 0 && (fixed === 1 ? "fixed it once" : `fixed the same way ${times(fixed)}`),
    mitigated > 0 && `mitigated ${times(mitigated)}`,
    did_not_help > 0 && `did not help ${times(did_not_help)}`,
    median !== null && `median ${formatDuration(median)} to fix`,
  ].filter((part) => part !== false);
  const text = parts.join(" · ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
