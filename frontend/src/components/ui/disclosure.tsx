import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

type DisclosureProps = { summary: ReactNode; children: ReactNode; className?: string; open?: boolean };

/** What is one click away. */
export function Disclosure({ summary, children, className, open }: DisclosureProps) {
  return (
    <details className={clsx("group", className)} open={open}>
      <summary className="flex min-h-6 list-none items-center gap-1.5 text-sm text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 shrink-0 transition-transform group-open:rotate-90" aria-hidden />
        {summary}
      </summary>
      <div className="pt-2 pl-5.5">{children}</div>
    </details>
  );
}
