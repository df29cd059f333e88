import { lazy, type ReactNode, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** Words in a text that stand for something, by the word, and what to show in their place. */
export type Marks = Readonly<Record<string, ReactNode>>;

const Rendered = lazy(() => import("@/components/ui/markdown-rendered"));

/** Markdown as people wrote it, made inert: no HTML, no images but this server's own, links without a referrer. */
export function Markdown({ text, marks }: { text: string; marks?: Marks }) {
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <Rendered text={text} marks={marks} />
    </Suspense>
  );
}
