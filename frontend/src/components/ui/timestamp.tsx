import { formatLocal, formatUtc, relativeTime, useNow } from "@/lib/time";

type TimestampProps = {
  at: string | null | undefined;
  form?: "both" | "relative" | "absolute";
  className?: string;
};

/** A moment, relative and absolute, with its zone; the reader's own zone is in the tooltip. */
export function Timestamp({ at, form = "relative", className }: TimestampProps) {
  const now = useNow();
  if (at == null) return <span className="text-muted">–</span>;
  const moment = new Date(at);
  const ago = relativeTime(moment.getTime(), now);
  const utc = formatUtc(moment);
  return (
    <time dateTime={at} title={`${utc} · ${formatLocal(moment)}`} className={className}>
      {form === "absolute" ? utc : ago}
      {form === "both" && (
        <>
          <span className="text-muted"> · </span>
          <span className="whitespace-nowrap text-muted">{utc}</span>
        </>
      )}
    </time>
  );
}
