import clsx from "clsx";
import { type ReactNode, useId } from "react";

type CellProps = { title: string; aside?: ReactNode; children: ReactNode; className?: string };

/** One question and its answer, beside others in one frame: for what must be read at a glance. */
export function Cell({ title, aside, children, className }: CellProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className={clsx("min-w-0 space-y-1.5 bg-surface px-4 py-2 text-sm sm:py-3", className)}
    >
      <header className="flex min-h-6 items-center justify-between gap-2">
        <h2 id={heading} className="text-xs font-medium text-muted">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** The frame of three cells: one below the other on a phone, side by side on a desk. */
export function Cells({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="grid gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-3"
    >
      {children}
    </section>
  );
}
