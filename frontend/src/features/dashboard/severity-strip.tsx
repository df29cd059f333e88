import { Link } from "@tanstack/react-router";
import type { Severity } from "@/api/types";
import { SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Skeleton } from "@/components/ui/skeleton";

const INK: Record<Severity, string> = {
  sev1: "text-sev1",
  sev2: "text-sev2",
  sev3: "text-sev3",
  sev4: "text-sev4",
};

type SeverityStripProps = { counts?: readonly { severity: Severity; count: number }[] };

/** How many open incidents each severity has; each number leads to them. */
export function SeverityStrip({ counts }: SeverityStripProps) {
  return (
    <ul
      aria-label="Open incidents by severity"
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface md:grid-cols-4"
    >
      {SEVERITY_ORDER.map((severity) => {
        const { word, icon: Icon, meaning } = SEVERITIES[severity];
        const count = counts?.find((entry) => entry.severity === severity)?.count ?? 0;
        return (
          <li key={severity} className="-mt-px -ml-px border-t border-l border-line">
            <Link
              to="/incidents"
              search={{ status: "open", severity }}
              className="block px-4 py-3 -outline-offset-2 hover:bg-raised"
            >
              <span className="flex items-center gap-1.5 text-xs font-semibold">
                <Icon className={`size-3.5 ${INK[severity]}`} aria-hidden />
                <span className={INK[severity]}>{word}</span>
                <span className="sr-only">, open:</span>
              </span>
              {counts ? (
                <span
                  className={`tabular block text-2xl font-semibold ${count === 0 ? "text-muted" : "text-ink"}`}
                >
                  {count}
                </span>
              ) : (
                <Skeleton className="my-1 h-6 w-8" />
              )}
              <span className="block text-xs text-muted">{meaning}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
