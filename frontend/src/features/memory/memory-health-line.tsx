import { useQuery } from "@tanstack/react-query";
import { memoryStatusQuery } from "@/api/memory";
import type { CalibrationSource } from "@/api/types";
import { HealthMark } from "@/components/health-mark";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";

const SOURCES: Record<CalibrationSource, string> = {
  stored: "its known threshold",
  measured: "threshold measured on this server",
  setting: "threshold from the settings",
};

/** Whether memory answers, since when, which bank, how similarities are read, and why not. */
export function MemoryHealthLine() {
  const health = useQuery(memoryStatusQuery());
  if (!health.data) return <Skeleton className="h-6 w-80 max-w-full" />;
  const { status, reason, detail, advice, since, bank_id, documents } = health.data;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <HealthMark status={status} reason={reason} />
      {reason && <code className="font-mono text-xs">{reason}</code>}
      <span>
        since <Timestamp at={since} form="both" />
      </span>
      <span>
        bank <code className="font-mono text-xs">{bank_id}</code>
      </span>
      <span className="tabular">{documents.ready ?? 0} ready</span>
      <Calibration {...health.data} />
      {(detail || advice) && status !== "ready" && (
        <p className="w-full text-sm">
          {detail} {advice}
        </p>
      )}
    </div>
  );
}

type CalibrationProps = {
  threshold: number | null;
  embedding: string | null;
  calibrated: CalibrationSource | null;
};

/** From which similarity on a match is strong, by which embedding, and who says so. */
function Calibration({ threshold, embedding, calibrated }: CalibrationProps) {
  if (threshold === null || calibrated === null) return null;
  return (
    <span>
      strong from <span className="tabular">{threshold.toFixed(2)}</span>
      {embedding && (
        <>
          {" "}
          by <code className="font-mono text-xs wrap-anywhere">{embedding}</code>
        </>
      )}
      , {SOURCES[calibrated]}
    </span>
  );
}
