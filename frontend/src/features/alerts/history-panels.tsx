import type { ReactNode } from "react";
import type { Alert, AlertOccurrence } from "@/api/types";
import { DeliveryLink } from "@/components/alerts/alert-link";
import { AlertStatusBadge } from "@/components/alerts/badges";
import { orderWord, routingLine } from "@/components/alerts/routing-words";
import { Elapsed } from "@/components/incident/elapsed";
import { IncidentLink } from "@/components/incident/incident-link";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

const HEAD = "px-2 py-1.5 text-start text-xs font-medium text-muted first:pl-4 last:pr-4";
const CELL = "px-2 py-1.5 align-top first:pl-4 last:pr-4";
const ROW = "max-md:grid max-md:gap-1 max-md:px-4 max-md:py-2 max-md:[&>td]:!p-0";

type TableProps = { label: string; heads: readonly string[]; children: ReactNode };

function Table({ label, heads, children }: TableProps) {
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead className="border-b border-line max-md:hidden">
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className={HEAD}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">{children}</tbody>
    </table>
  );
}

/** Each time that it fired, newest first, with how long it lasted and where it went. */
export function OccurrencesPanel({ alert }: { alert: Alert }) {
  return (
    <Panel
      title="Occurrences"
      flush
      aside={
        <span className="tabular text-xs text-muted">
          fired {counted(alert.occurrences, "time", "times")}
          {alert.history.length < alert.occurrences && `, the last ${alert.history.length} shown`}
        </span>
      }
    >
      <Table label="Occurrences" heads={["Began", "Lasted", "Where it went"]}>
        {alert.history.map((occurrence) => (
          <OccurrenceRow key={occurrence.began_at} occurrence={occurrence} />
        ))}
      </Table>
    </Panel>
  );
}

function OccurrenceRow({ occurrence }: { occurrence: AlertOccurrence }) {
  const { began_at, ended_at, acknowledged_at, fired, open, incident_id, routing } = occurrence;
  return (
    <tr className={ROW}>
      <td className={`${CELL} md:w-56`}>
        <Timestamp at={began_at} form="both" />
        {!fired && <span className="block text-xs text-muted">it was not seen firing</span>}
      </td>
      <td className={`${CELL} md:w-40`}>
        {ended_at || open ? <Elapsed from={began_at} to={ended_at} /> : "nobody said when it ended"}
        {open && <span className="text-xs text-bad"> and goes on</span>}
        {acknowledged_at && (
          <span className="block text-xs text-muted">
            acknowledged <Timestamp at={acknowledged_at} />
          </span>
        )}
      </td>
      <td className={CELL}>
        {incident_id && <IncidentLink id={incident_id} className="mr-2" />}
        <span dir="auto" className="text-xs text-soft wrap-anywhere">
          {routingLine(routing)}
        </span>
      </td>
    </tr>
  );
}

/** What deliveries said of it last, and what each word did. */
export function TellingsPanel({ alert }: { alert: Alert }) {
  return (
    <Panel title="Last told by" flush>
      <Table label="Last told by" heads={["Delivery", "It said", "What that did", "When"]}>
        {alert.tellings.map((telling, at) => (
          <tr key={at} className={ROW}>
            <td className={`${CELL} md:w-24`}>
              <DeliveryLink id={telling.delivery_id} />
            </td>
            <td className={`${CELL} md:w-36`}>
              <AlertStatusBadge status={telling.status} />
            </td>
            <td className={CELL}>
              <span className="font-medium">{orderWord(telling.rule)}</span>{" "}
              <span className="text-xs text-soft">{telling.why}</span>
            </td>
            <td className={`${CELL} text-xs text-muted md:w-52`}>
              <Timestamp at={telling.at} form="both" />
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
