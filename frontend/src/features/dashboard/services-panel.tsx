import { Link } from "@tanstack/react-router";
import type { ServiceCount } from "@/api/types";
import { Panel } from "@/components/ui/panel";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";

/** How often each service broke; the bar only repeats the number. */
export function ServicesPanel({ services }: { services?: readonly ServiceCount[] }) {
  const most = Math.max(1, ...(services ?? []).map(({ total }) => total));
  return (
    <Panel title="By service" flush aside={<span className="text-xs text-muted">open / all time</span>}>
      {!services ? (
        <Loading what="services">
          <SkeletonRows rows={6} className="h-9" />
        </Loading>
      ) : (
        <ul className="py-1.5">
          {services.map(({ service, open, total }) => (
            <li key={service}>
              <Link
                to="/incidents"
                search={{ service }}
                className="grid grid-cols-[minmax(0,1fr)_5rem_3rem] items-center gap-3 px-4 py-1.5 text-sm -outline-offset-2 hover:bg-raised"
              >
                <span dir="auto" className="truncate">
                  {service}
                </span>
                <span aria-hidden className="block h-1.5 bg-raised">
                  <span className="block h-1.5 bg-edge/70" style={{ width: `${(total / most) * 100}%` }} />
                </span>
                <span className="tabular text-right text-xs text-soft">
                  <span className={open > 0 ? "font-semibold text-ink" : undefined}>{open}</span>
                  <span aria-hidden> / </span>
                  <span className="sr-only"> open of </span>
                  {total}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
