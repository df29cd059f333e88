import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const Rendered = lazy(() => import("@/components/ui/markdown-rendered"));

/** Markdown as people wrote it, made inert: no HTML, no remote images, links without a referrer. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <Rendered text={text} />
    </Suspense>
  );
}
