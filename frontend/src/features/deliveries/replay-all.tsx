import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { type DeliveryFilters, quarantinedQuery, replayMany } from "@/api/deliveries";
import { Button } from "@/components/ui/button";
import { ProblemNote } from "@/components/ui/problem-note";
import { useReplay } from "@/features/deliveries/use-replay";
import { counted } from "@/lib/text";

/** Has everything in quarantine that the filters show read again, and says what was begun. */
export function ReplayAll({ filters }: { filters: DeliveryFilters }) {
  const { source, integration } = filters;
  const waiting = useQuery(quarantinedQuery()).data ?? 0;
  const all = useReplay(() => replayMany({ source, integration }));
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={waiting === 0} busy={all.isPending} onClick={() => all.mutate()}>
          {!all.isPending && <RotateCw aria-hidden />} Replay all in quarantine
        </Button>
        <p className="min-w-0 flex-1 text-xs text-muted">
          Each is read again from what was stored, by the sources and mappings of now. What was told already
          is not told twice.
        </p>
      </div>
      {all.error && <ProblemNote error={all.error} doing="Replaying" stillWorks="Nothing is lost." />}
      <p role="status" className={all.data ? "text-sm" : "sr-only"}>
        {all.data &&
          `${counted(all.data.replayed, "delivery is", "deliveries are")} being read again${
            all.data.more ? "; more wait, so replay once more" : ""
          }. What still cannot be read comes back here.`}
      </p>
    </div>
  );
}
