import { Loading, Skeleton } from "@/components/ui/skeleton";

/** The shape of a banner and one card, while memory is being asked. */
export function EvidenceSkeleton() {
  return (
    <Loading what="evidence from memory">
      <div className="space-y-3">
        <div className="flex h-10 items-center gap-3 border-l-4 border-line bg-surface px-3 text-sm text-muted">
          Asking memory…
        </div>
        <div className="space-y-3 rounded-r-lg border border-l-4 border-line bg-surface p-4">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      </div>
    </Loading>
  );
}
