import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { quarantinedQuery } from "@/api/deliveries";

const PART =
  "-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink";

/** The parts of the alerts: the alerts themselves, what came in, and by which rules they go on. */
export function AlertsNav() {
  const quarantined = useQuery(quarantinedQuery()).data ?? 0;
  return (
    <nav aria-label="Alerts">
      <ul className="flex gap-1 overflow-x-auto border-b border-line">
        <li>
          <Link
            to="/alerts"
            activeOptions={{ exact: true, includeSearch: false }}
            className={`${PART} block`}
          >
            Alerts
          </Link>
        </li>
        <li>
          <Link to="/alerts/deliveries" activeOptions={{ includeSearch: false }} className={`${PART} block`}>
            Deliveries
            {quarantined > 0 && (
              <span className="ml-1.5 rounded-full border border-warn/50 px-1.5 text-xs text-warn">
                <span className="tabular">{quarantined}</span>
                <span className="sr-only"> in quarantine</span>
              </span>
            )}
          </Link>
        </li>
        <li>
          <Link to="/alerts/rules" className={`${PART} block`}>
            Routing rules
          </Link>
        </li>
      </ul>
    </nav>
  );
}
