import clsx from "clsx";
import { type ReactNode, useId } from "react";

type PanelProps = {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
  flush?: boolean;
  id?: string;
};

/** A plain, titled part of the record. */
export function Panel({ title, aside, children, className, flush = false, id }: PanelProps) {
  const heading = useId();
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={heading}
      className={clsx("min-w-0 scroll-my-20 rounded-lg border border-line bg-surface", className)}
    >
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
        <h2 id={heading} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      <div className={flush ? undefined : "p-4"}>{children}</div>
    </section>
  );
}
