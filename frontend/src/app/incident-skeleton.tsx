import { useLayoutEffect, useRef } from "react";
import type { IncidentSummary } from "@/api/types";
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton";
import { IncidentHeader } from "@/features/incident/incident-header";
import { focusHeading } from "@/lib/focus-heading";

/** The incident page while it loads: what a list said of the incident, and the shape of the rest. */
export function IncidentSkeleton({ id, listed }: { id: string; listed: IncidentSummary | undefined }) {
  return (
    <div ref={useFocusHandedOn()} className="space-y-4">
      {listed ? (
        <IncidentHeader incident={listed} actions={<Skeleton className="h-9 w-80 max-w-full" />} />
      ) : (
        <div className="space-y-3">
          <h1 tabIndex={-1} className="font-mono text-sm text-muted">
            {id}
          </h1>
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      )}
      <Skeleton className="h-36 w-full" />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <RecordSkeleton id={id} />
        <AsideSkeleton />
      </div>
    </div>
  );
}

/** The shape of what stands below the first screen. */
export function RecordSkeleton({ id }: { id: string }) {
  return (
    <Loading what={id}>
      <div className="rounded-lg border border-line bg-surface p-4">
        <Skeleton className="h-64 w-full" />
      </div>
    </Loading>
  );
}

/** The shape of what stands beside it. */
export function AsideSkeleton() {
  return (
    <div className="h-96 rounded-lg border border-line bg-surface">
      <SkeletonRows rows={5} />
    </div>
  );
}

/** Where the heading has the focus when this goes, the heading of what follows gets it. */
function useFocusHandedOn() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement)) requestAnimationFrame(focusHeading);
    };
  }, []);
  return box;
}
