import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton";

/** The shape of the incident page while it loads. */
export function IncidentSkeleton({ id }: { id: string }) {
  return (
    <Loading what={id}>
      <div className="space-y-5">
        <div className="space-y-3">
          <h1 tabIndex={-1} className="font-mono text-sm text-muted">
            {id}
          </h1>
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </div>
        <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="space-y-5">
            <div className="rounded-lg border border-line bg-surface p-4">
              <Skeleton className="h-24 w-full" />
            </div>
            <div className="rounded-lg border border-line bg-surface p-4">
              <Skeleton className="h-64 w-full" />
            </div>
          </div>
          <div className="h-96 rounded-lg border border-line bg-surface">
            <SkeletonRows rows={5} />
          </div>
        </div>
      </div>
    </Loading>
  );
}
