import clsx from "clsx";
import type { ReactNode } from "react";

export type Column = { name: string; end?: boolean; hint?: string; className?: string };

type DataTableProps = {
  caption: string;
  columns: readonly Column[];
  children: ReactNode;
  className?: string;
};

/** A real table; where it is wider than the screen, it scrolls within itself, also by keys. */
export function DataTable({ caption, columns, children, className }: DataTableProps) {
  return (
    <section
      aria-label={`Table: ${caption}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx("relative overflow-x-auto -outline-offset-2", className)}
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line">
          <tr>
            {columns.map(({ name, end, hint, className: width }) => (
              <th
                key={name}
                scope="col"
                title={hint}
                className={clsx(
                  "px-1.5 py-1.5 text-xs font-medium sm:px-2 whitespace-nowrap text-muted first:pl-4 last:pr-4",
                  end ? "text-end" : "text-start",
                  width,
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

/** The cell of a number. */
export function NumberCell({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <td className={clsx("tabular px-1.5 py-1.5 text-end sm:px-2 whitespace-nowrap last:pr-4", className)}>
      {children}
    </td>
  );
}

/** The cell of words, or of anything that is not a number. */
export function Cell({ children, className }: { children: ReactNode; className?: string }) {
  return <td className={clsx("px-1.5 py-1.5 last:pr-4 sm:px-2", className)}>{children}</td>;
}

/** The cell that names its row. */
export function RowHead({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <th
      scope="row"
      dir="auto"
      className={clsx("px-4 py-1.5 text-start font-medium wrap-anywhere", className)}
    >
      {children}
    </th>
  );
}
