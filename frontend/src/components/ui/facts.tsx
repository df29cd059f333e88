import type { ReactNode } from "react";

/** A two-column list of names and values. */
export function Facts({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(7.5rem)_minmax(0,1fr)] sm:grid-cols-[fit-content(11rem)_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
      {items.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
