import clsx from "clsx";

/** A block that holds the place of what is still loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx("animate-pulse rounded-sm bg-raised", className)} />;
}

/** Says once, to those who do not see the skeletons, that something is loading. */
export function Loading({ what, children }: { what: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-label={`Loading ${what}`}>
      {children}
    </div>
  );
}

/** Rows of the height that list rows have, so that nothing jumps. */
export function SkeletonRows({ rows, className = "h-12" }: { rows: number; className?: string }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={clsx("flex items-center gap-3 px-4", className)}>
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
