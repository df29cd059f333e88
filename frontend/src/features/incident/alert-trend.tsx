import type { IncidentAlerts } from "@/api/types";
import { Disclosure } from "@/components/ui/disclosure";
import { counted } from "@/lib/text";

type Trend = IncidentAlerts["trend"];

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** How many occurrences began in each five minutes of the last hour: bars, and the table behind them. */
export function AlertTrend({ trend }: { trend: Trend }) {
  const most = Math.max(...trend.map(({ count }) => count), 0);
  const sum = trend.reduce((all, { count }) => all + count, 0);
  if (most === 0) return <p className="text-xs text-muted">None began in the last hour.</p>;
  return (
    <figure className="space-y-1.5">
      <figcaption className="text-xs text-muted">
        {counted(sum, "occurrence")} began in the last hour, at most {most.toLocaleString("en")} in five
        minutes
      </figcaption>
      <div aria-hidden className="flex h-12 items-end gap-px border-b border-edge/60">
        {trend.map(({ at, count }) => (
          <span
            key={at}
            style={{ height: `${(count / most) * 100}%` }}
            className={`min-h-px flex-1 rounded-t-sm ${count > 0 ? "bg-accent" : "bg-line"}`}
          />
        ))}
      </div>
      <Disclosure summary={<span className="text-xs">As a table</span>}>
        <table aria-label="Occurrences begun in the last hour" className="tabular w-full text-xs">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="py-0.5 text-start font-medium">
                From (UTC)
              </th>
              <th scope="col" className="py-0.5 text-end font-medium">
                Began
              </th>
            </tr>
          </thead>
          <tbody>
            {trend.map(({ at, count }) => (
              <tr key={at}>
                <td className="py-0.5">{clock.format(new Date(at))}</td>
                <td className="py-0.5 text-end">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  );
}
